//! Which test runners a folder is made for, told from the names of its files and some contents.
//!
//! Nothing here asks the file system; the tool `ws` judges by the same rules.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// Folders of which the files are looked at, too, by their path from the folder that is judged.
pub const LOOKED_INTO: [&str; 2] = ["test", "tests"];
/// Files of which the contents count.
pub const READ: [&str; 4] = ["package.json", "pyproject.toml", "setup.cfg", "tox.ini"];

/// The beginning of the line by which a file of several tools configures pytest.
const PYTEST_SECTIONS: [(&str, &[&str]); 3] = [
    ("pyproject.toml", &["[tool.pytest.", "[tool.pytest]"]),
    ("setup.cfg", &["[tool:pytest]"]),
    ("tox.ini", &["[pytest]"]),
];

/// The runners of a folder, sorted.
///
/// `names` are the paths of the files in it and in the folders of [`LOOKED_INTO`], `contents` the
/// text of those of [`READ`] that are there. Spec: TEST-1 to TEST-4.
#[must_use]
pub fn runners(names: &BTreeSet<String>, contents: &BTreeMap<String, String>) -> Vec<&'static str> {
    let mut found = Vec::new();
    if names.contains("Cargo.toml") {
        found.push("cargo");
    }
    if is_node(names, contents) {
        found.push("node");
    }
    if is_pytest(names, contents) {
        found.push("pytest");
    }
    found
}

fn is_pytest(names: &BTreeSet<String>, contents: &BTreeMap<String, String>) -> bool {
    let configured = PYTEST_SECTIONS.iter().any(|(name, sections)| {
        let text = contents.get(*name).map_or("", String::as_str);
        text.split('\n').any(|line| sections.iter().any(|section| line.starts_with(section)))
    });
    configured
        || names.contains("conftest.py")
        || names.contains("pytest.ini")
        || has(names, |name| {
            let stem = name.strip_suffix(".py");
            stem.is_some_and(|stem| stem.starts_with("test_") || stem.ends_with("_test"))
        })
}

fn is_node(names: &BTreeSet<String>, contents: &BTreeMap<String, String>) -> bool {
    match contents.get("package.json").and_then(|text| test_script(text)) {
        Some(script) => {
            let mut words = script.split_whitespace().skip_while(|word| *word != "node");
            words.any(|word| word == "--test")
        }
        None => has(names, |name| {
            [".test.js", ".test.mjs", ".test.cjs"].iter().any(|suffix| name.ends_with(suffix))
        }),
    }
}

fn test_script(package: &str) -> Option<String> {
    let document: Value = serde_json::from_str(package).ok()?;
    Some(document.get("scripts")?.get("test")?.as_str()?.to_owned())
}

fn has(names: &BTreeSet<String>, is_test: impl Fn(&str) -> bool) -> bool {
    names.iter().any(|name| is_test(name.rsplit('/').next().unwrap_or(name)))
}
