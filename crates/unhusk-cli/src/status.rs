//! How a run ended, as other programs see it.

use std::process::ExitCode;

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExitStatus {
    /// Done.
    Done,
    /// It ran, and the answer is no: nothing found, no wrapper fits, a score too low.
    No,
    /// It could not do what was asked.
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
