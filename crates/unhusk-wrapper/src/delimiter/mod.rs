//! Delimiter classes: values are between fixed strings of the source. No tree is built.
//!
//! | class | strings that its rules search for |
//! | --- | --- |
//! | [`Lr`] | for each field in turn, a left and a right delimiter |
//! | [`Hlrt`] | the delimiters of [`Lr`], behind a head and before a tail |
//! | [`Oclr`] | the delimiters of [`Lr`], inside an opening and a closing string around every record |
//! | [`Hoclrt`] | the strings of [`Oclr`], behind a head and before a tail |
//! | [`NLr`] | a left and a right delimiter per level of nesting; the level found first is read next |
//! | [`NHlrt`] | the delimiters of [`NLr`], behind a head and before a tail |
//!
//! `rule` defines the rules, `extract` runs them on the source, `records` turns the spans into records.
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
    DelimiterLevel, Hlrt, Hoclrt, Levels, Lr, MAX_FIELDS, NHlrt, NLr, Oclr, Pair, Pairs, RuleError,
};
pub use text::{Delimiter, MAX_DELIMITER_BYTES, OptionalDelimiter};
pub use wrapper::DelimiterWrapper;

pub use extract::{LevelMatcher, StopReason, TableMatcher};
pub use shape::{LevelCell, LevelShape};
pub use strings::RuleStrings;

#[cfg(test)]
mod tests;
