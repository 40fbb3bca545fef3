//! Which names a pattern covers.

use std::time::{Duration, Instant};

use hanzo_backoff::SplitMix64;
use hanzo_permissions::{matches, Glob};

/// Each line: a pattern, names that it covers, names that it does not.
fn check(table: &[(&str, &[&str], &[&str])]) {
    for (pattern, covered, others) in table {
        let glob = Glob::new(pattern);
        for name in *covered {
            assert!(glob.matches(name), "{pattern:?} covers {name:?}");
        }
        for name in *others {
            assert!(!glob.matches(name), "{pattern:?} does not cover {name:?}");
        }
    }
}

#[test]
fn a_pattern_covers_the_whole_name_exactly_as_it_is_written() {
    check(&[
        ("fs.write", &["fs.write"], &["fs.Write", "xfs.write", "fs.write.all", "fsxwrite", ""]),
        ("", &[""], &["a"]),
        ("é", &["é"], &["e\u{301}", "É"]),
        ("+(a)|b$^", &["+(a)|b$^"], &["a", "b"]),
    ]);
}

#[test]
fn a_star_is_any_run_and_a_question_mark_one_code_point() {
    check(&[
        ("mcp__*", &["mcp__", "mcp__a__b", "mcp__/.\n"], &["mcp_", "xmcp__"]),
        ("*", &["", ".hidden", "a/b\r\nc"], &[]),
        ("a**b", &["ab", "axxb"], &["a", "abx"]),
        ("*a*b", &["ab", "xaxbab"], &["ba", "abx"]),
        ("?", &["a", "😀", "\n", "."], &["", "ab", "e\u{301}"]),
        ("a?*", &["ab", "abc"], &["a"]),
    ]);
}

#[test]
fn a_set_is_one_code_point_among_its_members() {
    check(&[
        ("[abc]", &["a", "c"], &["", "d", "ab", "[abc]"]),
        ("[!abc]", &["d", "\n", "/", "."], &["a", "", "dd"]),
        ("[]a]", &["]", "a"], &["[]a]", "b"]),
        ("[!]a]", &["b"], &["]", "a"]),
        ("[a-]x]", &["ax]", "-x]"], &["x", "a"]),
        ("[^a]", &["^", "a"], &["b"]),
        ("[*?[!\\]", &["*", "?", "[", "!", "\\"], &["a", ""]),
        ("[[:alpha:]]", &["a]", ":]", "[]"], &["b]", "b"]),
        ("[\u{1f600}-\u{1f64f}]", &["😀", "\u{1f64f}"], &["\u{1f650}", "a"]),
    ]);
}

#[test]
fn a_hyphen_is_a_range_between_two_unused_members_and_a_member_elsewhere() {
    check(&[
        ("[a-c]", &["a", "b", "c"], &["-", "d", "B"]),
        ("[-a]", &["-", "a"], &["b"]),
        ("[a-c-e]", &["a", "b", "c", "-", "e"], &["d"]),
        ("[--0]", &["-", ".", "/", "0"], &["1", ","]),
        ("[z-a]", &[], &["a", "m", "z", "-", ""]),
        ("[!z-a]", &["a", "-", "m"], &[""]),
        ("[b-a!x]", &["!", "x"], &["a", "b", "y"]),
        ("[a-a]", &["a"], &["-"]),
    ]);
}

#[test]
fn what_has_no_meaning_stands_for_itself() {
    check(&[
        ("[", &["["], &[""]),
        ("[!", &["[!"], &["a"]),
        ("[]", &["[]"], &["]"]),
        ("[!]", &["[!]"], &["a"]),
        ("[a*", &["[a", "[axyz"], &["a"]),
        ("a]", &["a]"], &["a"]),
        ("\\*", &["\\", "\\x"], &["*"]),
        ("{a,b}", &["{a,b}"], &["a"]),
        ("!a", &["!a"], &["b"]),
        ("#a", &["#a"], &[""]),
        ("[*]", &["*"], &["a"]),
    ]);
}

#[test]
fn a_match_takes_no_more_steps_than_pattern_times_name() {
    let start = Instant::now();
    let name = "a".repeat(20_000);
    assert!(!matches(&format!("{}b", "a*".repeat(200)), &name));
    assert!(!matches(&format!("{}b", "*a".repeat(200)), &name));
    assert!(matches(&"*".repeat(20_000), &name));
    assert!(matches(&"[".repeat(200_000), &"[".repeat(200_000)));
    // Backtracking without bound would not end within the age of the universe.
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_pattern_of_very_many_brackets_is_compiled_at_once() {
    let begun = Instant::now();
    for pattern in
        ["[".repeat(2_000_000), format!("[]{}", "[".repeat(2_000_000)), "[a]".repeat(500_000)]
    {
        assert!(!matches(&pattern, "a"));
    }
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn the_two_pointers_agree_with_trying_everything() {
    const NOISE: &[u8] = b"[]!-^*?abc";
    let mut random = SplitMix64::new(1);
    let mut below = |limit: usize| {
        usize::try_from(random.next_word() % limit as u64).expect("it is below the limit")
    };
    let mut text = |most: usize| -> String {
        (0..below(most + 1)).map(|_| char::from(NOISE[below(NOISE.len())])).collect()
    };
    let mut covered = 0;
    for _ in 0..40_000 {
        let (pattern, name) = (text(7), text(4));
        let (points, rest): (Vec<char>, Vec<char>) =
            (pattern.chars().collect(), name.chars().collect());
        let expected = try_everything(&points, &rest);
        covered += u32::from(expected);
        assert_eq!(matches(&pattern, &name), expected, "{pattern:?} {name:?}");
    }
    assert!(covered > 1_000, "both answers were seen");
}

/// The definition of a match, without any thought of time.
fn try_everything(pattern: &[char], name: &[char]) -> bool {
    match (pattern, name) {
        ([], _) => name.is_empty(),
        (['*', rest @ ..], _) => (0..=name.len()).any(|taken| try_everything(rest, &name[taken..])),
        (_, []) => false,
        (['?', rest @ ..], [_, others @ ..]) => try_everything(rest, others),
        (['[', inside @ ..], [point, others @ ..]) => {
            let (negated, members) = match inside {
                ['!', members @ ..] => (true, members),
                _ => (false, inside),
            };
            let close = (1..members.len()).find(|&index| members[index] == ']');
            match close {
                Some(end) => {
                    is_member(&members[..end], *point) != negated
                        && try_everything(&members[end + 1..], others)
                }
                None => *point == '[' && try_everything(inside, others),
            }
        }
        ([literal, rest @ ..], [point, others @ ..]) => {
            literal == point && try_everything(rest, others)
        }
    }
}

fn is_member(members: &[char], point: char) -> bool {
    match members {
        [] => false,
        [low, '-', high, rest @ ..] => (*low <= point && point <= *high) || is_member(rest, point),
        [member, rest @ ..] => *member == point || is_member(rest, point),
    }
}
