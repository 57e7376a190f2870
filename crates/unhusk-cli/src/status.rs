//! Exit codes of the program.

use std::process::ExitCode;

/// Result of a run, which determines the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExitStatus {
    /// Success.
    Done,
    /// Negative result: nothing found, no wrapper fits, a score too low.
    No,
    /// Failure: bad arguments, unreadable files.
    Failed,
    /// The user pressed Ctrl-C, or the system asked the program to end.
    Interrupted,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(match status {
            ExitStatus::Done => 0,
            ExitStatus::No => 1,
            ExitStatus::Failed => 2,
            ExitStatus::Interrupted => 130,
        })
    }
}
