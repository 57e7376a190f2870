#![doc = include_str!("../../../README.md")]
//!
//! # The library
//!
//! The modules stand in the order of the flow. The library reads no files, opens no connections, looks at
//! no clock and prints nothing: pages come in as bytes, records go out to any [`std::io::Write`].
#![warn(clippy::disallowed_methods)]

pub mod warning;
mod json;
mod nearest;

pub mod page;
pub mod record;
pub mod align;
mod select;
pub mod example;
pub mod score;
pub mod wrapper;
pub mod export;
pub mod learn;
pub mod teach;
pub mod verify;
pub mod sink;

pub mod error;

pub use page::{Page, Span};
pub use warning::Warning;
