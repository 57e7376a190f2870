//! KL.

mod corpus;
mod collect;
mod surroundings;
mod stable;
mod point;
mod evaluate;
mod front;
mod search;
mod candidates;
mod readings;
mod choose;
mod estimate;
mod session;

pub use point::{Point, Tokens, Variant};
pub use search::SearchLimits;
pub use session::{Hypothesis, Lesson, PageNode, Session};

#[cfg(test)]
mod tests;
