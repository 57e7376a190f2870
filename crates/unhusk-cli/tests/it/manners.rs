//! Closed pipes, terminals, colours, `--quiet`, interrupts.

use crate::at_hand;
use crate::program::{Folder, Run, countries_page};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let folder = Folder::with_countries();
    // More than the buffer of a pipe, so that the program is still writing when the pipe is closed.
    let rows: Vec<(String, String)> =
        (0..50_000).map(|n| (format!("C{n}"), n.to_string())).collect();
    let rows: Vec<(&str, &str)> = rows.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    folder.write("long.html", countries_page(&rows));
    for format in ["jsonl", "json", "csv", "table"] {
        let mut command = folder.command(&["extract", "w.json", "long.html", "-f", format]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!((child.wait().unwrap().code(), stderr.as_str()), (Some(0), ""), "{format}");
    }
}

#[test]
fn help_into_a_closed_pipe_is_no_failure() {
    let folder = Folder::new();
    for arguments in [&["--help"][..], &["completions", "zsh"], &["man"], &["methods"], &["schema"]]
    {
        let mut child = folder
            .command(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!((child.wait().unwrap().code(), stderr.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure_that_names_what_was_written() {
    let folder = Folder::with_countries();
    for arguments in [
        &["extract", "w.json", "1.html"][..],
        &["methods"],
        &["page", "1.html"],
        &["--help"],
        &["learn", "--help"],
        &["--version"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = folder.command(arguments).stdout(full).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message =
            "error: cannot write to standard output: No space left on device (os error 28)\n";
        assert_eq!(stderr, message, "{arguments:?}");
    }
    let run = folder.run(&["extract", "w.json", "1.html", "-o", "/dev/full"]);
    assert_eq!(run.code, 2);
    assert_eq!(
        run.stderr,
        "error: cannot write `/dev/full`: No space left on device (os error 28)\n"
    );
}

#[test]
fn colours_only_where_asked_without_a_terminal() {
    let folder = Folder::with_countries();
    let plain = folder.run(&["extract", "w.json", "no.html"]);
    assert!(plain.stderr.starts_with("error: cannot read `no.html`"), "{}", plain.stderr);
    let coloured = folder.run(&["extract", "w.json", "no.html", "--color", "always"]);
    assert!(
        coloured.stderr.starts_with("\x1b[1;31merror:\x1b[0m cannot read"),
        "{:?}",
        coloured.stderr
    );
}

#[test]
fn quiet_says_errors_only() {
    let folder = Folder::with_countries();
    folder.write("empty.html", "");
    let run = folder.run(&["extract", "w.json", "empty.html", "2.html", "-q"]);
    assert_eq!(run.stderr, "");
    let run = folder.run(&["-q", "extract", "w.json", "no.html"]);
    assert!(run.stderr.starts_with("error: "), "flags may be anywhere: {}", run.stderr);
}

#[test]
fn many_warnings_are_counted_unless_asked_for() {
    let folder = Folder::with_countries();
    for n in 0..30 {
        folder.write(&format!("e/{n:02}.html"), "");
    }
    let warnings = |run: &Run| run.stderr.matches("the file is empty").count();
    let run = folder.run(&["extract", "w.json", "e"]);
    assert!(warnings(&run) <= 20, "{}", run.stderr);
    assert!(run.stderr.contains("(-v shows all)"), "{}", run.stderr);
    assert_eq!(warnings(&folder.run(&["extract", "w.json", "e", "-v"])), 30);
}

#[test]
fn page_content_in_messages_is_inert() {
    let folder = Folder::with_countries();
    let run = folder.run(&["extract", "w.json", "\x1b]0;red\u{202e}.html"]);
    assert!(
        run.stderr.starts_with("error: cannot read `\\u{1b}]0;red\\u{202e}.html`"),
        "{:?}",
        run.stderr
    );
}

/// Runs the program on a terminal; `None` if the machine has no `script` to make one.
fn on_a_terminal(folder: &Folder, arguments: &str) -> Option<String> {
    on_a_terminal_called(folder, "xterm", arguments)
}

/// Runs the program on a terminal with this value of `TERM`.
fn on_a_terminal_called(folder: &Folder, terminal: &str, arguments: &str) -> Option<String> {
    let program = format!("{} {arguments}", env!("CARGO_BIN_EXE_unhusk"));
    let output = Command::new("script")
        .args(["-q", "-e", "-c", &program, "/dev/null"])
        .current_dir(folder.path())
        .env_remove("NO_COLOR")
        .env_remove("COLUMNS")
        .env("TERM", terminal)
        .stdin(Stdio::null())
        .output();
    let Ok(output) = output else {
        at_hand::skip("there is no `script` on this machine");
        return None;
    };
    Some(String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n"))
}

#[test]
fn a_terminal_gets_a_table_in_which_nothing_is_obeyed() {
    let folder = Folder::with_countries();
    folder.write(
        "evil.html",
        countries_page(&[("a\x1b]0;pwned\x07b", "1\u{9b}2"), ("\u{202e}Congo", "3")]),
    );
    let Some(shown) = on_a_terminal(&folder, "extract w.json evil.html -q") else { return };
    assert!(shown.starts_with("country"), "{shown:?}");
    assert!(shown.contains("a\\u{1b}]0;pwned\\u{7}b"), "{shown:?}");
    let Some(json) = on_a_terminal(&folder, "extract w.json evil.html -q -f jsonl") else { return };
    assert!(json.contains("\"a\\u001b]0;pwned\\u0007b\",\"code\":\"1\\u009b2\""), "{json:?}");
    assert!(json.contains("\\u202eCongo"), "{json:?}");
    let obeyed = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
    assert!(!shown.contains(obeyed) && !json.contains(obeyed), "{shown:?} {json:?}");
}

#[test]
fn a_table_fits_a_terminal_that_does_not_say_how_wide_it_is() {
    let folder = Folder::with_countries();
    folder.write("wide.html", countries_page(&[(&"x".repeat(1000), "1"), ("Congo", "242")]));
    let Some(shown) = on_a_terminal(&folder, "extract w.json wide.html -q") else { return };
    // 80 columns: 74 of country, two between, four of code.
    let cut = format!("{}…  1", "x".repeat(73));
    assert_eq!(shown.lines().nth(1), Some(cut.as_str()), "{shown}");
}

#[test]
fn a_terminal_gets_colours_unless_the_environment_says_no() {
    let folder = Folder::with_countries();
    let Some(shown) = on_a_terminal(&folder, "extract w.json no.html") else { return };
    assert!(shown.contains("\x1b[1;31merror:\x1b[0m"), "{shown:?}");
    let Some(plain) = on_a_terminal(&folder, "extract w.json no.html --color never") else {
        return;
    };
    assert!(plain.contains("error:") && !plain.contains('\x1b'), "{plain:?}");
    let Some(dumb) = on_a_terminal_called(&folder, "dumb", "extract w.json no.html") else {
        return;
    };
    assert!(dumb.contains("error:") && !dumb.contains('\x1b'), "{dumb:?}");
}

#[test]
fn help_has_colours_where_the_rest_has() {
    let folder = Folder::new();
    for (terminal, arguments, is_coloured) in [
        ("xterm", "--help", true),
        ("xterm", "learn", true),
        ("dumb", "--help", false),
        ("dumb", "learn", false),
        ("xterm", "--color never --help", false),
        ("xterm", "--help --color=never", false),
        ("xterm", "learn --color=never", false),
        ("dumb", "--color always --help", true),
    ] {
        let Some(shown) = on_a_terminal_called(&folder, terminal, arguments) else { return };
        assert!(shown.contains("Usage:"), "{shown}");
        assert_eq!(shown.contains('\x1b'), is_coloured, "{terminal} {arguments}: {shown:?}");
    }
}

#[test]
fn what_was_typed_wrongly_is_repeated_as_text() {
    let folder = Folder::new();
    let colours = ["--color", "always"];
    for arguments in
        [&["\x1b[2Jlearn"][..], &["learn", "--\u{202e}x"], &["methods", "-f", "\x1b[2J"]]
    {
        let run = folder.run(&[&colours, arguments].concat());
        let obeyed = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
        assert!(run.code == 2 && !run.stderr.contains(obeyed), "{:?}", run.stderr);
    }
}

/// Starts a run that waits for the rest of its second page on standard input. It writes two files.
#[cfg(unix)]
fn waiting(folder: &Folder) -> Child {
    folder.write("out.csv", "old");
    let run = ["extract", "w.json", "1.html", "-", "2.html", "-j1", "-o", "out.csv"];
    let run = [&run[..], &["--errors", "errors.jsonl"]].concat();
    let mut child =
        folder.command(&run).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // More than a pipe holds: once it is written, the program reads the second page.
    child.stdin.as_mut().unwrap().write_all(&vec![b' '; 1 << 20]).unwrap();
    child
}

#[cfg(unix)]
fn send(signal: &str, child: &Child) {
    let killed = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_and_its_like_end_with_130_and_leave_no_file() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let folder = Folder::with_countries();
        let mut child = waiting(&folder);
        send(signal, &child);
        let stdin = child.stdin.take();
        let run = Run::from(child.wait_with_output().unwrap());
        assert_eq!((run.code, &*run.stderr), (130, "stopped; nothing written\n"), "{signal}");
        drop(stdin);
        assert_eq!(folder.names(), ["1.html", "2.html", "out.csv", "w.json"], "{signal}");
        assert_eq!(folder.read("out.csv"), "old");
    }
}

#[cfg(unix)]
#[test]
fn a_run_that_was_stopped_says_that_nothing_was_written() {
    let folder = Folder::with_countries();
    let mut child = waiting(&folder);
    send("-INT", &child);
    // Longer than the signal takes to arrive, shorter than the grace period of the handler.
    thread::sleep(Duration::from_millis(200));
    drop(child.stdin.take());
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!(run.code, 130);
    let (_, ending) =
        run.stderr.trim_end().rsplit_once('\n').unwrap_or(("", run.stderr.trim_end()));
    assert_eq!(ending, "stopped; nothing written", "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn a_run_to_a_pipe_that_was_stopped_says_how_far_it_came() {
    let folder = Folder::with_countries();
    let arguments = ["extract", "w.json", "1.html", "-", "2.html", "-j1"];
    let mut command = folder.command(&arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Longer than the first page takes, so that its records are written.
    thread::sleep(Duration::from_millis(500));
    send("-INT", &child);
    thread::sleep(Duration::from_millis(200));
    drop(child.stdin.take());
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!((run.code, run.stdout.lines().count()), (130, 2), "{}", run.stderr);
    let ending = "stopped: 2 records from 2 pages in N ms; 1 page without records\n";
    assert!(run.messages().ends_with(ending), "{}", run.messages());
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_that_is_to_survive_its_terminal_does() {
    let folder = Folder::with_countries();
    let program = env!("CARGO_BIN_EXE_unhusk");
    let script = format!(
        "trap '' HUP; exec {program} extract w.json 1.html - 2.html -j1 -q -f csv -o new.csv"
    );
    let mut command = Command::new("sh");
    command.args(["-c", &script]).current_dir(folder.path()).stdin(Stdio::piped());
    let mut child = command.spawn().unwrap();
    while !folder.names().iter().any(|name| name.starts_with(".unhusk-")) {
        thread::yield_now();
    }
    send("-HUP", &child);
    thread::sleep(Duration::from_millis(200));
    drop(child.stdin.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(folder.read("new.csv").ends_with("2.html,Spain,34\n"));
}

#[test]
fn every_verb_that_reads_folders_says_what_it_skips() {
    let folder = Folder::new();
    folder.write("web/1.html", countries_page(&[("Congo", "242"), ("Egypt", "20")]));
    folder.write("web/2.html", countries_page(&[("Spain", "34"), ("Kenya", "254")]));
    folder.write("web/notes.md", "no page");
    folder.write(
        "labels.json",
        r#"{"unhusk": "labels/1", "pages": [{"path": "web/1.html", "records": [
            {"country": "Congo", "code": "242"}, {"country": "Egypt", "code": "20"}]}]}"#,
    );
    let verbs: [&[&str]; 8] = [
        &["learn", "labels.json", "--with", "web", "-o", "w.json"],
        &["extract", "w.json", "web"],
        &["run", "labels.json", "web"],
        &["induce", "web"],
        &["verify", "w.json", "web"],
        &["repair", "w.json", "web"],
        &["explain", "w.json", "web"],
        &["export", "w.json", "web", "--to", "css"],
    ];
    for verb in verbs {
        let run = folder.run(verb);
        let note = "note: skipped 1 file in folders that does not look like a page: web/notes.md\n";
        assert_eq!(run.stderr.matches(note).count(), 1, "{verb:?}: {}", run.stderr);
    }
}
