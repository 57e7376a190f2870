//! The tables for people.

use super::{Args, TeachRow};
use std::fmt::Write;

/// Means over lessons.
struct Means {
    n: usize,
    first: f64,
    active: f64,
    random: f64,
    /// Lessons that the session ended, their labels, and how many of them had their best result.
    n_stopped: usize,
    stopped: f64,
    right_when_stopped: usize,
}

#[expect(clippy::cast_precision_loss, reason = "labels are few")]
fn mean(values: impl Iterator<Item = usize>) -> f64 {
    let (sum, n) = values.fold((0, 0), |(sum, n), value| (sum + value, n + 1));
    sum as f64 / f64::from(n.max(1))
}

impl Means {
    fn of(rows: &[&TeachRow]) -> Self {
        let stopped: Vec<&&TeachRow> = rows.iter().filter(|row| row.stopped.is_some()).collect();
        let is_right =
            |row: &&&&TeachRow| row.wrong_when_stopped.is_some_and(|wrong| wrong <= row.goal);
        Self {
            n: rows.len(),
            first: mean(rows.iter().map(|row| row.first)),
            active: mean(rows.iter().map(|row| row.active)),
            random: mean(rows.iter().map(|row| row.random)),
            n_stopped: stopped.len(),
            stopped: mean(stopped.iter().filter_map(|row| row.stopped)),
            right_when_stopped: stopped.iter().filter(is_right).count(),
        }
    }

    fn line(&self, name: &str) -> String {
        let Self { n, first, active, random, n_stopped, stopped, right_when_stopped } = self;
        format!(
            "| {name} | {n} | {first:.1} | {active:.1} | {random:.1} | {:.2} | {n_stopped} | {stopped:.1} | {right_when_stopped} |",
            active / random.max(1.0)
        )
    }
}

const HEAD: &str = "\
| | lessons | first | asked | random | ratio | stopped | labels then | right then |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |";

/// One line per set, and one for all.
pub(super) fn summary(rows: &[TeachRow]) -> String {
    let mut text = HEAD.to_owned();
    let mut sets: Vec<&str> = rows.iter().map(|row| row.set).collect();
    sets.dedup();
    sets.sort_unstable();
    sets.dedup();
    for set in &sets {
        let of_set: Vec<&TeachRow> = rows.iter().filter(|row| row.set == *set).collect();
        text = format!("{text}\n{}", Means::of(&of_set).line(set));
    }
    format!("{text}\n{}", Means::of(&rows.iter().collect::<Vec<_>>()).line("all"))
}

/// Writes the page for people.
pub(super) fn document(rows: &[TeachRow], args: &Args) -> String {
    let mut text = format!(
        "# Active teaching\n\n\
         How many labels does it take until a site is read right, if the session asks the questions (`unhusk teach`), and if labels come in random order?\n\
         `unhusk-lab teach{} --lessons {} --cotesting {} --pages {} --answers {} --seed {}`; one line per lesson is in `crates/unhusk-lab/results/teach.csv`.\n\n\
         A *label* is one answer: for one field of one page if pages are records, for one record (or for whether one is missing) if pages list records.\n\
         The first page, a random one, is labelled completely (of a list, one record), the same for both orders; these labels are counted (`first`).\n\
         Both orders teach the same learner (`auto`), which learns again when an answer contradicts it.\n\
         A lesson ends when nothing on its pages is wrong, or only what stays wrong in both orders; a lesson that does not reach this counts with all its labels.\n\
         `stopped` counts the lessons that the session ended, `right then` those of them with no more errors than at the end.\n\
         The session's measure of doubt was tuned on lessons of these SWDE sites (`--seed 1`; not of WIEN), so other pages (another seed) are a fairer test, and other sites the fairest.\n\n{}\n",
        if args.site.is_empty() { String::new() } else { format!(" --site {}", args.site) },
        args.lessons,
        args.cotesting,
        args.pages,
        args.answers,
        args.seed,
        summary(rows)
    );
    text += &cotesting(rows);
    text += "\n## Sites\n\n| site | first | asked | random | wrong at the end |\n| --- | --- | --- | --- | --- |\n";
    let mut sites: Vec<(&str, &str)> =
        rows.iter().map(|row| (row.set, row.site.as_str())).collect();
    sites.sort_unstable();
    sites.dedup();
    for (set, site) in sites {
        let of_site: Vec<&TeachRow> =
            rows.iter().filter(|row| (row.set, row.site.as_str()) == (set, site)).collect();
        let Means { first, active, random, .. } = Means::of(&of_site);
        let goal = mean(of_site.iter().map(|row| row.goal));
        let line =
            writeln!(text, "| {set} {site} | {first:.1} | {active:.1} | {random:.1} | {goal:.1} |");
        line.expect("writing to a string cannot fail");
    }
    text
}

/// Writes the results of STALKER with co-testing, if it was run.
fn cotesting(rows: &[TeachRow]) -> String {
    let with: Vec<&TeachRow> = rows.iter().filter(|row| row.naive.is_some()).collect();
    if with.is_empty() {
        return String::new();
    }
    format!(
        "\n## Co-testing\n\n\
         STALKER taught by its own two views (boundaries found forwards and backwards) on the sites with one record per page, from the same first pages.\n\
         It reaches fewer correct values, so its labels are counted until it reaches its best result.\n\n\
         | | lessons | labels | wrong at the end |\n| --- | --- | --- | --- |\n\
         | naive co-testing | {n} | {:.1} | {wrong:.1} |\n\
         | aggressive co-testing | {n} | {:.1} | {wrong:.1} |\n\
         | the session, same lessons | {n} | {:.1} | {:.1} |\n",
        mean(with.iter().filter_map(|row| row.naive)),
        mean(with.iter().filter_map(|row| row.aggressive)),
        mean(with.iter().map(|row| row.active)),
        mean(with.iter().map(|row| row.goal)),
        n = with.len(),
        wrong = mean(with.iter().filter_map(|row| row.stalker_wrong)),
    )
}
