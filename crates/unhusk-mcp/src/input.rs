//! Input of the server: a message above the limit of the transport is answered, too.
//!
//! The transport drops such a line in silence, and the client would wait for ever. So a short request with the same
//! number follows the line; the server answers it with an error.

use serde_json::{Value, json};
use std::io;
use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, ReadBuf};

/// Bytes of a message, its line break included; the limit of the transport.
pub(crate) const MAX_MESSAGE_BYTES: usize = 16 << 20;
/// Method of the request that follows a message above the limit.
pub(crate) const TOO_LONG: &str = "unhusk/message-too-long";

/// Bytes that are read at a time.
const CHUNK_BYTES: usize = 8 << 10;
/// Bytes of the number of a request that are kept.
const MAX_ID_BYTES: usize = 256;

/// Input in which every message above the limit is followed by a request that can be answered.
pub(crate) struct AnsweredInput<R> {
    input: R,
    line: LineScanner,
    /// Bytes to hand on before more are read.
    pending: Vec<u8>,
}

impl<R> AnsweredInput<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input, line: LineScanner::default(), pending: Vec::new() }
    }

    fn take_chunk(&mut self, chunk: &[u8]) {
        for part in chunk.split_inclusive(|&byte| byte == b'\n') {
            self.pending.extend_from_slice(part);
            for &byte in part {
                self.line.add(byte);
            }
            if part.ends_with(b"\n") {
                self.pending.extend(mem::take(&mut self.line).request());
            }
        }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for AnsweredInput<R> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if this.pending.is_empty() {
            let mut chunk = [0; CHUNK_BYTES];
            let mut read = ReadBuf::new(&mut chunk);
            ready!(Pin::new(&mut this.input).poll_read(context, &mut read))?;
            this.take_chunk(read.filled());
        }
        let n_bytes = this.pending.len().min(out.remaining());
        out.put_slice(&this.pending[..n_bytes]);
        this.pending.drain(..n_bytes);
        Poll::Ready(Ok(()))
    }
}

/// Scans one line for the `id` of its JSON object, in constant memory.
#[derive(Default)]
struct LineScanner {
    n_bytes: usize,
    depth: usize,
    in_string: bool,
    is_escaped: bool,
    /// The last string at depth 1, which is a key if a colon follows.
    text: Vec<u8>,
    /// Whether the value at depth 1 is that of `id`.
    is_id: bool,
    id: Vec<u8>,
}

impl LineScanner {
    fn add(&mut self, byte: u8) {
        self.n_bytes += 1;
        if self.is_id && !(self.depth == 1 && !self.in_string && matches!(byte, b',' | b'}')) {
            push(&mut self.id, byte);
        }
        if self.in_string {
            self.add_in_string(byte);
            return;
        }
        match byte {
            b'"' => {
                self.in_string = true;
                if self.depth == 1 {
                    self.text.clear();
                }
            }
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            b':' if self.depth == 1 => {
                self.is_id = self.text == b"id";
                if self.is_id {
                    self.id.clear();
                }
            }
            b',' if self.depth == 1 => self.is_id = false,
            _ => {}
        }
    }

    fn add_in_string(&mut self, byte: u8) {
        match byte {
            _ if self.is_escaped => self.is_escaped = false,
            b'\\' => self.is_escaped = true,
            b'"' => self.in_string = false,
            _ if self.depth == 1 => push(&mut self.text, byte),
            _ => {}
        }
    }

    /// The request that follows the line, with its line break; empty for a line within the limit, or one that expects no
    /// answer.
    fn request(self) -> Vec<u8> {
        let id = || serde_json::from_slice::<Value>(&self.id).ok();
        let id = (self.n_bytes > MAX_MESSAGE_BYTES).then(id).flatten();
        let Some(id) = id.filter(|id| id.is_number() || id.is_string()) else { return Vec::new() };
        let request = json!({"jsonrpc": "2.0", "id": id, "method": TOO_LONG});
        format!("{request}\n").into_bytes()
    }
}

fn push(bytes: &mut Vec<u8>, byte: u8) {
    if bytes.len() < MAX_ID_BYTES {
        bytes.push(byte);
    }
}

#[cfg(test)]
mod tests {
    use super::{AnsweredInput, MAX_MESSAGE_BYTES};
    use serde_json::{Value, json};

    /// What is handed on after a line with `padding` in its parameters.
    fn added(before: &str, n_bytes: usize, after: &str) -> String {
        let mut input = AnsweredInput::new(());
        let line = format!("{before}{}{after}\n", "x".repeat(n_bytes));
        for chunk in line.as_bytes().chunks(5000) {
            input.take_chunk(chunk);
        }
        let passed = String::from_utf8(input.pending).unwrap();
        passed.strip_prefix(&line).expect("the line itself is passed on").to_owned()
    }

    #[test]
    fn a_message_above_the_limit_is_followed_by_a_request_of_its_number() {
        let request = |id: Value| {
            let method = "unhusk/message-too-long";
            format!("{}\n", json!({"jsonrpc": "2.0", "id": id, "method": method}))
        };
        let long = MAX_MESSAGE_BYTES;
        assert_eq!(
            added(r#"{"id": 7, "params": {"id": 3, "a": ""#, long, r#""}}"#),
            request(7.into())
        );
        let last = r#"", "b": "\", \"id\": 4, {"}, "id" : "a,\"1"}"#;
        assert_eq!(added(r#"{"params": {"a": ""#, long, last), request("a,\"1".into()));
        assert_eq!(added(r#"{"method": "id", "params": [""#, long, r#""]}"#), "");
        assert_eq!(added(r#"{"id": 7, "params": {"a": ""#, 100, r#""}}"#), "");
        assert_eq!(added("", long, ""), "");
    }
}
