//! 64-bit quantities, which JSON numbers do not hold.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

/// An unsigned 64-bit integer, which travels as a decimal string without sign or leading zeros.
///
/// Spec: adapter protocol, version 1; RFC 7493 §2.2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Decimal(pub u64);

impl Decimal {
    /// Each of these numbers, in their order.
    pub fn list(numbers: impl IntoIterator<Item = u64>) -> Vec<Self> {
        numbers.into_iter().map(Self).collect()
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let number: u64 = text.parse().map_err(D::Error::custom)?;
        // `parse` also takes a plus sign and zeros in front.
        if number.to_string() != text {
            return Err(D::Error::custom("a decimal string has neither sign nor leading zeros"));
        }
        Ok(Self(number))
    }
}
