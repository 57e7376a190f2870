//! The counts of a training set that the bounds use, and a summary of the bounds.

use super::{Bound, Demand, Experience};
use crate::example::{LabelCell, LabelledRecord, TrainingSet};
use unhusk_wrapper::AnyWrapper;
use unhusk_wrapper::delimiter::DelimiterWrapper;
use unhusk_wrapper::record::Field;

impl Experience {
    /// Returns the counts of the examples of `wrapper`; `None` if the bounds do not apply to its class.
    pub fn of(examples: &TrainingSet<'_>, wrapper: &AnyWrapper) -> Option<Self> {
        let n_page_delimiters = match wrapper {
            AnyWrapper::Delimiter(rule) => n_page_delimiters(rule),
            AnyWrapper::Kl(_)
            | AnyWrapper::Luti(_)
            | AnyWrapper::Stalker(_)
            | AnyWrapper::Bwi(_)
            | AnyWrapper::Site(_)
            | AnyWrapper::Pattern(_)
            | AnyWrapper::Template(_) => return None,
        };
        let mut n_values = Vec::new();
        let records: Vec<_> =
            examples.examples().iter().flat_map(|example| &example.records).collect();
        count_values(examples.schema().fields(), &records, &mut n_values);
        let lengths =
            examples.examples().iter().map(|example| example.page.source().chars().count());
        Some(Self {
            n_pages: examples.examples().len(),
            n_values,
            shortest_page: lengths.min().unwrap_or(0),
            n_page_delimiters,
        })
    }

    /// Describes, in one sentence, whether the examples meet the demand, or the number of pages that would.
    pub fn sentence(&self, demand: Demand) -> String {
        let promise = format!(
            "with {:.0} % confidence at most {:.0} % of new pages are read wrongly",
            100.0 * (1.0 - demand.delta),
            100.0 * demand.epsilon
        );
        if self.satisfies(Bound::FiniteClass, demand) {
            return format!("{} pages are enough: {promise}", self.n_pages);
        }
        let needed = |bound| match self.pages_needed(bound, demand) {
            Some(n_pages) => n_pages.to_string(),
            None => "more than anyone has".to_owned(),
        };
        format!(
            "{} little: to say that {promise} takes {} like these by the safe bound, {} by the optimistic one",
            if self.n_pages == 1 {
                "1 page proves".into()
            } else {
                format!("{} pages prove", self.n_pages)
            },
            needed(Bound::FiniteClass),
            needed(Bound::Reconstructed)
        )
    }
}

/// Counts the labelled values of each leaf field. Recurses on the nesting of the schema, whose depth is limited.
fn count_values(fields: &[Field], records: &[&LabelledRecord], n_values: &mut Vec<usize>) {
    for (position, field) in fields.iter().enumerate() {
        let cells = records.iter().filter_map(|record| record.cells.get(position));
        if field.is_nested() {
            let nested: Vec<_> = cells.flat_map(nested_records).collect();
            count_values(&field.fields, &nested, n_values);
        } else {
            n_values.push(cells.map(n_labels).sum());
        }
    }
}

fn nested_records(cell: &LabelCell) -> &[LabelledRecord] {
    if let LabelCell::Nested(records) = cell { records } else { &[] }
}

fn n_labels(cell: &LabelCell) -> usize {
    match cell {
        LabelCell::One(_) => 1,
        LabelCell::Many(labels) => labels.len(),
        LabelCell::Unknown | LabelCell::Absent | LabelCell::Nested(_) => 0,
    }
}

/// Returns the number of strings of a rule that belong to no field: head and tail, opening and closing string.
fn n_page_delimiters(rule: &DelimiterWrapper) -> usize {
    match rule {
        DelimiterWrapper::Lr(_) | DelimiterWrapper::NLr(_) => 0,
        DelimiterWrapper::Hlrt(_) | DelimiterWrapper::Oclr(_) | DelimiterWrapper::NHlrt(_) => 2,
        DelimiterWrapper::Hoclrt(_) => 4,
    }
}
