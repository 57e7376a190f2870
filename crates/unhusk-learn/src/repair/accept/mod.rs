//! Accepts or rejects a repaired wrapper. The wrapper must pass every test that the known labels allow.
//!
//! 1. It reads the known values of the training pages ([`reads_known`]).
//! 2. It reads intact fields as the old wrapper does ([`keeps_healthy`]).
//! 3. [`compare`]: its values look as on healthy pages, and its confidence on other pages is that on the training
//!    pages.
//! 4. [`cross_validate`]: learnt from a part of the labels, it reads the rest.
//! 5. [`second_opinion`]: for every field, the old wrapper or another learning method reads the same values. If there
//!    is only one known page, this may replace test 4.

mod cross_validate;
mod compare;
mod second_opinion;

#[cfg(test)]
pub(super) use cross_validate::is_more_general;
#[cfg(test)]
pub(super) use second_opinion::confirms;

use super::RepairedWrapper;
use super::agreement::{self, ReadCounts};
use super::labels::{RepairPage, TrainingCell, TrainingLabels};
use super::reason::RefusalReason;
use crate::example::NamedPage;
use second_opinion::{METHODS, METHODS_FOR_ONE_PAGE, SecondOpinions};
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::profile::Profile;
use unhusk_wrapper::summary::RunObserver;
use unhusk_wrapper::verify::Health;

/// Everything that a repair is judged by.
#[derive(Clone, Copy)]
pub(super) struct RepairContext<'a, 'p> {
    /// The wrapper that no longer reads correctly.
    pub(super) old: &'a Wrapper,
    /// The profile of healthy pages.
    pub(super) healthy: &'a Profile,
    /// The changed pages.
    pub(super) pages: &'a [NamedPage<'p>],
    /// For each field, whether the old wrapper still reads it correctly on these pages.
    pub(super) intact: &'a [bool],
    /// The labels that the new wrapper was learnt from.
    pub(super) training: &'a TrainingLabels,
    /// Whether the labels are known values, not places that look like a field.
    pub(super) is_known: bool,
}

/// The share of known values that must be read.
const MIN_READ: f64 = 0.95;
/// The share of values of an intact field that both wrappers must read alike, if both read some.
const MIN_KEPT: f64 = 0.8;

/// Checks a repaired wrapper; the error is the reason why it is rejected. If the only known page has several records,
/// the wrapper learnt from half of them may pass where the wrapper learnt from all fails.
pub(super) fn accept(
    context: RepairContext<'_, '_>,
    whole: &Wrapper,
) -> Result<RepairedWrapper, RefusalReason> {
    let halves = cross_validate::learn_halves(context);
    let validate = || match context.training.pages.as_slice() {
        [page] if page.records.len() > 1 => of_one_page(context, whole, &halves),
        [page] => of_known_page(context, page),
        [] => Err(TOO_OPEN.into()),
        _ => across(context, whole),
    };
    checked(context, whole, validate).or_else(|why| {
        let mut general =
            halves.iter().filter(|half| cross_validate::is_more_general(context, half, whole));
        let validate = |half| ask_on_one_page(context, half).map(|_| BY_HALF.to_owned());
        let by_half = |half| checked(context, half, || validate(half)).ok();
        general.find_map(by_half).ok_or(why)
    })
}

const BY_HALF: &str = "learnt from every other record of the page, it reads all of them, and more of the other pages than \
                       what is learnt from all of them does";

/// Runs the checks that every repair must pass, and finally `validate`.
fn checked(
    context: RepairContext<'_, '_>,
    repaired: &Wrapper,
    validate: impl FnOnce() -> Result<String, RefusalReason>,
) -> Result<RepairedWrapper, RefusalReason> {
    let mut evidence = vec![reads_known(context, repaired)?];
    evidence.extend(keeps_healthy(context, repaired)?);
    has_no_odd_values(context, repaired)?;
    let profiles = compare::RepairProfiles::new(context, repaired);
    let (mut verdict, looked) = profiles.like_healthy(context)?;
    evidence.push(looked);
    evidence.extend(profiles.alike()?);
    evidence.push(validate()?);
    verdict.health = Health::Healthy;
    let file = Wrapper { profile: Some(profiles.into_profile()), ..repaired.clone() };
    let (changes, left) = (Vec::new(), Vec::new());
    Ok(RepairedWrapper { file, changes, evidence, verdict, left })
}

/// Checks that the values of each field are of one kind: a repair that reads the right values on most pages and
/// something else on some is not right.
fn has_no_odd_values(
    context: RepairContext<'_, '_>,
    repaired: &Wrapper,
) -> Result<(), RefusalReason> {
    let mut observer = RunObserver::new(repaired);
    for NamedPage { name, page } in context.pages {
        observer.add(name, &repaired.extract(page).records);
    }
    let summary = observer.finish();
    let field = summary.fields.iter().find(|field| field.has_many_odd_values());
    let Some(field) = field else { return Ok(()) };
    let example = field.examples.first();
    let text = format!(
        "{} of {} values of field `{}` that were learnt again are unlike the others: {}",
        field.odd,
        field.values,
        field.name,
        example.map_or(String::new(), |odd| format!("{:?} ({}) {}", odd.text, odd.page, odd.why)),
    );
    Err(RefusalReason::of_field(&field.name, text))
}

const TOO_OPEN: &str = "one known page leaves too much open; a second page that the wrapper was learnt on, as it is now, \
                        or `--known RECORDS.jsonl` would help";

fn reads_known(
    context: RepairContext<'_, '_>,
    repaired: &Wrapper,
) -> Result<String, RefusalReason> {
    let fields = agreement::with_labels(repaired, context.pages, context.training);
    let all = agreement::total(&fields).share();
    if all < MIN_READ {
        let worst = fields.iter().zip(context.old.schema.fields());
        let worst = worst.min_by(|(a, _), (b, _)| a.share().total_cmp(&b.share()));
        let field = worst.map_or("", |(_, field)| &field.name);
        let text = format!(
            "what was learnt again reads only {} of the known values, fewest of field `{field}`",
            percent(all)
        );
        return Err(RefusalReason::of_field(field, text));
    }
    let pages = n_pages(context.training.n_labelled());
    Ok(format!("{} of the known values on {pages} are read", percent(all)))
}

/// Checks that fields that the old wrapper still reads correctly are read alike.
fn keeps_healthy(
    context: RepairContext<'_, '_>,
    repaired: &Wrapper,
) -> Result<Option<String>, RefusalReason> {
    let alike = agreement::between(repaired, context.old, context.pages);
    let mut kept: Vec<String> = Vec::new();
    let fields = context.old.schema.fields().iter().zip(context.intact);
    for ((field, is_intact), (_, of_less)) in fields.zip(alike) {
        if !is_intact || of_less.all == 0 {
            continue;
        }
        if of_less.share() < MIN_KEPT {
            let text = format!(
                "field `{}` still looks healthy, and what was learnt again reads it otherwise",
                field.name
            );
            return Err(RefusalReason::of_field(&field.name, text));
        }
        kept.push(format!("`{}`", field.name));
    }
    let message =
        || format!("{}: read as the old wrapper does, which seems right", kept.join(", "));
    Ok((!kept.is_empty()).then(message))
}

/// Validates what was learnt from one page of several records.
fn of_one_page(
    context: RepairContext<'_, '_>,
    repaired: &Wrapper,
    halves: &[Wrapper],
) -> Result<String, RefusalReason> {
    let mut opinions = ask_on_one_page(context, repaired)?;
    let confirmed = cross_validate::confirmed_by_halves(context, halves);
    if confirmed.iter().all(|confirmed| *confirmed) {
        return Ok("learnt from every other record of the page, it reads all of them".to_owned());
    }
    opinions.add(&confirmed);
    if let Some(field) = opinions.unconfirmed() {
        let field = &context.old.schema.fields()[field].name;
        return Err(RefusalReason::of_field(field, TOO_OPEN.to_owned()));
    }
    Ok("other methods, the old wrapper and wrappers learnt from half of the page read the same"
        .to_owned())
}

/// Validates what was learnt from the only page, of one record: if all its values are known, it is as good as labelled.
fn of_known_page(
    context: RepairContext<'_, '_>,
    page: &RepairPage,
) -> Result<String, RefusalReason> {
    let cells = || page.records.iter().flatten();
    let is_known =
        |cell: &TrainingCell| matches!(cell, TrainingCell::Texts(_) | TrainingCell::Absent);
    let n_known: usize = cells()
        .map(|cell| match cell {
            TrainingCell::Texts(texts) => texts.len(),
            _ => 0,
        })
        .sum();
    let is_enough =
        context.pages.len() == 1 && cells().all(is_known) && n_known >= MIN_KNOWN_VALUES;
    if !is_enough || !context.is_known {
        return Err(TOO_OPEN.into());
    }
    Ok(format!("the page has all {n_known} known values of its record"))
}

/// Known values that identify a record beyond doubt.
const MIN_KNOWN_VALUES: usize = 5;

/// Asks other methods about a wrapper that was learnt from one page of several records; an error if they contest a
/// field.
fn ask_on_one_page(
    context: RepairContext<'_, '_>,
    repaired: &Wrapper,
) -> Result<SecondOpinions, RefusalReason> {
    let mut opinions = SecondOpinions::old(context, repaired);
    // If the record boundaries are wrong all fields are wrong, so agreement on all fields together confirms each field.
    opinions.ask(context, repaired, METHODS_FOR_ONE_PAGE, |fields| {
        let of_all = agreement::total(fields).share() >= MIN_READ;
        fields.iter().map(|counts| of_all || counts.share() >= MIN_READ).collect()
    });
    match opinions.contested() {
        Some(field) => Err(methods_differ(context, field)),
        None => Ok(opinions),
    }
}

fn methods_differ(context: RepairContext<'_, '_>, field: usize) -> RefusalReason {
    let field = &context.old.schema.fields()[field].name;
    let text = format!(
        "methods differ on what field `{field}` is on pages of which nothing is known; more known pages would help"
    );
    RefusalReason::of_field(field, text)
}

/// Validates what was learnt from several pages: holds out each part of them in turn, and asks other methods.
fn across(context: RepairContext<'_, '_>, repaired: &Wrapper) -> Result<String, RefusalReason> {
    let parts = cross_validate::held_out(context);
    if parts.is_empty() {
        return Err(
            "the known pages are too different to learn from some and check on others".into()
        );
    }
    let mut fields = vec![ReadCounts::default(); context.old.schema.fields().len()];
    for part in &parts {
        fields.iter_mut().zip(part).for_each(|(sum, counts)| sum.add(*counts));
    }
    for (field, counts) in context.old.schema.fields().iter().zip(&fields) {
        if counts.all == 0 || counts.share() < MIN_READ_OF_FIELD {
            let text = format!(
                "field `{}` is not determined by what surrounds it: learnt from some of the pages, it is read wrongly on others; \
                     more known pages would help",
                field.name
            );
            return Err(RefusalReason::of_field(&field.name, text));
        }
    }
    let all = agreement::total(&fields).share();
    if all < MIN_READ_APART {
        return Err(format!(
            "learnt from some of the pages, only {} of the known values on the others are read; more known pages would \
             help",
            percent(all)
        )
        .into());
    }
    let mut opinions = SecondOpinions::old(context, repaired);
    opinions.ask(context, repaired, METHODS, |fields| {
        fields.iter().map(|counts| counts.share() >= MIN_ALIKE).collect()
    });
    opinions.add_partial_agreement();
    if let Some(field) = opinions.unconfirmed().filter(|_| opinions.has_second) {
        return Err(methods_differ(context, field));
    }
    Ok(format!(
        "learnt from some of these pages, it reads {} of what is known of the others",
        percent(all)
    ))
}

/// The share of a field's values that another method must read alike.
const MIN_ALIKE: f64 = 0.9;
/// The share of held-out values that must be read, of all fields and of each field. The repair was learnt from more
/// labels, so this is less than 1.
const MIN_READ_APART: f64 = 0.9;
const MIN_READ_OF_FIELD: f64 = 0.6;

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn n_pages(n: usize) -> String {
    if n == 1 { "1 page".to_owned() } else { format!("{n} pages") }
}
