//! Aligns the items of a region with those of labelled records.

use super::items::{ItemPage, PageItem, RegionItems, UNWORDED};
use super::{FieldLook, LookItem, RecordLook};
use crate::record::Schema;
use crate::site::clue::TextHash;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;

/// A region as a record.
pub(in crate::site) struct LookReading {
    /// How much the region looks like a labelled record, from 0 to 1.
    pub(in crate::site) likeness: f64,
    /// How much of labelled records it has: the sum of the weights.
    pub(super) weight: f64,
    /// The items that are values, with the positions of their fields.
    pub(super) values: Vec<(usize, PageItem)>,
}

/// Weight of an item that holds values.
const VALUE: f64 = 2.0;
/// Weight of a text that other records have, too.
const CONSTANT: f64 = 1.5;
/// Weight of an attribute: most elements of a tag have it.
const ATTRIBUTE: f64 = 0.5;
/// Least likeness of two items that are the same.
const LEAST: f64 = 0.3;
/// What likeness has to outweigh: that a single text looks like another is chance.
const CHANCE: f64 = 1.0;
/// Factor of the likeness of a text that is the same in many records with a value that is not.
const UNLIKELY: f64 = 0.3;
/// Least percentage of values that are in one record only, in a field whose values tell records apart.
const DISTINCT: u8 = 70;
/// What it costs to leave out an item of the labelled record, as a share of its weight.
const MISSING: f64 = 0.1;
/// What it costs to leave out a text of the region.
const SURPLUS: f64 = 0.05;
/// Differences of the logarithms of lengths, and shares of digits, that are no differences.
const SAME_LENGTH: f64 = 0.4;
const SAME_DIGITS: f64 = 0.1;

/// Labelled records, ready for comparisons with the regions of one page.
pub(in crate::site) struct Aligner<'l, 'i, 'p> {
    page: &'l ItemPage<'i, 'p>,
    examples: Vec<Vec<ReadyItem<'l>>>,
    /// All constant texts, as words.
    constants: Vec<Vec<String>>,
    /// Texts of the page that are constants: which.
    known: RefCell<FxHashMap<usize, Option<usize>>>,
}

struct ReadyItem<'l> {
    item: &'l LookItem,
    weight: f64,
    /// The position of its text among the constants.
    constant: Option<usize>,
    /// Least and largest logarithms of lengths.
    lengths: (f64, f64),
    /// Least and largest shares of digits.
    digits: (f64, f64),
    /// Whether several values can follow each other.
    is_list: bool,
    /// Whether records have different values.
    is_distinct: bool,
}

/// How the best alignment of two beginnings ends.
#[derive(Debug, Clone, Copy)]
enum Step {
    Begin,
    /// An item of the labelled record is missing.
    Missing,
    /// A text of the region is left out.
    Surplus,
    /// This item of the region is the next of the labelled record.
    Same(usize),
    /// This item of the region is another value of the list before.
    More(usize),
}

impl<'l, 'i, 'p> Aligner<'l, 'i, 'p> {
    pub(super) fn new(look: &'l RecordLook, schema: &Schema, page: &'l ItemPage<'i, 'p>) -> Self {
        let mut constants: Vec<Vec<String>> = Vec::new();
        let mut ready = |item: &'l LookItem| {
            let constant = item.text.as_ref().map(|text| {
                let words = RecordLook::words_of(text);
                let known = constants.iter().position(|other| *other == words);
                known.unwrap_or_else(|| {
                    constants.push(words);
                    constants.len() - 1
                })
            });
            ReadyItem::new(item, constant, look, schema)
        };
        let examples = look.examples.iter();
        let examples = examples.map(|items| items.iter().map(&mut ready).collect()).collect();
        Self { page, examples, constants, known: RefCell::default() }
    }

    /// The number of texts in the shortest and in the longest labelled record.
    pub(super) fn n_texts(&self) -> (usize, usize) {
        let n = |items: &Vec<ReadyItem<'_>>| {
            items.iter().filter(|ready| ready.item.attribute.is_none()).count()
        };
        let all = || self.examples.iter().map(n);
        (all().min().unwrap_or(0), all().max().unwrap_or(0))
    }

    /// Reads a region as the labelled record that it looks most like.
    pub(super) fn read(
        &self,
        region: &RegionItems,
        repeated: &FxHashSet<TextHash>,
    ) -> Option<LookReading> {
        let comparison = Comparison { aligner: self, region, repeated };
        let mut best: Option<LookReading> = None;
        for example in &self.examples {
            let reading = comparison.aligned(example);
            if best.as_ref().is_none_or(|best| reading.likeness > best.likeness) {
                best = Some(reading);
            }
        }
        best
    }

    /// Which constant a text of the page is.
    fn constant(&self, leaf: usize) -> Option<usize> {
        if self.constants.is_empty() {
            return None;
        }
        *self.known.borrow_mut().entry(leaf).or_insert_with(|| {
            let words = RecordLook::words_of(&self.page.index.caption(leaf).text);
            // Captions are reworded by a word or two at most.
            let is_same = |constant: &Vec<String>| {
                let n_common = words.iter().filter(|word| constant.contains(word)).count();
                n_common == constant.len().min(words.len())
                    && n_common > 0
                    && words.len().abs_diff(constant.len()) <= 1
            };
            let exact = self.constants.iter().position(|constant| *constant == words);
            exact.or_else(|| self.constants.iter().position(is_same))
        })
    }
}

/// The comparison of a region with labelled records.
struct Comparison<'c, 'l, 'i, 'p> {
    aligner: &'c Aligner<'l, 'i, 'p>,
    region: &'c RegionItems,
    /// Texts that many regions have.
    repeated: &'c FxHashSet<TextHash>,
}

impl Comparison<'_, '_, '_, '_> {
    /// The region as one of the labelled records: the alignment with the highest score, item by item.
    fn aligned(&self, example: &[ReadyItem<'_>]) -> LookReading {
        let RegionItems { n_texts, items, weights } = self.region;
        let width = n_texts + 1;
        let starts: Vec<usize> =
            (0..=width).map(|at| items.partition_point(|item| item.from < at)).collect();
        let mut best = vec![(f64::NEG_INFINITY, Step::Begin); width * (example.len() + 1)];
        best[0].0 = 0.0;
        let offer = |best: &mut Vec<(f64, Step)>, at: usize, score: f64, step: Step| {
            if score > best[at].0 {
                best[at] = (score, step);
            }
        };
        for done in 0..=example.len() {
            for text in 0..width {
                let at = done * width + text;
                let score = best[at].0;
                if text < *n_texts {
                    offer(&mut best, at + 1, score - SURPLUS * weights[text], Step::Surplus);
                }
                let of_text = starts[text]..starts[text + 1];
                if let Some(next) = example.get(done) {
                    offer(&mut best, at + width, score - MISSING * next.weight, Step::Missing);
                    for number in of_text.clone() {
                        let gain = next.weight * (self.likeness(next, &items[number]) - LEAST);
                        let to = at + width + items[number].to - text;
                        offer(&mut best, to, score + gain, Step::Same(number));
                    }
                }
                let before = done.checked_sub(1).map(|before| &example[before]);
                if let Some(list) = before.filter(|before| before.is_list) {
                    for number in of_text.filter(|&number| items[number].to > text) {
                        let gain = self.likeness(list, &items[number]) - LEAST;
                        let to = at + items[number].to - text;
                        offer(&mut best, to, score + gain, Step::More(number));
                    }
                }
            }
        }
        self.traced(example, &best)
    }

    /// Follows the best alignment back from its end.
    fn traced(&self, example: &[ReadyItem<'_>], best: &[(f64, Step)]) -> LookReading {
        let region = self.region;
        let width = region.n_texts + 1;
        let (mut done, mut text) = (example.len(), region.n_texts);
        let mut values = Vec::new();
        // Both sides count what they have, and what they share counts for both.
        let (mut shared, mut all, mut weight) = (0.0, 0.0, 0.0);
        loop {
            let same = |ready: &ReadyItem<'_>, number: usize, values: &mut Vec<_>| {
                let item = region.items[number];
                let likeness = self.likeness(ready, &item);
                values.extend(ready.item.fields.iter().map(|&field| (field, item)));
                (likeness * ready.weight, item.from)
            };
            match best[done * width + text].1 {
                Step::Begin => break,
                Step::Missing => {
                    done -= 1;
                    all += example[done].weight;
                }
                Step::Surplus => {
                    text -= 1;
                    all += region.weights[text];
                }
                Step::Same(number) => {
                    done -= 1;
                    let (likeness, from) = same(&example[done], number, &mut values);
                    text = from;
                    shared += 2.0 * likeness;
                    all += 2.0 * example[done].weight;
                    weight += example[done].weight;
                }
                Step::More(number) => {
                    text = same(&example[done - 1], number, &mut values).1;
                }
            }
        }
        values.reverse();
        let likeness = shared / (all + CHANCE);
        LookReading { likeness, weight, values }
    }

    /// How alike an item of a labelled record and one of the page are, from 0 to 1.
    fn likeness(&self, ready: &ReadyItem<'_>, item: &PageItem) -> f64 {
        let attribute = item.attribute.map(|number| self.aligner.page.attribute(number));
        if attribute != ready.item.attribute.as_deref() || ready.item.bare == item.is_worded {
            return 0.0;
        }
        let marks = ready.item.marks.likeness(item.marks);
        let constant = item.leaf.and_then(|leaf| self.aligner.constant(leaf));
        let text = match (ready.constant, constant) {
            (Some(own), Some(other)) if own == other => 1.0,
            (Some(_), _) => 0.1,
            (None, Some(_)) => UNLIKELY * ready.look(item),
            (None, None) if ready.is_distinct && self.is_repeated(item) => {
                UNLIKELY * ready.look(item)
            }
            (None, None) => ready.look(item),
        };
        marks * text
    }

    /// Whether other records of the page have the same text.
    fn is_repeated(&self, item: &PageItem) -> bool {
        let hash = item.leaf.map(|leaf| self.aligner.page.index.caption_hash(leaf));
        hash.is_some_and(|hash| self.repeated.contains(&hash))
    }
}

impl FieldLook {
    /// Whether the values of the field tell records apart.
    pub(super) fn is_distinct(&self) -> bool {
        self.distinct >= DISTINCT
    }
}

impl<'l> ReadyItem<'l> {
    fn new(
        item: &'l LookItem,
        constant: Option<usize>,
        look: &RecordLook,
        schema: &Schema,
    ) -> Self {
        let mut lengths = (log(item.length), log(item.length));
        let mut digits = (share(item.digits), share(item.digits));
        if let [field] = item.fields[..]
            && let Some(FieldLook { shortest, longest, fewest_digits, most_digits, .. }) =
                look.fields.get(field)
        {
            lengths = (lengths.0.min(log(*shortest)), lengths.1.max(log(*longest)));
            digits = (digits.0.min(share(*fewest_digits)), digits.1.max(share(*most_digits)));
        }
        let kind = match (item.fields.is_empty(), constant) {
            (false, _) => VALUE,
            (true, Some(_)) => CONSTANT,
            (true, None) => 1.0,
        };
        let weight = match (item.bare, &item.attribute) {
            (true, _) => UNWORDED,
            (false, Some(_)) => ATTRIBUTE,
            (false, None) => kind,
        };
        let is_many = |field: &usize| schema.fields().get(*field).is_some_and(|field| field.many);
        let is_list = item.fields.iter().any(is_many);
        let is_distinct =
            |field: &usize| look.fields.get(*field).is_some_and(FieldLook::is_distinct);
        let is_distinct = !item.fields.is_empty() && item.fields.iter().all(is_distinct);
        Self { item, weight, constant, lengths, digits, is_list, is_distinct }
    }

    /// How much a text is as long as the labelled ones, with as many digits.
    fn look(&self, item: &PageItem) -> f64 {
        let length = outside(log(item.n_chars), self.lengths, SAME_LENGTH);
        let n_chars = f64::from(item.n_chars.max(1));
        let digits = outside(f64::from(item.n_digits) / n_chars, self.digits, SAME_DIGITS);
        (-0.7 * length).exp() * (1.0 - 0.8 * digits.min(1.0))
    }
}

/// How far a number is outside of a range, beyond a tolerance.
fn outside(number: f64, (low, high): (f64, f64), tolerance: f64) -> f64 {
    ((low - number).max(number - high) - tolerance).max(0.0)
}

fn log(length: u32) -> f64 {
    f64::from(length.max(1)).ln()
}

fn share(percent: u8) -> f64 {
    f64::from(percent) / 100.0
}
