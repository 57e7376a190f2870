//! KL.

mod corpus;
mod collect;
mod surroundings;
mod stable;
mod point;
mod evaluate;
mod front;
mod search;

pub use point::{Point, Tokens, Variant};
pub use search::SearchLimits;

#[cfg(test)]
mod tests;
