//! Growth of the time to learn with the length of the pages, their number, and the number of fields.

use crate::wien::growth::{InputSize, PageKind, USUAL, exponent};
use anyhow::{Context, ensure};
use std::time::Instant;
use unhusk::learn::Settings;
use unhusk_baselines::find_method;

/// One measurement.
#[derive(serde::Serialize)]
pub(crate) struct ScalingRow {
    pub(crate) class: &'static str,
    /// The quantity that grows: `length`, `pages` or `fields`.
    pub(crate) grows: &'static str,
    pub(crate) kilobytes_per_page: usize,
    pub(crate) pages: usize,
    pub(crate) fields: usize,
    pub(crate) ms: f64,
    /// Exponent of the power law fitted to the series of this row.
    pub(crate) exponent: f64,
}

/// Measures classes; the fastest of `n_runs` runs of each measurement counts.
pub(crate) fn run(classes: &[&'static str], n_runs: usize) -> anyhow::Result<Vec<ScalingRow>> {
    let lengths = [25, 50, 100, 200].map(|kilobytes| InputSize { kilobytes, ..USUAL });
    let pages = [5, 10, 20, 40].map(|pages| InputSize { pages, ..USUAL });
    let fields = [1, 2, 4, 8].map(|fields| InputSize { fields, ..USUAL });
    let mut rows = Vec::new();
    for class in classes {
        for (grows, series) in [("length", &lengths), ("pages", &pages), ("fields", &fields)] {
            let times = series
                .iter()
                .map(|shape| learn(class, *shape, n_runs))
                .collect::<anyhow::Result<Vec<_>>>()?;
            let exponent = exponent(&times);
            for (shape, time) in series.iter().zip(times) {
                rows.push(ScalingRow {
                    class,
                    grows,
                    kilobytes_per_page: shape.kilobytes,
                    pages: shape.pages,
                    fields: shape.fields,
                    ms: time,
                    exponent,
                });
            }
            println!("{class}: time grows with {grows} to the power of {exponent:.2}");
        }
    }
    Ok(rows)
}

/// Returns milliseconds.
fn learn(class: &str, shape: InputSize, n_runs: usize) -> anyhow::Result<f64> {
    let method = find_method(class).with_context(|| format!("unknown method {class}"))?;
    PageKind::Plain.with_examples(shape, |set| {
        let mut best = f64::MAX;
        for _ in 0..n_runs {
            let start = Instant::now();
            let learned = method.learn(set, &Settings::default());
            best = best.min(start.elapsed().as_secs_f64() * 1e3);
            ensure!(learned.is_ok(), "{class} does not fit the pages: {:?}", learned.err());
        }
        Ok(best)
    })
}
