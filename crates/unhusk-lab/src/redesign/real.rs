//! Real redesigns: a wrapper learnt from all old pages of a pair reads the new ones.

use crate::contest::args::ContestArgs;
use crate::contest::contestant::Contestant;
use crate::contest::half::SiteHalf;
use crate::contest::measure::TaskTally;
use crate::contest::pair::Pair;
use crate::contest::set::LabelScope;
use crate::contest::site::BenchmarkSite;
use crate::contest::task::Task;
use crate::contest::truth::CompareBy;
use crate::contest::workers;
use crate::results::write_csv;
use std::fmt::Write;

/// One contestant on one pair.
#[derive(Debug, Clone, serde::Serialize)]
struct PairRow {
    pair: String,
    half: &'static str,
    method: &'static str,
    /// Value F1 on the old pages, which were learnt from.
    old_f1: f64,
    new_f1: f64,
    /// Share of F1 that is kept, at most 1; empty where the old pages are not read at all.
    kept: Option<f64>,
}

pub(super) fn run(contestants: &[Contestant], args: &ContestArgs) -> anyhow::Result<()> {
    let mut folders = Pair::folders(&args.folders.data)?;
    folders.retain(|folder| args.is_chosen(folder));
    let of_pairs = workers::map(&folders, |folder| -> anyhow::Result<Vec<PairRow>> {
        let pair = Pair::read(folder)?;
        eprintln!("drift {}", pair.name);
        Ok(contestants.iter().map(|contestant| row(contestant, &pair)).collect())
    });
    let mut rows = Vec::new();
    for of_pair in of_pairs {
        rows.extend(of_pair?);
    }
    for row in &rows {
        let PairRow { pair, half, method, old_f1, new_f1, .. } = row;
        println!("{pair:32} {half:6} {method:8} old {old_f1:.3} new {new_f1:.3}");
    }
    print!("{}", table(&rows, contestants));
    if args.folders.dry_run {
        return Ok(());
    }
    write_csv(&args.folders.results.join("redesign-real.csv"), &rows)
}

fn row(contestant: &Contestant, pair: &Pair) -> PairRow {
    let (old_f1, new_f1) =
        (f1(contestant, &pair.old, &pair.old), f1(contestant, &pair.old, &pair.new));
    PairRow {
        pair: pair.name.clone(),
        half: SiteHalf::of(&pair.name).name(),
        method: contestant.name(),
        old_f1,
        new_f1,
        kept: (old_f1 > 0.0).then(|| (new_f1 / old_f1).min(1.0)),
    }
}

/// Learns from all pages of `old`, reads those of `new`; 0 if nothing is learnt.
fn f1(contestant: &Contestant, old: &BenchmarkSite, new: &BenchmarkSite) -> f64 {
    let every_page: Vec<usize> = (0..old.n_pages()).collect();
    let task = Task {
        site: new,
        labels: old.labels_of(&every_page, LabelScope::All),
        labelled: old.sources(),
        unlabelled: Vec::new(),
        to_read: new.sources(),
        test: (0..new.n_pages()).collect(),
    };
    let Ok(answers) = contestant.attempt(&task).answers else { return 0.0 };
    let mut tally = TaskTally::default();
    for (page_idx, read) in task.test.iter().zip(&answers) {
        tally.add(new, *page_idx, CompareBy::Text, read);
    }
    tally.figures(new, &task.labels).f1
}

/// Writes a line per method: means over the pairs, and over each half of them.
fn table(rows: &[PairRow], contestants: &[Contestant]) -> String {
    let mut table = String::from(
        "| method | pairs | F1 old | F1 new | kept | kept, fit | kept, report |\n|---|---|---|---|---|---|---|\n",
    );
    for contestant in contestants {
        let of_method: Vec<&PairRow> =
            rows.iter().filter(|row| row.method == contestant.name()).collect();
        let kept = |half: Option<SiteHalf>| {
            let is_chosen = |row: &&&PairRow| half.is_none_or(|half| row.half == half.name());
            mean(of_method.iter().filter(is_chosen).filter_map(|row| row.kept))
        };
        let _ = writeln!(
            table,
            "| {} | {} | {:.3} | {:.3} | {:.3} | {:.3} | {:.3} |",
            contestant.name(),
            of_method.len(),
            mean(of_method.iter().map(|row| row.old_f1)),
            mean(of_method.iter().map(|row| row.new_f1)),
            kept(None),
            kept(Some(SiteHalf::Fit)),
            kept(Some(SiteHalf::Report)),
        );
    }
    table
}

#[expect(clippy::cast_precision_loss, reason = "pairs are few")]
fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.collect();
    values.iter().sum::<f64>() / values.len() as f64
}
