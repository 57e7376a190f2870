//! Statements -> text, one after the other, in any of four syntaxes.

use super::{FIELD, WI};
use oxjsonld::{JsonLdSerializer, WriterJsonLdSerializer};
use oxrdf::{GraphNameRef, Quad, QuadRef, TripleRef};
use oxttl::nquads::{NQuadsSerializer, WriterNQuadsSerializer};
use oxttl::ntriples::{NTriplesSerializer, WriterNTriplesSerializer};
use oxttl::turtle::{TurtleSerializer, WriterTurtleSerializer};
use std::io::{self, Write};
use unhusk_wrapper::record::{Field, FieldType, Prefixes, Schema};

/// A syntax of RDF.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RdfFormat {
    /// For people.
    Turtle,
    /// One statement a line.
    NTriples,
    /// One statement a line, with its page as graph.
    NQuads,
    /// For programs that read JSON.
    JsonLd,
}

/// Writes statements.
pub(crate) enum QuadWriter<W: Write> {
    Turtle(Box<WriterTurtleSerializer<W>>),
    NTriples(WriterNTriplesSerializer<W>),
    NQuads(WriterNQuadsSerializer<W>),
    JsonLd(Box<WriterJsonLdSerializer<InertJson<W>>>),
    Finished,
}

impl<W: Write> QuadWriter<W> {
    /// Creates a writer. Names are shortened with the prefixes of their vocabularies, if `uses` needs them.
    pub(crate) fn new(format: RdfFormat, prefixes: &Prefixes, uses: Uses<'_>, out: W) -> Self {
        match format {
            RdfFormat::Turtle => {
                let mut turtle = TurtleSerializer::new();
                for (prefix, namespace) in written(prefixes, uses) {
                    // Names with an invalid prefix are written in full.
                    turtle = turtle.clone().with_prefix(prefix, namespace).unwrap_or(turtle);
                }
                Self::Turtle(Box::new(turtle.for_writer(out)))
            }
            RdfFormat::NTriples => Self::NTriples(NTriplesSerializer::new().for_writer(out)),
            RdfFormat::NQuads => Self::NQuads(NQuadsSerializer::new().for_writer(out)),
            RdfFormat::JsonLd => {
                let mut jsonld = JsonLdSerializer::new();
                for (prefix, namespace) in written(prefixes, uses) {
                    jsonld = jsonld.clone().with_prefix(prefix, namespace).unwrap_or(jsonld);
                }
                Self::JsonLd(Box::new(jsonld.for_writer(InertJson(out))))
            }
        }
    }

    pub(crate) fn write(&mut self, quad: &Quad) -> io::Result<()> {
        let triple: TripleRef<'_> = quad.as_ref().into();
        match self {
            Self::Turtle(turtle) => turtle.serialize_triple(triple),
            Self::NTriples(lines) => lines.serialize_triple(triple),
            Self::NQuads(lines) => lines.serialize_quad(quad),
            Self::JsonLd(jsonld) => jsonld.serialize_quad(QuadRef {
                graph_name: GraphNameRef::DefaultGraph,
                ..quad.as_ref()
            }),
            Self::Finished => Ok(()),
        }
    }

    pub(crate) fn finish(&mut self) -> io::Result<()> {
        match std::mem::replace(self, Self::Finished) {
            Self::Turtle(turtle) => turtle.finish()?.flush(),
            Self::NTriples(lines) => lines.finish().flush(),
            Self::NQuads(lines) => lines.finish().flush(),
            Self::JsonLd(jsonld) => {
                let mut out = jsonld.finish()?.0;
                out.write_all(b"\n")?;
                out.flush()
            }
            Self::Finished => Ok(()),
        }
    }
}

/// Names that a file will contain.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Uses<'u> {
    /// Unknown names.
    Any,
    /// Names of a schema, and those that unhusk adds.
    Schema(&'u Schema),
}

/// Vocabularies whose names unhusk adds itself.
const ADDED: [&str; 4] = ["prov", "rdfs", "schema", "xsd"];

impl Uses<'_> {
    fn has(self, prefix: &str, namespace: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Schema(schema) => {
                ADDED.contains(&prefix)
                    || schema.class_iri().is_some_and(|iri| iri.starts_with(namespace))
                    || any_in(schema, schema.fields(), namespace)
            }
        }
    }
}

/// Whether a field has a name of a vocabulary. Recurses on the nesting of fields, which a schema limits.
fn any_in(schema: &Schema, fields: &[Field], namespace: &str) -> bool {
    let is_in = |name: &str| schema.iri(name).starts_with(namespace);
    fields.iter().any(|field| {
        field.iri.as_deref().is_some_and(is_in)
            || matches!(&field.holds, Some(FieldType::Class(class)) if is_in(class))
            || any_in(schema, &field.fields, namespace)
    })
}

/// Prefixes of a file: the well-known ones, those of the schema and those of unhusk, sorted.
fn written(prefixes: &Prefixes, uses: Uses<'_>) -> Vec<(String, String)> {
    let ours = [("wi", WI), ("field", FIELD)];
    let mut all: Vec<(String, String)> = prefixes
        .all()
        .filter(|(prefix, namespace)| uses.has(prefix, namespace))
        .chain(
            ours.into_iter()
                .filter(|(prefix, _)| prefixes.all().all(|(known, _)| known != *prefix)),
        )
        .map(|(prefix, namespace)| (prefix.to_owned(), namespace.to_owned()))
        .collect();
    all.sort();
    all
}

/// Writes JSON that may be embedded in a web page: `<` occurs in strings alone, and is escaped there.
pub(crate) struct InertJson<W>(W);

impl<W: Write> Write for InertJson<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for (at, piece) in bytes.split(|byte| *byte == b'<').enumerate() {
            if at > 0 {
                self.0.write_all(b"\\u003c")?;
            }
            self.0.write_all(piece)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
