//! Finds the wrapper that reads most of what corroboration left possible, and fills the open cells with it.

use super::choose::{PlaceChoice, choose};
use super::context::PageContext;
use super::judge::{ErrorCounts, WrapperReading, read};
use super::sets::{CellPlaces, examples, schema_of};
use super::{CellStatus, DisambiguateError, DisambiguatedCell, Sighted};
use crate::example::TrainingSet;
use crate::example::corroborate::{Array, Reliability, anchor};
use crate::{LearnError, LearnedRule, Settings, auto, delimiter};
use unhusk_wrapper::AnyWrapper;
use unhusk_wrapper::internal::sort;
use unhusk_wrapper::record::Schema;

/// Maximum number of orders for which wrappers are learnt: those with the most support.
const MAX_ORDERS: usize = 12;

/// One order of the fields, with the places chosen for it.
struct OrderHypothesis {
    order: Vec<usize>,
    arrays: Vec<Array>,
    choice: PlaceChoice,
}

/// The best explanation of the pages.
pub(super) struct Explanation {
    pub(super) schema: Schema,
    pub(super) order: Vec<usize>,
    pub(super) pages: Vec<Vec<Vec<DisambiguatedCell>>>,
    pub(super) learned: Option<LearnedRule<AnyWrapper>>,
}

pub(super) type LearnRule =
    fn(&TrainingSet<'_>, &Settings) -> Result<LearnedRule<AnyWrapper>, LearnError>;

/// Learners in the order in which they are tried: delimiters, by which corroboration prunes, then the best in general.
pub(super) const LEARNERS: [LearnRule; 2] = [delimiter::simplest_of_any_class, auto::learn];

/// Finds the best explanation of the pages among all possible orders.
pub(super) fn best(
    schema: &Schema,
    pages: &[&Sighted<'_>],
    orders: &[Vec<usize>],
    settings: &Settings,
) -> Result<Explanation, DisambiguateError> {
    let ranked = hypotheses(pages, orders);
    let task = ExplainTask { schema, pages, settings };
    let mut best: Option<(&OrderHypothesis, WrapperReading)> = None;
    'search: for learn in LEARNERS {
        for hypothesis in &ranked {
            for places in [&hypothesis.choice.places, &certain(hypothesis, pages)] {
                let Some(reading) = task.explanation(hypothesis, places, learn) else { continue };
                let verdict = reading.verdict;
                if best.as_ref().is_none_or(|(_, best)| verdict < best.verdict) {
                    best = Some((hypothesis, reading));
                }
                if verdict.is_perfect() {
                    break 'search;
                }
            }
        }
    }
    let Some(likeliest) = ranked.first() else { return Err(DisambiguateError::NoChoice) };
    let (hypothesis, reading) = match best {
        Some((hypothesis, reading)) => (hypothesis, Some(reading)),
        None => (likeliest, None),
    };
    Ok(task.finish(hypothesis, reading.as_ref()))
}

/// The places chosen for each order, the order with the most support first.
fn hypotheses(pages: &[&Sighted<'_>], orders: &[Vec<usize>]) -> Vec<OrderHypothesis> {
    let contexts: Vec<PageContext<'_>> =
        pages.iter().map(|sighted| PageContext::new(sighted.page.source())).collect();
    let reliability = reliability(pages);
    let of_order = |order: &Vec<usize>| {
        let arrays: Vec<Array> =
            pages.iter().map(|sighted| Array::new(&sighted.columns, order)).collect();
        let choice = choose(&contexts, &arrays, &reliability)?;
        Some(OrderHypothesis { order: order.clone(), arrays, choice })
    };
    let mut hypotheses: Vec<OrderHypothesis> = orders.iter().filter_map(of_order).collect();
    sort::by(&mut hypotheses, |one, other| other.choice.support.total_cmp(&one.choice.support));
    hypotheses.truncate(MAX_ORDERS);
    hypotheses
}

fn reliability(pages: &[&Sighted<'_>]) -> Vec<Reliability> {
    let Some(first) = pages.first() else { return Vec::new() };
    first.columns.iter().map(crate::example::corroborate::RecognizedColumn::reliability).collect()
}

/// Whether the only place that corroboration left must be right.
fn is_certain(reliability: Reliability, n_possible: usize) -> bool {
    n_possible == 1 && reliability != Reliability::Unreliable
}

/// The chosen places, restricted to the cells of which corroboration is certain.
fn certain(hypothesis: &OrderHypothesis, pages: &[&Sighted<'_>]) -> CellPlaces {
    let reliability = reliability(pages);
    let mut places = hypothesis.choice.places.clone();
    for (rows, array) in places.iter_mut().zip(&hypothesis.arrays) {
        for (row, possible) in rows.iter_mut().zip(&array.rows) {
            for (field, place) in row.iter_mut().enumerate() {
                *place = place.filter(|_| is_certain(reliability[field], possible[field].len()));
            }
        }
    }
    places
}

struct ExplainTask<'a, 'p> {
    schema: &'a Schema,
    pages: &'a [&'a Sighted<'p>],
    settings: &'a Settings,
}

impl ExplainTask<'_, '_> {
    /// Learns a wrapper from places and reads the pages with it; `None` if no wrapper fits.
    fn explanation(
        &self,
        hypothesis: &OrderHypothesis,
        places: &CellPlaces,
        learn: LearnRule,
    ) -> Option<WrapperReading> {
        // If no record shows the order of two fields, learners use the order of the schema.
        let columns = found(&hypothesis.order, places);
        let schema = schema_of(self.schema, &columns)?;
        let set = examples(&schema, &columns, self.pages, places)?;
        let learned = learn(&set, self.settings).ok()?;
        let schema = learned.schema(&set);
        Some(self.read(&learned.wrapper, (&schema, &columns), &hypothesis.arrays))
    }

    fn read(
        &self,
        wrapper: &AnyWrapper,
        fields: (&Schema, &[usize]),
        arrays: &[Array],
    ) -> WrapperReading {
        let anchor = self.pages.first().and_then(|page| anchor(&page.columns).ok());
        read(wrapper, fields, self.pages, (arrays, anchor.unwrap_or_default()))
    }

    /// Determines every cell, and learns from all of them.
    fn finish(
        &self,
        hypothesis: &OrderHypothesis,
        reading: Option<&WrapperReading>,
    ) -> Explanation {
        let pages = self.cells(hypothesis, reading);
        let place = |cell: &DisambiguatedCell| cell.place;
        let places: CellPlaces = pages
            .iter()
            .map(|rows| rows.iter().map(|row| row.iter().map(place).collect()).collect())
            .collect();
        let in_order: Vec<usize> = (0..self.schema.fields().len()).collect();
        let columns = found(&in_order, &places);
        let order = hypothesis.order.clone();
        let Some(schema) = schema_of(self.schema, &columns) else {
            return Explanation { schema: self.schema.clone(), order, pages, learned: None };
        };
        let learned = self.learn_again(&schema, &columns, &places);
        Explanation { schema, order, pages, learned }
    }

    /// The wrapper that reads the final labels best; ties go to the learner that is better in general.
    fn learn_again(
        &self,
        schema: &Schema,
        columns: &[usize],
        places: &CellPlaces,
    ) -> Option<LearnedRule<AnyWrapper>> {
        let set = examples(schema, columns, self.pages, places)?;
        let arrays: Vec<Array> = places.iter().map(|rows| final_array(rows)).collect();
        let mut best: Option<(ErrorCounts, LearnedRule<AnyWrapper>)> = None;
        for learn in LEARNERS.into_iter().rev() {
            let Ok(learned) = learn(&set, self.settings) else { continue };
            let own = learned.schema(&set);
            let verdict = self.read(&learned.wrapper, (&own, columns), &arrays).verdict;
            if best.as_ref().is_none_or(|(best, _)| verdict < *best) {
                best = Some((verdict, learned));
            }
            if verdict.is_perfect() {
                break;
            }
        }
        best.map(|(_, learned)| learned)
    }

    /// Every cell, from corroboration, the choice of places and the wrapper.
    fn cells(
        &self,
        hypothesis: &OrderHypothesis,
        reading: Option<&WrapperReading>,
    ) -> Vec<Vec<Vec<DisambiguatedCell>>> {
        let reliability = reliability(self.pages);
        // A wrapper overrides the chosen places only if it contradicts nothing.
        let is_sure = reading.is_some_and(|reading| reading.verdict.n_wrong == 0);
        let mut pages = Vec::with_capacity(self.pages.len());
        for (page, (array, chosen)) in
            hypothesis.arrays.iter().zip(&hypothesis.choice.places).enumerate()
        {
            let rows =
                array.rows.iter().zip(chosen).enumerate().map(|(row, (possible, chosen))| {
                    let read = reading.map(|reading| reading.places[page][row].as_slice());
                    let cell = |field: usize| {
                        let read = read.and_then(|read| read[field]);
                        let chosen = chosen[field];
                        if is_certain(reliability[field], possible[field].len()) {
                            DisambiguatedCell {
                                place: Some(possible[field][0]),
                                how: CellStatus::Certain,
                            }
                        } else if let Some(place) = read.filter(|_| is_sure).or(chosen) {
                            let is_filled = !possible[field].contains(&place);
                            let how =
                                if is_filled { CellStatus::Filled } else { CellStatus::Chosen };
                            DisambiguatedCell { place: Some(place), how }
                        } else {
                            DisambiguatedCell { place: None, how: CellStatus::Unknown }
                        }
                    };
                    (0..possible.len()).map(cell).collect()
                });
            pages.push(rows.collect());
        }
        pages
    }
}

/// Those of `fields` that have a known place.
fn found(fields: &[usize], places: &CellPlaces) -> Vec<usize> {
    let is_found = |&field: &usize| places.iter().flatten().any(|row| row[field].is_some());
    fields.iter().copied().filter(is_found).collect()
}

/// The final places as an array, which a wrapper must read.
fn final_array(rows: &[Vec<Option<unhusk_page::Span>>]) -> Array {
    let cells = |row: &Vec<Option<unhusk_page::Span>>| {
        row.iter().map(|place| place.iter().copied().collect()).collect()
    };
    Array { order: Vec::new(), rows: rows.iter().map(cells).collect() }
}
