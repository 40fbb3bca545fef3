//! What has a name in a file: definitions, occurrences and scopes, from the matches of a query.
//!
//! Pure: matches come as plain data, so nothing here knows a grammar.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::drafting::{drafts, scopes, Draft};
use crate::languages::Language;
use crate::source::{Source, Span};

/// The end of a long text before a dot tells its last word; the whole would cost its square.
const LONGEST_OBJECT: usize = 1024;

/// One match: the number of the pattern, the span of each capture, where the body begins.
pub(crate) struct Match {
    pub pattern: usize,
    pub captures: HashMap<&'static str, Span>,
    pub body: Option<usize>,
}

/// What a definition is, as far as looking names up needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Type,
    Space,
    Function,
    Value,
    Field,
    Local,
}

/// Each kind with the capture of its definitions, the most telling first.
pub(crate) const KINDS: [(&str, Kind); 6] = [
    ("type", Kind::Type),
    ("space", Kind::Space),
    ("function", Kind::Function),
    ("value", Kind::Value),
    ("field", Kind::Field),
    ("local", Kind::Local),
];

/// What a stretch is in which names live.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScopeKind {
    File,
    Type,
    Space,
    Region,
    Function,
    Block,
}

/// A stretch in which names live.
pub(crate) struct Scope {
    pub span: Span,
    pub kind: ScopeKind,
    /// The number of the scope around it; none for the file.
    pub parent: Option<usize>,
    /// What it is part of, itself among them.
    pub path: Vec<String>,
    /// The type whose members are meant by self.
    pub owner: Option<Vec<String>>,
}

/// A name that is given here.
pub(crate) struct Definition {
    pub name: String,
    pub span: Span,
    pub whole: Span,
    pub header_end: usize,
    pub kind: Kind,
    pub path: Vec<String>,
    /// The scope that has it; none for members by object.
    pub home: Option<usize>,
    pub is_shared: bool,
    pub is_member: bool,
}

/// A name where it stands.
#[allow(clippy::struct_excessive_bools)] // each is a mark of its own, in any combination
pub(crate) struct Occurrence {
    pub name: String,
    pub span: Span,
    pub scope: usize,
    pub is_member: bool,
    /// The text before the dot of a member.
    pub object: Option<String>,
    pub is_label: bool,
    pub is_shorthand: bool,
    /// Whether another place asks for the name to be given.
    pub is_given: bool,
}

/// A file's scopes, the file itself as number 0, its definitions and occurrences by place.
pub(crate) struct Outline {
    pub scopes: Vec<Scope>,
    pub definitions: Vec<Definition>,
    pub occurrences: Vec<Occurrence>,
    /// Definitions by the start of their names.
    named: HashMap<usize, usize>,
    /// Definitions by their scope and name.
    homes: HashMap<(usize, String), Vec<usize>>,
}

impl Outline {
    /// The outline of a file from the matches of its language's query. Spec: CODE-11 to CODE-16.
    pub fn new(source: &Source, language: &Language, mut matches: Vec<Match>) -> Self {
        matches.sort_by_key(|found| found.pattern);
        let drafts = drafts(source, &matches);
        let mut built = Self {
            scopes: scopes(source, &matches, &drafts),
            definitions: Vec::new(),
            occurrences: Vec::new(),
            named: HashMap::new(),
            homes: HashMap::new(),
        };
        for draft in drafts {
            if let Some(found) = built.placed(draft, language) {
                let number = built.definitions.len();
                built.named.insert(found.span.start, number);
                if let Some(home) = found.home {
                    built.homes.entry((home, found.name.clone())).or_default().push(number);
                }
                built.definitions.push(found);
            }
        }
        built.occurrences = built.occurrences_of(source, &matches);
        built
    }

    /// The definition whose name begins at an offset.
    pub fn defined_at(&self, start: usize) -> Option<&Definition> {
        self.named.get(&start).map(|&number| &self.definitions[number])
    }

    /// The definitions of a name that a scope has.
    pub fn at_home(&self, scope: usize, name: &str) -> impl Iterator<Item = &Definition> {
        let found = self.homes.get(&(scope, name.to_owned()));
        found.into_iter().flatten().map(|&number| &self.definitions[number])
    }

    /// The number of the smallest scope around a span that is not `but` itself.
    pub fn innermost(&self, span: Span, but: Option<Span>) -> usize {
        let from = self.scopes.partition_point(|scope| scope.span.start <= span.start);
        self.around(from.saturating_sub(1))
            .find(|&number| {
                let found = self.scopes[number].span;
                found.covers(span) && Some(found) != but
            })
            .unwrap_or(0)
    }

    /// A scope and those around it, the file last.
    pub fn around(&self, number: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(number), |&number| self.scopes[number].parent)
    }

    /// A definition in its surroundings; none for one that defines nothing.
    fn placed(&self, draft: Draft, language: &Language) -> Option<Definition> {
        let home = self.innermost(draft.whole, Some(draft.whole));
        let around = &self.scopes[home];
        let is_in_type =
            draft.container.is_some() || matches!(around.kind, ScopeKind::Type | ScopeKind::Region);
        let has_container = draft.container.is_some();
        let mut path = around.path.clone();
        path.extend(draft.container);
        // A constructor has the name of its type: it is spoken of, not given again.
        if draft.kind == Kind::Function && is_in_type && path.last() == Some(&draft.name) {
            return None;
        }
        let is_field = draft.kind == Kind::Field;
        if is_field {
            draft.object.filter(|object| language.self_names.contains(object))?;
            path.clone_from(around.owner.as_ref()?);
        }
        path.push(draft.name.clone());
        let is_shared = is_field || (draft.kind != Kind::Local && self.is_open(home));
        Some(Definition {
            name: draft.name,
            span: draft.span,
            whole: draft.whole,
            header_end: draft.header_end,
            kind: draft.kind,
            path,
            home: (!is_field && !has_container).then_some(home),
            is_shared,
            is_member: is_field || (is_shared && is_in_type),
        })
    }

    /// Whether what is defined in a scope is seen from other files.
    fn is_open(&self, number: usize) -> bool {
        self.around(number).all(|number| {
            !matches!(self.scopes[number].kind, ScopeKind::Function | ScopeKind::Block)
        })
    }

    fn occurrences_of(&self, source: &Source, matches: &[Match]) -> Vec<Occurrence> {
        let mut found: BTreeMap<_, (Span, HashSet<&str>, Option<String>)> = BTreeMap::new();
        for one in matches {
            for mark in ["occurrence", "member", "label", "shorthand", "given"] {
                let Some(&span) = one.captures.get(mark) else { continue };
                let entry = found.entry(span.by_place()).or_insert((span, HashSet::new(), None));
                entry.1.insert(mark);
                if mark == "member" && entry.2.is_none() {
                    entry.2 = one.captures.get("object").map(|&object| {
                        let start = object.end.saturating_sub(LONGEST_OBJECT).max(object.start);
                        source.part(Span { start, end: object.end })
                    });
                }
            }
        }
        let named = |(span, marks, object): (Span, HashSet<&str>, Option<String>)| {
            (marks.contains("occurrence") && span.end > span.start).then(|| Occurrence {
                name: source.part(span),
                span,
                scope: self.innermost(span, None),
                is_member: marks.contains("member"),
                object,
                is_label: marks.contains("label"),
                is_shorthand: marks.contains("shorthand"),
                is_given: marks.contains("given"),
            })
        };
        found.into_values().filter_map(named).collect()
    }
}
