//! What a vector's server cannot show: other origins, drops, openers, files that come meanwhile.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{symlink, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{channel, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use hanzo_tools::Toolbox;
use serde_json::{json, Value};
use tempfile::TempDir;

const DROP: Duration = Duration::from_millis(20);

/// A server that answers each connection so, and what it hears.
fn serving(answer: impl Fn(&mut TcpStream) + Send + 'static) -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (told, heard) = channel();
    thread::spawn(move || {
        for line in listener.incoming() {
            let mut line = line.unwrap();
            let mut request = vec![0; 65_536];
            let size = line.read(&mut request).unwrap_or(0);
            let _ = told.send(String::from_utf8_lossy(&request[..size]).into_owned());
            answer(&mut line);
        }
    });
    (url, heard)
}

/// An answer in parts; who has gone away does not hear the rest.
fn saying(parts: Vec<String>) -> impl Fn(&mut TcpStream) + Send {
    move |line| {
        for part in &parts {
            if line.write_all(part.as_bytes()).is_err() {
                return;
            }
            thread::sleep(DROP);
        }
    }
}

fn ok(text: &str) -> String {
    format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{text}", text.len())
}

fn ask(root: &Path, variables: &[(&str, &str)], action: &str, params: &Value) -> Value {
    let environment: BTreeMap<String, String> =
        variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let toolbox = Toolbox::new([hanzo_tool_net::tool()], environment);
    let params = params.as_object().unwrap();
    let answer = toolbox.call(root.to_str().unwrap(), "net", Some(action), params, None);
    serde_json::to_value(answer.unwrap()).unwrap()
}

fn get(params: &Value) -> Value {
    let mut params = params.clone();
    params["method"] = json!("GET");
    ask(Path::new("/"), &[], "request", &params)
}

fn folder() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().canonicalize().unwrap();
    (folder, path)
}

#[test]
fn another_server_does_not_hear_the_credentials() {
    let (second, second_heard) = serving(saying(vec![ok("there")]));
    let head = format!("HTTP/1.1 302 Found\r\nLocation: {second}/x\r\nContent-Length: 0\r\n\r\n");
    let (first, first_heard) = serving(saying(vec![head]));
    let headers = json!({"Authorization": "secret", "COOKIE": "secret", "X-Kept": "yes"});
    let found = get(&json!({"url": first, "headers": headers}));
    assert_eq!(found["data"]["url"], format!("{second}/x"));
    assert!(first_heard.recv().unwrap().contains("secret"));
    let asked = second_heard.recv().unwrap().to_lowercase();
    assert!(!asked.contains("secret"));
    assert!(asked.contains("x-kept: yes"));
}

#[test]
fn drops_that_keep_coming_do_not_stretch_the_time() {
    let mut parts = vec!["HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n".to_owned()];
    // All of them would take a minute.
    parts.extend(vec!["x".to_owned(); 3000]);
    let (url, _heard) = serving(saying(parts));
    // The limit is kept wherever it falls: during a read, or between two.
    for timeout_ms in (60..=200).step_by(10) {
        let started = Instant::now();
        let found = get(&json!({"url": url, "timeout_ms": timeout_ms}));
        assert_eq!(found["error"]["code"], "TIMEOUT");
        let details = json!({"timeout_ms": timeout_ms, "url": format!("{url}/")});
        assert_eq!(found["error"]["details"], details);
        assert!(started.elapsed() < Duration::from_secs(30));
    }
}

#[test]
fn what_is_no_whole_answer_is_a_broken_connection() {
    let long = format!("HTTP/1.1 200 OK\r\nX: {}\r\n\r\n", "x".repeat(300_000));
    for answer in [
        "",
        "hello\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        &long,
    ] {
        let (url, _heard) = serving(saying(vec![answer.to_owned()]));
        let found = get(&json!({"url": url}));
        assert_eq!(found["error"]["details"]["reason"], "connection", "{answer:.60}: {found}");
    }
}

#[test]
fn a_file_that_comes_meanwhile_stays() {
    let (_kept, root) = folder();
    let place = root.join("f");
    let made = place.clone();
    let (url, _heard) = serving(move |line| {
        fs::write(&made, "mine").unwrap();
        line.write_all(ok("theirs").as_bytes()).unwrap();
    });
    let output = format!("file://{}", place.display());
    let found = ask(&root, &[], "download", &json!({"url": url, "output": output}));
    assert_eq!(found["error"]["code"], "EXISTS");
    assert_eq!(fs::read_dir(&root).unwrap().count(), 1);
    assert_eq!(fs::read_to_string(place).unwrap(), "mine");
}

#[test]
fn a_folder_that_becomes_a_link_during_the_download_leads_nowhere() {
    let (_kept, root) = folder();
    let (_other, outside) = folder();
    fs::create_dir(root.join("folder")).unwrap();
    let (inside, target) = (root.clone(), outside.clone());
    let (url, _heard) = serving(move |line| {
        fs::rename(inside.join("folder"), inside.join("aside")).unwrap();
        symlink(&target, inside.join("folder")).unwrap();
        line.write_all(ok("theirs").as_bytes()).unwrap();
    });
    let output = format!("file://{}/folder/f", root.display());
    let found = ask(&root, &[], "download", &json!({"url": url, "output": output}));
    assert_eq!(found["ok"], true, "{found}");
    assert_eq!(fs::read_dir(outside).unwrap().count(), 0);
    assert_eq!(fs::read_to_string(root.join("aside/f")).unwrap(), "theirs");
}

#[test]
fn the_opener_gets_the_url_as_its_last_word_and_the_environment() {
    let (_kept, root) = folder();
    let (told, script) = (root.join("told"), root.join("open it"));
    let place = told.display();
    let tell = format!("printf '%s|' \"$ONLY\" \"$@\" > '{place}.new'");
    let text = format!("#!/bin/sh\n{tell}\n/bin/mv '{place}.new' '{place}'\n");
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let url = "http://h/a?b=$(touch%20x)&c;d#e";
    let words = json!([script.to_str(), "--new tab"]).to_string();
    let variables = [("HANZO_OPENER", words.as_str()), ("ONLY", "this")];
    let found = ask(&root, &variables, "open", &json!({"url": url}));
    assert_eq!(found["data"], json!({"url": url}));
    let until = Instant::now() + Duration::from_secs(20);
    while !told.exists() {
        assert!(Instant::now() < until);
        thread::sleep(DROP);
    }
    assert_eq!(fs::read_to_string(told).unwrap(), format!("this|--new tab|{url}|"));
}

#[test]
fn without_an_opener_it_is_said_what_is_missing() {
    for (value, missing) in [
        ("", "HANZO_OPENER"),
        ("firefox", "HANZO_OPENER"),
        ("[]", "HANZO_OPENER"),
        ("[\"\"]", "HANZO_OPENER"),
        ("[\"a\", 1]", "HANZO_OPENER"),
        ("[\"/none/such\"]", "/none/such"),
    ] {
        let params = json!({"url": "http://h/"});
        let found = ask(Path::new("/"), &[("HANZO_OPENER", value)], "open", &params);
        assert_eq!(found["error"]["code"], "UNSUPPORTED");
        assert_eq!(found["error"]["details"], json!({"missing": missing}), "{value}");
    }
}
