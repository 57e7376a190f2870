//! The commands of README and docs, run as written, and compared with the output shown there.
//!
//! A fenced block ```` ```console ```` contains commands behind `$ `, each with its output: standard output and
//! standard error as a terminal mixes them, with times masked. The commands of one file run one after the other in a
//! copy of `examples`; a line that ends in `\` continues in the next.

use crate::program::{Folder, masked_times};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A command with the output shown below it.
#[derive(Debug, PartialEq, Eq)]
struct ShownCommand {
    command: String,
    output: String,
}

/// Returns the commands of a document.
fn commands(text: &str) -> Vec<ShownCommand> {
    let mut all: Vec<ShownCommand> = Vec::new();
    let mut is_inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_inside = line == "```console";
            continue;
        }
        if !is_inside {
            continue;
        }
        if let Some(command) = line.strip_prefix("$ ") {
            all.push(ShownCommand { command: command.to_owned(), output: String::new() });
        } else {
            let last = all.last_mut().expect("a block begins with a command");
            let goes_on = last.output.is_empty() && last.command.ends_with('\\');
            let part = if goes_on { &mut last.command } else { &mut last.output };
            *part = if goes_on { format!("{part}\n{line}") } else { format!("{part}{line}\n") };
        }
    }
    all
}

/// Copies a folder with everything in it.
fn copy(from: &Path, to: &Folder, inside: &str) {
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let name = if inside.is_empty() { name } else { format!("{inside}/{name}") };
        if path.is_dir() {
            copy(&path, to, &name);
        } else {
            to.write(&name, fs::read(&path).unwrap());
        }
    }
}

/// Runs a line of a shell in a folder; returns its exit code and its output.
fn shell(folder: &Folder, line: &str) -> (Option<i32>, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_unhusk"));
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths =
        [program.parent().unwrap().to_owned()].into_iter().chain(std::env::split_paths(&paths));
    let mut command = Command::new("sh");
    // Braces, so that the messages of every command of a pipeline are kept.
    command.args(["-c", &format!("{{ {line}\n}} 2>&1")]).current_dir(folder.path());
    command.env("PATH", std::env::join_paths(paths).unwrap()).stdin(Stdio::null());
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "COLUMNS", "TERM"] {
        command.env_remove(name);
    }
    let output = command.output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

/// Returns the output without times: also those of the last two columns of the table of `unhusk eval`.
fn masked(output: &str) -> String {
    let mut is_in_table = false;
    let mut masked = String::new();
    for line in masked_times(output).lines() {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        if is_in_table && words.len() > 2 {
            let n_words = words.len();
            words[n_words - 2..].fill("N");
        }
        is_in_table |= line.ends_with("learn ms  pages/s");
        is_in_table &= !line.is_empty();
        masked += &if is_in_table { words.join(" ") } else { line.to_owned() };
        masked.push('\n');
    }
    masked
}

fn check(document: &str) {
    let folder = Folder::new();
    copy(&root().join("examples"), &folder, "");
    let text = fs::read_to_string(root().join(document)).unwrap();
    for ShownCommand { command, output } in commands(&text) {
        let (code, found) = shell(&folder, &command);
        assert_eq!(masked(&found), masked(&output), "{document}: $ {command}");
        assert_eq!(code, Some(0), "{document}: $ {command}");
    }
}

#[test]
fn the_readme_works_as_it_is_written() {
    check("README.md");
}

#[test]
fn the_docs_work_as_they_are_written() {
    for entry in fs::read_dir(root().join("docs")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "md") {
            check(&format!("docs/{}", path.file_name().unwrap().to_string_lossy()));
        }
    }
}

/// A command in a block of another kind is not run.
#[test]
fn every_shown_command_is_run() {
    let mut documents = vec![root().join("README.md")];
    documents.extend(fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path()));
    for path in documents.iter().filter(|path| path.extension().is_some_and(|end| end == "md")) {
        let text = fs::read_to_string(path).unwrap();
        let shown =
            text.lines().filter(|line| line.trim_start_matches("$ ").starts_with("unhusk "));
        assert_eq!(
            shown.count(),
            commands(&text).iter().filter(|one| one.command.starts_with("unhusk ")).count(),
            "{}",
            path.display()
        );
    }
}

#[test]
fn commands_are_told_from_their_output() {
    let text = "```sh\n$ no\n```\n```console\n$ a \\\n  b\nout 1\n\nout 2\n$ c\n```\n$ no\n";
    let shown = |command: &str, output: &str| ShownCommand {
        command: command.to_owned(),
        output: output.to_owned(),
    };
    assert_eq!(commands(text), [shown("a \\\n  b", "out 1\n\nout 2\n"), shown("c", "")]);
}

#[test]
fn the_labels_of_the_readme_are_those_of_the_example() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let labels = fs::read_to_string(root().join("examples/shop/items.json")).unwrap();
    assert!(readme.contains(&format!("```json\n{labels}```\n")));
}
