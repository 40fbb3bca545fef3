//! Lists in pages.

use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};
use base64::Engine;
use hanzo_backoff::SplitMix64;
use hanzo_envelope::{page, Item};
use serde_json::{json, Value};

fn items(keys: &[&str]) -> Vec<Item> {
    keys.iter().map(|&key| Item { key: key.to_owned(), value: json!({ "of": key }) }).collect()
}

fn refused(items: &[Item], query: &Value, limit: Option<i64>, cursor: Option<&str>) -> bool {
    let outcome = page(items, query, limit, cursor).map(|_| ()).map_err(|error| error.code());
    assert!(matches!(outcome, Ok(()) | Err("INVALID_PARAMS")), "{outcome:?}");
    outcome.is_err()
}

#[test]
fn a_cursor_is_the_canonical_form_of_key_query_and_version() {
    let list = items(&["é", "b"]);
    let first = page(&list, &json!({"b": 1, "a": []}), Some(1), None).expect("a sound call");
    let content = URL_SAFE_NO_PAD.decode(first.cursor.expect("there is more")).expect("base64url");
    // printf '{"a":[],"b":1}' | sha256sum
    let expected = r#"{"k":"é","q":"1c8f8816506a8ccb","v":1}"#;
    assert_eq!(String::from_utf8(content).as_deref(), Ok(expected));
}

#[test]
fn the_pages_together_are_the_list() {
    let mut random = SplitMix64::new(13);
    let mut below = |limit: u64| usize::try_from(random.next_word() % limit).expect("small");
    for _ in 0..300 {
        let keys: Vec<String> =
            (0..below(40)).map(|index| format!("{}-{index}", below(9))).collect();
        let list = items(&keys.iter().map(String::as_str).collect::<Vec<_>>());
        let query = json!({ "path": below(3) });
        let (mut joined, mut cursor) = (Vec::new(), None);
        loop {
            let limit = 1 + below(9);
            let asked = i64::try_from(limit).ok();
            let next = page(&list, &query, asked, cursor.as_deref()).expect("a sound call");
            assert!(next.items.len() <= limit);
            joined.extend_from_slice(next.items);
            assert_eq!(next.more(), joined.len() < list.len());
            if !next.more() {
                break;
            }
            cursor = next.cursor;
        }
        assert_eq!(joined, list);
    }
}

#[test]
fn a_limit_is_1_to_1000_and_100_without_one() {
    let keys: Vec<String> = (0..1001).map(|index| index.to_string()).collect();
    let list = items(&keys.iter().map(String::as_str).collect::<Vec<_>>());
    let length = |limit| page(&list, &json!(null), limit, None).map(|page| page.items.len());
    assert_eq!(length(None), Ok(100));
    assert_eq!(length(Some(1)), Ok(1));
    assert_eq!(length(Some(1000)), Ok(1000));
    for limit in [0, -1, 1001, i64::MIN, i64::MAX] {
        assert!(refused(&list, &json!(null), Some(limit), None), "{limit}");
    }
}

#[test]
fn a_cursor_follows_its_item_wherever_it_stands() {
    let query = json!("q");
    let cursor = page(&items(&["a", "b", "c"]), &query, Some(2), None).expect("sound").cursor;
    for (keys, left) in
        [(&["b", "a", "c", "d"][..], &["a", "c", "d"][..]), (&["x", "b"], &[]), (&["b"], &[])]
    {
        let list = items(keys);
        let next = page(&list, &query, None, cursor.as_deref()).expect("the item is there");
        let keys: Vec<&str> = next.items.iter().map(|item| item.key.as_str()).collect();
        assert_eq!((keys.as_slice(), next.more()), (left, false));
    }
    assert!(refused(&items(&["a", "c"]), &query, None, cursor.as_deref()));
}

#[test]
fn a_cursor_that_this_list_and_query_have_not_given_is_refused() {
    let (list, query) = (items(&["a", "b", "c"]), json!({"path": "/", "all": true}));
    let cursor = page(&list, &query, Some(1), None).expect("sound").cursor.expect("there is more");
    let reordered = json!({"all": true, "path": "/"});
    assert!(!refused(&list, &reordered, None, Some(&cursor)));
    assert!(refused(&list, &json!({"path": "/"}), None, Some(&cursor)));
    let content = URL_SAFE_NO_PAD.decode(&cursor).expect("base64url");
    let text = String::from_utf8(content.clone()).expect("UTF-8");
    for other in [
        String::new(),
        format!("{cursor} "),
        cursor.to_lowercase(),
        URL_SAFE.encode(format!("{text} ")),
        URL_SAFE_NO_PAD.encode(text.replace("\"v\":1", "\"v\":2")),
        URL_SAFE_NO_PAD.encode(text.replace(':', ": ")),
        URL_SAFE_NO_PAD.encode(text.replace("\"a\"", "\"z\"")),
        STANDARD_NO_PAD.encode(text.replace("\"a\"", "\"ÿÿ\"")),
        "a".to_owned(),
    ] {
        assert!(refused(&list, &query, None, Some(&other)), "{other}");
    }
}

#[test]
fn a_key_stands_once_in_a_list() {
    assert!(refused(&items(&["a", "b", "a"]), &json!(null), None, None));
    assert!(!refused(&items(&["a", "A", "é", "e\u{301}"]), &json!(null), None, None));
}

#[test]
fn an_empty_list_is_one_empty_page() {
    let page = page(&[], &json!(null), Some(1), None).expect("a sound call");
    assert!(page.items.is_empty() && !page.more());
}

#[test]
fn a_query_that_has_no_exact_form_is_refused() {
    assert!(refused(&items(&["a", "b"]), &json!([u64::MAX]), Some(1), None));
}
