//! What an agent remembers, as a value: texts with tags, and facts, in three scopes.
//!
//! A call takes a state and gives an answer and the state afterwards. Where it is kept between calls
//! is the business of the tool `memory`.
//!
//! ```
//! use hanzo_memory::{Memory, State};
//! use serde_json::json;
//!
//! let params = json!({"content": "Paul likes tea", "tags": ["Paul"]});
//! let made = Memory::new(State::default()).apply("create", params.as_object().unwrap(), 1000)?;
//! assert_eq!(made.data["id"], "mem_1");
//!
//! let params = json!({"query": "TEA"});
//! let found = Memory::new(made.state).apply("recall", params.as_object().unwrap(), 2000)?;
//! assert_eq!(found.data["memories"][0]["content"], "Paul likes tea");
//! # Ok::<(), hanzo_envelope::ToolError>(())
//! ```

mod applied;
mod entries;
mod facts;
mod memory;
mod schemas;
mod state;

pub use applied::Applied;
pub use memory::Memory;
pub use schemas::schema;
pub use state::{Entry, Fact, Scope, State, ACTIONS};
