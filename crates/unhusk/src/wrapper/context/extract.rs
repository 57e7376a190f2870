//! What a contextual wrapper finds on a page: one run over it, whatever the number of fields.

use super::fork::{Budget, Exhausted, Node, Outline, Run};
use super::labels::{FineLabels, PageLabels, PageTokens};
use super::paths::{MAX_FIELDS, Symbol, Symbols, TEXT};
use super::program::{Group, Program};
use super::reading::Reading;
use super::rule::{Extent, NodeTarget, Selector};
use super::signature::Signatures;
use crate::Warning;
use crate::page::{NodeId, NodeKind, Page, Span, Tree};
use crate::warning::Limited;
use rustc_hash::FxHashMap;

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
    let outline = Outline::from_parents(parents);
    let tokens = PageTokens::new(tree, &ids, &program.vocabulary);
    let fine = FineLabels::new(&symbols, &tokens, &program.contexts);
    let labellers = program.groups.iter().map(|group| &group.labeller);
    let labels: Vec<PageLabels<'_>> =
        labellers.map(|labeller| PageLabels::new(&tokens, &symbols, labeller)).collect();
    let run = |(group, labels)| new_run(group, &outline, labels);
    let mut reader = Reader {
        program,
        outline: &outline,
        signatures: Signatures::new(&outline, &fine, program.size),
        runs: program.groups.iter().zip(&labels).map(run).collect(),
        decided: FxHashMap::default(),
        budget: Budget(MAX_STEPS),
    };
    let mut places = vec![Vec::new(); selectors.len()];
    for (node, &id) in (0..).zip(&ids) {
        for (chunk_at, chunk) in program.chunks.iter().enumerate() {
            let allowed = chunk.paths.allowed(&outline, &symbols, node);
            if allowed == 0 {
                continue;
            }
            let first = chunk_at * MAX_FIELDS;
            let Ok(hits) = reader.fields_at(node, allowed, first) else {
                return (places, Some(out_of_steps(tree, id)));
            };
            for field in fields(hits, first) {
                places[field].extend(place(page, id, &selectors[field]));
            }
        }
    }
    (places, None)
}

fn new_run<'a>(
    group: &'a Group,
    outline: &'a Outline,
    labels: &'a PageLabels<'a>,
) -> Run<'a, PageLabels<'a>> {
    Run::new(&group.index, group.width, outline, labels)
}

/// One run over a page.
struct Reader<'a> {
    program: &'a Program,
    outline: &'a Outline,
    signatures: Signatures<'a>,
    /// One for each group.
    runs: Vec<Run<'a, PageLabels<'a>>>,
    /// By first field of a chunk and signature: fields that were asked, and those that take such nodes.
    decided: FxHashMap<(u32, u32), (u64, u64)>,
    budget: Budget,
}

impl Reader<'_> {
    /// Those of the allowed fields (as bits, from field `first`) that a node is a value of.
    fn fields_at(&mut self, node: Node, allowed: u64, first: usize) -> Result<u64, Exhausted> {
        let program = self.program;
        let chunk = &program.chunks[first / MAX_FIELDS];
        let mut hits = allowed & chunk.by_path;
        let mut open = allowed & !chunk.by_path;
        // Fields with few levels first: the signature grows as they need it.
        let mut chain = (node, NO_SIGNATURE, 0);
        for &(levels, members) in &chunk.by_depth {
            if open & members != 0 {
                chain = self.climb(node, chain, levels)?;
                hits |= self.taken(open & members, first, node, chain.1)?;
                open &= !members;
            }
            if open == 0 {
                break;
            }
        }
        Ok(hits)
    }

    /// Those of the fields that take nodes with this signature.
    fn taken(
        &mut self,
        open: u64,
        first: usize,
        node: Node,
        signature: u32,
    ) -> Result<u64, Exhausted> {
        let key = (u32::try_from(first).unwrap_or(u32::MAX), signature);
        let (mut asked, mut taken) = self.decided.get(&key).copied().unwrap_or_default();
        if open & !asked != 0 {
            for field in fields(open & !asked, first) {
                let program = &self.program.fields[field];
                let run = &mut self.runs[program.group];
                let is_taken = run.accepts(node, &program.rule, &mut self.budget)?;
                taken |= u64::from(is_taken) << (field - first);
            }
            asked |= open;
            self.decided.insert(key, (asked, taken));
        }
        Ok(open & taken)
    }

    /// Goes on with the signature of a node's surroundings until it covers so many levels, or the root.
    fn climb(
        &mut self,
        node: Node,
        (mut top, mut signature, mut levels): (Node, u32, usize),
        wanted: usize,
    ) -> Result<(Node, u32, usize), Exhausted> {
        if levels == 0 {
            signature = self.signatures.of(node, &mut self.budget)?;
            levels = 1;
        }
        while levels < wanted
            && let Some(parent) = self.outline.parent(top)
        {
            signature = self.signatures.above(parent, (top, signature), &mut self.budget)?;
            top = parent;
            levels += 1;
        }
        Ok((top, signature, levels))
    }
}

const NO_SIGNATURE: u32 = 0;

/// The fields whose bits are set, counted from `first`.
fn fields(mut bits: u64, first: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let field = first + bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            field
        })
    })
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
