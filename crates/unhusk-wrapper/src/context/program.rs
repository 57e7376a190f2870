//! The selectors of all fields made ready to run: those with the same k and labels share one index.

use super::descent::{Descent, MAX_STEPS};
use super::fork::{Accepted, ElementName, Forks, Index, Label, Names, ShapeId};
use super::paths::{MAX_FIELDS, Marks, Paths};
use super::rule::{LabelKind, Selector, SelectorError};
use super::symbols::{Symbol, Symbols, TEXT};
use super::vocabulary::Vocabulary;
use std::collections::{BTreeMap, BTreeSet};

/// All fields of a wrapper, ready to run.
#[derive(Debug, Clone, Default)]
pub(super) struct Program {
    pub(super) symbols: Symbols,
    /// Up to 64 fields each.
    pub(super) chunks: Vec<Chunk>,
    pub(super) groups: Vec<Group>,
    /// One per field.
    pub(super) fields: Vec<FieldProgram>,
    pub(super) vocabulary: Vocabulary,
    /// Texts that some field tells apart, with numbers from 1.
    pub(super) contexts: BTreeMap<String, u32>,
}

/// Up to 64 fields, as bits.
#[derive(Debug, Clone, Default)]
pub(super) struct Chunk {
    /// Paths of tags.
    pub(super) paths: Paths,
    /// The same from the roots down, unless that takes too much room.
    pub(super) descent: Option<Descent>,
    /// Fields for which the tags above a node decide alone.
    pub(super) by_tags: u64,
}

/// Fields whose forks share their shapes.
#[derive(Debug, Clone)]
pub(super) struct Group {
    /// Position of the chunk that has all its fields.
    pub(super) chunk: usize,
    /// Its fields, as bits.
    pub(super) fields: u64,
    /// Paths of labels.
    pub(super) paths: Paths,
    /// Fields for which the labels above a node decide alone.
    pub(super) by_labels: u64,
    /// k.
    pub(super) width: usize,
    pub(super) index: Index,
    pub(super) labeller: Labeller,
}

/// One field.
#[derive(Debug, Clone)]
pub(super) struct FieldProgram {
    /// Position of its group.
    pub(super) group: usize,
    pub(super) rule: Accepted,
}

/// How the nodes of a page get the labels of a group.
#[derive(Debug, Clone)]
pub(super) struct Labeller {
    pub(super) names: Names,
    pub(super) kind: LabelKind,
    /// Attribute tokens that forks name.
    pub(super) tokens: BTreeSet<String>,
    /// The label of an element without tokens, by the symbol of its tag.
    pub(super) plain: Vec<Label>,
}

/// What fields of one group have in common: chunk, k, and what labels say.
type GroupKey = (usize, usize, LabelKind, BTreeSet<String>);

impl Program {
    /// Makes selectors ready.
    pub(super) fn new(selectors: &[Selector]) -> Result<Self, SelectorError> {
        let chunks = vec![Chunk::default(); selectors.len().div_ceil(MAX_FIELDS)];
        let mut program = Self { chunks, ..Self::default() };
        let mut members: BTreeMap<GroupKey, Vec<usize>> = BTreeMap::new();
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
            chunk.descent = Descent::new(&chunk.paths, program.symbols.len(), room);
            room -= chunk.descent.as_ref().map_or(0, Descent::n_steps);
        }
        for group in &mut program.groups {
            group.labeller.know_plain_tags(&program.symbols);
        }
        Ok(program)
    }

    fn add_group(
        &mut self,
        (chunk, width, kind, tokens): GroupKey,
        members: &[usize],
        selectors: &[Selector],
        fields: &mut [Option<FieldProgram>],
    ) -> Result<(), SelectorError> {
        let (mut forks, mut names) = (Forks::default(), Names::default());
        let mut roots = Vec::new();
        for &field in members {
            roots.push(selectors[field].read_forks(&mut forks, &mut names)?);
        }
        for element in names.elements() {
            self.symbols.add(&element.tag);
        }
        for text in names.texts() {
            let next = u32::try_from(self.contexts.len() + 1).unwrap_or(u32::MAX);
            self.contexts.entry(text.clone()).or_insert(next);
        }
        let labeller = Labeller { names, kind, tokens, plain: Vec::new() };
        let index = Index::new(&forks);
        let paths = Paths::default();
        let mut group = Group { chunk, fields: 0, paths, by_labels: 0, width, index, labeller };
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
        group: &mut Group,
        field: (usize, usize),
        (forks, roots): (&Forks, &[ShapeId]),
    ) {
        let bit = 1 << field.0;
        let Self { symbols, chunks, .. } = self;
        let chunk = &mut chunks[group.chunk];
        let elements = group.labeller.names.elements();
        chunk.paths.add(field, (forks, roots), |label| {
            if label.is_text() { TEXT } else { symbols.find(&elements[label.id()].tag) }
        });
        let marks = group.paths.add(field, (forks, roots), path_symbol);
        group.fields |= bit;
        // A window of one child holds the mark and nothing else, and there is nothing in a text.
        if group.width == 1 && marks == Marks::Texts {
            group.by_labels |= bit;
            let says_tags_only = group.labeller.kind == LabelKind::Named;
            if says_tags_only && group.labeller.tokens.is_empty() {
                chunk.by_tags |= bit;
            }
        }
    }
}

/// The symbol of a label in paths of labels. One text is as good as another: what they say is seen to later.
pub(super) fn path_symbol(label: Label) -> Symbol {
    if label.is_text() { Label::ANY_TEXT.number() } else { label.number() }
}

fn group_key(chunk: usize, selector: &Selector) -> Result<GroupKey, SelectorError> {
    let mut names = Names::default();
    selector.read_forks(&mut Forks::default(), &mut names)?;
    let tokens = names.elements().iter().flat_map(|element| element.tokens.iter().cloned());
    Ok((chunk, selector.k(), selector.labels(), tokens.collect()))
}

impl Labeller {
    fn know_plain_tags(&mut self, symbols: &Symbols) {
        self.plain = vec![Label::UNKNOWN; symbols.len()];
        for (at, element) in self.names.elements().iter().enumerate() {
            let ElementName { tag, tokens } = element;
            if tokens.is_empty() {
                let symbol: Symbol = symbols.find(tag);
                self.plain[symbol as usize] = Label::element(at);
            }
        }
    }
}
