//! The one version that an old name still publishes, as its manifest has it.

use std::error::Error;
use std::fmt;

use crate::names::Registry;

/// The largest number that all languages count exactly: 2^53 - 1.
const LARGEST: u64 = (1 << 53) - 1;
/// `PyPI` has had this version, and it is no shim.
const LAST_OF_BEFORE: [u64; 3] = [0, 1, 0];
const NEW_PROGRAM: &str = "hanzo-dev";

/// A version is none, or not one that a shim can have: `INVALID_VERSION`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidVersion {
    version: String,
    reason: &'static str,
}

impl InvalidVersion {
    /// The error's code, the same in every language.
    #[must_use]
    pub fn code(&self) -> &'static str {
        "INVALID_VERSION"
    }

    /// The text that was refused.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    fn new(version: &str, reason: &'static str) -> Self {
        Self { version: version.to_owned(), reason }
    }
}

impl fmt::Display for InvalidVersion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}: {}", self.version, self.reason)
    }
}

impl Error for InvalidVersion {}

/// The manifest of a shim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shim {
    /// The old name, as published.
    pub name: &'static str,
    /// The shim's own version.
    pub version: String,
    /// The warning, which registries show in their listings.
    pub description: String,
    /// The new name, as published.
    pub new_name: &'static str,
    /// Its versions, in the registry's own notation.
    pub range: String,
    /// Programs of before, each with what it becomes.
    pub programs: Vec<(&'static str, &'static str)>,
}

/// The shim with this version, which leads to the new package from a version on.
///
/// # Errors
/// `INVALID_VERSION` where `version` is no release above 0.1.0, or `new_version` no version of
/// `SemVer` without build metadata.
///
/// Spec: REN-10 to REN-18
pub fn shim(registry: Registry, version: &str, new_version: &str) -> Result<Shim, InvalidVersion> {
    let (own, is_release) = read(version)?;
    if !is_release || own <= LAST_OF_BEFORE {
        return Err(InvalidVersion::new(version, "a shim is a release above 0.1.0"));
    }
    let ([major, ..], _) = read(new_version)?;
    let end = major + 1;
    let range = match registry {
        Registry::PyPi => format!(">={new_version},<{end}"),
        Registry::Npm => format!(">={new_version} <{end}.0.0"),
        Registry::Crates => format!(">={new_version}, <{end}.0.0"),
    };
    let mut programs = vec![("hanzo-repl", NEW_PROGRAM)];
    if registry == Registry::PyPi {
        // Programs that only the package of PyPI has had.
        programs.extend([("hanzo-repl-ipython", NEW_PROGRAM), ("hanzo-repl-tui", NEW_PROGRAM)]);
    }
    Ok(Shim {
        name: registry.old_name(),
        version: version.to_owned(),
        description: registry.warning(),
        new_name: registry.new_name(),
        range,
        programs,
    })
}

/// The three numbers of a version without build metadata, and whether it is a release.
fn read(text: &str) -> Result<([u64; 3], bool), InvalidVersion> {
    let none = || InvalidVersion::new(text, "no version of SemVer without build metadata");
    let (core, pre_release) = match text.split_once('-') {
        Some((core, identifiers)) => (core, Some(identifiers)),
        None => (text, None),
    };
    if pre_release.is_some_and(|given| !given.split('.').all(is_identifier)) {
        return Err(none());
    }
    let parts: Vec<&str> = core.split('.').collect();
    let [major, minor, patch] = parts[..] else { return Err(none()) };
    let mut numbers = [0; 3];
    for (number, digits) in numbers.iter_mut().zip([major, minor, patch]) {
        if !is_number(digits) {
            return Err(none());
        }
        let value = digits.parse().ok().filter(|value| *value <= LARGEST);
        *number = value.ok_or_else(|| {
            InvalidVersion::new(text, "a number beyond what all languages count exactly")
        })?;
    }
    Ok((numbers, pre_release.is_none()))
}

/// Digits without a zero in front. Spec: `SemVer` 2.0.0, 2
fn is_number(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'))
}

/// Letters, digits and hyphens; a number where there are digits alone. Spec: `SemVer` 2.0.0, 9
fn is_identifier(text: &str) -> bool {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return is_number(text);
    }
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::{shim, Registry};

    #[test]
    fn the_end_of_the_range_is_the_next_major_version_of_zero_too() {
        for (registry, range) in [
            (Registry::PyPi, ">=0.9.9-rc.1,<1"),
            (Registry::Npm, ">=0.9.9-rc.1 <1.0.0"),
            (Registry::Crates, ">=0.9.9-rc.1, <1.0.0"),
        ] {
            assert_eq!(shim(registry, "0.1.1", "0.9.9-rc.1").unwrap().range, range);
        }
    }

    #[test]
    fn what_is_no_release_above_0_1_0_is_no_shim() {
        for version in ["0.1.0", "0.0.9", "1.0.0-rc.1", "1.0", "1.0.0.0", "01.0.0", "1.0.0+1", ""] {
            let refused = shim(Registry::Npm, version, "1.0.0").unwrap_err();
            assert_eq!(refused.code(), "INVALID_VERSION", "{version}");
        }
    }

    #[test]
    fn identifiers_of_a_pre_release_are_not_counted_with_and_numbers_are() {
        assert!(shim(Registry::Npm, "1.0.0", "1.0.0-9007199254740992").is_ok());
        assert!(shim(Registry::Npm, "1.0.0", "9007199254740991.0.0").is_ok());
        assert!(shim(Registry::Npm, "1.0.0", "9007199254740992.0.0").is_err());
        assert!(shim(Registry::Npm, "1.0.0", "1.0.0-01").is_err());
        assert!(shim(Registry::Npm, "1.0.0", "1.0.0-a..b").is_err());
    }
}
