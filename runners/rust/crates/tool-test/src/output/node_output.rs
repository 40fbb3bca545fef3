//! What `node --test --test-reporter=tap` prints.

use hanzo_ids::path_from_uri;
use regex_lite::Regex;

use super::{groups, number, pattern, Failure, Reader, Tally};

const INDENT: usize = 4;

/// Reads results, each of which stands below those that belong to it, with its details.
///
/// What tests print and say stands in comments, as node's own counts do; none of them is read.
///
/// Spec: TEST-23, TEST-24.
pub(super) struct NodeOutput {
    rules: Rules,
    /// Failures with their depth, named with what they belong to as far as it has ended.
    failures: Vec<(usize, Failure)>,
    open: Option<Open>,
    tally: Tally,
    outermost: u64,
    planned: Option<u64>,
}

struct Rules {
    result: Regex,
    plan: Regex,
    excused: Regex,
    escaped: Regex,
    detail: Regex,
    place: Regex,
}

/// A result that was printed, and what of its details was read by now.
struct Open {
    depth: usize,
    /// What its details are indented by.
    margin: String,
    name: String,
    outcome: Outcome,
    is_suite: bool,
    by_others: bool,
    place: Option<(String, u64)>,
    in_details: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Outcome {
    Passed,
    Failed,
    Skipped,
}

impl NodeOutput {
    pub(super) fn new() -> Self {
        let rules = Rules {
            // not ok 2 - fails
            result: pattern(r"^( *)(not )?ok [0-9]+ - (.*)$"),
            // 1..4
            plan: pattern(r"^1\.\.([0-9]+)$"),
            // TAP 14: a directive follows an unescaped #, and a name has it escaped.
            excused: pattern(r"^(.*?) # (?:SKIP|TODO)(?: .*)?$"),
            escaped: pattern(r"\\([\\#])"),
            // location: '/project/a.test.js:4:1'
            detail: pattern(r"^(location|failureType|type): '(.*)'$"),
            place: pattern(r"^(.+):([0-9]+):[0-9]+$"),
        };
        Self {
            rules,
            failures: Vec::new(),
            open: None,
            tally: Tally::default(),
            outermost: 0,
            planned: None,
        }
    }

    fn begin(&mut self, indent: &str, not: &str, told: &str) {
        let excused = groups(&self.rules.excused, told);
        let name = excused.map_or(told, |[_, name]| name);
        let outcome = match (excused, not) {
            (Some(_), _) => Outcome::Skipped,
            (None, "") => Outcome::Passed,
            (None, _) => Outcome::Failed,
        };
        self.open = Some(Open {
            depth: indent.len() / INDENT,
            margin: format!("{indent}  "),
            name: self.rules.escaped.replace_all(name, "$1").into_owned(),
            outcome,
            is_suite: false,
            by_others: false,
            place: None,
            in_details: false,
        });
    }

    /// Whether the line is one of the result's details, which begin and end with marks.
    fn is_detail(&mut self, text: &str) -> bool {
        let Some(open) = &mut self.open else { return false };
        let own = text.strip_prefix(&open.margin).unwrap_or(text);
        if !open.in_details {
            open.in_details = own == "---" && own.len() < text.len();
            let is_mark = open.in_details;
            if !is_mark {
                finish(&mut self.open, &mut self.failures, &mut self.tally, &mut self.outermost);
            }
            return is_mark;
        }
        if own == "..." && own.len() < text.len() {
            finish(&mut self.open, &mut self.failures, &mut self.tally, &mut self.outermost);
            return true;
        }
        match groups(&self.rules.detail, own) {
            Some([_, "location", place]) => {
                let place = groups(&self.rules.place, place);
                open.place = place.map(|[_, path, line]| (path_of(path), number(line)));
            }
            // It failed because something in it did, which is told by itself.
            Some([_, "failureType", kind]) => open.by_others = kind == "subtestsFailed",
            Some([_, _, kind]) => open.is_suite = kind == "suite",
            None => {}
        }
        true
    }
}

fn finish(
    open: &mut Option<Open>,
    failures: &mut Vec<(usize, Failure)>,
    tally: &mut Tally,
    outermost: &mut u64,
) {
    let Some(result) = open.take() else { return };
    if result.depth == 0 {
        *outermost += 1;
    }
    // What ended before it and stands further in belongs to it.
    for (depth, failure) in failures.iter_mut().rev() {
        if *depth <= result.depth {
            break;
        }
        *depth = result.depth;
        failure.name = format!("{} > {}", result.name, failure.name);
    }
    if !result.is_suite {
        let count = match result.outcome {
            Outcome::Skipped => &mut tally.skipped,
            Outcome::Failed => &mut tally.failed,
            Outcome::Passed => &mut tally.passed,
        };
        *count += 1;
    }
    if result.outcome == Outcome::Failed && !result.by_others {
        failures.push((result.depth, Failure { name: result.name, place: result.place }));
    }
}

impl Reader for NodeOutput {
    fn line(&mut self, text: &str) {
        if self.is_detail(text) {
            return;
        }
        if let Some([_, indent, not, told]) = groups(&self.rules.result, text) {
            self.begin(indent, not, told);
        } else if let Some([_, count]) = groups(&self.rules.plan, text) {
            self.planned = Some(number(count));
        }
    }

    fn tally(&mut self) -> Tally {
        finish(&mut self.open, &mut self.failures, &mut self.tally, &mut self.outermost);
        Tally {
            failures: self.failures.iter().map(|(_, failure)| failure.clone()).collect(),
            complete: self.planned == Some(self.outermost),
            ..self.tally.clone()
        }
    }
}

fn path_of(place: &str) -> String {
    if !place.starts_with("file:") {
        return place.to_owned();
    }
    path_from_uri(place).unwrap_or_else(|_| place.to_owned())
}
