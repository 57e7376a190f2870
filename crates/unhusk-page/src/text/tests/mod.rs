//! The visible text, and its place.

mod element;
mod fold;
mod map;
mod span;
mod tag;
