//! What differs between two contents, as a unified diff.
//!
//! The result does not depend on how it is found: FS-75 says which lines count as kept, whatever
//! algorithm finds them.

use std::fmt::Write;
use std::ops::Range;

use crate::patching::lines_of;

const CONTEXT: usize = 3;
/// How many pairs of lines are compared at most, besides the common start and end.
const MOST_PAIRS: usize = 1_000_000;

/// These old lines give way to these new ones.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Change {
    old: Range<usize>,
    new: Range<usize>,
}

/// A unified diff with three lines of context; empty when nothing differs.
///
/// Spec: FS-71 to FS-80.
#[must_use]
pub fn unified(before: &[u8], after: &[u8], old_name: &str, new_name: &str) -> Vec<u8> {
    let (old, new) = (lines_of(before), lines_of(after));
    let found = changes(&old, &new);
    let mut patch = Vec::new();
    if !found.is_empty() {
        patch.extend_from_slice(format!("--- {old_name}\n+++ {new_name}\n").as_bytes());
    }
    let mut rest = &found[..];
    while !rest.is_empty() {
        let (group, others) = rest.split_at(length_of_group(rest));
        add_hunk(&mut patch, &old, &new, group);
        rest = others;
    }
    patch
}

/// The changes that lead from old to new lines, in order, each with a line kept between.
fn changes(old: &[&[u8]], new: &[&[u8]]) -> Vec<Change> {
    let start = old.iter().zip(new).take_while(|(left, right)| left == right).count();
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let backwards = old_rest.iter().rev().zip(new_rest.iter().rev());
    let end = backwards.take_while(|(left, right)| left == right).count();
    let old_rest = &old_rest[..old_rest.len() - end];
    let new_rest = &new_rest[..new_rest.len() - end];
    if old_rest.len() * new_rest.len() > MOST_PAIRS {
        let old = start..start + old_rest.len();
        return vec![Change { old, new: start..start + new_rest.len() }];
    }
    steps(old_rest, new_rest, start)
}

/// Spec: FS-75, behind the common start.
fn steps(old: &[&[u8]], new: &[&[u8]], start: usize) -> Vec<Change> {
    let common = Common::new(old, new);
    let mut found: Vec<Change> = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            (i, j) = (i + 1, j + 1);
            continue;
        }
        match found.last() {
            Some(last) if last.old.end == start + i && last.new.end == start + j => {}
            _ => {
                let (old, new) = (start + i, start + j);
                found.push(Change { old: old..old, new: new..new });
            }
        }
        let Some(change) = found.last_mut() else { unreachable!("one was pushed") };
        if i < old.len() && common.lines(i + 1, j) == common.lines(i, j) {
            i += 1;
            change.old.end += 1;
        } else {
            j += 1;
            change.new.end += 1;
        }
    }
    found
}

/// How many lines two ends of texts have in common, in order.
struct Common {
    counts: Vec<u32>,
    width: usize,
}

impl Common {
    fn new(old: &[&[u8]], new: &[&[u8]]) -> Self {
        let width = new.len() + 1;
        let mut counts = vec![0; width * (old.len() + 1)];
        for i in (0..old.len()).rev() {
            for j in (0..new.len()).rev() {
                let at = i * width + j;
                counts[at] = if old[i] == new[j] {
                    counts[at + width + 1] + 1
                } else {
                    counts[at + width].max(counts[at + 1])
                };
            }
        }
        Self { counts, width }
    }

    fn lines(&self, i: usize, j: usize) -> u32 {
        self.counts[i * self.width + j]
    }
}

/// How many of the changes share a hunk, because their context touches or overlaps.
fn length_of_group(changes: &[Change]) -> usize {
    let near = |pair: &&[Change]| pair[1].old.start - pair[0].old.end <= 2 * CONTEXT;
    1 + changes.windows(2).take_while(near).count()
}

fn add_hunk(patch: &mut Vec<u8>, old: &[&[u8]], new: &[&[u8]], group: &[Change]) {
    let (Some(first), Some(last)) = (group.first(), group.last()) else { return };
    let before = first.old.start.min(CONTEXT);
    let after = (old.len() - last.old.end).min(CONTEXT);
    let mut head = String::from("@@ -");
    add_span(&mut head, first.old.start - before, last.old.end + after);
    head.push_str(" +");
    add_span(&mut head, first.new.start - before, last.new.end + after);
    head.push_str(" @@\n");
    patch.extend_from_slice(head.as_bytes());
    let mut at = first.old.start - before;
    for change in group {
        add_lines(patch, b' ', &old[at..change.old.start]);
        add_lines(patch, b'-', &old[change.old.clone()]);
        add_lines(patch, b'+', &new[change.new.clone()]);
        at = change.old.end;
    }
    add_lines(patch, b' ', &old[at..at + after]);
}

/// Lines as a head of a hunk counts them: from 1, an empty span by the line before it.
fn add_span(head: &mut String, start: usize, end: usize) {
    // Writing to text does not fail.
    let _ = match end - start {
        1 => write!(head, "{}", start + 1),
        0 => write!(head, "{start},0"),
        count => write!(head, "{},{count}", start + 1),
    };
}

fn add_lines(patch: &mut Vec<u8>, mark: u8, lines: &[&[u8]]) {
    for line in lines {
        patch.push(mark);
        patch.extend_from_slice(line);
        if !line.ends_with(b"\n") {
            patch.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
}
