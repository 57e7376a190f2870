//! The texts of a page that can be values: elements with little text, and texts between elements.

use std::collections::BTreeMap;
use unhusk_page::{NodeId, Page, Span, Visibility, VisibleNode, fold, squeeze};
use unhusk_wrapper::profile::{EmbeddedNames, SurroundingsIndex};
use unhusk_wrapper::record::Value;

/// Characters of a unit; longer texts are containers, not values.
const MAX_CHARS: usize = 3000;
/// Units of one page.
const MAX_UNITS: usize = 20_000;

/// A text that can be a value.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    pub(super) span: Span,
    /// The text as a reader sees it.
    pub(super) text: String,
    /// The text without white space.
    pub(super) squeezed: String,
    /// Tag and class of the element; for a text, of the element around it.
    pub(super) own: String,
    /// `own` of the three innermost elements.
    pub(super) key: String,
    /// The elements around it, the nearest first.
    pub(super) containers: Vec<NodeId>,
    /// Whether it is in a menu, a header or a footer.
    pub(super) is_boilerplate: bool,
}

/// The units of a page, and what surrounds them.
#[derive(Debug)]
pub(super) struct PageUnits<'p> {
    pub(super) units: Vec<Unit>,
    pub(super) around: SurroundingsIndex<'p>,
    pub(super) embedded: EmbeddedNames,
    /// Positions of the units by their text without white space.
    pub(super) by_text: BTreeMap<String, Vec<usize>>,
    /// The number of units with the same tags and classes in the same element.
    pub(super) n_alike: BTreeMap<(NodeId, String), usize>,
}

impl<'p> PageUnits<'p> {
    pub(super) fn of(page: &'p Page, template: &[&str]) -> Self {
        let visible = page.visible();
        let tree = page.tree();
        let mut lengths = vec![0_usize];
        for text in 0..visible.n_texts() {
            lengths.push(lengths[text] + visible.text(text).len());
        }
        let is_value = |node: &VisibleNode| {
            let texts = visible.texts_in(*node);
            let n_bytes = lengths[texts.end] - lengths[texts.start];
            let is_inline = !visible.is_text(*node) || has_element_beside(page, visible.id(*node));
            let is_head = || {
                let around = visible.ancestors(*node).chain([*node]);
                around.into_iter().any(|one| visible.tag(one) == "head")
            };
            n_bytes > 0 && n_bytes <= MAX_CHARS && is_inline && !is_head()
        };
        let mut units = Vec::new();
        for node in visible.nodes(Visibility::WithoutFallback).filter(is_value).take(MAX_UNITS) {
            let id = visible.id(node);
            let texts =
                visible.texts_in(node).filter(|text| !visible.text(*text).trim().is_empty());
            let spans: Vec<Span> =
                texts.filter_map(|text| tree.span(visible.id(visible.text_node(text)))).collect();
            let (Some(first), Some(last)) = (spans.first(), spans.last()) else { continue };
            let text = if visible.is_text(node) {
                fold(tree.text(id)).into_owned()
            } else {
                fold(&tree.reader_text(id)).into_owned()
            };
            if text.is_empty() {
                continue;
            }
            let span = trimmed(page, Span { start: first.start, end: last.end.max(first.end) });
            units.push(Unit::new(page, id, span, text));
        }
        let mut found = Self {
            units: Vec::new(),
            around: SurroundingsIndex::new(page, template),
            embedded: EmbeddedNames::of(page),
            by_text: BTreeMap::new(),
            n_alike: BTreeMap::new(),
        };
        for unit in units {
            if let Some(container) = unit.containers.first() {
                *found.n_alike.entry((*container, unit.key.clone())).or_default() += 1;
            }
            found.push(unit);
        }
        found
    }

    /// Adds a value that a wrapper reads; returns its position.
    pub(super) fn add(&mut self, page: &Page, value: &Value<'_>) -> usize {
        let text = fold(&value.text).into_owned();
        let known = self.by_text.get(&squeeze(&text)).into_iter().flatten().copied();
        let same = known.into_iter().find(|at| self.units[*at].span == value.span);
        same.unwrap_or_else(|| {
            let holder = page.tree().holders(value.span).first().copied();
            let node = holder.or_else(|| page.tree().nodes().next());
            if let Some(node) = node {
                self.push(Unit::new(page, node, value.span, text));
            }
            self.units.len().saturating_sub(1)
        })
    }

    fn push(&mut self, unit: Unit) {
        self.by_text.entry(unit.squeezed.clone()).or_default().push(self.units.len());
        self.units.push(unit);
    }
}

impl Unit {
    fn new(page: &Page, node: NodeId, span: Span, text: String) -> Self {
        let tree = page.tree();
        let element = if tree.is_element(node) { Some(node) } else { tree.parent(node) };
        let around: Vec<NodeId> = element
            .into_iter()
            .chain(element.into_iter().flat_map(|one| tree.ancestors(one)))
            .collect();
        let names: Vec<String> = around.iter().take(3).map(|one| own(page, *one)).collect();
        let is_boilerplate = around.iter().any(|one| {
            matches!(tree.tag(*one), "nav" | "footer" | "aside" | "form" | "button" | "noscript")
        });
        Self {
            span,
            squeezed: squeeze(&text),
            text,
            own: names.first().cloned().unwrap_or_default(),
            key: names.join("<"),
            containers: around.into_iter().skip(1).take(3).collect(),
            is_boilerplate,
        }
    }
}

/// Tag and class of an element.
pub(super) fn own(page: &Page, element: NodeId) -> String {
    let tree = page.tree();
    match tree.attribute(element, "class") {
        Some(class) => format!("{}.{}", tree.tag(element), fold(class.value)),
        None => tree.tag(element).to_owned(),
    }
}

fn has_element_beside(page: &Page, text: NodeId) -> bool {
    let tree = page.tree();
    let parent = tree.parent(text);
    parent.is_some_and(|parent| tree.children(parent).any(|child| tree.is_element(child)))
}

fn trimmed(page: &Page, span: Span) -> Span {
    let Some(source) = page.slice(span) else { return span };
    let start = span.range().start + (source.len() - source.trim_start().len());
    Span::new(start, start + source.trim().len())
}
