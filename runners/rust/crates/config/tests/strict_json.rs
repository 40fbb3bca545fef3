//! What the bytes of a file spell, and what no reader should guess at.

use hanzo_config::strict_json::parse;
use serde_json::{json, Value};

fn accepts(texts: &[(&str, Value)]) {
    for (text, value) in texts {
        assert_eq!(parse(text.as_bytes()).as_ref(), Ok(value), "{text:?}");
    }
}

fn refuses<T: AsRef<[u8]>>(texts: &[T]) {
    for text in texts {
        let shown = String::from_utf8_lossy(text.as_ref());
        assert!(parse(text.as_ref()).is_err(), "{shown:?}");
    }
}

#[test]
fn values_of_every_kind_are_read() {
    accepts(&[
        ("null", json!(null)),
        (" \t\r\n[ true , false ] \n", json!([true, false])),
        ("{\"a\":{},\"b\":[]}", json!({"a": {}, "b": []})),
        ("\"\u{7f}\u{2028}\u{feff}😀\"", json!("\u{7f}\u{2028}\u{feff}😀")),
        (r#""\"\\\/\b\f\n\r\t\u00e9\u00E9\ud83d\uDE00""#, json!("\"\\/\u{8}\u{c}\n\r\téé😀")),
        (
            r#"{"__proto__":1,"constructor":2,"":3}"#,
            json!({"__proto__": 1, "constructor": 2, "": 3}),
        ),
    ]);
}

#[test]
fn integers_are_read_exactly_or_not_at_all() {
    accepts(&[
        ("0", json!(0)),
        ("-0", json!(0)),
        ("-1", json!(-1)),
        ("9007199254740991", json!(9_007_199_254_740_991_i64)),
        ("-9007199254740991", json!(-9_007_199_254_740_991_i64)),
    ]);
    refuses(&[
        "9007199254740992",
        "-9007199254740992",
        "9223372036854775808",
        "99999999999999999999999999999999999999999",
        "01",
        "-01",
        "00",
        "+1",
        "-",
        "--1",
        "1.0",
        "1.",
        ".5",
        "1e3",
        "1E0",
        "0e0",
        "0x10",
        "1_000",
        "١",
        "NaN",
        "Infinity",
        "-Infinity",
    ]);
    let many = "9".repeat(1_000_000);
    assert!(parse(many.as_bytes()).is_err());
}

#[test]
fn members_keep_the_order_of_the_text() {
    let value = parse(br#"{"b":1,"10":2,"9":3,"a":4,"\u0031":5}"#).expect("it is strict");
    let names: Vec<&String> = value.as_object().expect("an object").keys().collect();
    assert_eq!(names, ["b", "10", "9", "a", "1"]);
}

#[test]
fn a_name_stands_once_in_an_object_however_it_is_spelt() {
    refuses(&[
        r#"{"a":1,"a":1}"#,
        r#"{"a":1,"b":2,"\u0061":3}"#,
        r#"[{"a":{"b":null,"b":null}}]"#,
        r#"{"":1,"":2}"#,
        r#"{"__proto__":1,"__proto__":1}"#,
        r#"{"\ud83d\ude00":1,"😀":1}"#,
    ]);
    accepts(&[
        (r#"{"a":{"a":1},"A":2}"#, json!({"a": {"a": 1}, "A": 2})),
        ("{\"é\":1,\"e\u{301}\":2}", json!({"é": 1, "e\u{301}": 2})),
    ]);
}

#[test]
fn escapes_are_those_of_json_and_name_whole_characters() {
    refuses(&[
        r#""\a""#,
        r#""\'""#,
        r#""\x41""#,
        r#""\u""#,
        r#""\u004""#,
        r#""\u004g""#,
        r#""\u+041""#,
        r#""\u 041""#,
        r#""\u0_41""#,
        r#""\U00000041""#,
        "\"\\u００４１\"",
        r#""\ud800""#,
        r#""\udc00""#,
        r#""\ud800x""#,
        r#""\ud800\n""#,
        r#""\ud800\ud800""#,
        r#""\ud800\u0041""#,
        r#""\udc00\ud800""#,
        r#""\"#,
        r#""\u00"#,
        r#""\ud83d\"#,
    ]);
}

#[test]
fn what_stands_between_values_is_exactly_that_of_json() {
    refuses(&[
        "",
        " ",
        "{",
        "}",
        "[",
        "]",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[1 2]",
        "[1,,2]",
        "[1}",
        "{]",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\" 1}",
        "{\"a\":1,}",
        "{,}",
        "{\"a\":1 \"b\":2}",
        "{a:1}",
        "{'a':1}",
        "{1:1}",
        "{\"a\":1}}",
        "{} {}",
        "[] x",
        "//\n{}",
        "/**/{}",
        "{} #",
        "\"a",
        "'a'",
        "\"a\nb\"",
        "\"\u{1f}\"",
        "\"\0\"",
        "True",
        "NULL",
        "nul",
        "truefalse",
        "undefined",
        "\u{feff}{}",
        "\u{a0}{}",
        "{}\u{a0}",
        "\u{b}{}",
        "\u{c}{}",
        "{}\u{85}",
        "\u{2003}1",
        "{}\0",
    ]);
}

#[test]
fn text_is_well_formed_utf_8() {
    refuses(&[
        &b"\xff"[..],
        b"\"\x80\"",
        b"\"\xc0\xaf\"",
        b"\"\xc3\"",
        b"\"\xe0\x80\xaf\"",
        b"\"\xed\xa0\x80\"",
        b"\"\xf4\x90\x80\x80\"",
        b"\"\xf0\x9f\x98\"",
        b"{}\xfe\xff",
        b"\xff\xfe{\x00}\x00",
    ]);
}

#[test]
fn containers_are_nested_at_most_128_deep() {
    let nested = |open: &str, inside: &str, close: &str, depth: usize| {
        format!("{}{inside}{}", open.repeat(depth), close.repeat(depth))
    };
    assert!(parse(nested("[", "1", "]", 128).as_bytes()).is_ok());
    assert!(parse(nested("[", "", "]", 129).as_bytes()).is_err());
    assert!(parse(nested("{\"a\":", "1", "}", 128).as_bytes()).is_ok());
    assert!(parse(nested("{\"a\":", "{}", "}", 128).as_bytes()).is_err());
    assert!(parse("[".repeat(1_000_000).as_bytes()).is_err());
    assert!(parse("{\"a\":".repeat(1_000_000).as_bytes()).is_err());
}

#[test]
fn an_error_says_where_and_never_quotes_a_value() {
    for (text, line, column) in [
        ("", 1, 1),
        ("{\n  \"é\": tru\n}", 2, 8),
        ("{\"a\":1,\r\n\"a\":2}", 2, 1),
        ("[1.5]", 1, 3),
        ("\"é\\q\"", 1, 3),
        ("[9007199254740992]", 1, 2),
    ] {
        let error = parse(text.as_bytes()).expect_err("it is not strict");
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
    }
    let error = parse(b"\"ab\n\"\xff").expect_err("it is not UTF-8");
    assert_eq!((error.line, error.column), (2, 2));
    for secret in ["{\"api_key\": sk-secret}", "{\"api_key\": \"sk-secret", "[\"sk-secret\\q\"]"] {
        let error = parse(secret.as_bytes()).expect_err("it is not strict");
        assert!(!error.to_string().contains("secret"), "{error}");
    }
}
