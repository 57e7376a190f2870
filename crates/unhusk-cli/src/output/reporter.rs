//! What the program says to the person: warnings, errors, one line of summary, progress. All to standard
//! error, and nothing that a page could have slipped in reaches the terminal as more than text.

use crate::args::{ColourChoice, CommonArgs, Progress};
use indicatif::{ProgressBar, ProgressStyle};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeSet;
use std::env;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};
use unhusk::sink::printable;

/// A run that is over sooner shows no progress.
const PROGRESS_AFTER: Duration = Duration::from_secs(1);
/// How often a run that is watched by a log file says how far it is.
const PROGRESS_LINE_EVERY: Duration = Duration::from_secs(10);
/// Warnings that are shown one by one; the others are counted.
const MAX_WARNINGS: usize = 20;
/// Warnings that are remembered; beyond them, one may be said again.
const MAX_REMEMBERED: usize = 10_000;

/// The program's voice on standard error.
pub(crate) struct Reporter {
    verbosity: i8,
    has_colour: bool,
    has_bar: bool,
    started: Instant,
    last_line: Cell<Instant>,
    n_warnings: Cell<usize>,
    /// Warnings that were said, so that none is said twice: `run` reads labelled pages a second time.
    warnings: RefCell<BTreeSet<String>>,
    bar: OnceCell<ProgressBar>,
}

impl Reporter {
    /// Speaks as the common flags and the environment ask.
    pub(crate) fn new(common: &CommonArgs) -> Self {
        let is_terminal = io::stderr().is_terminal();
        let verbosity =
            if common.quiet { -1 } else { i8::try_from(common.verbose).unwrap_or(i8::MAX) };
        let now = Instant::now();
        Self {
            verbosity,
            has_colour: wants_colour(common.color, is_terminal),
            has_bar: is_terminal && common.progress == Progress::Auto && verbosity >= 0,
            started: now,
            last_line: Cell::new(now),
            n_warnings: Cell::new(0),
            warnings: RefCell::default(),
            bar: OnceCell::new(),
        }
    }

    /// Says what went wrong. Even a quiet run says this.
    pub(crate) fn error(&self, message: &str) {
        self.say("error:", "31", &printable(message));
    }

    /// Says what the person should know although the run goes on.
    pub(crate) fn warn(&self, warning: impl Display) {
        let warning = warning.to_string();
        let mut known = self.warnings.borrow_mut();
        if known.contains(&warning) {
            return;
        }
        self.n_warnings.set(self.n_warnings.get() + 1);
        let is_shown = self.n_warnings.get() <= MAX_WARNINGS || self.verbosity > 0;
        if self.verbosity >= 0 && is_shown {
            self.say("warning:", "33", &printable(&warning));
        }
        if known.len() < MAX_REMEMBERED {
            known.insert(warning);
        }
    }

    /// Says what could be done about an error or next.
    pub(crate) fn hint(&self, word: &str, hint: &str) {
        if self.verbosity >= 0 {
            self.say(word, "36", &printable(hint));
        }
    }

    /// Says how it went, in one line; counts the warnings that were not shown.
    pub(crate) fn summary(&self, summary: &str) {
        self.finish_progress();
        let n_hidden = self.n_warnings.get().saturating_sub(MAX_WARNINGS);
        if self.verbosity == 0 && n_hidden > 0 {
            self.say(
                "warning:",
                "33",
                &format!("{} more like these (-v shows all)", count(n_hidden, "warning")),
            );
        }
        if self.verbosity >= 0 {
            self.line(&printable(summary));
        }
    }

    /// Says something that only `-v` asks for.
    pub(crate) fn detail(&self, detail: &str) {
        if self.verbosity > 0 {
            self.line(&printable(detail));
        }
    }

    /// Writes lines that were made printable piece by piece.
    pub(crate) fn lines(&self, lines: &[String]) {
        for line in lines {
            self.line(line);
        }
    }

    /// Shows how far a run is, if it is long and someone watches. `noun` is what is counted: `pages`.
    pub(crate) fn progress(&self, n_done: usize, n_all: usize, noun: &'static str) {
        if self.has_bar && self.started.elapsed() > PROGRESS_AFTER {
            let bar = self.bar.get_or_init(|| new_bar(n_all, noun));
            bar.set_position(n_done as u64);
        } else if self.verbosity > 0 && self.last_line.get().elapsed() > PROGRESS_LINE_EVERY {
            self.last_line.set(Instant::now());
            self.line(&format!("{n_done} of {n_all} {noun}"));
        }
    }

    /// Takes the progress bar off the screen.
    pub(crate) fn finish_progress(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }

    fn say(&self, word: &str, colour: &str, message: &str) {
        if self.has_colour {
            self.line(&format!("\x1b[1;{colour}m{word}\x1b[0m {message}"));
        } else {
            self.line(&format!("{word} {message}"));
        }
    }

    fn line(&self, line: &str) {
        // Nobody is left to hear that standard error is gone.
        let write = || drop(writeln!(io::stderr(), "{line}"));
        match self.bar.get() {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

/// `1 page`, `2 pages`.
pub(crate) fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

/// `0.4 ms`, `12 ms`.
pub(crate) fn milliseconds(duration: Duration) -> String {
    let milliseconds = duration.as_secs_f64() * 1000.0;
    if milliseconds < 10.0 {
        format!("{milliseconds:.1} ms")
    } else {
        format!("{milliseconds:.0} ms")
    }
}

/// Whether a stream gets colours: the flag decides, then the environment, then what the stream is.
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
    let template = "{bar:30} {pos}/{len} {msg}  {per_sec}  {eta} left";
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(n_all as u64).with_style(style).with_message(noun)
}
