//! Layouts: groups of pages with different markup, each with a wrapper and marks of its own.
//!
//! Pages of one site mostly differ in parts, and one wrapper copes with that. Only if it does not, labelled pages are
//! grouped by similar markup. A group gets a wrapper of its own if the groups are read much better apart than together, and
//! if each has marks: classes and texts that all its labelled pages have and no other labelled page has.

use super::attempt::{WrapperCandidate, f1, values};
use crate::example::TrainingSet;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use unhusk_page::Page;
use unhusk_page::Warning;
use unhusk_wrapper::site::internal::{EvalContext, Landmarks, PageIndex, TextHash, is_stable};
use unhusk_wrapper::site::{Clue, ClueKind, Feature, Layout, Records, Site};

/// F1 score from which one wrapper is good enough for all pages: labels by text often have errors.
const ENOUGH: f64 = 0.9;
/// Least gain in F1 of reading the groups apart.
const GAIN: f64 = 0.1;
/// Similarity from which pages are of one layout; if they are not read well, their labels are wrong.
const ALIKE: f64 = 0.7;
/// Most layouts.
const MAX_LAYOUTS: usize = 4;
/// Most marks of one layout and kind.
const MAX_MARKS: usize = 8;
/// The elements around a text that are a mark.
const AROUND: Feature = Feature::new(ClueKind::Path, 2);

/// One wrapper for each group of pages, if that reads much more than one wrapper for all.
pub(super) fn split(
    examples: &TrainingSet<'_>,
    together: Option<&WrapperCandidate>,
    learn: impl Fn(&TrainingSet<'_>) -> Option<WrapperCandidate>,
) -> Option<WrapperCandidate> {
    let f1_together = together.map_or(0.0, |together| together.f1);
    let n_labelled = examples.examples().len();
    if f1_together >= ENOUGH || n_labelled < 2 {
        return None;
    }
    let pages = examples.examples().iter().map(|example| example.page);
    let pages = pages.chain(examples.unlabelled().iter().copied());
    let values = values(examples);
    let traits: Vec<LayoutTraits> = pages.map(|page| LayoutTraits::of(page, &values)).collect();
    for n_layouts in 2..=n_labelled.min(MAX_LAYOUTS) {
        let Some(groups) = groups(&traits, n_labelled, n_layouts) else { break };
        let Some(attempt) = apart(examples, &traits, &groups, n_layouts, &learn) else { continue };
        if attempt.f1 >= f1_together + GAIN {
            return Some(attempt);
        }
    }
    None
}

/// The traits by which pages are grouped and recognized.
struct LayoutTraits {
    /// The paths of the elements.
    shape: BTreeSet<TextHash>,
    /// Candidate marks: classes, the elements right around texts, and captions that are not values, all as texts of clues.
    marks: BTreeSet<(ClueKind, String)>,
}

impl LayoutTraits {
    fn of(page: &Page, values: &FxHashSet<TextHash>) -> Self {
        let index = PageIndex::new(page);
        let mut marks = BTreeSet::new();
        let landmarks = Landmarks::default();
        let context = EvalContext { index: &index, scope: index.whole(), landmarks: &landmarks };
        for node in (0..).take(index.len()).filter(|&node| !index.is_text(node)) {
            let class = index.tree().attribute(index.id(node), "class");
            let tokens = class.iter().flat_map(|class| class.value.split_ascii_whitespace());
            let stable = tokens.filter(|token| is_stable(token));
            let clues = stable.map(|token| Clue::ClassAround(token.to_owned()));
            marks.extend(clues.map(|clue| (clue.kind(), clue.text())));
        }
        for leaf in 0..index.n_leaves() {
            context.each(AROUND, index.leaf(leaf), |path: String| {
                marks.insert((AROUND.kind, path));
            });
            let caption = index.caption(leaf);
            if leaf + 1 < index.n_leaves()
                && !caption.text.is_empty()
                && !values.contains(&caption.hash)
            {
                marks.insert((ClueKind::TextBefore, caption.text.to_string()));
            }
        }
        Self { shape: index.tag_paths().into_iter().collect(), marks }
    }

    /// The share of the elements of two pages that both have.
    #[expect(clippy::cast_precision_loss, reason = "counts of traits")]
    fn likeness(&self, other: &Self) -> f64 {
        let n_common = self.shape.intersection(&other.shape).count();
        let n_all = self.shape.len() + other.shape.len() - n_common;
        n_common as f64 / n_all.max(1) as f64
    }
}

/// The group of each page; `None` if there are fewer groups. Each group begins with the labelled page that is least similar to
/// the first pages of the groups before.
fn groups(traits: &[LayoutTraits], n_labelled: usize, n_groups: usize) -> Option<Vec<usize>> {
    let mut seeds = vec![0];
    while seeds.len() < n_groups {
        let nearest = |page: &usize| {
            let equivalents = seeds.iter().map(|&seed| traits[*page].likeness(&traits[seed]));
            equivalents.fold(0.0, f64::max)
        };
        let farthest = (0..n_labelled).min_by(|a, b| nearest(a).total_cmp(&nearest(b)));
        seeds.push(farthest.filter(|page| nearest(page) < ALIKE)?);
    }
    let nearest = |page: &LayoutTraits| {
        let likeness = |&group: &usize| page.likeness(&traits[seeds[group]]);
        let all = (0..n_groups).rev();
        all.max_by(|a, b| likeness(a).total_cmp(&likeness(b))).unwrap_or(0)
    };
    Some(traits.iter().map(nearest).collect())
}

fn apart(
    examples: &TrainingSet<'_>,
    traits: &[LayoutTraits],
    groups: &[usize],
    n_layouts: usize,
    learn: &impl Fn(&TrainingSet<'_>) -> Option<WrapperCandidate>,
) -> Option<WrapperCandidate> {
    let n_labelled = examples.examples().len();
    let (mut layouts, mut repeats) = (Vec::new(), BTreeSet::new());
    let mut warnings = vec![Warning::Note(format!(
        "the labelled pages are built in {n_layouts} ways, each of which is read by rules of its own"
    ))];
    for group in 0..n_layouts {
        let marks = marks(traits, groups, n_labelled, group);
        let of_group: Vec<_> = (0..n_labelled).filter(|&page| groups[page] == group).collect();
        let labelled = of_group.iter().map(|&page| examples.examples()[page].clone()).collect();
        let others = examples.unlabelled().iter().zip(&groups[n_labelled..]);
        let others = others.filter(|(_, of)| **of == group).map(|(page, _)| *page);
        let set = TrainingSet::from_examples(examples.schema().clone(), labelled).ok()?;
        let attempt = learn(&set.with_unlabelled(others))?;
        repeats.extend(attempt.repeats);
        warnings.extend(attempt.warnings);
        layouts.push(Layout { marks, site: attempt.wrapper });
    }
    let wrapper = Site::new(Records::Layouts(layouts), Vec::new(), Vec::new()).ok()?;
    let f1 = f1(examples, &wrapper);
    let repeats = repeats.into_iter().collect();
    Some(WrapperCandidate { wrapper, repeats, warnings, f1, plenty: 0.0 })
}

/// The marks of a group: what all its labelled pages and most of its other pages have, and no other labelled page has. Marks
/// are classes and elements; texts, which differ more between pages of one layout, only if there are no others.
fn marks(traits: &[LayoutTraits], groups: &[usize], n_labelled: usize, group: usize) -> Vec<Clue> {
    let pages = || traits.iter().zip(groups);
    let (own, others): (Vec<_>, Vec<_>) =
        pages().take(n_labelled).partition(|(_, of)| **of == group);
    let unlabelled: Vec<&LayoutTraits> =
        pages().skip(n_labelled).filter(|(_, of)| **of == group).map(|(page, _)| page).collect();
    let Some((first, _)) = own.first() else { return Vec::new() };
    let has = |page: &LayoutTraits, it: &(ClueKind, String)| page.marks.contains(it);
    let is_mark = |it: &&(ClueKind, String)| {
        let n_unlabelled = unlabelled.iter().filter(|page| has(page, it)).count();
        own.iter().all(|(page, _)| has(page, it))
            && !others.iter().any(|(page, _)| has(page, it))
            && 2 * n_unlabelled >= unlabelled.len()
    };
    let clue = |(kind, text): &(ClueKind, String)| {
        let at = match kind {
            ClueKind::Path => AROUND.at,
            ClueKind::TextBefore => 1,
            _ => 0,
        };
        Clue::parse(Feature::new(*kind, at), text)
    };
    let of_kind = |wanted: ClueKind| {
        let all = first.marks.iter().filter(move |it| it.0 == wanted).filter(is_mark);
        all.take(MAX_MARKS).map(clue)
    };
    let found: Vec<Clue> = of_kind(ClueKind::ClassAround).chain(of_kind(ClueKind::Path)).collect();
    if found.is_empty() { of_kind(ClueKind::TextBefore).collect() } else { found }
}
