//! Files -> statements; errors name the line.

use super::{Graph, QueryError};
use crate::sink::RdfFormat;
use oxjsonld::{JsonLdParser, JsonLdSyntaxError};
use oxrdf::{BlankNode, GraphName, NamedOrBlankNode, Quad, Term, Triple};
use oxttl::{NQuadsParser, NTriplesParser, TurtleParser, TurtleSyntaxError};
use std::collections::BTreeMap;

/// Reason why a file has no statements.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RdfReadError {
    /// The text is not in the syntax.
    #[error("`{file}`{}: {message}", place(*line, *column))]
    Syntax {
        /// The file as given.
        file: String,
        /// From 1; 0 if unknown.
        line: u64,
        /// From 1.
        column: u64,
        /// The problem.
        message: String,
    },
    /// There are too many statements.
    #[error(transparent)]
    Query(#[from] QueryError),
}

fn place(line: u64, column: u64) -> String {
    if line == 0 { String::new() } else { format!(", line {line}, column {column}") }
}

/// Returns the message without the place, which parsers repeat in it.
fn without_place(message: &str) -> &str {
    match message.split_once(": ") {
        Some((place, rest)) if place.starts_with("Parser error at") => rest,
        _ => message,
    }
}

/// Returns the syntax of files with the ending of a name.
pub fn format_of_name(name: &str) -> Option<RdfFormat> {
    let (_, ending) = name.rsplit_once('.')?;
    match ending.to_ascii_lowercase().as_str() {
        "ttl" | "turtle" => Some(RdfFormat::Turtle),
        "nt" => Some(RdfFormat::NTriples),
        "nq" => Some(RdfFormat::NQuads),
        "jsonld" => Some(RdfFormat::JsonLd),
        _ => None,
    }
}

/// Reads the statements of a text one by one; `file` is its name in messages.
///
/// # Errors
/// Of `take`, or with the line if the text is not in its syntax.
pub fn read_quads(
    file: &str,
    text: &str,
    format: RdfFormat,
    mut take: impl FnMut(Quad) -> Result<(), RdfReadError>,
) -> Result<(), RdfReadError> {
    let in_default = |triple: Triple| triple.in_graph(GraphName::DefaultGraph);
    let quads: Box<dyn Iterator<Item = Result<Quad, SyntaxError>>> = match format {
        RdfFormat::Turtle => {
            Box::new(TurtleParser::new().for_slice(text).map(move |read| Ok(read.map(in_default)?)))
        }
        RdfFormat::NTriples => Box::new(
            NTriplesParser::new().for_slice(text).map(move |read| Ok(read.map(in_default)?)),
        ),
        RdfFormat::NQuads => Box::new(NQuadsParser::new().for_slice(text).map(|read| Ok(read?))),
        RdfFormat::JsonLd => Box::new(JsonLdParser::new().for_slice(text).map(|read| Ok(read?))),
    };
    let mut names = BlankNames::default();
    for quad in quads {
        take(names.renamed(quad.map_err(|error| error.in_file(file))?))?;
    }
    Ok(())
}

/// A problem, and its place if known: line and column from 1.
struct SyntaxError {
    at: Option<(u64, u64)>,
    message: String,
}

impl SyntaxError {
    fn in_file(self, file: &str) -> RdfReadError {
        let (line, column) = self.at.unwrap_or_default();
        RdfReadError::Syntax { file: file.to_owned(), line, column, message: self.message }
    }
}

impl From<TurtleSyntaxError> for SyntaxError {
    fn from(error: TurtleSyntaxError) -> Self {
        let at = error.location().start;
        Self { at: Some((at.line + 1, at.column + 1)), message: error.message().to_owned() }
    }
}

impl From<JsonLdSyntaxError> for SyntaxError {
    fn from(error: JsonLdSyntaxError) -> Self {
        let at = error.location().map(|range| (range.start.line + 1, range.start.column + 1));
        Self { at, message: without_place(&error.to_string()).to_owned() }
    }
}

/// New names for the blank nodes of one file, which differ from those of other files.
#[derive(Default)]
struct BlankNames(BTreeMap<String, BlankNode>);

impl BlankNames {
    fn renamed(&mut self, mut quad: Quad) -> Quad {
        if let NamedOrBlankNode::BlankNode(node) = &mut quad.subject {
            self.rename(node);
        }
        if let Term::BlankNode(node) = &mut quad.object {
            self.rename(node);
        }
        if let GraphName::BlankNode(node) = &mut quad.graph_name {
            self.rename(node);
        }
        quad
    }

    fn rename(&mut self, node: &mut BlankNode) {
        *node = self.0.entry(node.as_str().to_owned()).or_default().clone();
    }
}

impl Graph {
    /// Adds the statements of a file.
    ///
    /// # Errors
    /// With the line, if the text is not in its syntax.
    pub fn load(&mut self, file: &str, text: &str, format: RdfFormat) -> Result<(), RdfReadError> {
        read_quads(file, text, format, |quad| Ok(self.insert(quad)?))
    }
}
