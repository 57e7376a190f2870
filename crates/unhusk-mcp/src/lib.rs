//! unhusk for agents: the verbs as tools of the Model Context Protocol, over standard input and output.
//!
//! [`serve`] answers one client until its input ends. A tool ([`tools`]) takes JSON, calls the library and answers with
//! JSON; both have a schema. Nothing is read or written but files below the folders named at start ([`folders`]).
//! A model's context is small: answers are cut ([`bounds`]), and all records go to a file ([`records`]).
//!
//! ```text
//! client -> server -> tool -> folders, library -> bounds -> server -> client
//! ```

mod bounds;
mod error;
mod folders;
mod session;
mod output_file;
mod pages;
mod records;
mod tools;
mod input;
mod server;

pub use folders::{FolderError, Folders};
pub use server::{ServeError, serve};
