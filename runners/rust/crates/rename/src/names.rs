//! Which name is which: old, new or none of ours, as each registry compares names.

/// How long an old name is kept, in seconds: 90 days of 86,400.
pub const GRACE_S: u64 = 90 * 86_400;

/// Where packages are published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Registry {
    /// crates.io
    Crates,
    /// `PyPI`
    PyPi,
    /// npm
    Npm,
}

impl Registry {
    /// The old name, as published.
    #[must_use]
    pub fn old_name(self) -> &'static str {
        if self == Self::Npm {
            "@hanzo/repl"
        } else {
            "hanzo-repl"
        }
    }

    /// The new name, as published.
    #[must_use]
    pub fn new_name(self) -> &'static str {
        if self == Self::Npm {
            "@hanzo/dev"
        } else {
            "hanzo-dev"
        }
    }

    /// The line that leads from the old name to the new one. Spec: REN-9
    #[must_use]
    pub fn warning(self) -> String {
        let (old, new) = (self.old_name(), self.new_name());
        format!("{old} is now called {new}: install {new} instead")
    }

    /// What two spellings of one name have in common; a foreign letter is in no name of ours.
    fn key(self, name: &str) -> String {
        match self {
            Self::Npm => name.to_owned(),
            Self::Crates => name.to_ascii_lowercase().replace('_', "-"),
            Self::PyPi => {
                let mut key = String::with_capacity(name.len());
                for point in name.chars() {
                    if !matches!(point, '-' | '_' | '.') {
                        key.push(point.to_ascii_lowercase());
                    } else if !key.ends_with('-') {
                        key.push('-');
                    }
                }
                key
            }
        }
    }
}

/// What has become of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It is the new one.
    Current,
    /// It is the old one, which still leads to the new one.
    Deprecated,
    /// It is the old one, whose time is over.
    Yanked,
    /// It is somebody else's.
    Unrelated,
}

impl State {
    /// The word for it, the same in every language.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Current => "current",
            Self::Deprecated => "deprecated",
            Self::Yanked => "yanked",
            Self::Unrelated => "unrelated",
        }
    }
}

/// What a name stands for: the name as published, and what to tell of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolved {
    /// The new name, or the given one where it is none of ours.
    pub name: String,
    /// What has become of it.
    pub state: State,
    /// One line for people, where there is something to tell.
    pub warning: Option<String>,
}

/// What a name in a registry stands for at a time, in seconds since the epoch.
///
/// `published_s` is when the shim was published, `None` before that. Spec: REN-1 to REN-9
#[must_use]
pub fn resolve(registry: Registry, name: &str, published_s: Option<u64>, now_s: u64) -> Resolved {
    let new = registry.new_name();
    let key = registry.key(name);
    if key == new {
        return Resolved { name: new.to_owned(), state: State::Current, warning: None };
    }
    if key != registry.old_name() {
        return Resolved { name: name.to_owned(), state: State::Unrelated, warning: None };
    }
    let gone = published_s.is_some_and(|at| now_s >= at.saturating_add(GRACE_S));
    let state = if gone { State::Yanked } else { State::Deprecated };
    Resolved { name: new.to_owned(), state, warning: Some(registry.warning()) }
}

#[cfg(test)]
mod tests {
    use super::{resolve, Registry, State, GRACE_S};

    #[test]
    fn each_registry_has_spellings_of_its_own() {
        for (registry, name, state) in [
            (Registry::PyPi, "HANZO-_.Repl", State::Deprecated),
            (Registry::Crates, "hanzo_REPL", State::Deprecated),
            (Registry::Crates, "hanzo.repl", State::Unrelated),
            (Registry::Npm, "@hanzo/REPL", State::Unrelated),
            (Registry::PyPi, "hanzo-repl-", State::Unrelated),
            (Registry::PyPi, "hanzo-r\u{435}pl", State::Unrelated),
        ] {
            assert_eq!(resolve(registry, name, None, 0).state, state, "{name}");
        }
    }

    #[test]
    fn the_ninety_days_end_with_their_last_second() {
        let state = |now| resolve(Registry::Npm, "@hanzo/repl", Some(7), now).state;
        assert_eq!(state(6 + GRACE_S), State::Deprecated);
        assert_eq!(state(7 + GRACE_S), State::Yanked);
        let never = resolve(Registry::Npm, "@hanzo/repl", Some(u64::MAX), u64::MAX - 1);
        assert_eq!(never.state, State::Deprecated);
    }

    #[test]
    fn a_new_name_comes_back_as_published_and_without_a_warning() {
        let found = resolve(Registry::PyPi, "Hanzo__Dev", Some(0), u64::MAX);
        assert_eq!((found.name.as_str(), found.state), ("hanzo-dev", State::Current));
        assert_eq!(found.warning, None);
    }
}
