//! Finds the entries of a HAR file, `log.entries[]`, without reading the file at once: brackets and strings are
//! followed, and only the bytes of one entry are kept.

use super::super::stored::StoredInput;
use std::io::BufRead;

/// State of the scanner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before the array of entries.
    Before,
    /// In the array, between entries.
    Between,
    /// In an entry.
    Inside,
    /// After the array.
    After,
}

/// Whether the scanner is in a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StringState {
    Outside,
    Inside,
    /// After a backslash.
    Escaped,
}

/// Result of a search.
pub(super) enum Scanned {
    /// [`EntryScanner::entry`] returns its bytes.
    Entry {
        offset: u64,
    },
    /// An entry with too many bytes to be kept.
    TooLong {
        offset: u64,
    },
    End,
}

/// Finds entries.
pub(super) struct EntryScanner {
    input: StoredInput,
    max_bytes: usize,
    place: Place,
    /// Open brackets.
    depth: u64,
    string: StringState,
    /// The last string at the depth of `log` and of `entries`: a name, if a bracket follows.
    last_string: Vec<u8>,
    /// Whether the current path is that of the entries.
    is_in_log: bool,
    entry: Vec<u8>,
    entry_offset: u64,
    is_too_long: bool,
}

/// Bytes of a string that are kept; names are short.
const MAX_NAME_BYTES: usize = 16;
/// Depth of the array of entries: in the log, in the file.
const ENTRIES_DEPTH: u64 = 3;

impl EntryScanner {
    pub(super) fn new(input: StoredInput, max_bytes: usize) -> Self {
        Self {
            input,
            max_bytes,
            place: Place::Before,
            depth: 0,
            string: StringState::Outside,
            last_string: Vec::new(),
            is_in_log: false,
            entry: Vec::new(),
            entry_offset: 0,
            is_too_long: false,
        }
    }

    /// The bytes of the entry that was found last.
    pub(super) fn entry(&self) -> &[u8] {
        &self.entry
    }

    pub(super) fn offset(&self) -> u64 {
        self.input.position()
    }

    /// Goes to the next entry.
    ///
    /// # Errors
    /// The reason why the file cannot be read further, for a message.
    pub(super) fn next_entry(&mut self) -> Result<Scanned, String> {
        self.entry.clear();
        self.entry.shrink_to(4 << 20);
        loop {
            let position = self.input.position();
            let piece = self.input.fill_buf().map_err(|error| error.to_string())?;
            if piece.is_empty() {
                return self.at_end();
            }
            // The borrow of the piece ends here, so that the scanner can follow it byte by byte.
            let piece = piece[..piece.len().min(8 << 10)].to_vec();
            for (at, &byte) in piece.iter().enumerate() {
                let was = self.place;
                self.follow(byte);
                if was == Place::Between && self.place == Place::Inside {
                    self.entry_offset = position + at as u64;
                    self.is_too_long = false;
                }
                if was == Place::Inside || self.place == Place::Inside {
                    self.keep(byte);
                }
                if was == Place::Inside && self.place == Place::Between {
                    self.input.consume(at + 1);
                    let offset = self.entry_offset;
                    let is_kept = !self.is_too_long;
                    return Ok(if is_kept {
                        Scanned::Entry { offset }
                    } else {
                        Scanned::TooLong { offset }
                    });
                }
            }
            self.input.consume(piece.len());
        }
    }

    fn keep(&mut self, byte: u8) {
        if self.entry.len() < self.max_bytes {
            self.entry.push(byte);
        } else {
            self.is_too_long = true;
        }
    }

    fn follow(&mut self, byte: u8) {
        if self.string != StringState::Outside {
            return self.follow_string(byte);
        }
        match byte {
            b'"' => {
                self.string = StringState::Inside;
                self.last_string.clear();
            }
            b'{' | b'[' => self.open(byte),
            b'}' | b']' => self.close(),
            // A string before a comma was a value.
            b',' => self.last_string.clear(),
            _ => {}
        }
    }

    fn follow_string(&mut self, byte: u8) {
        self.string = match (self.string, byte) {
            (StringState::Escaped, _) => StringState::Inside,
            (_, b'\\') => StringState::Escaped,
            (_, b'"') => StringState::Outside,
            _ => StringState::Inside,
        };
        if self.string == StringState::Outside {
            return;
        }
        if self.place == Place::Before && self.last_string.len() < MAX_NAME_BYTES {
            self.last_string.push(byte);
        }
    }

    fn open(&mut self, byte: u8) {
        self.depth += 1;
        match self.place {
            Place::Before if self.depth == 2 => self.is_in_log = self.last_string == b"log",
            Place::Before
                if self.depth == ENTRIES_DEPTH
                    && self.is_in_log
                    && byte == b'['
                    && self.last_string == b"entries" =>
            {
                self.place = Place::Between;
            }
            Place::Between => self.place = Place::Inside,
            _ => {}
        }
        self.last_string.clear();
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if self.place == Place::Inside && self.depth == ENTRIES_DEPTH {
            self.place = Place::Between;
        } else if self.place == Place::Between && self.depth < ENTRIES_DEPTH {
            self.place = Place::After;
        }
    }

    /// Returns the result at the end of the file.
    fn at_end(&self) -> Result<Scanned, String> {
        match self.place {
            Place::After => Ok(Scanned::End),
            Place::Before => Err("it has no `log.entries`, as HAR files have".to_owned()),
            Place::Between | Place::Inside => {
                Err("the file ends in the middle of its entries".to_owned())
            }
        }
    }
}
