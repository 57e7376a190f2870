//! Output of the sinks is read back by independent readers.
#![expect(clippy::unwrap_used, reason = "what helps a test fails as the test would")]

#[path = "../../../unhusk-page/tests/it/at_hand.rs"]
mod at_hand;
mod hostile;
mod read_back;
mod shared_wrappers;
