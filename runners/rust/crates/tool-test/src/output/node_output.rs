//! What `node --test --test-reporter=tap` prints.

use std::collections::HashMap;

use hanzo_ids::path_from_uri;
use regex_lite::Regex;

use super::{groups, number, pattern, Failure, Reader, Tally};

const INDENT: usize = 4;

/// Reads results that stand below what they belong to, and the counts at the end.
///
/// Spec: TEST-23, TEST-24.
pub(super) struct NodeOutput {
    rules: Rules,
    names: Vec<String>,
    failures: Vec<Failure>,
    /// A failure, and what its details are indented by.
    failing: Option<(Failure, String)>,
    counts: HashMap<String, u64>,
}

struct Rules {
    beginning: Regex,
    failed: Regex,
    excused: Regex,
    escaped: Regex,
    detail: Regex,
    place: Regex,
    count: Regex,
}

impl NodeOutput {
    pub(super) fn new() -> Self {
        let rules = Rules {
            // # Subtest: adds
            beginning: pattern(r"^( *)# Subtest: (.*)$"),
            // not ok 2 - fails
            failed: pattern(r"^( *)not ok [0-9]+ - (.*)$"),
            // TAP 14: a directive follows an unescaped #.
            excused: pattern(r"^.*[^\\]# (?:SKIP|TODO)\b"),
            escaped: pattern(r"\\([\\#])"),
            // location: '/project/a.test.js:4:1'
            detail: pattern(r"^(location|failureType): '(.*)'$"),
            place: pattern(r"^(.+):([0-9]+):[0-9]+$"),
            count: pattern(r"^# (pass|fail|cancelled|skipped|todo) ([0-9]+)$"),
        };
        Self {
            rules,
            names: Vec::new(),
            failures: Vec::new(),
            failing: None,
            counts: HashMap::new(),
        }
    }

    fn plain(&self, name: &str) -> String {
        self.rules.escaped.replace_all(name, "$1").into_owned()
    }

    fn in_details(&mut self, mut failing: Failure, margin: String, text: &str) {
        if text.strip_prefix(&margin) == Some("...") {
            self.failures.push(failing);
            return;
        }
        let own = text.strip_prefix(&margin).unwrap_or(text);
        match groups(&self.rules.detail, own) {
            Some([_, "location", place]) => {
                if let Some([_, path, line]) = groups(&self.rules.place, place) {
                    failing.place = Some((path_of(path), number(line)));
                }
            }
            // It failed because something in it did, which is told by itself.
            Some([_, _, "subtestsFailed"]) => return,
            _ => {}
        }
        self.failing = Some((failing, margin));
    }
}

impl Reader for NodeOutput {
    fn line(&mut self, text: &str) {
        if let Some((failing, margin)) = self.failing.take() {
            self.in_details(failing, margin, text);
        } else if let Some([_, indent, name]) = groups(&self.rules.beginning, text) {
            self.names.truncate(indent.len() / INDENT);
            let name = self.plain(name);
            self.names.push(name);
        } else if let Some([_, indent, result]) = groups(&self.rules.failed, text) {
            if self.rules.excused.is_match(result) {
                return;
            }
            let depth = self.names.len().min(indent.len() / INDENT);
            let mut names = self.names[..depth].to_vec();
            names.push(self.plain(result));
            let failing = Failure { name: names.join(" > "), place: None };
            self.failing = Some((failing, format!("{indent}  ")));
        } else if let Some([_, kind, count]) = groups(&self.rules.count, text) {
            // A test may print such a line; the last ones are the runner's.
            self.counts.insert(kind.to_owned(), number(count));
        }
    }

    fn tally(&self) -> Tally {
        let count = |kind: &str| self.counts.get(kind).copied().unwrap_or(0);
        Tally {
            passed: count("pass"),
            failed: count("fail") + count("cancelled"),
            skipped: count("skipped") + count("todo"),
            failures: self.failures.clone(),
            complete: self.counts.contains_key("pass") && self.counts.contains_key("fail"),
        }
    }
}

fn path_of(place: &str) -> String {
    if !place.starts_with("file:") {
        return place.to_owned();
    }
    path_from_uri(place).unwrap_or_else(|_| place.to_owned())
}
