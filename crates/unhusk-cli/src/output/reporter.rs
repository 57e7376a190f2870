//! Messages on standard error: warnings, errors, summaries and progress. Control characters are escaped, since messages
//! quote pages.

use super::RunProgress;
use crate::args::{ColourChoice, CommonArgs, Progress};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeSet;
use std::env;
use std::fmt::{self, Display};
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};
use unhusk::sink::printable;

/// Time before a progress bar is shown.
const PROGRESS_AFTER: Duration = Duration::from_secs(1);
/// Interval between progress lines if standard error is not a terminal.
const PROGRESS_LINE_EVERY: Duration = Duration::from_secs(10);
/// Number of warnings that are printed; further ones are only counted.
const MAX_WARNINGS: usize = 20;
/// Number of warnings kept to suppress repetitions.
const MAX_REMEMBERED: usize = 10_000;

/// Prints messages on standard error, within the limits of the common flags.
pub(crate) struct Reporter {
    verbosity: i8,
    colour: ColourChoice,
    has_colour: bool,
    has_bar: bool,
    is_terminal: bool,
    started: Instant,
    last_line: Cell<Instant>,
    n_warnings: Cell<usize>,
    /// Warnings so far, so that none is repeated: `run` reads labelled pages twice.
    warnings: RefCell<BTreeSet<String>>,
    bar: OnceCell<ProgressBar>,
}

impl Reporter {
    /// Creates a reporter configured by the flags and the environment.
    pub(crate) fn new(common: &CommonArgs) -> Self {
        let is_terminal = io::stderr().is_terminal();
        let verbosity =
            if common.quiet { -1 } else { i8::try_from(common.verbose).unwrap_or(i8::MAX) };
        let now = Instant::now();
        Self {
            verbosity,
            colour: common.color,
            has_colour: wants_colour(common.color, is_terminal),
            has_bar: is_terminal && common.progress == Progress::Auto && verbosity >= 0,
            is_terminal: is_terminal && verbosity >= 0,
            started: now,
            last_line: Cell::new(now),
            n_warnings: Cell::new(0),
            warnings: RefCell::default(),
            bar: OnceCell::new(),
        }
    }

    /// Whether a person reads the messages: standard error is a terminal, and messages are wanted.
    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Whether details are wanted (`--verbose`).
    pub(crate) fn is_verbose(&self) -> bool {
        self.verbosity > 0
    }

    /// Whether output, as opposed to messages, has colours.
    pub(crate) fn has_coloured_output(&self) -> bool {
        wants_colour(self.colour, io::stdout().is_terminal())
    }

    /// Prints an error, even with `--quiet`.
    pub(crate) fn error(&self, message: &str) {
        self.message("error:", "31", &printable(message));
    }

    /// Prints a warning, unless it was printed before or there were too many.
    pub(crate) fn warn(&self, warning: impl Display) {
        let warning = warning.to_string();
        let mut known = self.warnings.borrow_mut();
        if known.contains(&warning) {
            return;
        }
        self.n_warnings.set(self.n_warnings.get() + 1);
        let is_shown = self.n_warnings.get() <= MAX_WARNINGS || self.verbosity > 0;
        if self.verbosity >= 0 && is_shown {
            self.message("warning:", "33", &printable(&warning));
        }
        if known.len() < MAX_REMEMBERED {
            known.insert(warning);
        }
    }

    /// Prints advice after `word`: `help:`, `next:`, `note:`.
    pub(crate) fn hint(&self, word: &str, hint: &str) {
        if self.verbosity >= 0 {
            self.message(word, "36", &printable(hint));
        }
    }

    /// Prints a result in one line, after the number of suppressed warnings.
    pub(crate) fn summary(&self, summary: &str) {
        self.finish_progress();
        let n_hidden = self.n_warnings.get().saturating_sub(MAX_WARNINGS);
        if self.verbosity == 0 && n_hidden > 0 {
            self.message(
                "warning:",
                "33",
                &format!("{} more like these (-v shows all)", count(n_hidden, "warning")),
            );
        }
        if self.verbosity >= 0 {
            self.line(&printable(summary));
        }
    }

    /// Prints a line only with `--verbose`.
    pub(crate) fn detail(&self, detail: &str) {
        if self.verbosity > 0 {
            self.line(&printable(detail));
        }
    }

    /// Prints lines that are already escaped.
    pub(crate) fn lines(&self, lines: &[String]) {
        for line in lines {
            self.line(line);
        }
    }

    /// Updates the progress bar, or prints progress lines with `--verbose`. `noun` names the items: `pages`.
    pub(crate) fn progress(&self, n_done: usize, n_all: usize, noun: &'static str) {
        if self.has_bar && self.started.elapsed() > PROGRESS_AFTER {
            let bar = self.bar.get_or_init(|| new_bar(n_all, noun));
            bar.set_position(n_done as u64);
        } else if self.verbosity > 0 && self.last_line.get().elapsed() > PROGRESS_LINE_EVERY {
            self.last_line.set(Instant::now());
            self.line(&format!("{n_done} of {n_all} {noun}"));
        }
    }

    /// Shows the number of items so far, where the total is unknown.
    pub(crate) fn counting(&self, n_done: usize, noun: &'static str) {
        if self.has_bar && self.started.elapsed() > PROGRESS_AFTER {
            let bar = self.bar.get_or_init(|| new_run_bar(None));
            bar.set_message(format!("{n_done} {noun}"));
            bar.tick();
        }
    }

    /// Updates the progress bar of a run over pages, which is measured in bytes, since archives do not declare their
    /// number of pages; or prints progress lines with `--verbose`.
    pub(crate) fn run_progress(&self, progress: &RunProgress) {
        if self.has_bar && self.started.elapsed() > PROGRESS_AFTER {
            let bar = self.bar.get_or_init(|| new_run_bar(progress.n_bytes));
            bar.set_message(progress.to_string());
            bar.set_position(progress.n_bytes_done);
        } else if self.verbosity > 0 && self.last_line.get().elapsed() > PROGRESS_LINE_EVERY {
            self.last_line.set(Instant::now());
            self.line(&progress.to_string());
        }
    }

    /// Removes the progress bar from the screen.
    pub(crate) fn finish_progress(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }

    fn message(&self, word: &str, colour: &str, message: &str) {
        if self.has_colour {
            self.line(&format!("\x1b[1;{colour}m{word}\x1b[0m {message}"));
        } else {
            self.line(&format!("{word} {message}"));
        }
    }

    fn line(&self, line: &str) {
        // If standard error is closed, there is nowhere to report it.
        let write = || drop(writeln!(io::stderr(), "{line}"));
        match self.bar.get() {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

/// Returns a number with its noun: `1 page`, `2 pages`.
pub(crate) fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

/// Formats a duration: `0.4 ms`, `12 ms`, `25 s`, `3 min 20 s`.
pub(crate) fn time_taken(duration: Duration) -> String {
    let milliseconds = duration.as_secs_f64() * 1000.0;
    let seconds = duration.as_secs();
    if milliseconds < 10.0 {
        format!("{milliseconds:.1} ms")
    } else if seconds < 10 {
        format!("{milliseconds:.0} ms")
    } else if seconds < 120 {
        format!("{seconds} s")
    } else {
        format!("{} min {} s", seconds / 60, seconds % 60)
    }
}

/// Whether to use colours: decided by the flag, then the environment, then whether the stream is a terminal.
pub(crate) fn wants_colour(when: ColourChoice, is_terminal: bool) -> bool {
    let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let forced =
        env::var_os("CLICOLOR_FORCE").is_some_and(|value| !value.is_empty() && value != "0");
    let is_able = is_terminal && env::var_os("TERM").is_none_or(|terminal| terminal != "dumb");
    match when {
        ColourChoice::Always => true,
        ColourChoice::Never => false,
        ColourChoice::Auto => !no_color && (is_able || forced),
    }
}

fn new_bar(n_all: usize, noun: &'static str) -> ProgressBar {
    let template = "{bar:30} {pos}/{len} {msg}  {rate}  {eta} left";
    let write_rate = move |state: &ProgressState, out: &mut dyn fmt::Write| {
        // A progress bar that cannot be drawn is no failure.
        let _ = out.write_str(&rate(state.per_sec(), noun));
    };
    let style = ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rate", write_rate);
    ProgressBar::new(n_all as u64).with_style(style).with_message(noun)
}

/// Returns the bar of a run over pages; without a size, it only turns.
fn new_run_bar(n_bytes: Option<u64>) -> ProgressBar {
    let (bar, template) = match n_bytes.filter(|n_bytes| *n_bytes > 0) {
        Some(n_bytes) => {
            (ProgressBar::new(n_bytes), "{bar:30} {percent}%  {msg}  {bytes_per_sec}  {eta} left")
        }
        None => (ProgressBar::new_spinner(), "{spinner} {msg}  {elapsed}"),
    };
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.with_style(style)
}

/// Formats a speed: `55 pages/s`, `0.4 pages/s`.
fn rate(per_second: f64, noun: &str) -> String {
    if per_second < 10.0 {
        format!("{per_second:.1} {noun}/s")
    } else {
        format!("{per_second:.0} {noun}/s")
    }
}

#[cfg(test)]
mod tests {
    use super::{rate, time_taken};
    use std::time::Duration;

    #[test]
    fn a_speed_is_a_number_that_can_be_read_at_a_glance() {
        assert_eq!(rate(54.7086, "pages"), "55 pages/s");
        assert_eq!(rate(1234.5678, "pages"), "1235 pages/s");
        assert_eq!(rate(0.4321, "pages"), "0.4 pages/s");
    }

    #[test]
    fn a_long_time_is_not_given_in_milliseconds() {
        let shown = [450, 12_345, 9_999_000, 25_400_000, 200_000_000, 7_325_000_000];
        let shown = shown.map(|microseconds| time_taken(Duration::from_micros(microseconds)));
        assert_eq!(shown, ["0.5 ms", "12 ms", "9999 ms", "25 s", "3 min 20 s", "122 min 5 s"]);
    }
}
