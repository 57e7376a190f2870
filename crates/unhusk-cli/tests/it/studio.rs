//! `unhusk studio`: the program around the server; the studio is tested in its own crate.

use crate::program::{Folder, Run};
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

/// A running studio, stopped when it is dropped.
struct Running {
    program: Child,
    address: String,
}

impl Running {
    fn start(folder: &Folder, arguments: &[&str]) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_unhusk"))
            .args(["studio", "--no-open"])
            .args(arguments)
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(program.stdout.as_mut().unwrap()).read_line(&mut address).unwrap();
        Self { program, address: address.trim().to_owned() }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.program.kill().unwrap();
        self.program.wait().unwrap();
    }
}

fn fails(folder: &Folder, arguments: &[&str]) -> Run {
    let run = folder.run(&[&["studio", "--no-open"], arguments].concat());
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
    run
}

#[test]
fn it_prints_its_address_and_keeps_the_task_beside_the_pages() {
    let folder = Folder::with_countries();
    folder.write("pages/1.html", "<p>Congo</p>");
    let studio = Running::start(&folder, &["pages"]);
    assert!(studio.address.starts_with("http://127.0.0.1:"), "{}", studio.address);
    assert!(studio.address.contains("/#token="), "{}", studio.address);
    assert!(folder.path().join("pages.studio/task.jsonl").is_file());
}

#[test]
fn a_task_is_open_once() {
    let folder = Folder::with_countries();
    let _first = Running::start(&folder, &["1.html", "--task", "task"]);
    let second = fails(&folder, &["1.html", "--task", "task"]);
    assert!(second.stderr.contains("another studio has this task open"), "{}", second.stderr);
}

#[test]
fn a_port_in_use_is_named() {
    let folder = Folder::with_countries();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let run = fails(&folder, &["1.html", "--port", &port]);
    assert!(run.stderr.contains(&port) && run.stderr.contains("in use"), "{}", run.stderr);
}

#[test]
fn pages_that_are_not_there_and_standard_input_are_refused() {
    let folder = Folder::with_countries();
    assert!(fails(&folder, &["nothing.html"]).stderr.contains("nothing.html"));
    assert!(fails(&folder, &["-"]).stderr.contains("standard input"));
}

#[test]
fn it_begins_with_what_a_wrapper_reads() {
    let folder = Folder::with_countries();
    let _studio = Running::start(&folder, &["1.html", "--wrapper", "w.json", "--task", "task"]);
    assert!(folder.read("task/task.jsonl").contains("\"act\":\"take\""));
}
