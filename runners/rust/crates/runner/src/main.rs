//! Serves the adapter on standard input and output until the input ends.

use std::io::{stdin, stdout, Result};

fn main() -> Result<()> {
    let adapter = hanzo_rust_adapter::adapter();
    hanzo_adapter::serve(&adapter, stdin().lock(), stdout().lock())
}
