//! Unified diffs of texts that have the same number of lines: renamed words, trimmed lines. Pure.
//!
//! The form is that of diff -u and git: three lines of context, changes up to six lines apart in
//! one hunk, removed lines of a run before added ones.

use std::fmt::Write;

const CONTEXT: usize = 3;
const NO_NEWLINE: &str = "\\ No newline at end of file\n";

/// The patch that turns one text into the other; empty when they are equal.
///
/// `path` is relative. Lines end at line feeds; a carriage return is content.
/// Spec: CODE-44 to CODE-46.
pub(crate) fn unified(path: &str, before: &str, after: &str) -> String {
    let old: Vec<&str> = before.split_inclusive('\n').collect();
    let new: Vec<&str> = after.split_inclusive('\n').collect();
    let hunks: String =
        groups(&old, &new).into_iter().map(|group| hunk(&old, &new, group)).collect();
    if hunks.is_empty() {
        return hunks;
    }
    let (ours, theirs) = (quoted(&format!("a/{path}")), quoted(&format!("b/{path}")));
    format!("--- {ours}\n+++ {theirs}\n{hunks}")
}

/// The first and last line of each run of changes.
fn groups(old: &[&str], new: &[&str]) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for index in (0..old.len()).filter(|&index| old[index] != new[index]) {
        match found.last_mut() {
            Some((_, last)) if index - *last <= 2 * CONTEXT + 1 => *last = index,
            _ => found.push((index, index)),
        }
    }
    found
}

fn hunk(old: &[&str], new: &[&str], (first, last): (usize, usize)) -> String {
    let start = first.saturating_sub(CONTEXT);
    let end = old.len().min(last + CONTEXT + 1);
    let place = match end - start {
        1 => format!("{}", start + 1),
        count => format!("{},{count}", start + 1),
    };
    let mut told = format!("@@ -{place} +{place} @@\n");
    let mut added = String::new();
    for (before, after) in old[start..end].iter().zip(&new[start..end]) {
        if before == after {
            told += &std::mem::take(&mut added);
            told += &marked(' ', before);
        } else {
            told += &marked('-', before);
            added += &marked('+', after);
        }
    }
    told + &added
}

fn marked(sign: char, line: &str) -> String {
    if line.ends_with('\n') {
        format!("{sign}{line}")
    } else {
        format!("{sign}{line}\n{NO_NEWLINE}")
    }
}

/// A name as git writes it: in quotes if it would break a line of the header.
fn quoted(name: &str) -> String {
    let mut escaped = String::new();
    for letter in name.chars() {
        match letter {
            '"' | '\\' => escaped.extend(['\\', letter]),
            '\0'..='\x1f' | '\x7f' => {
                write!(escaped, "\\{:03o}", letter as u32).expect("text takes all");
            }
            _ => escaped.push(letter),
        }
    }
    if escaped == name {
        escaped
    } else {
        format!("\"{escaped}\"")
    }
}
