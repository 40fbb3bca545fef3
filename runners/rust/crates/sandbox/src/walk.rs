//! Where a path really leads: name by name, with every symbolic link followed as it is met.
//!
//! Whoever walks says how a link is read, so that nothing here touches a file.

use std::collections::VecDeque;

use crate::error::SandboxError;

const LONGEST_PATH: usize = 4096;
/// What Linux follows before it speaks of a loop (`path_resolution(7)`).
const MOST_LINKS: usize = 40;

/// Passes what can be a path. Spec: SANDBOX-1 to SANDBOX-3.
pub(crate) fn check_text(path: &str) -> Result<&str, SandboxError> {
    if path.is_empty() {
        return Err(SandboxError::path("a path is not empty"));
    }
    if path.contains('\0') {
        return Err(SandboxError::path("a path holds no NUL"));
    }
    if path.len() > LONGEST_PATH {
        return Err(SandboxError::path(format!("a path has at most {LONGEST_PATH} bytes")));
    }
    Ok(path)
}

/// The canonical absolute path to which a path leads from `base`; it need not exist.
///
/// `read_link` says what the symbolic link at a canonical path holds, `None` where there is none.
///
/// # Errors
/// `SANDBOX_PATH` for what is no path, `SANDBOX_LOOP` for too many links, and what `read_link` says.
///
/// Spec: SANDBOX-1 to SANDBOX-16.
pub fn resolve(
    path: &str,
    base: &str,
    mut read_link: impl FnMut(&str) -> Result<Option<String>, SandboxError>,
) -> Result<String, SandboxError> {
    check_text(path)?;
    if !check_text(base)?.starts_with('/') {
        return Err(SandboxError::path("a base is absolute"));
    }
    let mut left: VecDeque<String> = VecDeque::new();
    if !path.starts_with('/') {
        left.extend(names(base).map(str::to_owned));
    }
    left.extend(names(path).map(str::to_owned));
    // Nothing for `/`, else a name behind each slash.
    let mut found = String::new();
    let mut links = 0;
    while let Some(name) = left.pop_front() {
        if name == ".." {
            // From where the walk is, which behind a link is not where it was written.
            go_up(&mut found);
            continue;
        }
        found.push('/');
        found.push_str(&name);
        let Some(target) = read_link(&found)? else { continue };
        links += 1;
        if links > MOST_LINKS {
            return Err(SandboxError::Loop);
        }
        if check_text(&target)?.starts_with('/') {
            found.clear();
        } else {
            go_up(&mut found);
        }
        for next in names(&target).rev() {
            left.push_front(next.to_owned());
        }
    }
    Ok(if found.is_empty() { "/".to_owned() } else { found })
}

fn go_up(found: &mut String) {
    found.truncate(found.rfind('/').unwrap_or(0));
}

fn names(path: &str) -> impl DoubleEndedIterator<Item = &str> {
    path.split('/').filter(|name| !matches!(*name, "" | "."))
}
