//! Lines, columns and what lies between two of them.

use hanzo_backoff::SplitMix64;
use hanzo_ids::{convert_position, slice_text, Encoding, InvalidParams, Position, Range};

const ENCODINGS: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];

fn at(line: u32, col: u32) -> Position {
    Position { line, col }
}

fn slice(
    text: &str,
    start: Position,
    end: Position,
    encoding: Encoding,
) -> Result<&str, InvalidParams> {
    slice_text(text, Range { start, end }, encoding)
}

#[test]
fn columns_count_the_units_of_the_encoding() {
    let text = "a€😀b";
    for (encoding, starts) in [
        (Encoding::Utf8, [0, 1, 4, 8]),
        (Encoding::Utf16, [0, 1, 2, 4]),
        (Encoding::Utf32, [0, 1, 2, 3]),
    ] {
        for (index, point) in text.chars().enumerate() {
            let start = at(0, starts[index]);
            let rest = slice(text, start, at(0, 99), encoding).expect("line 0 is there");
            assert!(rest.starts_with(point), "{encoding:?} {start:?} {rest}");
        }
    }
    assert_eq!(Encoding::default(), Encoding::Utf16);
}

#[test]
fn a_column_inside_a_character_means_its_start() {
    for (encoding, inside) in [(Encoding::Utf8, 1..4), (Encoding::Utf16, 1..2)] {
        for col in inside {
            assert_eq!(slice("😀b", at(0, col), at(0, 9), encoding), Ok("😀b"), "{col}");
            assert_eq!(slice("😀b", at(0, 0), at(0, col), encoding), Ok(""), "{col}");
        }
    }
}

#[test]
fn a_line_ends_at_lf_crlf_and_cr_and_nothing_else() {
    let text = "a\nb\r\nc\rd\r\r\ne\n";
    for (line, content) in ["a", "b", "c", "d", "", "e", ""].into_iter().enumerate() {
        let line = u32::try_from(line).expect("few lines");
        let whole = slice(text, at(line, 0), at(line, 9), Encoding::Utf16);
        assert_eq!(whole, Ok(content), "{line}");
    }
    assert!(slice(text, at(7, 0), at(7, 0), Encoding::Utf16).is_err());
    for other in ["\u{b}", "\u{c}", "\u{1c}", "\u{1d}", "\u{1e}", "\u{85}", "\u{2028}", "\u{2029}"]
    {
        let text = format!("a{other}b");
        assert_eq!(slice(&text, at(0, 0), at(0, 9), Encoding::Utf16), Ok(text.as_str()));
    }
}

#[test]
fn a_text_without_a_terminator_is_one_line() {
    for text in ["", "a"] {
        assert_eq!(slice(text, at(0, 0), at(0, 9), Encoding::Utf32), Ok(text));
        let refused = slice(text, at(1, 0), at(1, 0), Encoding::Utf32);
        assert_eq!(refused.map_err(|error| error.code()), Err("INVALID_PARAMS"));
    }
}

#[test]
fn a_slice_holds_the_terminators_between_its_ends() {
    let text = "ab\r\ncd\nef";
    assert_eq!(slice(text, at(0, 1), at(2, 1), Encoding::Utf16), Ok("b\r\ncd\ne"));
    assert_eq!(slice(text, at(0, 99), at(1, 0), Encoding::Utf16), Ok("\r\n"));
    assert_eq!(slice(text, at(0, 2), at(0, 99), Encoding::Utf16), Ok(""));
}

#[test]
fn a_range_that_ends_before_it_starts_is_refused_in_every_text() {
    for (start, end) in [(at(0, 1), at(0, 0)), (at(1, 0), at(0, 9)), (at(0, 99), at(0, 98))] {
        for text in ["", "ab\ncd"] {
            assert!(slice(text, start, end, Encoding::Utf8).is_err(), "{start:?} {end:?}");
        }
    }
}

#[test]
fn a_position_is_converted_to_a_place_between_two_characters() {
    let text = "x\na😀b";
    for (from, col, to, expected) in [
        (Encoding::Utf16, 3, Encoding::Utf8, 5),
        (Encoding::Utf16, 2, Encoding::Utf8, 1),
        (Encoding::Utf16, 2, Encoding::Utf16, 1),
        (Encoding::Utf8, 5, Encoding::Utf32, 2),
        (Encoding::Utf32, 99, Encoding::Utf16, 4),
        (Encoding::Utf8, u32::MAX, Encoding::Utf8, 6),
    ] {
        assert_eq!(convert_position(text, at(1, col), from, to), Ok(at(1, expected)));
    }
    assert!(convert_position(text, at(2, 0), Encoding::Utf8, Encoding::Utf8).is_err());
}

#[test]
fn every_place_converts_there_and_back_and_its_slices_join() {
    const PIECES: [&str; 9] = ["a", "é", "€", "😀", "e\u{301}", "\n", "\r\n", "\r", "\u{2028}"];
    let mut random = SplitMix64::new(9);
    let mut below = |limit: u64| u32::try_from(random.next_word() % limit).expect("small");
    for _ in 0..5_000 {
        let text: String = (0..below(9)).map(|_| PIECES[below(9) as usize]).collect();
        let place = at(below(3), below(9));
        let (from, to) = (ENCODINGS[below(3) as usize], ENCODINGS[below(3) as usize]);
        let Ok(normal) = convert_position(&text, place, from, from) else {
            continue;
        };
        let there = convert_position(&text, normal, from, to).expect("the line is there");
        assert_eq!(convert_position(&text, there, to, from), Ok(normal), "{text:?} {place:?}");
        let before = slice(&text, at(0, 0), place, from).expect("the line is there");
        let behind = &text[before.len()..];
        assert!(!(before.ends_with('\r') && behind.starts_with('\n')), "{text:?} {place:?}");
    }
}
