//! Statements in memory: every term has a number, and statements of numbers are sorted in four orders.
//!
//! A pattern is answered by the order that begins with the parts that it fixes, so that its matches are one range. Each
//! statement takes sixteen bytes per order; rows of an answer are sorted by the first occurrence of their terms.

use indexmap::IndexSet;
use oxrdf::{GraphName, NamedOrBlankNode, Quad, Term};
use spareval::{ExpressionTerm, InternalQuad, QueryableDataset};
use std::cell::OnceCell;
use std::convert::Infallible;

/// Numbers of subject, predicate, object and graph.
type StoredQuad = [u32; 4];
const SUBJECT: usize = 0;
const PREDICATE: usize = 1;
const OBJECT: usize = 2;
const GRAPH: usize = 3;

/// The graph of statements without a named graph.
const DEFAULT_GRAPH: u32 = u32::MAX;

/// A pattern can fix any of the four parts: some order begins with each set of them, or with most of it.
const ORDERS: [[usize; 4]; 4] = [
    [SUBJECT, PREDICATE, OBJECT, GRAPH],
    [PREDICATE, OBJECT, SUBJECT, GRAPH],
    [OBJECT, SUBJECT, PREDICATE, GRAPH],
    [GRAPH, SUBJECT, PREDICATE, OBJECT],
];

/// Statements, and their orders, which the first query builds.
#[derive(Default)]
pub(super) struct QuadStore {
    terms: IndexSet<Term>,
    rows: Vec<StoredQuad>,
    orders: OnceCell<[Vec<StoredQuad>; 4]>,
}

impl QuadStore {
    /// Adds a statement; `false` if there is no number left for its terms.
    pub(super) fn insert(&mut self, quad: Quad) -> bool {
        let graph = match quad.graph_name {
            GraphName::DefaultGraph => Some(DEFAULT_GRAPH),
            GraphName::NamedNode(node) => self.number(node.into()),
            GraphName::BlankNode(node) => self.number(node.into()),
        };
        let subject = match quad.subject {
            NamedOrBlankNode::NamedNode(node) => self.number(node.into()),
            NamedOrBlankNode::BlankNode(node) => self.number(node.into()),
        };
        let (predicate, object) = (self.number(quad.predicate.into()), self.number(quad.object));
        let (Some(subject), Some(predicate), Some(object), Some(graph)) =
            (subject, predicate, object, graph)
        else {
            return false;
        };
        self.rows.push([subject, predicate, object, graph]);
        self.orders.take();
        true
    }

    fn number(&mut self, term: Term) -> Option<u32> {
        let (at, _) = self.terms.insert_full(canonical(term));
        u32::try_from(at).ok().filter(|number| *number != DEFAULT_GRAPH)
    }

    /// The statements in each of [`ORDERS`], their columns in that order.
    fn orders(&self) -> &[Vec<StoredQuad>; 4] {
        self.orders.get_or_init(|| {
            ORDERS.map(|order| {
                let mut rows: Vec<StoredQuad> =
                    self.rows.iter().map(|row| order.map(|column| row[column])).collect();
                rows.sort_unstable();
                rows.dedup();
                rows
            })
        })
    }

    /// The statements with the numbers that are given.
    fn matches(&self, wanted: [Option<u32>; 4]) -> impl Iterator<Item = StoredQuad> + use<'_> {
        let n_fixed =
            |order: &[usize; 4]| order.iter().take_while(|at| wanted[**at].is_some()).count();
        let best = (0..ORDERS.len()).rev().max_by_key(|at| n_fixed(&ORDERS[*at])).unwrap_or(0);
        let order = ORDERS[best];
        let rows = &self.orders()[best];
        let prefix: Vec<u32> = order.iter().map_while(|at| wanted[*at]).collect();
        let start = rows.partition_point(|row| row[..prefix.len()] < prefix[..]);
        let n_rows = rows[start..].partition_point(|row| row[..prefix.len()] == prefix[..]);
        let in_columns = move |row: &StoredQuad| {
            let mut columns = [0; 4];
            order.iter().zip(row).for_each(|(column, number)| columns[*column] = *number);
            columns
        };
        let is_wanted = move |row: &StoredQuad| {
            wanted.iter().zip(row).all(|(wanted, number)| wanted.is_none_or(|it| it == *number))
        };
        rows[start..start + n_rows].iter().map(in_columns).filter(is_wanted)
    }
}

/// Numbers and dates in one spelling, so that `12.50` and `12.5` are one term.
fn canonical(term: Term) -> Term {
    match term {
        Term::Literal(_) => ExpressionTerm::from(term).into(),
        _ => term,
    }
}

/// A term of the store, or one that a query has computed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum QueryTerm {
    Known(u32),
    Computed(Term),
}

impl QueryTerm {
    /// Returns the number of the term; `None` if no statement has it.
    fn number(&self) -> Option<u32> {
        match self {
            Self::Known(number) => Some(*number),
            Self::Computed(_) => None,
        }
    }
}

impl<'s> QueryableDataset<'s> for &'s QuadStore {
    type InternalTerm = QueryTerm;
    type Error = Infallible;

    /// Matches a pattern. Without a graph name it matches all graphs, the default one too, as the evaluator expects for
    /// a union of graphs.
    fn internal_quads_for_pattern(
        &self,
        subject: Option<&QueryTerm>,
        predicate: Option<&QueryTerm>,
        object: Option<&QueryTerm>,
        graph_name: Option<Option<&QueryTerm>>,
    ) -> impl Iterator<Item = Result<InternalQuad<QueryTerm>, Infallible>> + use<'s> {
        let store: &'s QuadStore = self;
        let graph = match graph_name {
            None => Some(None),
            Some(None) => Some(Some(DEFAULT_GRAPH)),
            Some(Some(node)) => node.number().map(Some),
        };
        let fixed =
            |node: Option<&QueryTerm>| node.map_or(Some(None), |node| node.number().map(Some));
        let wanted = match (fixed(subject), fixed(predicate), fixed(object), graph) {
            (Some(subject), Some(predicate), Some(object), Some(graph)) => {
                Some([subject, predicate, object, graph])
            }
            _ => None,
        };
        wanted.into_iter().flat_map(move |wanted| store.matches(wanted)).map(
            |[subject, predicate, object, graph]| {
                Ok(InternalQuad {
                    subject: QueryTerm::Known(subject),
                    predicate: QueryTerm::Known(predicate),
                    object: QueryTerm::Known(object),
                    graph_name: (graph != DEFAULT_GRAPH).then_some(QueryTerm::Known(graph)),
                })
            },
        )
    }

    fn internalize_term(&self, term: Term) -> Result<QueryTerm, Infallible> {
        let term = canonical(term);
        let number = self.terms.get_index_of(&term).and_then(|at| u32::try_from(at).ok());
        Ok(number.map_or(QueryTerm::Computed(term), QueryTerm::Known))
    }

    fn externalize_term(&self, node: QueryTerm) -> Result<Term, Infallible> {
        Ok(match node {
            QueryTerm::Known(number) => self.terms[number as usize].clone(),
            QueryTerm::Computed(term) => term,
        })
    }
}
