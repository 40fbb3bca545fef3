//! What test runners say of tests, read into one form.
//!
//! cargo and node print it, line by line; pytest writes it into a file of its own.

mod cargo_output;
mod node_output;
mod pytest_report;

use regex_lite::Regex;

pub use pytest_report::read_report;

/// A test that failed, by the name that its runner gives it, and where, if that was told.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Failure {
    /// As the runner names it.
    pub name: String,
    /// A path as printed, and a line that counts from 1.
    pub place: Option<(String, u64)>,
}

/// How many tests passed, failed and were skipped.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tally {
    /// Tests that passed.
    pub passed: u64,
    /// Tests that failed.
    pub failed: u64,
    /// Tests that were skipped.
    pub skipped: u64,
    /// In the order of the output.
    pub failures: Vec<Failure>,
    /// Whether the runner came to its last words, which are its counts.
    pub complete: bool,
}

/// Reads what a runner prints.
pub trait Reader {
    /// Take the next line, without its end.
    fn line(&mut self, text: &str);

    /// What was read by now.
    fn tally(&mut self) -> Tally;
}

/// A reader of what a runner prints, which is not pytest.
#[must_use]
pub fn reader(runner: &str) -> Box<dyn Reader> {
    match runner {
        "cargo" => Box::new(cargo_output::CargoOutput::new()),
        _ => Box::new(node_output::NodeOutput::new()),
    }
}

/// A pattern that is written in this crate.
fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern of this crate")
}

/// The texts of a pattern's groups, the whole first; one that took no part is empty.
fn groups<'t, const N: usize>(pattern: &Regex, text: &'t str) -> Option<[&'t str; N]> {
    let found = pattern.captures(text)?;
    Some(std::array::from_fn(|index| found.get(index).map_or("", |group| group.as_str())))
}

/// A number as it is printed; one that nobody can count to is 0.
fn number(text: &str) -> u64 {
    text.parse().unwrap_or(0)
}
