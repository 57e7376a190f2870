//! Wrappers as RDF, so that they can be published, found and queried like any other data.
//!
//! A wrapper is a node, `urn:sha256:` and the hash of its file. Plain statements give the facts that queries need: its
//! class, the pages to which it applies, the class of its records, the property of each field. The parts of the file
//! themselves are `rdf:JSON` literals; from them the file is rebuilt, and then checked like any untrusted file. Reading
//! one runs nothing and saves nothing.

mod jsonld;
mod read;
mod statements;

pub use jsonld::to_jsonld;
pub use read::{ImportError, Imported, MAX_SHARED_BYTES, import};

use crate::sink::{QuadWriter, RdfFormat, Uses, sha256};
use unhusk_wrapper::Wrapper;

/// The parts of a wrapper file that are kept as JSON.
const PARTS: [&str; 4] = ["schema", "program", "for", "learnt"];

/// The name of a wrapper.
pub fn name_of(wrapper: &Wrapper) -> String {
    format!("urn:sha256:{}", sha256(&wrapper.to_json()))
}

/// The wrapper in Turtle (or N-Triples, N-Quads).
pub fn to_rdf(wrapper: &Wrapper, format: RdfFormat) -> String {
    let mut out = Vec::new();
    let mut writer = QuadWriter::new(format, wrapper.schema.prefixes(), Uses::Any, &mut out);
    for quad in statements::statements(wrapper) {
        writer.write(&quad).expect("a vector takes all");
    }
    writer.finish().expect("a vector takes all");
    drop(writer);
    String::from_utf8(out).expect("RDF is written as UTF-8")
}

/// Returns the wrapper file as JSON.
fn file_of(wrapper: &Wrapper) -> serde_json::Value {
    serde_json::from_str(&wrapper.to_json()).expect("what was written is JSON")
}

#[cfg(test)]
mod tests;
