//! Ctrl-C and bugs: the two ways in which a run ends that it did not choose. Signals to end and to hang up
//! count as Ctrl-C.
//!
//! While pages are read one by one, Ctrl-C lets the current ones end, so that output is cut between records
//! and no temporary file stays behind. Anywhere else, and where a page takes too long, it ends the program.

use std::any::Any;
use std::fs;
use std::panic;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static POLLED: AtomicBool = AtomicBool::new(false);
static TEMPORARY: Mutex<Option<PathBuf>> = Mutex::new(None);

/// How long a run may take to notice Ctrl-C; a page that waits for standard input never would.
const GRACE: Duration = Duration::from_secs(1);

/// Listens for Ctrl-C from here on. Where the system does not allow that, its own way of ending is good enough.
pub(crate) fn install() {
    if hanging_up_is_ignored() {
        return;
    }
    drop(ctrlc::set_handler(|| {
        INTERRUPTED.store(true, Ordering::SeqCst);
        if POLLED.load(Ordering::SeqCst) {
            thread::sleep(GRACE);
        }
        if let Some(path) = TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner).take() {
            drop(fs::remove_file(path));
        }
        process::exit(130);
    }));
}

/// Whether the run was started to survive its terminal (`nohup`). Listening would undo that, for all signals
/// are listened for or none; then their usual effects stay.
fn hanging_up_is_ignored() -> bool {
    let Ok(status) = fs::read_to_string("/proc/self/status") else { return false };
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // The lowest bit is signal 1, SIGHUP.
    mask.is_some_and(|mask| mask & 1 == 1)
}

/// Names the file that must not stay behind when Ctrl-C ends the program.
pub(crate) fn remove_at_exit(path: Option<&Path>) {
    *TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner) = path.map(Path::to_owned);
}

/// Says that [`was_interrupted`] is looked at again and again until the result is dropped.
pub(crate) fn poll_guard() -> PollGuard {
    POLLED.store(true, Ordering::SeqCst);
    PollGuard(())
}

/// See [`poll_guard`].
pub(crate) struct PollGuard(());

impl Drop for PollGuard {
    fn drop(&mut self) {
        POLLED.store(false, Ordering::SeqCst);
    }
}

/// Whether the user has pressed Ctrl-C, or the system asked the program to end.
pub(crate) fn was_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Keeps the standard message of a panic off the screen: whoever catches it reports it.
pub(crate) fn quiet_panics() {
    panic::set_hook(Box::new(|_| {}));
}

/// What to say of a panic that was caught.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let why = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no reason given");
    format!("a bug in unhusk stopped this: {why}; please report it with the page")
}
