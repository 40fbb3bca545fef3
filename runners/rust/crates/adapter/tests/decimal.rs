//! 64-bit quantities as text.

use hanzo_adapter::Decimal;

#[test]
fn a_decimal_is_written_as_a_string_and_reads_back() {
    for number in [0, 1, 10, 9_007_199_254_740_993, u64::MAX] {
        let text = format!("\"{number}\"");
        assert_eq!(serde_json::to_string(&Decimal(number)).ok(), Some(text.clone()));
        assert_eq!(serde_json::from_str(&text).ok(), Some(Decimal(number)));
    }
}

#[test]
fn a_number_has_one_text() {
    for text in [
        "\"\"",
        "\"00\"",
        "\"01\"",
        "\"+1\"",
        "\"-1\"",
        "\"-0\"",
        "\" 1\"",
        "\"1 \"",
        "\"1.0\"",
        "\"1e3\"",
        "\"0x1\"",
        "\"1_000\"",
        "\"١\"",
        "\"18446744073709551616\"",
        "1",
        "null",
    ] {
        assert!(serde_json::from_str::<Decimal>(text).is_err(), "{text}");
    }
}

#[test]
fn a_list_of_numbers_keeps_its_order() {
    assert_eq!(Decimal::list([2, 1, 2]), [Decimal(2), Decimal(1), Decimal(2)]);
}
