//! What git writes, read: entries of a status, of a diff, of a log. Pure.

use std::collections::HashMap;

use serde::Serialize;

use crate::dates::date_of;

/// The fields of one commit, each ended by a NUL.
pub(crate) const LOG_FORMAT: &str =
    "--format=%H%x00%P%x00%an%x00%ae%x00%at%x00%cn%x00%ce%x00%ct%x00%B";
const LOG_FIELDS: usize = 9;

/// One line of a status; `index` and `worktree` are words, or none for no change.
#[derive(Debug, PartialEq)]
pub(crate) struct FileStatus<'a> {
    pub(crate) path: &'a [u8],
    pub(crate) previous: Option<&'a [u8]>,
    pub(crate) index: Option<&'static str>,
    pub(crate) worktree: Option<&'static str>,
    pub(crate) conflict: bool,
}

/// Where HEAD is, and what differs from it.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Status<'a> {
    pub(crate) branch: Option<String>,
    pub(crate) commit: Option<String>,
    pub(crate) upstream: Option<String>,
    pub(crate) ahead: Option<u64>,
    pub(crate) behind: Option<u64>,
    pub(crate) files: Vec<FileStatus<'a>>,
}

/// What `git status --porcelain=v2 --branch -z` says, files sorted by path.
///
/// Spec: VCS-6 to VCS-10.
pub(crate) fn parse_status(output: &[u8]) -> Status<'_> {
    let mut status = Status::default();
    let mut lines = output.split(|byte| *byte == 0);
    while let Some(line) = lines.next() {
        let Some((kind, rest)) = cut(line, b' ') else { continue };
        match kind {
            b"#" => head(&mut status, &String::from_utf8_lossy(rest)),
            b"1" => status.files.extend(file(rest, 7, None)),
            b"2" => status.files.extend(file(rest, 8, lines.next())),
            b"u" => {
                let found = file(rest, 9, None);
                status.files.extend(found.map(|file| FileStatus { conflict: true, ..file }));
            }
            b"?" => status.files.push(FileStatus {
                path: rest,
                previous: None,
                index: None,
                worktree: Some("untracked"),
                conflict: false,
            }),
            _ => {}
        }
    }
    status.files.sort_by_key(|file| file.path);
    status
}

fn head(status: &mut Status, line: &str) {
    let Some((name, value)) = line.split_once(' ') else { return };
    let said = |nothing: &str| (value != nothing).then(|| value.to_owned());
    match name {
        "branch.head" => status.branch = said("(detached)"),
        "branch.oid" => status.commit = said("(initial)"),
        "branch.upstream" => status.upstream = Some(value.to_owned()),
        "branch.ab" => {
            let mut numbers = value.split(' ').map(|text| text[1..].parse().ok());
            status.ahead = numbers.next().flatten();
            status.behind = numbers.next().flatten();
        }
        _ => {}
    }
}

/// A file whose path, which may have spaces, comes after so many fields.
fn file<'a>(line: &'a [u8], before: usize, previous: Option<&'a [u8]>) -> Option<FileStatus<'a>> {
    let path = line.splitn(before + 1, |byte| *byte == b' ').last()?;
    let index = word(*line.first()?);
    let worktree = word(*line.get(1)?);
    Some(FileStatus { path, previous, index, worktree, conflict: false })
}

fn word(letter: u8) -> Option<&'static str> {
    match letter {
        b'M' => Some("modified"),
        b'T' => Some("type_changed"),
        b'A' => Some("added"),
        b'D' => Some("deleted"),
        b'R' => Some("renamed"),
        b'C' => Some("copied"),
        b'U' => Some("unmerged"),
        _ => None,
    }
}

/// What a diff says of one file; counts are none for a binary one.
#[derive(Debug, PartialEq)]
pub(crate) struct FileDiff<'a> {
    pub(crate) path: &'a [u8],
    pub(crate) previous: Option<&'a [u8]>,
    pub(crate) status: &'static str,
    pub(crate) counts: Option<(u64, u64)>,
    pub(crate) patch: Vec<u8>,
}

/// The files of `git diff --raw --numstat -z` with their parts of `git diff --patch`.
///
/// Spec: VCS-11 to VCS-16.
pub(crate) fn parse_diff<'a>(summary: &'a [u8], whole: &[u8]) -> Vec<FileDiff<'a>> {
    let mut found = Vec::new();
    let mut counts = HashMap::new();
    let mut tokens = summary.split(|byte| *byte == 0);
    while let Some(token) = tokens.next() {
        if token.starts_with(b":") {
            // :MODE MODE HASH HASH LETTER[SCORE] NUL PATH NUL [PATH NUL]
            let letter = token.rsplit(|byte| *byte == b' ').next().and_then(<[u8]>::first);
            let letter = letter.copied().unwrap_or_default();
            let mut path = tokens.next().unwrap_or_default();
            let mut previous = None;
            if matches!(letter, b'R' | b'C') {
                previous = Some(path);
                path = tokens.next().unwrap_or_default();
            }
            let status = word(letter).unwrap_or("modified");
            if letter != b'U' {
                found.push(FileDiff { path, previous, status, counts: None, patch: Vec::new() });
            }
        } else if let Some((mut path, count)) = parse_count(token) {
            // ADDED TAB DELETED TAB PATH NUL, or without the path and two of them behind.
            if path.is_empty() {
                path = tokens.nth(1).unwrap_or_default();
            }
            counts.insert(path, count);
        }
    }
    let mut parts = parts(whole).into_iter();
    for file in &mut found {
        file.counts = counts.get(file.path).copied().flatten();
        // Where a file becomes a link, the one is deleted and the other created.
        let number = if file.status == "type_changed" { 2 } else { 1 };
        file.patch = parts.by_ref().take(number).flatten().collect();
    }
    found
}

/// A patch by file, without the lines that only name conflicts. Where the part of one begins: no
/// line of its content can, those begin with a sign.
fn parts(patch: &[u8]) -> Vec<Vec<u8>> {
    let mut parts: Vec<Vec<u8>> = Vec::new();
    for line in patch.split_inclusive(|byte| *byte == b'\n') {
        if line.starts_with(b"* Unmerged path ") {
            continue;
        }
        match parts.last_mut() {
            Some(part) if !line.starts_with(b"diff --git ") => part.extend_from_slice(line),
            _ => parts.push(line.to_vec()),
        }
    }
    parts
}

/// One file of `--numstat -z`, with lines added and deleted where it is text.
pub(crate) type Counted<'a> = (&'a [u8], Option<(u64, u64)>);

/// The files of `git apply --numstat -z`, sorted by path.
pub(crate) fn parse_counts(output: &[u8]) -> Vec<Counted<'_>> {
    let mut found: Vec<Counted> = output.split(|byte| *byte == 0).filter_map(parse_count).collect();
    found.sort_by_key(|(path, _)| *path);
    found
}

fn parse_count(token: &[u8]) -> Option<Counted<'_>> {
    let (added, rest) = cut(token, b'\t')?;
    let (deleted, path) = cut(rest, b'\t')?;
    let number = |text: &[u8]| std::str::from_utf8(text).ok()?.parse().ok();
    Some((path, number(added).zip(number(deleted))))
}

fn cut(line: &[u8], at: u8) -> Option<(&[u8], &[u8])> {
    let place = line.iter().position(|byte| *byte == at)?;
    Some((&line[..place], &line[place + 1..]))
}

/// Who did something when.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Person {
    name: String,
    email: String,
    date: String,
}

/// One commit of a log.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Commit {
    #[serde(rename = "commit")]
    pub(crate) id: String,
    parents: Vec<String>,
    author: Person,
    committer: Person,
    message: String,
}

/// The commits of `git log -z --format=LOG_FORMAT`.
///
/// Spec: VCS-41.
pub(crate) fn parse_log(output: &[u8]) -> Vec<Commit> {
    let text = String::from_utf8_lossy(output);
    let fields: Vec<&str> = text.split('\0').collect();
    fields.chunks_exact(LOG_FIELDS).map(commit).collect()
}

fn commit(fields: &[&str]) -> Commit {
    let person = |at: usize| Person {
        name: fields[at].to_owned(),
        email: fields[at + 1].to_owned(),
        date: date_of(fields[at + 2].parse().unwrap_or_default()),
    };
    Commit {
        id: fields[0].to_owned(),
        parents: fields[1].split_whitespace().map(str::to_owned).collect(),
        author: person(2),
        committer: person(5),
        message: fields[8].trim_end_matches('\n').to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{parse_diff, parse_status, parts, Status};

    #[test]
    fn a_status_has_renames_conflicts_and_names_with_spaces() {
        let output = b"# branch.oid (initial)\0# branch.head (detached)\0# branch.upstream o/m\0\
            # branch.ab +2 -1\0u UU N... 1 2 3 4 5 6 7 z z\0\
            2 R. N... 1 2 3 4 5 R100 new  name\0old name\0? a b\0";
        let found = parse_status(output);
        let head = Status {
            upstream: Some("o/m".to_owned()),
            ahead: Some(2),
            behind: Some(1),
            ..Status::default()
        };
        assert_eq!(Status { files: Vec::new(), ..parse_status(output) }, head);
        let files: Vec<_> =
            found.files.iter().map(|file| (file.path, file.previous, file.conflict)).collect();
        assert_eq!(
            files,
            [
                (&b"a b"[..], None, false),
                (b"new  name", Some(&b"old name"[..]), false),
                (b"z z", None, true),
            ]
        );
    }

    #[test]
    fn a_type_change_is_one_file_in_two_parts() {
        let summary = b":100644 120000 a b T\0f\0:100644 100644 c d M\0g\0\
            1\t2\tf\0-\t-\tg\0";
        let patch = b"diff --git a/f b/f\n-x\ndiff --git a/f b/f\n+y\n* Unmerged path q\n\
            diff --git a/g b/g\nGIT binary patch\n";
        let found = parse_diff(summary, patch);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].counts, Some((1, 2)));
        assert_eq!(found[0].patch, b"diff --git a/f b/f\n-x\ndiff --git a/f b/f\n+y\n");
        assert_eq!(found[1].counts, None);
        assert_eq!(found[1].patch, b"diff --git a/g b/g\nGIT binary patch\n");
    }

    #[test]
    fn an_empty_patch_has_no_parts() {
        assert!(parts(b"").is_empty());
    }
}
