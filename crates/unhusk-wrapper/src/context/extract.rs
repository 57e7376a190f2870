//! Runs a contextual wrapper: one pass over a page for any number of fields.

use super::candidate::{NodeCandidate, NodeCandidates, candidates, look_at_symbols};
use super::decide::{Decisions, bits};
use super::fork::{Budget, Outline};
use super::node_symbols::{FineSymbols, group_symbols};
use super::paths::MAX_FIELDS;
use super::program::Program;
use super::rule::{ContextSelector, Extent, NodeTarget};
use unhusk_page::Limited;
use unhusk_page::Warning;
use unhusk_page::{NodeId, Page, Span, Tree};

/// Steps that one page may take, of a few nanoseconds each. An ordinary page takes fewer than one per byte.
pub(super) const MAX_STEPS: u64 = 20_000_000;

/// The places of each field's values, in document order. Beyond `max_steps` nodes are left out, which is reported.
pub(super) fn extract(
    selectors: &[ContextSelector],
    program: &Program,
    page: &Page,
    max_steps: u64,
) -> (Vec<Vec<Span>>, Option<Warning>) {
    let tree = page.tree();
    let (ids, parents) = (tree.visible().ids(), tree.visible().parents());
    let tag_symbols = program.tag_symbols.on(tree);
    let fine = FineSymbols::new(tree, (ids, &tag_symbols), program);
    let symbols = group_symbols(&fine, program);
    let mut budget = Budget::new(max_steps);
    let mut candidates = candidates(program, (ids, parents), &tag_symbols, &mut budget);
    look_at_symbols(&mut candidates, program, parents, (&fine, &symbols), &mut budget);
    let NodeCandidates { all, cut_at } = candidates;
    let is_open = all.iter().any(|candidate| candidate.open != 0);
    // Nodes beside a candidate and their contents matter only where its path leaves a field open.
    let outline =
        if is_open { Outline::from_parents(parents.to_vec()) } else { Outline::default() };
    let mut decisions = Decisions::new(program, &outline, (&fine, &symbols), budget);
    let mut places = vec![Vec::new(); selectors.len()];
    for NodeCandidate { node, chunk, taken, open } in all {
        let id = ids[node as usize];
        let Ok(decided) = decisions.taken(node, chunk, open) else {
            return (places, Some(out_of_steps(tree, id, max_steps)));
        };
        for field in bits(taken | decided).map(|bit| chunk * MAX_FIELDS + bit) {
            let selector = &selectors[field];
            places[field].extend(place_of(page, id, selector.target(), selector.extent()));
        }
    }
    let cut = cut_at.map(|node| out_of_steps(tree, ids[node as usize], max_steps));
    (places, cut)
}

fn out_of_steps(tree: &Tree, at: NodeId, limit: u64) -> Warning {
    let at_byte = tree.span(at).map_or(0, |span| span.start as usize);
    Warning::Truncated { what: Limited::Candidates, limit, at_byte }
}

/// Returns the place of the value of a node; none if the node has no such value, or no place of its own in the source.
pub fn place_of(page: &Page, id: NodeId, target: &NodeTarget, extent: Extent) -> Option<Span> {
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
    for below in tree.visible_below(id).filter(|&below| !tree.text(below).trim().is_empty()) {
        let Some(span) = tree.span(below) else { continue };
        let span = trim(page.source(), span);
        all = Some(match all {
            None => span,
            Some(all) => Span { start: all.start.min(span.start), end: all.end.max(span.end) },
        });
    }
    all
}

/// The span without white space at its ends, however that is written.
pub fn trim(source: &str, span: Span) -> Span {
    let Some(whole) = source.get(span.range()) else { return span };
    if is_surely_trimmed(whole.as_bytes()) {
        return span;
    }
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

/// Whether a text begins and ends with a character that is no white space and no part of a reference; `false` if
/// that takes a second look.
fn is_surely_trimmed(text: &[u8]) -> bool {
    let is_plain = |byte: &u8| byte.is_ascii_graphic() && !matches!(byte, b'&' | b';');
    text.first().is_some_and(is_plain) && text.last().is_some_and(is_plain)
}

/// References to white space, as pages write them.
const SPACES: [&str; 5] = ["&nbsp;", "&#160;", "&#xA0;", "&#xa0;", "&#32;"];
