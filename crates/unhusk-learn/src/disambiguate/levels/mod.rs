//! Records that nest: one field per level, each value inside the last one of the level before.
//!
//! The paper does not treat these: there are no rows, so nothing determines where a value must be. But the recognized
//! values of a level are still between the same strings, and a wrapper that reads between these strings finds what was
//! missed. (1) `accept` keeps the uncertain places that are similar to most of their level. (2) `read` tries the strings
//! common to all accepted places as delimiters, long and short. (3) The reading is chosen that contains all certain
//! values and none that a complete recognizer did not find. (4) The wrapper is learnt from it (`nest`).

mod accept;
mod nest;
mod read;

use super::context::PageContext;
use super::explain::LEARNERS;
use super::{CellStatus, DisambiguateError, Sighted};
use crate::example::TrainingSet;
use crate::example::corroborate::{CorroborateError, RecognizedColumn, Reliability};
use crate::score::Score;
use crate::{LearnedRule, Settings};
use accept::AcceptedLevel;
use read::ReadAttempt;
use unhusk_page::Span;
use unhusk_wrapper::delimiter::LevelShape;
use unhusk_wrapper::record::Schema;
use unhusk_wrapper::{AnyWrapper, Extract};

/// The values of nested records, and the wrapper that explains them.
#[derive(Debug)]
#[non_exhaustive]
pub struct LevelDisambiguation {
    /// For each page, its values in page order.
    pub pages: Vec<Vec<DisambiguatedValue>>,
    /// The wrapper; `None` if no wrapper reads the labels.
    pub learned: Option<LearnedRule<AnyWrapper>>,
}

/// One value of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DisambiguatedValue {
    /// The level, from 0.
    pub level: usize,
    /// Place of the value.
    pub place: Span,
    /// How the place was determined.
    pub how: CellStatus,
}

/// Resolves what recognizers found on pages whose records nest; a column for each level of the schema, outermost first.
///
/// # Errors
/// If the schema has no levels, no column is perfect, sound ones contradict each other, or no reading agrees with them.
pub fn disambiguate_levels(
    schema: &Schema,
    pages: &[Sighted<'_>],
    settings: &Settings,
) -> Result<LevelDisambiguation, DisambiguateError> {
    let shape = LevelShape::of(schema).map_err(|why| DisambiguateError::NoLevels { why })?;
    check(schema, pages, &shape)?;
    let contexts: Vec<PageContext<'_>> =
        pages.iter().map(|sighted| PageContext::new(sighted.page.source())).collect();
    let mut levels = Vec::with_capacity(shape.levels.len());
    for (level, of) in shape.levels.iter().enumerate() {
        let accepted = accept::accept(&contexts, pages, level);
        levels
            .push(accepted.ok_or_else(|| DisambiguateError::NoRecord { field: of.field.clone() })?);
    }
    accept::limit_to_gaps(&contexts, &mut levels);
    let read = best_reading(pages, &levels).ok_or(DisambiguateError::NoChoice)?;
    let disambiguated = |(sighted, values): (&Sighted<'_>, &Vec<(usize, Span)>)| {
        let value = |&(level, place): &(usize, Span)| DisambiguatedValue {
            level,
            place,
            how: how(&sighted.columns[level], place),
        };
        values.iter().map(value).collect()
    };
    let learned = nest::examples(schema, &shape, pages, &read)
        .and_then(|examples| learn(&examples, settings));
    Ok(LevelDisambiguation { pages: pages.iter().zip(&read).map(disambiguated).collect(), learned })
}

fn check(
    schema: &Schema,
    pages: &[Sighted<'_>],
    shape: &LevelShape,
) -> Result<(), DisambiguateError> {
    let fields = || shape.levels.iter().map(|level| level.field.clone()).collect();
    for sighted in pages {
        let error = if sighted.columns.len() == shape.levels.len() {
            nothing_perfect(&sighted.columns)
                .or_else(|| crate::example::corroborate::overlap(&sighted.columns))
        } else {
            let n_fields = schema.fields().len();
            return Err(DisambiguateError::NoLevels {
                why: format!(
                    "{} columns were given for {} levels of {n_fields} fields",
                    sighted.columns.len(),
                    shape.levels.len()
                ),
            });
        };
        if let Some(error) = error {
            let contradict = error.is_contradiction();
            let page = sighted.name.clone();
            return Err(DisambiguateError::NoPage { page, error, fields: fields(), contradict });
        }
    }
    Ok(())
}

fn nothing_perfect(columns: &[RecognizedColumn]) -> Option<CorroborateError> {
    let is_perfect = |column: &RecognizedColumn| column.reliability() == Reliability::Perfect;
    (!columns.iter().any(is_perfect)).then_some(CorroborateError::NothingPerfect)
}

/// Values with their levels, page by page.
type PageValues = Vec<Vec<(usize, Span)>>;

/// The reading that agrees with the recognizers: of whole pages if possible, else of a part, because something in the
/// head or tail of a page looks like a value.
fn best_reading(pages: &[Sighted<'_>], levels: &[AcceptedLevel<'_>]) -> Option<PageValues> {
    ReadAttempt::by_region().find_map(|attempts| most_common(pages, levels, &attempts))
}

/// Of the readings that agree with the recognizers, the one that most attempts yield.
fn most_common(
    pages: &[Sighted<'_>],
    levels: &[AcceptedLevel<'_>],
    attempts: &[ReadAttempt],
) -> Option<PageValues> {
    let mut readings: Vec<(usize, PageValues)> = Vec::new();
    for attempt in attempts {
        let delimiters = attempt.delimiters(levels);
        let numbered = pages.iter().enumerate();
        let read = numbered
            .map(|(page, sighted)| attempt.read(sighted.page.source(), &delimiters, levels, page));
        let read: PageValues = read.collect();
        if pages.iter().zip(&read).any(|(sighted, read)| n_wrong(sighted, read) > 0) {
            continue;
        }
        match readings.iter_mut().find(|(_, known)| *known == read) {
            Some((n_attempts, _)) => *n_attempts += 1,
            None => readings.push((1, read)),
        }
    }
    // Ties go to the first.
    let best = readings.into_iter().reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, read)| read)
}

/// Number of certain values that are not read, and of values read where a complete recognizer found none.
fn n_wrong(sighted: &Sighted<'_>, read: &[(usize, Span)]) -> usize {
    let mut n_wrong = 0;
    for (level, column) in sighted.columns.iter().enumerate() {
        let mut places: Vec<Span> =
            read.iter().filter(|value| value.0 == level).map(|value| value.1).collect();
        places.sort_unstable();
        if column.reliability().is_sound() {
            let is_missed = |one: &&Span| places.binary_search(one).is_err();
            n_wrong += column.instances().iter().filter(is_missed).count();
        }
        if column.reliability().is_complete() {
            let is_surplus = |one: &&Span| column.instances().binary_search(one).is_err();
            n_wrong += places.iter().filter(is_surplus).count();
        }
    }
    n_wrong
}

fn how(column: &RecognizedColumn, place: Span) -> CellStatus {
    match column.instances().binary_search(&place) {
        Err(_) => CellStatus::Filled,
        Ok(_) if column.reliability().is_sound() => CellStatus::Certain,
        Ok(_) => CellStatus::Chosen,
    }
}

/// A wrapper that reads every label; the learner that is better in general is tried first.
fn learn(examples: &TrainingSet<'_>, settings: &Settings) -> Option<LearnedRule<AnyWrapper>> {
    LEARNERS.into_iter().rev().find_map(|learn| {
        let learned = learn(examples, settings).ok()?;
        let schema = learned.schema(examples);
        let mut score = Score::default();
        for example in examples.examples() {
            let read = learned.wrapper.extract(&schema, example.page).records;
            score.add_page(&schema, example, &read);
        }
        score.total().is_perfect().then_some(learned)
    })
}
