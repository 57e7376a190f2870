//! The table for people.

use super::InduceRow;
use std::fmt::Write;

const INFALLIBLE: &str = "writing to a string cannot fail";
/// Minimum share of right cells for a column to represent an attribute.
const GOOD: f64 = 0.94;

/// Writes all figures as Markdown.
pub(super) fn document(rows: &[InduceRow]) -> String {
    let mut text = String::from(
        "# Without labels\n\nMade by `cargo run --release -p unhusk-lab -- induce`; all figures in \
         `crates/unhusk-lab/results/induce.csv`.\n\n\
         * **SWDE**, **Estuka**: for every attribute of a site the best column; the score is the share \
         of its cells that are right, *good* the share of attributes with at least 0.94.\n\
         * **EXALG**: basic nodes, precision and recall of columns against the manual schemas; columns that share \
         an attribute count as one; in *exalg each* every column counts.\n\
         * **SRR**: F1 of the records found on a single page, which must overlap the true nodes by four fifths of both; \
         *read*: F1 of the records that the template made of them reads, one for each true node.\n\
         * **active**: the template from as few pages as determine it, as in `unhusk induce`; *used* is the share \
         of training pages.\n\
         * **ms**: finding the columns on all pages and reading them, per page; *read*: reading a page with the finished \
         template, parsing included.\n\n\
         The methods were developed on these sites: the figures are development scores.\n\n\
         | set | method | n | score | good | precision | recall | used | ms | read |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    let mut groups: Vec<(&str, &str)> = rows.iter().map(|row| (row.set, row.method)).collect();
    groups.sort_by_key(|group| rows.iter().position(|row| (row.set, row.method) == *group));
    groups.dedup();
    for (set, method) in groups {
        let of_group: Vec<&InduceRow> =
            rows.iter().filter(|row| (row.set, row.method) == (set, method)).collect();
        let mean = |figure: fn(&InduceRow) -> f64| {
            let figures: Vec<f64> =
                of_group.iter().map(|row| figure(row)).filter(|figure| !figure.is_nan()).collect();
            mean_of(&figures)
        };
        let good = |row: &InduceRow| f64::from(u8::from(row.score >= GOOD));
        writeln!(
            text,
            "| {set} | {method} | {} | {} | {} | {} | {} | {} | {} | {} |",
            of_group.len(),
            shown(mean(|row| row.score), 3),
            shown(mean(good), 3),
            shown(mean(|row| row.precision), 3),
            shown(mean(|row| row.recall), 3),
            shown(mean(|row| row.pages_used), 2),
            shown(mean(|row| row.ms_per_page), 1),
            shown(mean(|row| row.ms_per_page_read), 1),
        )
        .expect(INFALLIBLE);
    }
    text
}

#[expect(clippy::cast_precision_loss, reason = "counts of sites")]
fn mean_of(figures: &[f64]) -> f64 {
    if figures.is_empty() { f64::NAN } else { figures.iter().sum::<f64>() / figures.len() as f64 }
}

fn shown(figure: f64, digits: usize) -> String {
    if figure.is_nan() { String::new() } else { format!("{figure:.digits$}") }
}
