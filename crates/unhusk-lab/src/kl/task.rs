//! The tasks: fields of the sites whose values are whole texts, and those that the paper treats as such.

use super::paper;
use crate::site::Site;
use std::collections::BTreeSet;
use unhusk::Page;
use unhusk::example::{LabelCell, TrainingSet};
use unhusk::learn::context::PageNode;
use unhusk::page::{NodeId, NodeKind, Span};

/// One field of a site: all texts that are its values.
pub(super) struct KlTask<'s> {
    /// Site and position of the field, from 1, as the paper names it: `s1-3`.
    pub(super) name: String,
    pub(super) pages: Vec<&'s Page>,
    pub(super) truth: BTreeSet<PageNode>,
    /// Values that are not one text, because they span several.
    pub(super) unclear: Vec<UnclearValue>,
}

/// A value that spans several texts. The truth does not determine which of them is meant: it may be any or all.
///
/// Counting the first of them as the value and the others as wrong would make the truth contradict itself if all are
/// similar, as two links of a list are:
/// ```html
/// 0.85 <a>[One job</a>
/// 0.85 <a>Another job]</a>
/// ```
pub(super) struct UnclearValue {
    /// Name of its page.
    pub(super) page: String,
    pub(super) span: Span,
    pub(super) texts: Vec<PageNode>,
}

impl KlTask<'_> {
    /// Returns those of the found nodes that the truth can judge.
    pub(super) fn judged(&self, found: impl IntoIterator<Item = PageNode>) -> BTreeSet<PageNode> {
        let is_clear = |node: &PageNode| !self.unclear.iter().any(|all| all.texts.contains(node));
        found.into_iter().filter(is_clear).collect()
    }

    /// Returns the task with a literal truth: of the texts that one value spans, the first is the value, the others are
    /// wrong.
    pub(super) fn literal(&self) -> Self {
        let firsts = self.unclear.iter().filter_map(|value| value.texts.first());
        Self {
            name: self.name.clone(),
            pages: self.pages.clone(),
            truth: self.truth.iter().chain(firsts).copied().collect(),
            unclear: Vec::new(),
        }
    }
}

/// Returns all tasks of a site; a nested field makes none.
pub(super) fn tasks<'s>(site: &Site, examples: &TrainingSet<'s>) -> Vec<KlTask<'s>> {
    let fields = examples.schema().fields().iter().enumerate();
    fields
        .filter(|(_, field)| !field.is_nested())
        .filter_map(|(at, _)| task(format!("{}-{}", site.name, at + 1), examples, at))
        .collect()
}

/// Returns the task of a field; `None` if a value is not a whole text. In a task of the paper, the text that contains
/// the value counts, as the authors removed the rest.
fn task<'s>(name: String, examples: &TrainingSet<'s>, field: usize) -> Option<KlTask<'s>> {
    let may_be_part = paper::find(&name).is_some();
    let (mut truth, mut unclear) = (BTreeSet::new(), Vec::new());
    for (at, example) in examples.examples().iter().enumerate() {
        for record in &example.records {
            let LabelCell::One(label) = &record.cells[field] else { continue };
            let span = label.candidates[0].span;
            match texts_at(example.page, span).as_slice() {
                [(whole, node)] if may_be_part || is_whole(example.page, span, *whole) => {
                    truth.insert((at, *node));
                }
                several @ [_, _, ..] if may_be_part => unclear.push(UnclearValue {
                    page: example.name.clone(),
                    span,
                    texts: several.iter().map(|&(_, node)| (at, node)).collect(),
                }),
                _ => return None,
            }
        }
    }
    let pages = examples.examples().iter().map(|example| example.page).collect();
    (!truth.is_empty()).then_some(KlTask { name, pages, truth, unclear })
}

/// Returns the texts that a span covers, with their places, without white space between tags.
fn texts_at(page: &Page, span: Span) -> Vec<(Span, NodeId)> {
    let is_met = |whole: Span| whole.overlaps(span) && page.slice(whole).is_some_and(is_seen);
    texts(page).filter(|&(whole, _)| is_met(whole)).collect()
}

fn is_seen(text: &str) -> bool {
    !text.trim().is_empty()
}

/// Whether a span covers a whole text, apart from white space.
fn is_whole(page: &Page, span: Span, text: Span) -> bool {
    let trimmed = |span: Span| page.slice(span).map(str::trim);
    trimmed(span) == trimmed(text)
}

/// Returns the texts of a page with their places.
pub(super) fn texts(page: &Page) -> impl Iterator<Item = (Span, NodeId)> + '_ {
    let tree = page.tree();
    let texts = tree.nodes().filter(|&node| tree.kind(node) == NodeKind::Text);
    texts.filter_map(|node| Some((tree.span(node)?, node)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use unhusk::example::{Labels, Strictness};

    #[test]
    fn texts_that_one_value_spans_are_neither_right_nor_wrong() {
        let html = "<pre>1 <a>One job</a>\n2 <a>Another job</a>\n3 <a>A third job</a></pre>";
        let at = |text| html.find(text).expect("it is there");
        let labels = format!(
            r#"{{"unhusk": "labels/1", "pages": [{{"path": "p", "records": [
                {{"a": {{"span": [{}, {}]}}}}, {{"a": {{"span": [{}, {}]}}}}]}}]}}"#,
            at("One"),
            at("</a>\n3"),
            at("A third"),
            at("</a></pre>")
        );
        let labels = Labels::parse("labels.json", &labels).expect("labels");
        let page = Page::from(html);
        let examples =
            TrainingSet::new(&labels, &[(0, &page)], Strictness::Strict).expect("a training set");
        let read = |nodes: &BTreeSet<PageNode>| -> Vec<String> {
            nodes.iter().map(|&(_, node)| page.tree().text(node).trim().to_owned()).collect()
        };
        // The name of a task of the paper.
        let task = task("s1-1".to_owned(), &examples, 0).expect("a task");
        assert_eq!(read(&task.truth), ["A third job"]);
        let all = texts(&page).map(|(_, node)| (0, node));
        assert_eq!(read(&task.judged(all)), ["1", "3", "A third job"]);
        assert_eq!(read(&task.literal().truth), ["One job", "A third job"]);
    }
}
