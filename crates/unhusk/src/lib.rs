#![doc = include_str!("../README.md")]
//!
//! # The library
//!
//! | task | item |
//! | --- | --- |
//! | bytes of a page, decoded and parsed | [`Page`] |
//! | examples in, wrapper out | [`Learner`], [`Learned`] |
//! | run, save, load, explain, verify | [`Wrapper`] |
//! | repair, export | [`WrapperExt`] |
//! | records and their values | [`Extraction`], [`RecordView`](record::RecordView), [`Cell`](record::Cell) |
//! | teaching by questions | [`teach::Session`] |
//! | pages without labels | [`learn::template::induce`] |
//!
//! `crates/unhusk/examples` has a program for each of these. The modules are in the order of the flow. The library
//! reads no files, opens no connections, reads no clock and prints nothing: pages come in as bytes, records go out to
//! any [`std::io::Write`].

/// Bytes to [`Page`]: see [`unhusk_page`].
pub mod page {
    pub use unhusk_page::*;
}
/// Records, values, schemas: see [`unhusk_wrapper::record`].
pub mod record {
    pub use unhusk_wrapper::record::*;
}
pub use unhusk_learn::example;
pub use unhusk_learn::score;
pub use unhusk_wrapper::align;
/// Wrapper classes, the saved file: see [`unhusk_wrapper`].
pub mod wrapper {
    pub use unhusk_wrapper::*;
}
pub use unhusk_learn::export;
/// Learners: see [`unhusk_learn`].
pub mod learn {
    pub use unhusk_learn::*;
}
pub use unhusk_learn::teach;
/// Checks of whether records look healthy, and repair.
pub mod verify {
    pub use unhusk_learn::repair;
    pub use unhusk_wrapper::verify::*;
}
pub use unhusk_wrapper::sink;

pub mod error;

pub use unhusk_learn::{Account, Learned, Learner, WrapperExt};
pub use unhusk_page::{Page, Span, Warning};
pub use unhusk_wrapper::{Extraction, Wrapper};
/// Warnings.
pub mod warning {
    pub use unhusk_page::{Limited, Warning};
}
