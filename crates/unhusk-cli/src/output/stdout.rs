//! Standard output: detects a closed pipe, and escapes control characters on a terminal.

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use unhusk::sink::printable;

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether a write to standard output failed because the pipe was closed. This is recorded at the lowest level,
/// since sinks wrap I/O errors in their own.
pub(crate) fn stdout_was_closed() -> bool {
    CLOSED.load(Ordering::SeqCst)
}

/// Escaping of control characters on a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Escapes {
    /// As in Rust: `\u{202e}`.
    Readable,
    /// As in JSON: `\u202e`, so that text copied from the screen is still JSON.
    Json,
    /// Not at all: the caller escapes text of pages, and writes colours.
    Done,
}

/// Returns buffered standard output. On a terminal, control characters other than line breaks are escaped.
pub(crate) fn stdout(escapes: Escapes) -> Box<dyn Write> {
    let stdout = ClosedPipeDetector(io::stdout().lock());
    if io::stdout().is_terminal() && escapes != Escapes::Done {
        Box::new(BufWriter::new(ControlEscaper { out: stdout, escapes, rest: Vec::new() }))
    } else {
        Box::new(BufWriter::with_capacity(64 << 10, stdout))
    }
}

/// Standard output that records when its pipe is closed.
struct ClosedPipeDetector(StdoutLock<'static>);

impl ClosedPipeDetector {
    fn note<T>(result: io::Result<T>) -> io::Result<T> {
        if matches!(&result, Err(error) if error.kind() == io::ErrorKind::BrokenPipe) {
            CLOSED.store(true, Ordering::SeqCst);
        }
        result
    }
}

impl Write for ClosedPipeDetector {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Self::note(self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Self::note(self.0.flush())
    }
}

/// Writer that escapes control characters and bidirectional overrides.
struct ControlEscaper<W> {
    out: W,
    escapes: Escapes,
    /// Bytes of an incomplete character at the end of the last write.
    rest: Vec<u8>,
}

impl<W: Write> Write for ControlEscaper<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        let n_whole = whole_characters(&self.rest);
        let text = String::from_utf8_lossy(&self.rest[..n_whole]).into_owned();
        self.rest.drain(..n_whole);
        for line in text.split_inclusive('\n') {
            let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
            let shown = printable(line);
            match self.escapes {
                Escapes::Readable | Escapes::Done => self.out.write_all(shown.as_bytes())?,
                Escapes::Json => self.out.write_all(json_escapes(line).as_bytes())?,
            }
            self.out.write_all(end.as_bytes())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns the length of the prefix that does not end inside a character; invalid bytes count as characters.
fn whole_characters(bytes: &[u8]) -> usize {
    match str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => bytes.len(),
    }
}

/// Escapes control characters as JSON does: four hexadecimal digits per UTF-16 unit.
fn json_escapes(line: &str) -> String {
    let mut escaped = String::with_capacity(line.len());
    for c in line.chars() {
        if matches!(printable(c.encode_utf8(&mut [0; 4])), Cow::Borrowed(_)) {
            escaped.push(c);
        } else {
            let mut units = [0; 2];
            let units = c.encode_utf16(&mut units).iter();
            escaped.extend(units.map(|unit| format!("\\u{unit:04x}")));
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::{ControlEscaper, Escapes};
    use std::io::Write;

    fn shown(escapes: Escapes, pieces: &[&[u8]]) -> String {
        let mut out = Vec::new();
        let mut escaper = ControlEscaper { out: &mut out, escapes, rest: Vec::new() };
        for piece in pieces {
            escaper.write_all(piece).unwrap();
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_terminal_sees_escapes_as_text() {
        assert_eq!(shown(Escapes::Readable, &[b"a\x1b[31m\nb\n"]), "a\\u{1b}[31m\nb\n");
        assert_eq!(
            shown(Escapes::Readable, &["x\u{9b}y\u{202e}z".as_bytes()]),
            "x\\u{9b}y\\u{202e}z"
        );
    }

    #[test]
    fn json_on_a_terminal_stays_json() {
        let text = shown(Escapes::Json, &["{\"a\": \"\u{202e}\u{85}é\"}\n".as_bytes()]);
        assert_eq!(text, "{\"a\": \"\\u202e\\u0085é\"}\n");
        // U+E0061 in UTF-16 is DB40 DC61 (RFC 2781).
        assert_eq!(shown(Escapes::Json, &["\u{e0061}".as_bytes()]), "\\udb40\\udc61");
    }

    #[test]
    fn a_character_may_come_in_pieces() {
        assert_eq!(shown(Escapes::Readable, &[b"caf\xC3", b"\xA9!"]), "café!");
    }
}
