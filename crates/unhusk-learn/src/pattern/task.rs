//! The steps from examples to a pattern, with what is known on the way.

use super::collapse::{Lists, collapse};
use super::columns::ColumnElements;
use super::draft::PatternDraft;
use super::neighbours::{Likeness, like_cousins, like_siblings};
use super::regions::{self, RecordSubtree};
use super::values::{self, TargetCounts, bounds, values};
use super::vocabulary::BoundNodeNumbers;
use super::{CLASS, PatternLearner, finish, fold, negatives, page, relax, review, strict};
use crate::example::{Disambiguated, TrainingSet};
use crate::{LearnError, LearnedRule};
use std::collections::BTreeSet;
use unhusk_page::NodeId;
use unhusk_page::Warning;
use unhusk_wrapper::align::{Budget, NodeNumbers};
use unhusk_wrapper::pattern::{RecordMode, TreePattern};
use unhusk_wrapper::site::Cut;

/// A pattern that is being learnt.
pub(super) struct PatternTask<'a, 'p> {
    learner: &'a PatternLearner,
    pub(super) examples: &'a TrainingSet<'p>,
    pub(super) vocabulary: BoundNodeNumbers,
    likeness: Likeness,
    columns: ColumnElements,
    /// For folding.
    steps: Budget,
    disambiguated: Vec<Disambiguated>,
    warnings: Vec<Warning>,
}

impl<'a, 'p> PatternTask<'a, 'p> {
    pub(super) fn new(learner: &'a PatternLearner, examples: &'a TrainingSet<'p>) -> Self {
        let threshold = learner.max_neighbour_cost;
        let steps = Budget::new(learner.max_steps);
        let likeness = Likeness { threshold, names: NodeNumbers::default(), steps };
        Self {
            learner,
            examples,
            vocabulary: BoundNodeNumbers::default(),
            likeness,
            columns: ColumnElements::default(),
            steps,
            disambiguated: Vec::new(),
            warnings: Vec::new(),
        }
    }

    pub(super) fn of_records(&mut self) -> Result<LearnedRule<TreePattern>, LearnError> {
        let mut regions = self.regions();
        let mut drafts = self.drafts(&regions)?;
        for draft in &drafts {
            self.columns.add(&self.vocabulary, draft, self.examples.schema().fields());
        }
        let neighbours = self.neighbours(&regions);
        drafts.extend(self.plain_drafts(&neighbours));
        let drafts = self.collapsed(drafts);
        let mut draft = self.folded(&drafts, &regions)?;
        let n_labelled = regions.len();
        regions.extend(neighbours);
        if self.reads_negative(&draft, &regions)? {
            draft = self.folded_with_care(&drafts, &regions, n_labelled)?;
        }
        self.finished(RecordMode::Each, &draft, &regions)
    }

    /// Whether a pattern would read what labels exclude.
    fn reads_negative(
        &self,
        draft: &PatternDraft,
        regions: &[RecordSubtree],
    ) -> Result<bool, LearnError> {
        if self.examples.examples().iter().all(|example| example.negatives.is_empty()) {
            return Ok(false);
        }
        let n_fields = self.examples.schema().fields().len();
        let make =
            |inside| finish::pattern(RecordMode::Each, inside, draft, &self.vocabulary, n_fields);
        let mut steps = Budget::new(self.learner.max_steps);
        let pattern = strict::inside(self.examples, regions, &mut steps, make)
            .map_err(|error| LearnError::Inexpressible { class: CLASS, why: error.to_string() })?;
        Ok(negatives::n_read(self.examples, &pattern) > 0)
    }

    /// What labelled examples have in common, and neighbours as far as nothing is read then that labels exclude: what
    /// tells records from others stays in the pattern.
    fn folded_with_care(
        &mut self,
        drafts: &[PatternDraft],
        regions: &[RecordSubtree],
        n_labelled: usize,
    ) -> Result<PatternDraft, LearnError> {
        let mut pattern = self.folded(&drafts[..n_labelled], &regions[..n_labelled])?;
        for neighbour in &drafts[n_labelled..] {
            let merged = fold::merge(&mut self.vocabulary, &pattern, neighbour, &mut self.steps);
            let Some((merged, _)) = merged.filter(|_| !self.steps.is_exceeded()) else { continue };
            if !self.reads_negative(&merged, regions)? {
                pattern = merged;
            }
        }
        Ok(pattern)
    }

    fn regions(&mut self) -> Vec<RecordSubtree> {
        let few = regions::of_few(self.examples, &mut self.likeness);
        few.unwrap_or_else(|| {
            let (several, reached) = regions::of_several(self.examples);
            self.warnings.extend(reached.warnings("where records are"));
            several
        })
    }

    /// The examples with their values; of several places of a value, those that most records agree on are taken.
    pub(super) fn drafts(
        &mut self,
        regions: &[RecordSubtree],
    ) -> Result<Vec<PatternDraft>, LearnError> {
        let all = self.examples.examples();
        let read = |region: &RecordSubtree| {
            let example = &all[region.example];
            let record = region.record.map(|record| &example.records[record]);
            record.map_or_else(Vec::new, |record| values(example.page, region.root, record))
        };
        let read: Vec<Vec<values::RecordLabel<'_>>> = regions.iter().map(read).collect();
        review::all_have_regions(self.examples, regions, &read)?;
        let mut ways = TargetCounts::default();
        for values in &read {
            ways.count(values);
        }
        review::all_fields_have_nodes(self.examples, &read)?;
        let chosen: Vec<_> = read.iter().map(|values| ways.choose(values)).collect();
        let cuts = self.cuts(regions, &read, &chosen);
        let mut drafts = Vec::new();
        for ((region, values), chosen) in regions.iter().zip(&read).zip(&chosen) {
            let page = all[region.example].page;
            let mut bound = Vec::new();
            for (value, reading) in values.iter().zip(chosen) {
                let (Some(reading), Some(cut)) = (reading, &cuts[value.field]) else { continue };
                // What is around a value of a list holds the others, too.
                let is_many = self.examples.schema().fields()[value.field].many;
                let max_rank = if is_many { 1 } else { usize::MAX };
                bound.extend(bounds(page, region.root, (value.field, cut, max_rank), reading));
                let RecordSubtree { example, record: Some(record), .. } = *region else { continue };
                if value.label.candidates.len() > 1 {
                    let (field, place) = (vec![value.field], reading.place);
                    self.disambiguated.push(Disambiguated { example, record, field, place });
                }
            }
            drafts.push(PatternDraft::of(page.tree(), region.root, &bound, &mut self.vocabulary));
        }
        Ok(drafts)
    }

    pub(super) fn collapsed(&mut self, drafts: Vec<PatternDraft>) -> Vec<PatternDraft> {
        let Self { vocabulary, columns, steps, .. } = self;
        let mut lists = Lists { threshold: self.learner.max_list_cost, columns, steps };
        drafts.into_iter().map(|draft| collapse(vocabulary, draft, &mut lists)).collect()
    }

    /// For each field how its values are cut out of their nodes.
    fn cuts(
        &self,
        regions: &[RecordSubtree],
        read: &[Vec<values::RecordLabel<'_>>],
        chosen: &[Vec<Option<&values::ValueCandidate>>],
    ) -> Vec<Option<Cut>> {
        let all = self.examples.examples();
        let n_fields = self.examples.schema().fields().len();
        let mut of_field = vec![Vec::new(); n_fields];
        for ((region, values), chosen) in regions.iter().zip(read).zip(chosen) {
            for (value, reading) in values.iter().zip(chosen) {
                let page = all[region.example].page;
                of_field[value.field].extend(reading.map(|reading| (page, reading)));
            }
        }
        of_field.iter().map(|readings| values::cut(readings)).collect()
    }

    /// Nodes that look like an example, where not all records of a page are known: its siblings, then others.
    fn neighbours(&mut self, regions: &[RecordSubtree]) -> Vec<RecordSubtree> {
        let all = self.examples.examples();
        let mut known: BTreeSet<(usize, NodeId)> =
            regions.iter().map(|region| (region.example, region.root)).collect();
        let mut found: Vec<RecordSubtree> = Vec::new();
        for region in regions.iter().filter(|region| !all[region.example].complete) {
            let RecordSubtree { example, root, .. } = *region;
            let page = all[example].page;
            let mut alike = like_siblings(page, root, &mut self.likeness);
            alike.extend(like_cousins(page, root, &mut self.likeness));
            for root in alike.into_iter().take(self.learner.max_neighbours) {
                if known.insert((example, root)) && !negatives::holds(&all[example], root) {
                    found.push(RecordSubtree { example, record: None, root });
                }
            }
        }
        found
    }

    /// The examples without values.
    fn plain_drafts(&mut self, regions: &[RecordSubtree]) -> Vec<PatternDraft> {
        let mut drafts = Vec::new();
        for region in regions {
            let tree = self.examples.examples()[region.example].page.tree();
            drafts.push(PatternDraft::of(tree, region.root, &[], &mut self.vocabulary));
        }
        drafts
    }

    /// What all drafts have in common, the labelled ones first.
    pub(super) fn folded(
        &mut self,
        drafts: &[PatternDraft],
        regions: &[RecordSubtree],
    ) -> Result<PatternDraft, LearnError> {
        let Some((first, others)) = drafts.split_first() else {
            let why = "no labelled record has a place on its page".to_owned();
            return Err(LearnError::Inexpressible { class: CLASS, why });
        };
        let mut pattern = first.clone();
        for (at, other) in (1..).zip(others) {
            let merged = fold::merge(&mut self.vocabulary, &pattern, other, &mut self.steps);
            // What was cut for want of steps would say too little.
            if self.steps.is_exceeded() {
                break;
            }
            match merged {
                Some((merged, is_cut)) => {
                    pattern = merged;
                    if is_cut {
                        self.warn_of_cut();
                    }
                }
                None if at < regions.len() => {
                    return Err(review::nothing_in_common(
                        self.examples,
                        &regions[0],
                        &regions[at],
                    ));
                }
                None => {}
            }
        }
        if others.is_empty() {
            pattern = page::without_texts(&pattern, &mut self.vocabulary);
            self.warnings.push(Warning::Note(
                "there is one example and nothing like it beside it: all its texts count as content, but for labels such \
                 as `Price:`".to_owned(),
            ));
        }
        Ok(pattern)
    }

    fn warn_of_cut(&mut self) {
        let note = "two examples are so large that they were aligned in part".to_owned();
        if !self.warnings.contains(&Warning::Note(note.clone())) {
            self.warnings.push(Warning::Note(note));
        }
    }

    fn warn_of_steps(&mut self, matching: Budget) {
        let undone = [
            (self.likeness.steps, "not all siblings of the examples were looked at"),
            (self.steps, "not all examples were folded into the pattern"),
            (matching, "not all parts were tried that may be missing"),
        ];
        for (_, what) in undone.iter().filter(|(steps, _)| steps.is_exceeded()) {
            let note = format!("the pages are so large that {what}");
            self.warnings.push(Warning::Note(note));
        }
    }

    pub(super) fn finished(
        &mut self,
        records: RecordMode,
        draft: &PatternDraft,
        regions: &[RecordSubtree],
    ) -> Result<LearnedRule<TreePattern>, LearnError> {
        let n_fields = self.examples.schema().fields().len();
        let wildcard = self.vocabulary.wildcard();
        let make = |inside, draft: &PatternDraft| {
            finish::pattern(records, inside, draft, &self.vocabulary, n_fields)
        };
        let mut steps = Budget::new(self.learner.max_steps);
        let wrapper = match records {
            RecordMode::Page => make(Vec::new(), draft),
            RecordMode::Each => {
                let make_inside = |inside| make(inside, draft);
                strict::inside(self.examples, regions, &mut steps, make_inside).and_then(|strict| {
                    let inside = strict.inside().to_vec();
                    let make = |draft: &PatternDraft| make(inside.clone(), draft);
                    relax::relaxed(self.examples, strict, draft, wildcard, &mut steps, make)
                })
            }
        };
        let wrapper = wrapper
            .map_err(|error| LearnError::Inexpressible { class: CLASS, why: error.to_string() })?;
        self.warn_of_steps(steps);
        let mut warnings = std::mem::take(&mut self.warnings);
        warnings.extend(crate::review::review(CLASS, self.examples, &wrapper)?);
        let n_excluded = negatives::n_read(self.examples, &wrapper);
        if n_excluded > 0 {
            let note = format!("{n_excluded} values that the labels exclude are read all the same");
            warnings.push(Warning::Note(note));
        }
        let disambiguated = std::mem::take(&mut self.disambiguated);
        Ok(LearnedRule { wrapper, disambiguated, slack: Vec::new(), repeats: Vec::new(), warnings })
    }
}
