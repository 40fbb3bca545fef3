//! What the test programs that `cargo test` builds print.
//!
//! The stable library for tests has no other form than this text, and tests print into it. So only
//! the lines count that its documentation shows, where it puts them: `running`, and `test result`
//! after an empty line, with numbers that add up and, where there are failures, after the list of
//! their names.

use std::collections::HashMap;

use regex_lite::Regex;

use super::{groups, number, pattern, Failure, Reader, Tally};

/// The names of what has failed stand under this line, each indented.
const LIST: &str = "failures:";
const INDENT: &str = "    ";

/// Reads one test program after the other.
///
/// Spec: TEST-21, TEST-22.
pub(super) struct CargoOutput {
    rules: Rules,
    /// One that has not ended holds what seems to have begun after it: tests may print all of this.
    programs: Vec<Program>,
    places: HashMap<String, (String, u64)>,
    about: Option<String>,
    listed: Option<Vec<String>>,
    is_after_empty: bool,
}

/// How many tests a program said that it runs, and what it said of them at its end.
struct Program {
    announced: u64,
    totals: Option<Tally>,
}

struct Rules {
    running: Regex,
    totals: Regex,
    heading: Regex,
    place: Regex,
    in_text: Regex,
}

impl CargoOutput {
    pub(super) fn new() -> Self {
        let rules = Rules {
            // running 5 tests
            running: pattern(r"^running ([0-9]{1,9}) tests?$"),
            // test result: FAILED. 1 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out; …
            totals: pattern(concat!(
                r"^test result: (ok|FAILED)\. ([0-9]{1,9}) passed; ([0-9]{1,9}) failed; ",
                r"([0-9]{1,9}) ignored; ([0-9]{1,9}) measured; ",
                r"[0-9]+ filtered out(?:; finished in [0-9.]+s)?$",
            )),
            // ---- tests::bad stdout ----
            heading: pattern(r"^---- (.+) stdout ----$"),
            // thread 'tests::bad' (2721) panicked at src/lib.rs:15:9:
            // note: test did not panic as expected at src/lib.rs:24:8
            // Before Rust 1.73 the words of the panic stood first: panicked at 'no', src/a.rs:9:5
            place: pattern(concat!(
                r"^.*(?:panicked at|did not panic as expected at) ",
                r"(?:'.*', )?([^\s'].*):([0-9]{1,9}):[0-9]+:?$",
            )),
            // src/lib.rs - two (line 1)
            in_text: pattern(r"^(.+?) - .*\(line ([0-9]{1,9})\)"),
        };
        Self {
            rules,
            programs: Vec::new(),
            places: HashMap::new(),
            about: None,
            listed: None,
            is_after_empty: false,
        }
    }

    /// Keep the names of the last list of failures, which an empty line ends.
    fn list(&mut self, text: &str) {
        if text == LIST && self.is_after_empty {
            self.listed = Some(Vec::new());
            return;
        }
        let name = text.strip_prefix(INDENT).filter(|_| !self.is_after_empty);
        match (&mut self.listed, name) {
            (Some(listed), Some(name)) => listed.push(name.to_owned()),
            _ if text.is_empty() => {}
            _ => self.listed = None,
        }
    }

    fn end(&mut self, word: &str, counts: [u64; 4]) {
        let [passed, failed, skipped, measured] = counts;
        let names = self.listed.take().unwrap_or_default();
        if (word == "ok") != (failed == 0) || names.len() as u64 != failed {
            return;
        }
        let Some(ended) = self.ended(passed + failed + skipped + measured) else { return };
        // What began within it was printed by a test.
        self.programs.truncate(ended + 1);
        let placed = |name: String| {
            // What an example in the documentation says of lines is not of this file.
            let in_text = groups(&self.rules.in_text, &name);
            let place = in_text.map(|[_, path, line]| (path.to_owned(), number(line)));
            let place = place.or_else(|| self.places.get(&name).cloned());
            Failure { name, place }
        };
        let failures = names.into_iter().map(placed).collect();
        let totals = Tally { passed, failed, skipped, failures, complete: true };
        self.programs[ended].totals = Some(totals);
        self.places.clear();
        self.about = None;
    }

    /// The last program of so many tests that may have ended now.
    fn ended(&self, count: u64) -> Option<usize> {
        let first = self.programs.iter().position(|program| program.totals.is_none());
        let first = first.unwrap_or(self.programs.len().saturating_sub(1));
        (first..self.programs.len()).rev().find(|at| self.programs[*at].announced == count)
    }
}

impl Reader for CargoOutput {
    fn line(&mut self, text: &str) {
        let totals = groups::<6>(&self.rules.totals, text).filter(|_| self.is_after_empty);
        if let Some([_, count]) = groups(&self.rules.running, text) {
            self.programs.push(Program { announced: number(count), totals: None });
        } else if let Some([_, word, passed, failed, ignored, measured]) = totals {
            self.end(word, [passed, failed, ignored, measured].map(number));
        } else if let Some([_, name]) = groups(&self.rules.heading, text) {
            self.about = Some(name.to_owned());
        } else if let Some(about) = self.about.as_ref().filter(|it| !self.places.contains_key(*it))
        {
            if let Some([_, path, line]) = groups(&self.rules.place, text) {
                self.places.insert(about.clone(), (path.to_owned(), number(line)));
            }
        }
        self.list(text);
        self.is_after_empty = text.is_empty();
    }

    fn tally(&mut self) -> Tally {
        let mut tally = Tally { complete: !self.programs.is_empty(), ..Tally::default() };
        for program in &self.programs {
            let Some(totals) = &program.totals else {
                tally.complete = false;
                continue;
            };
            tally.passed += totals.passed;
            tally.failed += totals.failed;
            tally.skipped += totals.skipped;
            tally.failures.extend(totals.failures.iter().cloned());
        }
        tally
    }
}
