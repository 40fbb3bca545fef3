//! What the vectors ask is asked there; here, what a caller of the library sees.

use hanzo_migration::{allowed, migrate};
use serde_json::{json, Map};

#[test]
fn a_refusal_says_its_code_and_its_details() {
    let refused = migrate("teleport", &Map::new()).unwrap_err();
    assert_eq!(refused.to_string(), r#"NOT_FOUND: {"tool":"teleport"}"#);
}

#[test]
fn the_order_of_the_arguments_that_are_passed_on_stays() {
    let args = json!({"z": 1, "action": "diff", "a": 2});
    let call = migrate("git", args.as_object().unwrap()).unwrap();
    assert_eq!(call.args.keys().collect::<Vec<_>>(), ["z", "a"]);
}

#[test]
fn a_mode_that_nobody_knows_is_no_more_than_inspect() {
    assert!(allowed("", "fs", "read"));
    assert!(!allowed("", "vcs", "commit"));
}
