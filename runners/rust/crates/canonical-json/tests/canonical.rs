//! The canonical form of values, strings and numbers.

use hanzo_canonical_json::{canonical_json, InexactInteger};
use serde_json::{json, Value};

fn canonical(value: &Value) -> String {
    canonical_json(value).expect("no integer is too large")
}

#[test]
fn the_sample_of_the_standard_gives_its_bytes() {
    // RFC 8785 §3.2.2 and §3.2.4.
    let sample = r#"{
        "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
        "literals": [null, true, false]
    }"#;
    let value: Value = serde_json::from_str(sample).expect("the sample is JSON");
    let expected = concat!(
        r#"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"#,
        r#""string":"€$\u000f\nA'B\"\\\\\"/"}"#
    );
    assert_eq!(canonical(&value), expected);
}

#[test]
fn names_are_sorted_by_utf_16_units() {
    // RFC 8785 §3.2.3.
    let value = json!({
        "\u{20ac}": 1, "\r": 2, "\u{fb33}": 3, "1": 4, "\u{1f600}": 5, "\u{80}": 6, "\u{f6}": 7
    });
    let text = canonical(&value);
    let order: Vec<char> = text.chars().filter(char::is_ascii_digit).collect();
    assert_eq!(order, ['2', '1', '4', '6', '7', '1', '5', '3'], "{text}");
}

#[test]
fn nested_objects_are_sorted_and_lists_are_not() {
    let value = json!([{"b": [2, 1], "a": {"d": null, "c": {}}}, []]);
    assert_eq!(canonical(&value), r#"[{"a":{"c":{},"d":null},"b":[2,1]},[]]"#);
}

#[test]
fn controls_are_escaped_and_nothing_else() {
    let escaped = canonical(&json!("\u{0}\u{1}\u{8}\t\n\u{b}\u{c}\r\u{1f} \u{7f}\u{2028}/é😀"));
    let expected = "\"\\u0000\\u0001\\b\\t\\n\\u000b\\f\\r\\u001f \u{7f}\u{2028}/é😀\"";
    assert_eq!(escaped, expected);
}

#[test]
fn doubles_are_written_as_ecmascript_does() {
    // RFC 8785 appendix B, by the bits of the double.
    for (bits, text) in [
        (0x0000_0000_0000_0000_u64, "0"),
        (0x8000_0000_0000_0000, "0"),
        (0x0000_0000_0000_0001, "5e-324"),
        (0x8000_0000_0000_0001, "-5e-324"),
        (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
        (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
        (0x4340_0000_0000_0000, "9007199254740992"),
        (0xc340_0000_0000_0000, "-9007199254740992"),
        (0x4430_0000_0000_0000, "295147905179352830000"),
        (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
        (0x44b5_2d02_c7e1_4af6, "1e+23"),
        (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
        (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
        (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
        (0x444b_1ae4_d6e2_ef50, "1e+21"),
        (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
        (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
        (0x41b3_de43_5555_5553, "333333333.3333332"),
        (0x41b3_de43_5555_5554, "333333333.33333325"),
        (0x41b3_de43_5555_5555, "333333333.3333333"),
        (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
        (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
    ] {
        assert_eq!(canonical(&json!(f64::from_bits(bits))), text, "{bits:x}");
    }
}

#[test]
fn a_double_reads_back_as_itself() {
    let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..20_000 {
        bits = bits.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let double = f64::from_bits(bits);
        if double.is_finite() && double != 0.0 {
            let text = canonical(&json!(double));
            assert_eq!(text.parse::<f64>().map(f64::to_bits), Ok(bits), "{text}");
        }
    }
}

#[test]
fn integers_are_written_as_they_are_up_to_the_largest_exact_one() {
    for integer in [0, -1, 7, 9_007_199_254_740_991, -9_007_199_254_740_991_i64] {
        assert_eq!(canonical(&json!(integer)), integer.to_string());
    }
    for integer in [json!(9_007_199_254_740_992_u64), json!(i64::MIN), json!(u64::MAX)] {
        assert_eq!(canonical_json(&json!({ "a": [integer] })), Err(InexactInteger));
    }
}
