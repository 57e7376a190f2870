//! Transcripts of the real program, each in its own temporary folder.
#![expect(clippy::unwrap_used, reason = "what helps a test fails as the test would")]

#[path = "../../../unhusk-page/tests/it/at_hand.rs"]
mod at_hand;
#[path = "../../../unhusk-columns/tests/it/postgres_server.rs"]
mod postgres_server;
mod program;

mod careless;
mod check;
mod docs;
mod explain;
mod export;
mod export_pytest;
mod extract;
mod fetch;
mod follow;
mod formats;
mod help;
mod hostile;
mod induce;
mod label;
mod long_runs;
mod faults;
mod learn;
mod library;
mod like;
mod manners;
mod mcp;
mod meaning;
mod nightly;
mod overwriting;
mod page;
mod partial;
mod propose;
mod run;
mod studio;
mod teach;
mod values;
mod verify;
mod watch;
mod wien;
