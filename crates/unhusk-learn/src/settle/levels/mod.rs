//! Records that nest: one field per level, each value inside the last one of the level before.
//!
//! The paper leaves these open: there are no rows, so nothing says where a value must be. But what is recognized of a
//! level still stands between the same strings, and a wrapper that reads between them tells what was missed:
//! (1) of what is not certain, that is kept which looks like most of its level (`accept`); (2) the strings that all of
//! it has beside it are tried as delimiters, long ones and short ones (`read`); (3) the reading is taken that agrees
//! with all that is certain and with nothing that was not recognized; (4) the wrapper is learnt from it (`nest`).

mod accept;
mod nest;
mod read;

use super::context::Ground;
use super::explain::LEARNERS;
use super::{How, SettleError, Sighted};
use crate::example::TrainingSet;
use crate::example::corroborate::{Column, CorroborateError, Reliability};
use crate::score::Score;
use crate::{LearnedRule, Settings};
use accept::Level;
use read::Attempt;
use unhusk_page::Span;
use unhusk_wrapper::delimiter::Shape;
use unhusk_wrapper::record::Schema;
use unhusk_wrapper::{AnyWrapper, Extract};

/// Values of nested records that were settled, and the wrapper that explains them.
#[derive(Debug)]
#[non_exhaustive]
pub struct LevelSettlement {
    /// For each page its values, in the order of the page.
    pub pages: Vec<Vec<SettledValue>>,
    /// The wrapper; `None` if none reads the labels.
    pub learned: Option<LearnedRule<AnyWrapper>>,
}

/// One value of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SettledValue {
    /// The level, from 0.
    pub level: usize,
    /// Where the value stands.
    pub place: Span,
    /// How it came to be known.
    pub how: How,
}

/// Settles what recognizers found on pages whose records nest; a column for each level of the schema, outermost first.
///
/// # Errors
/// If the schema has no levels, no column is perfect, sound ones contradict each other, or no reading agrees with them.
pub fn settle_levels(
    schema: &Schema,
    pages: &[Sighted<'_>],
    settings: &Settings,
) -> Result<LevelSettlement, SettleError> {
    let shape = Shape::of(schema).map_err(|why| SettleError::NoLevels { why })?;
    check(schema, pages, &shape)?;
    let grounds: Vec<Ground<'_>> =
        pages.iter().map(|sighted| Ground::new(sighted.page.source())).collect();
    let mut levels = Vec::with_capacity(shape.levels.len());
    for (level, of) in shape.levels.iter().enumerate() {
        let accepted = accept::accept(&grounds, pages, level);
        levels.push(accepted.ok_or_else(|| SettleError::NoRecord { field: of.field.clone() })?);
    }
    accept::limit_to_gaps(&grounds, &mut levels);
    let read = best_reading(pages, &levels).ok_or(SettleError::NoChoice)?;
    let settled = |(sighted, values): (&Sighted<'_>, &Vec<(usize, Span)>)| {
        let value = |&(level, place): &(usize, Span)| SettledValue {
            level,
            place,
            how: how(&sighted.columns[level], place),
        };
        values.iter().map(value).collect()
    };
    let learned = nest::examples(schema, &shape, pages, &read)
        .and_then(|examples| learn(&examples, settings));
    Ok(LevelSettlement { pages: pages.iter().zip(&read).map(settled).collect(), learned })
}

fn check(schema: &Schema, pages: &[Sighted<'_>], shape: &Shape) -> Result<(), SettleError> {
    let fields = || shape.levels.iter().map(|level| level.field.clone()).collect();
    for sighted in pages {
        let error = if sighted.columns.len() == shape.levels.len() {
            nothing_perfect(&sighted.columns)
                .or_else(|| crate::example::corroborate::overlap(&sighted.columns))
        } else {
            let n_fields = schema.fields().len();
            return Err(SettleError::NoLevels {
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
            return Err(SettleError::NoPage { page, error, fields: fields(), contradict });
        }
    }
    Ok(())
}

fn nothing_perfect(columns: &[Column]) -> Option<CorroborateError> {
    let is_perfect = |column: &Column| column.reliability() == Reliability::Perfect;
    (!columns.iter().any(is_perfect)).then_some(CorroborateError::NothingPerfect)
}

/// Values with their levels, page by page.
type Values = Vec<Vec<(usize, Span)>>;

/// The reading that agrees with all that was recognized. Whole pages are read if that can be; a part of them is what is
/// left if something in their head or tail looks like a value.
fn best_reading(pages: &[Sighted<'_>], levels: &[Level<'_>]) -> Option<Values> {
    Attempt::by_region().find_map(|attempts| most_common(pages, levels, &attempts))
}

/// Of the readings that agree with all that was recognized, the one that most attempts have in common.
fn most_common(
    pages: &[Sighted<'_>],
    levels: &[Level<'_>],
    attempts: &[Attempt],
) -> Option<Values> {
    let mut readings: Vec<(usize, Values)> = Vec::new();
    for attempt in attempts {
        let delimiters = attempt.delimiters(levels);
        let numbered = pages.iter().enumerate();
        let read = numbered
            .map(|(page, sighted)| attempt.read(sighted.page.source(), &delimiters, levels, page));
        let read: Values = read.collect();
        if pages.iter().zip(&read).any(|(sighted, read)| n_wrong(sighted, read) > 0) {
            continue;
        }
        match readings.iter_mut().find(|(_, known)| *known == read) {
            Some((n_attempts, _)) => *n_attempts += 1,
            None => readings.push((1, read)),
        }
    }
    // Of equals the first is kept.
    let best = readings.into_iter().reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, read)| read)
}

/// Certain values that are not read, and values that are read where a complete recognizer found nothing.
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

fn how(column: &Column, place: Span) -> How {
    match column.instances().binary_search(&place) {
        Err(_) => How::Filled,
        Ok(_) if column.reliability().is_sound() => How::Certain,
        Ok(_) => How::Chosen,
    }
}

/// The wrapper that reads every label, of the learner that usually reads best if it can.
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
