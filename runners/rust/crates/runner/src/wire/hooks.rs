//! Params of the hooks operations: what a tool returned, and how a hook ended.

use hanzo_adapter::{shape, Base64};
use hanzo_hooks::{Cause, End, ToolResult};
use serde::de::{Deserialize, Deserializer, Error};

shape! { pub(crate) struct Returned { output: String, error: Option<String>, is_error: bool } }

impl From<Returned> for ToolResult {
    fn from(Returned { output, error, is_error }: Returned) -> Self {
        Self { output, error, is_error }
    }
}

/// One of `{exit}`, `{signal}`, `{timeout: true}` and `{spawn: true}`, with what was written.
pub(crate) struct Ended(pub(crate) End);

shape! {
    struct Members { exit?: u8, signal?: u8, timeout?: bool, spawn?: bool, stderr_b64: Base64 }
}

impl<'de> Deserialize<'de> for Ended {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Members { exit, signal, timeout, spawn, stderr_b64: Base64(stderr) } =
            Members::deserialize(from)?;
        let cause = match (exit, signal, timeout, spawn) {
            (Some(code), None, None, None) => Cause::Exit(code),
            (None, Some(number @ 1..=126), None, None) => Cause::Signal(number.into()),
            (None, None, Some(true), None) => Cause::Timeout,
            (None, None, None, Some(true)) => Cause::Spawn,
            _ => return Err(D::Error::custom("expected one of exit, signal, timeout and spawn")),
        };
        Ok(Self(End { cause, stderr }))
    }
}
