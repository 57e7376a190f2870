//! One field: its labels as nodes of the corpus, positive and negative.

use super::candidates;
use super::choose::choose;
use super::corpus::NodeCorpus;
use super::readings::readings;
use crate::example::{Disambiguated, Example, Label, LabelCell, Place, TrainingSet};
use crate::{Conflict, Evidence, LearnError};
use std::collections::BTreeMap;
use unhusk_page::Page;
use unhusk_wrapper::context::ValueTarget;
use unhusk_wrapper::context::internal::fork::Node;

/// A field to be learnt.
pub(crate) struct FieldTask {
    /// Its name.
    pub(crate) name: String,
    /// The kind and extent of all its values.
    pub(crate) target: ValueTarget,
    /// All nodes of that kind, in document order.
    pub(crate) candidates: Vec<Node>,
    /// The labelled values.
    pub(crate) positives: Vec<Node>,
    /// Places labelled as wrong, and on complete pages all unlabelled candidates.
    pub(crate) negatives: Vec<Node>,
    /// The place that was chosen for each label that had several.
    pub(crate) disambiguated: Vec<Disambiguated>,
}

impl FieldTask {
    /// Reads the labels of the field at position `field` of a flat schema.
    pub(crate) fn read(
        class: &'static str,
        corpus: &NodeCorpus,
        examples: &TrainingSet<'_>,
        field: usize,
    ) -> Result<Self, LearnError> {
        FieldReader { class, corpus, examples, field }.read()
    }

    /// Returns the error that no rule of the class fits.
    pub(crate) fn no_fit(&self, class: &'static str, why: &str) -> LearnError {
        no_fit(class, &self.name, why, Vec::new())
    }
}

fn no_fit(class: &'static str, field: &str, why: &str, places: Vec<Evidence>) -> LearnError {
    let conflict = Conflict { field: field.to_owned(), why: why.to_owned(), places };
    LearnError::NoFit { class, conflict: Box::new(conflict) }
}

struct FieldReader<'a> {
    class: &'static str,
    corpus: &'a NodeCorpus,
    examples: &'a TrainingSet<'a>,
    field: usize,
}

/// A label with all its readings.
struct AmbiguousLabel<'a> {
    example: usize,
    record: usize,
    label: &'a Label,
    /// Possible target of the value, its node, and the place of this reading.
    readings: Vec<(ValueTarget, Node, Place)>,
}

impl FieldReader<'_> {
    fn read(&self) -> Result<FieldTask, LearnError> {
        let labels = self.labels();
        if labels.is_empty() {
            let why = format!("no value of field `{}` is labelled", self.name());
            return Err(LearnError::Inexpressible { class: self.class, why });
        }
        let target = self.common_target(&labels)?;
        let pages: Vec<&Page> =
            self.examples.examples().iter().map(|example| example.page).collect();
        let candidates = candidates::of_kind(self.corpus, &pages, &target.node);
        let options: Vec<Vec<Node>> =
            labels.iter().map(|labelled| labelled.nodes(&target)).collect();
        let positives = choose(self.corpus, &options, &candidates);
        Ok(FieldTask {
            name: self.name().to_owned(),
            disambiguated: self.disambiguated(&labels, &positives),
            negatives: self.negatives(&candidates, &positives),
            target,
            candidates,
            positives,
        })
    }

    fn name(&self) -> &str {
        &self.examples.schema().fields()[self.field].name
    }

    fn labels(&self) -> Vec<AmbiguousLabel<'_>> {
        let mut all = Vec::new();
        for (at, example) in self.examples.examples().iter().enumerate() {
            for (record_at, record) in example.records.iter().enumerate() {
                let labels: &[Label] = match &record.cells[self.field] {
                    LabelCell::One(label) => std::slice::from_ref(label),
                    LabelCell::Many(labels) => labels,
                    _ => &[],
                };
                all.extend(labels.iter().map(|label| AmbiguousLabel {
                    example: at,
                    record: record_at,
                    label,
                    readings: self.readings(at, example, label),
                }));
            }
        }
        all
    }

    fn readings(
        &self,
        at: usize,
        example: &Example<'_>,
        label: &Label,
    ) -> Vec<(ValueTarget, Node, Place)> {
        let read = |&place: &Place| {
            let found = readings(example.page, place).into_iter();
            found.filter_map(move |(target, id)| Some((target, self.corpus.find(at, id)?, place)))
        };
        label.candidates.iter().flat_map(read).collect()
    }

    /// Returns the target that all values of the field have in common; texts before attributes before elements.
    fn common_target(&self, labels: &[AmbiguousLabel<'_>]) -> Result<ValueTarget, LearnError> {
        let mut n_labels: BTreeMap<&ValueTarget, usize> = BTreeMap::new();
        for labelled in labels {
            let mut targets: Vec<&ValueTarget> =
                labelled.readings.iter().map(|reading| &reading.0).collect();
            targets.sort_unstable();
            targets.dedup();
            for target in targets {
                *n_labels.entry(target).or_default() += 1;
            }
        }
        let common = n_labels.iter().find(|(_, n)| **n == labels.len());
        if let Some((target, _)) = common {
            return Ok((*target).clone());
        }
        let most = n_labels.iter().max_by_key(|(_, n)| **n).map(|(target, _)| *target);
        let odd = labels.iter().find(|labelled| {
            most.is_none_or(|most| labelled.readings.iter().all(|reading| reading.0 != *most))
        });
        let why = match most {
            None => {
                "a value is only a part of a text, or runs over several; this method finds whole nodes"
            }
            Some(_) => {
                "one value is not the same kind of node as the others, or only a part of one"
            }
        };
        let places = odd.map(|labelled| self.evidence(labelled)).into_iter().collect();
        Err(no_fit(self.class, self.name(), why, places))
    }

    fn evidence(&self, labelled: &AmbiguousLabel<'_>) -> Evidence {
        let example = &self.examples.examples()[labelled.example];
        let span = labelled.label.candidates[0].span;
        let excerpt = example.page.text(span).chars().take(60).collect();
        Evidence { page: example.name.clone(), span, excerpt }
    }

    /// Returns the places labelled as wrong, and on complete pages all unlabelled candidates.
    fn negatives(&self, candidates: &[Node], positives: &[Node]) -> Vec<Node> {
        let mut negatives = Vec::new();
        for (at, example) in self.examples.examples().iter().enumerate() {
            let named = example.negatives.iter().filter(|negative| negative.field == [self.field]);
            for negative in named {
                let readings = self.readings(at, example, &negative.label);
                negatives.extend(readings.into_iter().map(|(_, node, _)| node));
            }
            let is_known = |cells: &[LabelCell]| cells[self.field] != LabelCell::Unknown;
            if example.complete && example.records.iter().all(|record| is_known(&record.cells)) {
                let nodes = &self.corpus.pages()[at];
                negatives.extend(candidates.iter().filter(|node| nodes.contains(node)));
            }
        }
        let mut values = positives.to_vec();
        values.sort_unstable();
        let is_value = |node: &Node| values.binary_search(node).is_ok();
        negatives.retain(|node| candidates.binary_search(node).is_ok() && !is_value(node));
        negatives
    }

    fn disambiguated(&self, labels: &[AmbiguousLabel<'_>], chosen: &[Node]) -> Vec<Disambiguated> {
        let several =
            labels.iter().zip(chosen).filter(|(labelled, _)| labelled.label.candidates.len() > 1);
        let disambiguated = |(labelled, node): (&AmbiguousLabel<'_>, &Node)| {
            let reading = labelled.readings.iter().find(|reading| reading.1 == *node)?;
            Some(Disambiguated {
                example: labelled.example,
                record: labelled.record,
                field: vec![self.field],
                place: reading.2,
            })
        };
        several.filter_map(disambiguated).collect()
    }
}

impl AmbiguousLabel<'_> {
    fn nodes(&self, target: &ValueTarget) -> Vec<Node> {
        let mut nodes: Vec<Node> = self
            .readings
            .iter()
            .filter(|reading| reading.0 == *target)
            .map(|reading| reading.1)
            .collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }
}
