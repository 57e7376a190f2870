//! Delimiter classes: values stand between fixed strings of the source, and no tree is ever built.
//!
//! | class | what is looked for |
//! | --- | --- |
//! | [`Lr`] | for each field in turn, a left and a right delimiter |
//! | [`Hlrt`] | the same behind a head and before a tail |
//! | [`Oclr`] | the same inside an opening and a closing string around every record |
//! | [`Hoclrt`] | both |
//! | [`NLr`] | a pair per level of nesting; the level found first comes next |
//! | [`NHlrt`] | the same behind a head and before a tail |
//!
//! `rule` has the language, `extract` its meaning, `records` the way from places to records.
//!
//! Source: Kushmerick, *Wrapper induction: efficiency and expressiveness*, Artificial Intelligence 118 (2000).

mod text;
mod rule;
mod strings;
mod wrapper;
mod extract;
mod shape;
mod records;
mod explain;
mod marks;
mod excerpt;

pub use excerpt::{LEGEND, excerpt};
pub use rule::{
    Hlrt, Hoclrt, Level, Levels, Lr, MAX_FIELDS, NHlrt, NLr, Oclr, Pair, Pairs, RuleError,
};
pub use text::{Delimiter, Landmark, MAX_DELIMITER_BYTES};
pub use wrapper::DelimiterWrapper;

pub use extract::{Ending, Nest, Table};
pub use shape::{LevelCell, Shape};
pub use strings::RuleStrings;

#[cfg(test)]
mod tests;
