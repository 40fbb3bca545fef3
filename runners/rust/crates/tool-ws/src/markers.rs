//! What the names of files say of a project: its languages, its build systems. Pure tables.

use std::collections::BTreeSet;

type Table = &'static [(&'static str, &'static [&'static str])];

/// Sorted by name, as the answers are.
const LANGUAGES: Table = &[
    ("c", &["c", "h"]),
    ("cpp", &["cc", "cpp", "cxx", "hh", "hpp", "hxx"]),
    ("go", &["go"]),
    ("java", &["java"]),
    ("javascript", &["js", "cjs", "mjs", "jsx"]),
    ("python", &["py", "pyi"]),
    ("rust", &["rs"]),
    ("typescript", &["ts", "cts", "mts", "tsx"]),
];
const BUILD: Table = &[
    ("cargo", &["Cargo.toml"]),
    ("cmake", &["CMakeLists.txt"]),
    ("go", &["go.mod"]),
    ("gradle", &["build.gradle", "build.gradle.kts"]),
    ("make", &["GNUmakefile", "Makefile", "makefile"]),
    ("maven", &["pom.xml"]),
    ("meson", &["meson.build"]),
    ("npm", &["package.json"]),
    ("python", &["pyproject.toml", "setup.cfg", "setup.py"]),
];
pub(crate) const REPOSITORY: &str = ".git";
/// Folders of what was fetched or built: nobody wrote their files for this project.
const FOREIGN: [&str; 6] = ["__pycache__", "build", "dist", "node_modules", "target", "vendor"];

/// The languages of files with these names, sorted. Spec: WS-14.
pub(crate) fn languages(names: &[String]) -> Vec<&'static str> {
    let endings = names.iter().filter_map(|name| name.rsplit_once('.'));
    matching(LANGUAGES, &endings.map(|(_, ending)| ending.to_owned()).collect())
}

/// The build systems of a folder with entries of these names, sorted. Spec: WS-16.
pub(crate) fn build_systems(names: &BTreeSet<String>) -> Vec<&'static str> {
    matching(BUILD, names)
}

/// Whether a folder with these entries is where a project begins. Spec: WS-12.
pub(crate) fn marks_a_root(names: &BTreeSet<String>) -> bool {
    names.contains(REPOSITORY) || !build_systems(names).is_empty()
}

/// Whether files below a folder of this name belong to the project. Spec: WS-15.
pub(crate) fn is_own_folder(name: &str) -> bool {
    !name.starts_with('.') && !FOREIGN.contains(&name)
}

fn matching(table: Table, found: &BTreeSet<String>) -> Vec<&'static str> {
    let known = table.iter().filter(|(_, marks)| marks.iter().any(|mark| found.contains(*mark)));
    known.map(|(name, _)| *name).collect()
}
