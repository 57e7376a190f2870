//! SPARQL queries over the statements of RDF files, in memory.
//!
//! No server and no network: `SERVICE` is refused, remote contexts of JSON-LD are not fetched. Queries run on all
//! graphs together, so that N-Quads answer as Turtle does.

mod answer;
mod lines;
mod read;
mod store;
mod syntax;

pub use answer::{QueryAnswer, SolutionRow, Triples, plain_text, term_json};
pub use oxrdf::Term;
pub use read::{RdfReadError, format_of_name, read_quads};

use crate::sink::{FIELD, WI};
use spareval::{CancellationToken, QueryEvaluationError, QueryEvaluator, QueryResults};
use spargebra::SparqlParser;
use store::QuadStore;
use unhusk_wrapper::record::Prefixes;

/// Statements in memory, ready for queries.
pub struct Graph {
    store: QuadStore,
    prefixes: Prefixes,
    n_statements: usize,
}

/// Reason why a query has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The query is not SPARQL.
    #[error("the query is no SPARQL: {0}")]
    Syntax(String),
    /// The query contains `SERVICE`, which would query another server.
    #[error(
        "`SERVICE` asks another server; unhusk asks the files alone (download what it has and name it as a file)"
    )]
    Service,
    /// The query took longer than allowed.
    #[error("the query was stopped: it took longer than it may (--timeout)")]
    Cancelled,
    /// Any other error.
    #[error("the query failed: {0}")]
    Failed(String),
    /// The files have too many statements.
    #[error("the files have more than {limit} statements; ask fewer files at once")]
    TooLarge {
        /// The limit.
        limit: usize,
    },
}

impl Graph {
    /// Most statements in memory: about two gigabytes (80 bytes each), and their terms.
    pub const MAX_STATEMENTS: usize = 20_000_000;

    /// Creates an empty graph; names in queries may have these prefixes and the well-known ones.
    pub fn new(prefixes: Prefixes) -> Self {
        Self { store: QuadStore::default(), prefixes, n_statements: 0 }
    }

    /// Number of statements that were added.
    pub fn n_statements(&self) -> usize {
        self.n_statements
    }

    fn insert(&mut self, quad: oxrdf::Quad) -> Result<(), QueryError> {
        if self.n_statements == Self::MAX_STATEMENTS || !self.store.insert(quad) {
            return Err(QueryError::TooLarge { limit: Self::MAX_STATEMENTS });
        }
        self.n_statements += 1;
        Ok(())
    }

    /// Runs a query. `cancelled` ends a slow one, from another thread.
    ///
    /// # Errors
    /// If it is no SPARQL, or needs another server.
    pub fn ask(&self, query: &str, cancelled: &Cancel) -> Result<QueryAnswer<'_>, QueryError> {
        let mut parser = SparqlParser::new();
        let ours = [("wi", WI), ("field", FIELD)];
        for (prefix, namespace) in ours.into_iter().chain(self.prefixes.all()) {
            parser = parser
                .with_prefix(prefix, namespace)
                .map_err(|error| QueryError::Failed(format!("prefix `{prefix}`: {error}")))?;
        }
        let query = parser
            .parse_query(query)
            .map_err(|error| QueryError::Syntax(syntax::describe(query, &error.to_string())))?;
        let evaluator = QueryEvaluator::new().with_cancellation_token(cancelled.0.clone());
        let mut prepared = evaluator.prepare(&query);
        if prepared.dataset().is_default_dataset() {
            prepared.dataset_mut().set_default_graph_as_union();
        }
        let results = prepared.execute(&self.store).map_err(failed)?;
        Ok(match results {
            QueryResults::Boolean(yes) => QueryAnswer::Yes(yes),
            QueryResults::Solutions(solutions) => QueryAnswer::rows(solutions),
            QueryResults::Graph(triples) => QueryAnswer::triples(triples),
        })
    }
}

/// Ends a query from another thread.
#[derive(Clone, Default)]
pub struct Cancel(CancellationToken);

impl Cancel {
    /// Creates a token that is not cancelled.
    pub fn new() -> Self {
        Self(CancellationToken::new())
    }

    /// Ends the query.
    pub fn cancel(&self) {
        self.0.cancel();
    }
}

fn failed(error: QueryEvaluationError) -> QueryError {
    match error {
        QueryEvaluationError::UnsupportedService(_)
        | QueryEvaluationError::Service(_)
        | QueryEvaluationError::UnboundService
        | QueryEvaluationError::InvalidServiceName(_) => QueryError::Service,
        QueryEvaluationError::Cancelled => QueryError::Cancelled,
        other => QueryError::Failed(other.to_string()),
    }
}

#[cfg(test)]
mod tests;
