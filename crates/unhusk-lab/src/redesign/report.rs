//! The tables for people.

use super::{Args, Effect, RedesignRow, variants};
use std::fmt::Write;

const INFALLIBLE: &str = "writing to a string cannot fail";

/// A row of the CSV file.
#[derive(serde::Serialize)]
pub(super) struct RedesignCsvRow {
    set: &'static str,
    site: String,
    method: &'static str,
    change: &'static str,
    f1: String,
    page_hit_f1: String,
    pages_right: String,
    failed: bool,
}

pub(super) fn line(row: &RedesignRow) -> RedesignCsvRow {
    let share = |value: f64| format!("{value:.4}");
    RedesignCsvRow {
        set: row.set.name(),
        site: row.site.clone(),
        method: row.method,
        change: row.change,
        f1: share(row.figures.f1),
        page_hit_f1: share(row.figures.page_hit_f1),
        pages_right: share(row.figures.pages_right),
        failed: row.is_failed,
    }
}

/// Writes the mean F1 over sites: a line for each method, a column for each change.
pub(super) fn table(rows: &[RedesignRow], effects: &[Effect]) -> String {
    let changes: Vec<&str> = variants().into_iter().map(|(name, _)| name).collect();
    let mut text = format!("| set | method | {} | failed |\n", changes.join(" | "));
    writeln!(text, "|{}", " --- |".repeat(changes.len() + 3)).expect(INFALLIBLE);
    let mut seen = Vec::new();
    for row in rows {
        let key = (row.set.name(), row.method);
        if seen.contains(&key) {
            continue;
        }
        seen.push(key);
        let of_method: Vec<&RedesignRow> =
            rows.iter().filter(|row| (row.set.name(), row.method) == key).collect();
        let cells: Vec<String> =
            changes.iter().map(|change| format!("{:.3}", mean(&of_method, change))).collect();
        let n_failed = of_method.iter().filter(|row| row.change == "none" && row.is_failed).count();
        writeln!(text, "| {} | {} | {} | {n_failed} |", key.0, key.1, cells.join(" | "))
            .expect(INFALLIBLE);
    }
    let shares = |name: &str, share: &dyn Fn(&Effect) -> f64| {
        let cells: Vec<String> =
            effects.iter().map(|effect| format!("{:.3}", share(effect))).collect();
        format!("| | *{name}* | {} | |\n", cells.join(" | "))
    };
    text += &shares("pages changed", &|effect| part(effect.n_changed, effect.n_pages));
    text += &shares("values kept", &|effect| part(effect.n_readable, effect.n_values));
    text
}

#[expect(clippy::cast_precision_loss, reason = "counts of values are far below 2^52")]
fn part(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}

#[expect(clippy::cast_precision_loss, reason = "sites are few")]
fn mean(rows: &[&RedesignRow], change: &str) -> f64 {
    let of_change: Vec<f64> =
        rows.iter().filter(|row| row.change == change).map(|row| row.figures.f1).collect();
    of_change.iter().sum::<f64>() / of_change.len().max(1) as f64
}

/// `docs/results/redesign.md`, or under another name.
pub(super) fn document(rows: &[RedesignRow], table: &str, args: &Args) -> String {
    let (n_train, n_unlabelled, n_pages) = (args.train, args.unlabelled, args.pages);
    let name = &args.name;
    let sets: Vec<&str> = args.set.iter().map(|set| set.name()).collect();
    let sets = sets.join(",");
    let labelled = if n_train == 1 { "labelled page" } else { "labelled pages" };
    let mut methods: Vec<&str> = Vec::new();
    for row in rows {
        if !methods.contains(&row.method) {
            methods.push(row.method);
        }
    }
    let methods = methods.join(",");
    format!(
        "\
# Redesigned sites

Made by `cargo run --release -p unhusk-lab -- redesign --set {sets} -m {methods} --train {n_train} --with {n_unlabelled} --pages {n_pages} --name {name}`; figures by site in `crates/unhusk-lab/results/{name}.csv`.

Learnt from {n_train} {labelled} (methods of unhusk also see {n_unlabelled} pages without labels), then tested on up to {n_pages} other pages of the site after a simulated redesign, which changes all of them alike and keeps every value.
Value F1 as in [Learning from few pages](fewshot.md), mean over sites; *failed* counts the sites where nothing was learnt.
The last two lines show the share of the pages that a change affected, and the share of the values that are still readable on their page.
Peers are used as in [Learning from few pages](fewshot.md); the wrapper that each of them learnt once reads the pages after every change.

* **labels**: texts on most pages lose or get a colon, become upper case, or get an additional word.
* **attributes**: half of the kinds of attributes are removed, except for those that carry data.
* **classes**: all classes and ids are renamed.
* **tags**: half of the elements are renamed (`div` and `section`, `b` and `strong`, `h1` and `h2`, ...).
* **order**: neighbouring large blocks are exchanged.
* **siblings**: notes, table rows and list items are inserted.
* **wrappers**: a third of the containers get an inner container around their content.
* **all**: all of these, one after the other.

{table}"
    )
}
