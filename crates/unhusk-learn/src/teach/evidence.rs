//! How likely a reading of a field is wrong: signs, weighed as they told right from wrong on real sites.

use super::committee::Learnt;
use super::lesson::Lesson;
use super::place::{Facet, Place, Shown, has_text};
use super::question::{Reason, Rival};
use super::reading::Found;
use super::shape::Shape;
use super::state::State;
use super::told::Told;
use unhusk_wrapper::record::Confidence;

/// What is known of a field on all pages.
#[derive(Default)]
pub(super) struct Field<'a> {
    /// Where it is read, and where it was told that this is right.
    read: Vec<&'a Place>,
    right: Vec<&'a Place>,
    /// Told values that the wrapper reads wrongly all the same.
    pub(super) n_misread: usize,
    shape: Shape,
    /// What stands before and after it on most pages.
    label: Option<&'a str>,
    follower: Option<&'a str>,
    /// On how many pages the usual is around it, of each facet.
    n_usual: [usize; Facet::ALL.len()],
}

impl<'a> Field<'a> {
    /// Every field of a lesson.
    pub(super) fn all(lesson: &Lesson<'_>, state: &'a State) -> Vec<Self> {
        let mut fields: Vec<Self> = lesson.fields().iter().map(|_| Self::default()).collect();
        for (field, text) in &state.known {
            fields[*field].shape.add(text);
        }
        let Some(learnt) = state.learnt() else { return fields };
        for told in Told::all(lesson, &state.labels) {
            let field = &mut fields[told.field];
            if told.is_read(lesson, learnt) {
                field.right.extend(&learnt.places[told.page][told.field]);
            } else {
                field.n_misread += 1;
            }
        }
        for (at, field) in fields.iter_mut().enumerate() {
            field.read = learnt.places.iter().filter_map(|page| page[at].as_ref()).collect();
            field.label = usual(field.read.iter().map(|place| place.before.as_str()));
            field.follower = usual(field.read.iter().map(|place| place.after.as_str()));
            field.n_usual = Facet::ALL.map(|facet| n_usual(&field.read, facet));
        }
        fields
    }

    /// How unlike known values some are, the most unlike of them.
    pub(super) fn deviation(&self, values: &[Found]) -> f64 {
        values.iter().map(|found| self.shape.deviation(&found.text)).fold(0.0, f64::max)
    }

    /// By how much the words and tags after a value are rarer than what is usual.
    fn rarity_after(&self, place: &Place) -> f64 {
        let words = self.follower.map_or(0.0, |_| self.rarity(place, Facet::After));
        words.max(self.rarity(place, Facet::Tags))
    }

    /// The same of the words before it, where they do not differ from page to page anyhow.
    fn rarity_before(&self, place: &Place) -> f64 {
        self.label.map_or(0.0, |_| self.rarity(place, Facet::Before))
    }

    /// By how much what is around a value is rarer than what is usual; 0 if that was told to be right somewhere.
    fn rarity(&self, place: &Place, facet: Facet) -> f64 {
        let is_alike = |one: &&&Place| one.shows(facet) == place.shows(facet);
        if self.right.iter().any(|right| is_alike(&right)) {
            return 0.0;
        }
        let n_alike = self.read.iter().filter(is_alike).count();
        share(self.n_usual[facet as usize].saturating_sub(n_alike), self.read.len())
    }
}

/// How many places show what most show.
fn n_usual(places: &[&Place], facet: Facet) -> usize {
    let mut shown: Vec<Shown<'_>> = places.iter().map(|place| place.shows(facet)).collect();
    shown.sort_unstable();
    shown.chunk_by(|a, b| a == b).map(<[_]>::len).max().unwrap_or(0)
}

/// What speaks against a reading, each from 0 to 1.
#[derive(Debug, Clone, Copy)]
pub(super) struct Signs {
    /// Other learners read something else, or nothing, as far as they are believed.
    other: f64,
    nothing: f64,
    /// The rules of the wrapper are divided.
    unsure: f64,
    /// It does not look like known values.
    odd: f64,
    /// It is missing, as far as it seldom is; and what stands before it elsewhere is there.
    missing: f64,
    labelled: f64,
    /// What is around it is rare: path, words before and after, neighbours that are not read, number of values.
    path: f64,
    before: f64,
    after: f64,
    more: f64,
    count: f64,
    /// Told values of the field are read wrongly.
    misread: f64,
}

/// Logistic regression on all states of some 50 lessons in both orders (113 409 readings of 40 sites, of which 4 % were
/// wrong; each site weighs the same). Fitted on one half of the sites, weights tell right from wrong on the other half
/// (area under the curve 0.86 to 0.94 in six such trials). The large ones are much the same in all six; `count`,
/// `missing`, `labelled` and `nothing` are not far from 0 in some.
const WEIGHTS: Signs = Signs {
    other: 2.3,
    nothing: 0.6,
    unsure: 1.5,
    odd: 0.4,
    missing: 2.7,
    labelled: 1.2,
    path: 0.8,
    before: 2.7,
    after: 2.4,
    more: 1.7,
    count: 0.6,
    misread: 3.0,
};
/// The log odds that a reading is wrong against which nothing speaks.
const BASE: f64 = -4.4;

impl Signs {
    /// What is seen of a field on a page that the wrapper reads so.
    pub(super) fn of<'a>(
        (lesson, state): (&Lesson<'_>, &'a State),
        (field, learnt): (&Field<'a>, &'a Learnt),
        (page, at): (usize, usize),
        rivals: &[Rival],
    ) -> Self {
        let place = learnt.places[page][at].as_ref();
        let read = learnt.pages[page].first().map_or(&[][..], |record| &record.values[at]);
        let confidence = read.iter().filter_map(|found| found.confidence).min();
        let (other, nothing) = believed(state, rivals, at);
        let flag = |is_so: bool| if is_so { 1.0 } else { 0.0 };
        let is_labelled = || field.label.is_some_and(|label| has_text(lesson.pages()[page], label));
        Self {
            other,
            nothing,
            unsure: confidence.map_or(0.0, |confidence| 1.0 - confidence.get()),
            odd: field.deviation(read),
            missing: flag(place.is_none()) * state.presence(at),
            labelled: flag(place.is_none() && is_labelled()),
            path: place.map_or(0.0, |place| field.rarity(place, Facet::Path)),
            before: place.map_or(0.0, |place| field.rarity_before(place)),
            after: place.map_or(0.0, |place| field.rarity_after(place)),
            more: place.map_or(0.0, |place| field.rarity(place, Facet::More)),
            count: place.map_or(0.0, |place| field.rarity(place, Facet::Count)),
            misread: flag(field.n_misread > 0),
        }
    }

    /// How likely the reading is wrong.
    pub(super) fn probability(&self) -> f64 {
        let log_odds: f64 = self.list().iter().zip(WEIGHTS.list()).map(|(x, w)| x * w).sum();
        1.0 / (1.0 + (-(BASE + log_odds)).exp())
    }

    fn list(&self) -> [f64; 12] {
        let Self { other, nothing, unsure, odd, missing, labelled, .. } = *self;
        let Self { path, before, after, more, count, misread, .. } = *self;
        [other, nothing, unsure, odd, missing, labelled, path, before, after, more, count, misread]
    }

    /// The signs that count, for people.
    pub(super) fn reasons(&self) -> Vec<Reason> {
        let around = self.path.max(self.before).max(self.after).max(self.more).max(self.count);
        let all = [
            (Reason::Disagreement, self.other.max(self.nothing) > 0.0),
            (Reason::Unsure, self.unsure > 1.0 - Confidence::DOUBT.get()),
            (Reason::Missing, self.missing > 0.0),
            (Reason::Odd, self.odd > 0.0),
            (Reason::Elsewhere, around > 0.0),
        ];
        let mut reasons: Vec<Reason> =
            all.into_iter().filter(|(_, counts)| *counts).map(|(reason, _)| reason).collect();
        if reasons.is_empty() {
            reasons.push(Reason::Untested);
        }
        reasons
    }
}

/// How far learners are believed that read something else, and that read nothing.
fn believed(state: &State, rivals: &[Rival], field: usize) -> (f64, f64) {
    let (mut other, mut nothing) = (0.0, 0.0);
    for rival in rivals {
        let at = state.members.iter().position(|member| member.method == rival.method);
        let weight = at.map_or(0.0, |at| state.weight(at, field));
        let reads = rival.reads.as_ref().is_some_and(|reads| !reads.values[field].is_empty());
        *(if reads { &mut other } else { &mut nothing }) += weight;
    }
    (other.min(1.0), nothing.min(1.0))
}

/// The text that half of all are, or more.
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
