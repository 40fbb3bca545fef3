//! What the test programs that `cargo test` builds print.

use std::collections::HashMap;

use regex_lite::Regex;

use super::{groups, number, pattern, Failure, Reader, Tally};

/// Reads one test program after the other.
///
/// Spec: TEST-21, TEST-22.
pub(super) struct CargoOutput {
    rules: Rules,
    names: Vec<String>,
    places: HashMap<String, (String, u64)>,
    about: Option<String>,
    /// How many tests each program said that it runs, and its last totals that are as many.
    programs: Vec<(u64, Option<[u64; 3]>)>,
}

struct Rules {
    running: Regex,
    failed: Regex,
    totals: Regex,
    heading: Regex,
    place: Regex,
    in_text: Regex,
}

impl CargoOutput {
    pub(super) fn new() -> Self {
        let rules = Rules {
            // test tests::calm - should panic ... FAILED
            failed: pattern(r"^test (.+?)(?: - should panic)? \.\.\. FAILED$"),
            // running 5 tests
            running: pattern(r"^running ([0-9]+) tests?$"),
            // test result: FAILED. 1 passed; 3 failed; 1 ignored; 0 measured; …
            totals: pattern(concat!(
                r"^test result: [A-Za-z]+\. ([0-9]+) passed; ([0-9]+) failed; ",
                r"([0-9]+) ignored; ([0-9]+) measured;",
            )),
            // ---- tests::bad stdout ----
            heading: pattern(r"^---- (.+) stdout ----$"),
            // thread 'tests::bad' (2721) panicked at src/lib.rs:15:9:
            // note: test did not panic as expected at src/lib.rs:24:8
            // Before Rust 1.73 the words of the panic stood first: panicked at 'no', src/a.rs:9:5
            place: pattern(concat!(
                r"^.*(?:panicked at|did not panic as expected at) ",
                r"(?:'.*', )?([^\s'].*):([0-9]+):[0-9]+:?$",
            )),
            // src/lib.rs - two (line 1)
            in_text: pattern(r"^(.+?) - .*\(line ([0-9]+)\)"),
        };
        Self { rules, names: Vec::new(), places: HashMap::new(), about: None, programs: Vec::new() }
    }
}

impl Reader for CargoOutput {
    fn line(&mut self, text: &str) {
        let running = groups(&self.rules.running, text).filter(|_| self.about.is_none());
        let failed = groups(&self.rules.failed, text).filter(|_| self.about.is_none());
        if let Some([_, count]) = running {
            self.programs.push((number(count), None));
        } else if let Some([_, name]) = failed {
            self.names.push(name.to_owned());
            if let Some([_, path, line]) = groups(&self.rules.in_text, name) {
                // What an example in the documentation says of lines is not of this file.
                self.places.insert(name.to_owned(), (path.to_owned(), number(line)));
            }
        } else if let Some([_, found @ ..]) = groups::<5>(&self.rules.totals, text) {
            let [passed, failing, ignored, measured] = found.map(number);
            // A test may print such a line, too.
            let program = self
                .programs
                .last_mut()
                .filter(|(announced, _)| *announced == passed + failing + ignored + measured);
            if let Some((_, totals)) = program {
                *totals = Some([passed, failing, ignored]);
                self.about = None;
            }
        } else if let Some([_, name]) = groups(&self.rules.heading, text) {
            self.about = Some(name.to_owned());
        } else if let Some(about) = self.about.as_ref().filter(|it| !self.places.contains_key(*it))
        {
            if let Some([_, path, line]) = groups(&self.rules.place, text) {
                self.places.insert(about.clone(), (path.to_owned(), number(line)));
            }
        }
    }

    fn tally(&self) -> Tally {
        let told =
            |name: &String| Failure { name: name.clone(), place: self.places.get(name).cloned() };
        let mut tally = Tally {
            failures: self.names.iter().map(told).collect(),
            complete: !self.programs.is_empty(),
            ..Tally::default()
        };
        for (_, totals) in &self.programs {
            let [passed, failing, ignored] = totals.unwrap_or_default();
            tally.passed += passed;
            tally.failed += failing;
            tally.skipped += ignored;
            tally.complete &= totals.is_some();
        }
        tally
    }
}
