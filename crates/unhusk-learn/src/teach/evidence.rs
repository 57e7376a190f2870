//! The probability that a field of a page is read wrongly: a logistic model of signals, fitted on real sites.

use super::agreement::FieldLabel;
use super::committee::LearnedReading;
use super::lesson::Lesson;
use super::question::{DoubtReason, RivalReading};
use super::reading::ReadValue;
use super::shape::TextShape;
use super::state::SessionState;
use super::surroundings::{Facet, FacetValue, FieldSurroundings, has_text};
use unhusk_wrapper::record::Confidence;

/// Evidence on a field from all pages.
#[derive(Default)]
pub(super) struct FieldEvidence<'a> {
    /// The surroundings of all readings, and of those that were confirmed.
    read: Vec<&'a FieldSurroundings>,
    right: Vec<&'a FieldSurroundings>,
    /// The number of labelled values that the wrapper reads wrongly.
    pub(super) n_misread: usize,
    shape: TextShape,
    /// The texts before and after the values on most pages.
    caption: Option<&'a str>,
    follower: Option<&'a str>,
    /// The number of pages with the most frequent value of each facet.
    n_usual: [usize; Facet::ALL.len()],
}

impl<'a> FieldEvidence<'a> {
    /// Collects the evidence on every field of a lesson.
    pub(super) fn all(lesson: &Lesson<'_>, state: &'a SessionState) -> Vec<Self> {
        let mut fields: Vec<Self> = lesson.fields().iter().map(|_| Self::default()).collect();
        for (field, text) in &state.known {
            fields[*field].shape.add(text);
        }
        let Some(learnt) = state.learnt() else { return fields };
        for label in FieldLabel::all(lesson, &state.labels) {
            let field = &mut fields[label.field];
            if label.is_read(lesson, learnt) {
                field.right.extend(&learnt.surroundings[label.page][label.field]);
            } else {
                field.n_misread += 1;
            }
        }
        for (at, field) in fields.iter_mut().enumerate() {
            field.read = learnt.surroundings.iter().filter_map(|page| page[at].as_ref()).collect();
            field.caption = usual(field.read.iter().map(|place| place.before.as_str()));
            field.follower = usual(field.read.iter().map(|place| place.after.as_str()));
            field.n_usual = Facet::ALL.map(|facet| n_usual(&field.read, facet));
        }
        fields
    }

    /// The largest deviation of `values` from the known values.
    pub(super) fn deviation(&self, values: &[ReadValue]) -> f64 {
        values.iter().map(|found| self.shape.deviation(&found.text)).fold(0.0, f64::max)
    }

    /// Returns the rarity of the word and the tags after a value, compared with the usual ones.
    fn rarity_after(&self, place: &FieldSurroundings) -> f64 {
        let words = self.follower.map_or(0.0, |_| self.rarity(place, Facet::After));
        words.max(self.rarity(place, Facet::Tags))
    }

    /// Returns the rarity of the text before a value, compared with the usual one; 0 if this text varies from page to
    /// page.
    fn rarity_before(&self, place: &FieldSurroundings) -> f64 {
        self.caption.map_or(0.0, |_| self.rarity(place, Facet::Before))
    }

    /// Returns the rarity of a facet of a value, compared with the usual one; 0 if a confirmed value has the same
    /// facet.
    fn rarity(&self, place: &FieldSurroundings, facet: Facet) -> f64 {
        let is_alike = |one: &&&FieldSurroundings| one.facet(facet) == place.facet(facet);
        if self.right.iter().any(|right| is_alike(&right)) {
            return 0.0;
        }
        let n_alike = self.read.iter().filter(is_alike).count();
        share(self.n_usual[facet as usize].saturating_sub(n_alike), self.read.len())
    }
}

/// The number of places that have the most frequent value of a facet.
fn n_usual(places: &[&FieldSurroundings], facet: Facet) -> usize {
    let mut shown: Vec<FacetValue<'_>> = places.iter().map(|place| place.facet(facet)).collect();
    shown.sort_unstable();
    shown.chunk_by(|a, b| a == b).map(<[_]>::len).max().unwrap_or(0)
}

/// Signals that a reading is wrong, each from 0 to 1.
#[derive(Debug, Clone, Copy)]
pub(super) struct ErrorSignals {
    /// Other learners read something else, or nothing, weighted by their reliability.
    other: f64,
    nothing: f64,
    /// The rules of the wrapper disagree.
    unsure: f64,
    /// The value differs from the known values.
    odd: f64,
    /// The value is missing, weighted by how rarely that happens; and its caption is on the page.
    missing: f64,
    captioned: f64,
    /// The surroundings are rare: path, text before and after, neighbours that are not read, number of values.
    path: f64,
    before: f64,
    after: f64,
    more: f64,
    count: f64,
    /// Labelled values of the field are read wrongly.
    misread: f64,
}

/// Logistic regression on all states of some 50 lessons in both orders (113 409 readings of 40 sites, of which 4 % were
/// wrong; each site has the same weight). Weights fitted on one half of the sites separate right from wrong on the
/// other half (area under the curve 0.86 to 0.94 in six such trials). The large weights are much the same in all six
/// trials; `count`, `missing`, `captioned` and `nothing` are close to 0 in some.
const WEIGHTS: ErrorSignals = ErrorSignals {
    other: 2.3,
    nothing: 0.6,
    unsure: 1.5,
    odd: 0.4,
    missing: 2.7,
    captioned: 1.2,
    path: 0.8,
    before: 2.7,
    after: 2.4,
    more: 1.7,
    count: 0.6,
    misread: 3.0,
};
/// The log odds that a reading without any signal is wrong.
const BASE: f64 = -4.4;

impl ErrorSignals {
    /// The signals of a field on one page.
    pub(super) fn of<'a>(
        (lesson, state): (&Lesson<'_>, &'a SessionState),
        (field, learnt): (&FieldEvidence<'a>, &'a LearnedReading),
        (page, at): (usize, usize),
        rivals: &[RivalReading],
    ) -> Self {
        let place = learnt.surroundings[page][at].as_ref();
        let read = learnt.pages[page].first().map_or(&[][..], |record| &record.values[at]);
        let confidence = read.iter().filter_map(|found| found.confidence).min();
        let (other, nothing) = rival_weights(state, rivals, at);
        let flag = |is_so: bool| if is_so { 1.0 } else { 0.0 };
        let has_caption =
            || field.caption.is_some_and(|caption| has_text(lesson.pages()[page], caption));
        Self {
            other,
            nothing,
            unsure: confidence.map_or(0.0, |confidence| 1.0 - confidence.get()),
            odd: field.deviation(read),
            missing: flag(place.is_none()) * state.presence(at),
            captioned: flag(place.is_none() && has_caption()),
            path: place.map_or(0.0, |place| field.rarity(place, Facet::Path)),
            before: place.map_or(0.0, |place| field.rarity_before(place)),
            after: place.map_or(0.0, |place| field.rarity_after(place)),
            more: place.map_or(0.0, |place| field.rarity(place, Facet::More)),
            count: place.map_or(0.0, |place| field.rarity(place, Facet::Count)),
            misread: flag(field.n_misread > 0),
        }
    }

    /// The probability that the reading is wrong.
    pub(super) fn probability(&self) -> f64 {
        let log_odds: f64 = self.list().iter().zip(WEIGHTS.list()).map(|(x, w)| x * w).sum();
        1.0 / (1.0 + (-(BASE + log_odds)).exp())
    }

    fn list(&self) -> [f64; 12] {
        let Self { other, nothing, unsure, odd, missing, captioned, .. } = *self;
        let Self { path, before, after, more, count, misread, .. } = *self;
        [other, nothing, unsure, odd, missing, captioned, path, before, after, more, count, misread]
    }

    /// The signals that matter, as reasons for the user.
    pub(super) fn reasons(&self) -> Vec<DoubtReason> {
        let around = self.path.max(self.before).max(self.after).max(self.more).max(self.count);
        let all = [
            (DoubtReason::Disagreement, self.other.max(self.nothing) > 0.0),
            (DoubtReason::Unsure, self.unsure > 1.0 - Confidence::DOUBT.get()),
            (DoubtReason::Missing, self.missing > 0.0),
            (DoubtReason::Odd, self.odd > 0.0),
            (DoubtReason::Elsewhere, around > 0.0),
        ];
        let mut reasons: Vec<DoubtReason> =
            all.into_iter().filter(|(_, counts)| *counts).map(|(reason, _)| reason).collect();
        if reasons.is_empty() {
            reasons.push(DoubtReason::Untested);
        }
        reasons
    }
}

/// The summed reliability of the rivals that read something else, and of those that read nothing.
fn rival_weights(state: &SessionState, rivals: &[RivalReading], field: usize) -> (f64, f64) {
    let (mut other, mut nothing) = (0.0, 0.0);
    for rival in rivals {
        let at = state.members.iter().position(|member| member.method == rival.method);
        let weight = at.map_or(0.0, |at| state.weight(at, field));
        let reads = rival.reads.as_ref().is_some_and(|reads| !reads.values[field].is_empty());
        *(if reads { &mut other } else { &mut nothing }) += weight;
    }
    (other.min(1.0), nothing.min(1.0))
}

/// The text that at least half of all are.
fn usual<'t>(texts: impl Iterator<Item = &'t str>) -> Option<&'t str> {
    let mut texts: Vec<&str> = texts.collect();
    texts.sort_unstable();
    let longest = texts.chunk_by(|a, b| a == b).max_by_key(|same| same.len())?;
    (2 * longest.len() >= texts.len()).then_some(longest[0])
}

fn share(part: usize, all: usize) -> f64 {
    let number = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    number(part) / number(all.max(1))
}
