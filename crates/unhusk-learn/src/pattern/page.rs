//! Pages that are one record each: the example is the page.

use super::CLASS;
use super::draft::{BoundField, PatternDraft};
use super::regions::RecordSubtree;
use super::task::PatternTask;
use super::vocabulary::{BoundNode, BoundNodeNumbers};
use crate::{LearnError, LearnedRule};
use unhusk_page::{NodeId, Page};
use unhusk_wrapper::pattern::{NodeTest, RecordMode, Repetition, TreePattern};

/// Pages without labels that are folded in.
const MAX_UNLABELLED: usize = 10;

impl PatternTask<'_, '_> {
    /// The pattern of whole pages. Pages without labels are examples if there is but one with labels.
    pub(super) fn of_pages(&mut self) -> Result<LearnedRule<TreePattern>, LearnError> {
        let mut regions = Vec::new();
        for (example, given) in self.examples.examples().iter().enumerate() {
            let root = top(given.page);
            regions.extend(root.map(|root| RecordSubtree { example, record: Some(0), root }));
        }
        regions.retain(|region| !self.examples.examples()[region.example].records.is_empty());
        if regions.is_empty() {
            let why = "no labelled page has a record".to_owned();
            return Err(LearnError::Inexpressible { class: CLASS, why });
        }
        let drafts = self.drafts(&regions)?;
        let mut drafts = self.collapsed(drafts);
        for page in self.examples.unlabelled().iter().take(MAX_UNLABELLED) {
            if let Some(root) = top(page) {
                drafts.push(PatternDraft::of(page.tree(), root, &[], &mut self.vocabulary));
            }
        }
        let draft = self.folded(&drafts, &regions)?;
        let draft = pruned(&draft, &mut self.vocabulary);
        self.finished(RecordMode::Page, &draft, &regions)
    }
}

/// The `html` element of a page.
fn top(page: &Page) -> Option<NodeId> {
    let tree = page.tree();
    tree.children(NodeId::DOCUMENT).find(|&id| tree.is_element(id))
}

/// How many levels of what stands beside the way to a value are kept.
const MAX_BESIDE: usize = 3;

/// What helps to find the values: the way to them, and what stands beside it. None of it must be there, for pages
/// come with more and with less; what is there has to be in this order.
fn pruned(draft: &PatternDraft, vocabulary: &mut BoundNodeNumbers) -> PatternDraft {
    let mut kept = PatternDraft::default();
    let mut open: Vec<usize> = Vec::new();
    // How far below the way to a value each open node is.
    let mut beside: Vec<usize> = Vec::new();
    let mut node = 0;
    while node < draft.sketch.len() {
        while open.last().is_some_and(|&last| draft.sketch.end(last) <= node) {
            open.pop();
            beside.pop();
            kept.close();
        }
        let level =
            if draft.holds_value(node) { 0 } else { beside.last().map_or(0, |above| above + 1) };
        let is_wild = matches!(vocabulary.what(draft.sketch.name(node)), NodeTest::Any);
        if level > MAX_BESIDE || is_wild {
            node = draft.sketch.end(node);
            continue;
        }
        let count = if node == 0 { Repetition::One } else { draft.counts[node].or_none() };
        kept.open(draft.sketch.name(node), count, draft.bound[node].clone());
        open.push(node);
        beside.push(level);
        node += 1;
    }
    for _ in open {
        kept.close();
    }
    kept
}

/// Whether a text names what stands behind it: `Price:`.
fn is_label(text: &str) -> bool {
    text.ends_with(':')
}

/// The same with all texts as content but those that are labels.
pub(super) fn without_texts(
    draft: &PatternDraft,
    vocabulary: &mut BoundNodeNumbers,
) -> PatternDraft {
    let mut blind = PatternDraft::default();
    let mut open: Vec<usize> = Vec::new();
    for node in 0..draft.sketch.len() {
        while open.last().is_some_and(|&last| draft.sketch.end(last) <= node) {
            open.pop();
            blind.close();
        }
        let mut name = draft.sketch.name(node);
        if matches!(vocabulary.what(name), NodeTest::Text(text) if !is_label(text)) {
            name = vocabulary.number(BoundNode { what: NodeTest::AnyText, fields: Vec::new() });
        }
        let bound: Vec<BoundField> = draft.bound[node].clone();
        blind.open(name, draft.counts[node], bound);
        open.push(node);
    }
    for _ in open {
        blind.close();
    }
    blind
}
