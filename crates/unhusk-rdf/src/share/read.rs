//! RDF -> a wrapper file, rebuilt from its parts and checked like any untrusted file.

use super::{PARTS, name_of};
use crate::graph::{RdfReadError, read_quads};
use crate::sink::{RdfFormat, wi};
use oxrdf::vocab::rdf;
use oxrdf::{NamedOrBlankNode, Quad, Term};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeSet;
use unhusk_wrapper::LoadError;
use unhusk_wrapper::Wrapper;

/// Largest file that is read, in bytes: a wrapper may have one megabyte, and be written with many escapes.
pub const MAX_SHARED_BYTES: usize = 8 << 20;

/// A wrapper that was read from RDF.
#[derive(Debug)]
pub struct Imported {
    /// The wrapper.
    pub wrapper: Wrapper,
    /// The name of its node.
    pub name: String,
    /// Whether its hash equals the one in its name.
    pub is_genuine: bool,
}

/// Reason why a file holds no usable wrapper.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The file is not RDF.
    #[error(transparent)]
    Rdf(#[from] RdfReadError),
    /// The file has no wrapper.
    #[error("`{file}` has no wrapper in it (nothing of the class `{WRAPPER}`)")]
    None {
        /// The file as given.
        file: String,
    },
    /// The file has several wrappers.
    #[error(
        "`{file}` has {n_wrappers} wrappers in it; split it, one wrapper is imported at a time"
    )]
    Several {
        /// The file as given.
        file: String,
        /// Number of wrappers.
        n_wrappers: usize,
    },
    /// A part is missing, occurs twice or is no JSON.
    #[error("`{file}`: the wrapper's `wi:{part}` {problem}")]
    Part {
        /// The file as given.
        file: String,
        /// The part.
        part: &'static str,
        /// The problem.
        problem: &'static str,
    },
    /// The rebuilt file is no wrapper.
    #[error("`{file}`: {cause}")]
    Load {
        /// The file as given.
        file: String,
        /// The cause.
        cause: LoadError,
    },
}

const WRAPPER: &str = "urn:unhusk:ns:Wrapper";

/// Reads the one wrapper of a text; `file` is its name in messages.
///
/// # Errors
/// If it is no RDF, contains no wrapper or several, or the wrapper cannot be loaded.
pub fn import(file: &str, text: &str, format: RdfFormat) -> Result<Imported, ImportError> {
    let mut quads = Vec::new();
    read_quads(file, text, format, |quad| {
        quads.push(quad);
        Ok(())
    })?;
    let is_wrapper =
        |quad: &&Quad| quad.predicate == rdf::TYPE && quad.object == Term::from(wi("Wrapper"));
    let nodes: BTreeSet<String> =
        quads.iter().filter(is_wrapper).map(|quad| quad.subject.to_string()).collect();
    let node = match nodes.len() {
        1 => quads.iter().find(is_wrapper).map(|quad| quad.subject.clone()),
        0 => None,
        n_wrappers => return Err(ImportError::Several { file: file.to_owned(), n_wrappers }),
    };
    let Some(node) = node else { return Err(ImportError::None { file: file.to_owned() }) };
    let json = put_together(file, &node, &quads)?;
    let wrapper = Wrapper::from_json(&json.to_string())
        .map_err(|cause| ImportError::Load { file: file.to_owned(), cause })?;
    let name = match node {
        NamedOrBlankNode::NamedNode(node) => node.into_string(),
        NamedOrBlankNode::BlankNode(node) => node.to_string(),
    };
    let is_genuine = name == name_of(&wrapper);
    Ok(Imported { wrapper, name, is_genuine })
}

/// Rebuilds the wrapper file from its parts.
fn put_together(file: &str, node: &NamedOrBlankNode, quads: &[Quad]) -> Result<Json, ImportError> {
    let mut object = Map::new();
    object.insert("unhusk".to_owned(), json!(part(file, node, "format", quads)?));
    object.insert("class".to_owned(), json!(part(file, node, "class", quads)?));
    for name in PARTS {
        let text = part(file, node, name, quads)?;
        let problem = "is no JSON";
        let json = serde_json::from_str(&text).map_err(|_| ImportError::Part {
            file: file.to_owned(),
            part: name,
            problem,
        })?;
        object.insert(name.to_owned(), json);
    }
    Ok(Json::Object(object))
}

/// The one literal that the wrapper has for a part.
fn part(
    file: &str,
    node: &NamedOrBlankNode,
    name: &'static str,
    quads: &[Quad],
) -> Result<String, ImportError> {
    let property = wi(name);
    let values: BTreeSet<&str> = quads
        .iter()
        .filter(|quad| quad.subject == *node && quad.predicate == property)
        .filter_map(|quad| match &quad.object {
            Term::Literal(literal) => Some(literal.value()),
            _ => None,
        })
        .collect();
    let problem = match values.len() {
        1 => return Ok(values.into_iter().next().unwrap_or_default().to_owned()),
        0 => "is missing",
        _ => "stands twice, with different values",
    };
    Err(ImportError::Part { file: file.to_owned(), part: name, problem })
}
