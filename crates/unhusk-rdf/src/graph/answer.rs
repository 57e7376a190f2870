//! Answers of queries: truth values, rows, triples.

use super::{QueryError, failed};
use crate::sink::{QuadWriter, RdfFormat, Uses};
use oxrdf::vocab::xsd;
use oxrdf::{GraphName, Term};
use serde_json::Value as Json;
use spareval::{QuerySolutionIter, QueryTripleIter};
use std::io::{self, Write};
use unhusk_wrapper::record::Prefixes;

/// Answer of a query.
pub enum QueryAnswer<'g> {
    /// `ASK`.
    Yes(bool),
    /// `SELECT`: the names of the columns, and rows.
    Rows {
        /// Names of the variables.
        columns: Vec<String>,
        /// The rows, one by one.
        rows: Box<dyn Iterator<Item = Result<SolutionRow, QueryError>> + 'g>,
    },
    /// `CONSTRUCT` and `DESCRIBE`.
    Graph(Triples<'g>),
}

/// One row: a term or `None` for each column.
pub type SolutionRow = Vec<Option<Term>>;

/// Triples that a query returned.
pub struct Triples<'g>(QueryTripleIter<'g>);

/// Returns a term as text: an IRI bare, a literal without its type; empty for no term.
pub fn plain_text(term: Option<&Term>) -> String {
    match term {
        None => String::new(),
        Some(Term::NamedNode(node)) => node.as_str().to_owned(),
        Some(Term::Literal(literal)) => literal.value().to_owned(),
        Some(other) => other.to_string(),
    }
}

/// Returns a term as JSON: numbers and truth values as such, all else as text.
pub fn term_json(term: Option<&Term>) -> Json {
    let Some(term) = term else { return Json::Null };
    let Term::Literal(literal) = term else { return Json::String(plain_text(Some(term))) };
    let datatype = literal.datatype();
    let is_plain = [xsd::INTEGER, xsd::DECIMAL, xsd::DOUBLE, xsd::BOOLEAN].contains(&datatype);
    // Values that JSON cannot write as numbers (INF, 1.) stay text.
    let number = is_plain.then(|| serde_json::from_str(literal.value()).ok()).flatten();
    number
        .filter(|json: &Json| json.is_number() || json.is_boolean())
        .unwrap_or_else(|| Json::String(literal.value().to_owned()))
}

impl<'g> QueryAnswer<'g> {
    pub(super) fn rows(solutions: QuerySolutionIter<'g>) -> Self {
        let variables = solutions.variables().to_vec();
        let columns = variables.iter().map(|variable| variable.as_str().to_owned()).collect();
        let rows = solutions.map(move |solution| {
            let solution = solution.map_err(failed)?;
            Ok(variables.iter().map(|variable| solution.get(variable).cloned()).collect())
        });
        Self::Rows { columns, rows: Box::new(rows) }
    }

    pub(super) fn triples(triples: QueryTripleIter<'g>) -> Self {
        Self::Graph(Triples(triples))
    }
}

impl Triples<'_> {
    /// Writes the triples as RDF; returns their number.
    pub fn write(
        self,
        format: RdfFormat,
        prefixes: &Prefixes,
        out: &mut dyn Write,
    ) -> Result<io::Result<usize>, QueryError> {
        let mut writer = QuadWriter::new(format, prefixes, Uses::Any, out);
        let mut n_written = 0;
        for triple in self.0 {
            let quad = triple.map_err(failed)?.in_graph(GraphName::DefaultGraph);
            if let Err(error) = writer.write(&quad) {
                return Ok(Err(error));
            }
            n_written += 1;
        }
        Ok(writer.finish().map(|()| n_written))
    }
}
