//! Strict JSON between machines: numbers of every form, and nothing else than JSON has.

use hanzo_config::strict_json::{parse, parse_with_fractions};
use serde_json::Value;

#[test]
fn a_number_is_the_double_that_it_names() {
    for text in ["0.5", "-2.5e3", "1E+2", "4e-324", "-0", "1e21", "9007199254740993", "1e-400"] {
        let value = parse_with_fractions(text.as_bytes()).expect(text);
        assert_eq!(value.as_f64(), text.parse().ok(), "{text}");
    }
    let largest = parse_with_fractions(b"9007199254740991").expect("an integer");
    assert_eq!(largest, Value::from(9_007_199_254_740_991_i64));
}

#[test]
fn what_is_no_number_is_refused() {
    let digits = "9".repeat(400);
    for text in ["1.", ".5", "01", "-01", "+1", "1e", "1e+", "-", "1e400", &digits, "0x1", "NaN"] {
        assert!(parse_with_fractions(text.as_bytes()).is_err(), "{text}");
    }
}

#[test]
fn files_have_no_fractions() {
    assert!(parse(b"0.5").is_err());
    assert!(parse(b"1e3").is_err());
}
