//! The session: the list of tools, invalid messages, the end.

use super::client::{Client, check};
use crate::program::Folder;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::Duration;

#[test]
fn the_tools_are_listed_with_valid_schemas() {
    let folder = Folder::new();
    let client = Client::new(folder.path());
    let names: Vec<&str> = client.tools().iter().map(|tool| tool.name.as_ref()).collect();
    assert_eq!(names, ["learn", "like", "induce", "extract", "verify", "repair", "explain"]);
    for tool in client.tools() {
        assert!(tool.description.as_ref().is_some_and(|text| text.len() > 40), "{}", tool.name);
        let input = Value::Object(tool.input_schema.as_ref().clone());
        let output = Value::Object(tool.output_schema.as_ref().unwrap().as_ref().clone());
        for schema in [&input, &output] {
            assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
            assert_eq!(schema["type"], "object");
        }
        assert_eq!(input["additionalProperties"], false, "{}: a typo is an error", tool.name);
        for (name, property) in input["properties"].as_object().unwrap() {
            assert!(property["description"].is_string(), "{}: {name}", tool.name);
        }
    }
    let learn = Value::Object(client.tools()[0].input_schema.as_ref().clone());
    let record = json!({"name": "Blue mug", "tags": ["a", "b"], "was": null});
    let pages = json!([{"page": "1.html", "records": [record], "complete": true}]);
    check(&learn, &json!({"pages": pages, "output": "shop.json", "limit": 3}), "learn");
    let info = client.session().peer_info().unwrap();
    assert_eq!(info.server_info.as_ref().map(|of| of.name.as_str()), Some("unhusk"));
    assert!(info.instructions.as_ref().is_some_and(|text| text.contains("`learn`")));
}

#[test]
fn an_unknown_tool_is_named_with_those_that_are_there() {
    let folder = Folder::new();
    let client = Client::new(folder.path());
    let error = client.try_call("extrakt", json!({})).unwrap_err().to_string();
    assert!(error.contains("there is no tool `extrakt`; there are learn, like, induce"), "{error}");
    assert!(client.call("explain", json!({"wrapper": "w.json"})).is_err(), "it goes on");
}

#[test]
fn the_end_of_the_input_ends_the_program_with_0() {
    let folder = Folder::new();
    assert_eq!(Client::new(folder.path()).close(), Some(0));
    let run = folder.run(&["mcp", "--folder", "."]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
}

#[test]
fn a_folder_that_is_not_there_is_a_failure() {
    let folder = Folder::with_countries();
    for (argument, message) in [
        ("gone", "error: --folder: there is no folder `gone`\n"),
        ("w.json", "error: --folder: `w.json` is no folder\n"),
    ] {
        let run = folder.run(&["mcp", "--folder", argument]);
        assert_eq!((run.code, run.stderr.as_str(), run.stdout.as_str()), (2, message, ""));
    }
    assert_eq!(folder.run(&["mcp"]).code, 2, "a folder must be named");
}

/// A server driven line by line.
struct Lines {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Lines {
    /// A session that has begun.
    fn new(folder: &Folder) -> Self {
        let mut command = folder.command(&["mcp", "--folder", "."]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let mut lines = Self { child, stdin, stdout };
        let client = json!({"name": "test", "version": "1"});
        let begin =
            json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
        lines.send(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": begin}));
        assert_eq!(lines.next()["result"]["serverInfo"]["name"], "unhusk");
        lines.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        lines
    }

    fn write(&mut self, bytes: &[u8]) {
        self.stdin.write_all(bytes).unwrap();
        self.stdin.write_all(b"\n").unwrap();
        self.stdin.flush().unwrap();
    }

    fn send(&mut self, message: &Value) {
        self.write(message.to_string().as_bytes());
    }

    /// Returns the next line of the server, which must be JSON in any case.
    fn next(&mut self) -> Value {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    fn call(&mut self, id: u32, tool: &str, input: &Value) {
        let params = json!({"name": tool, "arguments": input});
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}));
    }

    /// Closes the input; returns the exit code and what is left of the output.
    fn end(self) -> (Option<i32>, String) {
        let Self { mut child, stdin, mut stdout } = self;
        drop(stdin);
        let mut rest = String::new();
        std::io::Read::read_to_string(&mut stdout, &mut rest).unwrap();
        (child.wait().unwrap().code(), rest)
    }
}

#[test]
fn broken_lines_do_not_end_the_session() {
    let folder = Folder::with_countries();
    let mut lines = Lines::new(&folder);
    for broken in ["", "{", "not json", "[]", "null", "{\"jsonrpc\": \"2.0\"", "\u{0}\u{1}\u{2}"] {
        lines.write(broken.as_bytes());
    }
    lines.write(b"\xff\xfe{\"a\": \x80}");
    lines.write(&vec![b'x'; 17 << 20]);
    lines.call(7, "explain", &json!({"wrapper": "w.json"}));
    // Messages that are JSON but no requests may be answered with errors before.
    let answer = (0..20).map(|_| lines.next()).find(|line| line["id"] == 7).unwrap();
    assert_eq!(answer["result"]["structuredContent"]["class"], "hlrt");
    assert_eq!(lines.end(), (Some(0), String::new()));
}

#[test]
fn requests_that_are_under_way_are_answered_when_the_input_ends() {
    let folder = Folder::with_countries();
    let mut lines = Lines::new(&folder);
    lines.call(1, "extract", &json!({"wrapper": "w.json", "pages": ["1.html", "2.html"]}));
    let (code, rest) = lines.end();
    let answer: Value = serde_json::from_str(&rest).unwrap();
    assert_eq!((code, &answer["result"]["structuredContent"]["n_records"]), (Some(0), &json!(3)));
}

/// A wrapper that needs the tree of a page, which takes longer than reading its bytes.
const HEADINGS: &str = r#"{"unhusk": "wrapper/1", "class": "site", "schema": {"fields": [{"name": "title"}]},
  "program": {"records": "page", "fields": [
    {"ways": [{"target": "text", "rules": [{"clues": [{"what": "path", "at": 1, "says": "h1"}]}]}]}]}}"#;

#[test]
fn a_cancelled_request_stops_between_two_pages() {
    let folder = Folder::new();
    folder.write("w.json", HEADINGS);
    folder.write("many/0.html", format!("<h1>a</h1>{}", "<p>x".repeat(50_000)));
    let first = folder.path().join("many/0.html");
    for number in 1..1000 {
        std::fs::hard_link(&first, folder.path().join(format!("many/{number}.html"))).unwrap();
    }
    let mut lines = Lines::new(&folder);
    lines.call(
        1,
        "extract",
        &json!({"wrapper": "w.json", "pages": ["many"], "output": "all.jsonl"}),
    );
    std::thread::sleep(Duration::from_millis(300));
    let cancel = json!({"requestId": 1, "reason": "test"});
    lines.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancel}));
    lines.call(2, "explain", &json!({"wrapper": "w.json"}));
    let answer = (0..2).map(|_| lines.next()).find(|line| line["id"] == 2).unwrap();
    assert_eq!(answer["result"]["structuredContent"]["class"], "site", "{answer}");
    assert_eq!(lines.end().0, Some(0));
    assert_eq!(folder.names(), ["many", "w.json"], "an incomplete file is not kept");
}

#[test]
fn a_message_above_the_limit_is_answered_with_an_error_and_the_session_goes_on() {
    let folder = Folder::with_countries();
    let mut lines = Lines::new(&folder);
    let html = "x".repeat(17 << 20);
    lines.call(7, "learn", &json!({"page": html, "id": 3}));
    let answer = lines.next();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(7), &json!(-32600)), "{answer}");
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.starts_with("the message has more than 16777216 bytes"), "{message}");
    lines.call(8, "explain", &json!({"wrapper": "w.json"}));
    assert_eq!(lines.next()["id"], 8);
    assert_eq!(lines.end(), (Some(0), String::new()));
}
