//! One line per class, and the table.

use super::class::{PageShape, RecordClass};
use super::{ENOUGH, ExampleOutcome, MAX_EXAMPLES};
use std::fmt::{self, Write};
use unhusk::score::ValueCounts;

/// Result of one class.
#[derive(Debug, Clone, serde::Serialize)]
pub(super) struct ClassRow {
    site: String,
    class: &'static str,
    shape: &'static str,
    /// Number of examples given.
    examples: usize,
    right: usize,
    missed: usize,
    surplus: usize,
    f1: f64,
    pages: usize,
    learn_ms: u128,
    /// Reason why nothing was learnt.
    note: String,
}

impl ClassRow {
    pub(super) fn none(class: &RecordClass) -> Self {
        Self {
            site: class.site.clone(),
            class: class.name,
            shape: class.shape.name(),
            examples: 0,
            right: 0,
            missed: 0,
            surplus: 0,
            f1: 0.0,
            pages: 0,
            learn_ms: 0,
            note: String::new(),
        }
    }

    pub(super) fn new(class: &RecordClass, examples: usize, outcome: &ExampleOutcome) -> Self {
        let ValueCounts { right, missed, surplus } = outcome.records;
        let f1 = (outcome.records.f1() * 1e4).round() / 1e4;
        let learn_ms = outcome.learning.as_millis();
        Self {
            examples,
            right,
            missed,
            surplus,
            f1,
            pages: outcome.n_pages,
            learn_ms,
            ..Self::none(class)
        }
    }

    pub(super) fn note_error(&mut self, error: &anyhow::Error) {
        if self.examples == 0 && self.note.is_empty() {
            error.to_string().lines().next().unwrap_or_default().clone_into(&mut self.note);
        }
    }

    pub(super) fn is_better(&self, other: &Self) -> bool {
        other.examples == 0 || self.f1 > other.f1
    }

    pub(super) fn is_learnt(&self) -> bool {
        self.f1 >= ENOUGH
    }

    /// `2`, or `-` if the class was never learnt.
    fn needed(&self) -> String {
        if self.is_learnt() { self.examples.to_string() } else { "-".to_owned() }
    }
}

impl fmt::Display for ClassRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { site, class, right, missed, surplus, f1, pages, learn_ms, note, .. } = self;
        write!(
            f,
            "{:45} {:>2} examples  F1 {f1:.3}  right {right} missed {missed} surplus {surplus} on {pages} pages  \
             {learn_ms} ms  {note}",
            format!("{site} {class}"),
            self.needed(),
        )
    }
}

/// Writes the number of learnt classes and the mean F1.
#[expect(clippy::cast_precision_loss, reason = "there are few classes")]
pub(super) fn summary(rows: &[ClassRow]) -> String {
    let n_learnt =
        |n: usize| rows.iter().filter(|row| row.is_learnt() && row.examples <= n).count();
    let mean = rows.iter().map(|row| row.f1).sum::<f64>() / rows.len().max(1) as f64;
    let n_classes = rows.len();
    format!(
        "{n_classes} classes: one example {}, all {}; mean F1 {mean:.4}",
        n_learnt(1),
        n_learnt(MAX_EXAMPLES)
    )
}

/// The table for people.
pub(super) fn document(rows: &[ClassRow]) -> String {
    let mut text = format!(
        "# Examples needed\n\n\
         How many examples the method `pattern` needs per class, after Table 1 of Hogue and Karger, *Thresher* (WWW \
         2005).\n\n\
         Made by `cargo run --release -p unhusk-lab -- thresher`; figures in `crates/unhusk-lab/results/thresher.csv`.\n\n\
         * A class is a kind of record on one site: the whole page (*page*) or one of several on a page (*list*).\n\
         * Examples of a list are records of its first page, those with most fields first, and the labels are marked \
         as incomplete; examples of a page class are pages.\n\
         * Examples are added, up to {MAX_EXAMPLES}, until the F1 of whole records on all other pages is at \
         least {ENOUGH}; `-` with the best result if that never happens.\n\
         * Records are compared in the fields of the examples; records without any of these belong to another kind.\n\
         * The truth of documentation pages comes from CSS selectors on the classes that their generators write.\n\n"
    );
    for shape in [PageShape::Page, PageShape::List] {
        let of_shape: Vec<&ClassRow> =
            rows.iter().filter(|row| row.shape == shape.name()).collect();
        let counted =
            |n: usize| of_shape.iter().filter(|row| row.is_learnt() && row.examples <= n).count();
        let _ = writeln!(
            text,
            "## Classes that are a {}\n\n{} classes; one example is enough for {}, two for {}, {MAX_EXAMPLES} for {}.\n",
            shape.name(),
            of_shape.len(),
            counted(1),
            counted(2),
            counted(MAX_EXAMPLES),
        );
        text +=
            "| site | class | examples | F1 | right | missed | surplus | pages | learn ms | |\n";
        text += "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
        for row in of_shape {
            let ClassRow { site, class, f1, right, missed, surplus, pages, learn_ms, note, .. } =
                row;
            let needed = row.needed();
            let _ = writeln!(
                text,
                "| {site} | {class} | {needed} | {f1:.3} | {right} | {missed} | {surplus} | {pages} | {learn_ms} | {note} |"
            );
        }
        text.push('\n');
    }
    text
}
