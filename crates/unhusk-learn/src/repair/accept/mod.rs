//! Whether a repair is good enough to be proposed: it must stand every test that what is at hand allows.
//!
//! 1. It reads what is known of the pages that it was taught ([`reads_known`]).
//! 2. It reads as the old wrapper does the fields of which nothing is wrong ([`keeps_healthy`]).
//! 3. [`looks`]: what it reads looks as healthy pages did, and it is as sure on pages that it was not taught as on those
//!    that it was.
//! 4. [`apart`]: taught a part of what is known, it reads the rest.
//! 5. [`opinion`]: for every field there is a witness, the old wrapper or a method of another kind, that reads it alike;
//!    where one page is all that is known, this may stand for the test before.

mod apart;
mod looks;
mod opinion;

#[cfg(test)]
pub(super) use apart::is_more_general;
#[cfg(test)]
pub(super) use opinion::vouches;

use super::Mended;
use super::labels::Teaching;
use super::read::{self, Counts};
use opinion::{SECOND, SECOND_OF_ONE_PAGE, Witnesses};
use unhusk_page::Page;
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::profile::Profile;
use unhusk_wrapper::verify::Health;

/// What a repair is judged by.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a, 'p> {
    /// The wrapper that no longer reads right.
    pub(super) old: &'a Wrapper,
    /// How its records looked.
    pub(super) healthy: &'a Profile,
    /// The changed pages.
    pub(super) pages: &'a [(String, &'p Page)],
    /// Which fields the old wrapper still reads right on them.
    pub(super) sound: &'a [bool],
    /// What was learnt again from.
    pub(super) teaching: &'a Teaching,
}

/// The share of known values that must be read.
const MIN_READ: f64 = 0.95;
/// The share of values of a field that nothing is wrong with that must be read alike, where both wrappers read some.
const MIN_KEPT: f64 = 0.8;

/// Checks a repair against all that is known; an error says what speaks against it. Where one page of several records is
/// all that is known, what half of them told may do better.
pub(super) fn accept(ground: Ground<'_, '_>, whole: &Wrapper) -> Result<Mended, String> {
    let halves = apart::of_halves(ground);
    let told = || match ground.teaching.pages.as_slice() {
        [page] if page.records.len() > 1 => of_one_page(ground, whole, &halves),
        [_] | [] => Err(TOO_OPEN.to_owned()),
        _ => across(ground, whole),
    };
    checked(ground, whole, told).or_else(|why| {
        let mut general = halves.iter().filter(|half| apart::is_more_general(ground, half, whole));
        let told = |half| asked_of_one_page(ground, half).map(|_| BY_HALF.to_owned());
        let by_half = |half| checked(ground, half, || told(half)).ok();
        general.find_map(by_half).ok_or(why)
    })
}

const BY_HALF: &str = "learnt from every other record of the page, it reads all of them, and more of the other pages than \
                       what is learnt from all of them does";

/// Checks that hold for every repair, and at last those of `told`.
fn checked(
    ground: Ground<'_, '_>,
    mended: &Wrapper,
    told: impl FnOnce() -> Result<String, String>,
) -> Result<Mended, String> {
    let mut evidence = vec![reads_known(ground, mended)?];
    evidence.extend(keeps_healthy(ground, mended)?);
    let seen = looks::Seen::new(ground, mended);
    let (mut verdict, looked) = seen.like_healthy(ground)?;
    evidence.push(looked);
    evidence.extend(seen.alike()?);
    evidence.push(told()?);
    verdict.health = Health::Healthy;
    let file = Wrapper { profile: Some(seen.into_profile()), ..mended.clone() };
    Ok(Mended { file, changes: Vec::new(), evidence, verdict })
}

const TOO_OPEN: &str = "one known page leaves too much open; a second page that the wrapper was learnt on, as it is now, \
                        or `--known RECORDS.jsonl` would help";

fn reads_known(ground: Ground<'_, '_>, mended: &Wrapper) -> Result<String, String> {
    let fields = read::of_taught(mended, ground.pages, ground.teaching);
    let all = read::total(&fields).share();
    if all < MIN_READ {
        return Err(format!(
            "what was learnt again reads only {} of the known values",
            percent(all)
        ));
    }
    let pages = n_pages(ground.teaching.n_labelled());
    Ok(format!("{} of the known values on {pages} are read", percent(all)))
}

/// Fields that the old wrapper reads as ever must be read alike.
fn keeps_healthy(ground: Ground<'_, '_>, mended: &Wrapper) -> Result<Option<String>, String> {
    let alike = read::alike(mended, ground.old, ground.pages);
    let mut kept: Vec<String> = Vec::new();
    let fields = ground.old.schema.fields().iter().zip(ground.sound);
    for ((field, is_sound), (_, of_less)) in fields.zip(alike) {
        if !is_sound || of_less.all == 0 {
            continue;
        }
        if of_less.share() < MIN_KEPT {
            return Err(format!(
                "field `{}` still looks healthy, and what was learnt again reads it otherwise",
                field.name
            ));
        }
        kept.push(format!("`{}`", field.name));
    }
    let told = || format!("{}: read as the old wrapper does, which seems right", kept.join(", "));
    Ok((!kept.is_empty()).then(told))
}

/// Tests of what one page of several records told.
fn of_one_page(
    ground: Ground<'_, '_>,
    mended: &Wrapper,
    halves: &[Wrapper],
) -> Result<String, String> {
    let mut witnesses = asked_of_one_page(ground, mended)?;
    let told = apart::told_by_halves(ground, halves);
    if told.iter().all(|told| *told) {
        return Ok("learnt from every other record of the page, it reads all of them".to_owned());
    }
    witnesses.add(&told);
    if witnesses.unvouched().is_some() {
        return Err(TOO_OPEN.to_owned());
    }
    Ok("what other methods, the old wrapper and halves of the page tell reads the same".to_owned())
}

/// What witnesses say of a repair that one page of several records told, unless they contest a field.
fn asked_of_one_page(ground: Ground<'_, '_>, mended: &Wrapper) -> Result<Witnesses, String> {
    let mut witnesses = Witnesses::old(ground, mended);
    // Where records are cut wrongly all fields are wrong, so values of all fields together say as much as those of one.
    witnesses.ask(ground, mended, SECOND_OF_ONE_PAGE, |fields| {
        let of_all = read::total(fields).share() >= MIN_READ;
        fields.iter().map(|counts| of_all || counts.share() >= MIN_READ).collect()
    });
    match witnesses.contested() {
        Some(field) => Err(methods_differ(ground, field)),
        None => Ok(witnesses),
    }
}

fn methods_differ(ground: Ground<'_, '_>, field: usize) -> String {
    format!(
        "methods differ on what field `{}` is on pages of which nothing is known; more known pages would help",
        ground.old.schema.fields()[field].name
    )
}

/// Tests of what several pages told: each part of them is left out in turn, and other methods are asked.
fn across(ground: Ground<'_, '_>, mended: &Wrapper) -> Result<String, String> {
    let parts = apart::left_out(ground);
    if parts.is_empty() {
        return Err(
            "the known pages are too different to learn from some and check on others".to_owned()
        );
    }
    let mut fields = vec![Counts::default(); ground.old.schema.fields().len()];
    for part in &parts {
        fields.iter_mut().zip(part).for_each(|(sum, counts)| sum.add(*counts));
    }
    for (field, counts) in ground.old.schema.fields().iter().zip(&fields) {
        if counts.all == 0 || counts.share() < MIN_READ_OF_FIELD {
            return Err(format!(
                "field `{}` is not told by what surrounds it: learnt from some of the pages, it is read wrongly on \
                 others; more known pages would help",
                field.name
            ));
        }
    }
    let all = read::total(&fields).share();
    if all < MIN_READ_APART {
        return Err(format!(
            "learnt from some of the pages, only {} of the known values on the others are read; more known pages would \
             help",
            percent(all)
        ));
    }
    let mut witnesses = Witnesses::old(ground, mended);
    witnesses.ask(ground, mended, SECOND, |fields| {
        fields.iter().map(|counts| counts.share() >= MIN_ALIKE).collect()
    });
    witnesses.hear_the_quiet();
    if let Some(field) = witnesses.unvouched().filter(|_| witnesses.has_second) {
        return Err(methods_differ(ground, field));
    }
    Ok(format!(
        "learnt from some of these pages, it reads {} of what is known of the others",
        percent(all)
    ))
}

/// The share of a field's values that a method of another kind must read alike.
const MIN_ALIKE: f64 = 0.9;
/// The share of known values that must be read where they were not taught, of all fields and of each. The repair was
/// taught more, so this is less than all.
const MIN_READ_APART: f64 = 0.9;
const MIN_READ_OF_FIELD: f64 = 0.6;

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn n_pages(n: usize) -> String {
    if n == 1 { "1 page".to_owned() } else { format!("{n} pages") }
}
