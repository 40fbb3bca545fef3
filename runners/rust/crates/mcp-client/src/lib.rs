//! Talking to MCP servers: machines without any input or output, and servers that are started.
//!
//! Here live what the lines of a server say, what a session is, what is requested over HTTP, and a
//! connection over standard input and output. Connections over HTTP do not.
//!
//! ```
//! use hanzo_mcp_client::{Action, Client, McpSession};
//!
//! let mut session = McpSession::new(30_000);
//! let client = Client { name: "agent".into(), version: "1.0".into() };
//! let actions = session.connect(0, &client, 0);
//! assert!(matches!(&actions[..], [Action::Send { message }] if message["method"] == "initialize"));
//! assert_eq!(session.due_ms(), Some(30_000));
//! assert!(matches!(&session.tick(30_000)[..], [Action::Reject { .. }, Action::Close]));
//! ```

mod action;
mod answers;
mod connection;
mod exchange;
mod headers;
mod lines;
mod message;
mod session;
mod stdio;
mod tool_cache;

pub use action::Action;
pub use connection::{McpConnection, McpError};
pub use exchange::{HttpAction, McpExchange};
pub use headers::Method;
pub use lines::{CloseReason, LineEvent, McpLines, MAX_LINE_BYTES};
pub use message::{judge, read_message, Id, Judged, Kind, Message};
pub use session::{Client, Ending, McpSession};
pub use stdio::{server_environment, StdioMcpTransport};
