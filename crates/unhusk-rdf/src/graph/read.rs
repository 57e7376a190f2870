//! Files -> statements, with the line where one is no RDF.

use super::{Graph, QueryError};
use crate::sink::RdfFormat;
use oxigraph::io::{JsonLdProfileSet, RdfFormat as Syntax, RdfParser};
use oxrdf::Quad;

/// Why a file has no statements.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RdfReadError {
    /// It is not in its syntax.
    #[error("`{file}`{}: {message}", place(*line, *column))]
    Syntax {
        /// The file as given.
        file: String,
        /// From 1; 0 if it is not known.
        line: u64,
        /// From 1.
        column: u64,
        /// What is wrong there.
        message: String,
    },
    /// There is too much in it.
    #[error(transparent)]
    Query(#[from] QueryError),
}

fn place(line: u64, column: u64) -> String {
    if line == 0 { String::new() } else { format!(", line {line}, column {column}") }
}

/// Parsers say the place once more.
fn without_place(message: &str) -> &str {
    match message.split_once(": ") {
        Some((place, rest)) if place.starts_with("Parser error at") => rest,
        _ => message,
    }
}

/// The syntax that the ending of a name tells.
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

/// Reads the statements of a text one by one; `file` is what messages call it.
///
/// # Errors
/// Of `take`, or with the line if the text is not in its syntax.
pub fn read_quads(
    file: &str,
    text: &str,
    format: RdfFormat,
    mut take: impl FnMut(Quad) -> Result<(), RdfReadError>,
) -> Result<(), RdfReadError> {
    let syntax = match format {
        RdfFormat::Turtle => Syntax::Turtle,
        RdfFormat::NTriples => Syntax::NTriples,
        RdfFormat::NQuads => Syntax::NQuads,
        RdfFormat::JsonLd => Syntax::JsonLd { profile: JsonLdProfileSet::empty() },
    };
    // Nodes without a name are no others' in another file.
    for quad in RdfParser::from_format(syntax).rename_blank_nodes().for_slice(text) {
        take(quad.map_err(|error| {
            let at = error.location().map(|range| range.start);
            RdfReadError::Syntax {
                file: file.to_owned(),
                line: at.map_or(0, |at| at.line + 1),
                column: at.map_or(0, |at| at.column + 1),
                message: without_place(&error.to_string()).to_owned(),
            }
        })?)?;
    }
    Ok(())
}

impl Graph {
    /// Adds the statements of a file.
    ///
    /// # Errors
    /// With the line, if the text is not in its syntax.
    pub fn load(&mut self, file: &str, text: &str, format: RdfFormat) -> Result<(), RdfReadError> {
        read_quads(file, text, format, |quad| Ok(self.insert(&quad)?))
    }
}
