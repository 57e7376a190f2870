//! Comparison of an export with its wrapper.

use super::choose::texts;
use super::plan::{ExportPlan, FieldPlan, RecordNodes, RecordPlan, record_nodes};
use unhusk_page::select::Evaluator;
use unhusk_page::{NodeId, Page};
use unhusk_wrapper::record::Record;

/// Agreement of an export with its wrapper on one page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldAgreement {
    /// For each field, whether all its values are equal, record by record.
    pub fields: Vec<bool>,
}

impl FieldAgreement {
    /// Agreement in no field.
    pub(super) fn none(n_fields: usize) -> Self {
        Self { fields: vec![false; n_fields] }
    }
}

/// Number of pages on which an export agrees with its wrapper.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AgreementTally {
    /// Number of compared pages.
    pub n_pages: usize,
    /// Names of the first compared pages.
    pub names: Vec<String>,
    /// For each field, the number of pages with equal values.
    pub n_equal: Vec<usize>,
}

/// Limit on the page names that are kept.
const MAX_NAMES: usize = 4;

impl AgreementTally {
    /// Adds a page.
    pub fn add(&mut self, name: &str, agreement: &FieldAgreement) {
        self.n_pages += 1;
        if self.names.len() < MAX_NAMES {
            self.names.push(name.to_owned());
        }
        self.n_equal.resize(agreement.fields.len(), 0);
        for (n_equal, is_equal) in self.n_equal.iter_mut().zip(&agreement.fields) {
            *n_equal += usize::from(*is_equal);
        }
    }

    /// Lists the pages: `1.html, 2.html`; `1.html, 2.html, 3.html, 4.html and 36 more`.
    pub fn pages(&self) -> String {
        let more = match self.n_pages - self.names.len() {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        self.names.join(", ") + &more
    }

    /// Returns the number of equal fields, summed over the pages.
    pub fn total(&self) -> usize {
        self.n_equal.iter().sum()
    }

    /// Whether all fields agree on all pages.
    pub fn is_full(&self) -> bool {
        self.n_equal.iter().all(|n_equal| *n_equal == self.n_pages)
    }

    /// Returns `equal on 46 of 48 pages`; `None` if no page was compared.
    pub fn of_field(&self, field: usize) -> Option<String> {
        let n_equal = self.n_equal.get(field)?;
        let pages = if self.n_pages == 1 { "page" } else { "pages" };
        Some(format!("equal on {n_equal} of {} {pages}", self.n_pages))
    }
}

impl ExportPlan {
    /// Compares the values that the plan extracts from a page with the wrapper's records.
    pub(super) fn check(&self, expected: &[Record<'_>], page: &Page) -> FieldAgreement {
        let rows = self.rows(page);
        let is_equal = |field: usize| {
            rows.len() == expected.len()
                && rows.iter().zip(expected).all(|(row, record)| {
                    record.cells.get(field).is_some_and(|cell| row[field] == texts(cell))
                })
        };
        FieldAgreement { fields: (0..self.fields.len()).map(is_equal).collect() }
    }

    /// Returns the values of each record of a page, field by field.
    fn rows(&self, page: &Page) -> Vec<Vec<Vec<String>>> {
        let evaluator = &mut Evaluator::new(page.tree());
        let is_record = |row: &Vec<Vec<String>>| row.iter().any(|values| !values.is_empty());
        match &self.records {
            RecordPlan::Page => self
                .seen_from(&[vec![NodeId::DOCUMENT]], page, evaluator)
                .filter(is_record)
                .collect(),
            RecordPlan::Nodes { expressions, required, reach, .. } => {
                let mut nodes = Vec::new();
                for expression in expressions {
                    evaluator.allow(usize::MAX);
                    nodes.extend(expression.nodes(evaluator));
                }
                nodes.sort_unstable();
                nodes.dedup();
                let lacks = |row: &Vec<Vec<String>>| {
                    required.iter().any(|&at| row.get(at).is_none_or(Vec::is_empty))
                };
                let regions: Vec<RecordNodes> =
                    nodes.iter().map(|&node| record_nodes(page, node, *reach, &nodes)).collect();
                let rows = self.seen_from(&regions, page, evaluator);
                rows.filter(|row| is_record(row) && !lacks(row)).collect()
            }
            RecordPlan::Turns => {
                let row = self.seen_from(&[vec![NodeId::DOCUMENT]], page, evaluator).next();
                turns(&row.unwrap_or_default())
            }
        }
    }

    /// Returns the values of all fields for each record.
    fn seen_from(
        &self,
        regions: &[RecordNodes],
        page: &Page,
        evaluator: &mut Evaluator<'_>,
    ) -> impl Iterator<Item = Vec<Vec<String>>> {
        let column = |field: &FieldPlan| field.values(page, evaluator, regions).into_iter();
        let mut columns: Vec<_> = self.fields.iter().map(column).collect();
        let of_region =
            move |_| columns.iter_mut().map(|of| of.next().unwrap_or_default()).collect();
        (0..regions.len()).map(of_region)
    }
}

/// Makes the n-th record of the n-th values of all fields; nothing if the fields have different numbers of values.
fn turns(columns: &[Vec<String>]) -> Vec<Vec<Vec<String>>> {
    let n_records = columns.first().map_or(0, Vec::len);
    if columns.iter().any(|column| column.len() != n_records) {
        return Vec::new();
    }
    let row = |at: usize| columns.iter().map(|column| vec![column[at].clone()]).collect();
    (0..n_records).map(row).collect()
}
