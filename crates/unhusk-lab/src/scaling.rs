//! How the time to learn grows with the length of the pages, their number, and the number of fields.

use crate::random::Random;
use anyhow::{Context, ensure};
use std::fmt::Write;
use std::time::{Duration, Instant};
use unhusk::example::{Example, Label, LabelCell, LabelledRecord, Place, Target, TrainingSet};
use unhusk::learn::{Settings, find_method};
use unhusk::record::{Field, Schema};
use unhusk::{Page, Span};

/// One measurement.
#[derive(serde::Serialize)]
pub(crate) struct Row {
    pub(crate) class: &'static str,
    /// What grows: `length`, `pages` or `fields`.
    pub(crate) grows: &'static str,
    pub(crate) kilobytes_per_page: usize,
    pub(crate) pages: usize,
    pub(crate) fields: usize,
    pub(crate) ms: f64,
    /// Exponent of the power law fitted to the series of this row.
    pub(crate) exponent: f64,
}

#[derive(Clone, Copy)]
struct Shape {
    kilobytes: usize,
    pages: usize,
    fields: usize,
}

/// The size that the series grow from, and the bars are stated for.
const USUAL: Shape = Shape { kilobytes: 100, pages: 10, fields: 4 };
/// Measures classes; of `n_runs` runs of each measurement the fastest counts.
pub(crate) fn run(classes: &[&'static str], n_runs: usize) -> anyhow::Result<Vec<Row>> {
    let lengths = [25, 50, 100, 200].map(|kilobytes| Shape { kilobytes, ..USUAL });
    let pages = [5, 10, 20, 40].map(|pages| Shape { pages, ..USUAL });
    let fields = [1, 2, 4, 8].map(|fields| Shape { fields, ..USUAL });
    let mut rows = Vec::new();
    for class in classes {
        for (grows, series) in [("length", &lengths), ("pages", &pages), ("fields", &fields)] {
            let times = series
                .iter()
                .map(|shape| learn(class, *shape, n_runs))
                .collect::<anyhow::Result<Vec<_>>>()?;
            let exponent = exponent(&times);
            for (shape, time) in series.iter().zip(times) {
                rows.push(Row {
                    class,
                    grows,
                    kilobytes_per_page: shape.kilobytes,
                    pages: shape.pages,
                    fields: shape.fields,
                    ms: time.as_secs_f64() * 1e3,
                    exponent,
                });
            }
            println!("{class}: time grows with {grows} to the power of {exponent:.2}");
        }
    }
    Ok(rows)
}

fn learn(class: &str, shape: Shape, n_runs: usize) -> anyhow::Result<Duration> {
    let method = find_method(class).with_context(|| format!("there is no method {class}"))?;
    let mut random = Random::new(1);
    let made: Vec<_> = (0..shape.pages).map(|_| make_page(shape, &mut random)).collect();
    let pages: Vec<Page> = made.iter().map(|(source, _)| Page::from(source.as_str())).collect();
    let examples =
        made.iter().zip(&pages).map(|((_, records), page)| example(page, records)).collect();
    let fields = (1..=shape.fields).map(|number| Field::new(format!("a{number}"))).collect();
    let set = TrainingSet::from_examples(Schema::new(fields)?, examples)?;
    let mut best = Duration::MAX;
    for _ in 0..n_runs {
        let start = Instant::now();
        let learned = (method.learn)(&set, &Settings::default());
        best = best.min(start.elapsed());
        ensure!(learned.is_ok(), "{class} does not fit the synthetic pages: {:?}", learned.err());
    }
    Ok(best)
}

/// A page of a table between a head and a tail that look like rows, and the spans of its values.
fn make_page(shape: Shape, random: &mut Random) -> (String, Vec<Vec<Span>>) {
    let mut source = String::from("<html><title>Codes</title><body><b>Codes</b><p><ul>\n");
    let mut records = Vec::new();
    while source.len() + 64 < shape.kilobytes * 1000 {
        source.push_str("<li>");
        let mut record = Vec::new();
        for field in 1..=shape.fields {
            write!(source, "<b class=f{field}>").expect("writing to a string cannot fail");
            let start = source.len();
            write!(source, "value {}", random.below(1_000_000))
                .expect("writing to a string cannot fail");
            record.push(Span::new(start, source.len()));
            write!(source, "</b> some words between, {} of them; ", random.below(100))
                .expect("as above");
        }
        source.push_str("<br>\n");
        records.push(record);
    }
    source.push_str("</ul><hr><b>End of the list</b></body></html>\n");
    (source, records)
}

fn example<'p>(page: &'p Page, records: &[Vec<Span>]) -> Example<'p> {
    let cell = |span: &Span| {
        let place = Place { span: *span, target: Target::Range };
        LabelCell::One(Label { candidates: vec![place], text: None })
    };
    let records =
        records.iter().map(|spans| LabelledRecord { cells: spans.iter().map(cell).collect() });
    Example {
        name: "synthetic".into(),
        page,
        complete: true,
        records: records.collect(),
        negatives: Vec::new(),
    }
}

/// Least squares in logarithms; every step of a series doubles the input.
#[expect(clippy::cast_precision_loss, reason = "a series has four steps")]
fn exponent(times: &[Duration]) -> f64 {
    let logs: Vec<f64> = times.iter().map(|time| time.as_secs_f64().log2()).collect();
    let mean_x = (logs.len() - 1) as f64 / 2.0;
    let mean_y = logs.iter().sum::<f64>() / logs.len() as f64;
    let steps = logs.iter().enumerate().map(|(step, log)| (step as f64 - mean_x, log - mean_y));
    let (covariance, variance) =
        steps.fold((0.0, 0.0), |(xy, xx), (x, y)| (xy + x * y, xx + x * x));
    covariance / variance
}
