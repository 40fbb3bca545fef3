//! Every tool of every server under a name that is unique and short enough.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fmt;

use sha2::{Digest, Sha256};

use crate::names::{normalize, InvalidName};

const HASH_DIGITS: usize = 12;
/// Separates server, tool and attempt in what is hashed.
const NUL: u8 = 0;

/// The longest name that a registry gives out: 32 to 128 bytes, 64 unless told otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(try_from = "usize"))]
pub struct MaxLength(usize);

/// A limit below 32 bytes leaves little beside the hash, MCP recommends at most 128.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfRange;

impl Default for MaxLength {
    fn default() -> Self {
        Self(64)
    }
}

impl TryFrom<usize> for MaxLength {
    type Error = OutOfRange;

    fn try_from(bytes: usize) -> Result<Self, OutOfRange> {
        match bytes {
            32..=128 => Ok(Self(bytes)),
            _ => Err(OutOfRange),
        }
    }
}

impl fmt::Display for OutOfRange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the longest name has from 32 to 128 bytes")
    }
}

impl Error for OutOfRange {}

/// A tool of a server, as they went in, and the ASCII name under which the registry holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Entry {
    /// The server's name as it was configured.
    pub server: String,
    /// The tool's name as the server lists it.
    pub tool: String,
    /// Unique in the registry.
    pub name: String,
}

/// Names for a set of tools, which depend on the set and the limit but not on the order.
///
/// Spec: HIP-0301 §1 and Security Considerations.
#[derive(Debug, Clone)]
pub struct Registry {
    entries: Vec<Entry>,
    by_name: HashMap<String, usize>,
}

impl Registry {
    /// Names every distinct pair of server and tool.
    ///
    /// A joined name that only one tool has and that fits is given out as it is; in a colliding
    /// group every member gets a shortened name, so that none shadows another.
    ///
    /// # Errors
    /// `INVALID_NAME` when any server or tool is empty.
    pub fn new<S, T>(
        tools: impl IntoIterator<Item = (S, T)>,
        max_length: MaxLength,
    ) -> Result<Self, InvalidName>
    where
        S: Into<String>,
        T: Into<String>,
    {
        let mut entries = distinct(tools)?;
        let mut members: HashMap<String, usize> = HashMap::new();
        for entry in &entries {
            *members.entry(entry.name.clone()).or_default() += 1;
        }
        let mut by_name = HashMap::with_capacity(entries.len());
        for index in order(&entries) {
            let entry = &mut entries[index];
            let joined = &entry.name;
            let collides = members[joined] > 1 || by_name.contains_key(joined);
            if collides || joined.len() > max_length.0 {
                entry.name = shortened(entry, max_length, &by_name);
            }
            by_name.insert(entry.name.clone(), index);
        }
        Ok(Self { entries, by_name })
    }

    /// Each distinct pair once, in the order of first appearance.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entries by value, in the same order.
    #[must_use]
    pub fn into_entries(self) -> Vec<Entry> {
        self.entries
    }

    /// The entry with exactly this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Entry> {
        self.by_name.get(name).map(|&index| &self.entries[index])
    }
}

/// Each pair at its first appearance, under its joined name.
fn distinct<S, T>(tools: impl IntoIterator<Item = (S, T)>) -> Result<Vec<Entry>, InvalidName>
where
    S: Into<String>,
    T: Into<String>,
{
    let mut seen = HashSet::new();
    let mut entries = Vec::new();
    for (server, tool) in tools {
        let (server, tool) = (server.into(), tool.into());
        let name = normalize(&server, &tool)?;
        if seen.insert((server.clone(), tool.clone())) {
            entries.push(Entry { server, tool, name });
        }
    }
    Ok(entries)
}

/// The indexes of the entries in the order in which names are given out.
///
/// Two pairs are equal in their bytes only when a NUL stands in a name; the shorter server is then
/// first, so that the order of the input never matters.
fn order(entries: &[Entry]) -> Vec<usize> {
    let mut indexes: Vec<usize> = (0..entries.len()).collect();
    indexes.sort_by_cached_key(|&index| {
        let entry = &entries[index];
        (identity(entry), entry.server.len())
    });
    indexes
}

fn identity(entry: &Entry) -> Vec<u8> {
    [entry.server.as_bytes(), &[NUL], entry.tool.as_bytes()].concat()
}

/// The start of the joined name and a part of the hash, tried until the name is free.
fn shortened(entry: &Entry, max_length: MaxLength, taken: &HashMap<String, usize>) -> String {
    // Joined names are ASCII, so bytes may be cut anywhere.
    let length = entry.name.len().min(max_length.0 - HASH_DIGITS - 1);
    let stem = &entry.name[..length];
    let mut hashed = identity(entry);
    let end = hashed.len();
    let mut attempt = 0_u64;
    loop {
        let name = format!("{stem}_{}", first_digits(&hashed));
        if !taken.contains_key(&name) {
            return name;
        }
        attempt += 1;
        hashed.truncate(end);
        hashed.push(NUL);
        hashed.extend_from_slice(attempt.to_string().as_bytes());
    }
}

fn first_digits(hashed: &[u8]) -> String {
    let digest = Sha256::digest(hashed);
    let number =
        digest[..HASH_DIGITS / 2].iter().fold(0_u64, |sum, &byte| sum << 8 | u64::from(byte));
    format!("{number:0HASH_DIGITS$x}")
}
