//! The report that pytest writes with `--junit-xml` and `-o junit_family=xunit1`.

use std::path::Path;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Error, Reader};
use regex_lite::Regex;

use super::{groups, number, pattern, Failure, Tally};
use crate::runs::normal;

/// What a report says of the tests of a folder; nothing, if it is none or ends too early.
///
/// Spec: TEST-18 to TEST-20.
#[must_use]
pub fn read_report(data: Option<&[u8]>, folder: &Path) -> Tally {
    let text = data.and_then(|data| std::str::from_utf8(data).ok());
    text.and_then(|text| read(text, folder)).unwrap_or_default()
}

fn read(text: &str, folder: &Path) -> Option<Tally> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let mut reading = Reading::new(folder);
    // How many elements are open, and whether the outermost one was there.
    let (mut depth, mut is_begun) = (0_usize, false);
    loop {
        match reader.read_event().ok()? {
            Event::Start(element) => {
                if depth == 0 && is_begun {
                    return None;
                }
                (depth, is_begun) = (depth + 1, true);
                reading.start(&element)?;
            }
            Event::End(element) => {
                depth -= 1;
                reading.end(element.name().as_ref());
            }
            Event::Text(text) => {
                let text = text.decode().ok()?;
                if depth == 0 && !text.trim().is_empty() {
                    return None;
                }
                reading.text(&text);
            }
            Event::CData(text) => reading.text(&text.decode().ok()?),
            Event::GeneralRef(reference) => {
                let resolved = if let Some(character) = reference.resolve_char_ref().ok()? {
                    character.to_string()
                } else {
                    let name = reference.decode().ok()?;
                    quick_xml::escape::resolve_xml_entity(&name)?.to_owned()
                };
                reading.text(&resolved);
            }
            // pytest writes none, and what it may define is nobody's result.
            Event::DocType(_) => return None,
            Event::Eof => break,
            // An empty element comes as its beginning and its end.
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) | Event::Empty(_) => {}
        }
    }
    (depth == 0 && reading.tally.complete).then_some(reading.tally)
}

/// A test as the report has it.
#[derive(Default)]
struct Case {
    file: String,
    module: String,
    name: String,
    line: Option<u64>,
    outcome: Outcome,
    said: String,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Outcome {
    #[default]
    Passed,
    Failed,
    Skipped,
}

/// One case after the other: what it is, how it went, and what was said of a failure.
struct Reading<'f> {
    folder: &'f Path,
    place: Regex,
    case: Option<Case>,
    is_telling: bool,
    tally: Tally,
}

impl<'f> Reading<'f> {
    fn new(folder: &'f Path) -> Self {
        // test_sample.py:9: in test_bad
        let place = pattern(r"^(\S.*?):([0-9]+): in ");
        Self { folder, place, case: None, is_telling: false, tally: Tally::default() }
    }

    /// An element begins; None where its attributes cannot be read.
    fn start(&mut self, element: &BytesStart<'_>) -> Option<()> {
        let mut case = Case::default();
        for attribute in element.attributes() {
            let attribute = attribute.map_err(Error::from).ok()?;
            let value = attribute.unescape_value().ok()?;
            match attribute.key.as_ref() {
                b"file" => case.file = value.into_owned(),
                b"classname" => case.module = value.into_owned(),
                b"name" => case.name = value.into_owned(),
                b"line" => case.line = digits(&value),
                _ => {}
            }
        }
        match (element.name().as_ref(), &mut self.case) {
            (b"testsuite", _) => self.tally.complete = true,
            (b"testcase", _) => self.case = Some(case),
            (b"failure" | b"error", Some(open)) => {
                self.is_telling = open.outcome != Outcome::Failed;
                open.outcome = Outcome::Failed;
            }
            (b"skipped", Some(open)) if open.outcome == Outcome::Passed => {
                open.outcome = Outcome::Skipped;
            }
            _ => {}
        }
        Some(())
    }

    fn text(&mut self, text: &str) {
        if let Some(case) = self.case.as_mut().filter(|_| self.is_telling) {
            case.said.push_str(text);
        }
    }

    fn end(&mut self, name: &[u8]) {
        match name {
            b"failure" | b"error" => self.is_telling = false,
            b"testcase" => {
                let Some(case) = self.case.take() else { return };
                match case.outcome {
                    Outcome::Passed => self.tally.passed += 1,
                    Outcome::Skipped => self.tally.skipped += 1,
                    Outcome::Failed => {
                        self.tally.failed += 1;
                        let place = self.placed(&case);
                        self.tally.failures.push(Failure { name: case.node_id(), place });
                    }
                }
            }
            _ => {}
        }
    }

    /// The first line of the traceback in the file of the case, else where the case begins.
    ///
    /// Spec: TEST-20.
    fn placed(&self, case: &Case) -> Option<(String, u64)> {
        let own = normal(&self.folder.join(&case.file));
        let told = case.said.split('\n').find_map(|text| {
            let [_, path, line] = groups(&self.place, text)?;
            (normal(&self.folder.join(path)) == own).then(|| number(line))
        });
        let line = told.or(case.line.map(|line| line + 1))?;
        Some((case.file.clone(), line))
    }
}

impl Case {
    /// The node's id, put together again: pytest writes the path of its file with full stops.
    ///
    /// Spec: TEST-19.
    fn node_id(&self) -> String {
        let Self { file, module, name, .. } = self;
        let dotted = file.strip_suffix(".py").unwrap_or(file).replace('/', ".");
        if module.is_empty() {
            // What failed is the collection of the file.
            return if *name == dotted { file.clone() } else { name.clone() };
        }
        let groups = match module.strip_prefix(&dotted) {
            Some("") => String::new(),
            Some(rest) if rest.starts_with('.') => rest.replace('.', "::"),
            _ => return format!("{module}::{name}"),
        };
        format!("{file}{groups}::{name}")
    }
}

/// A number that is digits alone, and few enough of them to be a line.
fn digits(text: &str) -> Option<u64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && text.len() <= 9;
    plain.then(|| text.parse().ok()).flatten()
}
