//! Content lines, the grammar of iCalendar and vCard: `NAME;PARAMETER=value:value`, folded at 75 octets.
//!
//! Names and parameters are constants; values come from pages. A text is escaped, so that it can end neither its line
//! nor its part of a list, and is written without control characters.

use std::io::{self, Write};

/// Octets of a line, its break not counted (RFC 5545, 3.1; RFC 6350, 3.2).
const MAX_OCTETS: usize = 75;

/// Writes content lines.
pub(super) struct ContentLines<W> {
    out: W,
}

impl<W: Write> ContentLines<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out }
    }

    /// Writes a property whose value is a constant, or was made safe: an address, a date, escaped parts.
    pub(super) fn raw(&mut self, name: &str, value: &str) -> io::Result<()> {
        self.fold(&format!("{name}:{}", clean(value)))
    }

    /// A property whose value is a text.
    pub(super) fn text(&mut self, name: &str, value: &str) -> io::Result<()> {
        self.fold(&format!("{name}:{}", escaped(value)))
    }

    /// One property for each of the texts.
    pub(super) fn texts(&mut self, name: &str, values: &[String]) -> io::Result<()> {
        values.iter().try_for_each(|value| self.text(name, value))
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Folds a line between characters; continuation lines begin with a space, which counts.
    fn fold(&mut self, line: &str) -> io::Result<()> {
        let mut rest = line;
        let mut room = MAX_OCTETS;
        while rest.len() > room {
            let cut = (0..=room).rev().find(|at| rest.is_char_boundary(*at)).unwrap_or(room);
            self.out.write_all(&rest.as_bytes()[..cut])?;
            self.out.write_all(b"\r\n ")?;
            rest = &rest[cut..];
            room = MAX_OCTETS - 1;
        }
        self.out.write_all(rest.as_bytes())?;
        self.out.write_all(b"\r\n")
    }
}

/// A text as a value: `\`, `;`, `,` and line breaks escaped, controls left out.
pub(super) fn escaped(text: &str) -> String {
    let mut value = String::with_capacity(text.len() + 8);
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\\' | ';' | ',' => value.extend(['\\', c]),
            '\r' if characters.peek() == Some(&'\n') => {}
            '\n' | '\r' => value.push_str("\\n"),
            '\t' => value.push(' '),
            c if c.is_control() => {}
            c => value.push(c),
        }
    }
    value
}

/// A text in the quotes of a parameter, which can hold neither quotes nor breaks.
pub(super) fn quoted(text: &str) -> String {
    let kept = |c: &char| !c.is_control() && *c != '"';
    format!(
        "\"{}\"",
        text.replace(['\r', '\n', '\t'], " ").chars().filter(kept).collect::<String>()
    )
}

fn clean(value: &str) -> String {
    value.chars().filter(|c| !c.is_control()).collect()
}
