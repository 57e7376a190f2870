//! A command line that asks for help, or that could not be read: the answer, in plain text.

use crate::args::ColourChoice;
use crate::output::wants_colour;
use crate::status::ExitStatus;
use clap::error::ErrorKind;
use clap::{Error, ValueEnum};
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use unhusk::sink::printable;

/// Shows what the parser of the command line has to say, and tells how that ended.
pub(crate) fn answer(error: &Error) -> ExitStatus {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    if error.use_stderr() {
        let text = rendered(error, &arguments, io::stderr().is_terminal());
        // Nobody is left to hear that standard error is gone.
        drop(write!(io::stderr(), "{text}{}", advice(error, &arguments)));
        return ExitStatus::Failed;
    }
    let text = rendered(error, &arguments, io::stdout().is_terminal());
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            drop(writeln!(io::stderr(), "error: cannot write to standard output: {error}"));
            ExitStatus::Failed
        }
        _ => ExitStatus::Done,
    }
}

/// The message, in colour where that is wanted and nothing else in it could be obeyed: it repeats arguments.
fn rendered(error: &Error, arguments: &[OsString], is_terminal: bool) -> String {
    let text = error.render();
    let is_inert = |argument: &OsString| {
        let argument = argument.to_string_lossy();
        printable(&argument) == argument
    };
    if arguments.iter().all(is_inert) && wants_colour(colour(arguments), is_terminal) {
        return text.ansi().to_string();
    }
    let lines = text.to_string();
    let shown: Vec<_> = lines.split('\n').map(printable).collect();
    shown.join("\n")
}

/// `--color`, looked up by hand: the command line was not read.
fn colour(arguments: &[OsString]) -> ColourChoice {
    let mut words = arguments.iter().filter_map(|argument| argument.to_str());
    while let Some(word) = words.next() {
        let when = match word.strip_prefix("--color") {
            Some("") => words.next(),
            Some(joined) => joined.strip_prefix('='),
            None => None,
        };
        if let Some(when) = when.and_then(|when| ColourChoice::from_str(when, false).ok()) {
            return when;
        }
    }
    ColourChoice::Auto
}

/// What the parser cannot know: `learn --with pages labels.json` has taken the labels for a page.
fn advice(error: &Error, arguments: &[OsString]) -> &'static str {
    let is_given = |name: &str| arguments.iter().any(|argument| argument == name);
    if error.kind() == ErrorKind::MissingRequiredArgument && is_given("learn") && is_given("--with")
    {
        "\nhelp: `--with` takes every name behind it; put LABELS first, or `--` before LABELS\n"
    } else {
        ""
    }
}
