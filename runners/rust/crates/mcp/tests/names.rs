//! Joining and splitting.

use hanzo_mcp_names::{is_reversible, normalize, parse};

#[test]
fn each_foreign_code_point_becomes_one_underscore() {
    for (server, tool, name) in [
        ("files", "read", "mcp__files__read"),
        ("My-Files_2", "Read", "mcp__My-Files_2__Read"),
        ("my files", "read.text", "mcp__my_files__read_text"),
        ("😀", "é", "mcp______"),
        ("e\u{301}", "t", "mcp__e___t"),
        (" a ", "..b", "mcp___a_____b"),
        ("mcp__a__b", "c", "mcp__mcp__a__b__c"),
        ("٣", "ａ", "mcp______"),
    ] {
        assert_eq!(normalize(server, tool).as_deref(), Ok(name), "{server:?} {tool:?}");
    }
}

#[test]
fn joining_has_no_limit() {
    assert_eq!(normalize(&"s".repeat(500), "t").map(|name| name.len()), Ok(508));
}

#[test]
fn an_empty_part_is_no_name() {
    for (server, tool) in [("", "t"), ("s", ""), ("", "")] {
        let error = normalize(server, tool).expect_err("a part is empty");
        assert_eq!(error.code(), "INVALID_NAME");
        assert!(is_reversible(server, tool).is_err());
    }
}

#[test]
fn a_name_is_split_at_the_first_separator() {
    for (name, parts) in [
        ("mcp__files__read", ("files", "read")),
        ("mcp__a__b__c", ("a", "b__c")),
        ("mcp__a___b", ("a", "_b")),
        ("mcp__a b__ü", ("a b", "ü")),
        ("mcp__a_____", ("a", "___")),
    ] {
        assert_eq!(parse(name), Ok(parts), "{name}");
    }
}

#[test]
fn what_is_not_prefix_server_separator_tool_is_no_name() {
    for name in [
        "",
        "mcp",
        "mcp__",
        "mcp__a",
        "mcp__a_b",
        "mcp____",
        "mcp____t",
        "mcp__s__",
        "mcp_____t",
        "MCP__s__t",
        " mcp__s__t",
        "mcp_s__t",
        "amcp__s__t",
    ] {
        assert!(parse(name).is_err(), "{name}");
    }
}

#[test]
fn a_name_is_reversible_when_parsing_gives_both_parts_back() {
    for (server, tool, reversible) in [
        ("files", "read__text", true),
        ("a", "_b", true),
        ("a_", "b", false),
        ("a__b", "c", false),
        ("_", "t", false),
        ("my files", "read", false),
        ("files", "a.b", false),
    ] {
        assert_eq!(is_reversible(server, tool), Ok(reversible), "{server:?} {tool:?}");
    }
}
