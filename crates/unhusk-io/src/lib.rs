//! Where unhusk's pages come from and where its records go.
//!
//! [`source`] turns what a person names (files, folders, globs, lists, standard input, archives, compressed or not)
//! into pages, one by one; [`sink`] writes records as text, and files that are either whole or not there; [`recognizers`] reads files that
//! say which recognizer is for which field. What records mean is the business of `unhusk-rdf`.

pub mod source;
pub mod sink;
pub mod recognizers;
