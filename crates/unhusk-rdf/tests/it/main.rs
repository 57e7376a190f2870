//! What is written is read back by readers that others wrote.
#![expect(clippy::unwrap_used, reason = "what helps a test fails as the test would")]

mod hostile;
mod read_back;
mod shared_wrappers;
