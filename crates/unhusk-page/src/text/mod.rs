//! The text that a reader sees: markup removed, references decoded, white space folded.
//!
//! ```text
//! source of a span -> chunks -> folding -> text, or text with the place of every character
//!                     (markup,    (white
//!                      references)  space, NFC)
//! ```
//!
//! These steps read a [`Span`](super::Span) (`span`, which needs no tree), an element (`element`, which follows the
//! tree), and text with the place of each character (`map`, which finds labels that are given as text).

mod block;
mod chunks;
mod eight;
mod element;
mod fold;
mod folding;
mod inside_tag;
mod map;
mod scan;
mod span;
mod tag;
#[cfg(test)]
mod tests;

pub use block::is_block;
pub use fold::is_always_nfc;
pub use fold::{fold, squeeze};
pub use map::TextMap;
pub(super) use scan::{is_blank, is_blank_in};
pub use span::Inside;
pub(super) use span::{span_text, text_inside};
