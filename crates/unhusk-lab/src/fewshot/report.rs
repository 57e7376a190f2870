//! The tables for people.

use super::TaskSetting;
use super::row::FewshotRow;
use crate::contest::half::SiteHalf;
use crate::contest::measure::{Failure, Figures};
use crate::contest::set::{BenchmarkSet, LabelScope};
use std::fmt::Write;

const INFALLIBLE: &str = "writing to a string cannot fail";

/// Writes one line per setting and method: the mean over sites.
pub(super) fn summary(rows: &[FewshotRow]) -> String {
    let mut text = String::new();
    let head = "set            labels  train  with method        F1   (fit, report) median   hit    sound (fit, report)  pages  records failed    ms  pages/s  MB/s";
    writeln!(text, "{head}").expect(INFALLIBLE);
    for of_setting in by_setting(rows) {
        let row = sum(&of_setting);
        let mean = row.mean();
        let (pages_per_s, mb_per_s) = row.speed().unwrap_or_default();
        writeln!(
            text,
            "{:14} {:7} {:5} {:5} {:10} {:6.3} ({:.3}, {:.3}) {:6.3} {:6.3} {:6.3} ({:.3}, {:.3}) {:6.3} {:7.3} {:6} {:7.1} {:7.0} {:5.0}",
            row.set.name(),
            row.setting.scope.name(),
            row.setting.n_train,
            row.setting.n_unlabelled,
            row.method,
            mean.f1,
            mean_of_half(&of_setting, SiteHalf::Fit, |mean| mean.f1),
            mean_of_half(&of_setting, SiteHalf::Report, |mean| mean.f1),
            median_f1(&of_setting),
            mean.page_hit_f1,
            mean.sound_f1,
            mean_of_half(&of_setting, SiteHalf::Fit, |mean| mean.sound_f1),
            mean_of_half(&of_setting, SiteHalf::Report, |mean| mean.sound_f1),
            mean.pages_right,
            mean.record_f1,
            row.n_failed(),
            row.learn_ms(),
            pages_per_s,
            mb_per_s
        )
        .expect(INFALLIBLE);
    }
    text
}

/// Writes a field that was read wrongly.
pub(super) fn failure(row: &FewshotRow, failure: &Failure) -> String {
    let Failure { page, field, expected, got } = failure;
    format!("{}: {page} {field}: expected {expected:?}, got {got:?}", row.head())
}

/// `docs/results/fewshot.md`.
pub(super) fn document(rows: &[FewshotRow], name: &str) -> String {
    let methods: Vec<&str> =
        groups(rows, |row| row.method).iter().map(|of_method| of_method[0].method).collect();
    let command = format!("fewshot --name {name} -m {}", methods.join(","));
    let mut text = INTRODUCTION.replace("COMMAND", &command).replace("NAME", name);
    for set in BenchmarkSet::ALL {
        for &scope in set.scopes() {
            let of_set: Vec<FewshotRow> = rows
                .iter()
                .filter(|row| row.set == set && row.setting.scope == scope)
                .cloned()
                .collect();
            if !of_set.is_empty() {
                text.push_str(&section(set, scope));
                table(&mut text, set, &of_set);
            }
        }
    }
    calibrations(&mut text, rows);
    text.push_str("\n## By site\n\nValue F1.\n\n");
    by_site(&mut text, rows);
    text
}

const INTRODUCTION: &str = "\
# Learning from few pages

Made by `cargo run --release -p unhusk-lab -- COMMAND`; figures by site in `crates/unhusk-lab/results/NAME.csv`.

![learning curves](NAME.svg)

* **F1**: values right, missed and surplus over all test pages of a site, by folded text (by exact span on WIEN); on SWDE per field, then the mean over the fields of a site. The figure is the mean over sites.
* **hit**: page-hit F1, the usual measure with SWDE: a field on a page is right if at least one of its values was extracted, missed if none was, surplus if all extracted values are wrong.
* **sound**: F1 over the fields that can be learnt: those that some label shows, without two whose truth is defective (`mpaa_rating` of movie/allmovie is cut to one letter, `director` of movie/amctv lacks its first word).
* **pages**: share of pages on which nothing is missed and nothing surplus. **records**: F1 of records that are right in all known cells.
* **failed**: trials in which nothing was learnt; they count as 0 in all means.
* **ms**: reading the labelled and the unlabelled pages, placing the labels, learning. **pages/s**, **MB/s**: one core, parsing included.

Cells without truth are not scored. A field without a value on the labelled pages is not learnt, and counts as missed on test pages that have it.
*With* is the number of pages given without labels; they are not test pages, except on sites that have no others (Estuka, WIEN).
Peers use no pages without labels and return no places: on WIEN they are compared by text. None of them reads nested records.
The methods were developed on these sites: the figures are development scores.
";

fn section(set: BenchmarkSet, scope: LabelScope) -> String {
    let title = match (set, scope) {
        (BenchmarkSet::Estuka | BenchmarkSet::EstukaRecords, LabelScope::First(_)) => {
            return format!(
                "\n## {}, {} labelled\n\nOnly the first records of the page are labelled, and the labels are marked as incomplete.\n\n",
                set.name(),
                scope.name()
            );
        }
        (BenchmarkSet::Swde, _) => {
            "SWDE: detail pages\n\nForty sites of forty pages, labels by text, tested on the other pages."
        }
        (BenchmarkSet::Estuka, LabelScope::All) => {
            "Estuka: search results\n\nTwenty-seven sites of three pages, labels by text; learnt from one page, tested on the other two."
        }
        (BenchmarkSet::EstukaRecords, LabelScope::All) => {
            "Estuka, records: more search results\n\nSixteen sites whose pages differ in columns: the columns that all pages have, or one field for the whole record."
        }
        (BenchmarkSet::Aql, _) => {
            "Search engines over years\n\nFive engines, 178 pages of several designs, titles and snippets by text; not every record is labelled."
        }
        (BenchmarkSet::Recipes, _) => {
            "Recipes: detail pages of today\n\nSixty sites, labels by text: title, author, ingredients, steps, total time."
        }
        (BenchmarkSet::Wien, _) => {
            "WIEN: Kushmerick's survey\n\nTen sites of ten pages, labels by span; with ten labelled pages the test pages are the same ten."
        }
    };
    format!("\n## {title}\n\n")
}

fn table(text: &mut String, set: BenchmarkSet, rows: &[FewshotRow]) {
    text.push_str("| labelled | with | method | F1 | hit |");
    text.push_str(if set == BenchmarkSet::Swde { " sound | sound hit |" } else { " records |" });
    text.push_str(" pages | failed | ms | pages/s | MB/s |\n");
    let n_columns = if set == BenchmarkSet::Swde { 12 } else { 11 };
    writeln!(text, "|{}", " --- |".repeat(n_columns)).expect(INFALLIBLE);
    for row in means(rows) {
        let mean = row.mean();
        let own = if set == BenchmarkSet::Swde {
            format!("{:.3} | {:.3}", mean.sound_f1, mean.sound_page_hit_f1)
        } else {
            format!("{:.3}", mean.record_f1)
        };
        let (pages_per_s, mb_per_s) = row.speed().unwrap_or_default();
        writeln!(
            text,
            "| {} | {} | {} | {:.3} | {:.3} | {own} | {:.3} | {} | {:.1} | {pages_per_s:.0} | {mb_per_s:.0} |",
            row.setting.n_train,
            row.setting.n_unlabelled,
            row.method,
            mean.f1,
            mean.page_hit_f1,
            mean.pages_right,
            row.n_failed(),
            row.learn_ms(),
        )
        .expect(INFALLIBLE);
    }
}

/// Writes a line for each set, method and class of confidence.
fn calibrations(text: &mut String, rows: &[FewshotRow]) {
    text.push_str(CALIBRATION);
    for of_method in groups(rows, |row| (row.set.name(), row.method)) {
        let mut all = of_method[0].clone();
        of_method[1..].iter().for_each(|row| all.merge(row));
        for class in all.calibration.classes() {
            #[expect(clippy::cast_precision_loss, reason = "counts of values")]
            let (n_values, n_right) = (class.n_values as f64, class.n_right as f64);
            writeln!(
                text,
                "| {} | {} | {:.3} | {:.3} | {n_values} |",
                all.set.name(),
                all.method,
                class.expected / n_values,
                n_right / n_values
            )
            .expect(INFALLIBLE);
        }
    }
}

const CALIBRATION: &str = "
## Confidence

Values of all settings, grouped by confidence: the mean confidence of a group, and the share of its values that are right. Methods without confidence are left out.

| set | method | confidence | right | values |
| --- | --- | --- | --- | --- |
";

/// Writes sites by settings, a table for each set and method.
fn by_site(text: &mut String, rows: &[FewshotRow]) {
    for series in groups(rows, |row| (row.set.name(), row.method)) {
        let (set, method) = (series[0].set, series[0].method);
        let columns = groups(&series, setting_name);
        let names: Vec<String> = columns.iter().map(|rows| setting_name(&rows[0])).collect();
        writeln!(text, "### {}, {method}\n\n| site | {} |", set.name(), names.join(" | "))
            .expect(INFALLIBLE);
        writeln!(text, "| --- |{}", " --- |".repeat(names.len())).expect(INFALLIBLE);
        for of_site in groups(&series, |row| row.site.clone()) {
            let cells: Vec<String> =
                of_site.iter().map(|row| format!("{:.3}", row.mean().f1)).collect();
            writeln!(text, "| {} | {} |", of_site[0].site, cells.join(" | ")).expect(INFALLIBLE);
        }
        text.push('\n');
    }
}

fn setting_name(row: &FewshotRow) -> String {
    let TaskSetting { scope, n_train, n_unlabelled } = row.setting;
    let scope = if scope == LabelScope::All { String::new() } else { format!(" {}", scope.name()) };
    format!("{n_train}{scope} + {n_unlabelled}")
}

/// Returns the mean over sites, a row for each set, setting and method.
pub(super) fn means(rows: &[FewshotRow]) -> Vec<FewshotRow> {
    by_setting(rows).iter().map(|of_setting| sum(of_setting)).collect()
}

fn by_setting(rows: &[FewshotRow]) -> Vec<Vec<FewshotRow>> {
    let key = |row: &FewshotRow| {
        let setting = row.setting;
        (row.set.name(), setting.scope.name(), setting.n_train, setting.n_unlabelled, row.method)
    };
    groups(rows, key)
}

fn sum(rows: &[FewshotRow]) -> FewshotRow {
    let mut sum = rows[0].clone();
    rows[1..].iter().for_each(|row| sum.merge(row));
    sum
}

/// Returns the mean of a figure over the sites of one half; NaN if it has none.
#[expect(clippy::cast_precision_loss, reason = "sites are few")]
fn mean_of_half(rows: &[FewshotRow], half: SiteHalf, figure: impl Fn(&Figures) -> f64) -> f64 {
    let is_chosen = |row: &&FewshotRow| SiteHalf::of_path(&row.site) == half;
    let of_half: Vec<f64> = rows.iter().filter(is_chosen).map(|row| figure(&row.mean())).collect();
    of_half.iter().sum::<f64>() / of_half.len() as f64
}

fn median_f1(rows: &[FewshotRow]) -> f64 {
    let mut of_sites: Vec<f64> = rows.iter().map(|row| row.mean().f1).collect();
    of_sites.sort_by(f64::total_cmp);
    of_sites[of_sites.len() / 2]
}

/// Groups rows with equal keys, in the order of first appearance.
pub(super) fn groups<K: PartialEq>(
    rows: &[FewshotRow],
    key: impl Fn(&FewshotRow) -> K,
) -> Vec<Vec<FewshotRow>> {
    let mut groups: Vec<(K, Vec<FewshotRow>)> = Vec::new();
    for row in rows {
        let key = key(row);
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, group)) => group.push(row.clone()),
            None => groups.push((key, vec![row.clone()])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}
