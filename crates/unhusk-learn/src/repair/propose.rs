//! Proposals: what a repair would read, field by field, where the evidence is not enough to accept it.

use super::agreement;
use super::labels::{RepairPage, TrainingCell, TrainingLabels};
use super::matching::{self, FieldMatch};
use super::partial;
use super::reason::RefusalReason;
use super::relearn;
use crate::example::NamedPage;
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::profile::Profile;
use unhusk_wrapper::verify::Verdict;

/// A repair that was not accepted: some fields are not sure.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ProposedRepair {
    /// The wrapper with all proposed fields; the others have their old rules.
    pub file: Wrapper,
    /// The proposed fields, in the order of the schema.
    pub fields: Vec<FieldProposal>,
    /// The fields that were not found again.
    pub left: Vec<RefusalReason>,
    /// Why the repair was not accepted.
    pub reasons: Vec<RefusalReason>,
}

/// What is proposed for one field.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct FieldProposal {
    /// The name of the field.
    pub field: String,
    /// The probability that the proposed values are those of the field.
    pub probability: f64,
    /// Sentences on why these values were chosen, the most important first.
    pub evidence: Vec<String>,
}

/// A field is sure from this probability on. `unhusk-lab drift --real --fit-matching` counts the wrong ones above it: none of
/// 91 fields of real redesigns, 3 of 66 on sites that have not changed.
const SURE: f64 = 0.9;

impl FieldProposal {
    /// Whether the field is proposed with certainty.
    pub fn is_sure(&self) -> bool {
        self.probability >= SURE
    }
}

impl ProposedRepair {
    /// The wrapper with some of the proposed fields, by name; the others are read as `old` reads them. `None` if there
    /// are none, or if the rules cannot be combined.
    pub fn accepted(&self, old: &Wrapper, names: &[&str]) -> Option<Wrapper> {
        let is_taken = |name: &str| {
            names.contains(&name) && self.fields.iter().any(|field| field.field == name)
        };
        let fields = old.schema.fields().iter().enumerate();
        let taken: Vec<usize> =
            fields.filter(|(_, field)| is_taken(&field.name)).map(|(at, _)| at).collect();
        if taken.len() == old.schema.fields().len() {
            return Some(self.file.clone());
        }
        let part = partial::selected(&self.file, &taken)?;
        partial::combined(old, &part, &taken)
    }
}

/// A field with a smaller probability is not proposed.
const MIN_PROPOSED: f64 = 0.1;
/// One field at least must have this probability: else the pages may be of another site.
const MIN_OF_BEST: f64 = 0.4;
/// The probability of values that are known.
const KNOWN: f64 = 0.99;
/// The share of the labels of a field that the proposed wrapper must read.
const MIN_READ: f64 = 0.9;
/// Pages that are enough to accept what matching finds.
pub(super) const MIN_PAGES: usize = 5;

/// Labels from matching, with the probability of each field.
pub(super) struct MatchedLabels {
    pub(super) training: TrainingLabels,
    pub(super) fields: Vec<FieldProposal>,
}

/// Labels of the pages: known values, else the column that is most like the field. `None` if fields cannot be matched.
pub(super) fn matched(
    file: &Wrapper,
    healthy: &Profile,
    pages: &[NamedPage<'_>],
    before: &Verdict,
    known: &TrainingLabels,
) -> Option<MatchedLabels> {
    let matches = matching::matches(file, healthy, pages, before)?;
    let known_cell = |page: usize, field: usize| -> Option<&TrainingCell> {
        let taught = known.pages.iter().find(|taught| taught.page == page)?;
        let [record] = taught.records.as_slice() else { return None };
        record.get(field).filter(|cell| cell.is_labelled())
    };
    let mut training = TrainingLabels::default();
    for page in 0..pages.len() {
        let cell = |(field, found): (usize, &FieldMatch)| {
            if let Some(cell) = known_cell(page, field) {
                return cell.clone();
            }
            let texts = found.column.as_ref().and_then(|column| column.texts.get(page));
            match texts.filter(|texts| !texts.is_empty()) {
                Some(texts) => TrainingCell::Texts(texts.clone()),
                None => TrainingCell::Unknown,
            }
        };
        let cells: Vec<TrainingCell> = matches.iter().enumerate().map(cell).collect();
        if cells.iter().any(TrainingCell::is_labelled) {
            training.pages.push(RepairPage { page, is_complete: true, records: vec![cells] });
        }
    }
    let fields = matches.iter().enumerate().map(|(field, found)| {
        let n_known = (0..pages.len()).filter(|page| known_cell(*page, field).is_some()).count();
        // What is known about some pages says little about the column on the others.
        let is_known = n_known == pages.len();
        let evidence = if is_known {
            vec!["its known values are on the page".to_owned()]
        } else {
            found.column.as_ref().map_or(Vec::new(), matching::evidence)
        };
        FieldProposal {
            field: file.schema.fields()[field].name.clone(),
            probability: if is_known { KNOWN } else { found.probability },
            evidence,
        }
    });
    Some(MatchedLabels { fields: fields.collect(), training })
}

/// Learns a wrapper from the matched fields that are likely enough; `None` if there are none.
pub(super) fn propose(
    file: &Wrapper,
    pages: &[NamedPage<'_>],
    matched: &MatchedLabels,
    reasons: &[RefusalReason],
) -> Option<ProposedRepair> {
    let best = matched.fields.iter().map(|field| field.probability).fold(0.0, f64::max);
    if best < MIN_OF_BEST {
        return None;
    }
    let is_likely = |field: &usize| matched.fields[*field].probability >= MIN_PROPOSED;
    let mut fields: Vec<usize> = (0..matched.fields.len()).filter(is_likely).collect();
    loop {
        let new = learnt(file, pages, &matched.training, &fields)?;
        let training = of_fields(&matched.training, &fields);
        let read = agreement::with_labels(&new, pages, &training);
        let unread: Vec<usize> =
            (0..fields.len()).filter(|at| read[*at].share() < MIN_READ).collect();
        if unread.is_empty() {
            let profile = Profile::of(&new.rule, &new.schema, pages.iter().map(|one| one.page));
            let new = Wrapper { profile: Some(profile), ..new };
            return combined(file, new, matched, &fields, reasons);
        }
        if unread.len() == fields.len() {
            return None;
        }
        fields = (0..fields.len()).filter(|at| !unread.contains(at)).map(|at| fields[at]).collect();
    }
}

fn combined(
    file: &Wrapper,
    new: Wrapper,
    matched: &MatchedLabels,
    fields: &[usize],
    reasons: &[RefusalReason],
) -> Option<ProposedRepair> {
    let n_fields = file.schema.fields().len();
    let whole = if fields.len() == n_fields { new } else { partial::combined(file, &new, fields)? };
    let left = (0..n_fields).filter(|field| !fields.contains(field)).map(|field| {
        let name = &file.schema.fields()[field].name;
        RefusalReason::of_field(name, format!("nothing on these pages is enough like `{name}`"))
    });
    Some(ProposedRepair {
        file: whole,
        fields: fields.iter().map(|field| matched.fields[*field].clone()).collect(),
        left: left.collect(),
        reasons: reasons.to_vec(),
    })
}

/// The wrapper that is learnt for some of the fields.
fn learnt(
    file: &Wrapper,
    pages: &[NamedPage<'_>],
    training: &TrainingLabels,
    fields: &[usize],
) -> Option<Wrapper> {
    let is_all = fields.len() == file.schema.fields().len();
    let part = if is_all { file.clone() } else { partial::selected(file, fields)? };
    let training = of_fields(training, fields);
    relearn::relearn(&part, pages, &training).ok()
}

fn of_fields(training: &TrainingLabels, fields: &[usize]) -> TrainingLabels {
    let of_page = |page: &RepairPage| RepairPage {
        records: page
            .records
            .iter()
            .map(|record| fields.iter().map(|field| record[*field].clone()).collect())
            .collect(),
        ..page.clone()
    };
    TrainingLabels { pages: training.pages.iter().map(of_page).collect() }
}
