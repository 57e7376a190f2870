//! Finds a list that no rule finds, as after a redesign: the blocks of the page that look most like its values.
//!
//! Rules rest on names, captions and markup, and a redesign may take them all. What stays is the list itself: many
//! ingredients that begin with a number below the caption `ingredients`, or many long sentences. A wrong value is worse than
//! none, so that a group of blocks is taken only if every trait of its values is like that of the labelled ones, and short
//! values only below a caption that the labelled list had.

use super::matcher::eval::EvalContext;
use super::matcher::page_index::PageIndex;
use crate::context::extract::trim;
use crate::site::clue::{ClueWriter, TextHash};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use unhusk_page::internal::is_block;
use unhusk_page::{Span, VisibleNode};

/// How the values of a list look, and which captions are before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `values` and `length`")]
pub struct ListLook {
    /// Captions right before the first value, and its heading.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captions: Vec<String>,
    /// The number of values in a record, on average.
    pub values: u32,
    /// The number of characters of a value; the geometric mean.
    pub length: u32,
    /// The percentage of values that begin with a number.
    #[serde(default)]
    pub numbers: u8,
    /// The percentage of values that end like a sentence.
    #[serde(default)]
    pub sentences: u8,
}

/// Texts before a list that can be captions of it.
const N_CAPTIONS: usize = 3;
/// Least number of bytes of a caption that is compared with the beginning of a longer one: articles begin many texts.
const MIN_CAPTION: usize = 5;
/// Least number of characters of values that need no caption: a page has many lists of words, but few of sentences.
const LONG: f64 = 60.0;
/// Largest difference of a share: of values that begin with a number, or end like a sentence.
const MAX_SHARE: f64 = 0.35;
/// Largest difference of the logarithms of lengths: half as long to twice as long.
const MAX_LENGTH: f64 = 0.7;
/// The farthest container of a list, in levels above its blocks: `<ul><li><div>value</div>`.
const MAX_LEVEL: usize = 5;

/// The traits of a text.
#[derive(Debug, Clone, Copy, Default)]
struct Traits {
    /// The logarithm of the number of characters.
    length: f64,
    numbers: f64,
    sentences: f64,
}

impl Traits {
    #[expect(clippy::cast_precision_loss, reason = "lengths of texts")]
    fn of(text: &str) -> Self {
        let text = text.trim();
        let begins = text.chars().next().is_some_and(char::is_numeric);
        let unquoted = text.trim_end_matches(['"', '”', '“', '’', '»', '«', '\'', ')']);
        let ends = unquoted.ends_with(['.', '!', '?', '。']);
        Self {
            length: (text.chars().count().max(1) as f64).ln(),
            numbers: f64::from(u8::from(begins)),
            sentences: f64::from(u8::from(ends)),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of texts")]
    fn mean(all: &[Self]) -> Self {
        let n = all.len().max(1) as f64;
        let mean = |of: fn(&Self) -> f64| all.iter().map(of).sum::<f64>() / n;
        Self {
            length: mean(|traits| traits.length),
            numbers: mean(|traits| traits.numbers),
            sentences: mean(|traits| traits.sentences),
        }
    }

    /// The sum of the differences; `None` if one is too large.
    fn distance(self, other: Self) -> Option<f64> {
        let length = (self.length - other.length).abs();
        let numbers = (self.numbers - other.numbers).abs();
        let sentences = (self.sentences - other.sentences).abs();
        let is_like = length <= MAX_LENGTH && numbers.max(sentences) <= MAX_SHARE;
        is_like.then_some(length + numbers + sentences)
    }
}

impl ListLook {
    /// The look of some values of several records.
    pub fn new(captions: Vec<String>, values: &[&str], n_records: usize) -> Self {
        let traits: Vec<Traits> = values.iter().map(|value| Traits::of(value)).collect();
        let Traits { length, numbers, sentences } = Traits::mean(&traits);
        let per_record = values.len().div_ceil(n_records.max(1));
        let values = u32::try_from(per_record).unwrap_or(u32::MAX);
        let percent = |share: f64| whole(100.0 * share).try_into().unwrap_or(100);
        let (numbers, sentences) = (percent(numbers), percent(sentences));
        Self { captions, values, length: whole(length.exp()), numbers, sentences }
    }

    fn traits(&self) -> Traits {
        let share = |percent: u8| f64::from(percent) / 100.0;
        let (numbers, sentences) = (share(self.numbers), share(self.sentences));
        Traits { length: f64::from(self.length.max(1)).ln(), numbers, sentences }
    }

    /// Whether a text is a caption of the list. One may have more words than the other if they have a number, which is data:
    /// `ingredient` and `ingredient for 4 people`.
    fn is_caption(&self, text: &str) -> bool {
        let begins = |long: &str, short: &str| {
            // A caption has no `s` at its end, but a plural may be inside of it.
            let rest = long.strip_prefix(short).map(|rest| rest.strip_prefix('s').unwrap_or(rest));
            let is_data = |rest: &str| rest.starts_with(' ') && rest.contains(char::is_numeric);
            rest.is_some_and(is_data) && short.len() >= MIN_CAPTION
        };
        let is_same = |known: &String| known == text || begins(known, text) || begins(text, known);
        self.captions.iter().any(is_same)
    }

    /// How well some blocks fit; `None` if they are not the list.
    #[expect(clippy::cast_precision_loss, reason = "counts of blocks")]
    fn score(&self, blocks: &[Traits], is_captioned: bool) -> Option<f64> {
        let (n_blocks, n_values) = (blocks.len() as f64, f64::from(self.values));
        let is_plausible =
            n_blocks >= 2.0 && 4.0 * n_blocks >= n_values && n_blocks <= 5.0 * n_values + 10.0;
        if !is_plausible || (!is_captioned && f64::from(self.length) < LONG) {
            return None;
        }
        let distance = Traits::mean(blocks).distance(self.traits())?;
        Some(f64::from(u8::from(is_captioned)) * 2.0 + 0.4 * n_blocks.ln() - distance)
    }
}

/// What the rules read; or the list that looks like `look`, if the rules read none or few of its values, or values that
/// look otherwise. What rules read is evidence, so that a list without a caption has to be much more like the labelled ones.
pub(super) fn checked(context: EvalContext<'_, '_>, look: &ListLook, read: Vec<Span>) -> Vec<Span> {
    let page = context.index.page();
    let traits: Vec<Traits> = read.iter().map(|&span| Traits::of(&page.text(span))).collect();
    let is_like = Traits::mean(&traits).distance(look.traits()).is_some();
    if is_like && 2 * read.len() >= look.values as usize {
        return read;
    }
    let Some(FoundList { places, is_captioned }) = find(context, look) else { return read };
    let is_found = |span: &Span| places.iter().any(|place| place.contains(*span));
    let is_more = places.len() > read.len() && read.iter().all(is_found);
    let length = Traits::mean(&traits).length - look.traits().length;
    let is_other = (!is_like && is_captioned) || length.abs() > 2.0 * MAX_LENGTH;
    if is_more || is_other { places } else { read }
}

/// A list that looks like the labelled ones.
struct FoundList {
    /// The places of its values.
    places: Vec<Span>,
    /// Whether a caption of a labelled list is before it.
    is_captioned: bool,
}

/// The list that looks most like `look`.
fn find(context: EvalContext<'_, '_>, look: &ListLook) -> Option<FoundList> {
    let blocks = blocks(context);
    let page = context.index.page();
    let spans: Vec<Span> = blocks.iter().map(|block| block.1).collect();
    let traits: Vec<Traits> = spans.iter().map(|&span| Traits::of(&page.text(span))).collect();
    let mut best: Option<(f64, FoundList)> = None;
    for group in groups(context, &blocks) {
        let of_group: Vec<Traits> = group.iter().map(|&at| traits[at]).collect();
        let first = context.index.leaves_before(blocks[group[0]].0);
        let is_captioned = captions_before(context.index, first)
            .any(|leaf| look.is_caption(&context.index.caption(leaf).text));
        if let Some(score) = look.score(&of_group, is_captioned)
            && best.as_ref().is_none_or(|(best, _)| score > *best)
        {
            let places = group.iter().map(|&at| spans[at]).collect();
            best = Some((score, FoundList { places, is_captioned }));
        }
    }
    best.map(|(_, found)| found)
}

/// The texts that can be captions of a list that begins with a text: its heading, and those right before it.
pub fn captions_before(index: &PageIndex<'_>, leaf: usize) -> impl Iterator<Item = usize> {
    let near = (1..=N_CAPTIONS).filter_map(move |distance| leaf.checked_sub(distance));
    index.heading(leaf).into_iter().chain(near)
}

/// The innermost blocks that have text, with the place of the text; headings are none.
fn blocks(context: EvalContext<'_, '_>) -> Vec<(VisibleNode, Span)> {
    let EvalContext { index, scope, .. } = context;
    let mut blocks: Vec<(VisibleNode, Span)> = Vec::new();
    for leaf in index.leaves_of(scope) {
        let node = index.leaf(leaf);
        let Some(text) = index.tree().span(index.id(node)) else { continue };
        let text = trim(index.page().source(), text);
        let is_block = |node: &VisibleNode| is_block(index.tag(*node).as_bytes());
        let Some(block) = index.ancestors(scope, node).find(is_block) else { continue };
        if text.is_empty() {
            continue;
        }
        match blocks.last_mut() {
            Some((last, span)) if *last == block => span.end = span.end.max(text.end),
            // A bullet in a node of its own is not a part of the value.
            _ if !index.page().text(text).contains(char::is_alphanumeric) => {}
            _ => blocks.push((block, text)),
        }
    }
    let is_inner = |at: usize| {
        let (block, _) = blocks[at];
        let next = blocks.get(at + 1);
        !next.is_some_and(|next| next.0 != block && index.subtree(block).holds(next.0))
            && !is_heading(index.tag(block))
    };
    (0..blocks.len()).filter(|&at| is_inner(at)).map(|at| blocks[at]).collect()
}

fn is_heading(tag: &str) -> bool {
    matches!(
        tag,
        "h1" | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "th"
            | "dt"
            | "caption"
            | "legend"
            | "option"
            | "title"
    )
}

/// Blocks with the same tags up to the same container, as positions.
fn groups(context: EvalContext<'_, '_>, blocks: &[(VisibleNode, Span)]) -> Vec<Vec<usize>> {
    let mut found: FxHashMap<(VisibleNode, TextHash), usize> = FxHashMap::default();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (at, &(block, _)) in blocks.iter().enumerate() {
        let mut path = hash(context.index.tag(block));
        for above in context.index.ancestors(context.scope, block).take(MAX_LEVEL) {
            let group = *found.entry((above, path)).or_insert(groups.len());
            if group == groups.len() {
                groups.push(Vec::new());
            }
            groups[group].push(at);
            path.write("<");
            path.write(context.index.tag(above));
        }
    }
    groups
}

fn hash(text: &str) -> TextHash {
    let mut hash = TextHash::default();
    hash.write(text);
    hash
}

/// A number that is not negative, as an integer.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "lengths of texts and percentages"
)]
fn whole(number: f64) -> u32 {
    number.round() as u32
}
