//! What a contextual wrapper finds on a page: one run over it, whatever the number of fields.

use super::fork::{Budget, ElementName, Label, Labels, Node, Outline, Run};
use super::paths::{OTHER, Symbol, Symbols, TEXT};
use super::program::{Labeller, Program};
use super::reading::{self, Reading};
use super::rule::{Extent, LabelKind, NodeTarget, Selector};
use crate::Warning;
use crate::page::{NodeId, NodeKind, Page, Span, Tree, fold};
use crate::warning::Limited;
use std::cell::Cell;

/// Steps that one page may take, of a few nanoseconds each. An ordinary page takes fewer than one per byte.
const MAX_STEPS: u64 = 20_000_000;

/// The places of each field's values, in document order.
pub(super) fn extract(
    selectors: &[Selector],
    program: &Program,
    page: &Page,
) -> (Vec<Vec<Span>>, Option<Warning>) {
    let tree = page.tree();
    let Reading { ids, parents } = Reading::new(tree);
    let symbols = symbols_of(tree, &ids, &program.symbols);
    let outline = Outline::new(parents);
    let labels: Vec<PageLabels<'_>> = program
        .groups
        .iter()
        .map(|group| PageLabels::new(tree, &ids, &symbols, &group.labeller))
        .collect();
    let mut runs: Vec<_> = program
        .groups
        .iter()
        .zip(&labels)
        .map(|(group, labels)| Run::new(&group.index, group.width, &outline, labels))
        .collect();
    let mut budget = Budget(MAX_STEPS);
    let mut places = vec![Vec::new(); selectors.len()];
    for (node, &id) in (0..).zip(&ids) {
        for (chunk, paths) in program.paths.iter().enumerate() {
            let mut allowed = paths.allowed(&outline, &symbols, node);
            while allowed != 0 {
                let field = chunk * super::paths::MAX_FIELDS + allowed.trailing_zeros() as usize;
                allowed &= allowed - 1;
                let field_program = &program.fields[field];
                let run = &mut runs[field_program.group];
                let is_hit = match field_program.path_decides {
                    true => Ok(true),
                    false => run.accepts(node, &field_program.rule, &mut budget),
                };
                match is_hit {
                    Ok(true) => places[field].extend(place(page, id, &selectors[field])),
                    Ok(false) => {}
                    Err(_) => return (places, Some(out_of_steps(tree, id))),
                }
            }
        }
    }
    (places, None)
}

fn out_of_steps(tree: &Tree, at: NodeId) -> Warning {
    let at_byte = tree.span(at).map_or(0, |span| span.start as usize);
    Warning::Truncated { what: Limited::Candidates, limit: MAX_STEPS, at_byte }
}

fn symbols_of(tree: &Tree, ids: &[NodeId], symbols: &Symbols) -> Vec<Symbol> {
    ids.iter()
        .map(|&id| match tree.kind(id) {
            NodeKind::Text => TEXT,
            _ => symbols.find(tree.tag(id)),
        })
        .collect()
}

/// The labels of a page's nodes, as one group of fields sees them.
struct PageLabels<'a> {
    tree: &'a Tree,
    ids: &'a [NodeId],
    symbols: &'a [Symbol],
    labeller: &'a Labeller,
    /// Labels that took some work, once they are known.
    known: Vec<Cell<Option<Label>>>,
}

impl<'a> PageLabels<'a> {
    fn new(
        tree: &'a Tree,
        ids: &'a [NodeId],
        symbols: &'a [Symbol],
        labeller: &'a Labeller,
    ) -> Self {
        let has_tokens = labeller.kind == LabelKind::All || !labeller.vocabulary.is_empty();
        let has_texts = !labeller.names.texts().is_empty();
        let n_known = if has_tokens || has_texts { ids.len() } else { 0 };
        Self { tree, ids, symbols, labeller, known: vec![Cell::new(None); n_known] }
    }

    /// A label that takes more than the tag.
    fn work_out(&self, node: Node) -> Label {
        let id = self.ids[node as usize];
        let Labeller { names, kind, vocabulary, plain } = self.labeller;
        let symbol = self.symbols[node as usize];
        if symbol == TEXT {
            return names.find_text(&fold(self.tree.text(id))).unwrap_or(Label::ANY_TEXT);
        }
        if symbol == OTHER {
            return Label::UNKNOWN;
        }
        let mut tokens = Vec::new();
        reading::tokens(self.tree, id, |attribute, token| {
            let token = format!("{attribute}={token}");
            if *kind == LabelKind::All || vocabulary.contains(&token) {
                tokens.push(token);
            }
        });
        if tokens.is_empty() {
            return plain[usize::from(symbol)];
        }
        tokens.sort_unstable();
        tokens.dedup();
        let name = ElementName { tag: self.tree.tag(id).to_owned(), tokens };
        names.find_element(&name).unwrap_or(Label::UNKNOWN)
    }
}

impl Labels for PageLabels<'_> {
    fn label(&self, node: Node) -> Label {
        let Some(known) = self.known.get(node as usize) else {
            let symbol = self.symbols[node as usize];
            let plain = self.labeller.plain[usize::from(symbol)];
            return if symbol == TEXT { Label::ANY_TEXT } else { plain };
        };
        if let Some(label) = known.get() {
            return label;
        }
        let label = self.work_out(node);
        known.set(Some(label));
        label
    }
}

/// Where the value of a node stands; none if it has no such value, or no place of its own in the source.
fn place(page: &Page, id: NodeId, selector: &Selector) -> Option<Span> {
    place_of(page, id, selector.target(), selector.extent())
}

/// Where the value of a node stands.
pub(crate) fn place_of(
    page: &Page,
    id: NodeId,
    target: &NodeTarget,
    extent: Extent,
) -> Option<Span> {
    let tree = page.tree();
    let whole = match (target, extent) {
        (NodeTarget::Attribute(name), _) => tree.attribute(id, name)?.span,
        (NodeTarget::Text, _) | (NodeTarget::Element, Extent::Outer) => tree.span(id)?,
        (NodeTarget::Element, _) => tree.content_span(id)?,
    };
    match (target, extent) {
        (NodeTarget::Element, Extent::Trimmed) => visible_part(page, id),
        (_, Extent::Trimmed) => Some(trim(page.source(), whole)),
        _ => Some(whole),
    }
}

/// From the first to the last text of an element that a reader sees.
fn visible_part(page: &Page, id: NodeId) -> Option<Span> {
    let tree = page.tree();
    let mut all: Option<Span> = None;
    let mut skip_to = 0;
    for below in tree.descendants(id).filter(|&below| tree.kind(below) != NodeKind::Comment) {
        if below.index() < skip_to {
            continue;
        }
        if matches!(tree.tag(below), "script" | "style" | "template") {
            skip_to = tree.subtree_end(below) as usize;
        }
        let is_text = tree.kind(below) == NodeKind::Text && !tree.text(below).trim().is_empty();
        let Some(span) = tree.span(below).filter(|_| is_text) else { continue };
        let span = trim(page.source(), span);
        all = Some(match all {
            None => span,
            Some(all) => Span { start: all.start.min(span.start), end: all.end.max(span.end) },
        });
    }
    all
}

/// The span without white space at its ends, however that is written.
pub(crate) fn trim(source: &str, span: Span) -> Span {
    let Some(whole) = source.get(span.range()) else { return span };
    let mut text = whole.trim_start();
    while let Some(rest) = SPACES.iter().find_map(|space| text.strip_prefix(space)) {
        text = rest.trim_start();
    }
    let start = span.range().start + (whole.len() - text.len());
    text = text.trim_end();
    while let Some(rest) = SPACES.iter().find_map(|space| text.strip_suffix(space)) {
        text = rest.trim_end();
    }
    Span::new(start, start + text.len())
}

/// References that stand for white space, as pages write them.
const SPACES: [&str; 5] = ["&nbsp;", "&#160;", "&#xA0;", "&#xa0;", "&#32;"];
