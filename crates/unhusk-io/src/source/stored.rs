//! An archive as stored: bytes with their position, read ahead in large pieces, searchable, and read again from an
//! earlier position where the source allows it.

use memchr::memmem;
use std::fs::File;
use std::io::{self, BufRead, Read, Seek, SeekFrom};

/// Bytes that are read ahead.
const BUFFER_BYTES: usize = 256 << 10;

/// Buffered bytes of an archive.
pub(super) struct StoredInput {
    source: Source,
    buffer: Vec<u8>,
    /// Index of the next byte in the buffer.
    start: usize,
    /// End of the bytes in the buffer.
    end: usize,
    /// Position in the archive of the end of the buffer.
    end_position: u64,
}

enum Source {
    /// `length` bytes of a file from `base` on.
    File { file: File, base: u64, length: u64 },
    /// Bytes that can be read only once.
    Stream(Box<dyn Read + Send>),
}

impl StoredInput {
    /// A whole file.
    pub(super) fn file(file: File) -> Self {
        Self::new(Source::File { file, base: 0, length: u64::MAX })
    }

    /// A part of a file, whose positions begin at 0.
    pub(super) fn part(mut file: File, base: u64, length: u64) -> io::Result<Self> {
        file.seek(SeekFrom::Start(base))?;
        Ok(Self::new(Source::File { file, base, length }))
    }

    /// Bytes that can be read only once.
    pub(super) fn stream(input: impl Read + Send + 'static) -> Self {
        Self::new(Source::Stream(Box::new(input)))
    }

    fn new(source: Source) -> Self {
        Self { source, buffer: vec![0; BUFFER_BYTES], start: 0, end: 0, end_position: 0 }
    }

    /// Position of the next byte.
    pub(super) fn position(&self) -> u64 {
        self.end_position - (self.end - self.start) as u64
    }

    /// Goes to an earlier or later position; returns false if the source cannot be read from there.
    pub(super) fn seek(&mut self, position: u64) -> io::Result<bool> {
        let buffer_position = self.end_position - self.end as u64;
        if (buffer_position..=self.end_position).contains(&position) {
            self.start = usize::try_from(position - buffer_position).unwrap_or(self.end);
            return Ok(true);
        }
        let Source::File { file, base, .. } = &mut self.source else { return Ok(false) };
        file.seek(SeekFrom::Start(base.saturating_add(position)))?;
        (self.start, self.end, self.end_position) = (0, 0, position);
        Ok(true)
    }

    /// Returns at least the next `n_bytes`, fewer only at the end; `n_bytes` must fit into the buffer.
    pub(super) fn peek(&mut self, n_bytes: usize) -> io::Result<&[u8]> {
        while self.end - self.start < n_bytes && self.read_more()? {}
        Ok(&self.buffer[self.start..self.end])
    }

    /// Goes to the next occurrence of `pattern`; returns false at the end, with nothing left.
    pub(super) fn find(&mut self, pattern: &[u8]) -> io::Result<bool> {
        let finder = memmem::Finder::new(pattern);
        loop {
            if let Some(at) = finder.find(self.peek(pattern.len())?) {
                self.start += at;
                return Ok(true);
            }
            // A match may begin in the buffered bytes and end behind them.
            self.start = self.start.max((self.end + 1).saturating_sub(pattern.len()));
            if !self.read_more()? {
                self.start = self.end;
                return Ok(false);
            }
        }
    }

    /// Reads more bytes into the buffer; returns false at the end or if the buffer is full.
    fn read_more(&mut self) -> io::Result<bool> {
        if self.start > 0 && self.end == self.buffer.len() {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        let room = &mut self.buffer[self.end..];
        let n_read = self.source.read(room, self.end_position)?;
        self.end += n_read;
        self.end_position += n_read as u64;
        Ok(n_read > 0)
    }
}

impl Source {
    fn read(&mut self, room: &mut [u8], position: u64) -> io::Result<usize> {
        loop {
            let read = match self {
                Self::File { file, length, .. } => {
                    let left = usize::try_from(length.saturating_sub(position));
                    let n_bytes = room.len().min(left.unwrap_or(usize::MAX));
                    file.read(&mut room[..n_bytes])
                }
                Self::Stream(input) => input.read(room),
            };
            match read {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => return read,
            }
        }
    }
}

impl BufRead for StoredInput {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.peek(1)
    }

    fn consume(&mut self, n_bytes: usize) {
        self.start = (self.start + n_bytes).min(self.end);
    }
}

impl Read for StoredInput {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let n_bytes = self.fill_buf()?.len().min(room.len());
        room[..n_bytes].copy_from_slice(&self.buffer[self.start..self.start + n_bytes]);
        self.consume(n_bytes);
        Ok(n_bytes)
    }
}
