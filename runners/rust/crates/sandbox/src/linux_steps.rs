//! The steps of a setup, taken by the thread that calls: it and all that it starts are held.

use std::io;

use landlock::{
    Access, AccessFs, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, ABI,
};
use rustix::thread::{
    clear_ambient_capability_set, remove_capability_from_bounding_set, set_capabilities,
    set_no_new_privs, CapabilitySet, CapabilitySets,
};
use seccompiler::{apply_filter, BpfProgram, SeccompAction, SeccompFilter, TargetArch};

/// Takes steps in their order; what is allowed is enforced before the step behind it.
pub(super) fn take(steps: &[Vec<String>]) -> io::Result<()> {
    let mut rules: Option<(RulesetCreated, BitFlags<AccessFs>)> = None;
    for step in steps {
        let (kind, words) = step.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        if kind == "allow" {
            let (ruleset, rights) = rules.take().ok_or(io::ErrorKind::InvalidInput)?;
            rules = Some((allow(ruleset, rights, &words.concat())?, rights));
            continue;
        }
        enforce(&mut rules)?;
        match kind.as_str() {
            "drop_capabilities" => drop_capabilities()?,
            "no_new_privs" => set_no_new_privs(true)?,
            "landlock" => rules = Some(begin(words)?),
            "seccomp" => refuse_calls(words)?,
            _ => return Err(io::Error::other(format!("a thread cannot take the step {kind}"))),
        }
    }
    enforce(&mut rules)
}

/// The newest ABI of Landlock whose rights over files there are, 0 where there is none.
pub(super) fn landlock_abi() -> u32 {
    let known = |abi: &ABI| {
        let rules = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
        rules.handle_access(AccessFs::from_all(*abi)).and_then(Ruleset::create).is_ok()
    };
    [ABI::V5, ABI::V3, ABI::V2, ABI::V1].into_iter().find(known).map_or(0, |abi| abi as u32)
}

/// Whether calls can be refused, tried by a thread that ends.
pub(super) fn can_filter() -> bool {
    let tried =
        || take(&[vec!["no_new_privs".to_owned()], vec!["seccomp".to_owned(), "bpf".to_owned()]]);
    std::thread::spawn(tried).join().is_ok_and(|taken| taken.is_ok())
}

/// Gives up every capability, for good. Whoever has none to give up has nothing to lose.
fn drop_capabilities() -> io::Result<()> {
    for bit in 0..u64::BITS {
        if remove_capability_from_bounding_set(CapabilitySet::from_bits_retain(1 << bit)).is_err() {
            break;
        }
    }
    clear_ambient_capability_set()?;
    let none = CapabilitySet::empty();
    let sets = CapabilitySets { effective: none, permitted: none, inheritable: none };
    Ok(set_capabilities(None, sets)?)
}

fn begin(names: &[String]) -> io::Result<(RulesetCreated, BitFlags<AccessFs>)> {
    let rights = names.iter().try_fold(BitFlags::EMPTY, |all, name| Some(all | right(name)?));
    let rights = rights.ok_or(io::ErrorKind::InvalidInput)?;
    let rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(rights)
        .and_then(Ruleset::create)
        .map_err(io::Error::other)?;
    Ok((rules, rights))
}

/// Leaves rights at a path and below it; what is not there needs none.
fn allow(
    rules: RulesetCreated,
    rights: BitFlags<AccessFs>,
    path: &str,
) -> io::Result<RulesetCreated> {
    let Ok(metadata) = std::fs::metadata(path) else { return Ok(rules) };
    // What is no folder cannot have the others.
    let of_files = AccessFs::WriteFile | AccessFs::Truncate;
    let rights = if metadata.is_dir() { rights } else { rights & of_files };
    let place = PathFd::new(path).map_err(io::Error::other)?;
    rules.add_rule(PathBeneath::new(place, rights)).map_err(io::Error::other)
}

fn enforce(rules: &mut Option<(RulesetCreated, BitFlags<AccessFs>)>) -> io::Result<()> {
    if let Some((rules, _)) = rules.take() {
        rules.restrict_self().map_err(io::Error::other)?;
    }
    Ok(())
}

fn right(name: &str) -> Option<AccessFs> {
    Some(match name {
        "write_file" => AccessFs::WriteFile,
        "remove_dir" => AccessFs::RemoveDir,
        "remove_file" => AccessFs::RemoveFile,
        "make_char" => AccessFs::MakeChar,
        "make_dir" => AccessFs::MakeDir,
        "make_reg" => AccessFs::MakeReg,
        "make_sock" => AccessFs::MakeSock,
        "make_fifo" => AccessFs::MakeFifo,
        "make_block" => AccessFs::MakeBlock,
        "make_sym" => AccessFs::MakeSym,
        "refer" => AccessFs::Refer,
        "truncate" => AccessFs::Truncate,
        _ => return None,
    })
}

/// Has these calls of the thread, and of all that it starts, end with EPERM.
fn refuse_calls(names: &[String]) -> io::Result<()> {
    let numbers: Option<Vec<_>> = names.iter().map(|name| number(name)).collect();
    let rules = numbers.ok_or(io::ErrorKind::InvalidInput)?.into_iter().map(|call| (call, vec![]));
    let here = TargetArch::try_from(std::env::consts::ARCH).map_err(io::Error::other)?;
    let refused = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    let filter = SeccompFilter::new(rules.collect(), SeccompAction::Allow, refused, here);
    let program: BpfProgram = filter.and_then(TryInto::try_into).map_err(io::Error::other)?;
    apply_filter(&program).map_err(io::Error::other)
}

fn number(name: &str) -> Option<libc::c_long> {
    Some(match name {
        "bpf" => libc::SYS_bpf,
        "kexec_file_load" => libc::SYS_kexec_file_load,
        "kexec_load" => libc::SYS_kexec_load,
        "mount" => libc::SYS_mount,
        "mount_setattr" => libc::SYS_mount_setattr,
        "move_mount" => libc::SYS_move_mount,
        "open_by_handle_at" => libc::SYS_open_by_handle_at,
        "pivot_root" => libc::SYS_pivot_root,
        "process_vm_writev" => libc::SYS_process_vm_writev,
        "ptrace" => libc::SYS_ptrace,
        "setns" => libc::SYS_setns,
        "umount2" => libc::SYS_umount2,
        "unshare" => libc::SYS_unshare,
        _ => return None,
    })
}
