//! Explains a verdict in sentences.

use super::Health;
use super::signals::{USUAL_SPREAD, at, share, z};
use crate::profile::{FieldProfile, Profile, TextFeatures, ValueSample};

/// Sentences about one field that are shown.
const MAX_SENTENCES: usize = 4;
/// Characters of a value that are shown.
const MAX_SHOWN: usize = 40;

/// Describes what differs in a field, given the signals that contribute, the largest contribution first.
pub(super) fn evidence(
    healthy: &Profile,
    now: &Profile,
    position: usize,
    by_weight: &[usize],
) -> Vec<String> {
    let mut sentences = Vec::new();
    for signal in by_weight {
        if let Some(sentence) = sentence(healthy, now, position, *signal)
            && !sentences.contains(&sentence)
        {
            sentences.push(sentence);
        }
    }
    sentences.truncate(MAX_SENTENCES);
    sentences
}

fn sentence(healthy: &Profile, now: &Profile, position: usize, signal: usize) -> Option<String> {
    let (before, after) = (&healthy.fields[position], &now.fields[position]);
    let name = &before.name;
    let percent_of = |part: u64, whole: u64| percent(share(part, whole));
    Some(match signal {
        at::MISSING | at::GAPS | at::GONE => missing(healthy, now, position),
        at::DOUBT | at::VOTES => format!(
            "the rules are less sure of {name}: {} of its values are in doubt, were {}",
            percent_of(after.doubtful, after.values()),
            percent_of(before.doubtful, before.values()),
        ),
        at::CONTEST => format!("the rules of {name} point at different texts"),
        at::SHAPE => shape(before, after)?,
        at::UNSEEN | at::MIXTURE => tokens(before, after)?,
        at::TYPE => of_type(before, after)?,
        at::SAME => {
            format!("{name} is always {}, but used to differ", most_frequent(&after.sample)?)
        }
        at::SHARED => format!(
            "{} of the values of {name} are also read for another field, were {}",
            percent_of(after.shared, after.values()),
            percent_of(before.shared, before.values()),
        ),
        at::COUNT => format!(
            "a record has {} values of {name}, had {}",
            average(after.per_record.mean()),
            range(before.per_record.least(), before.per_record.most()),
        ),
        at::RECORDS => format!(
            "a page has {} records that could have {name}, had {}",
            average(after.per_page.mean()),
            range(before.per_page.least(), before.per_page.most()),
        ),
        at::TEMPLATE => format!(
            "a page has {} of the texts of the site's template, had {}",
            percent(now.template.mean() / 1000.0),
            percent(healthy.template.mean() / 1000.0),
        ),
        at::PATHS => format!("values of {name} are at different kinds of places"),
        at::LABELS | at::MISLABELLED => format!(
            "{name} comes after {}, came after {}",
            most_frequent(&after.captions)?,
            most_frequent(&before.captions)?,
        ),
        at::MISNAMED | at::CONTRADICTED => {
            match most_frequent(&before.embedded).or(most_frequent(&before.near)) {
                Some(usual) => format!("the page's own data names other texts {usual}"),
                None => format!("the page's own data names other texts as {name}"),
            }
        }
        at::STUCK => format!(
            "{name} is {} as before, but the page's own data has another text for it",
            most_frequent(&after.sample)?
        ),
        at::MENUS => format!(
            "{} of the values of {name} are in menus, margins or footers, were {}",
            percent_of(after.in_menus, after.values()),
            percent_of(before.in_menus, before.values()),
        ),
        at::MARKS => format!("the markup around {name} has other names"),
        at::MOVED => format!("{name} is elsewhere on the page"),
        at::UNECHOED => format!(
            "{} of the values of {name} also occur elsewhere on their page, were {}",
            percent_of(after.echoed, after.values()),
            percent_of(before.echoed, before.values()),
        ),
        _ => return None,
    })
}

/// `looks changed on 2 of 7 pages`.
pub(super) fn changed_pages(n_changed: u64, n_pages: u64) -> String {
    format!("looks changed on {}", part_of(n_changed, n_pages, "page"))
}

/// `the rules of price read next to nothing on 2 of 2 pages; values were found by how they look`.
pub(super) fn found_by_look(name: &str, n: u64, n_pages: u64) -> String {
    let pages = part_of(n, n_pages, "page");
    format!(
        "the rules of {name} read next to nothing on {pages}; values were found by how they look"
    )
}

/// `price is missing on 48 of 50 pages, was 0 %`.
fn missing(healthy: &Profile, now: &Profile, position: usize) -> String {
    let (before, after) = (&healthy.fields[position], &now.fields[position]);
    let name = &before.name;
    let was = percent(1.0 - share(before.filled, before.cells));
    if now.pages == after.pages {
        let lacks = after.cells.saturating_sub(after.filled);
        let records = part_of(lacks, after.cells, "record");
        return format!("{name} is missing in {records}, was {was}");
    }
    let pages = part_of(now.pages.saturating_sub(after.pages), now.pages, "page");
    format!("{name} is missing on {pages}, was {was}")
}

/// `3`, `on average 2.4`.
fn average(mean: f64) -> String {
    if mean.fract() < 0.05 || mean.fract() > 0.95 {
        format!("{mean:.0}")
    } else {
        format!("on average {mean:.1}")
    }
}

/// `1`, `3 to 5`.
fn range(least: u64, most: u64) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

/// `48 of 50 pages`, `the only page`.
fn part_of(part: u64, whole: u64, noun: &str) -> String {
    if whole == 1 { format!("the only {noun}") } else { format!("{part} of {whole} {noun}s") }
}

/// Describes the feature whose mean moved most.
fn shape(before: &FieldProfile, after: &FieldProfile) -> Option<String> {
    let features = before.features.all().into_iter().zip(after.features.all());
    let moved = features.zip(USUAL_SPREAD).enumerate().map(|(number, ((old, new), usual))| {
        (number, z(old, new, usual, (before.pages, after.pages)), old.mean(), new.mean())
    });
    let (number, _, old, new) = moved.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))?;
    let name = &before.name;
    // The first three features are logarithms of one more than a number.
    let shown = |mean: f64| match number {
        0 | 2 => format!("{:.0} characters", (mean / 1000.0).exp_m1()),
        1 => format!("{:.1} words", (mean / 1000.0).exp_m1()),
        _ => percent(mean / 1000.0),
    };
    Some(format!(
        "{name} looks different: its {} is {}, was {}",
        TextFeatures::NAMES[number],
        shown(new),
        shown(old)
    ))
}

fn tokens(before: &FieldProfile, after: &FieldProfile) -> Option<String> {
    let name = &before.name;
    let example =
        after.sample.values().iter().find(|(value, _)| before.sample.count(value) == 0)?;
    let usual = before.sample.values().first()?;
    Some(format!(
        "values of {name} begin or end in a new way: {}, where {} is usual",
        quoted(&example.0),
        quoted(&usual.0)
    ))
}

fn of_type(before: &FieldProfile, after: &FieldProfile) -> Option<String> {
    let count = |field: &FieldProfile, name: &str| field.types.get(name).copied().unwrap_or(0);
    let part = |field: &FieldProfile, name: &str| share(count(field, name), field.values());
    let names = before.types.keys().chain(after.types.keys());
    let largest = names.max_by(|a, b| {
        let moved = |name: &str| (part(before, name) - part(after, name)).abs();
        moved(a).total_cmp(&moved(b))
    })?;
    Some(format!(
        "{} of the values of {} can be read as a {largest}, were {}",
        percent(part(after, largest)),
        before.name,
        percent(part(before, largest)),
    ))
}

/// Remarks on the pages as a whole.
pub(super) fn notes(healthy: &Profile, now: &Profile, health: Health) -> Vec<String> {
    let mut notes = Vec::new();
    let n_fields_left = now.fields.iter().filter(|field| field.filled > 0).count();
    let n_fields_before = healthy.fields.iter().filter(|field| field.filled > 0).count();
    let has_template = healthy.template.count() > 0 && now.template.count() > 0;
    let lost = (healthy.template.mean() - now.template.mean()) / 1000.0;
    if now.pages > 0 && now.empty == now.pages {
        notes.push(match now.pages {
            1 => "no record was found on the page: does it belong to the site that the wrapper was learnt from?".to_owned(),
            n => format!(
                "no record was found on any of {n} pages: do they belong to the site that the wrapper was learnt from?"
            ),
        });
    } else if health == Health::Drift
        && has_template
        && now.template.mean() < 0.25 * healthy.template.mean()
    {
        notes.push(
            "the pages have almost nothing of the template that the wrapper was learnt from: they may belong to another site"
                .to_owned(),
        );
    } else if health == Health::Drift && 2 * n_fields_left < n_fields_before {
        notes.push(format!("only {n_fields_left} of {n_fields_before} fields were found"));
    }
    if health == Health::Healthy && has_template && lost > MUCH_LOST && healthy.pages > 1 {
        notes.push(format!(
            "the pages have changed ({} of the template's texts are gone), but the records look as before; learn again from new pages when it is \
             convenient",
            percent(lost),
        ));
    }
    if healthy.pages == 1 && now.pages > 0 {
        notes.push(
            "the profile is of one page only; `--record-baseline` adds pages that you know to be read right"
                .to_owned(),
        );
    }
    notes
}

/// Share of the template's texts that pages of an unchanged site do not lack: what few pages have in common is not all
/// template, and votes vary from page to page, so that neither says that pages have changed.
const MUCH_LOST: f64 = 0.4;

fn most_frequent(sample: &ValueSample) -> Option<String> {
    let (value, _) = sample.values().iter().max_by_key(|(_, count)| *count)?;
    let value = value.strip_prefix('=').unwrap_or(value);
    Some(if value.is_empty() { "nothing".to_owned() } else { quoted(value) })
}

/// A value in quotation marks, cut if it is long.
pub(crate) fn quoted(value: &str) -> String {
    match value.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("\"{}...\"", &value[..end]),
        None => format!("\"{value}\""),
    }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::{average, range};

    #[test]
    fn counts_are_written_as_people_write_them() {
        assert_eq!([0.0, 3.0, 2.98, 2.4].map(average), ["0", "3", "3", "on average 2.4"]);
        assert_eq!([range(1, 1), range(3, 5)], ["1", "3 to 5"]);
    }
}
