//! Adapter: lets hanzo-conformance ask this implementation over standard input and output.
//!
//! One JSON-RPC 2.0 message a line. Standard output is for the protocol only; logs go to standard
//! error.

mod operations;

use std::io::{self, BufRead, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};

use operations::{Failure, Operation, OPERATIONS};
use serde_json::{json, Map, Value};

const PROTOCOL: u64 = 1;
/// How deep a message may nest, its own object counted.
const DEEPEST: usize = 64;
/// The largest integer that every parser reads exactly.
const LARGEST: u64 = (1 << 53) - 1;

fn main() -> io::Result<()> {
    let mut input = io::BufReader::with_capacity(256 * 1024, io::stdin().lock());
    let mut output = io::BufWriter::with_capacity(256 * 1024, io::stdout().lock());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        if !line.iter().all(u8::is_ascii_whitespace) {
            if let Some(said) = answer(&line) {
                serde_json::to_writer(&mut output, &said)?;
                output.write_all(b"\n")?;
            }
        }
        line.clear();
        // Written when nothing complete is left to read, so that a lone request does not wait.
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
    }
    output.flush()
}

/// The answer to one line; none to a notification, which has no id.
fn answer(line: &[u8]) -> Option<Value> {
    let read = serde_json::from_slice::<Value>(line).ok();
    let Some(request) = read.filter(|_| !is_too_deep(line)) else {
        let why = "the line is not JSON as the protocol has it";
        return Some(error(&Value::Null, -32700, why, None));
    };
    let id = &request["id"];
    let integer = id
        .as_i64()
        .is_some_and(|number| number.unsigned_abs() <= LARGEST);
    if !(id.is_null() || id.is_string() || integer) {
        let why = "id is neither an integer nor a text";
        return Some(error(&Value::Null, -32600, why, None));
    }
    let Some(method) = request["method"].as_str() else {
        return Some(error(id, -32600, "not a request", None));
    };
    request.get("id")?;
    Some(respond(id, method, &request["params"]))
}

/// Whether a line nests deeper than it may.
fn is_too_deep(line: &[u8]) -> bool {
    let (mut depth, mut in_text, mut escaped) = (0_usize, false, false);
    for mark in line {
        match mark {
            _ if escaped => escaped = false,
            b'\\' => escaped = in_text,
            b'"' => in_text = !in_text,
            b'[' | b'{' if !in_text => depth += 1,
            b']' | b'}' if !in_text => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return true;
        }
    }
    false
}

/// The answer to a request.
fn respond(id: &Value, method: &str, params: &Value) -> Value {
    let operation = match OPERATIONS.iter().find(|(name, _)| *name == method) {
        _ if method == "initialize" => initialize,
        Some((_, operation)) => *operation,
        None => return error(id, -32601, &format!("no operation {method}"), None),
    };
    let Some(params) = params.as_object() else {
        return error(id, -32602, "params is not an object", None);
    };
    match guarded(operation, params) {
        Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
        Err(Failure::InvalidParams(why)) => error(id, -32602, &why, None),
        Err(Failure::Domain {
            code,
            message,
            details,
        }) => {
            let data = match details {
                Some(details) => json!({"code": code, "details": details}),
                None => json!({"code": code}),
            };
            error(id, -32000, &message, Some(data))
        }
        Err(Failure::Internal(why)) => error(id, -32603, &why, None),
    }
}

/// Turns a panic into a failure: one failed request must not end the others.
fn guarded(operation: Operation, params: &Map<String, Value>) -> Result<Value, Failure> {
    catch_unwind(AssertUnwindSafe(|| operation(params)))
        .unwrap_or_else(|_| Err(Failure::Internal("it panicked; see standard error".into())))
}

fn initialize(params: &Map<String, Value>) -> Result<Value, Failure> {
    if params.get("protocol").and_then(Value::as_u64) != Some(PROTOCOL) {
        return Err(Failure::InvalidParams(format!(
            "this adapter speaks protocol {PROTOCOL}"
        )));
    }
    Ok(json!({
        "protocol": PROTOCOL,
        "implementation": {
            "name": env!("CARGO_PKG_NAME"), "version": env!("CARGO_PKG_VERSION"), "language": "rust",
        },
        "operations": OPERATIONS.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
    }))
}

fn error(id: &Value, code: i32, message: &str, data: Option<Value>) -> Value {
    let mut body = json!({"code": code, "message": message});
    if let Some(data) = data {
        body["data"] = data;
    }
    json!({"jsonrpc": "2.0", "id": id, "error": body})
}
