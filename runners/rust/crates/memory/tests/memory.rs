//! Beside what the vectors ask: a memory as a value.

use hanzo_memory::{Memory, State};
use serde_json::{json, Map, Value};

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().expect("an object")
}

#[test]
fn a_call_leaves_the_memory_that_it_was_made_on() {
    let memory = Memory::new(State::default());
    let applied = memory.apply("create", object(&json!({"content": "a"})), 1).unwrap();
    assert_eq!(applied.state.next, 2);
    assert_eq!(memory, Memory::default());
}

#[test]
fn pages_that_follow_one_another_hold_everything_once() {
    let mut memory = Memory::default();
    for number in 0..25 {
        let params = json!({"content": format!("text {number}")});
        memory = Memory::new(memory.apply("create", object(&params), 1).unwrap().state);
    }
    let (mut seen, mut params) = (Vec::new(), json!({"limit": 4}));
    loop {
        let applied = memory.apply("recall", object(&params), 1).unwrap();
        let found = applied.data["memories"].as_array().unwrap().clone();
        seen.extend(found.iter().map(|entry| entry["id"].as_str().unwrap().to_owned()));
        let Some(cursor) = applied.paging.unwrap().cursor else { break };
        params["cursor"] = json!(cursor);
    }
    assert_eq!(seen, (1..=25).map(|number| format!("mem_{number}")).collect::<Vec<_>>());
}
