//! One memory out of parts that are kept in different places, and back.

use std::collections::BTreeMap;

use hanzo_memory::{Entry, Fact, Scope, State};

/// What is kept where.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Parts {
    pub(crate) session: State,
    pub(crate) project: State,
    pub(crate) global: State,
}

impl Parts {
    /// From near to far: where two parts have given one id, the nearer one keeps it.
    fn nearest_first(&self) -> [&State; 3] {
        [&self.project, &self.session, &self.global]
    }
}

/// The state that all parts come to. Spec: KEPT-6
pub(crate) fn whole(parts: &Parts) -> State {
    let parts = parts.nearest_first();
    let mut next = parts.iter().map(|part| part.next).max().unwrap_or(1);
    // By number: as they were made.
    let mut memories: BTreeMap<u64, Entry> = BTreeMap::new();
    for entry in parts.iter().flat_map(|part| &part.memories) {
        let mut number = number(&entry.id).unwrap_or(next);
        if memories.contains_key(&number) || number == next {
            number = next;
            next += 1;
        }
        memories.insert(number, Entry { id: format!("mem_{number}"), ..entry.clone() });
    }
    let facts: Vec<Fact> = parts.iter().flat_map(|part| part.facts.clone()).collect();
    State { next, memories: memories.into_values().collect(), facts }
}

/// The parts of a state, each with the number of the next id.
pub(crate) fn divided(state: &State) -> Parts {
    let part = |scope: Scope| State {
        next: state.next,
        memories: state.memories.iter().filter(|entry| entry.scope == scope).cloned().collect(),
        facts: state.facts.iter().filter(|fact| fact.scope == scope).cloned().collect(),
    };
    Parts {
        session: part(Scope::Session),
        project: part(Scope::Project),
        global: part(Scope::Global),
    }
}

/// Whether a part has to be kept anew: the number of the next id alone is no reason.
pub(crate) fn differs(before: &State, after: &State) -> bool {
    before.memories != after.memories || before.facts != after.facts
}

/// The number of an id, in the one form that it has.
pub(crate) fn number(id: &str) -> Option<u64> {
    let digits = id.strip_prefix("mem_")?;
    let number = digits.parse().ok()?;
    (number > 0 && format!("{number}") == digits).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(number: u64, scope: Scope) -> Entry {
        let id = format!("mem_{number}");
        let (content, tags) = ("a".to_owned(), Vec::new());
        Entry { id, content, tags, scope, created_ms: 0, updated_ms: 0 }
    }

    fn part(next: u64, memories: Vec<Entry>) -> State {
        State { next, memories, facts: Vec::new() }
    }

    #[test]
    fn of_one_id_in_two_parts_the_nearer_one_keeps_it() {
        let state = whole(&Parts {
            session: part(3, vec![entry(1, Scope::Session)]),
            project: part(2, vec![entry(1, Scope::Project)]),
            global: part(2, vec![entry(1, Scope::Global)]),
        });
        let told: Vec<(&str, Scope)> =
            state.memories.iter().map(|entry| (entry.id.as_str(), entry.scope)).collect();
        let expected =
            [("mem_1", Scope::Project), ("mem_3", Scope::Session), ("mem_4", Scope::Global)];
        assert_eq!(told, expected);
        assert_eq!(state.next, 5);
    }

    #[test]
    fn a_state_is_the_whole_of_its_parts() {
        let memories =
            vec![entry(2, Scope::Global), entry(9, Scope::Session), entry(10, Scope::Project)];
        let state = part(11, memories);
        assert_eq!(whole(&divided(&state)), state);
        assert_eq!(whole(&Parts::default()), State::default());
    }
}
