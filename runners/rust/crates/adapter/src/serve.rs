//! Lines in, lines out: as many at a time as have arrived.

use std::io::{ErrorKind, Read, Result, Write};

use crate::adapter::Adapter;

/// As much as a pipe holds.
const CHUNK: usize = 64 * 1024;

/// Answers every line of `input` until it ends.
///
/// All complete lines of what one read brings are answered together, with one write: many requests
/// cost few system calls, and a lone one waits for nothing. Bytes after the last line feed of the
/// input are answered as a line.
///
/// # Errors
/// Those of reading and writing; a line that cannot be read is an answer, no error.
pub fn serve(adapter: &Adapter, mut input: impl Read, mut output: impl Write) -> Result<()> {
    let mut chunk = vec![0; CHUNK];
    // The start of a line whose end has not arrived.
    let mut unfinished = Vec::new();
    let mut answers = Vec::new();
    loop {
        let count = match input.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let mut rest = &chunk[..count];
        while let Some(end) = memchr::memchr(b'\n', rest) {
            if unfinished.is_empty() {
                adapter.answer(&rest[..end], &mut answers);
            } else {
                unfinished.extend_from_slice(&rest[..end]);
                adapter.answer(&unfinished, &mut answers);
                unfinished.clear();
            }
            rest = &rest[end + 1..];
        }
        unfinished.extend_from_slice(rest);
        send(&mut answers, &mut output)?;
    }
    if !unfinished.is_empty() {
        adapter.answer(&unfinished, &mut answers);
    }
    send(&mut answers, &mut output)
}

fn send(answers: &mut Vec<u8>, output: &mut impl Write) -> Result<()> {
    if answers.is_empty() {
        return Ok(());
    }
    output.write_all(answers)?;
    answers.clear();
    output.flush()
}
