//! The selectors of all fields made ready to run: those with the same k and symbols share one index.

use super::descent::{Descent, MAX_STEPS};
use super::fork::{Accepted, ElementName, Forks, Index, NodeSymbol, ShapeId, SymbolNames};
use super::paths::{MAX_FIELDS, Marks, Paths};
use super::rule::{ContextSelector, SelectorError, SymbolKind};
use super::tag_symbols::{TEXT, TagSymbol, TagSymbols};
use super::vocabulary::TokenVocabulary;
use std::collections::{BTreeMap, BTreeSet};

/// All fields of a wrapper, ready to run.
#[derive(Debug, Clone, Default)]
pub(super) struct Program {
    pub(super) tag_symbols: TagSymbols,
    /// Up to 64 fields each.
    pub(super) chunks: Vec<FieldChunk>,
    pub(super) groups: Vec<FieldGroup>,
    /// One per field.
    pub(super) fields: Vec<FieldProgram>,
    pub(super) vocabulary: TokenVocabulary,
    /// Texts that some field distinguishes, with numbers from 1.
    pub(super) contexts: BTreeMap<String, u32>,
}

/// Up to 64 fields, as bits.
#[derive(Debug, Clone, Default)]
pub(super) struct FieldChunk {
    /// Paths of tags.
    pub(super) paths: Paths,
    /// `paths` from the roots down, unless that takes too much memory.
    pub(super) descent: Option<Descent>,
    /// Fields for which the tags above a node decide alone.
    pub(super) by_tags: u64,
}

/// Fields whose forks share their shapes.
#[derive(Debug, Clone)]
pub(super) struct FieldGroup {
    /// Position of the chunk that has all its fields.
    pub(super) chunk: usize,
    /// Its fields, as bits.
    pub(super) fields: u64,
    /// Paths of symbols.
    pub(super) paths: Paths,
    /// Fields for which the symbols above a node decide alone.
    pub(super) by_symbols: u64,
    /// k.
    pub(super) width: usize,
    pub(super) index: Index,
    pub(super) encoder: SymbolEncoder,
}

/// One field.
#[derive(Debug, Clone)]
pub(super) struct FieldProgram {
    /// Position of its group.
    pub(super) group: usize,
    pub(super) rule: Accepted,
}

/// Encoding of the nodes of a page as symbols of a group.
#[derive(Debug, Clone)]
pub(super) struct SymbolEncoder {
    pub(super) names: SymbolNames,
    pub(super) kind: SymbolKind,
    /// Attribute tokens that forks name.
    pub(super) tokens: BTreeSet<String>,
    /// The symbol of an element without tokens, by the tag symbol of its tag.
    pub(super) plain: Vec<NodeSymbol>,
}

/// Common properties of the fields of one group: chunk, k, and the content of symbols.
type FieldGroupKey = (usize, usize, SymbolKind, BTreeSet<String>);

impl Program {
    /// Makes selectors ready.
    pub(super) fn new(selectors: &[ContextSelector]) -> Result<Self, SelectorError> {
        let chunks = vec![FieldChunk::default(); selectors.len().div_ceil(MAX_FIELDS)];
        let mut program = Self { chunks, ..Self::default() };
        let mut members: BTreeMap<FieldGroupKey, Vec<usize>> = BTreeMap::new();
        for (field, selector) in selectors.iter().enumerate() {
            let key = group_key(field / MAX_FIELDS, selector)?;
            members.entry(key).or_default().push(field);
        }
        let mut fields: Vec<Option<FieldProgram>> = vec![None; selectors.len()];
        for (key, members) in members {
            program.vocabulary.add(key.2, &key.3);
            program.add_group(key, &members, selectors, &mut fields)?;
        }
        program.fields = fields.into_iter().flatten().collect();
        let mut room = MAX_STEPS;
        for chunk in &mut program.chunks {
            chunk.descent = Descent::new(&chunk.paths, program.tag_symbols.len(), room);
            room -= chunk.descent.as_ref().map_or(0, Descent::n_steps);
        }
        for group in &mut program.groups {
            group.encoder.know_plain_tags(&program.tag_symbols);
        }
        Ok(program)
    }

    fn add_group(
        &mut self,
        (chunk, width, kind, tokens): FieldGroupKey,
        members: &[usize],
        selectors: &[ContextSelector],
        fields: &mut [Option<FieldProgram>],
    ) -> Result<(), SelectorError> {
        let (mut forks, mut names) = (Forks::default(), SymbolNames::default());
        let mut roots = Vec::new();
        for &field in members {
            roots.push(selectors[field].read_forks(&mut forks, &mut names)?);
        }
        for element in names.elements() {
            self.tag_symbols.add(&element.tag);
        }
        for text in names.texts() {
            let next = u32::try_from(self.contexts.len() + 1).unwrap_or(u32::MAX);
            self.contexts.entry(text.clone()).or_insert(next);
        }
        let encoder = SymbolEncoder { names, kind, tokens, plain: Vec::new() };
        let index = Index::new(&forks);
        let paths = Paths::default();
        let mut group =
            FieldGroup { chunk, fields: 0, paths, by_symbols: 0, width, index, encoder };
        for (&field, roots) in members.iter().zip(&roots) {
            let depth = selectors[field].l();
            self.add_paths(&mut group, (field % MAX_FIELDS, depth), (&forks, roots));
            let rule = Accepted::new(&forks, roots, depth);
            fields[field] = Some(FieldProgram { group: self.groups.len(), rule });
        }
        self.groups.push(group);
        Ok(())
    }

    /// Adds the paths of a field, given by its position in its chunk and its l.
    fn add_paths(
        &mut self,
        group: &mut FieldGroup,
        field: (usize, usize),
        (forks, roots): (&Forks, &[ShapeId]),
    ) {
        let bit = 1 << field.0;
        let Self { tag_symbols, chunks, .. } = self;
        let chunk = &mut chunks[group.chunk];
        let elements = group.encoder.names.elements();
        chunk.paths.add(field, (forks, roots), |symbol| {
            if symbol.is_text() { TEXT } else { tag_symbols.find(&elements[symbol.id()].tag) }
        });
        let marks = group.paths.add(field, (forks, roots), path_symbol);
        group.fields |= bit;
        // A window of one child contains only the mark, and a text has no content to test.
        if group.width == 1 && marks == Marks::Texts {
            group.by_symbols |= bit;
            let says_tags_only = group.encoder.kind == SymbolKind::Named;
            if says_tags_only && group.encoder.tokens.is_empty() {
                chunk.by_tags |= bit;
            }
        }
    }
}

/// Returns the tag symbol of a symbol in paths of symbols. All texts are equal here; their content is tested later.
pub(super) fn path_symbol(symbol: NodeSymbol) -> TagSymbol {
    if symbol.is_text() { NodeSymbol::ANY_TEXT.number() } else { symbol.number() }
}

fn group_key(chunk: usize, selector: &ContextSelector) -> Result<FieldGroupKey, SelectorError> {
    let mut names = SymbolNames::default();
    selector.read_forks(&mut Forks::default(), &mut names)?;
    let tokens = names.elements().iter().flat_map(|element| element.tokens.iter().cloned());
    Ok((chunk, selector.k(), selector.symbols(), tokens.collect()))
}

impl SymbolEncoder {
    fn know_plain_tags(&mut self, tag_symbols: &TagSymbols) {
        self.plain = vec![NodeSymbol::UNKNOWN; tag_symbols.len()];
        for (at, element) in self.names.elements().iter().enumerate() {
            let ElementName { tag, tokens } = element;
            if tokens.is_empty() {
                let tag_symbol: TagSymbol = tag_symbols.find(tag);
                self.plain[tag_symbol as usize] = NodeSymbol::element(at);
            }
        }
    }
}
