//! Site: where each record is, and for each field rules that vote on the node that holds its value.

mod bits;
mod clues;
mod cut;
mod field;
mod ground;
mod judge;
mod labelled;
mod search;

use super::{LearnError, Learned, Learner, Settings};
use crate::Warning;
use crate::example::{Example, Label, LabelCell, TrainingSet};
use crate::wrapper::site::clue::Print;
use crate::wrapper::site::view::{View, label};
use crate::wrapper::site::{Records, Site};
use field::LearntField;
use ground::{Ground, Plot, print};
use labelled::FieldLabels;
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
        let plots = whole_pages(examples, &views);
        let ground = Ground::new(&views, plots, &values(examples));
        let mut warnings = Vec::new();
        let mut fields = Vec::new();
        for (at, field) in examples.schema().fields().iter().enumerate() {
            let labels = FieldLabels::read(&ground, examples, at);
            let LearntField { rule, n_missed, .. } = field::learn(&ground, &labels, field.many);
            if n_missed > 0 {
                warnings.push(Warning::Note(format!(
                    "field `{}`: no rule reads {n_missed} of its {} labelled values",
                    field.name,
                    labels.values.len()
                )));
            }
            fields.push(rule);
        }
        let wrapper = Site::new(Records::Page, ground.landmark_texts, fields);
        Ok(Learned { wrapper, settled: Vec::new(), leeway: Vec::new(), warnings })
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
                all.extend(labels.iter().map(|given| print(&label(&text_of(example, given)))));
            }
        }
    }
    all
}

fn text_of(example: &Example<'_>, label: &Label) -> String {
    let at = || label.candidates.first().map(|place| example.page.text(place.span).into_owned());
    label.text.clone().or_else(at).unwrap_or_default()
}
