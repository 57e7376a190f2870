//! Prompts, and lines from standard input.

use std::io::{self, BufRead, IsTerminal, Write};

/// Limit on the length of a line, in bytes.
const MAX_LINE: u64 = 1 << 16;

/// Asks questions on standard error and reads the answers from standard input.
pub(super) struct Prompter {
    is_terminal: bool,
}

impl Prompter {
    pub(super) fn new() -> Self {
        Self { is_terminal: io::stdin().is_terminal() }
    }

    /// Prints a prompt and returns a line without white space around it; `None` at the end of input.
    pub(super) fn ask(&mut self, prompt: &str) -> Option<String> {
        let mut stderr = io::stderr();
        // If standard error is closed, there is nowhere to report it.
        drop(write!(stderr, "{prompt}").and_then(|()| stderr.flush()));
        let mut line = Vec::new();
        let read = io::Read::take(io::stdin().lock(), MAX_LINE).read_until(b'\n', &mut line);
        let is_over = !matches!(read, Ok(n) if n > 0);
        if is_over || !self.is_terminal {
            // The line break of a script's answer is not echoed.
            drop(writeln!(stderr));
        }
        (!is_over).then(|| String::from_utf8_lossy(&line).trim().to_owned())
    }
}
