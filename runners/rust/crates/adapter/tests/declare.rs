//! Declared operations: what their params let through, and what their answers look like.

use hanzo_adapter::{
    operations, reply, serve, shape, Adapter, Base64, Decimal, Failure, Short, UpTo,
};
use serde::Deserialize;
use serde_json::{json, Value};

/// An error that has its own way into a failure.
struct Broken(&'static str);

impl From<Broken> for Failure {
    fn from(Broken(code): Broken) -> Self {
        Self::domain(code, "for people")
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Whole {
    only: i64,
}

shape! {
    /// A place in the plane.
    struct Point { x: i64, y: Option<i64>, name?: String, mark?: Option<Mark> }
}

shape! { enum Mark { Cross = "+", Dot = "." } }

operations! {
    /// Nothing but forms.
    fn register where Error = Broken;

    "form.four" (a: i64, b: Option<i64>, c?: i64, d?: Option<i64>,) => reply! { d, c, b, a };
    "form.nested" (points: Vec<Point>, by_name?: Option<Vec<Vec<Point>>>) => {
        let first = points.first().ok_or(Broken("EMPTY"))?;
        let mark = first.mark.as_ref().map(|mark| matches!(mark, Mark::Dot));
        let sum = first.x + first.y.unwrap_or(0);
        reply! { sum, name: first.name.clone(), mark, more: by_name.map(|all| all.len()) }
    };
    "form.none" () => reply! { r#type: "none", };
    "form.whole" (..params: Whole) => Ok(json!([params.only]));
    "form.bounded" (count: UpTo<2>, items: Short<Decimal, 2>, note_b64?: Base64) =>
        reply! { count: count.0, items: items.0, note: note_b64.map(|note| note.0) };
}

operations! { fn register_one; "form.refused" () => Err::<(), _>(Failure::invalid_params("no")) }

fn adapter() -> Adapter {
    let mut adapter = Adapter::new("test", "1.2.3");
    register(&mut adapter);
    register_one(&mut adapter);
    adapter
}

fn result(operation: &str, params: &Value) -> Value {
    adapter().call(operation, params).expect("the params fit")
}

fn is_refused(operation: &str, params: &Value) -> bool {
    adapter().call(operation, params).is_err_and(|failure| failure.code() == -32602)
}

#[test]
fn a_member_is_absent_or_null_only_where_it_says_so() {
    let full = json!({"a": 1, "b": 2, "c": 3, "d": 4});
    assert_eq!(result("form.four", &full), json!({"d": 4, "c": 3, "b": 2, "a": 1}));
    for (name, absent, null) in
        [("a", false, false), ("b", false, true), ("c", true, false), ("d", true, true)]
    {
        let mut without = full.clone();
        without.as_object_mut().expect("an object").remove(name);
        assert_eq!(is_refused("form.four", &without), !absent, "{name} absent");
        let mut nulled = full.clone();
        nulled[name] = Value::Null;
        assert_eq!(is_refused("form.four", &nulled), !null, "{name} null");
        let mut text = full.clone();
        text[name] = json!("1");
        assert!(is_refused("form.four", &text), "{name} as text");
    }
    assert_eq!(
        result("form.four", &json!({"a": 1, "b": null})),
        json!({"d": null, "c": null, "b": null, "a": 1})
    );
}

#[test]
fn params_are_one_object_without_more() {
    for params in [json!({"more": 1}), json!([]), json!(null), json!("")] {
        assert!(is_refused("form.none", &params), "{params}");
        assert!(is_refused("form.whole", &params), "{params}");
    }
    assert_eq!(result("form.none", &json!({})), json!({"type": "none"}));
    assert_eq!(result("form.whole", &json!({"only": 1})), json!([1]));
    assert!(is_refused("form.whole", &json!({"only": 1, "more": 1})));
    assert!(is_refused("form.whole", &json!([1])));
}

#[test]
fn a_shape_is_as_strict_as_params() {
    let point = json!({"x": 1, "y": null, "name": "p", "mark": "."});
    assert_eq!(
        result("form.nested", &json!({"points": [point], "by_name": [[point], []]})),
        json!({"sum": 1, "name": "p", "mark": true, "more": 2})
    );
    for (changed, value) in [
        ("x", json!(null)),
        ("y", json!("1")),
        ("name", json!(null)),
        ("mark", json!("Dot")),
        ("mark", json!({".": null})),
        ("more", json!(1)),
    ] {
        let mut altered = point.clone();
        altered[changed] = value;
        assert!(is_refused("form.nested", &json!({ "points": [altered] })), "{altered}");
    }
    assert!(is_refused("form.nested", &json!({"points": [[1, null, "p", "."]]})));
    assert!(is_refused("form.nested", &json!({"points": [{"x": 1}]})));
    assert!(!is_refused("form.nested", &json!({"points": [{"x": 1, "y": 2, "mark": null}]})));
}

#[test]
fn bounds_include_their_ends() {
    let params = |count: i64, items: usize| json!({"count": count, "items": vec!["7"; items]});
    assert_eq!(
        result("form.bounded", &params(2, 2)),
        json!({"count": 2, "items": ["7", "7"], "note": null})
    );
    assert!(!is_refused("form.bounded", &params(0, 0)));
    for (count, items) in [(3, 0), (-1, 0), (0, 3)] {
        assert!(is_refused("form.bounded", &params(count, items)), "{count} {items}");
    }
}

#[test]
fn an_error_leaves_an_operation_as_the_failure_that_it_turns_into() {
    let failure = adapter().call("form.nested", &json!({"points": []})).expect_err("it is empty");
    assert_eq!((failure.code(), failure.domain_code()), (-32000, Some("EMPTY")));
    assert!(is_refused("form.refused", &json!({})));
}

#[test]
fn a_reply_is_written_in_the_order_of_its_declaration() {
    let line = br#"{"jsonrpc":"2.0","id":1,"method":"form.four","params":{"a":1,"b":2}}"#;
    let mut output = Vec::new();
    serve(&adapter(), &line[..], &mut output).expect("memory does not fail");
    let answer = String::from_utf8(output).expect("answers are UTF-8");
    assert!(answer.ends_with("\"result\":{\"d\":null,\"c\":null,\"b\":2,\"a\":1}}\n"), "{answer}");
}
