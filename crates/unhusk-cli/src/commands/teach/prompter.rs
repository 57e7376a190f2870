//! Lines that a person or a script types.

use std::io::{self, BufRead, IsTerminal, Write};

/// Longest line that is read: beyond it, nobody types.
const MAX_LINE: u64 = 1 << 16;

/// Standard input, line by line.
pub(super) struct Prompter {
    is_terminal: bool,
}

impl Prompter {
    pub(super) fn new() -> Self {
        Self { is_terminal: io::stdin().is_terminal() }
    }

    /// Prompts on standard error and reads a line, without white space around it; none at the end of input.
    pub(super) fn ask(&mut self, prompt: &str) -> Option<String> {
        let mut reporter = io::stderr();
        // Nobody is left to hear that standard error is gone.
        drop(write!(reporter, "{prompt}").and_then(|()| reporter.flush()));
        let mut line = Vec::new();
        let read = io::Read::take(io::stdin().lock(), MAX_LINE).read_until(b'\n', &mut line);
        let is_over = !matches!(read, Ok(n) if n > 0);
        if is_over || !self.is_terminal {
            // A script does not press return on the screen.
            drop(writeln!(reporter));
        }
        (!is_over).then(|| String::from_utf8_lossy(&line).trim().to_owned())
    }
}
