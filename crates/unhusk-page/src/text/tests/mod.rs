//! What a reader sees, and where it stands.

mod element;
mod fold;
mod map;
mod span;
mod tag;
