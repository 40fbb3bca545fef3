//! Counts and lists with an upper bound, so that an answer still goes into one line.

use serde::de::{Deserialize, Deserializer, Error};

/// An integer from 0 to `MAX`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UpTo<const MAX: usize>(pub usize);

impl<'de, const MAX: usize> Deserialize<'de> for UpTo<MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = usize::deserialize(deserializer)?;
        if number > MAX {
            return Err(D::Error::custom(format_args!("{number} is more than {MAX}")));
        }
        Ok(Self(number))
    }
}

/// A list of at most `MAX` items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Short<T, const MAX: usize>(pub Vec<T>);

impl<'de, T: Deserialize<'de>, const MAX: usize> Deserialize<'de> for Short<T, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let items: Vec<T> = Vec::deserialize(deserializer)?;
        if items.len() > MAX {
            return Err(D::Error::invalid_length(items.len(), &"a shorter list"));
        }
        Ok(Self(items))
    }
}
