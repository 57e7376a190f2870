//! What columns and sets are called: by what the page says of them.
//!
//! A name is taken from where authors put names: `itemprop`, the heading of a table's column, the caption before the
//! value or at its beginning, the class of the element around it; at last its element or its kind.

use super::corpus::LeafCorpus;
use super::draft::{CellAt, ColumnDraft};
use std::collections::BTreeMap;
use unhusk_wrapper::site::internal::is_stable;
use unhusk_wrapper::template::ValueKind;
use unhusk_wrapper::template::internal::leaves::{LeafNode, Leaves};

/// Cells that are asked for a name.
const MAX_ASKED: usize = 20;
/// Characters of the longest name.
const MAX_NAME: usize = 30;
/// Words of the longest caption.
const MAX_WORDS: usize = 4;
/// Elements around a text that may have its name.
const MAX_LEVELS: usize = 3;

/// Words that say how things look or where they are, not what they are.
const EMPTY_WORDS: [&str; 22] = [
    "left",
    "right",
    "top",
    "bottom",
    "first",
    "last",
    "odd",
    "even",
    "clearfix",
    "clear",
    "row",
    "col",
    "column",
    "small",
    "large",
    "bold",
    "text",
    "content",
    "container",
    "wrapper",
    "inner",
    "item",
];

/// What a column is called; `before` is the template's text before it.
pub(super) fn of_column(
    corpus: &LeafCorpus<'_, '_>,
    draft: &ColumnDraft,
    before: Option<&str>,
) -> String {
    let asked: Vec<(&Leaves<'_>, LeafNode)> =
        draft.cells.iter().take(MAX_ASKED).map(|cell| holder(corpus, draft, cell)).collect();
    let most = |name: &dyn Fn(&(&Leaves<'_>, LeafNode)) -> Option<String>| {
        most_frequent(asked.iter().filter_map(name))
    };
    let caption = draft.column.caption.as_deref().and_then(as_name);
    most(&|(leaves, node)| attribute_name(leaves, *node))
        .or_else(|| most(&|(leaves, node)| column_head(leaves, *node)))
        .or(caption)
        .or_else(|| caption_before(corpus, draft, before?))
        .or_else(|| most(&|(leaves, node)| class_name(leaves, *node)))
        .unwrap_or_else(|| plain_name(&asked, draft.column.kind))
}

/// What a set is called, by the element that is its record.
pub(super) fn of_set(corpus: &LeafCorpus<'_, '_>, row: (usize, LeafNode)) -> String {
    let leaves = &corpus.pages[row.0];
    let class = Some(row.1)
        .filter(|&node| leaves.is_element(node))
        .and_then(|node| class_token(leaves, node));
    class.unwrap_or_else(|| "items".to_owned())
}

/// The text of the template before a value, if it is its caption: it is short, and stands in the same element or beside.
fn caption_before(
    corpus: &LeafCorpus<'_, '_>,
    draft: &ColumnDraft,
    before: &str,
) -> Option<String> {
    let cell = draft.cells.first()?;
    let leaves = &corpus.pages[cell.page];
    let value = leaves.all()[cell.leaf].node;
    let caption = leaves.all().get(cell.leaf.checked_sub(1)?)?;
    let is_part = |node: &LeafNode| !matches!(leaves.tag(*node), "body" | "html");
    let near = |node: LeafNode| leaves.around(node).take(MAX_LEVELS).filter(is_part);
    let is_beside = near(value).any(|around| near(caption.node).any(|other| other == around));
    // What can be followed leads elsewhere.
    let is_link = near(caption.node).any(|around| leaves.tag(around) == "a");
    let is_named = is_beside && !is_link && caption.text == before && is_caption(before);
    is_named.then(|| as_name(before))?
}

/// The element around a text; around all of it, if it is one of free text.
fn holder<'c, 'p>(
    corpus: &'c LeafCorpus<'_, 'p>,
    draft: &ColumnDraft,
    cell: &CellAt,
) -> (&'c Leaves<'p>, LeafNode) {
    let leaves = &corpus.pages[cell.page];
    let leaf = &leaves.all()[cell.leaf];
    let depth = draft.column.path.split('/').count().saturating_sub(1);
    let is_around = |node: &LeafNode| usize::from(leaves.depth(*node)) == depth;
    let around = draft.column.stretch.then(|| leaves.around(leaf.node).find(is_around)).flatten();
    (leaves, around.unwrap_or(leaves.parent(leaf.node)))
}

fn most_frequent(names: impl Iterator<Item = String>) -> Option<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    names.for_each(|name| *counts.entry(name).or_default() += 1);
    counts.into_iter().rev().max_by_key(|count| count.1).map(|count| count.0)
}

/// The microdata property of the element around a text.
fn attribute_name(leaves: &Leaves<'_>, node: LeafNode) -> Option<String> {
    let tree = leaves.page().tree();
    let mut near = std::iter::once(node).chain(leaves.around(node)).take(MAX_LEVELS);
    near.find_map(|node| as_name(tree.attribute(leaves.id(node), "itemprop")?.value))
}

/// The heading of a table's column, or of its row if that is one.
fn column_head(leaves: &Leaves<'_>, node: LeafNode) -> Option<String> {
    let mut around = std::iter::once(node).chain(leaves.around(node)).take(MAX_LEVELS);
    let cell = around.find(|&node| leaves.tag(node) == "td")?;
    let row = leaves.parent(cell);
    let table = leaves.around(cell).find(|&node| leaves.tag(node) == "table")?;
    let children = |node: LeafNode| {
        let first = Some(node + 1).filter(|&first| first < leaves.end(node));
        std::iter::successors(first, move |&child| {
            Some(leaves.end(child)).filter(|&next| next < leaves.end(node))
        })
    };
    let cells =
        |row: LeafNode| children(row).filter(|&cell| matches!(leaves.tag(cell), "td" | "th"));
    let at = cells(row).position(|other| other == cell)?;
    let first_row = (table..leaves.end(table))
        .find(|&node| leaves.is_element(node) && leaves.tag(node) == "tr")?;
    let head = cells(first_row).nth(at).filter(|&head| leaves.tag(head) == "th")?;
    let text = leaves.all().get(leaves.before(head))?;
    Some(&text.text).filter(|text| is_caption(text)).and_then(|text| as_name(text))
}

/// Whether a text is short enough for a caption.
fn is_caption(text: &str) -> bool {
    text.split_whitespace().count() <= MAX_WORDS && text.contains(char::is_alphabetic)
}

fn class_name(leaves: &Leaves<'_>, node: LeafNode) -> Option<String> {
    let mut near = std::iter::once(node).chain(leaves.around(node)).take(MAX_LEVELS - 1);
    near.find_map(|node| class_token(leaves, node))
}

/// The last class that is a word; general ones mostly come first.
fn class_token(leaves: &Leaves<'_>, node: LeafNode) -> Option<String> {
    let is_word =
        |name: &String| name.len() > 2 && is_stable(name) && !EMPTY_WORDS.contains(&name.as_str());
    leaves.class(node).split_ascii_whitespace().rev().filter_map(as_name).find(is_word)
}

fn plain_name(asked: &[(&Leaves<'_>, LeafNode)], kind: ValueKind) -> String {
    let tag = asked.first().map_or("", |(leaves, node)| leaves.tag(*node));
    let name = match (kind, tag) {
        (ValueKind::Number, _) => "number",
        (ValueKind::Date, _) => "date",
        (ValueKind::Time, _) => "time",
        (ValueKind::Url, _) => "url",
        (ValueKind::Email, _) => "email",
        (_, "h1" | "h2" | "h3" | "h4") => "title",
        (_, "a") => "link",
        _ => "text",
    };
    name.to_owned()
}

/// A text as a name: its words in lower case, with `_` between; none if nothing is left.
fn as_name(text: &str) -> Option<String> {
    let mut name = String::new();
    for char in text.trim().chars() {
        if char.is_alphanumeric() {
            name.extend(char.to_lowercase());
        } else if !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
        if name.chars().count() >= MAX_NAME {
            break;
        }
    }
    let name = name.trim_matches('_');
    name.contains(char::is_alphabetic).then(|| name.to_owned())
}

/// Names that are each used once: later ones get a number.
#[derive(Default)]
pub(super) struct UniqueNames(BTreeMap<String, usize>);

impl UniqueNames {
    pub(super) fn unique(&mut self, name: String) -> String {
        let n = self.0.entry(name.clone()).or_default();
        *n += 1;
        if *n == 1 {
            return name;
        }
        let numbered = format!("{name}_{n}");
        self.unique(numbered)
    }
}
