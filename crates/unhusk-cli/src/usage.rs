//! Prints help, the version, or an error of the command line.

use crate::args::ColourChoice;
use crate::output::wants_colour;
use crate::status::ExitStatus;
use clap::error::ErrorKind;
use clap::{Error, ValueEnum};
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use unhusk::sink::printable;

/// Prints the output of the command-line parser; returns the exit status.
pub(crate) fn answer(error: &Error) -> ExitStatus {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    if error.use_stderr() {
        let text = rendered(error, &arguments, io::stderr().is_terminal());
        // If standard error is closed, there is nowhere to report it.
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

/// Returns the message. It quotes arguments, so it is coloured only if no argument has control characters.
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

/// Returns the value of `--color`, searched for by hand, since parsing the command line failed.
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

/// Returns advice that the parser cannot give: in `learn --with pages labels.json`, LABELS is taken for a page.
fn advice(error: &Error, arguments: &[OsString]) -> &'static str {
    let is_given = |name: &str| arguments.iter().any(|argument| argument == name);
    if error.kind() == ErrorKind::MissingRequiredArgument && is_given("learn") && is_given("--with")
    {
        "\nhelp: `--with` takes all names after it; put LABELS first, or `--` before LABELS\n"
    } else {
        ""
    }
}
