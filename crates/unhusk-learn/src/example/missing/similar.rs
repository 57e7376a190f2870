//! The text of a page that is most similar to a given one, for typos.

use crate::example::labels::shortened;
use rustc_hash::FxHashMap;
use std::ops::Range;
use unhusk_page::internal::TextMap;
use unhusk_page::{Page, fold};

/// Longer texts are not compared: who copies a paragraph makes no typos.
const MAX_CHARS: usize = 200;

/// Cells of distance tables that are filled for one text: about 50 ms.
const MAX_CELLS: usize = 20_000_000;

/// Texts of an element that are compared as one text: `<b>Tom</b> &amp; <i>Jerry</i>`.
const MAX_TEXTS: usize = 6;

/// A text of a page that resembles a given one.
pub(in crate::example) struct SimilarText {
    /// As a reader sees it; the beginning of a long text.
    pub(in crate::example) text: String,
    /// The number of its places.
    pub(in crate::example) n_places: usize,
}

/// The text of the page with the smallest edit distance to `text`, letter case aside; the first of equal ones. At most
/// a quarter of the characters may differ, and no digit: another number is another value, not a typo.
pub(in crate::example) fn most_similar(page: &Page, text: &str) -> Option<SimilarText> {
    let given = Spelling::of(&fold(text))?;
    let mut texts = DistinctTexts::default();
    texts.add_visible(page);
    if text.contains('/') {
        texts.add_attributes(page);
    }
    let mut best: Option<(usize, &String, usize)> = None;
    let mut n_cells = 0;
    for (known, n_places) in &texts.list {
        let Some(other) = Spelling::of(known) else { continue };
        if !given.may_resemble(&other) {
            continue;
        }
        n_cells += given.chars.len() * other.chars.len();
        if n_cells > MAX_CELLS {
            break;
        }
        let n_edits = edits(&given.chars, &other.chars);
        let is_nearer = best.as_ref().is_none_or(|(least, ..)| n_edits < *least);
        if n_edits <= given.n_allowed() && is_nearer {
            best = Some((n_edits, known, *n_places));
        }
    }
    best.map(|(_, known, n_places)| SimilarText { text: shortened(known), n_places })
}

/// Characters and digits of a text, for comparison.
struct Spelling {
    chars: Vec<char>,
    digits: Vec<char>,
}

impl Spelling {
    /// `None` if the text is empty or too long.
    fn of(text: &str) -> Option<Self> {
        let chars: Vec<char> = text.to_lowercase().chars().take(MAX_CHARS + 1).collect();
        let digits = chars.iter().copied().filter(char::is_ascii_digit).collect();
        (1..=MAX_CHARS).contains(&chars.len()).then_some(Self { chars, digits })
    }

    /// Returns the number of edits within which another text is similar.
    fn n_allowed(&self) -> usize {
        (self.chars.len() / 4).max(usize::from(self.chars.len() > 2))
    }

    fn may_resemble(&self, other: &Self) -> bool {
        self.digits == other.digits
            && self.chars.len().abs_diff(other.chars.len()) <= self.n_allowed()
    }
}

/// The distinct folded texts of a page, in document order, with the number of their places.
#[derive(Default)]
struct DistinctTexts {
    list: Vec<(String, usize)>,
    positions: FxHashMap<String, usize>,
}

impl DistinctTexts {
    fn add(&mut self, text: &str) {
        let text = fold(text);
        if text.is_empty() || text.len() > 4 * MAX_CHARS {
            return;
        }
        if let Some(&position) = self.positions.get(text.as_ref()) {
            self.list[position].1 += 1;
        } else {
            self.positions.insert(text.clone().into_owned(), self.list.len());
            self.list.push((text.into_owned(), 1));
        }
    }

    /// Adds every text, and every element of a few texts.
    fn add_visible(&mut self, page: &Page) {
        let visible = page.visible();
        for text in 0..visible.n_texts() {
            self.add(visible.text(text));
        }
        let mut latest: Range<usize> = 0..0;
        for node in (0..visible.len()).filter(|&node| !visible.is_text(node)) {
            let texts = visible.texts_in(node);
            // Nested elements with the same texts are one place.
            if (2..=MAX_TEXTS).contains(&texts.len()) && texts != latest {
                self.add(TextMap::of_node(page, visible.id(node)).text());
                latest = texts;
            }
        }
    }

    fn add_attributes(&mut self, page: &Page) {
        let tree = page.tree();
        for element in tree.nodes().filter(|node| tree.is_element(*node)) {
            for attribute in tree.attributes(element) {
                self.add(attribute.value);
            }
        }
    }
}

/// Edit distance in which two swapped neighbours are one edit (optimal string alignment).
fn edits(one: &[char], other: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (line, letter) in one.iter().enumerate() {
        let mut row = vec![line + 1];
        for (column, other_letter) in other.iter().enumerate() {
            let replaced = last[column] + usize::from(letter != other_letter);
            let mut least = replaced.min(last[column + 1] + 1).min(row[column] + 1);
            let is_swapped = line > 0
                && column > 0
                && one[line - 1] == *other_letter
                && *letter == other[column - 1];
            if is_swapped {
                least = least.min(before_last[column - 1] + 1);
            }
            row.push(least);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[other.len()]
}
