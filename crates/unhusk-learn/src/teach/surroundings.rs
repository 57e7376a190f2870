//! The surroundings of a reading: properties that are equal wherever one rule matches for the same reason.

use super::reading::ReadValue;
use unhusk_page::{NodeId, NodeKind, Page, Span, Tree, VisibleTree, fold};

/// The surroundings of the values of one field on one page. Readings with equal surroundings are right or wrong
/// together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FieldSurroundings {
    /// Tags and classes from the root down, of every value whose path differs from that of the value before it.
    pub(super) path: String,
    /// The end of the text before the first value.
    pub(super) before: String,
    /// The first word after the last value, and the tags in between.
    pub(super) after: String,
    pub(super) tags: String,
    /// Number of neighbours that are similar to a value and are not read, and the number of values: at most [`MANY`] of
    /// each.
    pub(super) n_more: usize,
    pub(super) n_values: usize,
}

/// One property of the surroundings.
#[derive(Debug, Clone, Copy)]
pub(super) enum Facet {
    Path,
    Before,
    After,
    Tags,
    More,
    Count,
}

impl Facet {
    pub(super) const ALL: [Self; 6] =
        [Self::Path, Self::Before, Self::After, Self::Tags, Self::More, Self::Count];
}

/// The value of a facet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum FacetValue<'a> {
    Text(&'a str),
    Number(usize),
}

/// Larger numbers are clamped to this one.
const MANY: usize = 3;
/// Characters of the text before a value, and of the word after it, that are compared.
const MAX_WORD: usize = 16;
/// Tags after a value that are compared.
const MAX_TAGS: usize = 16;
/// Levels above a value on which its neighbours are counted.
const MAX_LEVELS: usize = 3;

impl FieldSurroundings {
    /// The surroundings of the values of a field; `None` if there are no values.
    pub(super) fn of(page: &Page, values: &[ReadValue]) -> Option<Self> {
        let (first, last) = (values.first()?, values.last()?);
        let tree = page.tree();
        let holders: Vec<NodeId> = values.iter().map(|found| holder(tree, found.span)).collect();
        let mut paths: Vec<String> = holders.iter().map(|node| path(tree, *node)).collect();
        paths.dedup();
        Some(Self {
            path: paths.join(" "),
            before: before(page, holders[0], first.span),
            after: after(page, holders[holders.len() - 1], last.span),
            tags: tags_after(page, last.span),
            n_more: n_more(tree, holders[0], values),
            n_values: values.len().min(MANY),
        })
    }
}

impl FieldSurroundings {
    pub(super) fn facet(&self, facet: Facet) -> FacetValue<'_> {
        match facet {
            Facet::Path => FacetValue::Text(&self.path),
            Facet::Before => FacetValue::Text(&self.before),
            Facet::After => FacetValue::Text(&self.after),
            Facet::Tags => FacetValue::Text(&self.tags),
            Facet::More => FacetValue::Number(self.n_more),
            Facet::Count => FacetValue::Number(self.n_values),
        }
    }
}

/// The innermost node that contains a span.
fn holder(tree: &Tree, span: Span) -> NodeId {
    tree.holders(span).last().copied().unwrap_or(NodeId::DOCUMENT)
}

fn path(tree: &Tree, node: NodeId) -> String {
    let step = |node: NodeId| match tree.attribute(node, "class") {
        Some(class) => format!("{}.{}", tree.tag(node), class.value),
        None => tree.tag(node).to_owned(),
    };
    let mut steps: Vec<String> = tree.ancestors(node).map(step).collect();
    steps.reverse();
    steps.push(step(node));
    steps.join("/")
}

/// The end of the text before a span: of its own node, or else of the last text before it.
fn before(page: &Page, node: NodeId, span: Span) -> String {
    let tree = page.tree();
    let own = tree.span(node).filter(|own| own.start < span.start);
    let own = own.map(|own| page.text(Span { start: own.start, end: span.start }).into_owned());
    let text = own.filter(|text| !text.trim().is_empty()).unwrap_or_else(|| {
        let visible = page.visible();
        folded(visible, visible.texts_between(0, visible.n_before(node)).next_back())
    });
    let text = text.trim();
    let skipped = text.chars().count().saturating_sub(MAX_WORD);
    text.chars().skip(skipped).collect()
}

/// The first word after a span.
fn after(page: &Page, node: NodeId, span: Span) -> String {
    let tree = page.tree();
    let own = tree.span(node).filter(|own| own.end > span.end);
    let own = own.map(|own| page.text(Span { start: span.end, end: own.end }).into_owned());
    let text = own.filter(|text| !text.trim().is_empty()).unwrap_or_else(|| {
        let visible = page.visible();
        let end = visible.n_before(NodeId(tree.subtree_end(node)));
        folded(visible, visible.texts_between(end, visible.len()).next())
    });
    let word = text.split_whitespace().next().unwrap_or_default();
    word.chars().take(MAX_WORD).collect()
}

/// The tags from the end of a span to the next text, without attributes.
fn tags_after(page: &Page, span: Span) -> String {
    let mut rest = page.source().get(span.range().end..).unwrap_or_default().trim_start();
    let mut tags = Vec::new();
    while let (Some(inner), true) = (rest.strip_prefix('<'), tags.len() < MAX_TAGS) {
        let Some((tag, after)) = inner.split_once('>') else { break };
        let is_name = |c: char| c == '/' || c.is_ascii_alphanumeric();
        tags.push(tag.split(|c| !is_name(c)).next().unwrap_or_default());
        rest = after.trim_start();
    }
    tags.join(" ")
}

/// A text of the page, folded; empty if there is none.
fn folded(visible: VisibleTree<'_>, text: Option<usize>) -> String {
    text.map_or_else(String::new, |text| fold(visible.text(text)).into_owned())
}

/// Returns the number of neighbours of a value that are similar to it (same tag, same class) and are not read.
fn n_more(tree: &Tree, node: NodeId, values: &[ReadValue]) -> usize {
    let is_element = |node: &NodeId| tree.is_element(*node);
    let up = [node].into_iter().chain(tree.ancestors(node)).filter(is_element).take(MAX_LEVELS);
    let alike = |node: NodeId| {
        let class =
            |node: NodeId| tree.attribute(node, "class").map(|class| class.value.to_string());
        let is_read = |other: NodeId| {
            let span = tree.span(other);
            span.is_none_or(|span| values.iter().any(|found| found.span.overlaps(span)))
        };
        let siblings = tree.parent(node).map(|parent| tree.children(parent).collect::<Vec<_>>());
        let siblings = siblings.unwrap_or_default().into_iter();
        siblings
            .filter(|&other| other != node && tree.tag(other) == tree.tag(node))
            .filter(|&other| tree.is_element(other) && class(other) == class(node))
            .filter(|&other| !is_read(other))
            .take(MANY)
            .count()
    };
    up.map(alike).find(|n_alike| *n_alike > 0).unwrap_or(0)
}

/// Whether a page has a text that ends with `words`.
pub(super) fn has_text(page: &Page, words: &str) -> bool {
    let tree = page.tree();
    let mut texts = tree.nodes().filter(|&node| tree.kind(node) == NodeKind::Text);
    texts.any(|node| fold(tree.text(node)).trim().ends_with(words))
}
