//! Framing: however lines arrive, and how many answers one write carries.

use std::collections::VecDeque;
use std::io::{Error, ErrorKind, Read, Result, Write};

use hanzo_adapter::{serve, Adapter, Failure};
use serde_json::Value;

fn adapter() -> Adapter {
    let mut adapter = Adapter::new("test", "0");
    adapter.register("echo", |params: Value| Ok::<_, Failure>(params));
    adapter
}

fn request(id: usize) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"echo\",\"params\":{{\"é\":{id}}}}}\n")
}

fn answer(id: usize) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"é\":{id}}}}}\n")
}

/// Gives one piece for each read; an empty one is an interruption.
struct Pieces(VecDeque<Vec<u8>>);

impl Read for Pieces {
    fn read(&mut self, space: &mut [u8]) -> Result<usize> {
        let Some(mut piece) = self.0.pop_front() else {
            return Ok(0);
        };
        if piece.is_empty() {
            return Err(Error::from(ErrorKind::Interrupted));
        }
        let count = piece.len().min(space.len());
        space[..count].copy_from_slice(&piece[..count]);
        if count < piece.len() {
            self.0.push_front(piece.split_off(count));
        }
        Ok(count)
    }
}

/// Keeps what each flush completed.
#[derive(Default)]
struct Flushes {
    unflushed: String,
    flushed: Vec<String>,
}

impl Write for Flushes {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.unflushed.push_str(std::str::from_utf8(bytes).expect("answers are UTF-8"));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        self.flushed.push(std::mem::take(&mut self.unflushed));
        Ok(())
    }
}

fn serve_pieces<P: AsRef<[u8]>>(pieces: impl IntoIterator<Item = P>) -> Vec<String> {
    let pieces = pieces.into_iter().map(|piece| piece.as_ref().to_vec()).collect();
    let mut output = Flushes::default();
    serve(&adapter(), Pieces(pieces), &mut output).expect("nothing fails");
    assert_eq!(output.unflushed, "");
    output.flushed
}

#[test]
fn all_lines_of_one_read_are_answered_with_one_flush() {
    let input: String = (0..50).map(request).collect();
    let output: String = (0..50).map(answer).collect();
    assert_eq!(serve_pieces([input]), [output]);
}

#[test]
fn a_lone_request_is_answered_before_more_is_read() {
    assert_eq!(serve_pieces([request(1), request(2)]), [answer(1), answer(2)]);
}

#[test]
fn complete_lines_do_not_wait_for_an_unfinished_one() {
    let (second_start, second_end) = (&request(2)[..20], &request(2)[20..]);
    let pieces = [request(1) + second_start, second_end.to_owned() + &request(3)];
    assert_eq!(serve_pieces(pieces), [answer(1), answer(2) + &answer(3)]);
}

#[test]
fn a_line_may_arrive_byte_by_byte() {
    let input = request(1) + &request(2);
    let pieces: Vec<&[u8]> = input.as_bytes().chunks(1).collect();
    assert_eq!(serve_pieces(pieces), [answer(1), answer(2)]);
}

#[test]
fn a_line_may_be_longer_than_any_read() {
    let text = "x".repeat(1_000_000);
    let line = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"echo","params":{{"a":"{text}"}}}}"#);
    let expected = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"a\":\"{text}\"}}}}\n");
    assert_eq!(serve_pieces([line + "\n" + &request(2)]).concat(), expected + &answer(2));
}

#[test]
fn a_line_may_end_in_a_carriage_return() {
    assert_eq!(serve_pieces([request(1).replace('\n', "\r\n")]), [answer(1)]);
}

#[test]
fn a_last_line_without_its_end_is_answered() {
    assert_eq!(serve_pieces([request(1).trim_end()]), [answer(1)]);
}

#[test]
fn an_interrupted_read_is_tried_again() {
    assert_eq!(serve_pieces([String::new(), request(1)]), [answer(1)]);
}

#[test]
fn an_input_that_ends_at_once_has_no_answers() {
    assert_eq!(serve_pieces([""; 0]), [""; 0]);
}

#[test]
fn a_closed_output_ends_serving_with_its_error() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> Result<usize> {
            Err(Error::from(ErrorKind::BrokenPipe))
        }
        fn flush(&mut self) -> Result<()> {
            Ok(())
        }
    }
    let ended = serve(&adapter(), request(1).as_bytes(), Closed);
    assert_eq!(ended.map_err(|error| error.kind()), Err(ErrorKind::BrokenPipe));
}
