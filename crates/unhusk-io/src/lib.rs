//! Where unhusk's pages come from and where its records go.
//!
//! [`source`] turns what a person names (files, folders, globs, lists, standard input, compressed or not)
//! into pages, one by one; [`sink`] writes files that are either whole or not there, RDF, calendars, address books
//! and feeds. [`vocabulary`] knows what classes and properties there are, [`graph`] answers questions about what was
//! written, [`share`] turns wrappers into RDF and back, [`recognizers`] reads which recognizer is for which field.

pub mod source;
pub mod vocabulary;
pub mod sink;
pub mod graph;
pub mod share;
pub mod recognizers;
