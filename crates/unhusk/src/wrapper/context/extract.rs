//! What a contextual wrapper finds on a page: one run over it, whatever the number of fields.

use super::fork::{Budget, Outline, Run};
use super::labels::{PageLabels, PageTokens};
use super::paths::{Symbol, Symbols, TEXT};
use super::program::Program;
use super::reading::Reading;
use super::rule::{Extent, NodeTarget, Selector};
use crate::Warning;
use crate::page::{NodeId, NodeKind, Page, Span, Tree};
use crate::warning::Limited;

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
    let tokens = PageTokens::new(tree, &ids, &program.vocabulary);
    let labels: Vec<PageLabels<'_>> = program
        .groups
        .iter()
        .map(|group| PageLabels::new(tree, &ids, &symbols, &tokens, &group.labeller))
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

/// The symbol of each node. Equal tags of a tree are one string in memory, so that few need a look.
fn symbols_of(tree: &Tree, ids: &[NodeId], symbols: &Symbols) -> Vec<Symbol> {
    const N_SLOTS: usize = 64;
    let mut seen: [(usize, usize, Symbol); N_SLOTS] = [(0, 0, TEXT); N_SLOTS];
    let symbol = |&id: &NodeId| {
        if tree.kind(id) == NodeKind::Text {
            return TEXT;
        }
        let tag = tree.tag(id);
        let (address, len) = (tag.as_ptr().addr(), tag.len());
        let slot = &mut seen[(address ^ address >> 6) % N_SLOTS];
        if (slot.0, slot.1) != (address, len) {
            *slot = (address, len, symbols.find(tag));
        }
        slot.2
    };
    ids.iter().map(symbol).collect()
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
