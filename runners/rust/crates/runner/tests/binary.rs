//! The adapter as a process, as a harness starts it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

#[test]
fn the_process_answers_while_its_input_is_open_and_exits_by_itself() {
    let mut process = Command::new(env!("CARGO_BIN_EXE_hanzo-rust-adapter"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the adapter starts");
    let mut input = process.stdin.take().expect("its input is a pipe");
    let mut output = BufReader::new(process.stdout.take().expect("its output is a pipe"));
    let mut ask = |request: &str| {
        writeln!(input, "{request}").expect("the adapter reads");
        let mut answer = String::new();
        output.read_line(&mut answer).expect("the adapter answers");
        answer
    };

    let hello = ask(r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocol":1}}"#);
    for part in ["\"language\":\"rust\"", "\"mcp.parse\"", "\"oauth.challenge\"", "\"sse.parse\""] {
        assert!(hello.contains(part), "{hello}");
    }
    let method = r#"{"jsonrpc":"2.0","id":1,"method":"mcp.parse","params":{"name":"mcp__a__b"}}"#;
    assert_eq!(
        ask(method),
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"server\":\"a\",\"tool\":\"b\"}}\n"
    );

    drop(input);
    assert!(process.wait().expect("the adapter ends").success());
}
