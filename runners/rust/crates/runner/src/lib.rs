//! The Rust implementation as an adapter: which domains there are, and nothing of what they do.
//!
//! ```
//! let adapter = hanzo_rust_adapter::adapter();
//! let params = serde_json::json!({"server": "files", "tool": "read"});
//! let result = adapter.call("mcp.normalize", &params).unwrap();
//! assert_eq!(result["name"], "mcp__files__read");
//! ```

use hanzo_adapter::Adapter;

/// One binding each, of less than thirty lines: what an operation takes, calls and answers.
mod domains {
    pub(crate) mod backoff;
    pub(crate) mod config;
    pub(crate) mod envelope;
    pub(crate) mod gate;
    pub(crate) mod hooks;
    pub(crate) mod ids;
    pub(crate) mod mcp;
    pub(crate) mod mcp_client;
    pub(crate) mod memory;
    pub(crate) mod migration;
    pub(crate) mod oauth;
    pub(crate) mod permissions;
    pub(crate) mod rename;
    pub(crate) mod sandbox;
    pub(crate) mod session;
    pub(crate) mod sse;
    pub(crate) mod tools;
}

mod refusal;
mod toolbox;

/// Values in params that are too much for a binding.
mod wire {
    pub(crate) mod envelope;
    pub(crate) mod gate;
    pub(crate) mod hooks;
    pub(crate) mod mcp_client;
    pub(crate) mod sandbox;
}

/// The one list of domains.
const DOMAINS: &[fn(&mut Adapter)] = &[
    domains::backoff::register,
    domains::config::register,
    domains::envelope::register,
    domains::gate::register,
    domains::hooks::register,
    domains::ids::register,
    domains::mcp::register,
    domains::mcp_client::register,
    domains::memory::register,
    domains::migration::register,
    domains::oauth::register,
    domains::permissions::register,
    domains::rename::register,
    domains::sandbox::register,
    domains::session::register,
    domains::sse::register,
    domains::tools::register,
];

/// An adapter with the operations of every domain.
#[must_use]
pub fn adapter() -> Adapter {
    let mut adapter = Adapter::new("hanzo-rust", env!("CARGO_PKG_VERSION"));
    for register in DOMAINS {
        register(&mut adapter);
    }
    adapter
}
