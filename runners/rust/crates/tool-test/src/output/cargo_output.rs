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
    tally: Tally,
}

struct Rules {
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
            // test result: FAILED. 1 passed; 3 failed; 1 ignored; 0 measured; …
            totals: pattern(
                r"^test result: [A-Za-z]+\. ([0-9]+) passed; ([0-9]+) failed; ([0-9]+) ignored;",
            ),
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
        Self {
            rules,
            names: Vec::new(),
            places: HashMap::new(),
            about: None,
            tally: Tally::default(),
        }
    }
}

impl Reader for CargoOutput {
    fn line(&mut self, text: &str) {
        if let Some([_, name]) = groups(&self.rules.failed, text) {
            self.names.push(name.to_owned());
            if let Some([_, path, line]) = groups(&self.rules.in_text, name) {
                // What an example in the documentation says of lines is not of this file.
                self.places.insert(name.to_owned(), (path.to_owned(), number(line)));
            }
        } else if let Some([_, passed, failed, ignored]) = groups(&self.rules.totals, text) {
            self.tally.passed += number(passed);
            self.tally.failed += number(failed);
            self.tally.skipped += number(ignored);
            self.tally.complete = true;
            self.about = None;
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
        Tally { failures: self.names.iter().map(told).collect(), ..self.tally.clone() }
    }
}
