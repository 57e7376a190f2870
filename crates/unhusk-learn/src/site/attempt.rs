//! Attempts: candidate wrappers, each tried on the labelled pages, of which the best is taken.

use super::corpus::{Scope, SiteCorpus};
use super::field::LearntField;
use super::labelled::{FieldLabels, holder_of_range};
use super::limits::Reached;
use super::regions::RecordAlignment;
use super::shape::{overlap, shape};
use super::{begin, field, lists, look_alikes, looks, nested, record_looks, regions};
use crate::Settings;
use crate::delimiter::simplest;
use crate::example::{Example, Label, LabelCell, LabelledRecord, PlaceTarget, TrainingSet};
use crate::score::Score;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use unhusk_page::{NodeId, NodeKind, Warning};
use unhusk_wrapper::Extract;
use unhusk_wrapper::context::internal::fork::Node;
use unhusk_wrapper::site::internal as reading;
use unhusk_wrapper::site::internal::CompiledRule;
use unhusk_wrapper::site::internal::RuleMatcher;
use unhusk_wrapper::site::internal::TextHash;
use unhusk_wrapper::site::internal::{Caption, PageIndex};
use unhusk_wrapper::site::{Reach, Records, Regions, Site};

/// A candidate wrapper, and how it does on the labelled pages.
pub(super) struct WrapperCandidate {
    pub(super) wrapper: Site,
    pub(super) repeats: Vec<usize>,
    pub(super) warnings: Vec<Warning>,
    /// The F1 score on the labelled pages.
    pub(super) f1: f64,
    /// The score of the records on pages that are not labelled in full: their number, and how similar they are to labelled
    /// ones.
    pub(super) plenty: f64,
}

impl WrapperCandidate {
    fn is_better(&self, other: &Self) -> bool {
        let (own, others) = (self.f1 - self.contortion(), other.f1 - other.contortion());
        let is_as_good = (own - others).abs() <= 0.01;
        if is_as_good && self.plenty.total_cmp(&other.plenty).is_ne() {
            return self.plenty > other.plenty;
        }
        own > others
    }

    /// What the rules for where records begin cost beside their errors: a rule that needs many clues to be exact follows
    /// errors of the labels.
    #[expect(clippy::cast_precision_loss, reason = "a few clues")]
    fn contortion(&self) -> f64 {
        let Records::Regions(regions) = self.wrapper.records() else { return 0.0 };
        let n_clues = regions.begin.iter().map(|rule| rule.clues.len()).min().unwrap_or(1);
        CLUE_COST * n_clues.saturating_sub(USUAL_CLUES) as f64
    }

    /// The candidate whose wrapper knows how many records are usual on a page, and how they look. Candidates are compared
    /// without that, by what their rules find.
    fn with_usual(mut self, examples: &TrainingSet<'_>, indexes: &[PageIndex<'_>]) -> Self {
        let mut records = self.wrapper.records().clone();
        let n_pages = examples.examples().len();
        if let Records::Regions(regions) = &mut records {
            regions.usual = regions.labelled / u32::try_from(n_pages).unwrap_or(u32::MAX).max(1);
            regions.look = record_looks::of(&self.wrapper, examples, indexes);
        }
        let (landmarks, fields) = (self.wrapper.landmarks(), self.wrapper.fields());
        if let Ok(wrapper) = Site::new(records, landmarks.to_vec(), fields.to_vec()) {
            self.wrapper = wrapper;
        }
        self
    }

    /// Whether records are runs of siblings.
    fn is_run(&self) -> bool {
        matches!(self.wrapper.records(), Records::Regions(regions) if regions.reach == Reach::Run)
    }
}

/// The examples, with the indexes of their pages.
pub(super) struct SiteTask<'a, 'p> {
    examples: &'a TrainingSet<'p>,
    /// The labelled pages, then the others.
    indexes: &'a [PageIndex<'p>],
    /// The names of the fields that have to stay single.
    single: &'a [String],
    /// The hashes of the labelled values.
    values: FxHashSet<TextHash>,
    /// The limits that all searches reached.
    reached: &'a Reached,
}

/// What a clue beyond the usual number costs a rule for where records begin, in F1: that many labels of a list are wrong.
const CLUE_COST: f64 = 0.04;
/// Number of clues that tell most lists from the rest of their pages.
const USUAL_CLUES: usize = 2;
/// F1 score of a wrapper that reads all labels, but for rounding.
const ALL: f64 = 0.9999;
/// Number of record alignments that are tried, the best first.
const MAX_ALIGNMENTS: usize = 4;
/// Number of record alignments that are tried if a page is labelled in part: then every element around a record is a
/// candidate, and which is right shows in what its rules read.
const MAX_ALIGNMENTS_IN_PART: usize = 5;
/// Least number of labelled records from which it is inferred that a field is always present, if all records of their pages
/// are labelled: by Laplace's rule of succession the next record has the field too with a probability of 0.9.
const MIN_REQUIRED: usize = 9;
/// Least number of labelled records from which it is inferred that a field is always present, if pages are labelled in part:
/// by Laplace's rule of succession the next record has the field too with a probability of 0.95.
const MIN_REQUIRED_IN_PART: usize = 19;
/// Most kinds of records beside the first.
const MAX_KINDS: usize = 3;
/// Most regions without labels, which are a sample to rank rules.
const MAX_REGIONS: usize = 400;

impl<'a, 'p> SiteTask<'a, 'p> {
    pub(super) fn new(
        examples: &'a TrainingSet<'p>,
        indexes: &'a [PageIndex<'p>],
        single: &'a [String],
        reached: &'a Reached,
    ) -> Self {
        Self { examples, indexes, single, values: values(examples), reached }
    }

    /// The best attempt: a tree that reads nearly all labels, else a sequence that reads all, else the tree. Delimiters come
    /// last: of wrappers for court lists, 24 of 30 sequences were broken a year later, and 16 of 62 trees.
    pub(super) fn best(&self) -> Option<WrapperCandidate> {
        let is_flat = self.examples.schema().is_flat();
        let is_single = |example: &Example<'_>| example.complete && example.records.len() <= 1;
        let are_single = self.examples.examples().iter().all(is_single);
        let tree = match (is_flat, are_single) {
            (false, _) => nested::learn(self.examples, self.single, self.reached),
            (true, true) => self.of_pages(),
            (true, false) => self.of_regions(),
        };
        // Labels by text often have errors, and then no delimiters fit; labels by place have none.
        let enough = match (self.are_placed(), are_single) {
            (true, _) => ALL,
            (false, true) => 0.5,
            (false, false) => 0.9,
        };
        let is_near = |tree: &WrapperCandidate| {
            tree.f1 > enough
                && (are_single || reads_every_field(self.examples, &tree.wrapper))
                && !(self.are_placed() && tree.is_run())
        };
        if tree.as_ref().is_some_and(is_near) {
            return tree;
        }
        self.of_sequence().or(tree)
    }

    /// Whether all labels are given by place, not by text.
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
    fn of_sequence(&self) -> Option<WrapperCandidate> {
        let learned = simplest(self.examples, &Settings::default()).ok()?;
        let records = Records::Sequence(Box::new(learned.wrapper));
        let wrapper = Site::new(records, Vec::new(), Vec::new()).ok()?;
        let f1 = f1(self.examples, &wrapper);
        Some(WrapperCandidate {
            wrapper,
            repeats: Vec::new(),
            warnings: learned.warnings,
            f1,
            plenty: 0.0,
        })
    }

    fn of_pages(&self) -> Option<WrapperCandidate> {
        let corpus =
            SiteCorpus::new(self.indexes, whole_pages(self.examples, self.indexes), &self.values);
        self.attempt(Records::Page, &corpus)
    }

    fn of_regions(&self) -> Option<WrapperCandidate> {
        let scopes = whole_pages(self.examples, self.indexes);
        let pages = SiteCorpus::new(self.indexes, scopes, &self.values);
        let mut best: Option<WrapperCandidate> = None;
        let none = RecordAlignment::none(Reach::Node, self.examples.examples().len());
        let is_full = self.examples.examples().iter().all(|example| example.complete);
        let has_more = self.indexes.len() > self.examples.examples().len();
        let (alignments, aligning) = if is_full {
            regions::alignments(self.examples, self.indexes, &none, MAX_ALIGNMENTS)
        } else {
            regions::alignments_in_part(self.examples, self.indexes, MAX_ALIGNMENTS_IN_PART)
        };
        for alignment in alignments {
            // No rules read more than all of the list that they are learnt from.
            let is_beaten =
                |best: &WrapperCandidate| best.f1 > 0.999 && best.plenty >= alignment.promise();
            if !is_full && best.as_ref().is_some_and(is_beaten) {
                continue;
            }
            let beginning = Reached::default();
            let found = self.regions(&pages, alignment, &beginning);
            self.reached.add_all(&beginning);
            let Some((alignment, mut regions)) = found else { continue };
            let scopes = self.scopes(&pages, &alignment, &regions);
            regions.required = self.required(&scopes);
            let corpus = SiteCorpus::new(self.indexes, scopes, &self.values);
            let attempt = self.attempt(Records::Regions(regions), &corpus);
            let Some(mut attempt) = attempt else { continue };
            beginning.forget_choices();
            attempt.warnings.extend(beginning.warnings("where records begin"));
            if best.as_ref().is_none_or(|best| attempt.is_better(best)) {
                best = Some(attempt);
            }
            let is_best = |best: &WrapperCandidate| best.f1 - best.contortion() > 0.999;
            if is_full && !has_more && best.as_ref().is_some_and(is_best) {
                break;
            }
        }
        self.reached.add_all(&aligning);
        let mut best = best?.with_usual(self.examples, self.indexes);
        best.warnings.extend(aligning.warnings("where records are"));
        Some(best)
    }

    /// Learns where records begin: those of the alignment, then other kinds of records among the rest.
    fn regions(
        &self,
        pages: &SiteCorpus<'_, '_>,
        first: RecordAlignment,
        reached: &Reached,
    ) -> Option<(RecordAlignment, Regions)> {
        let reach = first.reach;
        let begin = begin::learn(pages, self.examples, (&first, &first), reached);
        let n_records: usize = self.examples.examples().iter().map(|e| e.records.len()).sum();
        let least = (n_records / 20).max(2);
        let mut all = first;
        let mut others = Vec::new();
        while all.n_records() + least <= n_records && others.len() < MAX_KINDS {
            let (rest, aligning) =
                regions::alignments(self.examples, self.indexes, &all, MAX_ALIGNMENTS);
            reached.add_all(&aligning);
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
        let (required, usual, look) = (Vec::new(), 0, None);
        let regions = Regions { begin, others, reach, required, labelled, usual, look };
        (!regions.begin.is_empty()).then_some((all, regions))
    }

    /// The regions of labelled records, and those that the rules find elsewhere.
    fn scopes(
        &self,
        pages: &SiteCorpus<'_, '_>,
        alignment: &RecordAlignment,
        regions: &Regions,
    ) -> Vec<Scope> {
        let kinds = std::iter::once(&regions.begin).chain(&regions.others);
        let kinds: Vec<Vec<CompiledRule>> =
            kinds.map(|rules| rules.iter().map(CompiledRule::new).collect()).collect();
        let mut scopes = Vec::new();
        for (page, index) in self.indexes.iter().enumerate() {
            let matcher = RuleMatcher::new(pages.context(&pages.scopes[page]));
            let found = reading::regions(&kinds, alignment.reach, &matcher);
            let begins = alignment.begins.get(page).map_or(&[][..], |begins| begins);
            let mut begin_nodes: Vec<Node> = found.iter().map(|scope| scope.first).collect();
            begin_nodes.extend(begins.iter().map(|begin| begin.0));
            begin_nodes.sort_unstable();
            begin_nodes.dedup();
            // On a page that is labelled in full, other regions are not records.
            let is_full = self.examples.examples().get(page).is_some_and(|page| page.complete);
            for nodes in reading::scopes(index, &begin_nodes, alignment.reach) {
                let begin = begins.binary_search_by_key(&nodes.first, |begin| begin.0).ok();
                let record = begin.map(|at| begins[at].1);
                if record.is_some() || (!is_full && scopes.len() < MAX_REGIONS) {
                    scopes.push(Scope { page, nodes, record });
                }
            }
        }
        scopes
    }

    fn attempt(&self, records: Records, corpus: &SiteCorpus<'_, '_>) -> Option<WrapperCandidate> {
        let (mut fields, mut repeats, mut warnings) = (Vec::new(), Vec::new(), Vec::new());
        for (at, field) in self.examples.schema().fields().iter().enumerate() {
            let labels = FieldLabels::read(corpus, self.examples, at);
            let LearntField { mut rule, reached, .. } = field::learn(corpus, &labels, field.many);
            self.reached.add_all(&reached);
            if !rule.alternatives.is_empty() {
                reached.forget_choices();
            }
            warnings.extend(reached.warnings(&format!("field `{}`", field.name)));
            if field.many {
                rule.distinct &= lists::repeats_values(corpus, &labels, &rule, field);
                rule.look = looks::of(corpus, &labels, &rule, field);
            }
            if !field.many && !self.single.contains(&field.name) {
                rule.runs_on = lists::level(corpus, &labels, &rule);
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
        let wrapper = Site::new(records, corpus.landmark_texts.clone(), fields).ok()?;
        let f1 = f1(self.examples, &wrapper) * self.share_placed(corpus);
        let plenty = if corpus.is_of_pages() { 0.0 } else { self.plenty(&wrapper, corpus) };
        Some(WrapperCandidate { wrapper, repeats, warnings, f1, plenty })
    }

    /// The share of the labelled records with values that have a scope.
    #[expect(clippy::cast_precision_loss, reason = "counts of records")]
    fn share_placed(&self, corpus: &SiteCorpus<'_, '_>) -> f64 {
        let records = self.examples.examples().iter().flat_map(|example| &example.records);
        let n_records = records.filter(|record| record.cells.iter().any(is_given)).count();
        let n_placed = corpus.scopes.iter().filter(|scope| scope.record.is_some()).count();
        (n_placed as f64 / n_records.max(1) as f64).min(1.0)
    }

    /// The fields without which a region is not a record, if there are enough labelled records to infer them.
    fn required(&self, scopes: &[Scope]) -> Vec<usize> {
        let n_labelled = scopes.iter().filter(|scope| scope.record.is_some()).count();
        let is_full = self.examples.examples().iter().all(|example| example.complete);
        let least = if is_full { MIN_REQUIRED } else { MIN_REQUIRED_IN_PART };
        if n_labelled < least { Vec::new() } else { self.always_given(scopes) }
    }

    /// The fields that every labelled record has.
    fn always_given(&self, scopes: &[Scope]) -> Vec<usize> {
        let labelled: Vec<&LabelledRecord> = scopes
            .iter()
            .filter_map(|scope| {
                self.examples.examples().get(scope.page)?.records.get(scope.record?)
            })
            .collect();
        let fields = 0..self.examples.schema().fields().len();
        fields
            .filter(|&field| labelled.iter().all(|record| is_given(&record.cells[field])))
            .collect()
    }

    /// The score of the records on pages that are not labelled in full: it rises with their number, and with the share of them
    /// that are similar to labelled ones and have all fields that these always have.
    fn plenty(&self, wrapper: &Site, corpus: &SiteCorpus<'_, '_>) -> f64 {
        let given = self.always_given(&corpus.scopes);
        let labelled: Vec<Vec<TextHash>> = corpus
            .scopes
            .iter()
            .filter(|scope| scope.record.is_some())
            .take(20)
            .map(|scope| shape(&self.indexes[scope.page], scope.nodes))
            .collect();
        let mut likeness = Vec::new();
        let is_known =
            |page: usize| self.examples.examples().get(page).is_some_and(|page| page.complete);
        for (_, index) in self.indexes.iter().enumerate().filter(|(page, _)| !is_known(*page)) {
            for (scope, record) in wrapper.records_in(self.examples.schema(), index) {
                let of_scope = shape(index, scope);
                let like = labelled.iter().map(|other| overlap(other, &of_scope));
                let filled = look_alikes::share_filled(&record, &given);
                likeness.push(filled * like.fold(0.0, f64::max));
            }
        }
        let in_part = self.examples.examples().iter().filter(|example| !example.complete);
        look_alikes::promise(&likeness, in_part.map(|example| example.records.len()).sum())
    }
}

/// The F1 score of a wrapper on the labelled pages.
pub(super) fn f1(examples: &TrainingSet<'_>, wrapper: &Site) -> f64 {
    score(examples, wrapper).total().f1()
}

/// Whether at least half of the labelled values of each field are read: of records with long lists, a heading is a small part.
fn reads_every_field(examples: &TrainingSet<'_>, wrapper: &Site) -> bool {
    score(examples, wrapper).fields.iter().all(|field| field.counts.right >= field.counts.missed)
}

fn score(examples: &TrainingSet<'_>, wrapper: &Site) -> Score {
    let mut score = Score::default();
    for example in examples.examples() {
        let read = wrapper.extract(examples.schema(), example.page);
        score.add_page(examples.schema(), example, &read.records);
    }
    score
}

/// Whether a cell has a value.
fn is_given(cell: &LabelCell) -> bool {
    !matches!(cell, LabelCell::Unknown | LabelCell::Absent)
}

/// One scope for each page.
fn whole_pages(examples: &TrainingSet<'_>, indexes: &[PageIndex<'_>]) -> Vec<Scope> {
    let n_records = |page: usize| examples.examples().get(page).map_or(0, |e| e.records.len());
    let scope = |(page, index): (usize, &PageIndex<'_>)| Scope {
        page,
        nodes: index.whole(),
        record: (n_records(page) > 0).then_some(0),
    };
    indexes.iter().enumerate().map(scope).collect()
}

/// The hashes of the labelled values and of the texts that they are made of, except those of many records.
pub(super) fn values(examples: &TrainingSet<'_>) -> FxHashSet<TextHash> {
    let mut n_records = 0;
    let mut counts: FxHashMap<TextHash, usize> = FxHashMap::default();
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
                    let mut hashes = parts_of(example, label);
                    hashes.insert(Caption::new(&text_of(example, label)).hash);
                    for hash in hashes {
                        *counts.entry(hash).or_default() += 1;
                    }
                }
            }
        }
    }
    let is_common = |n: usize| n_records >= 8 && n >= (n_records / 4).max(3);
    counts.into_iter().filter(|&(_, n)| !is_common(n)).map(|(hash, _)| hash).collect()
}

/// Most nodes of a value, and most places of it, that are looked at.
const MAX_PARTS: usize = 64;

/// The hashes of the texts of which a value is made if it is all of several nodes: in `<b>7 oz</b> <i>flour</i>`, `7 oz` and
/// `flour`. They are data as the value is, and no clue may rest on them.
fn parts_of(example: &Example<'_>, label: &Label) -> BTreeSet<TextHash> {
    let page = example.page;
    let texts = label.candidates.iter().take(MAX_PARTS).flat_map(|place| {
        let element = match place.target {
            PlaceTarget::Element(id) => Some(id),
            PlaceTarget::Range => holder_of_range(page, place.span).map(|(_, id)| id),
            PlaceTarget::Text(_) | PlaceTarget::Attribute(..) => None,
        };
        let nodes = element.into_iter().flat_map(|id| page.tree().descendants(id));
        let is_inside = |id: &NodeId| {
            let span = page.tree().span(*id);
            page.tree().kind(*id) == NodeKind::Text
                && span.is_some_and(|span| place.span.contains(span))
        };
        let texts = nodes.take(MAX_PARTS).filter(is_inside);
        texts.map(|id| Caption::new(page.tree().text(id)))
    });
    texts.filter(|caption| !caption.text.is_empty()).map(|caption| caption.hash).collect()
}

fn text_of(example: &Example<'_>, label: &Label) -> String {
    let at = || label.candidates.first().map(|place| example.page.text(place.span).into_owned());
    label.text.clone().or_else(at).unwrap_or_default()
}
