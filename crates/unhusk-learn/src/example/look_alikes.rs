//! Estimates the number of places of a page that are similar to its labelled records, from the markup alone.
//!
//! Two texts are similar if their elements have the same tags up to the root, and the same class. A place is similar to
//! a labelled record if it has such a text for every field, so the rarest field decides: the heading of a product page
//! is unique, however many prices are below it.

use super::example::{Example, LabelCell};
use super::place::{Label, PlaceFit, PlaceTarget};
use rustc_hash::{FxHashMap, FxHasher};
use std::collections::BTreeSet;
use std::hash::Hasher;
use unhusk_page::{NodeId, Page};

/// Most candidates of a label that are examined: more of them are no evidence.
const MAX_CANDIDATES: usize = 50;

/// Whether far more places are similar to the labelled records than are labelled: at least twice as many, and two more.
pub(crate) fn has_many(example: &Example<'_>) -> bool {
    is_far_more(n_similar(example).unwrap_or(0), example.records.len())
}

/// Whether a page with `n_found` records has far more than are labelled.
pub(crate) fn is_far_more(n_found: usize, n_labelled: usize) -> bool {
    n_labelled > 0 && n_found >= 2 * n_labelled && n_found >= n_labelled + 2
}

/// Returns the number of places that are similar to the labelled records; `None` if no field has a common mark.
fn n_similar(example: &Example<'_>) -> Option<usize> {
    let marks = TextMarks::new(example.page);
    let n_fields = example.records.first()?.cells.len();
    let rarest: Vec<u64> =
        (0..n_fields).filter_map(|field| marks.rarest(&common(example, field, &marks))).collect();
    // Columns with the same markup share its places: `<td>Mug<td>12`.
    let n_places = |mark: &u64| {
        let n_sharing = rarest.iter().filter(|other| *other == mark).count();
        marks.n_texts(*mark) / n_sharing
    };
    rarest.iter().map(n_places).min()
}

/// Returns the marks that a label of the field has in every record that has one.
fn common(example: &Example<'_>, field: usize, marks: &TextMarks<'_>) -> BTreeSet<u64> {
    let cells = example.records.iter().filter_map(|record| record.cells.get(field));
    let labels = cells.filter_map(|cell| match cell {
        LabelCell::One(label) => Some(label),
        _ => None,
    });
    let sets = labels.map(|label| marks.of_label(label));
    sets.reduce(|one, other| one.intersection(&other).copied().collect()).unwrap_or_default()
}

/// The marks of the visible texts of a page: hashes of the tags around a text and of the class of its element.
struct TextMarks<'p> {
    page: &'p Page,
    by_text: Vec<u64>,
    counts: FxHashMap<u64, usize>,
}

impl<'p> TextMarks<'p> {
    fn new(page: &'p Page) -> Self {
        let (tree, visible) = (page.tree(), page.visible());
        // Parents come before their children.
        let mut paths: Vec<u64> = Vec::with_capacity(visible.len() as usize);
        for node in 0..visible.len() {
            let around = visible.parent(node).map_or(0, |parent| paths[parent as usize]);
            paths.push(hash(around, visible.tag(node)));
        }
        let mut by_text = Vec::with_capacity(visible.n_texts());
        let mut counts = FxHashMap::default();
        for text in 0..visible.n_texts() {
            let parent = visible.parent(visible.text_node(text));
            let path = parent.map_or(0, |parent| paths[parent as usize]);
            let class = parent.and_then(|parent| tree.attribute(visible.id(parent), "class"));
            let mark = hash(path, class.map_or("", |class| class.value.trim()));
            by_text.push(mark);
            *counts.entry(mark).or_default() += 1;
        }
        Self { page, by_text, counts }
    }

    fn n_texts(&self, mark: u64) -> usize {
        self.counts.get(&mark).copied().unwrap_or(0)
    }

    /// The mark with the fewest texts; `None` if there is no mark.
    fn rarest(&self, marks: &BTreeSet<u64>) -> Option<u64> {
        marks.iter().copied().min_by_key(|mark| self.n_texts(*mark))
    }

    /// The marks of the texts at which a label may be, unless it cuts a word there.
    fn of_label(&self, label: &Label) -> BTreeSet<u64> {
        let places = label.candidates.iter().take(MAX_CANDIDATES);
        let whole = places.filter(|place| place.fit(self.page) < PlaceFit::Inside);
        whole.filter_map(|place| self.of_target(place.target)).collect()
    }

    fn of_target(&self, target: PlaceTarget) -> Option<u64> {
        let visible = self.page.visible();
        let first = |node: NodeId| visible.texts_in(visible.find(node)?).next();
        match target {
            PlaceTarget::Text(node) | PlaceTarget::Element(node) => {
                self.by_text.get(first(node)?).copied()
            }
            PlaceTarget::Range | PlaceTarget::Attribute(..) => None,
        }
    }
}

fn hash(before: u64, text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u64(before);
    hasher.write(text.as_bytes());
    hasher.finish()
}
