//! Meaning of records: vocabularies, and formats and queries that need it.
//!
//! [`vocabulary`] lists classes and properties and checks schemas against them; [`sink`] writes records as RDF,
//! calendars, address books and feeds; [`graph`] answers SPARQL queries about files of RDF; [`share`] writes wrappers
//! as RDF and reads them back. The crate runs no learner and opens no file: it needs `unhusk-wrapper` alone.

pub mod vocabulary;
pub mod sink;
pub mod graph;
pub mod share;
