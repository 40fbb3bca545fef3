use hanzo_adapter::{operations, reply, Object};
use hanzo_memory::{Memory, State};
use serde_json::{Map, Value};

use crate::refusal::Refusal;

operations! {
    pub(crate) fn register where Error = Refusal;

    "memory.apply" (state: Object<State>, now_ms: u64, action: String,
                    params: Map<String, Value>) => {
        let Object(state) = state;
        let applied = Memory::new(state).apply(&action, &params, now_ms)?;
        reply! { data: applied.data, paging: applied.paging, state: applied.state }
    };
}
