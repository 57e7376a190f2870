//! Calibration: whether values are right as often as their confidence claims.

use unhusk::example::{Example, Label, LabelCell};
use unhusk::record::{Cell, Record, Value};

/// Lower bounds of the confidence classes, followed by the upper bound of the last.
const BORDERS: [f64; 8] = [0.0, 0.7, 0.8, 0.9, 0.95, 0.98, 0.995, 1.001];
const N_CLASSES: usize = BORDERS.len() - 1;

/// Values grouped by confidence.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Calibration {
    classes: [ConfidenceClass; N_CLASSES],
}

/// Values of similar confidence.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ConfidenceClass {
    pub(crate) n_values: usize,
    pub(crate) n_right: usize,
    /// Sum of the confidences: the expected number of right values.
    pub(crate) expected: f64,
}

impl Calibration {
    /// Returns the classes with values, in increasing confidence.
    pub(crate) fn classes(&self) -> impl Iterator<Item = &ConfidenceClass> {
        self.classes.iter().filter(|class| class.n_values > 0)
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        for (class, more) in self.classes.iter_mut().zip(&other.classes) {
            class.n_values += more.n_values;
            class.n_right += more.n_right;
            class.expected += more.expected;
        }
    }

    /// Adds the values read from one page. Each true value matches at most one.
    pub(super) fn add(&mut self, truth: &Example<'_>, read: &[Record<'_>]) {
        let n_fields = truth.records.first().map_or(0, |record| record.cells.len());
        for field in 0..n_fields {
            let Some(mut texts) = true_texts(truth, field) else { continue };
            let known = read.iter().filter(|record| truth.complete || is_listed(truth, record));
            for value in known.flat_map(|record| values(&record.cells[field])) {
                let found = texts.iter().position(|text| **text == *value.text);
                found.map(|at| texts.swap_remove(at));
                self.count(value, found.is_some());
            }
        }
    }

    fn count(&mut self, value: &Value<'_>, is_right: bool) {
        let Some(confidence) = value.confidence else { return };
        let confidence = confidence.get();
        let behind = BORDERS.iter().position(|border| *border > confidence).unwrap_or(N_CLASSES);
        let class = &mut self.classes[behind - 1];
        class.n_values += 1;
        class.n_right += usize::from(is_right);
        class.expected += confidence;
    }
}

/// Whether a value of a record is in the truth. If the truth of a page is not complete, its other records are unknown.
fn is_listed(truth: &Example<'_>, record: &Record<'_>) -> bool {
    record.cells.iter().enumerate().any(|(field, cell)| {
        let texts = true_texts(truth, field).unwrap_or_default();
        values(cell).iter().any(|value| texts.contains(&&*value.text))
    })
}

/// Returns the texts of a field on a page; `None` if the truth is unknown or gives places.
fn true_texts<'t>(truth: &'t Example<'_>, field: usize) -> Option<Vec<&'t str>> {
    let mut texts = None;
    for record in &truth.records {
        let labels: &[Label] = match &record.cells[field] {
            LabelCell::Unknown | LabelCell::Nested(_) => continue,
            LabelCell::Absent => &[],
            LabelCell::One(label) => std::slice::from_ref(label),
            LabelCell::Many(labels) => labels,
        };
        let texts = texts.get_or_insert_with(Vec::new);
        for label in labels {
            texts.push(label.text.as_deref()?);
        }
    }
    texts
}

fn values<'a, 'p>(cell: &'a Cell<'p>) -> &'a [Value<'p>] {
    match cell {
        Cell::One(value) => std::slice::from_ref(value),
        Cell::Many(values) => values,
        Cell::Absent | Cell::Nested(_) => &[],
    }
}
