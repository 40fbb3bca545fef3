//! The action over facts.

use hanzo_envelope::{Item, ToolError};
use serde::Deserialize;
use serde_json::json;

use crate::applied::{paged, refuse, Applied, Place, Violations};
use crate::state::{Fact, Scope, State};

/// Facts to remove, then facts to add, then which to find.
#[derive(Deserialize)]
pub(crate) struct FactsParams {
    #[serde(default)]
    add: Vec<Fact>,
    #[serde(default)]
    remove: Vec<Fact>,
    subject: Option<String>,
    predicate: Option<String>,
    scope: Option<Scope>,
    limit: Option<i64>,
    cursor: Option<String>,
}

/// Spec: MEMORY-31 to MEMORY-39
pub(crate) fn facts(state: &State, params: FactsParams) -> Result<Applied, ToolError> {
    let FactsParams { add, remove, subject, predicate, scope, limit, cursor } = params;
    let mut broken = nul("remove", &remove);
    broken.extend(nul("add", &add));
    refuse(broken)?;
    let mut kept: Vec<Fact> =
        state.facts.iter().filter(|fact| !remove.contains(fact)).cloned().collect();
    for fact in add {
        if !kept.contains(&fact) {
            kept.push(fact);
        }
    }
    let same = |wanted: &Option<String>, text: &String| wanted.as_ref().is_none_or(|it| it == text);
    let mut found: Vec<Item> = kept
        .iter()
        .filter(|fact| same(&subject, &fact.subject) && same(&predicate, &fact.predicate))
        .filter(|fact| scope.is_none_or(|wanted| wanted == fact.scope))
        .map(|fact| Item { key: key(fact), value: json!(fact) })
        .collect();
    // NUL is in no text and before every other character: by key is by the four, one after another.
    found.sort_unstable_by(|left, right| left.key.cmp(&right.key));
    let query = json!({"subject": subject, "predicate": predicate, "scope": scope});
    let place = Place { limit, cursor: cursor.as_deref() };
    paged("facts", &found, &query, &place, State { facts: kept, ..state.clone() })
}

fn key(fact: &Fact) -> String {
    [&fact.subject, &fact.predicate, &fact.object, fact.scope.as_str()].join("\0")
}

/// Texts with a NUL, by which keys are joined. Spec: MEMORY-38
fn nul(name: &str, facts: &[Fact]) -> Violations {
    let mut found = Violations::new();
    for (index, fact) in facts.iter().enumerate() {
        let texts =
            [("subject", &fact.subject), ("predicate", &fact.predicate), ("object", &fact.object)];
        for (member, text) in texts {
            if text.contains('\0') {
                found.push((format!("/{name}/{index}/{member}"), "nul"));
            }
        }
    }
    found
}
