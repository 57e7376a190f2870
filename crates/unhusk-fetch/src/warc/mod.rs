//! WARC 1.1 files (ISO 28500): pages are appended record by record, and the answers in a file are indexed.
//!
//! Bodies are stored as received, chunks and content coding included. Digests are SHA-256 in base 32. Record
//! identifiers are UUIDs of version 8, made of the hash of the record, so that the same answer at the same second has
//! the same identifier.

mod archive;
mod date;
mod digest;
mod record;
mod scan;

pub use archive::{Archive, ArchiveError};
pub(crate) use date::iso_date;
pub(crate) use digest::digest;
pub(crate) use record::{Unchanged, request_record, response_record, revisit_record};
pub use scan::Stored;
