//! How long a binding may be: a domain that needs more has its behaviour in the wrong place.

use std::fs;
use std::path::Path;

#[test]
fn each_binding_has_less_than_thirty_lines_of_at_most_a_hundred_characters() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/domains");
    let mut bindings = 0;
    for entry in fs::read_dir(folder).expect("the bindings can be listed") {
        let path = entry.expect("the bindings can be listed").path();
        let text = fs::read_to_string(&path).expect("a binding is text");
        let count = text.lines().count();
        assert!(count < 30, "{} has {count} lines", path.display());
        // The formatter leaves what stands in a declaration alone.
        let widest = text.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(100), "{} is {widest:?} wide", path.display());
        bindings += 1;
    }
    assert!(bindings > 0, "there is no binding");
}
