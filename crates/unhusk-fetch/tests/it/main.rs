//! The fetcher against servers on this machine.
#![expect(clippy::unwrap_used, reason = "what helps a test fails as the test would")]

mod clock;
mod reader;
mod server;
mod setup;

mod addresses;
mod bodies;
mod cache;
mod lists;
mod origins;
mod pace;
mod robots;
mod shop;
mod tls;
