//! Runs the program in a temporary folder and captures its output.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A wrapper for pages like those of `examples/countries`, written by hand.
pub(crate) const COUNTRIES_WRAPPER: &str = r#"{"unhusk": "wrapper/1", "class": "hlrt",
  "schema": {"fields": [{"name": "country"}, {"name": "code"}]},
  "program": {"head": "<P>", "tail": "<HR>",
              "fields": [{"left": "<B>", "right": "</B>"}, {"left": "<I>", "right": "</I>"}]}}"#;

/// A page like those of `examples/countries`.
pub(crate) fn countries_page(rows: &[(&str, &str)]) -> String {
    let row = |(country, code): &(&str, &str)| format!("<B>{country}</B> <I>{code}</I><BR>\n");
    let rows: String = rows.iter().map(row).collect();
    format!("<TITLE>Codes</TITLE><BODY>\n<B>Codes</B><P>\n{rows}<HR><B>End</B></BODY>\n")
}

/// A folder in which the program runs.
pub(crate) struct Folder(TempDir);

/// Exit code and output of a run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Folder {
    /// Creates an empty folder.
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Creates a folder with the countries wrapper `w.json` and the pages `1.html` (Congo, Egypt) and `2.html` (Spain).
    pub(crate) fn with_countries() -> Self {
        let folder = Self::new();
        folder.write("w.json", COUNTRIES_WRAPPER);
        folder.write("1.html", countries_page(&[("Congo", "242"), ("Egypt", "20")]));
        folder.write("2.html", countries_page(&[("Spain", "34")]));
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// Returns the names of the files directly in the folder, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Returns a command that runs the program in the folder, without variables that change its output.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_unhusk"));
        command.args(arguments).current_dir(self.path());
        for name in ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "COLUMNS", "TERM"] {
            command.env_remove(name);
        }
        command
    }

    /// Runs the program with empty standard input.
    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        self.command(arguments).stdin(Stdio::null()).output().unwrap().into()
    }

    /// Runs the program with `input` on standard input.
    pub(crate) fn run_with_input(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // A program that fails early does not read its input.
        drop(child.stdin.take().unwrap().write_all(input.as_ref()));
        child.wait_with_output().unwrap().into()
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Run {
    /// Returns standard error with masked times: `in 12 ms` becomes `in N ms`.
    pub(crate) fn messages(&self) -> String {
        masked_times(&self.stderr)
    }
}

/// Returns a text with masked times: `in 12 ms` becomes `in N ms`.
pub(crate) fn masked_times(text: &str) -> String {
    let mut masked = String::new();
    let mut rest = text;
    while let Some(end) = rest.find(" ms") {
        let before = rest[..end].trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        masked += before;
        masked += if before.len() < end { "N ms" } else { " ms" };
        rest = &rest[end + 3..];
    }
    masked + rest
}
