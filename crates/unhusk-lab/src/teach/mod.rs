//! Active teaching: how many labels does it take until a site is read right, if the session asks, and if labels come
//! in random order?

mod lesson;
mod teacher;

use crate::contest::set::Set;
use crate::contest::site::Site;
use crate::contest::workers;
use crate::random::Random;
use crate::results::{Folders, write_csv};
use lesson::{Course, Order, teach};
use teacher::Teacher;

/// What to run.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Sets to run on
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [Set::Swde, Set::Wien])]
    set: Vec<Set>,
    /// Only sites whose name contains this
    #[arg(long, default_value = "")]
    site: String,
    /// Lessons of each site, each from another first page
    #[arg(long, default_value_t = 10)]
    lessons: usize,
    /// Pages of a site that are taught
    #[arg(long, default_value_t = 20)]
    pages: usize,
    /// Answers of one lesson at most
    #[arg(long, default_value_t = 100)]
    answers: usize,
    /// Seed of all that is random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    folders: Folders,
}

/// One lesson of one site.
#[derive(Debug, Clone, serde::Serialize)]
struct Row {
    set: &'static str,
    site: String,
    lesson: usize,
    pages: usize,
    /// Labels that were told first.
    first: usize,
    /// Fields or records that stay wrong.
    goal: usize,
    active: usize,
    random: usize,
    active_learnt: usize,
    random_learnt: usize,
    stopped: Option<usize>,
    wrong_when_stopped: Option<usize>,
    seconds_active: f64,
    seconds_random: f64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut rows: Vec<Row> = Vec::new();
    for set in &args.set {
        let folders = set.folders(&args.folders.data, &args.site)?;
        let results = workers::map(&folders, |folder| -> anyhow::Result<Vec<Row>> {
            let site = set.read(&args.folders.data, folder)?;
            let rows: Vec<Row> =
                (0..args.lessons).map(|lesson| one_lesson(&site, lesson, args)).collect();
            eprintln!("{}", line(&rows));
            Ok(rows)
        });
        for result in results {
            rows.extend(result?);
        }
    }
    println!("{}", line(&rows));
    if !args.folders.dry_run {
        write_csv(&args.folders.results.join("teach.csv"), &rows)?;
    }
    Ok(())
}

fn one_lesson(site: &Site, lesson: usize, args: &Args) -> Row {
    let mut random = Random::new(args.seed.wrapping_mul(1_000).wrapping_add(lesson as u64));
    let teacher = Teacher::new(site, args.pages, &mut random);
    let (labels, n_first) = teacher.first(&mut random);
    let mut timed = |order: Order| -> (Course, f64) {
        let start = std::time::Instant::now();
        let course = teach(&teacher, (&labels, n_first), order, args.answers, &mut random);
        (course, start.elapsed().as_secs_f64())
    };
    let (active, seconds_active) = timed(Order::Active);
    let (unguided, seconds_random) = timed(Order::Random);
    let goal = active.best().min(unguided.best());
    if std::env::var_os("TEACH_TRACE").is_some() {
        eprintln!("{} {lesson}: {active:?}\n   random {unguided:?}", site.name);
    }
    Row {
        set: site.set.name(),
        site: site.name.clone(),
        lesson,
        pages: teacher.n_pages(),
        first: n_first,
        goal,
        active: active.needed(goal),
        random: unguided.needed(goal),
        active_learnt: active.n_counterexamples,
        random_learnt: unguided.n_counterexamples,
        stopped: active.stopped.map(|(n_labels, _)| n_labels),
        wrong_when_stopped: active.stopped.map(|(_, wrong)| wrong),
        seconds_active,
        seconds_random,
    }
}

#[expect(clippy::cast_precision_loss, reason = "labels are few")]
fn line(rows: &[Row]) -> String {
    let mean =
        |of: &dyn Fn(&Row) -> f64| rows.iter().map(of).sum::<f64>() / rows.len().max(1) as f64;
    format!(
        "{:6} {:26} first {:4.1} active {:5.1} random {:5.1} goal {:5.1} learnt {:.1}/{:.1} s {:.1}/{:.1} stop {:?}",
        rows[0].set,
        rows[0].site,
        mean(&|row| row.first as f64),
        mean(&|row| row.active as f64),
        mean(&|row| row.random as f64),
        mean(&|row| row.goal as f64),
        mean(&|row| row.active_learnt as f64),
        mean(&|row| row.random_learnt as f64),
        mean(&|row| row.seconds_active),
        mean(&|row| row.seconds_random),
        rows.iter().map(|row| (row.stopped, row.wrong_when_stopped)).take(2).collect::<Vec<_>>(),
    )
}
