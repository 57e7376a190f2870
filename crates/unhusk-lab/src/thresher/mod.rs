//! The protocol of the Thresher paper's Table 1: the number of examples until the matches of a class are right.
//!
//! A class is a kind of record on the pages of one site. Examples are added one by one, as a person would who finds a
//! missed record, and after each the wrapper is scored on held-out pages.

mod class;
mod docs;
mod report;
mod sets;

use crate::contest::half::SiteHalf;
use crate::contest::measure::whole_records;
use crate::contest::set::BenchmarkSet;
use crate::results::{Folders, write_csv};
use anyhow::Context;
use class::{PageShape, RecordClass};
use report::ClassRow;
use std::fs;
use std::time::{Duration, Instant};
use unhusk::Page;
use unhusk::example::{Labels, Strictness, TrainingSet};
use unhusk::learn::pattern::PatternLearner;
use unhusk::learn::{Learn, LearnError, LearnedRule, Method, Settings};
use unhusk::score::ValueCounts;
use unhusk::wrapper::{AnyWrapper, Extract};
use unhusk_baselines::find_method;

/// What to run.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Method of the catalogue
    #[arg(short, long, default_value = "pattern")]
    method: String,
    /// Only classes of these sets [default: documentation pages, estuka and swde]
    #[arg(long, value_enum, value_delimiter = ',')]
    set: Vec<BenchmarkSet>,
    /// Only the sites of one half: rules and thresholds are chosen on one and reported on the other
    #[arg(long, value_enum)]
    split: Option<SiteHalf>,
    /// Only classes whose site or name contains this
    #[arg(long, default_value = "")]
    class: String,
    /// Most pages of a class that are read
    #[arg(long, default_value_t = 500)]
    max_pages: usize,
    /// Position of the page whose records are shown first; the pages before it come last
    #[arg(long, default_value_t = 0)]
    taught: usize,
    /// Records of a list that are skipped before the first that is shown
    #[arg(long, default_value_t = 0)]
    passed: usize,
    /// Number of examples after which a class fails
    #[arg(long, default_value_t = MAX_EXAMPLES)]
    max_examples: usize,
    /// Largest cost at which a sibling of an example is an example [default: that of the method]
    #[arg(long)]
    max_neighbour_cost: Option<f64>,
    /// Largest cost at which neighbours inside an example are one list [default: that of the method]
    #[arg(long)]
    max_list_cost: Option<f64>,
    #[command(flatten)]
    folders: Folders,
}

/// Default number of examples after which a class fails.
const MAX_EXAMPLES: usize = 5;
/// F1 over whole records at which a class counts as learnt.
const ENOUGH: f64 = 0.95;

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let learner = ClassLearner::new(args)?;
    let mut rows = Vec::new();
    let mut add = |mut class: RecordClass| {
        if class.title().contains(&args.class) {
            class.turn(args.taught, args.passed);
            let row = examples_needed(&learner, &class, args);
            println!("{row}");
            rows.push(row);
        }
    };
    if args.set.is_empty() {
        docs::classes(&args.class, args.max_pages)?.into_iter().for_each(&mut add);
    }
    let sets = if args.set.is_empty() { &sets::SETS[..] } else { &args.set };
    for &set in sets {
        for folder in set.folders(&args.folders.data, "")? {
            let name = folder.file_name().unwrap_or_default().to_string_lossy();
            if args.split.is_none_or(|half| SiteHalf::of(&name) == half) {
                add(sets::class(set, &set.read(&args.folders.data, &folder)?));
            }
        }
    }
    println!("{}", report::summary(&rows));
    if args.folders.dry_run {
        return Ok(());
    }
    write_csv(&args.folders.results.join("thresher.csv"), &rows)?;
    let path = args.folders.report.join("thresher.md");
    fs::write(&path, report::document(&rows)).with_context(|| path.display().to_string())
}

/// The method, and its thresholds if it is `pattern`.
enum ClassLearner {
    Pattern(PatternLearner),
    Method(&'static Method),
}

impl ClassLearner {
    fn new(args: &Args) -> anyhow::Result<Self> {
        let method =
            find_method(&args.method).with_context(|| format!("unknown method {}", args.method))?;
        if method.name != "pattern" {
            return Ok(Self::Method(method));
        }
        let mut learner = PatternLearner::default();
        learner.max_neighbour_cost = args.max_neighbour_cost.unwrap_or(learner.max_neighbour_cost);
        learner.max_list_cost = args.max_list_cost.unwrap_or(learner.max_list_cost);
        Ok(Self::Pattern(learner))
    }

    fn learn(&self, examples: &TrainingSet<'_>) -> Result<LearnedRule<AnyWrapper>, LearnError> {
        match self {
            Self::Pattern(learner) => learner.learn(examples).map(LearnedRule::into_any),
            Self::Method(method) => method.learn(examples, &Settings::default()),
        }
    }
}

/// Result of a wrapper learnt from some examples.
struct ExampleOutcome {
    records: ValueCounts,
    learning: Duration,
    n_pages: usize,
}

/// Adds examples until the class is learnt; returns the best result if it never is.
fn examples_needed(learner: &ClassLearner, class: &RecordClass, args: &Args) -> ClassRow {
    let mut best = ClassRow::none(class);
    for n_examples in 1..=args.max_examples.min(class.n_examples()) {
        match outcome(learner, class, n_examples, args.max_pages) {
            Err(error) => best.note_error(&error),
            Ok(outcome) => {
                let row = ClassRow::new(class, n_examples, &outcome);
                if row.is_better(&best) {
                    best = row;
                }
            }
        }
        if best.is_learnt() {
            break;
        }
    }
    best
}

fn outcome(
    learner: &ClassLearner,
    class: &RecordClass,
    n_examples: usize,
    max_pages: usize,
) -> anyhow::Result<ExampleOutcome> {
    let labelled = class.labelled(n_examples);
    let (labels, pages) = (labels(&labelled.json)?, class.pages(&labelled.pages));
    let numbered: Vec<(usize, &Page)> = pages.into_iter().enumerate().collect();
    let examples = TrainingSet::new(&labels, &numbered, Strictness::Lenient)?;
    let begin = Instant::now();
    let learnt = learner.learn(&examples)?;
    let duration = begin.elapsed();
    let schema = learnt.schema(&examples);
    let test = class.test_pages(&labelled, max_pages);
    let truth = self::labels(&class.truth(&test, &labelled.fields))?;
    let mut records = ValueCounts::default();
    for (at, page) in class.pages(&test).into_iter().enumerate() {
        let truth = TrainingSet::new(&truth, &[(at, page)], Strictness::Lenient);
        let Ok(truth) = truth else { continue };
        let read = learnt.wrapper.extract(&schema, page).records;
        records += whole_records(truth.schema(), &truth.examples()[0], &read);
    }
    Ok(ExampleOutcome { records, learning: duration, n_pages: test.len() })
}

fn labels(json: &serde_json::Value) -> anyhow::Result<Labels> {
    Ok(Labels::parse("labels.json", &json.to_string())?)
}

impl PageShape {
    /// Returns the name in the table.
    fn name(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::List => "list",
        }
    }
}
