//! Output of the sinks is read back by independent readers, and survives failures.
#![expect(clippy::unwrap_used, reason = "what helps a test fails as the test would")]

#[path = "../../../unhusk-page/tests/it/at_hand.rs"]
mod at_hand;
mod faults;
mod hostile;
mod killed;
mod postgres;
mod postgres_server;
mod read_back;
mod sources;
