//! Ctrl-C and panics. SIGTERM and SIGHUP are handled like Ctrl-C.
//!
//! In the loop over pages, Ctrl-C lets the current pages finish, so that output ends after a complete record and the
//! temporary file is removed. Elsewhere, or if a page takes too long, the program exits at once.

use std::any::Any;
use std::fs;
use std::io::{self, Write};
use std::panic;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static POLLED: AtomicBool = AtomicBool::new(false);
static WRITTEN: AtomicBool = AtomicBool::new(false);
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The last message of a run that was stopped before it wrote anything.
pub(crate) const NOTHING_WRITTEN: &str = "stopped; nothing written";

/// Time for a loop to notice Ctrl-C. A page that blocks on standard input never would.
const GRACE: Duration = Duration::from_secs(1);

/// Installs the signal handler. If that fails, signals keep their default effect, which is acceptable.
pub(crate) fn install() {
    if hanging_up_is_ignored() {
        return;
    }
    drop(ctrlc::set_handler(|| {
        INTERRUPTED.store(true, Ordering::SeqCst);
        if POLLED.load(Ordering::SeqCst) {
            thread::sleep(GRACE);
        }
        for path in TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            drop(fs::remove_file(path));
        }
        // If standard error is closed, there is nowhere to report it.
        let message = if has_written() { "stopped" } else { NOTHING_WRITTEN };
        drop(writeln!(io::stderr(), "{message}"));
        process::exit(130);
    }));
}

/// Whether SIGHUP is ignored, as under `nohup`. The handler would undo that, since it is installed for all signals or
/// none; so in this case it is not installed.
fn hanging_up_is_ignored() -> bool {
    let Ok(status) = fs::read_to_string("/proc/self/status") else { return false };
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // The lowest bit is signal 1, SIGHUP.
    mask.is_some_and(|mask| mask & 1 == 1)
}

/// Whether the run has written something that stays.
pub(crate) fn has_written() -> bool {
    WRITTEN.load(Ordering::SeqCst)
}

/// Declares that the run has written something that stays: a file, or output to a pipe or a terminal.
pub(crate) fn note_written() {
    WRITTEN.store(true, Ordering::SeqCst);
}

/// Registers a temporary file that the signal handler removes. Its name is random, so one that was renamed since is not
/// that of another file.
pub(crate) fn remove_at_exit(path: &Path) {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
}

/// Declares that the caller polls [`was_interrupted`] until the guard is dropped, so that Ctrl-C gives it time to stop.
pub(crate) fn poll_guard() -> PollGuard {
    POLLED.store(true, Ordering::SeqCst);
    PollGuard(())
}

/// Guard returned by [`poll_guard`].
pub(crate) struct PollGuard(());

impl Drop for PollGuard {
    fn drop(&mut self) {
        POLLED.store(false, Ordering::SeqCst);
    }
}

/// Whether Ctrl-C was pressed, or SIGTERM or SIGHUP received.
pub(crate) fn was_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Suppresses the standard panic message; the code that catches the panic reports it.
pub(crate) fn quiet_panics() {
    panic::set_hook(Box::new(|_| {}));
}

/// Returns the error message for a caught panic.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let why = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no reason given");
    format!("internal error: {why}; please report this with the page")
}
