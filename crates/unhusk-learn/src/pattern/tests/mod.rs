//! Folding as the paper has it, and what is learnt from few labels.

mod folding;
mod learning;
mod neighbours;
mod pages;
mod places;

use super::draft::PatternDraft;
use super::vocabulary::BoundNodeNumbers;
use unhusk_page::{NodeId, Page};
use unhusk_wrapper::pattern::{NodeTest, Repetition};

/// The first element of a tag.
pub(super) fn find(page: &Page, tag: &str) -> NodeId {
    let tree = page.tree();
    tree.nodes().find(|&id| tree.tag(id) == tag).expect("the tag is there")
}

/// `li(a(#),'by',b(#))`: `#` is any text, `*` anything, `?` what may be missing, `+` a list.
pub(super) fn notation(draft: &PatternDraft, vocabulary: &BoundNodeNumbers) -> String {
    let mut said = String::new();
    let mut open: Vec<usize> = Vec::new();
    let close = |said: &mut String, node: usize| {
        if draft.sketch.size(node) > 1 {
            said.push(')');
        }
        said.push_str(match draft.counts[node] {
            Repetition::One => "",
            Repetition::Optional => "?",
            Repetition::List => "+",
            Repetition::OptionalList => "+?",
        });
    };
    for node in 0..draft.sketch.len() {
        while let Some(last) = open.pop_if(|last| draft.sketch.end(*last) <= node) {
            close(&mut said, last);
        }
        if !said.is_empty() && !said.ends_with('(') {
            said.push(',');
        }
        let what = match vocabulary.what(draft.sketch.name(node)) {
            NodeTest::Element(frame) => frame.tag.clone(),
            NodeTest::Text(text) => format!("'{text}'"),
            NodeTest::AnyText => "#".to_owned(),
            NodeTest::Any => "*".to_owned(),
        };
        said.push_str(&what);
        if draft.sketch.size(node) > 1 {
            said.push('(');
        }
        open.push(node);
    }
    while let Some(last) = open.pop() {
        close(&mut said, last);
    }
    said
}
