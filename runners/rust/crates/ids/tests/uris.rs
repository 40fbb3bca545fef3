//! Paths, their URIs, and the hash of content.

use hanzo_backoff::SplitMix64;
use hanzo_ids::{content_hash, path_from_uri, uri_from_path};

#[test]
fn a_path_has_one_uri() {
    for (path, uri) in [
        ("/", "file:///"),
        ("//", "file:///"),
        ("/.", "file:///"),
        ("/a/b.c", "file:///a/b.c"),
        ("//a///b/./c/", "file:///a/b/c"),
        ("/...", "file:///..."),
        ("/.a/b.", "file:///.a/b."),
        ("/my file", "file:///my%20file"),
        ("/-._~", "file:///-._~"),
        ("/!$&'()*+,;=:@", "file:///%21%24%26%27%28%29%2A%2B%2C%3B%3D%3A%40"),
        ("/100%", "file:///100%25"),
        ("/a%2Fb", "file:///a%252Fb"),
        ("/C:\\x", "file:///C%3A%5Cx"),
        ("/é/e\u{301}", "file:///%C3%A9/e%CC%81"),
        ("/😀\n", "file:///%F0%9F%98%80%0A"),
    ] {
        assert_eq!(uri_from_path(path).as_deref(), Ok(uri), "{path:?}");
    }
}

#[test]
fn a_path_that_names_no_file_by_itself_has_no_uri() {
    for path in ["", "a", "./a", "~/a", "C:/a", "C:\\a", "/..", "/a/../b", "/a/..", "/a\0b"] {
        let refused = uri_from_path(path).map_err(|error| error.code());
        assert_eq!(refused, Err("INVALID_PARAMS"), "{path:?}");
    }
}

#[test]
fn a_uri_names_one_path_however_it_is_written() {
    for (uri, path) in [
        ("file:///", "/"),
        ("file:/", "/"),
        ("file://localhost/", "/"),
        ("file:/p", "/p"),
        ("file:///p", "/p"),
        ("FILE://LocalHost/p", "/p"),
        ("file:////p//q/", "/p/q"),
        ("file:///a+b%20c", "/a+b c"),
        ("file:///!$&'()*+,;=:@", "/!$&'()*+,;=:@"),
        ("file:///%61%7e%C3%a9", "/a~é"),
        ("file:///a%2541", "/a%41"),
        ("file:///%2E/a", "/a"),
        ("file:///%3F%23", "/?#"),
    ] {
        assert_eq!(path_from_uri(uri).as_deref(), Ok(path), "{uri}");
    }
}

#[test]
fn what_does_not_name_one_path_of_this_machine_is_refused() {
    for uri in [
        "",
        "/p",
        "file",
        "file:",
        "file:p",
        "file://",
        "file://localhost",
        "file://host/p",
        "file://localhost:80/p",
        "file://me@localhost/p",
        "file://127.0.0.1/p",
        "http://localhost/p",
        "\u{fb01}le:///p",
        "file://localho\u{17f}t/p",
        "file:///p?",
        "file:///p?q",
        "file:///p#",
        "file://localhost?/p",
        "file:///a b",
        "file:///é",
        "file:///a\\b",
        "file:///a[b]",
        "file:///%",
        "file:///%4",
        "file:///%4g",
        "file:///%+1",
        "file:///%２0",
        "file:///a%2Fb",
        "file:///a%2fb",
        "file:///%00",
        "file:///%FF",
        "file:///%C0%AF",
        "file:///%ED%A0%80",
        "file:///a/../b",
        "file:///%2E%2e/b",
        " file:///p",
    ] {
        let refused = path_from_uri(uri).map_err(|error| error.code());
        assert_eq!(refused, Err("INVALID_PARAMS"), "{uri:?}");
    }
}

#[test]
fn a_path_survives_the_way_there_and_back() {
    const PIECES: [&str; 12] =
        ["/", "/", "a", "b.c", " ", "%", "+", "é", "😀", "\n", "...", "\u{212b}"];
    let mut random = SplitMix64::new(8);
    for _ in 0..5_000 {
        let length = random.next_word() % 9;
        let path = (0..length).fold("/".to_owned(), |path, _| {
            path + PIECES[usize::try_from(random.next_word() % 12).expect("below twelve")]
        });
        let uri = uri_from_path(&path).expect("it is absolute and has no .. segment");
        let normal = path_from_uri(&uri).expect("it is a file URI");
        assert_eq!(uri_from_path(&normal).as_deref(), Ok(uri.as_str()), "{path:?}");
        let segments = |path: &str| -> Vec<String> {
            path.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect()
        };
        assert_eq!(segments(&normal), segments(&path), "{path:?}");
    }
}

#[test]
fn content_is_hashed_as_it_stands() {
    for (content, hash) in [
        (&b""[..], "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (&b"abc"[..], "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ] {
        assert_eq!(content_hash(content), hash);
    }
    assert_ne!(content_hash(b"a\n"), content_hash(b"a\r\n"));
    assert_ne!(content_hash(b"a"), content_hash(b"\xef\xbb\xbfa"));
    assert_ne!(content_hash(b"\xff"), content_hash("\u{fffd}".as_bytes()));
}
