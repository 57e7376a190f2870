//! Sources of pages and destinations of records.
//!
//! [`source`] turns names (files, folders, globs, lists, standard input, archives, compressed or not) into pages, one
//! by one; [`sink`] writes records as text, and files that are either complete or absent; [`recognizers`] reads files
//! that name a recognizer for each field. `unhusk-rdf` handles the meaning of records.

pub mod source;
pub mod sink;
pub mod recognizers;
