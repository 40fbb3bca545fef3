//! The parts of an outline: what is given a name, and in which stretches names live. Pure.

use std::collections::{BTreeMap, HashSet};

use crate::outline::{Kind, Match, Scope, ScopeKind, KINDS};
use crate::source::{Source, Span};

/// A definition before its surroundings are known.
pub(crate) struct Draft {
    pub name: String,
    pub span: Span,
    pub whole: Span,
    pub header_end: usize,
    pub kind: Kind,
    pub container: Option<String>,
    pub object: Option<String>,
}

/// Definitions by the place of their name; the first pattern that finds one decides.
pub(crate) fn drafts(source: &Source, matches: &[Match]) -> Vec<Draft> {
    let mut found: BTreeMap<_, Draft> = BTreeMap::new();
    for one in matches {
        let kind = KINDS.iter().find_map(|(name, kind)| Some((*kind, *one.captures.get(name)?)));
        let (Some(&span), Some((kind, whole))) = (one.captures.get("name"), kind) else { continue };
        let text = |name| one.captures.get(name).map(|&span| source.part(span));
        found.entry(span.by_place()).or_insert_with(|| Draft {
            name: source.part(span),
            span,
            whole,
            header_end: one.body.unwrap_or(whole.end),
            kind,
            container: text("container"),
            object: text("object"),
        });
    }
    found.into_values().collect()
}

/// A scope before its surroundings are known.
struct Stretch {
    span: Span,
    kind: ScopeKind,
    names: Vec<String>,
    has_container: bool,
}

/// The scopes by start, outer ones first; the parent of each stands before it.
pub(crate) fn scopes(source: &Source, matches: &[Match], drafts: &[Draft]) -> Vec<Scope> {
    let mut found: BTreeMap<_, Stretch> = BTreeMap::new();
    let mut add = |span: Span, kind, names, has_container| {
        found.entry(span.by_place()).or_insert(Stretch { span, kind, names, has_container });
    };
    for draft in drafts {
        let kind = match draft.kind {
            Kind::Type => ScopeKind::Type,
            Kind::Space => ScopeKind::Space,
            Kind::Function => ScopeKind::Function,
            _ => continue,
        };
        let names = draft.container.iter().chain([&draft.name]).cloned().collect();
        add(draft.whole, kind, names, draft.container.is_some());
    }
    for one in matches {
        if let (Some(&region), Some(&name)) =
            (one.captures.get("region"), one.captures.get("container"))
        {
            add(region, ScopeKind::Region, vec![source.part(name)], false);
        }
    }
    // The block that is a namespace's body is the namespace.
    let spaces = drafts.iter().filter(|draft| draft.kind == Kind::Space);
    let bodies: HashSet<usize> = spaces.map(|draft| draft.header_end).collect();
    for one in matches {
        match one.captures.get("scope") {
            Some(scope) if !bodies.contains(&scope.start) => {
                add(*scope, ScopeKind::Block, Vec::new(), false);
            }
            _ => {}
        }
    }
    nested(source.units.len(), found.into_values())
}

fn nested(length: usize, found: impl Iterator<Item = Stretch>) -> Vec<Scope> {
    let file = Scope {
        span: Span { start: 0, end: length },
        kind: ScopeKind::File,
        parent: None,
        path: Vec::new(),
        owner: None,
    };
    let mut scopes = vec![file];
    let mut last = 0;
    for Stretch { span, kind, names, has_container } in found {
        while let Some(parent) = scopes[last].parent.filter(|_| !scopes[last].span.covers(span)) {
            last = parent;
        }
        let mut path = scopes[last].path.clone();
        path.extend(names);
        let owner = match kind {
            ScopeKind::Type | ScopeKind::Region => Some(path.clone()),
            _ if has_container => Some(path[..path.len() - 1].to_vec()),
            _ => scopes[last].owner.clone(),
        };
        scopes.push(Scope { span, kind, parent: Some(last), path, owner });
        last = scopes.len() - 1;
    }
    scopes
}
