//! Signals: the differences between healthy pages and the current pages, field by field.
//!
//! Every signal is 0 if nothing differs. Few pages give little evidence, so rates are shrunk towards the usual rate
//! ([`chance::surprise`]), spreads towards the usual spread of other sites ([`USUAL_SPREAD`]), and counts may vary the
//! more, the fewer pages showed how much they vary ([`log_ratio`]).

mod location;
mod chance;
mod names;
mod own_data;
mod values;

#[cfg(test)]
mod tests;

pub use chance::USUAL_SPREAD;
pub(super) use chance::z;
pub use names::at;
pub use names::{N_SIGNALS, NAMES, Signals};

use crate::profile::{FieldProfile, Moments, Profile};
use chance::{MAX_DRAWN, effective, surprise};

/// The signals of the field at `position` in both profiles.
pub fn signals(healthy: &Profile, now: &Profile, position: usize) -> Signals {
    let mut signals = [0.0; N_SIGNALS];
    let (Some(before), Some(after)) = (healthy.fields.get(position), now.fields.get(position))
    else {
        return signals;
    };
    let (missing, gaps) = gaps(healthy, now, position);
    signals[at::MISSING] = missing;
    signals[at::GAPS] = gaps;
    signals[at::GONE] = f64::from(before.filled > 0 && after.filled == 0);
    signals[at::RECORDS] = log_ratio(&before.per_page, &after.per_page, healthy.pages);
    signals[at::TEMPLATE] = template(healthy, now);
    if after.values() == 0 || before.values() == 0 {
        return signals;
    }
    signals[at::DOUBT] = loss(&before.confidence, &after.confidence);
    signals[at::VOTES] = loss(&before.votes, &after.votes);
    signals[at::CONTEST] = loss(&after.contest, &before.contest);
    signals[at::SHAPE] = values::shape(before, after);
    signals[at::UNSEEN] = values::unseen(&before.starts, &after.starts)
        .max(values::unseen(&before.ends, &after.ends));
    let drawn = (effective(before.values(), before.pages), effective(after.values(), after.pages));
    signals[at::MIXTURE] = values::mixture(&before.starts, &after.starts, drawn)
        + values::mixture(&before.ends, &after.ends, drawn);
    signals[at::TYPE] = values::of_type(before, after);
    signals[at::SAME] = values::same(before, after);
    signals[at::KNOWN] = values::known(before, after);
    signals[at::SHARED] = newly_shared(healthy, now, position);
    signals[at::COUNT] = values_per_record(&before.per_record, &after.per_record);
    signals[at::PATHS] =
        (location::concentration(&before.paths) - location::concentration(&after.paths)).max(0.0);
    signals[at::LABELS] = location::captions(before, after);
    signals[at::MISLABELLED] = location::mislabelled(before, after);
    signals[at::UNECHOED] = increase(
        share(after.values() - after.echoed.min(after.values()), after.values()),
        share(before.values() - before.echoed.min(before.values()), before.values()),
    );
    let own_data = own_data::own_data(healthy, now, position);
    signals[at::MISNAMED] = own_data.misnamed;
    signals[at::NAMED] = own_data.named;
    signals[at::CONTRADICTED] = own_data.contradicted;
    signals[at::MARKS] = location::other_marks(before, after);
    signals[at::MOVED] = location::moved(before, after);
    signals[at::MENUS] =
        increase(share(after.in_menus, after.values()), share(before.in_menus, before.values()));
    signals[at::STUCK] = signals[at::KNOWN] * signals[at::MISNAMED];
    signals
}

/// How many more records lack the field: as a share, and as a surprise. A page without records lacks the usual number
/// of records; if every record had several values, each value counts.
fn gaps(healthy: &Profile, now: &Profile, position: usize) -> (f64, f64) {
    let usual = healthy.records.mean().max(1.0);
    let each = min_values_per_record(&healthy.fields[position]);
    let wanted = |profile: &Profile| {
        each * (real(profile.fields[position].cells) + usual * real(profile.empty))
    };
    let filled = |profile: &Profile| {
        let field = &profile.fields[position];
        real(field.per_record.total()).min(each * real(field.filled))
    };
    let (n_before, n_after) = (wanted(healthy), wanted(now));
    if n_after == 0.0 || n_before == 0.0 {
        return (0.0, 0.0);
    }
    let drop = filled(healthy) / n_before - filled(now) / n_after;
    let effective = |n: f64, profile: &Profile| {
        n.min(RECORDS_PER_PAGE * real(profile.pages)).min(MAX_DRAWN) / n
    };
    let (weight_before, weight_after) = (effective(n_before, healthy), effective(n_after, now));
    let prior =
        (0.5 + weight_before * filled(healthy), 0.5 + weight_before * (n_before - filled(healthy)));
    let n_drawn = (weight_after * n_after).round();
    let surprise = surprise(prior, n_drawn, (weight_after * filled(now)).round());
    (drop.max(0.0), if drop > 0.0 { surprise } else { 0.0 })
}

/// The number of values that every record had, if there were enough records to know.
fn min_values_per_record(before: &FieldProfile) -> f64 {
    let is_known = before.per_record.count() >= MIN_RECORDS;
    if is_known { real(before.per_record.least().max(1)) } else { 1.0 }
}

/// Records that are needed to know how many values each record has.
const MIN_RECORDS: u64 = 3;

/// Records of one page resemble each other: a page counts as at most this many independent records.
const RECORDS_PER_PAGE: f64 = 3.0;

/// The loss of the template's texts. Texts that only a few pages have in common may not be of the template.
fn template(healthy: &Profile, now: &Profile) -> f64 {
    let n_pages = real(healthy.pages);
    loss(&healthy.template, &now.template) * n_pages / (n_pages + TEMPLATE_DOUBT)
}

/// Pages that count against the template.
const TEMPLATE_DOUBT: f64 = 2.0;

/// The increase of the share of values that are also read for another field. Of the fields that share values, one is
/// wrong: the one that lost most votes.
fn newly_shared(healthy: &Profile, now: &Profile, position: usize) -> f64 {
    let of = |(before, after): (&FieldProfile, &FieldProfile)| {
        let shared =
            increase(share(after.shared, after.values()), share(before.shared, before.values()));
        (shared, loss(&before.votes, &after.votes))
    };
    let fields: Vec<(f64, f64)> = healthy.fields.iter().zip(&now.fields).map(of).collect();
    let sharing = fields.iter().filter(|(shared, _)| *shared > 0.0);
    let most_lost = sharing.map(|(_, lost)| *lost).fold(0.0, f64::max);
    let (shared, lost) = fields[position];
    if lost >= most_lost { shared } else { 0.0 }
}

/// Logarithm of the ratio of two mean counts; 0 inside the range of the healthy counts. Beyond it, lists may vary by a
/// factor, which is the larger the fewer pages were seen.
fn log_ratio(before: &Moments, after: &Moments, n_pages: u64) -> f64 {
    if before.count() == 0 || after.count() == 0 {
        return 0.0;
    }
    let in_range = real(before.least()) <= after.mean() && after.mean() <= real(before.most());
    if in_range {
        return 0.0;
    }
    let ratio = ((after.mean() + 0.1) / (before.mean() + 0.1)).ln().abs();
    let is_list = before.most() > 1;
    let usual = if is_list { USUAL_FACTOR / real(n_pages).max(1.0).sqrt() } else { 0.0 };
    (ratio - usual).clamp(0.0, 3.0)
}

/// Change of the number of values per record. Few records do not show how much lists vary: one recipe has six
/// ingredients and the next nineteen. So the fewer records were seen, the larger is the change that is ignored, and the
/// smaller is the limit of the signal.
fn values_per_record(before: &Moments, after: &Moments) -> f64 {
    let distance = log_ratio(before, after, u64::MAX);
    if before.least() <= 1 {
        return distance;
    }
    let n_seen = real(before.count()).max(1.0).sqrt();
    (distance - USUAL_LIST_FACTOR / n_seen).clamp(0.0, MOST_OF_ONE_LIST * n_seen)
}

/// Logarithm of the factor by which lists of different records usually vary: two.
const USUAL_LIST_FACTOR: f64 = 0.7;
/// The largest change that counts where one record was seen.
const MOST_OF_ONE_LIST: f64 = 0.8;

/// Logarithm of the factor by which lists of one site usually vary: two.
const USUAL_FACTOR: f64 = 0.7;

fn loss(before: &Moments, after: &Moments) -> f64 {
    if before.count() == 0 || after.count() == 0 {
        return 0.0;
    }
    ((before.mean() - after.mean()) / 1000.0).max(0.0)
}

fn increase(after: f64, before: f64) -> f64 {
    (after - before).max(0.0)
}

/// `part / whole`; 0 if the whole is empty.
pub fn share(part: u64, whole: u64) -> f64 {
    real(part) / real(whole).max(1.0)
}

/// Converts a count to a floating-point number.
#[expect(clippy::cast_precision_loss, reason = "statistics need no 53 bits")]
pub fn real(count: u64) -> f64 {
    count as f64
}

/// Converts a count to a floating-point number.
#[expect(clippy::cast_precision_loss, reason = "statistics need no 53 bits")]
pub fn count(n: usize) -> f64 {
    n as f64
}
