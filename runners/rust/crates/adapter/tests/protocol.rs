//! One line in, one line out: the shapes of answers and what is refused.

use hanzo_adapter::{present, serve, Adapter, Base64, Failure, Object};
use serde::{Deserialize, Serialize};
use serde_json::{json, Value};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Point {
    x: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {
    points: Vec<Object<Point>>,
    #[serde(default, deserialize_with = "present")]
    scale: Option<i64>,
    #[serde(default, deserialize_with = "present")]
    note_b64: Option<Base64>,
}

#[derive(Serialize)]
struct Sum {
    zero: &'static str,
    total: i64,
    note: Option<Vec<u8>>,
}

/// Fails while it is being written.
struct Unwritable;

impl Serialize for Unwritable {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serde::Serializer::serialize_map(serializer, None)?;
        serde::ser::SerializeMap::serialize_entry(&mut members, "half", &1)?;
        Err(serde::ser::Error::custom("no more"))
    }
}

fn adapter() -> Adapter {
    let mut adapter = Adapter::new("test", "1.2.3");
    adapter.register("point.sum", |params: Params| {
        let sum: i64 = params.points.iter().map(|Object(point)| point.x).sum();
        let total = sum * params.scale.unwrap_or(1);
        Ok::<_, Failure>(Sum {
            zero: "<é&\u{2028}>",
            total,
            note: params.note_b64.map(|note| note.0),
        })
    });
    adapter.register("fail.domain", |_: Value| -> Result<(), _> {
        Err(Failure::domain("BROKEN", "for people"))
    });
    adapter.register("fail.details", |details: Value| -> Result<(), _> {
        Err(Failure::domain("BROKEN", "for people").with_details(details))
    });
    adapter.register("fail.panic", |_: Value| -> Result<(), Failure> { panic!("on purpose") });
    adapter.register("fail.write", |_: Value| Ok::<_, Failure>(Unwritable));
    adapter.register("echo", |params: Value| Ok::<_, Failure>(params));
    adapter
}

fn ask(line: &str) -> String {
    let mut output = Vec::new();
    serve(&adapter(), line.as_bytes(), &mut output).expect("memory does not fail");
    String::from_utf8(output).expect("answers are UTF-8")
}

fn request(method: &str, params: &str) -> String {
    ask(&format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#))
}

/// The error code of the answer, which has this id.
fn error(answer: &str, id: &Value) -> i64 {
    let answer: Value = serde_json::from_str(answer).expect("one answer");
    assert_eq!(&answer["id"], id);
    answer["error"]["code"].as_i64().expect("an error with a code")
}

#[test]
fn a_result_has_its_members_in_the_declared_order_and_no_escapes() {
    assert_eq!(
        request("point.sum", r#"{"points":[{"x":2},{"x":3}],"scale":2,"note_b64":"AQI="}"#),
        "{\"jsonrpc\":\"2.0\",\"id\":1,\
         \"result\":{\"zero\":\"<é&\u{2028}>\",\"total\":10,\"note\":[1,2]}}\n"
    );
}

#[test]
fn a_domain_error_has_its_code_and_only_given_details() {
    assert_eq!(
        request("fail.domain", "{}"),
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32000,\"message\":\"for people\",\
         \"data\":{\"code\":\"BROKEN\"}}}\n"
    );
    assert_eq!(
        request("fail.details", r#"{"b":1,"a":2}"#),
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32000,\"message\":\"for people\",\
         \"data\":{\"code\":\"BROKEN\",\"details\":{\"b\":1,\"a\":2}}}}\n"
    );
}

#[test]
fn the_handshake_names_the_implementation_and_every_operation() {
    let params = r#"{"protocol":1,"harness":{"name":"h","version":"0"}}"#;
    assert_eq!(
        request("initialize", params),
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocol\":1,\"implementation\":\
         {\"name\":\"test\",\"version\":\"1.2.3\",\"language\":\"rust\"},\"operations\":\
         [\"echo\",\"fail.details\",\"fail.domain\",\"fail.panic\",\"fail.write\",\"point.sum\"]}}\n"
    );
}

#[test]
fn another_protocol_is_refused() {
    for params in [r#"{"protocol":2}"#, r#"{"protocol":"1"}"#, "{}", r#"{"protocol":1,"x":1}"#] {
        assert_eq!(error(&request("initialize", params), &json!(1)), -32602, "{params}");
    }
}

#[test]
fn params_that_do_not_fit_never_reach_the_operation() {
    for params in [
        "{}",
        "[]",
        "[[]]",
        "null",
        r#"{"points":null}"#,
        r#"{"points":[[1]]}"#,
        r#"{"points":[{"x":"1"}]}"#,
        r#"{"points":[{"x":1.0}]}"#,
        r#"{"points":[{"x":true}]}"#,
        r#"{"points":[{"x":1,"y":2}]}"#,
        r#"{"points":[],"other":1}"#,
        r#"{"points":[],"scale":null}"#,
        r#"{"points":[],"points":[]}"#,
        r#"{"points":[],"note_b64":"AQI"}"#,
        r#"{"points":[],"note_b64":"AQJ="}"#,
        r#"{"points":[],"note_b64":"A Q="}"#,
        r#"{"points":[],"note_b64":"-_8="}"#,
    ] {
        assert_eq!(error(&request("point.sum", params), &json!(1)), -32602, "{params}");
    }
}

#[test]
fn what_other_parsers_do_not_read_is_refused_before_it_is_parsed() {
    let nested = |depth: usize| format!("{}0{}", "{\"x\":".repeat(depth), "}".repeat(depth));
    assert_eq!(error(&request("no.such", &nested(63)), &json!(1)), -32601);
    for params in [&nested(64), r#"{"x":"\ud800"}"#, r#"{"x":"\ud800\u0041"}"#, r#"{"\udc00":1}"#] {
        assert_eq!(error(&request("echo", params), &Value::Null), -32700, "{params}");
    }
    let brackets = format!(r#"{{"x":"{}\"\\","y":"\ud83d\ude00"}}"#, "[{".repeat(100));
    assert!(request("echo", &brackets).contains("result"));
    assert_eq!(error(&ask(&"[".repeat(100_000)), &Value::Null), -32700);
}

#[test]
fn absent_params_are_an_empty_object() {
    assert_eq!(
        ask(r#"{"jsonrpc":"2.0","id":1,"method":"echo"}"#),
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n"
    );
}

#[test]
fn an_unknown_method_is_named_as_such() {
    assert_eq!(error(&request("point.product", "{}"), &json!(1)), -32601);
}

#[test]
fn a_panic_is_an_internal_error_and_the_adapter_goes_on() {
    let panics = r#"{"jsonrpc":"2.0","id":1,"method":"fail.panic","params":{}}"#;
    let echoes = r#"{"jsonrpc":"2.0","id":2,"method":"echo","params":{}}"#;
    let answers = ask(&format!("{panics}\n{echoes}\n"));
    let (first, second) = answers.split_once('\n').expect("two answers");
    assert_eq!(error(first, &json!(1)), -32603);
    assert!(first.contains("on purpose"), "{first}");
    assert_eq!(second, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n");
}

#[test]
fn a_result_that_breaks_off_leaves_nothing_in_the_answer() {
    let answer = request("fail.write", "{}");
    assert_eq!(error(&answer, &json!(1)), -32603);
    assert!(!answer.contains("half"), "{answer}");
}

#[test]
fn an_id_comes_back_as_it_was_written() {
    for id in ["0", "-7", "9007199254740991", "\"a\\u00e9\"", "null"] {
        let answer = ask(&format!(r#"{{"method":"echo","id":{id},"jsonrpc":"2.0"}}"#));
        assert_eq!(answer, format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{}}}}\n"));
    }
}

#[test]
fn what_is_no_json_is_a_parse_error_without_an_id() {
    for line in ["", "{", "nonsense", r#"{"jsonrpc":"2.0""#, r#"{"id":1} {"id":2}"#, "{'id':1}"] {
        assert_eq!(error(&ask(&format!("{line}\n")), &Value::Null), -32700, "{line}");
    }
    let mut output = Vec::new();
    let line = b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}\n";
    serve(&adapter(), &line[..], &mut output).expect("memory does not fail");
    let answer = String::from_utf8(output).expect("answers are UTF-8");
    assert_eq!(error(&answer, &Value::Null), -32700);
}

#[test]
fn json_that_is_no_request_is_an_invalid_request() {
    for line in [
        "1",
        "null",
        "[]",
        r#"["2.0",1,"echo",{}]"#,
        r#"[{"jsonrpc":"2.0","id":1,"method":"echo"}]"#,
        r#"{"jsonrpc":"2.0","id":1}"#,
        r#"{"id":1,"method":"echo"}"#,
        r#"{"jsonrpc":"1.0","id":1,"method":"echo"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":7}"#,
        r#"{"jsonrpc":"2.0","id":[1],"method":"echo"}"#,
        r#"{"jsonrpc":"2.0","id":true,"method":"echo"}"#,
        r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"echo"}"#,
    ] {
        assert_eq!(error(&ask(&format!("{line}\n")), &Value::Null), -32600, "{line}");
    }
}

#[test]
fn a_notification_has_no_answer() {
    assert_eq!(ask("{\"jsonrpc\":\"2.0\",\"method\":\"echo\",\"params\":{}}\n"), "");
}

#[test]
fn a_call_in_process_is_the_same_as_over_the_wire() {
    let adapter = adapter();
    let result = adapter.call("point.sum", &json!({"points": [{"x": 4}]}));
    assert_eq!(result.map(|sum| sum["total"].clone()), Ok(json!(4)));
    let failure = adapter.call("fail.details", &json!({"a": 1})).expect_err("it always fails");
    assert_eq!(failure.code(), -32000);
    assert_eq!(failure.domain_code(), Some("BROKEN"));
    assert_eq!(failure.details(), Some(&json!({"a": 1})));
}

#[test]
#[should_panic(expected = "echo is registered twice")]
fn a_name_is_registered_once() {
    adapter().register("echo", |params: Value| Ok::<_, Failure>(params));
}
