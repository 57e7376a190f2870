//! One attempt after the other at a wrapper that reads the labelled pages.

use super::build::{overlap, paths};
use super::field::LearntField;
use super::ground::{Ground, Plot};
use super::labelled::FieldLabels;
use super::limits::Reached;
use super::regions::Lineup;
use super::{begin, field, lists, nested, regions};
use crate::Settings;
use crate::delimiter::simplest;
use crate::example::{Example, Label, LabelCell, LabelledRecord, TrainingSet};
use crate::score::Score;
use rustc_hash::{FxHashMap, FxHashSet};
use unhusk_page::Warning;
use unhusk_wrapper::Extract;
use unhusk_wrapper::context::internal::fork::Node;
use unhusk_wrapper::record::Cell;
use unhusk_wrapper::site::internal::clue::Print;
use unhusk_wrapper::site::internal::index::Index;
use unhusk_wrapper::site::internal::ready::ReadyRule;
use unhusk_wrapper::site::internal::regions as reading;
use unhusk_wrapper::site::internal::view::{Said, View};
use unhusk_wrapper::site::{Reach, Records, Regions, Site};

/// A wrapper that was tried on the labelled pages.
pub(super) struct Attempt {
    pub(super) wrapper: Site,
    pub(super) repeats: Vec<usize>,
    pub(super) warnings: Vec<Warning>,
    /// How well it reads the labelled pages.
    pub(super) f1: f64,
    /// How many records it finds on pages that are not labelled in full, and how like the labelled ones they are.
    pub(super) plenty: f64,
}

impl Attempt {
    fn is_better(&self, other: &Self) -> bool {
        let is_as_good = (self.f1 - other.f1).abs() <= 0.01;
        if is_as_good && self.plenty.total_cmp(&other.plenty).is_ne() {
            return self.plenty > other.plenty;
        }
        self.f1 > other.f1
    }

    /// Whether records reach over several nodes.
    fn is_run(&self) -> bool {
        matches!(self.wrapper.records(), Records::Regions(regions) if regions.reach == Reach::Run)
    }
}

/// Examples, seen as the wrapper will see them.
pub(super) struct SiteTask<'a, 'p> {
    examples: &'a TrainingSet<'p>,
    /// Of the labelled pages, then of others.
    views: &'a [View<'p>],
    /// Fields that are not to be found to repeat, by name.
    single: &'a [String],
    /// The texts of labels.
    values: FxHashSet<Print>,
    /// The limits that any search has reached.
    reached: &'a Reached,
}

/// Ways to line up records that are tried, the best first.
const MAX_LINEUPS: usize = 4;
/// The same if some page is labelled in part: then every element around a record is a way.
const MAX_LINEUPS_IN_PART: usize = 14;
/// Fewer records do not tell that a field is always there.
const MIN_REQUIRED: usize = 5;
/// Kinds of records beside the first.
const MAX_KINDS: usize = 3;
/// Most regions without labels. They are a sample by which rules are ranked.
const MAX_REGIONS: usize = 400;

impl<'a, 'p> SiteTask<'a, 'p> {
    pub(super) fn new(
        examples: &'a TrainingSet<'p>,
        views: &'a [View<'p>],
        single: &'a [String],
        reached: &'a Reached,
    ) -> Self {
        Self { examples, views, single, values: values(examples), reached }
    }

    /// Regions that are whole nodes if they read all labels, else a sequence that does, else what reads most.
    pub(super) fn best(&self) -> Option<Attempt> {
        let is_flat = self.examples.schema().is_flat();
        let is_single = |example: &Example<'_>| example.complete && example.records.len() <= 1;
        let are_single = self.examples.examples().iter().all(is_single);
        let tree = match (is_flat, are_single) {
            (false, _) => nested::learn(self.examples, self.single, self.reached),
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
        let f1 = f1(self.examples, &wrapper);
        Some(Attempt { wrapper, repeats: Vec::new(), warnings: learned.warnings, f1, plenty: 0.0 })
    }

    fn of_pages(&self) -> Option<Attempt> {
        let ground = Ground::new(self.views, whole_pages(self.examples, self.views), &self.values);
        self.attempt(Records::Page, &ground)
    }

    fn of_regions(&self) -> Option<Attempt> {
        let plots = whole_pages(self.examples, self.views);
        let pages = Ground::new(self.views, plots, &self.values);
        let mut best: Option<Attempt> = None;
        let none = Lineup::none(Reach::Node, self.examples.examples().len());
        let is_full = self.examples.examples().iter().all(|example| example.complete);
        let n_lineups = if is_full { MAX_LINEUPS } else { MAX_LINEUPS_IN_PART };
        let (lineups, lining_up) = regions::lineups(self.examples, self.views, &none, n_lineups);
        for lineup in lineups {
            let beginning = Reached::default();
            let found = self.regions(&pages, lineup, &beginning);
            self.reached.add_all(&beginning);
            let Some((lineup, mut regions)) = found else { continue };
            let plots = self.plots(&pages, &lineup, &regions);
            regions.required = self.required(&plots);
            let ground = Ground::new(self.views, plots, &self.values);
            let attempt = self.attempt(Records::Regions(regions), &ground);
            let Some(mut attempt) = attempt else { continue };
            beginning.forget_choices();
            attempt.warnings.extend(beginning.warnings("where records begin"));
            if best.as_ref().is_none_or(|best| attempt.is_better(best)) {
                best = Some(attempt);
            }
            if is_full && best.as_ref().is_some_and(|best| best.f1 > 0.999) {
                break;
            }
        }
        self.reached.add_all(&lining_up);
        if let Some(best) = &mut best {
            best.warnings.extend(lining_up.warnings("where records are"));
        }
        best
    }

    /// Rules for where records begin: those that line up, then other kinds of records among the rest.
    fn regions(
        &self,
        pages: &Ground<'_, '_>,
        first: Lineup,
        reached: &Reached,
    ) -> Option<(Lineup, Regions)> {
        let reach = first.reach;
        let begin = begin::learn(pages, self.examples, (&first, &first), reached);
        let n_records: usize = self.examples.examples().iter().map(|e| e.records.len()).sum();
        let least = (n_records / 20).max(2);
        let mut all = first;
        let mut others = Vec::new();
        while all.n_records() + least <= n_records && others.len() < MAX_KINDS {
            let (rest, lining_up) = regions::lineups(self.examples, self.views, &all, MAX_LINEUPS);
            reached.add_all(&lining_up);
            let Some(next) = rest.into_iter().find(|next| next.reach == reach) else { break };
            if next.n_records() < least {
                break;
            }
            let with = all.with(&next);
            let rules = begin::learn(pages, self.examples, (&next, &with), reached);
            if rules.is_empty() {
                break;
            }
            others.push(rules);
            all = with;
        }
        let labelled = u32::try_from(all.n_records()).unwrap_or(u32::MAX);
        let regions = Regions { begin, others, reach, required: Vec::new(), labelled };
        (!regions.begin.is_empty()).then_some((all, regions))
    }

    /// The regions of labelled records, and those that the rules find elsewhere.
    fn plots(&self, pages: &Ground<'_, '_>, lineup: &Lineup, regions: &Regions) -> Vec<Plot> {
        let kinds = std::iter::once(&regions.begin).chain(&regions.others);
        let kinds: Vec<Vec<ReadyRule>> =
            kinds.map(|rules| rules.iter().map(ReadyRule::new).collect()).collect();
        let mut plots = Vec::new();
        for (page, view) in self.views.iter().enumerate() {
            let index = Index::new(pages.sight(&pages.plots[page]));
            let found = reading::regions(&kinds, lineup.reach, &index);
            let begins = lineup.begins.get(page).map_or(&[][..], |begins| begins);
            let mut nodes: Vec<Node> = found.iter().map(|scope| scope.first).collect();
            nodes.extend(begins.iter().map(|begin| begin.0));
            nodes.sort_unstable();
            nodes.dedup();
            // What else the rules find on a page that is labelled in full is no record.
            let is_full = self.examples.examples().get(page).is_some_and(|page| page.complete);
            for scope in reading::scopes(view, &nodes, lineup.reach) {
                let begin = begins.binary_search_by_key(&scope.first, |begin| begin.0).ok();
                let record = begin.map(|at| begins[at].1);
                if record.is_some() || (!is_full && plots.len() < MAX_REGIONS) {
                    plots.push(Plot { page, scope, record });
                }
            }
        }
        plots
    }

    fn attempt(&self, records: Records, ground: &Ground<'_, '_>) -> Option<Attempt> {
        let (mut fields, mut repeats, mut warnings) = (Vec::new(), Vec::new(), Vec::new());
        for (at, field) in self.examples.schema().fields().iter().enumerate() {
            let labels = FieldLabels::read(ground, self.examples, at);
            let LearntField { mut rule, reached, .. } = field::learn(ground, &labels, field.many);
            self.reached.add_all(&reached);
            if !rule.ways.is_empty() {
                reached.forget_choices();
            }
            warnings.extend(reached.warnings(&format!("field `{}`", field.name)));
            if !field.many && !self.single.contains(&field.name) {
                rule.runs_on = lists::level(ground, &labels, &rule);
                if rule.runs_on.is_some() {
                    repeats.push(at);
                    warnings.push(Warning::Note(format!(
                        "field `{}` has several values on pages without labels, so its output is a list",
                        field.name
                    )));
                }
            }
            fields.push(rule);
        }
        let wrapper = Site::new(records, ground.landmark_texts.clone(), fields).ok()?;
        let f1 = f1(self.examples, &wrapper) * self.share_placed(ground);
        let plenty = self.plenty(&wrapper, ground);
        Some(Attempt { wrapper, repeats, warnings, f1, plenty })
    }

    /// Which labelled records have a scope, as a share of those that have a value.
    #[expect(clippy::cast_precision_loss, reason = "counts of records")]
    fn share_placed(&self, ground: &Ground<'_, '_>) -> f64 {
        let records = self.examples.examples().iter().flat_map(|example| &example.records);
        let n_records = records.filter(|record| record.cells.iter().any(is_given)).count();
        let n_placed = ground.plots.iter().filter(|plot| plot.record.is_some()).count();
        (n_placed as f64 / n_records.max(1) as f64).min(1.0)
    }

    /// The fields without which there is no record, if there are enough records to tell.
    fn required(&self, plots: &[Plot]) -> Vec<usize> {
        let n_labelled = plots.iter().filter(|plot| plot.record.is_some()).count();
        if n_labelled < MIN_REQUIRED { Vec::new() } else { self.always_given(plots) }
    }

    /// The fields that every labelled record has.
    fn always_given(&self, plots: &[Plot]) -> Vec<usize> {
        let labelled: Vec<&LabelledRecord> = plots
            .iter()
            .filter_map(|plot| self.examples.examples().get(plot.page)?.records.get(plot.record?))
            .collect();
        let fields = 0..self.examples.schema().fields().len();
        fields
            .filter(|&field| labelled.iter().all(|record| is_given(&record.cells[field])))
            .collect()
    }

    /// Many records built like the labelled ones, with all their fields, are good; others among them are bad.
    #[expect(clippy::cast_precision_loss, reason = "counts of records")]
    fn plenty(&self, wrapper: &Site, ground: &Ground<'_, '_>) -> f64 {
        let given = self.always_given(&ground.plots);
        let labelled: Vec<Vec<Print>> = ground
            .plots
            .iter()
            .filter(|plot| plot.record.is_some())
            .take(20)
            .map(|plot| paths(&self.views[plot.page], plot.scope))
            .collect();
        let mut likeness = Vec::new();
        for (page, example) in self.examples.examples().iter().enumerate() {
            if example.complete {
                continue;
            }
            let view = &self.views[page];
            for (scope, record) in wrapper.records_in(self.examples.schema(), view) {
                let of_scope = paths(view, scope);
                let like = labelled.iter().map(|other| overlap(other, &of_scope));
                let n_found = given.iter().filter(|&&at| record.cells[at] != Cell::Absent).count();
                let share = n_found as f64 / given.len().max(1) as f64;
                likeness.push(share * like.fold(0.0, f64::max));
            }
        }
        let sum: f64 = likeness.iter().sum();
        0.1 * (1.0 + sum).ln() + 0.3 * sum / (likeness.len() as f64).max(1.0)
    }
}

/// How well a wrapper reads the labelled pages.
pub(super) fn f1(examples: &TrainingSet<'_>, wrapper: &Site) -> f64 {
    let mut score = Score::default();
    for example in examples.examples() {
        let read = wrapper.extract(examples.schema(), example.page);
        score.add_page(examples.schema(), example, &read.records);
    }
    score.total().f1()
}

/// Whether a cell has a value.
fn is_given(cell: &LabelCell) -> bool {
    !matches!(cell, LabelCell::Unknown | LabelCell::Absent)
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

/// The prints of the labelled values, but for those that stand in many records.
pub(super) fn values(examples: &TrainingSet<'_>) -> FxHashSet<Print> {
    let mut n_records = 0;
    let mut counts: FxHashMap<Print, usize> = FxHashMap::default();
    for example in examples.examples() {
        for record in &example.records {
            n_records += 1;
            for cell in &record.cells {
                let labels: &[Label] = match cell {
                    LabelCell::One(label) => std::slice::from_ref(label),
                    LabelCell::Many(labels) => labels,
                    _ => &[],
                };
                for label in labels {
                    *counts.entry(Said::new(&text_of(example, label)).print).or_default() += 1;
                }
            }
        }
    }
    let is_common = |n: usize| n_records >= 8 && n >= (n_records / 4).max(3);
    counts.into_iter().filter(|&(_, n)| !is_common(n)).map(|(print, _)| print).collect()
}

fn text_of(example: &Example<'_>, label: &Label) -> String {
    let at = || label.candidates.first().map(|place| example.page.text(place.span).into_owned());
    label.text.clone().or_else(at).unwrap_or_default()
}
