//! What pytest prints with `--verbosity=0 --color=no --tb=short -rfE`.

use regex_lite::Regex;

use super::{groups, number, pattern, Failure, Reader, Tally};

const SUMMARY_TITLE: &str = "short test summary info";

/// Reads sections: what happened where, then the names, then the counts.
///
/// Spec: TEST-18 to TEST-20.
pub(super) struct PytestOutput {
    rules: Rules,
    section: String,
    /// The section of details that was begun last: a test may print what looks like another one.
    details: String,
    open: bool,
    /// Of those that failed, and of those with an error around them.
    places: [Vec<Option<(String, u64)>>; 2],
    names: [Vec<String>; 2],
    tally: Tally,
}

struct Rules {
    section: Regex,
    heading: Regex,
    place: Regex,
    totals: Regex,
    count: Regex,
    summary: Regex,
}

impl PytestOutput {
    pub(super) fn new() -> Self {
        let rules = Rules {
            // ===== FAILURES =====
            section: pattern(r"^=+ (.+) =+$"),
            // ____ TestGroup.test_words[a - b] ____
            heading: pattern(r"^_+ (.+) _+$"),
            // test_sample.py:9: in test_bad
            place: pattern(r"^(\S.*?):([0-9]+): in "),
            // 3 failed, 2 passed, 1 error in 1.80s
            totals: pattern(r"^(?:no tests ran|[0-9]+ [a-z]+(?:, [0-9]+ [a-z]+)*) in [0-9.]+s"),
            count: pattern(r"([0-9]+) ([a-z]+)"),
            // FAILED test_sample.py::TestGroup::test_words[a - b] - AssertionError: assert ...
            summary: pattern(r"^(FAILED|ERROR) (\S[^\[]*?(?:\[.*\])?)(?: - .*)?$"),
        };
        Self {
            rules,
            section: String::new(),
            details: String::new(),
            open: false,
            places: Default::default(),
            names: Default::default(),
            tally: Tally::default(),
        }
    }

    fn begin(&mut self, title: &str) {
        title.clone_into(&mut self.section);
        self.open = false;
        if matches!(title, "FAILURES" | "ERRORS") {
            title.clone_into(&mut self.details);
        }
        // A test may print all of this; the last ones are the runner's.
        if title == SUMMARY_TITLE {
            self.names = Default::default();
        }
        if !self.rules.totals.is_match(title) {
            return;
        }
        self.tally = Tally { complete: true, ..Tally::default() };
        for found in self.rules.count.captures_iter(title) {
            let count = number(&found[1]);
            match &found[2] {
                "passed" | "xpassed" => self.tally.passed += count,
                "failed" | "error" | "errors" => self.tally.failed += count,
                "skipped" | "xfailed" => self.tally.skipped += count,
                _ => {}
            }
        }
    }

    fn in_details(&mut self, kind: usize, text: &str) {
        if self.rules.heading.is_match(text) {
            self.places[kind].push(None);
            self.open = true;
        } else if text.starts_with('-') {
            // What the test printed follows, and may look like anything.
            self.open = false;
        } else if self.open {
            if let Some([_, path, line]) = groups(&self.rules.place, text) {
                if let Some(last) = self.places[kind].last_mut() {
                    *last = Some((path.to_owned(), number(line)));
                }
                self.open = false;
            }
        }
    }
}

impl Reader for PytestOutput {
    fn line(&mut self, text: &str) {
        if let Some([_, title]) = groups(&self.rules.section, text) {
            self.begin(title);
            return;
        }
        if !self.details.is_empty() && self.rules.heading.is_match(text) {
            self.section.clone_from(&self.details);
        }
        match self.section.as_str() {
            "FAILURES" => self.in_details(0, text),
            "ERRORS" => self.in_details(1, text),
            SUMMARY_TITLE => {
                if let Some([_, kind, name]) = groups(&self.rules.summary, text) {
                    self.names[usize::from(kind == "ERROR")].push(name.to_owned());
                }
            }
            _ => {}
        }
    }

    fn tally(&self) -> Tally {
        let failures = self.names.iter().zip(&self.places).flat_map(|(names, places)| {
            names.iter().enumerate().map(|(index, name)| Failure {
                name: name.clone(),
                place: places.get(index).cloned().flatten(),
            })
        });
        Tally { failures: failures.collect(), ..self.tally.clone() }
    }
}
