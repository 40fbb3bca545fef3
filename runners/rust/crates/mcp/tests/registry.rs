//! Collisions, lengths and the order in which names are given out.

use hanzo_mcp_names::{MaxLength, OutOfRange, Registry};
use sha2::{Digest, Sha256};

fn names(tools: &[(&str, &str)], max_length: usize) -> Vec<String> {
    let limit = MaxLength::try_from(max_length).expect("from 32 to 128");
    let registry = Registry::new(tools.iter().copied(), limit).expect("no part is empty");
    registry.into_entries().into_iter().map(|entry| entry.name).collect()
}

/// The first twelve digits of the hash, as a shell would print them.
fn digits(hashed: &str) -> String {
    format!("{:x}", Sha256::digest(hashed))[..12].to_owned()
}

#[test]
fn every_member_of_a_colliding_group_is_shortened() {
    let given = names(&[("a__b", "c"), ("x", "y"), ("a", "b__c")], 64);
    assert_eq!(given, ["mcp__a__b__c_a92700ced282", "mcp__x__y", "mcp__a__b__c_01b8a75bced8"]);
}

#[test]
fn a_name_of_exactly_the_limit_stays_and_a_longer_one_is_cut() {
    for limit in [32, 64, 128] {
        let fits = "t".repeat(limit - 8);
        let long = "t".repeat(limit - 7);
        let given = names(&[("s", &fits), ("s", &long)], limit);
        assert_eq!(given[0], format!("mcp__s__{fits}"));
        let stem = "t".repeat(limit - 13 - 8);
        let hash = digits(&format!("s\0{long}"));
        assert_eq!(given[1], format!("mcp__s__{stem}_{hash}"));
        assert_eq!(given[1].len(), limit);
    }
}

#[test]
fn names_that_differ_behind_the_cut_do_not_collide() {
    let start = "t".repeat(50);
    let (one, two) = (format!("{start}1"), format!("{start}2"));
    let given = names(&[("s", &one), ("s", &two)], 64);
    assert_eq!(given, [format!("mcp__s__{one}"), format!("mcp__s__{two}")]);
}

#[test]
fn a_repeated_pair_is_one_tool() {
    let tools = [("s", "t"), ("s", "u"), ("s", "t")];
    assert_eq!(names(&tools, 64), ["mcp__s__t", "mcp__s__u"]);
}

#[test]
fn a_name_that_was_given_to_an_earlier_entry_is_taken() {
    // "a" and the shortened name of ("a", "b__c") come before "b" in the order of bytes.
    let taken = format!("b__c_{}", digits("a\0b__c"));
    let given = names(&[("a", &taken), ("a__b", "c"), ("a", "b__c")], 64);
    let own = digits(&format!("a\0{taken}"));
    assert_eq!(given[2], format!("mcp__a__{taken}"));
    assert_eq!(given[0], format!("mcp__a__{taken}_{own}"));
}

#[test]
fn a_shortened_name_that_is_taken_is_tried_again_with_an_attempt() {
    // The plain name of ("A", …) is given out first and equals the shortened name of ("A.", "t").
    let tool = format!("t_{}", digits("A.\0t"));
    let given = names(&[("A.", "t"), ("A_", "t"), ("A ", &tool)], 64);
    assert_eq!(given[2], format!("mcp__A___{tool}"));
    assert_eq!(given[0], format!("mcp__A___t_{}", digits("A.\0t\u{0}1")));
}

#[test]
fn names_depend_on_the_set_and_not_on_the_order() {
    let taken = format!("b__c_{}", digits("a\0b__c"));
    let mut tools =
        vec![("a", taken.as_str()), ("a__b", "c"), ("a", "b__c"), ("ｚ", "t"), ("😀", "t")];
    let mut forward = names(&tools, 32);
    tools.reverse();
    let mut backward = names(&tools, 32);
    backward.reverse();
    assert_eq!(forward, backward);
    forward.sort_unstable();
    forward.dedup();
    assert_eq!(forward.len(), tools.len(), "no name is given twice");
}

#[test]
fn pairs_that_a_nul_makes_equal_in_bytes_are_two_tools() {
    let given = names(&[("a\0b", "c"), ("a", "b\0c")], 64);
    // Different joined names, so neither is shortened.
    assert_eq!(given, ["mcp__a_b__c", "mcp__a__b_c"]);
    // The same joined name and the same bytes to hash: the shorter server goes first.
    let given = names(&[("a\0_", "_t"), ("a", "_\0_t")], 64);
    let hashed = "a\0_\0_t";
    assert_eq!(given[1], format!("mcp__a_____t_{}", digits(hashed)));
    assert_eq!(given[0], format!("mcp__a_____t_{}", digits(&format!("{hashed}\u{0}1"))));
}

#[test]
fn one_empty_part_fails_the_whole_registry() {
    let error = Registry::new([("s", "t"), ("s", "")], MaxLength::default());
    assert_eq!(error.map(|_| ()).map_err(|error| error.code()), Err("INVALID_NAME"));
}

#[test]
fn the_limit_is_from_32_to_128() {
    for bytes in [0, 31, 129] {
        assert_eq!(MaxLength::try_from(bytes), Err(OutOfRange), "{bytes}");
    }
    assert_eq!(MaxLength::try_from(64), Ok(MaxLength::default()));
}

#[test]
fn a_tool_is_found_by_exactly_its_name() {
    let registry = Registry::new([("s.1", "t")], MaxLength::default()).expect("no part is empty");
    let entry = registry.find("mcp__s_1__t").expect("it is registered");
    assert_eq!((entry.server.as_str(), entry.tool.as_str()), ("s.1", "t"));
    assert!(registry.find("mcp__s.1__t").is_none());
}
