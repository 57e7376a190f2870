//! The tables for people.

use super::row::CorroborateRow;
use super::simulate::ErrorKind;
use super::{Args, PAGES};
use std::fmt::Write;

const INFALLIBLE: &str = "writing to a string cannot fail";

/// One line on the terminal.
pub(super) fn line(row: &CorroborateRow) -> String {
    let right: Vec<String> = PAGES
        .iter()
        .zip(row.right())
        .map(|(n_pages, right)| format!("{n_pages}: {right}/{}", row.trials))
        .collect();
    format!(
        "{:4} {:2} % {} of {} imperfect, {:10} right from {}  {:.0} ms",
        row.site,
        row.percent,
        row.imperfect,
        row.fields,
        format!("{:?}", row.kind).to_lowercase(),
        right.join("  "),
        row.ms_3,
    )
}

const INTRODUCTION: &str = "\
# Labels from imperfect recognizers

Figures in `crates/unhusk-lab/results/corroborate.csv`.
The experiment is that of N. Kushmerick, D. Weld, R. Doorenbos, *Wrapper induction for information extraction*, IJCAI 1997, section 7, on the sites of the later survey whose labels are available.

* A recognizer for each field is simulated from the right labels. An *incomplete* recognizer misses each value with the error rate as its probability; of the matches of an *unsound* recognizer, that share is wrong.
* Wrong matches are drawn at random: any bytes, as many as a value of the field has; a text between two tags; as many words as a value has; a value of another field.
* Which recognizers are imperfect, the order of the pages and the order of the fields are random.
* A trial is **right** if every cell of every labelled page has exactly its place, including cells that recognizers missed, and the wrapper learnt from them reads all ten pages of the site without an error.

The program was not tuned to error rates, but it was developed on these sites.
";

/// `docs/results/corroborate.md`.
pub(super) fn document(rows: &[CorroborateRow], args: &Args) -> String {
    let mut text = INTRODUCTION.to_owned();
    let rates: Vec<String> = args.rates.iter().map(u32::to_string).collect();
    let (trials, rates) = (args.trials, rates.join(","));
    writeln!(
        text,
        "Made by `cargo run --release -p unhusk-lab -- corroborate --trials {trials} --rates {rates}`: {trials} trials per site and setting.\n"
    )
    .expect(INFALLIBLE);
    text.push_str("## One perfect recognizer, all others imperfect\n\nShare of right trials by the number of labelled pages; mean over the sites.\n\n");
    by_rate(&mut text, rows);
    text.push_str("\n## 20 % error, one perfect recognizer, site by site\n\nErrors of both kinds. A site counts as solved if nine of ten trials are right.\n\n");
    by_site(&mut text, rows);
    text.push_str("\n## Pages needed\n\nMean number of pages until labels and wrapper are right, over the trials in which this happens, by error rate and number of imperfect recognizers; in brackets the share of trials for which ten pages are not enough.\n\n");
    pages_needed(&mut text, rows);
    text.push_str(BESIDE);
    text
}

const BESIDE: &str = "
The paper: about 4.9 pages for its site with four fields (okra), 29 for that with six (bigbook), over all conditions with errors of up to 40 %, until the wrapper is right on all test pages.
";

fn is_worst(row: &CorroborateRow) -> bool {
    row.percent == 0 || row.imperfect + 1 == row.fields
}

#[expect(clippy::cast_precision_loss, reason = "trials are few")]
fn share(right: usize, trials: usize) -> f64 {
    right as f64 / trials.max(1) as f64
}

#[expect(clippy::cast_precision_loss, reason = "sites are few")]
fn mean(shares: &[f64]) -> f64 {
    shares.iter().sum::<f64>() / shares.len().max(1) as f64
}

fn by_rate(text: &mut String, rows: &[CorroborateRow]) {
    let heads = PAGES.map(|n_pages| format!("{n_pages}")).join(" | ");
    writeln!(text, "| error | kind | {heads} |\n| --- | --- |{}", " --- |".repeat(PAGES.len()))
        .expect(INFALLIBLE);
    let mut percents: Vec<u32> = rows.iter().map(|row| row.percent).collect();
    percents.sort_unstable();
    percents.dedup();
    for percent in percents {
        for kind in [ErrorKind::Mixed, ErrorKind::Incomplete, ErrorKind::Unsound] {
            let of = |row: &&CorroborateRow| row.percent == percent && row.kind == kind;
            let rows: Vec<&CorroborateRow> =
                rows.iter().filter(|row| is_worst(row)).filter(of).collect();
            if rows.is_empty() {
                continue;
            }
            let cells: Vec<String> = (0..PAGES.len())
                .map(|at| {
                    let shares: Vec<f64> =
                        rows.iter().map(|row| share(row.right()[at], row.trials)).collect();
                    format!("{:.2}", mean(&shares))
                })
                .collect();
            let kind =
                if percent == 0 { "none".to_owned() } else { format!("{kind:?}").to_lowercase() };
            writeln!(text, "| {percent} % | {kind} | {} |", cells.join(" | ")).expect(INFALLIBLE);
        }
    }
}

fn by_site(text: &mut String, rows: &[CorroborateRow]) {
    let heads = PAGES.map(|n_pages| format!("{n_pages}")).join(" | ");
    writeln!(
        text,
        "| site | fields | {heads} | ms for 3 pages |\n| --- | --- |{} --- |",
        " --- |".repeat(PAGES.len())
    )
    .expect(INFALLIBLE);
    let mut reached = [0; PAGES.len()];
    let mut n_sites = 0;
    for row in rows {
        if row.percent != 20 || row.kind != ErrorKind::Mixed || !is_worst(row) {
            continue;
        }
        n_sites += 1;
        for (reached, right) in reached.iter_mut().zip(row.right()) {
            *reached += usize::from(10 * right >= 9 * row.trials);
        }
        let cells = row.right().map(|right| format!("{:.2}", share(right, row.trials)));
        let nested = if row.nested { ", nested" } else { "" };
        writeln!(
            text,
            "| {} | {}{nested} | {} | {:.0} |",
            row.site,
            row.fields,
            cells.join(" | "),
            row.ms_3
        )
        .expect(INFALLIBLE);
    }
    let reached = reached.map(|reached| format!("{reached} of {n_sites}"));
    writeln!(text, "| *reached* | | {} | |", reached.join(" | ")).expect(INFALLIBLE);
    text.push_str("\nCorroboration as in the paper requires rows. For nested records, the nesting is given, and the context of values resolves their places.\n");
}

fn pages_needed(text: &mut String, rows: &[CorroborateRow]) {
    let most = rows.iter().map(|row| row.imperfect).max().unwrap_or_default();
    let heads: Vec<String> = (1..=most).map(|n| format!("{n} imperfect")).collect();
    writeln!(text, "| error | {} |\n| --- |{}", heads.join(" | "), " --- |".repeat(most))
        .expect(INFALLIBLE);
    let mut percents: Vec<u32> = rows.iter().map(|row| row.percent).filter(|&at| at > 0).collect();
    percents.sort_unstable();
    percents.dedup();
    for percent in percents {
        let cell = |n_imperfect: usize| {
            let (mut pages, mut never, mut trials) = (0, 0, 0);
            for row in rows {
                if row.percent == percent
                    && row.imperfect == n_imperfect
                    && row.kind == ErrorKind::Mixed
                {
                    (pages, never, trials) =
                        (pages + row.pages, never + row.never, trials + row.trials);
                }
            }
            if trials == 0 {
                return String::new();
            }
            format!("{:.1} ({:.0} %)", share(pages, trials - never), 100.0 * share(never, trials))
        };
        let cells: Vec<String> = (1..=most).map(cell).collect();
        writeln!(text, "| {percent} % | {} |", cells.join(" | ")).expect(INFALLIBLE);
    }
}
