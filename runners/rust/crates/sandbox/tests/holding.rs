//! Plans carried out by each mechanism that there is, and a command that tries to get out.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use hanzo_sandbox::{Enforcement, Features, Held, Mode, Sandbox, SandboxConfig};
use tempfile::TempDir;

const ATTACK: &str = "
    for turn in 1 2; do
        echo x >> ../outside/written
        ln ../outside/linked hard$turn && echo x > hard$turn
        ln own ../outside/other$turn
        mv ../outside/renamed taken
        mv own ../outside/put
        true > ../outside/truncated
        rm -f ../outside/removed
        mkdir ../outside/folder
        ln -s / ../outside/soft
        mkfifo ../outside/fifo
        ln -s ../outside leads$turn && echo x >> leads$turn/written
        echo x >> /proc/$PPID/root$OUTSIDE/written
        echo x >> /proc/1/root$OUTSIDE/written
        mount -o remount,rw /
        mount -o remount,bind,rw /
        mount --bind . ../outside
        unshare -Urm sh -c 'mount -o remount,bind,rw /; echo x >> ../outside/written'
        mknod disk b 1 0
    done
    echo in > made
    echo t > $TMPDIR/t
    echo dropped > /dev/null
    echo tried";

struct World {
    folder: TempDir,
    sandbox: Sandbox,
}

impl World {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for name in ["work", "tmp", "outside"] {
            fs::create_dir(root.join(name)).unwrap();
        }
        fs::write(root.join("work/own"), "own").unwrap();
        for name in ["written", "linked", "renamed", "truncated", "removed"] {
            fs::write(root.join("outside").join(name), "as it was").unwrap();
        }
        let config = SandboxConfig { mode: Mode::Workspace, allowed_paths: Vec::new() };
        let sandbox = Sandbox::new(Some(&config), root.join("work").to_str().unwrap()).unwrap();
        Self { folder, sandbox }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn seen(&self) -> BTreeMap<PathBuf, Option<String>> {
        let entries = fs::read_dir(self.at("outside")).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths.map(|path| (path.clone(), text(&path))).collect()
    }

    fn held(&self, command: &[&str], features: Features) -> Held {
        let command: Vec<_> = command.iter().map(|&word| word.to_owned()).collect();
        Held::new(&self.sandbox, &command, self.at("tmp").to_str().unwrap(), &features)
    }

    fn run(&self, held: &Held) -> Output {
        let prepare = |command: &mut Command| {
            command.current_dir(self.at("work")).env("OUTSIDE", self.at("outside"));
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        };
        held.start(prepare).unwrap().wait_with_output().unwrap()
    }
}

/// What is in a file, if it is one: nobody waits for a pipe.
fn text(path: &Path) -> Option<String> {
    path.symlink_metadata().unwrap().is_file().then(|| fs::read_to_string(path).unwrap())
}

/// What there is, one mechanism at a time.
fn each() -> Vec<(Enforcement, Features)> {
    let found = Features::of_this_machine();
    let Features { bwrap, seccomp, landlock, sandbox_exec, .. } = found;
    let mut all = Vec::new();
    if bwrap {
        all.push((Enforcement::Bwrap, Features { bwrap, ..Features::default() }));
    }
    if seccomp && landlock >= 3 {
        all.push((Enforcement::Landlock, Features { seccomp, landlock, ..Features::default() }));
    }
    if sandbox_exec {
        all.push((Enforcement::Seatbelt, Features { sandbox_exec, ..Features::default() }));
    }
    all
}

#[test]
fn nothing_outside_is_changed_by_a_command_that_is_held() {
    for (mechanism, features) in each() {
        let world = World::new();
        let before = world.seen();
        let held = world.held(&["/bin/sh", "-c", ATTACK], features);
        assert_eq!((held.plan.enforcement, &held.why), (mechanism, &None));
        let ran = world.run(&held);
        assert_eq!(ran.stdout, b"tried\n", "{mechanism:?}");
        assert_eq!(world.seen(), before, "{mechanism:?}");
        assert!(!world.at("work/disk").exists(), "{mechanism:?}");
        assert_eq!(fs::read_to_string(world.at("work/made")).unwrap(), "in\n");
        assert_eq!(fs::read_to_string(world.at("tmp/t")).unwrap(), "t\n");
    }
}

#[test]
fn the_same_attacks_work_on_whoever_is_not_held() {
    let world = World::new();
    let before = world.seen();
    let held = world.held(
        &["/bin/sh", "-c", "echo x >> ../outside/written; mv ../outside/renamed r"],
        Features::default(),
    );
    assert_eq!(held.plan.enforcement, Enforcement::Path);
    assert_eq!(held.why.as_deref(), Some("nothing that holds a command works here"));
    world.run(&held);
    assert_ne!(world.seen(), before);
    assert!(world.at("work/r").exists());
}

#[test]
fn words_exit_codes_and_streams_come_through() {
    for (mechanism, features) in each() {
        let world = World::new();
        let script = r#"printf "%s|" "$@"; echo said >&2; exit 7"#;
        let held = world.held(&["/bin/sh", "-c", script, "0", "a b", "", "$x"], features);
        let ran = world.run(&held);
        assert_eq!(ran.status.code(), Some(7), "{mechanism:?}");
        assert_eq!((ran.stdout, ran.stderr), (b"a b||$x|".to_vec(), b"said\n".to_vec()));
    }
}

#[test]
fn what_does_not_work_is_said_and_the_command_is_run_by_its_path() {
    if cfg!(not(target_os = "linux")) {
        return;
    }
    let world = World::new();
    // A thread of many cannot leave for namespaces of its own.
    let features = Features { namespace: true, seccomp: true, ..Features::default() };
    let held = world.held(&["true"], features);
    assert_eq!(held.plan.enforcement, Enforcement::Path);
    assert_eq!(held.plan.argv, ["true"]);
    assert!(held.why.unwrap().starts_with("Namespace did not work: "));
}

#[test]
fn this_thread_is_not_held_by_what_it_starts() {
    for (_, features) in each() {
        let world = World::new();
        world.run(&world.held(&["true"], features));
        fs::write(world.at("outside/written"), "mine").unwrap();
    }
}
