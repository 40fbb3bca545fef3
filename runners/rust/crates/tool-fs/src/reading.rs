//! The actions `read` and `stat`.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

use base64::engine::general_purpose::STANDARD;
use base64::Engine;
use hanzo_envelope::{Outcome, ToolError};
use hanzo_ids::{convert_position, slice_text, Encoding, Range};
use hanzo_tools::{failure, told_by_system, violation, Context};
use rustix::fs::{fstat, Stat};
use serde::Deserialize;
use serde_json::{json, Value};
use sha2::{Digest, Sha256};

use crate::files::{read_content, status_of, LIMIT};
use crate::refusals::kind_of;
use crate::seen::SeenContents;

const CHUNK_BYTES: usize = 1024 * 1024;

#[derive(Deserialize)]
pub(crate) struct ReadParams {
    uri: String,
    range: Option<Range>,
    encoding: Option<String>,
}

/// The content of a file, whole or in part. Spec: FS-8 to FS-19.
pub(crate) fn read(
    context: &Arc<Context>,
    ReadParams { uri, range, encoding }: ReadParams,
) -> Result<Outcome, ToolError> {
    let path = context.workspace.locate(&uri)?;
    let data = read_content(&context.workspace, &path)?.data;
    let hash = context.keep::<SeenContents>().remember(&data);
    let uri = context.workspace.uri(&path);
    let size = data.len();
    let Presented { encoding, text, content_b64, range } =
        presented(&data, range, encoding.as_deref(), &uri)?;
    Ok(Outcome::from(json!({
        "uri": uri, "hash": hash, "size": size, "encoding": encoding, "text": text,
        "content_b64": content_b64, "range": range,
    })))
}

struct Presented {
    encoding: &'static str,
    text: Option<String>,
    content_b64: Option<String>,
    range: Value,
}

fn presented(
    data: &[u8],
    range: Option<Range>,
    encoding: Option<&str>,
    uri: &str,
) -> Result<Presented, ToolError> {
    let Ok(mut text) = std::str::from_utf8(data) else {
        if range.is_some() || encoding == Some("utf-8") {
            let details = json!({"uri": uri, "encoding": "utf-8"});
            return Err(failure("UNSUPPORTED", format!("{uri} is not UTF-8"), details));
        }
        return Ok(as_base64(data, Value::Null));
    };
    let mut normal = Value::Null;
    if let Some(range) = range {
        (text, normal) = part(text, range)?;
    }
    Ok(match encoding {
        Some("base64") => as_base64(text.as_bytes(), normal),
        _ => Presented {
            encoding: "utf-8",
            text: Some(text.to_owned()),
            content_b64: None,
            range: normal,
        },
    })
}

fn as_base64(data: &[u8], range: Value) -> Presented {
    Presented { encoding: "base64", text: None, content_b64: Some(STANDARD.encode(data)), range }
}

/// The text in a range, and the range as it is in this text.
fn part(text: &str, range: Range) -> Result<(&str, Value), ToolError> {
    let units = Encoding::Utf16;
    let found = slice_text(text, range, units).and_then(|part| {
        let start = convert_position(text, range.start, units, units)?;
        let end = convert_position(text, range.end, units, units)?;
        Ok((part, Range { start, end }))
    });
    let (part, range) =
        found.map_err(|problem| violation("/range", "range", problem.to_string()))?;
    Ok((part, json!(range)))
}

#[derive(Deserialize)]
pub(crate) struct OfUri {
    pub(crate) uri: String,
}

/// What is at a place. Spec: FS-20 to FS-25.
pub(crate) fn stat(context: &Arc<Context>, OfUri { uri }: OfUri) -> Result<Outcome, ToolError> {
    let workspace = &context.workspace;
    let path = workspace.locate(&uri)?;
    let uri = workspace.uri(&path);
    let told = |problem: io::Error| told_by_system(&uri, &problem);
    let place = workspace.place(&path).map_err(told)?;
    let mut status = status_of(&place).map_err(told)?;
    let kind = kind_of(&status);
    let (mut size, mut hash) = (Value::Null, Value::Null);
    if kind == "file" {
        let file = place.open().map_err(told)?;
        status = fstat(&file).map_err(|problem| told(problem.into()))?;
        let measured = measured(file, &status, &context.keep::<SeenContents>()).map_err(told)?;
        (size, hash) = (measured.0.into(), measured.1.into());
    }
    Ok(Outcome::from(json!({
        "uri": uri, "type": kind, "size": size, "hash": hash, "mtime": milliseconds(&status),
    })))
}

/// Size and hash of an open file, in bounded memory; a small one is remembered.
fn measured(mut file: File, status: &Stat, seen: &SeenContents) -> io::Result<(u64, String)> {
    let small =
        kind_of(status) == "file" && u64::try_from(status.st_size).is_ok_and(|size| size <= LIMIT);
    let mut start = Vec::new();
    if small {
        file.by_ref().take(LIMIT + 1).read_to_end(&mut start)?;
        if start.len() as u64 <= LIMIT {
            return Ok((start.len() as u64, seen.remember(&start)));
        }
    }
    let mut digest = Sha256::new();
    digest.update(&start);
    let mut size = start.len() as u64;
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        let read = file.read(&mut chunk)?;
        if read == 0 {
            return Ok((size, format!("sha256:{:x}", digest.finalize())));
        }
        digest.update(&chunk[..read]);
        size += read as u64;
    }
}

/// Milliseconds since the epoch, rounded down also before it.
fn milliseconds(status: &Stat) -> i64 {
    let nanoseconds = i64::try_from(status.st_mtime_nsec).unwrap_or_default();
    status.st_mtime * 1000 + nanoseconds / 1_000_000
}
