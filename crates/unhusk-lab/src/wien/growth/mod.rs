//! Growth of the time and memory of learning with the length of the pages, their number, and the number of fields.

mod memory;
mod pages;

pub(crate) use memory::Once;
pub(crate) use pages::{InputSize, PageKind, USUAL};

use anyhow::{Context, ensure};
use pages::cases;
use std::time::{Duration, Instant};
use unhusk::learn::{Method, Settings};
use unhusk_baselines::find_method;

/// One measurement.
#[derive(serde::Serialize)]
pub(super) struct GrowthRow {
    pub(super) class: &'static str,
    /// The kind of page: `plain`, or the difficulty.
    pub(super) case: &'static str,
    /// The quantity that grows: `length`, `pages` or `fields`.
    pub(super) grows: &'static str,
    pub(super) kilobytes_per_page: usize,
    pub(super) pages: usize,
    pub(super) fields: usize,
    pub(super) ms: f64,
    /// Exponent of the power law fitted to the times of the series of this row.
    pub(super) exponent: f64,
    /// Megabytes that learning needs in addition to the pages; measured where the length grows.
    pub(super) megabytes: Option<f64>,
    /// Exponent of the power law fitted to the megabytes.
    pub(super) memory_exponent: Option<f64>,
}

/// Runs of each measurement; the fastest counts.
const RUNS: usize = 5;

pub(super) fn run(classes: &[&'static str]) -> anyhow::Result<Vec<GrowthRow>> {
    let lengths = [25, 50, 100, 200].map(|kilobytes| InputSize { kilobytes, ..USUAL });
    let pages = [5, 10, 20, 40].map(|pages| InputSize { pages, ..USUAL });
    let fields = [1, 2, 4, 8].map(|fields| InputSize { fields, ..USUAL });
    let mut rows = Vec::new();
    for &class in classes {
        for case in cases().filter(|case| case.fits(class)) {
            rows.extend(series(class, &case, "length", &lengths)?);
            rows.extend(series(class, &case, "pages", &pages)?);
            if case.has_any_fields() {
                rows.extend(series(class, &case, "fields", &fields)?);
            }
        }
    }
    Ok(rows)
}

fn series(
    class: &'static str,
    case: &PageKind,
    grows: &'static str,
    shapes: &[InputSize],
) -> anyhow::Result<Vec<GrowthRow>> {
    let method = find_method(class).with_context(|| format!("unknown method {class}"))?;
    let times: Vec<f64> = shapes
        .iter()
        .map(|shape| Ok(learn(method, case, *shape)?.as_secs_f64() * 1e3))
        .collect::<anyhow::Result<_>>()?;
    let megabytes: Option<Vec<f64>> =
        shapes.iter().map(|shape| memory::measure(class, case, *shape)).collect();
    let megabytes = megabytes.filter(|_| grows == "length");
    let (time_exponent, memory_exponent) = (exponent(&times), megabytes.as_deref().map(exponent));
    println!(
        "{class:7} {:28} {grows:7} ms {times:9.1?} power {time_exponent:.2}  MB {:5.1?} power {:.2}",
        case.name(),
        megabytes.as_deref().unwrap_or_default(),
        memory_exponent.unwrap_or_default()
    );
    let row = |(number, shape): (usize, &InputSize)| GrowthRow {
        class,
        case: case.name(),
        grows,
        kilobytes_per_page: shape.kilobytes,
        pages: shape.pages,
        fields: case.n_fields(*shape),
        ms: times[number],
        exponent: time_exponent,
        megabytes: megabytes.as_ref().map(|megabytes| megabytes[number]),
        memory_exponent,
    };
    Ok(shapes.iter().enumerate().map(row).collect())
}

fn learn(method: &Method, case: &PageKind, shape: InputSize) -> anyhow::Result<Duration> {
    case.with_examples(shape, |set| {
        let mut best = Duration::MAX;
        for _ in 0..RUNS {
            let start = Instant::now();
            let learned = method.learn(set, &Settings::default());
            best = best.min(start.elapsed());
            let class = method.name;
            ensure!(learned.is_ok(), "{class} on {}: {:?}", case.name(), learned.err());
        }
        Ok(best)
    })
}

/// Least squares in logarithms; every step of a series doubles the input.
#[expect(clippy::cast_precision_loss, reason = "a series has four steps")]
pub(crate) fn exponent(values: &[f64]) -> f64 {
    let logs: Vec<f64> = values.iter().map(|value| value.log2()).collect();
    let mean_x = (logs.len() - 1) as f64 / 2.0;
    let mean_y = logs.iter().sum::<f64>() / logs.len() as f64;
    let steps = logs.iter().enumerate().map(|(step, log)| (step as f64 - mean_x, log - mean_y));
    let (covariance, variance) =
        steps.fold((0.0, 0.0), |(xy, xx), (x, y)| (xy + x * y, xx + x * x));
    covariance / variance
}
