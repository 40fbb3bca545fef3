//! A connection to an MCP server: a session, its clock, and who waits for what.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::error::Error;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hanzo_canonical_json::canonical_object;
use serde_json::{json, Map, Value};

use crate::action::Action;
use crate::lines::{CloseReason, LineEvent};
use crate::message::{Judged, Message};
use crate::session::{Client, Ending, McpSession};

/// What was asked for will not come.
#[derive(Debug, Clone, PartialEq)]
pub struct McpError {
    /// Why, for programs.
    pub code: Cow<'static, str>,
    /// What the server said, if it said anything.
    pub details: Option<Value>,
}

impl McpError {
    pub(crate) fn closed() -> Self {
        Self { code: Cow::Borrowed("CLOSED"), details: None }
    }
}

impl fmt::Display for McpError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let said = self.details.as_ref().and_then(|details| details["message"].as_str());
        match said {
            Some(said) => write!(formatter, "{}: {said}", self.code),
            None => formatter.write_str(&self.code),
        }
    }
}

impl Error for McpError {}

/// What a connection and those who carry its messages share.
#[derive(Debug)]
pub(crate) struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    began: Instant,
}

#[derive(Debug)]
struct State {
    session: McpSession,
    steps: usize,
    ends: HashMap<usize, Result<Value, McpError>>,
    outgoing: VecDeque<Vec<u8>>,
    /// In bytes, of what is in `outgoing` and of what is being written.
    waiting: usize,
    is_closing: bool,
}

impl Shared {
    pub(crate) fn new(timeout_ms: u64) -> Arc<Self> {
        let state = State {
            session: McpSession::new(timeout_ms),
            steps: 0,
            ends: HashMap::new(),
            outgoing: VecDeque::new(),
            waiting: 0,
            is_closing: false,
        };
        Arc::new(Self { state: Mutex::new(state), changed: Condvar::new(), began: Instant::now() })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Puts something to the session, and does what it wants done.
    fn happen(&self, state: &mut State, event: impl FnOnce(&mut McpSession, u64) -> Vec<Action>) {
        for action in event(&mut state.session, self.now_ms()) {
            match action {
                Action::Send { message } => {
                    // What the caller gives was looked at before, and all else is our own.
                    let mut line = canonical_object(&message).unwrap_or_default().into_bytes();
                    line.push(b'\n');
                    state.waiting += line.len();
                    state.outgoing.push_back(line);
                }
                Action::Resolve { step, value } => {
                    state.ends.insert(step, Ok(value));
                }
                Action::Reject { step, code, details } => {
                    state.ends.insert(step, Err(McpError { code, details }));
                }
                Action::Close => state.is_closing = true,
            }
        }
        self.changed.notify_all();
    }

    /// Asks, and waits for the end; whoever waits lets time pass.
    pub(crate) fn ask(
        &self,
        ask: impl FnOnce(&mut McpSession, usize, u64) -> Vec<Action>,
    ) -> Result<Value, McpError> {
        let mut state = self.lock();
        let step = state.steps;
        state.steps += 1;
        self.happen(&mut state, |session, at| ask(session, step, at));
        loop {
            if let Some(end) = state.ends.remove(&step) {
                return end;
            }
            let due_ms = state.session.due_ms().unwrap_or(u64::MAX);
            let left = due_ms.saturating_sub(self.now_ms());
            if left == 0 {
                self.happen(&mut state, McpSession::tick);
            } else {
                let waited = self.changed.wait_timeout(state, Duration::from_millis(left));
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        }
    }

    /// What the server has written; false where nothing can come behind it.
    pub(crate) fn tell(&self, events: Vec<LineEvent>) -> bool {
        let mut state = self.lock();
        let mut goes_on = true;
        for event in events {
            match event {
                LineEvent::Line(Judged::Message { message, .. }) => {
                    self.happen(&mut state, |session, at| session.receive(message, at));
                }
                LineEvent::Line(Judged::Invalid { id, .. }) => {
                    self.happen(&mut state, |session, at| session.invalid(id.as_ref(), at));
                }
                LineEvent::Closed(
                    CloseReason::End | CloseReason::Truncated | CloseReason::TooLong,
                ) => {
                    self.happen(&mut state, |session, at| session.closed(Ending::Closed, at));
                    state.is_closing = true;
                    goes_on = false;
                }
            }
        }
        self.changed.notify_all();
        goes_on
    }

    /// The next line for the server; none when it is not spoken to any more.
    pub(crate) fn next_line(&self) -> Option<Vec<u8>> {
        let idle = |state: &mut State| state.outgoing.is_empty() && !state.is_closing;
        let waited = self.changed.wait_while(self.lock(), idle);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        // What is to be said before the end is said, while somebody listens.
        state.outgoing.pop_front()
    }

    /// So many bytes have got through to the server.
    pub(crate) fn written(&self, bytes: usize) {
        self.lock().waiting -= bytes;
        self.changed.notify_all();
    }

    /// Whether more waits to be read by the server than this; waits a little for that to change.
    pub(crate) fn is_full(&self, most: usize, patience: Duration) -> bool {
        let full = |state: &mut State| state.waiting > most && !state.is_closing;
        let waited = self.changed.wait_timeout_while(self.lock(), patience, full);
        waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }

    /// Ends the session, and what is written to the server.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        self.happen(&mut state, McpSession::close);
        state.is_closing = true;
        self.changed.notify_all();
    }

    /// Waits until nothing more is said.
    pub(crate) fn wait_closing(&self) {
        let open = |state: &mut State| !state.is_closing;
        drop(self.changed.wait_while(self.lock(), open));
    }
}

/// A session with a server that was started here; ends, with the server, when it is dropped.
#[derive(Debug)]
pub struct McpConnection {
    pub(crate) shared: Arc<Shared>,
    pub(crate) carrier: crate::stdio::Pipes,
}

impl McpConnection {
    pub(crate) fn greet(&self, client: &Client) -> Result<Value, McpError> {
        let greeted = self.shared.ask(|session, step, at| session.connect(step, client, at));
        // A session that has just begun is not connected only where it has ended meanwhile.
        greeted
            .map_err(|error| if error.code == "NOT_CONNECTED" { McpError::closed() } else { error })
    }

    /// The tools, as `{tools, generation}`.
    ///
    /// # Errors
    /// With the code that the session rejects it with.
    pub fn list_tools(&self) -> Result<Value, McpError> {
        self.shared.ask(McpSession::list_tools)
    }

    /// What a tool says, as `{output, error, is_error}`.
    ///
    /// # Errors
    /// With the code that the session rejects it with; `INVALID_ARGUMENTS` where JSON cannot carry
    /// them exactly, and nothing is sent then.
    pub fn call_tool(&self, name: &str, arguments: &Map<String, Value>) -> Result<Value, McpError> {
        exact(arguments)?;
        self.shared.ask(|session, step, at| session.call_tool(step, name, arguments, at))
    }

    /// The response to a request with `method` and, if it has any, `params`.
    ///
    /// It goes out under an id of the connection's own, and the response bears the request's.
    ///
    /// # Errors
    /// Where there is no response; as `call_tool`.
    pub fn send(&self, request: &Message) -> Result<Value, McpError> {
        let method = request.get("method").and_then(Value::as_str).unwrap_or_default();
        let params = request.get("params").and_then(Value::as_object).cloned().unwrap_or_default();
        exact(&params)?;
        let id = request.get("id").unwrap_or(&Value::Null);
        let asked = |session: &mut McpSession, step, at| session.request(step, method, params, at);
        match self.shared.ask(asked) {
            Ok(result) => Ok(json!({ "jsonrpc": "2.0", "id": id, "result": result })),
            Err(McpError { details: Some(error), .. }) => {
                Ok(json!({ "jsonrpc": "2.0", "id": id, "error": error }))
            }
            Err(refused) => Err(refused),
        }
    }

    /// Ends it, and waits until nothing is left.
    pub fn close(self) {
        drop(self);
    }
}

impl Drop for McpConnection {
    fn drop(&mut self) {
        self.shared.close();
        self.carrier.join();
    }
}

fn exact(arguments: &Map<String, Value>) -> Result<(), McpError> {
    let refused = McpError { code: Cow::Borrowed("INVALID_ARGUMENTS"), details: None };
    canonical_object(arguments).map(drop).map_err(|_| refused)
}
