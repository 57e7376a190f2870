//! Site: where each record is, and for each field rules that vote on the node that holds its value.

mod begin;
mod bits;
mod clues;
mod cut;
mod field;
mod ground;
mod judge;
mod labelled;
mod lists;
mod regions;
mod search;

use super::delimiter::simplest;
use super::{LearnError, Learned, Learner, Settings};
use crate::Warning;
use crate::example::{Example, Label, LabelCell, TrainingSet};
use crate::score::Score;
use crate::wrapper::Wrapper;
use crate::wrapper::context::fork::Node;
use crate::wrapper::site::clue::Print;
use crate::wrapper::site::index::Index;
use crate::wrapper::site::ready::ReadyRule;
use crate::wrapper::site::regions as reading;
use crate::wrapper::site::view::{Said, View};
use crate::wrapper::site::{NodeRule, Reach, Records, Regions, Site};
use field::LearntField;
use ground::{Ground, Plot};
use labelled::FieldLabels;
use regions::Lineup;
use rustc_hash::FxHashSet;

const CLASS: &str = "site";

/// Most pages without labels that are looked at.
const MAX_UNLABELLED: usize = 20;

/// Learns a [`Site`] wrapper.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct SiteLearner {}

impl From<Settings> for SiteLearner {
    fn from(_: Settings) -> Self {
        Self::default()
    }
}

impl Learner for SiteLearner {
    type Wrapper = Site;

    fn learn(&self, examples: &TrainingSet<'_>) -> Result<Learned<Site>, LearnError> {
        let labelled = examples.examples().iter().map(|example| example.page);
        let unlabelled = examples.unlabelled().iter().copied().take(MAX_UNLABELLED);
        let views: Vec<View<'_>> = labelled.chain(unlabelled).map(View::new).collect();
        let task = SiteTask { examples, views: &views, values: values(examples) };
        let attempt = task.best().ok_or_else(|| LearnError::Inexpressible {
            class: CLASS,
            why: "the labelled records have no place in common".to_owned(),
        })?;
        let Attempt { wrapper, repeats, warnings, .. } = attempt;
        Ok(Learned { wrapper, settled: Vec::new(), leeway: Vec::new(), repeats, warnings })
    }
}

/// A wrapper that was tried on the labelled pages.
struct Attempt {
    wrapper: Site,
    repeats: Vec<usize>,
    warnings: Vec<Warning>,
    f1: f64,
}

impl Attempt {
    /// Whether records reach over several nodes.
    fn is_run(&self) -> bool {
        matches!(self.wrapper.records(), Records::Regions(regions) if regions.reach == Reach::Run)
    }
}

struct SiteTask<'a, 'p> {
    examples: &'a TrainingSet<'p>,
    views: &'a [View<'p>],
    values: FxHashSet<Print>,
}

/// Ways to line up records that are tried.
const MAX_LINEUPS: usize = 4;
/// Most regions of pages without labels.
const MAX_REGIONS: usize = 400;

impl SiteTask<'_, '_> {
    /// Regions that are whole nodes if they read all labels, else a sequence that does, else what reads most.
    fn best(&self) -> Option<Attempt> {
        let is_flat = self.examples.schema().is_flat();
        let is_single = |example: &Example<'_>| example.complete && example.records.len() <= 1;
        let are_single = self.examples.examples().iter().all(is_single);
        let tree = match (is_flat, are_single) {
            (false, _) => None,
            (true, true) => self.of_pages(),
            (true, false) => self.of_regions(),
        };
        if tree.as_ref().is_some_and(|tree| tree.f1 > 0.9999 && !tree.is_run()) {
            return tree;
        }
        // Labels by text are often a little wrong, and then no delimiters fit: not worth the time.
        let enough = if are_single { 0.5 } else { 0.9 };
        let is_near = tree.as_ref().is_some_and(|tree| tree.f1 > enough);
        if is_near && !self.are_placed() { tree } else { self.of_sequence().or(tree) }
    }

    /// Whether all labels are places.
    fn are_placed(&self) -> bool {
        let examples = self.examples.examples().iter();
        let cells = examples.flat_map(|example| &example.records).flat_map(|record| &record.cells);
        let mut labels = cells.flat_map(|cell| match cell {
            LabelCell::One(label) => std::slice::from_ref(label),
            LabelCell::Many(labels) => labels,
            _ => &[],
        });
        labels.all(|label| label.text.is_none())
    }

    /// A delimiter rule that reads all labels.
    fn of_sequence(&self) -> Option<Attempt> {
        let learned = simplest(self.examples, &Settings::default()).ok()?;
        let records = Records::Sequence(Box::new(learned.wrapper));
        let wrapper = Site::new(records, Vec::new(), Vec::new()).ok()?;
        let f1 = self.f1(&wrapper);
        Some(Attempt { wrapper, repeats: Vec::new(), warnings: learned.warnings, f1 })
    }

    fn of_pages(&self) -> Option<Attempt> {
        let ground = Ground::new(self.views, whole_pages(self.examples, self.views), &self.values);
        self.attempt(Records::Page, &ground)
    }

    fn of_regions(&self) -> Option<Attempt> {
        let plots = whole_pages(self.examples, self.views);
        let pages = Ground::new(self.views, plots, &self.values);
        let mut best: Option<Attempt> = None;
        for lineup in regions::lineups(self.examples, self.views, MAX_LINEUPS) {
            let begin = begin::learn(&pages, self.examples, &lineup);
            if begin.is_empty() {
                continue;
            }
            let plots = self.plots(&pages, &lineup, &begin);
            let ground = Ground::new(self.views, plots, &self.values);
            let regions = Regions { begin, reach: lineup.reach, required: Vec::new() };
            let Some(attempt) = self.attempt(Records::Regions(regions), &ground) else { continue };
            if best.as_ref().is_none_or(|best| attempt.f1 > best.f1) {
                best = Some(attempt);
            }
            if best.as_ref().is_some_and(|best| best.f1 > 0.999) {
                break;
            }
        }
        best
    }

    /// The regions of labelled records, and those that the rules find elsewhere.
    fn plots(&self, pages: &Ground<'_, '_>, lineup: &Lineup, begin: &[NodeRule]) -> Vec<Plot> {
        let rules: Vec<ReadyRule> = begin.iter().map(ReadyRule::new).collect();
        let mut plots = Vec::new();
        for (page, view) in self.views.iter().enumerate() {
            let found = {
                let index = Index::new(pages.sight(&pages.plots[page]));
                reading::regions(&rules, lineup.reach, &index)
            };
            match lineup.begins.get(page) {
                None => {
                    let left = MAX_REGIONS.saturating_sub(plots.len());
                    let plot = |scope| Plot { page, scope, record: None };
                    plots.extend(found.into_iter().take(left).map(plot));
                }
                Some(begins) => {
                    let mut nodes: Vec<Node> = found.iter().map(|scope| scope.first).collect();
                    nodes.extend(begins.iter().map(|begin| begin.0));
                    nodes.sort_unstable();
                    nodes.dedup();
                    let record = |node: Node| begins.iter().find(|begin| begin.0 == node);
                    let scopes = reading::scopes(view, &nodes, lineup.reach);
                    plots.extend(scopes.into_iter().filter_map(|scope| {
                        let record = record(scope.first)?.1;
                        Some(Plot { page, scope, record: Some(record) })
                    }));
                }
            }
        }
        plots
    }

    fn attempt(&self, records: Records, ground: &Ground<'_, '_>) -> Option<Attempt> {
        let (mut warnings, mut repeats) = (Vec::new(), Vec::new());
        let mut fields = Vec::new();
        for (at, field) in self.examples.schema().fields().iter().enumerate() {
            let labels = FieldLabels::read(ground, self.examples, at);
            let LearntField { mut rule, n_missed, .. } = field::learn(ground, &labels, field.many);
            if !field.many {
                rule.runs_on = lists::level(ground, &labels, &rule);
                repeats.extend(rule.runs_on.map(|_| at));
            }
            if n_missed > 0 {
                warnings.push(Warning::Note(format!(
                    "field `{}`: no rule reads {n_missed} of its {} labelled values",
                    field.name,
                    labels.values.len()
                )));
            }
            fields.push(rule);
        }
        let wrapper = Site::new(records, ground.landmark_texts.clone(), fields).ok()?;
        let f1 = self.f1(&wrapper);
        Some(Attempt { wrapper, repeats, warnings, f1 })
    }

    /// How well a wrapper reads the labelled pages.
    fn f1(&self, wrapper: &Site) -> f64 {
        let mut score = Score::default();
        for example in self.examples.examples() {
            let read = wrapper.extract(self.examples.schema(), example.page);
            score.add_page(self.examples.schema(), example, &read.records);
        }
        score.total().f1()
    }
}

/// Every page is a record.
fn whole_pages(examples: &TrainingSet<'_>, views: &[View<'_>]) -> Vec<Plot> {
    let n_records = |page: usize| examples.examples().get(page).map_or(0, |e| e.records.len());
    let plot = |(page, view): (usize, &View<'_>)| Plot {
        page,
        scope: view.whole(),
        record: (n_records(page) > 0).then_some(0),
    };
    views.iter().enumerate().map(plot).collect()
}

/// The prints of all labelled values.
fn values(examples: &TrainingSet<'_>) -> FxHashSet<Print> {
    let mut all = FxHashSet::default();
    for example in examples.examples() {
        for record in &example.records {
            for cell in &record.cells {
                let labels: &[Label] = match cell {
                    LabelCell::One(label) => std::slice::from_ref(label),
                    LabelCell::Many(labels) => labels,
                    _ => &[],
                };
                all.extend(labels.iter().map(|given| Said::new(&text_of(example, given)).print));
            }
        }
    }
    all
}

fn text_of(example: &Example<'_>, label: &Label) -> String {
    let at = || label.candidates.first().map(|place| example.page.text(place.span).into_owned());
    label.text.clone().or_else(at).unwrap_or_default()
}
