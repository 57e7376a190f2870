//! Session of a tool: the folders, the threads, and a flag that requests it to stop.

use crate::error::ToolError;
use crate::folders::Folders;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Resources of a tool while it answers one request.
#[derive(Debug, Clone)]
pub(crate) struct Session {
    pub(crate) folders: Arc<Folders>,
    /// Threads for the pages of one request.
    pub(crate) n_jobs: usize,
    is_cancelled: Arc<AtomicBool>,
}

impl Session {
    pub(crate) fn new(folders: Folders) -> Self {
        let n_jobs = thread::available_parallelism().map_or(1, usize::from);
        Self { folders: Arc::new(folders), n_jobs, is_cancelled: Arc::default() }
    }

    /// Returns a session with the same folders for one request, which is cancelled without the others.
    pub(crate) fn for_request(&self) -> Self {
        Self { is_cancelled: Arc::default(), ..self.clone() }
    }

    /// Requests the tool to stop, which it does between two pages.
    pub(crate) fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }

    /// Fails if the request was cancelled.
    pub(crate) fn go_on(&self) -> Result<(), ToolError> {
        if self.is_cancelled() { Err(ToolError::new("cancelled")) } else { Ok(()) }
    }
}
