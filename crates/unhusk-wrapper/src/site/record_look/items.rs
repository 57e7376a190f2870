//! The contents of a region as items: its texts, its elements with several texts, and attributes.

use crate::context::extract::trim;
use crate::site::matcher::page_index::{NodeRange, PageIndex};
use serde::{Deserialize, Serialize};
use unhusk_page::{Span, VisibleNode};

/// Most texts of a region: a record has fewer.
const MAX_TEXTS: usize = 150;

/// Weight of a text without letters or digits.
pub(super) const UNWORDED: f64 = 0.2;

/// What marks a text, however deep inside: links, headings and emphasis, which redesigns keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Marks(u8);

/// The names of the marks, by bit.
const NAMES: [&str; 7] = ["a", "h", "b", "i", "dt", "dd", "small"];
/// How much it weighs that only one of two texts has a mark, by bit: the factor of their likeness.
const MISMATCH: [f64; 7] = [0.5, 0.7, 0.85, 0.9, 0.8, 0.8, 0.95];

impl Marks {
    /// The mark of a tag.
    fn of_tag(tag: &str) -> Self {
        Self(match tag {
            "a" => 1,
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => 2,
            "b" | "strong" => 4,
            "i" | "em" | "cite" => 8,
            "dt" => 16,
            "dd" => 32,
            "small" | "sup" | "sub" => 64,
            _ => 0,
        })
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
    pub(super) fn is_none(&self) -> bool {
        self.0 == 0
    }

    /// How alike the marks of two texts are, from 0 to 1.
    pub(super) fn likeness(self, other: Self) -> f64 {
        let differ = self.0 ^ other.0;
        let factors = MISMATCH.iter().enumerate().filter(|(bit, _)| differ >> bit & 1 == 1);
        factors.map(|(_, factor)| factor).product()
    }
}

impl TryFrom<String> for Marks {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mut marks = 0;
        for name in text.split_ascii_whitespace() {
            let bit = NAMES.iter().position(|known| *known == name);
            marks |= 1 << bit.ok_or_else(|| format!("`{name}` is no mark of a text"))?;
        }
        Ok(Self(marks))
    }
}

impl From<Marks> for String {
    fn from(marks: Marks) -> Self {
        let names = NAMES.iter().enumerate().filter(|(bit, _)| marks.0 >> bit & 1 == 1);
        names.map(|(_, name)| *name).collect::<Vec<_>>().join(" ")
    }
}

/// A page whose regions are made into items: what is computed once for all regions.
pub(in crate::site) struct ItemPage<'i, 'p> {
    pub(super) index: &'i PageIndex<'p>,
    /// The attributes that hold values.
    attributes: Vec<&'i str>,
    /// By node.
    marks: Vec<Marks>,
    /// By text.
    texts: Vec<TextTraits>,
}

/// What is known of a text of the page.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct TextTraits {
    /// Characters and digits.
    n_chars: u32,
    n_digits: u32,
    /// Whether it has letters or digits: others only separate or adorn.
    pub(super) is_worded: bool,
}

impl TextTraits {
    fn of(text: &str) -> Self {
        let mut traits = Self::default();
        for c in text.trim().chars() {
            traits.n_chars += 1;
            traits.n_digits += u32::from(c.is_ascii_digit());
            traits.is_worded |= c.is_alphanumeric();
        }
        traits
    }
}

/// A text, an element with several texts, or an attribute.
#[derive(Debug, Clone, Copy)]
pub(super) struct PageItem {
    /// The number of the first text in the region, and of the one behind the last; equal for an attribute.
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) span: Span,
    pub(super) marks: Marks,
    /// The position of its attribute among those that hold values.
    pub(super) attribute: Option<usize>,
    /// The number of the text on the page, if it is a single one.
    pub(super) leaf: Option<usize>,
    pub(super) n_chars: u32,
    pub(super) n_digits: u32,
    /// Whether it has letters or digits.
    pub(super) is_worded: bool,
}

/// The items of a region.
pub(super) struct RegionItems {
    pub(super) n_texts: usize,
    /// How much each text weighs.
    pub(super) weights: Vec<f64>,
    /// In the order of their first texts.
    pub(super) items: Vec<PageItem>,
}

impl<'i, 'p> ItemPage<'i, 'p> {
    pub(super) fn new(index: &'i PageIndex<'p>, attributes: Vec<&'i str>) -> Self {
        let mut marks: Vec<Marks> = Vec::with_capacity(index.len());
        for node in (0..).take(index.len()) {
            let around = index.parent(node).map_or(Marks(0), |parent| marks[parent as usize]);
            marks.push(Marks(around.0 | Marks::of_tag(index.tag(node)).0));
        }
        let text = |leaf| index.tree().text(index.id(index.leaf(leaf)));
        let texts = (0..index.n_leaves()).map(|leaf| TextTraits::of(text(leaf))).collect();
        Self { index, attributes, marks, texts }
    }

    /// The number of texts of a region.
    pub(super) fn n_texts(&self, region: NodeRange) -> usize {
        self.texts_of(region).take(MAX_TEXTS + 1).count()
    }

    /// The texts of a region that are not blank.
    pub(super) fn texts_of(&self, region: NodeRange) -> impl Iterator<Item = usize> {
        self.index.leaves_of(region).filter(|&leaf| self.texts[leaf].n_chars > 0)
    }

    /// The items of a region; `None` if it has too many texts for a record.
    pub(super) fn items_of(&self, region: NodeRange) -> Option<RegionItems> {
        let leaves: Vec<usize> = self.texts_of(region).take(MAX_TEXTS + 1).collect();
        if leaves.len() > MAX_TEXTS {
            return None;
        }
        let mut items: Vec<PageItem> = Vec::with_capacity(2 * leaves.len());
        items.extend((0..leaves.len()).filter_map(|at| self.text_item(&leaves, at)));
        for node in region.first..region.end {
            if !self.index.is_text(node) {
                items.extend(self.element_item(&leaves, node));
                self.attribute_items(&leaves, node, &mut items);
            }
        }
        // Of elements around the same texts the innermost stays.
        items.reverse();
        items.sort_by_key(|item| (item.from, item.to, item.attribute));
        items.dedup_by_key(|item| match item.attribute {
            None => (item.from, item.to, 0),
            Some(_) => (item.from, item.to, item.span.start),
        });
        let weight = |leaf: &usize| if self.texts[*leaf].is_worded { 1.0 } else { UNWORDED };
        let weights = leaves.iter().map(weight).collect();
        Some(RegionItems { n_texts: leaves.len(), weights, items })
    }

    fn text_item(&self, leaves: &[usize], at: usize) -> Option<PageItem> {
        let leaf = leaves[at];
        let node = self.index.leaf(leaf);
        let span = trim(self.index.page().source(), self.index.tree().span(self.index.id(node))?);
        let TextTraits { n_chars, n_digits, is_worded } = self.texts[leaf];
        let marks = self.marks[node as usize];
        let (from, to, leaf, attribute) = (at, at + 1, Some(leaf), None);
        Some(PageItem { from, to, span, marks, attribute, leaf, n_chars, n_digits, is_worded })
    }

    /// An element with several texts.
    fn element_item(&self, leaves: &[usize], node: VisibleNode) -> Option<PageItem> {
        let of_node = self.index.leaves_of(self.index.subtree(node));
        let from = leaves.partition_point(|&leaf| leaf < of_node.start);
        let to = leaves.partition_point(|&leaf| leaf < of_node.end);
        if to < from + 2 {
            return None;
        }
        let span = |at: usize| {
            let node = self.index.leaf(leaves[at]);
            let span = self.index.tree().span(self.index.id(node))?;
            Some(trim(self.index.page().source(), span))
        };
        let span = Span { start: span(from)?.start, end: span(to - 1)?.end };
        let texts = || leaves[from..to].iter().map(|&leaf| self.texts[leaf]);
        let n_chars = texts().map(|text| text.n_chars + 1).sum::<u32>() - 1;
        let n_digits = texts().map(|text| text.n_digits).sum();
        let marks = self.marks[node as usize];
        let is_worded = texts().any(|text| text.is_worded);
        let (attribute, leaf) = (None, None);
        Some(PageItem { from, to, span, marks, attribute, leaf, n_chars, n_digits, is_worded })
    }

    fn attribute_items(&self, leaves: &[usize], node: VisibleNode, items: &mut Vec<PageItem>) {
        for (number, name) in self.attributes.iter().enumerate() {
            let id = self.index.id(node);
            let Some(attribute) = self.index.tree().attribute(id, name) else { continue };
            let first = self.index.leaves_of(self.index.subtree(node)).start;
            let at = leaves.partition_point(|&leaf| leaf < first);
            let TextTraits { n_chars, n_digits, is_worded } = TextTraits::of(attribute.value);
            items.push(PageItem {
                from: at,
                to: at,
                span: attribute.span,
                marks: self.marks[node as usize],
                attribute: Some(number),
                leaf: None,
                n_chars,
                n_digits,
                is_worded,
            });
        }
    }

    /// The name of an attribute that holds values.
    pub(super) fn attribute(&self, number: usize) -> &'i str {
        self.attributes[number]
    }
}
