//! What the vectors ask is asked there; here, what a caller of the library sees.

use hanzo_migration::{allowed, migrate, Mode};
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
fn every_mode_reads_and_only_one_commits() {
    let modes = [Mode::Inspect, Mode::Apply, Mode::Verify, Mode::Ship];
    assert!(modes.iter().all(|mode| allowed(*mode, "fs", "read")));
    let committing: Vec<Mode> =
        modes.into_iter().filter(|mode| allowed(*mode, "vcs", "commit")).collect();
    assert_eq!(committing, [Mode::Ship]);
}
