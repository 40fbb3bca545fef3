//! Globs over paths whose segments are parted by `/`, as `.gitignore` and `list` have them.
//!
//! ```text
//! glob   = { star | one | set | escape | braces | char }
//! star   = "*"                   any run of characters without "/"
//!          "**"                  between slashes or ends of the glob: any number of segments
//! one    = "?"                   one character but "/"
//! set    = "[" [ "!" | "^" ] first { member } "]"    one character but "/"
//! escape = "\" char              that character
//! braces = "{" glob { "," glob } "}"                 one of them; not in .gitignore
//! ```
//!
//! A character is a code point, and case counts.

use regex::{Regex, RegexBuilder};

use crate::regex_syntax::{ranges, without, Node, Ranges, SCALARS};

const LONGEST_GLOB: usize = 1000;
const DEEPEST_BRACE: usize = 10;
const SLASH: [(u32, u32); 1] = [(0x2F, 0x2F)];
/// What an automaton may take in memory, in bytes.
pub(crate) const MOST_BYTES: usize = 64 << 20;

/// A text that is no glob, and why.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct GlobError(pub(crate) &'static str);

const OPEN_SET: GlobError = GlobError("a [ without a ]");

/// What a glob matches, from the first character to the last.
///
/// # Errors
///
/// The text is no glob.
pub(crate) fn glob_tree(pattern: &str, braces: bool) -> Result<Node, GlobError> {
    let pattern: Vec<char> = pattern.chars().collect();
    if pattern.is_empty() || pattern.len() > LONGEST_GLOB {
        return Err(GlobError("a glob has 1 to 1000 characters"));
    }
    Parser { pattern: &pattern, at: 0, depth: 0, braces }.sequence()
}

/// Which relative paths a glob accepts: with a `/` in it by the whole path, without by the name.
#[derive(Debug)]
pub(crate) struct GlobFilter {
    whole_path: bool,
    matcher: Regex,
}

impl GlobFilter {
    /// The filter of a glob.
    ///
    /// # Errors
    ///
    /// The text is no glob.
    pub(crate) fn new(pattern: &str) -> Result<Self, GlobError> {
        let whole_path = pattern.contains('/');
        let tree = glob_tree(pattern.strip_prefix('/').unwrap_or(pattern), true)?;
        Ok(Self { whole_path, matcher: matcher(&[&tree]) })
    }

    /// Whether a path below the folder is chosen.
    pub(crate) fn accepts(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        self.matcher.is_match(if self.whole_path { path } else { name })
    }
}

/// Whether one of these trees matches a whole text, in time that is linear in the text.
///
/// # Panics
///
/// Never: what the trees are made of has its text in the engine's syntax.
pub(crate) fn matcher(trees: &[&Node]) -> Regex {
    let texts: Vec<String> = trees.iter().map(|tree| tree.text()).collect();
    RegexBuilder::new(&format!(r"\A(?:{})\z", texts.join("|")))
        .size_limit(MOST_BYTES)
        .build()
        .expect("a tree is an expression")
}

/// One pass over the glob; `at` is the index of the next character.
struct Parser<'a> {
    pattern: &'a [char],
    at: usize,
    depth: usize,
    braces: bool,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.pattern.get(self.at).copied()
    }

    /// Everything up to the end, or to what ends a choice within braces.
    fn sequence(&mut self) -> Result<Node, GlobError> {
        let mut parts = Vec::new();
        while let Some(char) = self.peek() {
            if self.depth > 0 && matches!(char, ',' | '}') {
                return Ok(Node::Sequenced(parts));
            }
            self.at += 1;
            parts.push(self.part(char)?);
        }
        if self.depth > 0 {
            return Err(GlobError("a { without a }"));
        }
        Ok(Node::Sequenced(parts))
    }

    fn part(&mut self, char: char) -> Result<Node, GlobError> {
        match char {
            '*' => Ok(self.stars()),
            '?' => Ok(Node::Characters(not_slash())),
            '[' => self.set(),
            '\\' => self.escaped().map(Node::character),
            '{' if self.braces => self.choices(),
            '}' if self.braces => Err(GlobError("a } without a {")),
            char => Ok(Node::character(char)),
        }
    }

    fn escaped(&mut self) -> Result<char, GlobError> {
        let found = self.peek().ok_or(GlobError("a backslash at the end"))?;
        self.at += 1;
        Ok(found)
    }

    fn stars(&mut self) -> Node {
        let first = self.at - 1;
        while self.peek() == Some('*') {
            self.at += 1;
        }
        let run = Node::repeated(Node::Characters(not_slash()), 0);
        let begins = first == 0 || self.pattern[first - 1] == '/';
        if self.at - first < 2 || !begins {
            return run;
        }
        match self.peek() {
            None => Node::repeated(Node::Characters(SCALARS.to_vec()), 1),
            Some('/') => {
                // With the slash behind it, so that no folder at all leaves no slash either.
                self.at += 1;
                let name = Node::repeated(Node::Characters(not_slash()), 1);
                Node::repeated(Node::Sequenced(vec![name, Node::character('/')]), 0)
            }
            Some(_) => run,
        }
    }

    fn choices(&mut self) -> Result<Node, GlobError> {
        self.depth += 1;
        if self.depth > DEEPEST_BRACE {
            return Err(GlobError("braces stand more than 10 deep"));
        }
        let mut choices = vec![self.sequence()?];
        while self.peek() == Some(',') {
            self.at += 1;
            choices.push(self.sequence()?);
        }
        self.at += 1;
        self.depth -= 1;
        Ok(Node::Either(choices))
    }

    fn set(&mut self) -> Result<Node, GlobError> {
        let negated = matches!(self.peek(), Some('!' | '^'));
        self.at += usize::from(negated);
        let mut found = Vec::new();
        let start = self.at;
        // A ] that comes first is a member.
        while self.at == start || self.peek() != Some(']') {
            found.extend(self.members()?);
        }
        self.at += 1;
        let inside = ranges(found);
        Ok(Node::Characters(if negated {
            without(&not_slash(), &inside)
        } else {
            without(&inside, &SLASH)
        }))
    }

    fn members(&mut self) -> Result<Ranges, GlobError> {
        if let Some(name) = self.class_name() {
            self.at += name.len() + 4;
            return named(&name).ok_or(GlobError("there is no such class"));
        }
        let low = self.member()?;
        let next = self.pattern.get(self.at + 1);
        if self.peek() != Some('-') || matches!(next, None | Some(']')) {
            return Ok(vec![(low, low)]);
        }
        self.at += 1;
        // Of bounds the wrong way round git takes the first as a character.
        Ok(vec![(low, low), (low, self.member()?)])
    }

    /// The name in `[:name:]`, if that is what comes.
    fn class_name(&self) -> Option<String> {
        let rest = self.pattern[self.at..].strip_prefix(&['[', ':'])?;
        let end = rest.iter().position(|char| *char == ']')?;
        let name = rest[..end].strip_suffix(&[':'])?;
        Some(name.iter().collect())
    }

    fn member(&mut self) -> Result<u32, GlobError> {
        let char = self.peek().ok_or(OPEN_SET)?;
        self.at += 1;
        Ok(u32::from(if char == '\\' { self.escaped()? } else { char }))
    }
}

fn not_slash() -> Ranges {
    without(&SCALARS, &SLASH)
}

/// The ASCII characters of a class of POSIX.
fn named(name: &str) -> Option<Ranges> {
    Some(match name {
        "alnum" => vec![(0x30, 0x39), (0x41, 0x5A), (0x61, 0x7A)],
        "alpha" => vec![(0x41, 0x5A), (0x61, 0x7A)],
        "blank" => vec![(0x09, 0x09), (0x20, 0x20)],
        "cntrl" => vec![(0x00, 0x1F), (0x7F, 0x7F)],
        "digit" => vec![(0x30, 0x39)],
        "graph" => vec![(0x21, 0x7E)],
        "lower" => vec![(0x61, 0x7A)],
        "print" => vec![(0x20, 0x7E)],
        "punct" => vec![(0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0x7E)],
        "space" => vec![(0x09, 0x0D), (0x20, 0x20)],
        "upper" => vec![(0x41, 0x5A)],
        "xdigit" => vec![(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)],
        _ => return None,
    })
}
