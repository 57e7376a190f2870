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
    let outline = Outline::new(parents);
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
        for (chunk, paths) in program.paths.iter().enumerate() {
            let allowed = paths.allowed(&outline, &symbols, node);
            let Ok(hits) = reader.fields_at(node, allowed, chunk * MAX_FIELDS) else {
                return (places, Some(out_of_steps(tree, id)));
            };
            for field in fields(hits, chunk * MAX_FIELDS) {
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
    /// Whether a field takes nodes with a signature.
    decided: FxHashMap<(u32, u32), bool>,
    budget: Budget,
}

impl Reader<'_> {
    /// Those of the allowed fields (as bits, from field `first`) that a node is a value of.
    fn fields_at(&mut self, node: Node, allowed: u64, first: usize) -> Result<u64, Exhausted> {
        let mut hits = 0;
        // The chain of signatures is as long as the fields so far needed.
        let mut chain = (node, NO_SIGNATURE, 0);
        let mut open = 0;
        for field in fields(allowed, first) {
            let bit = 1 << (field - first);
            if self.program.fields[field].path_decides { hits |= bit } else { open |= bit }
        }
        while open != 0 {
            let Some(levels) = fields(open, first).map(|field| self.program.fields[field].depth).min()
            else {
                break;
            };
            chain = self.climb(node, chain, levels)?;
            for field in fields(open, first) {
                if self.program.fields[field].depth == levels {
                    let bit = 1 << (field - first);
                    open &= !bit;
                    hits |= if self.takes(field, node, chain.1)? { bit } else { 0 };
                }
            }
        }
        Ok(hits)
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

    fn takes(&mut self, field: usize, node: Node, signature: u32) -> Result<bool, Exhausted> {
        let key = (u32::try_from(field).unwrap_or(u32::MAX), signature);
        if let Some(&decided) = self.decided.get(&key) {
            return Ok(decided);
        }
        let program = &self.program.fields[field];
        let taken = self.runs[program.group].accepts(node, &program.rule, &mut self.budget)?;
        self.decided.insert(key, taken);
        Ok(taken)
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
