//! The selectors of all fields made ready to run: those with the same k and labels share one index.

use super::fork::{Accepted, ElementName, Forks, Index, Label, Names};
use super::paths::{MAX_FIELDS, Paths, Symbol, Symbols};
use super::reading::is_naming;
use super::rule::{LabelKind, NodeTarget, Selector, SelectorError};
use crate::page::Tree;
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
    pub(super) paths: Paths,
    /// Fields for which the path above a node decides alone.
    pub(super) by_path: u64,
}

/// The attributes whose tokens some field looks at.
#[derive(Debug, Clone, Default)]
pub(super) struct Vocabulary {
    /// A handful.
    attributes: Vec<String>,
    /// Some field looks at all of them.
    all: bool,
}

impl Vocabulary {
    /// The numbers that the attributes have in a tree.
    pub(super) fn numbers(&self, tree: &Tree) -> Vec<u32> {
        if self.all {
            let named = (0..).zip(tree.numbered_names());
            return named.filter(|(_, name)| is_naming(name)).map(|(number, _)| number).collect();
        }
        self.attributes.iter().filter_map(|name| tree.name_number(name)).collect()
    }

    fn add(&mut self, kind: LabelKind, tokens: &BTreeSet<String>) {
        self.all |= kind == LabelKind::All;
        for (attribute, _) in tokens.iter().filter_map(|token| token.split_once('=')) {
            if !self.attributes.iter().any(|known| known == attribute) {
                self.attributes.push(attribute.to_owned());
            }
        }
    }
}

/// Fields whose forks share their shapes.
#[derive(Debug, Clone)]
pub(super) struct Group {
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

/// What fields of one group have in common.
type GroupKey = (usize, LabelKind, BTreeSet<String>);

impl Program {
    /// Makes selectors ready.
    pub(super) fn new(selectors: &[Selector]) -> Result<Self, SelectorError> {
        let chunks = vec![Chunk::default(); selectors.len().div_ceil(MAX_FIELDS)];
        let mut program = Self { chunks, ..Self::default() };
        let mut members: BTreeMap<GroupKey, Vec<usize>> = BTreeMap::new();
        for (field, selector) in selectors.iter().enumerate() {
            members.entry(group_key(selector)?).or_default().push(field);
        }
        let mut fields: Vec<Option<FieldProgram>> = vec![None; selectors.len()];
        for (key, members) in members {
            program.vocabulary.add(key.1, &key.2);
            program.add_group(key, &members, selectors, &mut fields)?;
        }
        program.fields = fields.into_iter().flatten().collect();
        for chunk in &mut program.chunks {
            chunk.paths.finish(&program.symbols);
        }
        for group in &mut program.groups {
            group.labeller.know_plain_tags(&program.symbols);
        }
        Ok(program)
    }

    fn add_group(
        &mut self,
        (width, kind, tokens): GroupKey,
        members: &[usize],
        selectors: &[Selector],
        fields: &mut [Option<FieldProgram>],
    ) -> Result<(), SelectorError> {
        let (mut forks, mut names) = (Forks::default(), Names::default());
        let mut roots = Vec::new();
        for &field in members {
            roots.push(selectors[field].read_forks(&mut forks, &mut names)?);
        }
        for (&field, roots) in members.iter().zip(&roots) {
            let selector = &selectors[field];
            let chunk = &mut self.chunks[field / MAX_FIELDS];
            let at = field % MAX_FIELDS;
            chunk.paths.add(at, selector.l(), (&forks, roots), (&names, &mut self.symbols));
            let says_tags_only = kind == LabelKind::Named && tokens.is_empty();
            let is_text = *selector.target() == NodeTarget::Text;
            if width == 1 && is_text && says_tags_only && names.texts().is_empty() {
                chunk.by_path |= 1 << at;
            }
            let rule = Accepted::new(&forks, roots, selector.l());
            fields[field] = Some(FieldProgram { group: self.groups.len(), rule });
        }
        for element in names.elements() {
            self.symbols.add(&element.tag);
        }
        for text in names.texts() {
            let next = u32::try_from(self.contexts.len() + 1).unwrap_or(u32::MAX);
            self.contexts.entry(text.clone()).or_insert(next);
        }
        let labeller = Labeller { names, kind, tokens, plain: Vec::new() };
        self.groups.push(Group { width, index: Index::new(&forks), labeller });
        Ok(())
    }
}

fn group_key(selector: &Selector) -> Result<GroupKey, SelectorError> {
    let mut names = Names::default();
    selector.read_forks(&mut Forks::default(), &mut names)?;
    let tokens = names.elements().iter().flat_map(|element| element.tokens.iter().cloned());
    Ok((selector.k(), selector.labels(), tokens.collect()))
}

impl Labeller {
    fn know_plain_tags(&mut self, symbols: &Symbols) {
        self.plain = vec![Label::UNKNOWN; symbols.len()];
        for (at, element) in self.names.elements().iter().enumerate() {
            let ElementName { tag, tokens } = element;
            if tokens.is_empty() {
                let symbol: Symbol = symbols.find(tag);
                self.plain[usize::from(symbol)] = Label::element(at);
            }
        }
    }
}
