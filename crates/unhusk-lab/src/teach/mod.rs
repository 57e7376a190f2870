//! Active teaching: the number of labels until a site is read correctly, if the session asks and if labels come in
//! random order; compared with STALKER and naive or aggressive co-testing.

mod lesson;
mod report;
mod teacher;

use crate::contest::set::BenchmarkSet;
use crate::contest::site::BenchmarkSite;
use crate::contest::workers;
use crate::random::Random;
use crate::results::{Folders, write_csv};
use anyhow::Context;
use lesson::{Course, Order, teach};
use std::fs;
use std::path::PathBuf;
use teacher::Teacher;
use unhusk::teach::PageLayout;

/// What to run.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Sets to run on
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [BenchmarkSet::Swde, BenchmarkSet::Wien])]
    set: Vec<BenchmarkSet>,
    /// Only sites whose name contains this
    #[arg(long, default_value = "")]
    site: String,
    /// Lessons of each site, each with other pages and another first page
    #[arg(long, default_value_t = 10)]
    lessons: usize,
    /// Of these, how many are also given to STALKER with co-testing, on sites with one record a page
    #[arg(long, default_value_t = 2)]
    cotesting: usize,
    /// Pages of a site that are taught
    #[arg(long, default_value_t = 20)]
    pages: usize,
    /// Answers of one lesson at most
    #[arg(long, default_value_t = 100)]
    answers: usize,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    folders: Folders,
}

/// One lesson of one site.
#[derive(Debug, Clone, serde::Serialize)]
struct TeachRow {
    set: &'static str,
    site: String,
    lesson: usize,
    pages: usize,
    /// Labels that were given first.
    first: usize,
    /// Fields or records that stay wrong in any order of labels.
    goal: usize,
    /// Labels until no more than that is wrong, if the session asks.
    active: usize,
    /// Labels until no more than that is wrong, in random order.
    random: usize,
    /// Labels when the session ended by itself.
    stopped: Option<usize>,
    /// Errors at that point.
    wrong_when_stopped: Option<usize>,
    /// Labels until STALKER reaches its best result, by naive and by aggressive co-testing, and its errors then.
    naive: Option<usize>,
    aggressive: Option<usize>,
    stalker_wrong: Option<usize>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut folders: Vec<(BenchmarkSet, PathBuf)> = Vec::new();
    for &set in &args.set {
        let found = set.folders(&args.folders.data, &args.site)?;
        folders.extend(found.into_iter().map(|folder| (set, folder)));
    }
    let mut rows: Vec<TeachRow> = Vec::new();
    for lesson in 0..args.lessons {
        let results = workers::map(&folders, |(set, folder)| -> anyhow::Result<TeachRow> {
            Ok(one_lesson(&set.read(&args.folders.data, folder)?, lesson, args))
        });
        for row in results {
            rows.push(row?);
        }
        eprintln!("{} of {} lessons\n{}", lesson + 1, args.lessons, report::summary(&rows));
        // After every round, so that an interrupted run leaves complete ones.
        if !args.folders.dry_run {
            write(&rows, args)?;
        }
    }
    println!("{}", report::summary(&rows));
    Ok(())
}

fn write(rows: &[TeachRow], args: &Args) -> anyhow::Result<()> {
    write_csv(&args.folders.results.join("teach.csv"), rows)?;
    let path = args.folders.report.join("teach.md");
    fs::write(&path, report::document(rows, args)).with_context(|| path.display().to_string())
}

fn one_lesson(site: &BenchmarkSite, lesson: usize, args: &Args) -> TeachRow {
    let mut random = Random::new(args.seed.wrapping_mul(1_000).wrapping_add(lesson as u64));
    let teacher = Teacher::new(site, args.pages, &mut random);
    let (labels, n_first) = teacher.first(&mut random);
    let mut course = |order: Order| -> Course {
        teach(&teacher, (&labels, n_first), order, args.answers, &mut random)
    };
    let (active, unguided) = (course(Order::Active), course(Order::Random));
    let has_views = lesson < args.cotesting && teacher.layout == PageLayout::Detail;
    let views = has_views.then(|| (course(Order::Naive), course(Order::Aggressive)));
    let goal = active.best().min(unguided.best());
    let stalker_goal =
        views.as_ref().map(|(naive, aggressive)| naive.best().min(aggressive.best()));
    let needed = |course: &Course| stalker_goal.map_or(0, |goal| course.needed(goal));
    TeachRow {
        set: site.set.name(),
        site: site.name.clone(),
        lesson,
        pages: teacher.n_pages(),
        first: n_first,
        goal,
        active: active.needed(goal),
        random: unguided.needed(goal),
        stopped: active.stopped.map(|(n_labels, _)| n_labels),
        wrong_when_stopped: active.stopped.map(|(_, wrong)| wrong),
        naive: views.as_ref().map(|(naive, _)| needed(naive)),
        aggressive: views.as_ref().map(|(_, aggressive)| needed(aggressive)),
        stalker_wrong: stalker_goal,
    }
}
