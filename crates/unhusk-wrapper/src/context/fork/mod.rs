//! (k,l)-forks: pieces of a tree, k neighbours wide and l levels deep, and the rules made of them.
//!
//! A rule is a set of forks that each contain one marked node ([`Forks`]); a node is accepted if, once it is marked,
//! all forks that contain it are in the set ([`ForkMatcher::accepts`]). This module does not depend on pages: nodes are
//! numbers of an [`Outline`], and the caller encodes them ([`NodeSymbols`]).

mod outline;
mod symbol;
mod names;
mod shape;
mod notation;
mod index;
mod types;
mod by_levels;
mod run;

pub(crate) use by_levels::ByLevels;
pub use index::{Accepted, Index};
pub(crate) use names::SymbolNames;
pub use names::{ElementName, write_element, write_text};
pub(crate) use notation::read;
pub use notation::write;
pub use outline::{NO_PARENT, Node, Outline};
pub use run::{ForkMatcher, reach};
pub use shape::{ForkShape, Forks, ShapeId, Window};
pub use symbol::{NodeSymbol, NodeSymbols};
pub use unhusk_page::internal::{Budget, Exhausted};

#[cfg(test)]
mod tests;
