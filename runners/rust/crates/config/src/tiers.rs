//! One tier: from the bytes of a settings file to content that can be merged, or a failure.

use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::{ConfigError, ConfigErrorKind};
use crate::members::{check_types, ALIAS};
use crate::strict_json::parse;

/// Credentials belong to the user: a project's files, which others write, must not replace them.
const SENSITIVE: [&str; 2] = ["api_key", "oauth_credentials"];

/// Where settings come from, from the lowest precedence to the highest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// The user's own file.
    User,
    /// The project's file, which is shared.
    Project,
    /// The user's file for this project.
    Local,
}

impl fmt::Display for Tier {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::User => "user",
            Self::Project => "project",
            Self::Local => "local",
        })
    }
}

/// A credential that a tier must not set and that was left out; its value is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Warned {
    /// The tier that set it.
    pub tier: Tier,
    /// The name of the member.
    pub key: &'static str,
}

/// The members of a tier with known names only, in document order, and what was left out of it.
///
/// # Errors
/// `CONFIG_PARSE`, `CONFIG_AMBIGUOUS` or `CONFIG_TYPE`, judged in this order.
pub(crate) fn read_tier(
    tier: Tier,
    data: &[u8],
) -> Result<(Map<String, Value>, Vec<Warned>), ConfigError> {
    let fail = |kind, path, problem| ConfigError { kind, tier, path, problem };
    let parsed = parse(data)
        .map_err(|error| fail(ConfigErrorKind::Parse, String::new(), error.to_string()))?;
    let Value::Object(mut content) = parsed else {
        let problem = "expected one object".to_owned();
        return Err(fail(ConfigErrorKind::Parse, String::new(), problem));
    };
    let (alias, known) = ALIAS;
    if content.contains_key(alias) && content.contains_key(known) {
        let problem = format!("{alias} and {known} mean the same, and both are there");
        return Err(fail(ConfigErrorKind::Ambiguous, format!("/{alias}"), problem));
    }
    let mut warnings = Vec::new();
    if tier != Tier::User {
        for key in SENSITIVE {
            if content.shift_remove(key).is_some() {
                warnings.push(Warned { tier, key });
            }
        }
    }
    check_types(&content).map_err(|wrong| {
        fail(ConfigErrorKind::Type, wrong.path, format!("expected {}", wrong.expected))
    })?;
    Ok((renamed(content), warnings))
}

fn renamed(content: Map<String, Value>) -> Map<String, Value> {
    let (alias, known) = ALIAS;
    let rename = |name: String| if name == alias { known.to_owned() } else { name };
    content.into_iter().map(|(name, value)| (rename(name), value)).collect()
}
