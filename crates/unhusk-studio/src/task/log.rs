//! The log of a task: a file of JSON Lines that only grows. Undo and redo are lines of their own, so that nothing is
//! ever lost; a torn last line, as a power cut leaves it, is cut off.

use super::event::Event;
use super::state::State;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// The events of a task, and the number of them that count.
#[derive(Debug)]
pub struct Log {
    events: Vec<Event>,
    at: usize,
    file: Option<File>,
    path: PathBuf,
    /// Reason why the last event is not in the file.
    failure: Option<String>,
    /// Lines that could not be written yet.
    unwritten: String,
}

/// Time to wait for a lock: a program that is being stopped holds it a moment longer.
const LOCK_PATIENCE: Duration = Duration::from_secs(2);

/// Locks a file, within [`LOCK_PATIENCE`].
fn lock(file: &File) -> Result<(), TryLockError> {
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if start.elapsed() < LOCK_PATIENCE => {
                thread::sleep(Duration::from_millis(50));
            }
            answer => return answer,
        }
    }
}

/// One line of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Move(MoveLine),
    Event(Box<Event>),
}

/// A move through the history.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveLine {
    /// Number of events that count from now on.
    goto: usize,
}

/// Reason why a log cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The file cannot be read or made.
    #[error("`{}`: {cause}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        #[source]
        cause: io::Error,
    },
    /// Another studio has the task open.
    #[error("`{}`: another studio has this task open; close it, or give another folder with --task", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// A line is no event.
    #[error("`{}`, line {line}: {why}; move the file away to begin anew", path.display())]
    Bad {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The problem.
        why: String,
    },
    /// The file is too large.
    #[error("`{}` has more than {limit} bytes; move it away to begin anew", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The limit.
        limit: u64,
    },
}

impl Log {
    /// Size limit of a log.
    pub const MAX_BYTES: u64 = 256 << 20;

    /// A log that is kept in memory alone.
    pub fn in_memory() -> Self {
        let (events, unwritten) = (Vec::new(), String::new());
        Self { events, at: 0, file: None, path: PathBuf::new(), failure: None, unwritten }
    }

    /// Opens the log of a task, or creates one. In a folder that cannot be written to, the log is in memory and reports
    /// so.
    ///
    /// # Errors
    /// If the file is there and cannot be read, or another studio has it open.
    pub fn open(path: &Path) -> Result<Self, LogError> {
        let io_error = |cause| LogError::Io { path: path.to_owned(), cause };
        let mut log = Self { path: path.to_owned(), ..Self::in_memory() };
        let mut file = match OpenOptions::new().read(true).append(true).create(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(io_error(error)),
            Err(error) => {
                log.failure = Some(format!("`{}`: {error}", path.display()));
                match File::open(path) {
                    Ok(file) => file,
                    Err(_) => return Ok(log),
                }
            }
        };
        match lock(&file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(LogError::Locked { path: path.to_owned() });
            }
            Err(TryLockError::Error(_)) if log.failure.is_some() => {}
            Err(TryLockError::Error(cause)) => return Err(io_error(cause)),
        }
        let mut text = String::new();
        (&file).take(Self::MAX_BYTES + 1).read_to_string(&mut text).map_err(io_error)?;
        if text.len() as u64 > Self::MAX_BYTES {
            return Err(LogError::TooLarge { path: path.to_owned(), limit: Self::MAX_BYTES });
        }
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        log.read(&text[..whole])?;
        if log.failure.is_none() {
            if whole < text.len() {
                file.set_len(whole as u64).map_err(io_error)?;
            }
            file.seek(SeekFrom::End(0)).map_err(io_error)?;
            log.file = Some(file);
        }
        Ok(log)
    }

    fn read(&mut self, text: &str) -> Result<(), LogError> {
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let bad =
                |why: String| LogError::Bad { path: self.path.clone(), line: number + 1, why };
            match serde_json::from_str(line).map_err(|error| bad(error.to_string()))? {
                Line::Event(event) => self.push(*event),
                Line::Move(MoveLine { goto }) if goto <= self.events.len() => self.at = goto,
                Line::Move(MoveLine { goto }) => {
                    return Err(bad(format!("there is no step {goto}")));
                }
            }
        }
        Ok(())
    }

    fn push(&mut self, event: Event) {
        self.events.truncate(self.at);
        self.events.push(event);
        self.at += 1;
    }

    /// Adds an event; events that were undone are dropped from the history (the file keeps them).
    pub fn add(&mut self, event: Event) {
        self.write(&Line::Event(Box::new(event.clone())));
        self.push(event);
    }

    /// Makes the first `step` events count; returns whether there are that many.
    pub fn goto(&mut self, step: usize) -> bool {
        if step > self.events.len() {
            return false;
        }
        if step != self.at {
            self.write(&Line::Move(MoveLine { goto: step }));
            self.at = step;
        }
        true
    }

    /// Returns the number of events that count.
    pub fn at(&self) -> usize {
        self.at
    }

    /// All events, those that were undone included.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The state that follows from the events that count.
    pub fn state(&self) -> State {
        State::of(&self.events[..self.at])
    }

    /// Reason why events are not in the file.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Appends a line, after those that could not be written before. A failure is reported to the user, and the next
    /// event tries again.
    fn write(&mut self, line: &Line) {
        let Ok(text) = serde_json::to_string(line) else { return };
        self.unwritten.push_str(&text);
        self.unwritten.push('\n');
        let Some(file) = &mut self.file else { return };
        let length = file.metadata().map(|metadata| metadata.len());
        let written = file.write_all(self.unwritten.as_bytes()).and_then(|()| file.sync_data());
        match written {
            Ok(()) => {
                self.unwritten.clear();
                self.failure = None;
            }
            Err(error) => {
                if let Ok(length) = length {
                    // A half line would be joined with the next one.
                    let _ = file.set_len(length);
                }
                self.failure = Some(format!("`{}`: {error}", self.path.display()));
            }
        }
    }
}
