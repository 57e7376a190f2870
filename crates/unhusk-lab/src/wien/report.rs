//! The tables for people.

use super::{CLASSES, SurveyRow, growth};
use std::fmt::Write;

/// One line on the terminal.
pub(super) fn line(row: &SurveyRow) -> String {
    let published = if row.published { "published" } else { "" };
    match (row.mean_pages, row.ms_per_page) {
        (Some(pages), Some(ms)) => {
            format!(
                "{:4} {:7} fits  {pages:5.2} pages  {ms:8.3} ms/page  {published}",
                row.site, row.class
            )
        }
        _ => format!("{:4} {:7} -  {published}", row.site, row.class),
    }
}

/// `docs/results/wien.md`.
pub(super) fn document(
    rows: &[SurveyRow],
    growth: &[growth::GrowthRow],
    n_orders: usize,
) -> String {
    let mut text = String::new();
    text.push_str(INTRODUCTION);
    text.push_str("\n## Coverage\n\n");
    text.push_str(COVERAGE);
    table(&mut text, rows, "fits", |row| match (row.fits, row.published) {
        (true, true) => "yes".into(),
        (true, false) => "yes, not published".into(),
        (false, true) => "**no**".into(),
        (false, false) => String::new(),
    });
    text.push_str("\n## Expressiveness\n\nWhich of the four classes for tables fit a site:\n\n");
    regions(&mut text, rows);
    writeln!(text, "\n## Pages needed\n\nMean number of pages until the wrapper reads all other pages perfectly, over {n_orders} random orders.\n")
        .expect(INFALLIBLE);
    table(&mut text, rows, "pages", |row| {
        row.mean_pages.map_or(String::new(), |pages| format!("{pages:.1}"))
    });
    text.push_str(PAGES_BESIDE);
    text.push_str("\n## Time\n\nMilliseconds per example page while learning.\n\n");
    table(&mut text, rows, "ms", |row| {
        row.ms_per_page.map_or(String::new(), |ms| format!("{ms:.2}"))
    });
    text.push_str(TIME_BESIDE);
    text.push_str(
        "\n## Reading\n\nMegabytes of source per second that the learnt wrapper reads.\n\n",
    );
    table(&mut text, rows, "speed", |row| {
        row.mb_per_s.map_or(String::new(), |speed| format!("{speed:.0}"))
    });
    let cells = CLASSES.map(|class| format!("{:.0}", speed_on_all_pages(rows, class)));
    writeln!(text, "| *all pages* | {} |", cells.join(" | ")).expect(INFALLIBLE);
    text.push_str(READING_BESIDE);
    text.push_str("\n## Growth\n\n");
    text.push_str(GROWTH);
    growth_table(&mut text, growth);
    text
}

const INFALLIBLE: &str = "writing to a string cannot fail";

const INTRODUCTION: &str = "\
# Kushmerick's survey on his own pages

Made by `cargo run --release -p unhusk-lab -- wien`; figures in `crates/unhusk-lab/results/wien.csv` and `wien-scaling.csv`.
Ten of the thirty sites of the survey are available, ten pages each, with the labels and the wrappers that its author published.
The paper is N. Kushmerick, *Wrapper induction: efficiency and expressiveness*, Artificial Intelligence 118 (2000).
The available copy lacks the numbers of its tables, so the comparison uses its text and the published wrappers.
The figures are development scores: the preference among valid delimiters was tuned on these sites.
";

const COVERAGE: &str = "\
A class fits a site if a wrapper learnt from all ten pages reproduces every label of all ten.
*Published* means that the class fits according to the author's survey.

";

const PAGES_BESIDE: &str = "
The paper: \"learning usually requires just a handful of examples\" (abstract).
";

const TIME_BESIDE: &str = "
The paper: \"a fraction of a CPU second per example\" (abstract), on machines of 1997, with searches of the sixth and tenth power of the page length for HLRT and HOCLRT.
";

const READING_BESIDE: &str = "
*All pages*: the megabytes of all sites that the class fits, divided by the seconds to read them.
";

const GROWTH: &str = "\
Synthetic pages; ten of 100 KB unless stated otherwise. *Plain* is a table of four fields between a head and a tail that look like rows.
The others are hard: the simpler class does not fit, the first guesses fail, or everything repeats (`crates/unhusk-learn/benches/hard_pages`).
The numbers under length, pages and fields are exponents of the power law fitted to four sizes, each twice the one before; 1 is linear.
MB is the memory that learning needs in addition to the pages (the peak of a separate process), and its growth with their length.

";

fn table(text: &mut String, rows: &[SurveyRow], what: &str, cell: impl Fn(&SurveyRow) -> String) {
    writeln!(text, "| site | {} |\n| --- |{}", CLASSES.join(" | "), " --- |".repeat(CLASSES.len()))
        .expect(INFALLIBLE);
    for of_site in rows.chunks(CLASSES.len()) {
        let cells: Vec<String> = of_site.iter().map(&cell).collect();
        writeln!(text, "| {} | {} |", of_site[0].site, cells.join(" | ")).expect(INFALLIBLE);
    }
    if what == "fits" {
        return;
    }
    for (name, summary) in [("mean", mean as fn(&[f64]) -> f64), ("median", median)] {
        let cells = CLASSES.map(|class| summarise(rows, class, what, summary));
        writeln!(text, "| *{name}* | {} |", cells.join(" | ")).expect(INFALLIBLE);
    }
}

fn summarise(rows: &[SurveyRow], class: &str, what: &str, summary: fn(&[f64]) -> f64) -> String {
    let value = |row: &SurveyRow| match what {
        "pages" => row.mean_pages,
        "speed" => row.mb_per_s,
        _ => row.ms_per_page,
    };
    let mut values: Vec<f64> =
        rows.iter().filter(|row| row.class == class).filter_map(value).collect();
    values.sort_by(f64::total_cmp);
    if values.is_empty() { String::new() } else { format!("{:.2}", summary(&values)) }
}

fn speed_on_all_pages(rows: &[SurveyRow], class: &str) -> f64 {
    let read = rows.iter().filter(|row| row.class == class);
    let read = read.filter_map(|row| Some((row.megabytes, row.megabytes / row.mb_per_s?)));
    let (megabytes, seconds) = read
        .fold((0.0, 0.0), |(all, time), (megabytes, seconds)| (all + megabytes, time + seconds));
    megabytes / seconds
}

#[expect(clippy::cast_precision_loss, reason = "there are ten sites")]
fn mean(sorted: &[f64]) -> f64 {
    sorted.iter().sum::<f64>() / sorted.len() as f64
}

fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 {
        sorted[middle]
    } else {
        f64::midpoint(sorted[middle - 1], sorted[middle])
    }
}

fn regions(text: &mut String, rows: &[SurveyRow]) {
    let mut regions: Vec<(String, Vec<&str>)> = Vec::new();
    for of_site in rows.chunks(CLASSES.len()) {
        let fitting: Vec<&str> =
            of_site[..4].iter().filter(|row| row.fits).map(|row| row.class).collect();
        let region = if fitting.is_empty() { "none".to_owned() } else { fitting.join(", ") };
        match regions.iter_mut().find(|(known, _)| *known == region) {
            Some((_, sites)) => sites.push(&of_site[0].site),
            None => regions.push((region, vec![&of_site[0].site])),
        }
    }
    text.push_str("| classes | sites |\n| --- | --- |\n");
    for (region, sites) in regions {
        writeln!(text, "| {region} | {} |", sites.join(", ")).expect(INFALLIBLE);
    }
}

fn growth_table(text: &mut String, growth: &[growth::GrowthRow]) {
    text.push_str(
        "| class | pages | ms at the usual size | length | pages | fields | MB | MB by length |\n",
    );
    text.push_str("| --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for rows in growth.chunk_by(|a, b| (a.class, a.case) == (b.class, b.case)) {
        let exponent = |grows| {
            let row = rows.iter().find(|row| row.grows == grows);
            row.map_or(String::new(), |row| format!("{:.2}", row.exponent))
        };
        let usual = rows.iter().find(|row| row.grows == "length" && row.kilobytes_per_page == 100);
        let number =
            |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.2}"));
        writeln!(
            text,
            "| {} | {} | {:.1} | {} | {} | {} | {} | {} |",
            rows[0].class,
            rows[0].case,
            usual.map_or(0.0, |row| row.ms),
            exponent("length"),
            exponent("pages"),
            exponent("fields"),
            number(usual.and_then(|row| row.megabytes)),
            number(usual.and_then(|row| row.memory_exponent)),
        )
        .expect(INFALLIBLE);
    }
}
