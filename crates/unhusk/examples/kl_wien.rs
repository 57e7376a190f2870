//! Tables 1 and 2 of the KL paper on the WIEN sites at hand: how good is a rule from five examples, and how
//! many examples does it take until it is right everywhere?
//!
//! `cargo run --release --example kl_wien [FOLDER_WITH_SITES]`
#![expect(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "an experiment prints, and its counts are small"
)]

use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;
use unhusk::Page;
use unhusk::learn::context::{Hypothesis, Lesson, PageNode, Point, SearchLimits, Variant};
use unhusk::page::{NodeId, NodeKind, Span};
use unhusk::wrapper::context::NodeTarget;

const N_RUNS: u16 = 30;

/// Tasks of the paper that can be run here: its positives and negatives (Table 2) and KL(est.) (Table 1).
const PAPER: [(&str, f64, f64, f64); 13] = [
    ("s1-1", 1.0, 1.0, 100.0),
    ("s1-3", 4.0, 1.7, 93.4),
    ("s1-4", 1.0, 0.0, 100.0),
    ("s8-2", 1.0, 1.0, 100.0),
    ("s8-3", 1.0, 1.3, 100.0),
    ("s12-2", 2.0, 1.4, 98.4),
    ("s14-3", 1.0, 0.0, 100.0),
    ("s19-4", 1.0, 1.0, 100.0),
    ("s20-3", 1.0, 0.0, 100.0),
    ("s20-4", 1.0, 1.3, 100.0),
    ("s20-5", 1.0, 2.0, 100.0),
    ("s20-6", 1.0, 1.3, 100.0),
    ("s30-2", 2.0, 1.0, 96.0),
];

fn main() {
    let here = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/wien");
    let folder = std::env::args().nth(1).unwrap_or_else(|| here.to_owned());
    let entries = fs::read_dir(folder).expect("a folder of sites");
    let mut sites: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    sites.sort();
    println!(
        "{:7} {:>12} {:>12}  {:>7}  {:>7}  {:>7}  last rule",
        "task", "pos/neg", "paper", "ms", "est.", "opt."
    );
    let mut results = Vec::new();
    for task in sites.iter().flat_map(|site| tasks(site)) {
        let paper = PAPER.iter().find(|paper| paper.0 == task.name);
        let shown = paper.map_or_else(String::new, |paper| {
            format!("{:.1}/{:.1} {:.1}", paper.1, paper.2, paper.3)
        });
        let lesson = Lesson::new(&task.pages.iter().collect::<Vec<_>>(), &NodeTarget::Text);
        let (positives, negatives, ms, last) = if std::env::var("EST").is_ok() {
            (0.0, 0.0, 0.0, String::new())
        } else {
            interact(&task, &lesson)
        };
        let (estimated, optimal) = from_five(&task, &lesson);
        println!(
            "{:7} {:>12} {shown:>14}  {ms:7.1}  {estimated:7.1}  {optimal:7.1}  {last}",
            task.name,
            format!("{positives:.2}/{negatives:.2}")
        );
        results.push([positives, negatives, ms, estimated, optimal]);
    }
    let mean = |at: usize| results.iter().map(|row| row[at]).sum::<f64>() / results.len() as f64;
    println!(
        "mean of {}: {:.2} positives, {:.2} negatives, {:.1} ms; est. {:.2}, opt. {:.2}",
        results.len(),
        mean(0),
        mean(1),
        mean(2),
        mean(3),
        mean(4)
    );
}

struct Task {
    name: String,
    pages: Vec<Page>,
    truth: BTreeSet<PageNode>,
}

/// The fields of a site whose values are whole texts, and those of which the paper says so.
fn tasks(site: &Path) -> Vec<Task> {
    let name = site.file_name().expect("a name").to_string_lossy().into_owned();
    let labels = fs::read_to_string(site.join("labels.json")).expect("labels");
    let labels: Json = serde_json::from_str(&labels).expect("JSON");
    let fields = labels["fields"].as_array().expect("fields").iter();
    let flat = (1..).zip(fields).filter_map(|(at, field)| Some((at, field.as_str()?)));
    flat.filter_map(|(at, field)| task(site, &format!("{name}-{at}"), &labels, field)).collect()
}

fn task(site: &Path, name: &str, labels: &Json, field: &str) -> Option<Task> {
    let in_paper = PAPER.iter().any(|paper| paper.0 == name);
    let mut pages = Vec::new();
    let mut truth = BTreeSet::new();
    for (page_at, labelled) in labels["pages"].as_array()?.iter().enumerate() {
        let page =
            Page::from_bytes(&fs::read(site.join(labelled["path"].as_str()?)).expect("a page"));
        for record in labelled["records"].as_array()? {
            let Ok(span) = serde_json::from_value::<Span>(record[field]["span"].clone()) else {
                continue;
            };
            truth.insert((page_at, text_at(&page, span, in_paper)?));
        }
        pages.push(page);
    }
    Some(Task { name: name.to_owned(), pages, truth })
}

/// The text that a span is, white space aside; or, if `may_be_part`, that it is in.
fn text_at(page: &Page, span: Span, may_be_part: bool) -> Option<NodeId> {
    let tree = page.tree();
    let wanted = page.slice(span)?.trim();
    tree.nodes().filter(|&node| tree.kind(node) == NodeKind::Text).find(|&node| {
        tree.span(node).is_some_and(|whole| {
            let is_whole = || page.slice(whole).is_some_and(|text| text.trim() == wanted);
            whole.overlaps(span) && (may_be_part || is_whole())
        })
    })
}

struct Dice(u64);

impl Dice {
    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        items[usize::try_from(self.0 >> 33).expect("31 bits") % items.len()]
    }
}

/// One random positive, then random counterexamples until nothing is wrong: means of examples and milliseconds.
fn interact(task: &Task, lesson: &Lesson) -> (f64, f64, f64, String) {
    let truth: Vec<PageNode> = task.truth.iter().copied().collect();
    let (mut n_positives, mut n_negatives) = (0_u32, 0_u32);
    let mut last = String::new();
    let start = Instant::now();
    for run in 0..N_RUNS {
        let mut dice = Dice(u64::from(run) * 7919 + 1);
        let mut session = lesson.begin(SearchLimits::default());
        session.accept(dice.pick(&truth));
        n_positives += 1;
        while let Hypothesis::Rule { point, found } = session.hypothesis() {
            last = format!(
                "{} {} {:?}/{}",
                point.width, point.depth, point.variant.tokens, point.variant.contexts
            );
            let found: BTreeSet<PageNode> = found.into_iter().collect();
            let wrong: Vec<PageNode> = found.symmetric_difference(&task.truth).copied().collect();
            if wrong.is_empty() {
                break;
            }
            let node = dice.pick(&wrong);
            if task.truth.contains(&node) {
                session.accept(node);
                n_positives += 1;
            } else {
                session.reject(node);
                n_negatives += 1;
            }
            last.push_str(" (wrong)");
        }
    }
    let mean = |n: f64| n / f64::from(N_RUNS);
    let ms = mean(start.elapsed().as_secs_f64() * 1000.0);
    (mean(f64::from(n_positives)), mean(f64::from(n_negatives)), ms, last)
}

/// Five random examples, five times: F1 with estimated k and l, and with the best ones.
fn from_five(task: &Task, lesson: &Lesson) -> (f64, f64) {
    let truth: Vec<PageNode> = task.truth.iter().copied().collect();
    let limits = SearchLimits::default();
    let (mut estimated, mut best) = (0.0, 0.0);
    for run in 0..5 {
        let mut dice = Dice(run * 104_729 + 5);
        let positives: Vec<PageNode> = (0..5).map(|_| dice.pick(&truth)).collect();
        let hypothesis = lesson.estimate(&positives, &limits);
        estimated += f1(&hypothesis, &task.truth);
        let points = (1..=4).flat_map(|width| (2..=5).map(move |depth| (width, depth)));
        if std::env::var("EST").is_ok() {
            continue;
        }
        best += points
            .flat_map(|(width, depth)| {
                [0, 1].map(|at| Point { width, depth, variant: Variant::COMMON[at] })
            })
            .map(|point| f1(&lesson.at(point, &positives, &limits), &task.truth))
            .fold(0.0, f64::max);
    }
    (estimated * 20.0, best * 20.0)
}

fn f1(hypothesis: &Hypothesis, truth: &BTreeSet<PageNode>) -> f64 {
    let Hypothesis::Rule { found, .. } = hypothesis else { return 0.0 };
    let right = found.iter().filter(|node| truth.contains(node)).count();
    2.0 * right as f64 / (found.len() + truth.len()) as f64
}
