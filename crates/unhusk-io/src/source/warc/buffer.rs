//! Decoded bytes that were not read yet. Space in the buffer is zeroed once and then reused.

/// Least space for more bytes.
const PIECE_BYTES: usize = 64 << 10;
/// Size beyond which a buffer that has grown for one record is freed.
const KEPT_BYTES: usize = 4 << 20;

/// Decoded bytes: added at the end, taken from the start.
#[derive(Default)]
pub(super) struct DecodeBuffer {
    bytes: Vec<u8>,
    start: usize,
    end: usize,
}

impl DecodeBuffer {
    pub(super) fn unread(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }

    pub(super) fn take(&mut self, n_bytes: usize) {
        self.start = (self.start + n_bytes).min(self.end);
    }

    /// Forgets all bytes.
    pub(super) fn clear(&mut self) {
        (self.start, self.end) = (0, 0);
    }

    /// Returns space for more bytes; [`DecodeBuffer::add`] appends them to the unread ones.
    pub(super) fn room(&mut self) -> &mut [u8] {
        if self.start == self.end {
            self.clear();
        }
        if self.bytes.len() - self.end < PIECE_BYTES {
            let n_bytes = (self.end + PIECE_BYTES).max(self.end * 2);
            self.bytes.resize(n_bytes, 0);
        }
        &mut self.bytes[self.end..]
    }

    pub(super) fn add(&mut self, n_bytes: usize) {
        self.end = (self.end + n_bytes).min(self.bytes.len());
    }

    /// Moves unread bytes to the beginning where that is cheap, and frees space that few records need.
    pub(super) fn reuse_room(&mut self) {
        let n_unread = self.end - self.start;
        if self.start >= n_unread {
            self.bytes.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, n_unread);
        }
        if self.end <= PIECE_BYTES && self.bytes.len() > KEPT_BYTES {
            self.bytes.truncate(PIECE_BYTES);
            self.bytes.shrink_to_fit();
        }
    }
}
