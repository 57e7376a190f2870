//! Where a value stands: the names of the elements around it, and the text before it.
//!
//! On pages of one template, values of one field stand at places that look alike. Where they suddenly stand at several
//! kinds of places, some of them are something else.

use crate::record::Value;
use std::collections::{BTreeMap, BTreeSet};
use unhusk_page::{NodeId, Page, Span, Visibility, fold};

/// How many elements around a value are named.
const N_NAMES: usize = 4;
/// Characters of the text before that count.
const MAX_LABEL_CHARS: usize = 40;
/// Places that say the same as a value that are looked at.
const MAX_ECHOES: usize = 8;

/// The texts and tags of a page, ready to be asked what stands around a place.
pub(super) struct Surroundings<'p> {
    page: &'p Page,
    /// Texts that a reader sees, by where they begin.
    texts: Vec<(Span, NodeId)>,
    /// Start tags, by where they begin.
    tags: Vec<(Span, NodeId)>,
    /// Texts of the template, as labels.
    template: BTreeSet<String>,
    /// The texts by what they say.
    by_text: BTreeMap<String, Vec<usize>>,
}

impl<'p> Surroundings<'p> {
    pub(super) fn new(page: &'p Page, template: &[&str]) -> Self {
        let tree = page.tree();
        let visible = page.visible();
        let visible_texts = visible.nodes(Visibility::WithoutFallback).map(|node| visible.id(node));
        let mut texts: Vec<(Span, NodeId)> = visible_texts
            .filter(|node| !tree.text(*node).trim().is_empty())
            .filter_map(|node| Some((tree.span(node)?, node)))
            .collect();
        let mut tags: Vec<(Span, NodeId)> =
            tree.nodes().filter_map(|node| Some((tree.start_tag(node)?, node))).collect();
        texts.sort_unstable_by_key(|(span, _)| span.start);
        tags.sort_unstable_by_key(|(span, _)| span.start);
        let template = template.iter().map(|text| as_label(text)).collect();
        let mut by_text: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, (_, node)) in texts.iter().enumerate() {
            by_text.entry(fold(tree.text(*node)).into_owned()).or_default().push(at);
        }
        Self { page, texts, tags, template, by_text }
    }

    /// Names of the elements around a place, the nearest last: `table/tr/td`; an attribute's element ends with `@`.
    pub(super) fn path(&self, span: Span) -> String {
        let tree = self.page.tree();
        let text = before(&self.texts, span.start + 1).map(|at| self.texts[at]);
        let tag = before(&self.tags, span.start + 1).map(|at| self.tags[at]);
        let in_tag = tag.filter(|(tag, _)| span.start < tag.end);
        let (node, end) = match (in_tag, text) {
            (Some((_, element)), _) if span.end <= in_tag.map_or(0, |(tag, _)| tag.end) => {
                (element, "@")
            }
            (_, Some((_, node))) => (node, ""),
            (Some((_, element)), None) => (element, "@"),
            (None, None) => return String::new(),
        };
        let mut names: Vec<&str> =
            tree.ancestors(node).take(N_NAMES).map(|one| tree.tag(one)).collect();
        if end == "@" {
            names.insert(0, tree.tag(node));
            names.truncate(N_NAMES);
        }
        names.reverse();
        names.join("/") + end
    }

    /// The text before a place, as labels are compared: without its colon, in small letters. A text of the template
    /// has `=` before it.
    pub(super) fn label(&self, span: Span) -> String {
        let tree = self.page.tree();
        let Some(at) = before(&self.texts, span.start) else { return String::new() };
        let (text_span, node) = self.texts[at];
        // A value that is cut from a text has its label in the same text.
        let text = if text_span.end > span.start {
            let inside = Span { start: text_span.start, end: span.start };
            let text = self.page.text(inside);
            if text.is_empty() { self.label_at(at.checked_sub(1)) } else { text.into_owned() }
        } else {
            fold(tree.text(node)).into_owned()
        };
        let label = as_label(&text);
        if self.template.contains(&label) { format!("={label}") } else { label }
    }

    /// The texts before other places of the page that say the same as a value, as far as whole texts do.
    pub(super) fn echoes(&self, value: &Value<'_>) -> Vec<String> {
        let places = self.by_text.get(&*value.text).map_or(&[][..], Vec::as_slice);
        let others = places.iter().map(|at| self.texts[*at].0);
        let others =
            others.filter(|span| span.end <= value.span.start || value.span.end <= span.start);
        others.take(MAX_ECHOES).map(|span| self.label(span)).collect()
    }

    fn label_at(&self, at: Option<usize>) -> String {
        at.map_or(String::new(), |at| fold(self.page.tree().text(self.texts[at].1)).into_owned())
    }
}

/// A text of a page, and what stands around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Where it stands, white space left out.
    pub span: Span,
    /// Names of the elements around it.
    pub path: String,
    /// The text before it.
    pub label: String,
    /// The class of the nearest element that has one.
    pub class: String,
}

/// The texts of a page that a reader sees, in their order.
pub fn places(page: &Page, template: &[&str]) -> Vec<Place> {
    let around = Surroundings::new(page, template);
    let tree = page.tree();
    let class = |node: NodeId| {
        let named = tree.ancestors(node).find_map(|one| tree.attribute(one, "class"));
        named.map_or(String::new(), |class| class.value.to_owned())
    };
    let place = |&(span, node): &(Span, NodeId)| {
        let source = page.slice(span)?;
        let n_before = source.len() - source.trim_start().len();
        let start = span.range().start + n_before;
        let span = Span::new(start, start + source.trim().len());
        Some(Place { span, path: around.path(span), label: around.label(span), class: class(node) })
    };
    around.texts.iter().filter_map(place).collect()
}

/// The last entry that begins before a byte.
fn before(entries: &[(Span, NodeId)], byte: u32) -> Option<usize> {
    entries.partition_point(|(span, _)| span.start < byte).checked_sub(1)
}

/// How a text reads as a label of what follows it.
pub(crate) fn as_label(text: &str) -> String {
    let bare = text.trim().trim_end_matches([':', ' ', '\u{a0}']);
    bare.chars().take(MAX_LABEL_CHARS).flat_map(char::to_lowercase).collect()
}
