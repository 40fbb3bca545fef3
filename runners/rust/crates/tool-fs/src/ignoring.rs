//! What `.gitignore` files leave out, by gitignore(5), with or without a repository.
//!
//! Here lives reading the lines of such files and judging one path. Which folders are entered is
//! the business of whoever walks: what is below an ignored folder is never asked about.

use std::cell::OnceCell;

use regex::Regex;

use crate::globs::{glob_tree, matcher};
use crate::regex_syntax::Node;

/// The name of such a file.
pub(crate) const NAME: &str = ".gitignore";

/// Expressions that one automaton asks about at once.
const PORTION: usize = 100;

/// One line: whose name or path it matches, and what it says then.
#[derive(Debug)]
struct Rule {
    tree: Node,
    matcher: OnceCell<Regex>,
    whole_path: bool,
    folders_only: bool,
    ignores: bool,
}

/// The rules of one `.gitignore`, for paths relative to its folder.
#[derive(Debug)]
pub(crate) struct Rules {
    lines: Vec<Rule>,
    names: Vec<Regex>,
    paths: Vec<Regex>,
}

impl Rules {
    /// The rules of a file; lines that are no globs say nothing.
    pub(crate) fn read(content: &[u8]) -> Self {
        let content = content.strip_prefix("\u{feff}".as_bytes()).unwrap_or(content);
        let text = String::from_utf8_lossy(content);
        let lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
        let lines: Vec<Rule> = lines.filter_map(rule).collect();
        let names = any_of(&lines, false);
        let paths = any_of(&lines, true);
        Self { lines, names, paths }
    }

    /// Whether an entry is ignored, none when no rule is about it.
    pub(crate) fn verdict(&self, path: &str, name: &str, is_folder: bool) -> Option<bool> {
        // Most entries are nobody's business: two questions settle that.
        let concerned = self.names.iter().any(|names| names.is_match(name))
            || self.paths.iter().any(|paths| paths.is_match(path));
        if !concerned {
            return None;
        }
        let holds = |rule: &&Rule| {
            let matcher = rule.matcher.get_or_init(|| matcher(&[&rule.tree]));
            (is_folder || !rule.folders_only)
                && matcher.is_match(if rule.whole_path { path } else { name })
        };
        self.lines.iter().rev().find(holds).map(|rule| rule.ignores)
    }
}

fn rule(line: &str) -> Option<Rule> {
    if line.starts_with('#') {
        return None;
    }
    let line = without_trailing_spaces(line);
    let (ignores, line) = line.strip_prefix('!').map_or((true, line), |line| (false, line));
    let (folders_only, line) = line.strip_suffix('/').map_or((false, line), |line| (true, line));
    // A slash at the end says nothing about where, any other ties the glob to this folder.
    let whole_path = line.contains('/');
    let tree = glob_tree(line.strip_prefix('/').unwrap_or(line), false).ok()?;
    Some(Rule { tree, matcher: OnceCell::new(), whole_path, folders_only, ignores })
}

/// gitignore(5): trailing spaces are ignored unless they are quoted with backslash.
fn without_trailing_spaces(line: &str) -> &str {
    let kept = line.trim_end_matches(' ');
    let backslashes = kept.len() - kept.trim_end_matches('\\').len();
    if backslashes % 2 == 1 && kept.len() < line.len() {
        &line[..=kept.len()]
    } else {
        kept
    }
}

/// Whether at least one of the rules about names, or about paths, matches.
fn any_of(rules: &[Rule], whole_path: bool) -> Vec<Regex> {
    let trees: Vec<&Node> =
        rules.iter().filter(|rule| rule.whole_path == whole_path).map(|rule| &rule.tree).collect();
    // In portions, since an automaton has its bounds and a file of rules has none.
    trees.chunks(PORTION).map(matcher).collect()
}
