//! Pages that are made to slow a parser down: seconds at 1 MB, and how time grows with the size.
//!
//! The shapes are those of the library's tests, where every tree is checked; here they are timed.

use anyhow::Context;
use std::path::PathBuf;
use std::time::Instant;
use unhusk::Page;

#[path = "../../unhusk-page/tests/it/shapes.rs"]
mod shapes;

/// What to measure.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Rounds; the best one counts
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Parse one page of this shape and size once and stop, to count instructions with `valgrind --tool=callgrind`,
    /// which is free of noise
    #[arg(long, num_args = 2, value_names = ["SHAPE", "BYTES"])]
    once: Option<Vec<String>>,
    /// File for the figures
    #[arg(long, default_value = "crates/unhusk-lab/results/hostile.csv")]
    output: PathBuf,
}

/// Sizes in bytes: 256 KB to 4 MB, each four times the one before.
const SIZES: [usize; 3] = [1 << 18, 1 << 20, 1 << 22];

/// One line of the result.
#[derive(serde::Serialize)]
struct HostileRow {
    shape: &'static str,
    seconds_256_kb: String,
    seconds_1_mb: String,
    seconds_4_mb: String,
    exponent: String,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    if let Some(once) = &args.once {
        return parse_once(&once[0], once[1].parse().context("BYTES must be a number")?);
    }
    let mut out =
        csv::Writer::from_path(&args.output).with_context(|| args.output.display().to_string())?;
    let (mut slowest, mut steepest) = ((0.0_f64, ""), (0.0_f64, ""));
    for (shape, page, _) in shapes::SHAPES {
        let times = SIZES.map(|size| best_time(&page(size), args.rounds));
        // Two steps of a factor of four: the slope between the ends equals that of least squares.
        let exponent = (times[2] / times[0]).log2() / 4.0;
        slowest = if times[1] > slowest.0 { (times[1], shape) } else { slowest };
        steepest = if exponent > steepest.0 { (exponent, shape) } else { steepest };
        let seconds = |time: f64| format!("{time:.4}");
        out.serialize(HostileRow {
            shape,
            seconds_256_kb: seconds(times[0]),
            seconds_1_mb: seconds(times[1]),
            seconds_4_mb: seconds(times[2]),
            exponent: format!("{exponent:.2}"),
        })?;
    }
    println!("{} shapes", shapes::SHAPES.len());
    println!("slowest at 1 MB: {:.3} s ({})", slowest.0, slowest.1);
    println!("steepest growth: size to the power of {:.2} ({})", steepest.0, steepest.1);
    Ok(out.flush()?)
}

fn parse_once(name: &str, size: usize) -> anyhow::Result<()> {
    let shape = shapes::SHAPES.iter().find(|(shape, ..)| *shape == name);
    let (_, page, _) = shape.with_context(|| format!("unknown shape {name:?}"))?;
    println!("{} nodes", Page::from(page(size).as_str()).tree().len());
    Ok(())
}

fn best_time(source: &str, n_rounds: usize) -> f64 {
    let time = || {
        let start = Instant::now();
        std::hint::black_box(Page::from(source).tree().len());
        start.elapsed().as_secs_f64()
    };
    (0..n_rounds.max(1)).map(|_| time()).fold(f64::INFINITY, f64::min)
}
