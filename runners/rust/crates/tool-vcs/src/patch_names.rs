//! The paths that a patch names, in every header that git knows (git apply, apply.c). Pure.

/// Extended headers of git, each with whether it names a path; no other line stands among them.
const EXTENDED: [(&[u8], bool); 13] = [
    (b"old mode ", false),
    (b"new mode ", false),
    (b"deleted file mode ", false),
    (b"new file mode ", false),
    (b"copy from ", true),
    (b"copy to ", true),
    (b"rename old ", true),
    (b"rename new ", true),
    (b"rename from ", true),
    (b"rename to ", true),
    (b"similarity index ", false),
    (b"dissimilarity index ", false),
    (b"index ", false),
];
const BEFORE: &[u8] = b"--- ";
const AFTER: &[u8] = b"+++ ";
const BOTH: &[u8] = b"diff --git ";
const NOTHING: &[u8] = b"/dev/null";
/// Two names of a path's greatest length and what is around them.
const LONGEST_PAIR: usize = 2 * 4096 + 16;

/// Every name in the headers of a patch, in order, without the prefix that git takes off.
///
/// An absolute name keeps its slash. What stands in hunks, or in text between patches, is no name.
/// Spec: VCS-23.
pub(crate) fn patch_names(patch: &[u8]) -> Vec<Vec<u8>> {
    let lines: Vec<&[u8]> = patch.split(|byte| *byte == b'\n').collect();
    let mut found = Vec::new();
    let (mut old_left, mut new_left) = (0_u64, 0_u64);
    let mut is_extended = false;
    for (index, line) in lines.iter().enumerate() {
        if old_left > 0 || new_left > 0 {
            let (is_old, is_new) = match line.first() {
                None | Some(b' ') => (1, 1),
                Some(b'-') => (1, 0),
                Some(b'+') => (0, 1),
                Some(b'\\') => (0, 0),
                Some(_) => (u64::MAX, u64::MAX),
            };
            old_left = old_left.saturating_sub(is_old);
            new_left = new_left.saturating_sub(is_new);
            if is_old != u64::MAX {
                continue;
            }
        }
        if let Some(counts) = fragment(line) {
            (old_left, new_left) = counts;
            is_extended = false;
        } else if let Some(names) = line.strip_prefix(BOTH) {
            is_extended = true;
            found.extend(pair(names));
        } else if let Some(name) = line.strip_prefix(BEFORE).or(line.strip_prefix(AFTER)) {
            if is_extended || is_traditional(&lines, index) {
                found.extend(named(name));
            }
        } else if is_extended {
            let header = EXTENDED.iter().find(|(word, _)| line.starts_with(word));
            is_extended = header.is_some();
            if let Some((word, true)) = header {
                found.push(text(&line[word.len()..]));
            }
        }
    }
    found
}

/// The lines that a hunk begins to speak of, before and after.
fn fragment(line: &[u8]) -> Option<(u64, u64)> {
    let (old, rest) = extent(line.strip_prefix(b"@@ -")?)?;
    let (new, rest) = extent(rest.strip_prefix(b" +")?)?;
    rest.starts_with(b" @@").then_some((old, new))
}

fn extent(text: &[u8]) -> Option<(u64, &[u8])> {
    let (_, rest) = number(text)?;
    match rest.strip_prefix(b",") {
        None => Some((1, rest)),
        Some(rest) => number(rest),
    }
}

fn number(text: &[u8]) -> Option<(u64, &[u8])> {
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let digits = std::str::from_utf8(&text[..length]).ok().filter(|digits| !digits.is_empty())?;
    Some((digits.parse().unwrap_or(u64::MAX - 1), &text[length..]))
}

/// Whether a line is one of the two before a hunk; git passes over any other.
fn is_traditional(lines: &[&[u8]], index: usize) -> bool {
    let first = if lines[index].starts_with(BEFORE) { Some(index) } else { index.checked_sub(1) };
    let three = first.and_then(|first| lines.get(first..first + 3));
    three.is_some_and(|lines| {
        lines[0].starts_with(BEFORE) && lines[1].starts_with(AFTER) && lines[2].starts_with(b"@@ -")
    })
}

/// The name of a line that may end in a date.
fn named(line: &[u8]) -> Option<Vec<u8>> {
    let name = if line.starts_with(b"\"") { text(line) } else { unended(before(line, b'\t')) };
    (before(&name, b' ') != NOTHING).then(|| stripped(&name))
}

/// The two names of a line, which nothing but a space divides.
fn pair(line: &[u8]) -> Vec<Vec<u8>> {
    if line.starts_with(b"\"") || line.ends_with(b"\"") {
        let (first, rest) = quoted(line).unwrap_or_else(|| {
            let end = line.windows(2).position(|two| two == b" \"").unwrap_or(line.len());
            (line[..end].to_vec(), line.get(end + 1..).unwrap_or_default())
        });
        let spaces = rest.iter().take_while(|byte| **byte == b' ').count();
        return vec![stripped(&first), stripped(&text(&rest[spaces..]))];
    }
    if line.len() > LONGEST_PAIR {
        return vec![stripped(line)];
    }
    let spaces = (0..line.len()).filter(|at| line[*at] == b' ');
    let pairs: Vec<[Vec<u8>; 2]> =
        spaces.map(|at| [stripped(&line[..at]), stripped(&line[at + 1..])]).collect();
    // Git takes a name from here only where both are the same; else other headers say them.
    let same = pairs.iter().find(|[one, other]| one == other);
    let sound = || pairs.iter().find(|both| !both.iter().any(|name| leads_out(name)));
    same.or_else(sound).or(pairs.first()).map(|both| both.to_vec()).unwrap_or_default()
}

/// Whether a name, wherever links lead, is none of a file in the work tree.
pub(crate) fn leads_out(name: &[u8]) -> bool {
    let is_out = |part: &[u8]| part == b".." || part.eq_ignore_ascii_case(b".git");
    name.starts_with(b"/") || name.split(|byte| *byte == b'/').any(is_out)
}

/// A name without its first part, as git takes it by default, unless it is absolute.
fn stripped(name: &[u8]) -> Vec<u8> {
    let first = before(name, b'/');
    let rest = name.get(first.len() + 1..).unwrap_or_default();
    // Where the part that goes would lead out, it is the name that does.
    if first.is_empty() || rest.is_empty() || leads_out(first) {
        name.to_vec()
    } else {
        rest.to_vec()
    }
}

fn text(line: &[u8]) -> Vec<u8> {
    quoted(line).map_or_else(|| unended(line), |(name, _)| name)
}

fn before(text: &[u8], end: u8) -> &[u8] {
    text.split(|byte| *byte == end).next().unwrap_or_default()
}

fn unended(text: &[u8]) -> Vec<u8> {
    let kept = text.iter().rposition(|byte| *byte != b'\r').map_or(0, |last| last + 1);
    text[..kept].to_vec()
}

/// A name that begins in quotes, as it is meant, and what stands behind it.
fn quoted(line: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let mut rest = line.strip_prefix(b"\"")?;
    let mut name = Vec::new();
    loop {
        let (first, behind) = rest.split_first()?;
        rest = behind;
        match first {
            b'"' => return Some((name, rest)),
            b'\\' => {
                let (letter, behind) = escaped(rest)?;
                name.push(letter);
                rest = behind;
            }
            letter => name.push(*letter),
        }
    }
}

fn escaped(text: &[u8]) -> Option<(u8, &[u8])> {
    if let [first @ b'0'..=b'3', second @ b'0'..=b'7', third @ b'0'..=b'7', rest @ ..] = text {
        return Some((((first - b'0') << 6) | ((second - b'0') << 3) | (third - b'0'), rest));
    }
    let (letter, rest) = text.split_first()?;
    let meant = match letter {
        b'a' => 7,
        b'b' => 8,
        b'f' => 12,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 11,
        other => *other,
    };
    Some((meant, rest))
}
