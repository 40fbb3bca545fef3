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

fn main() -> io::Result<()> {
    let mut input = io::BufReader::with_capacity(256 * 1024, io::stdin().lock());
    let mut output = io::BufWriter::with_capacity(256 * 1024, io::stdout().lock());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        if !line.iter().all(u8::is_ascii_whitespace) {
            serde_json::to_writer(&mut output, &answer(&line))?;
            output.write_all(b"\n")?;
        }
        line.clear();
        // Written when nothing complete is left to read, so that a lone request does not wait.
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
    }
    output.flush()
}

/// The answer to one line.
fn answer(line: &[u8]) -> Value {
    let Ok(request) = serde_json::from_slice::<Value>(line) else {
        return error(&Value::Null, -32700, "the line is not JSON in UTF-8", None);
    };
    let id = &request["id"];
    let Some(method) = request["method"].as_str() else {
        return error(id, -32600, "not a request", None);
    };
    let operation = match OPERATIONS.iter().find(|(name, _)| *name == method) {
        _ if method == "initialize" => initialize,
        Some((_, operation)) => *operation,
        None => return error(id, -32601, &format!("no operation {method}"), None),
    };
    let Some(params) = request["params"].as_object() else {
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
