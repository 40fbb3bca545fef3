//! Operations by name, and one answer for each request.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{catch_unwind, AssertUnwindSafe};

use serde::de::DeserializeOwned;
use serde::Serialize;
use serde_json::Value;

use crate::failure::Failure;
use crate::message::{Hello, Implementation, Request, Welcome, PROTOCOL};
use crate::params::Object;

/// JSON text of params in, JSON text of the result appended.
type Handler = Box<dyn Fn(&str, &mut Vec<u8>) -> Result<(), Failure>>;

/// The operations of one implementation, and the answers to requests for them.
///
/// Spec: adapter protocol, version 1.
pub struct Adapter {
    implementation: Implementation,
    operations: BTreeMap<String, Handler>,
}

impl Adapter {
    /// An adapter without operations; name and version appear in reports.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            implementation: Implementation {
                name: name.into(),
                version: version.into(),
                language: "rust",
            },
            operations: BTreeMap::new(),
        }
    }

    /// Declares an operation: params that do not fit `P` answer -32602 and never reach `operation`.
    ///
    /// `P` denies unknown members (`#[serde(deny_unknown_fields)]`). The result is written as `R`
    /// serialises; a `Box<serde_json::value::RawValue>` passes as it is. [`operations!`] declares
    /// both in less.
    ///
    /// [`operations!`]: crate::operations
    ///
    /// # Panics
    /// When the name is taken.
    pub fn register<P, R, E>(
        &mut self,
        name: impl Into<String>,
        operation: impl Fn(P) -> Result<R, E> + 'static,
    ) where
        P: DeserializeOwned,
        R: Serialize,
        E: Into<Failure>,
    {
        let handler: Handler = Box::new(move |params, answer| {
            let result = operation(read(params)?).map_err(Into::into)?;
            write(&result, answer)
        });
        let name = name.into();
        let taken = self.operations.insert(name.clone(), handler).is_some();
        assert!(!taken, "{name} is registered twice");
    }

    /// The names of the declared operations, sorted.
    pub fn operations(&self) -> impl Iterator<Item = &str> + '_ {
        self.operations.keys().map(String::as_str)
    }

    /// Calls an operation in this process, on the path that a request over the wire takes.
    ///
    /// # Errors
    /// The failure that the answer would carry.
    pub fn call(&self, name: &str, params: &Value) -> Result<Value, Failure> {
        let mut answer = Vec::new();
        self.run(name, &params.to_string(), &mut answer)?;
        serde_json::from_slice(&answer).map_err(|error| Failure::internal(error.to_string()))
    }

    /// Appends the answer to one line, with its line feed; a notification has none.
    pub(crate) fn answer(&self, line: &[u8], answers: &mut Vec<u8>) {
        let request = match Request::read(line) {
            Ok(request) => request,
            Err(failure) => return put_failure("null", &failure, answers),
        };
        let Some(id) = request.id else {
            return;
        };
        let start = answers.len();
        put(&[br#"{"jsonrpc":"2.0","id":"#, id.get().as_bytes(), br#","result":"#], answers);
        match self.run(&request.method, request.params(), answers) {
            Ok(()) => put(&[b"}\n"], answers),
            Err(failure) => {
                // Whatever was written of a result goes.
                answers.truncate(start);
                put_failure(id.get(), &failure, answers);
            }
        }
    }

    fn run(&self, name: &str, params: &str, answer: &mut Vec<u8>) -> Result<(), Failure> {
        if name == "initialize" {
            return self.initialize(params, answer);
        }
        let handler = self.operations.get(name).ok_or_else(|| Failure::method_not_found(name))?;
        // Operations are functions of their params: nothing that a panic tore survives the call.
        catch_unwind(AssertUnwindSafe(|| handler(params, answer)))
            .unwrap_or_else(|panic| Err(Failure::internal(describe(panic.as_ref()))))
    }

    fn initialize(&self, params: &str, answer: &mut Vec<u8>) -> Result<(), Failure> {
        let hello: Hello = read(params)?;
        if hello.protocol != PROTOCOL {
            let message = format!("protocol {PROTOCOL} is spoken here, not {}", hello.protocol);
            return Err(Failure::invalid_params(message));
        }
        let welcome = Welcome {
            protocol: PROTOCOL,
            implementation: &self.implementation,
            operations: self.operations().collect(),
        };
        write(&welcome, answer)
    }
}

fn read<P: DeserializeOwned>(params: &str) -> Result<P, Failure> {
    let Object(typed) = serde_json::from_str::<Object<P>>(params)
        .map_err(|error| Failure::invalid_params(error.to_string()))?;
    Ok(typed)
}

fn write<R: Serialize>(result: &R, answer: &mut Vec<u8>) -> Result<(), Failure> {
    serde_json::to_writer(answer, result).map_err(|error| Failure::internal(error.to_string()))
}

fn put_failure(id: &str, failure: &Failure, answers: &mut Vec<u8>) {
    let start = answers.len();
    put(&[br#"{"jsonrpc":"2.0","id":"#, id.as_bytes(), br#","error":"#], answers);
    if write(failure, answers).is_err() {
        // Only details that are no JSON could do this; the request still gets its answer.
        answers.truncate(start);
        let plain = br#","error":{"code":-32603,"message":"unwritable details"}"#;
        put(&[br#"{"jsonrpc":"2.0","id":"#, id.as_bytes(), plain], answers);
    }
    put(&[b"}\n"], answers);
}

fn put(parts: &[&[u8]], answers: &mut Vec<u8>) {
    for part in parts {
        answers.extend_from_slice(part);
    }
}

fn describe(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied());
    format!("the operation panicked: {}", text.unwrap_or("no message"))
}
