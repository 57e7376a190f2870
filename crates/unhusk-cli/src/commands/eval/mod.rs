//! `unhusk eval`: scores methods by learning from some labelled pages and testing on the others.

mod report;
mod saved;
mod trials;

use super::extract::load_wrapper;
use crate::args::{PageArgs, TextOrJson, method_names};
use crate::output::{Escapes, Reporter, stdout};
use crate::status::ExitStatus;
use crate::training::Labelled;
use std::io::Write;
use std::num::NonZeroUsize;
use trials::{LabelledSite, TrialPlan};
use unhusk::example::Strictness;
use unhusk::learn::Method;

const EXAMPLES: &str = "\
Examples:
  unhusk eval labels.json
  unhusk eval */labels.json -m lr,hlrt --train 1 --trials 10
  unhusk eval labels.json -m auto --min-f1 0.95 && echo good enough
  unhusk eval labels.json -w shop.json             score a saved wrapper on all labelled pages

Each trial learns from --train random pages and is scored on all the others.
Each label file is a site of its own. Precision is the share of read values that are right, recall the share of labelled \
values that are read, F1 their mean: 1 is perfect.
Exit code: 0 success, 1 if no method reaches --min-f1, 2 for bad labels or files.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Label files (labels/1), one per site
    #[arg(required = true, value_name = "LABELS")]
    labels: Vec<String>,
    /// Methods from `unhusk methods` [default: all]
    #[arg(short, long, value_name = "METHOD,...", value_delimiter = ',', value_parser = method_names())]
    method: Vec<String>,
    /// Score this saved wrapper instead of learning
    #[arg(short, long, value_name = "W.json", conflicts_with_all = ["method", "train", "trials", "seed"])]
    wrapper: Option<String>,
    /// Number of training pages in each trial
    #[arg(long, value_name = "N", default_value = "2")]
    train: NonZeroUsize,
    /// Number of trials for each site and method
    #[arg(long, value_name = "T", default_value = "5")]
    trials: NonZeroUsize,
    /// Seed of the random choice of pages
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,
    /// Exit with 1 if no method reaches this F1 over all sites
    #[arg(long, value_name = "F1", value_parser = share)]
    min_f1: Option<f64>,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = TextOrJson::Text)]
    format: TextOrJson,
    #[command(flatten)]
    page: PageArgs,
}

pub(crate) fn run(args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    let plan =
        TrialPlan { n_train: args.train.get(), n_trials: args.trials.get(), seed: args.seed };
    let wrapper = args.wrapper.as_deref().map(load_wrapper).transpose()?;
    let mut results = Vec::new();
    let n_all = args.labels.len() * methods(args).count();
    for file in &args.labels {
        let options = args.page.options();
        let labelled = Labelled::load(std::slice::from_ref(file), &options, reporter)?;
        let site = LabelledSite {
            file,
            set: labelled.training_set(Strictness::Lenient, reporter)?,
            options,
        };
        if let Some(wrapper) = &wrapper {
            results.push(saved::score(file, wrapper, &site.set, reporter));
            continue;
        }
        let n_train = site.n_train(&plan, reporter)?;
        for method in methods(args) {
            let outcome = site.run(method, n_train, &plan);
            if outcome.n_fits == 0 {
                reporter.detail(&format!("`{file}`: `{}` fits in no trial", method.name));
                outcome.why_not.iter().for_each(|line| reporter.detail(&format!("  {line}")));
            }
            results.push(outcome);
            reporter.progress(results.len(), n_all, "series of trials");
        }
    }
    reporter.finish_progress();
    let mut out = stdout(Escapes::Readable);
    match args.format {
        TextOrJson::Text => report::write_text(&results, &mut out)?,
        TextOrJson::Json if wrapper.is_some() => report::write_json(&results, None, &mut out)?,
        TextOrJson::Json => report::write_json(&results, Some(&plan), &mut out)?,
    }
    out.flush()?;
    let best = report::by_method(&results).iter().map(trials::TrialResults::f1).fold(0.0, f64::max);
    Ok(if args.min_f1.is_some_and(|min_f1| best < min_f1) {
        ExitStatus::No
    } else {
        ExitStatus::Done
    })
}

fn methods(args: &Args) -> impl Iterator<Item = &'static Method> {
    unhusk_baselines::methods().filter(|method| {
        args.method.is_empty() || args.method.iter().any(|name| name == method.name)
    })
}

/// Parses a number from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "expected a number from 0 to 1".to_owned())?;
    if (0.0..=1.0).contains(&number) {
        Ok(number)
    } else {
        Err("expected a number from 0 to 1".to_owned())
    }
}
