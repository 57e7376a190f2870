//! Speed of learnt wrappers, record assembly included; alone or compared with one bare search.

use super::CLASSES;
use crate::site::Site;
use anyhow::Context;
use std::hint::black_box;
use std::time::{Duration, Instant};
use unhusk::example::TrainingSet;
use unhusk::learn::Settings;
use unhusk::wrapper::{AnyWrapper, Extract};
use unhusk_baselines::find_method;

/// Rounds through the pages of a site; the fastest counts.
const ROUNDS: usize = 50;

/// Prints, for each site and class that fits it, the speed and the time per record.
pub(super) fn run(sites: &[Site]) -> anyhow::Result<()> {
    for site in sites {
        let examples = site.examples()?;
        for class in CLASSES {
            let method = find_method(class).with_context(|| format!("unknown method {class}"))?;
            let Ok(learned) = method.learn(&examples, &Settings::default()) else { continue };
            let n_records = n_records(&learned.wrapper, &examples);
            let time = time(&learned.wrapper, &examples);
            println!(
                "{:4} {class:7} {:7.0} MB/s  {:6.0} ns per record",
                site.name,
                megabytes(&examples) / time.as_secs_f64(),
                time.as_secs_f64() * 1e9 / n_records
            );
        }
    }
    Ok(())
}

/// Returns megabytes of source read per second.
pub(super) fn speed(wrapper: &AnyWrapper, examples: &TrainingSet<'_>) -> f64 {
    megabytes(examples) / time(wrapper, examples).as_secs_f64()
}

fn time(wrapper: &AnyWrapper, examples: &TrainingSet<'_>) -> Duration {
    let round = || {
        let start = Instant::now();
        for example in examples.examples() {
            black_box(wrapper.extract(examples.schema(), example.page));
        }
        start.elapsed()
    };
    (0..ROUNDS).map(|_| round()).min().unwrap_or_default()
}

/// Returns megabytes of source.
#[expect(clippy::cast_precision_loss, reason = "a site has a few megabytes")]
pub(super) fn megabytes(examples: &TrainingSet<'_>) -> f64 {
    let n_bytes: usize =
        examples.examples().iter().map(|example| example.page.source().len()).sum();
    n_bytes as f64 / 1e6
}

#[expect(clippy::cast_precision_loss, reason = "a site has a few thousand records")]
fn n_records(wrapper: &AnyWrapper, examples: &TrainingSet<'_>) -> f64 {
    let extract = |page| wrapper.extract(examples.schema(), page).records.len();
    examples.examples().iter().map(|example| extract(example.page)).sum::<usize>() as f64
}
