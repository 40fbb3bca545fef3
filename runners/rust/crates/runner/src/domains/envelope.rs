use hanzo_adapter::{operations, reply, Object};
use hanzo_envelope::{check, dispatch, error, page, success, Item, Paging, SuccessMeta};
use serde_json::{Map, Value};

use crate::refusal::Refusal;
use crate::wire::envelope::{Call, DeclaredTool};

operations! {
    pub(crate) fn register where Error = Refusal;

    "envelope.success" (tool: String, action: String, data: Value, trace_id?: Option<String>,
                        backend?: Option<String>, paging?: Option<Object<Paging>>) => {
        let paging = paging.map(|Object(paging)| paging);
        Ok(success(tool, action, data, SuccessMeta { trace_id, backend, paging })?)
    };
    "envelope.error" (tool: String, action: String, code: String, message: String,
                      details?: Option<Map<String, Value>>, trace_id?: Option<String>) =>
        Ok(error(tool, action, &code, message, details, trace_id));
    "envelope.check" (envelope: Value) => reply! { violations: check(&envelope) };
    "envelope.dispatch" (tool: DeclaredTool, call: Call, trace_id: Option<String>) =>
        Ok(dispatch(&tool.into(), call.action.as_deref(), &call.params, trace_id.as_deref())
            .intended(call.intent));
    "envelope.page" (items: Vec<Object<Item>>, limit?: Option<i64>, cursor?: Option<String>,
                     query: Value) => {
        let items: Vec<Item> = items.into_iter().map(|Object(item)| item).collect();
        let page = page(&items, &query, limit, cursor.as_deref())?;
        let paging = Paging { more: page.more(), cursor: page.cursor };
        reply! { items: page.items.to_vec(), paging }
    };
}
