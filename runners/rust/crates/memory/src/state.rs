//! What is remembered.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// The actions, sorted.
pub const ACTIONS: [&str; 7] =
    ["create", "delete", "facts", "manage", "recall", "summarize", "update"];

/// How long something is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
// Text only: a derived enum is also read from an object that has its name as a member.
#[serde(rename_all = "lowercase", try_from = "String")]
pub enum Scope {
    /// While the process runs.
    Session,
    /// In the workspace.
    #[default]
    Project,
    /// For the user.
    Global,
}

impl Scope {
    /// The word for it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::Project => "project",
            Self::Global => "global",
        }
    }
}

impl TryFrom<String> for Scope {
    type Error = String;

    /// The scope of exactly this name.
    fn try_from(name: String) -> Result<Self, String> {
        let known = [Self::Session, Self::Project, Self::Global];
        let found = known.into_iter().find(|scope| scope.as_str() == name);
        found.ok_or_else(|| "a scope is session, project or global".to_owned())
    }
}

/// One memory; times are milliseconds since 1970-01-01T00:00:00Z.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// `mem_` and a number.
    pub id: String,
    /// The text.
    pub content: String,
    /// Sorted, each once.
    pub tags: Vec<String>,
    /// How long it is kept.
    pub scope: Scope,
    /// When it was made.
    pub created_ms: u64,
    /// When it was changed last.
    pub updated_ms: u64,
}

/// Something that holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// Of what.
    pub subject: String,
    /// What is said of it.
    pub predicate: String,
    /// Of which other.
    pub object: String,
    /// How long it is kept; in params it may be left out.
    #[serde(default)]
    pub scope: Scope,
}

/// All that is remembered, the oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The number of the next id.
    pub next: u64,
    /// Texts.
    #[serde(deserialize_with = "objects")]
    pub memories: Vec<Entry>,
    /// Facts.
    #[serde(deserialize_with = "objects")]
    pub facts: Vec<Fact>,
}

/// Reads a list of objects: a derived struct is also read from a list of its members.
fn objects<'de, D, T>(from: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    let found = Vec::<Map<String, Value>>::deserialize(from)?;
    let typed = |members| serde_json::from_value(Value::Object(members)).map_err(D::Error::custom);
    found.into_iter().map(typed).collect()
}

impl Default for State {
    fn default() -> Self {
        Self { next: 1, memories: Vec::new(), facts: Vec::new() }
    }
}
