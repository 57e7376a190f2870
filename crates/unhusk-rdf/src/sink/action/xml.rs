//! Minimal XML for feeds. Names of elements and attributes are constants; texts are escaped, and written without
//! characters that XML 1.0 forbids.

use std::io::{self, Write};

/// Writes elements.
pub(super) struct Xml<W> {
    out: W,
}

impl<W: Write> Xml<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out }
    }

    /// A line as it is.
    pub(super) fn line(&mut self, line: &str) -> io::Result<()> {
        self.out.write_all(line.as_bytes())?;
        self.out.write_all(b"\n")
    }

    /// `<name>text</name>`.
    pub(super) fn element(&mut self, name: &str, text: &str) -> io::Result<()> {
        self.with(name, &[], text)
    }

    /// `<name key="value">text</name>`; without a text, `<name key="value"/>`.
    pub(super) fn with(
        &mut self,
        name: &str,
        attributes: &[(&str, &str)],
        text: &str,
    ) -> io::Result<()> {
        write!(self.out, "<{name}")?;
        for (key, value) in attributes {
            write!(self.out, " {key}=\"{}\"", escaped(value))?;
        }
        if text.is_empty() {
            return self.line("/>");
        }
        write!(self.out, ">{}</{name}>", escaped(text))?;
        self.line("")
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Escapes a text or attribute value. Controls are left out; tabs and breaks are written so that no reader folds them.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 8);
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' => escaped.push_str("&#9;"),
            '\r' if characters.peek() == Some(&'\n') => {}
            '\n' | '\r' => escaped.push_str("&#10;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => escaped.push(c),
        }
    }
    escaped
}
