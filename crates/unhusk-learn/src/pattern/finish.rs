//! A draft -> the pattern that is saved.

use super::draft::{BoundField, PatternDraft};
use super::vocabulary::BoundNodeNumbers;
use unhusk_wrapper::context::NodeTarget;
use unhusk_wrapper::pattern::{
    Binding, ElementTest, NodeTest, PatternError, PatternPart, RecordMode, TreePattern,
};

/// The pattern that a draft says, for `n_fields` fields.
pub(super) fn pattern(
    records: RecordMode,
    inside: Vec<ElementTest>,
    draft: &PatternDraft,
    vocabulary: &BoundNodeNumbers,
    n_fields: usize,
) -> Result<TreePattern, PatternError> {
    let mut parts = Vec::with_capacity(draft.sketch.len());
    let mut bound: Vec<Vec<(Rank, Binding)>> = vec![Vec::new(); n_fields];
    let mut above: Vec<usize> = Vec::new();
    // How many parts on the way down to each open one may be missing.
    let mut n_optional: Vec<usize> = Vec::new();
    for node in 0..draft.sketch.len() {
        while above.last().is_some_and(|&last| draft.sketch.end(last) <= node) {
            above.pop();
            n_optional.pop();
        }
        let is_optional = draft.counts[node].is_optional();
        n_optional.push(n_optional.last().copied().unwrap_or(0) + usize::from(is_optional));
        let what = vocabulary.what(draft.sketch.name(node)).clone();
        if what != NodeTest::Any {
            for one in &draft.bound[node] {
                let (target, cut) = (one.target.clone(), one.cut.clone());
                let (extent, dashes) = (one.extent, one.dashes);
                let binding = Binding { part: node, target, extent, cut, dashes };
                let is_word = is_word(draft, vocabulary, &above, one);
                bound[one.field].push(((is_word, n_optional[above.len()], nearness(one)), binding));
            }
        }
        parts.push(PatternPart { depth: above.len(), what, count: draft.counts[node] });
        above.push(node);
    }
    let mut fields = Vec::with_capacity(n_fields);
    for mut bindings in bound {
        bindings.sort_by_key(|(rank, binding)| (*rank, binding.part));
        fields.push(bindings.into_iter().map(|(_, binding)| binding).collect());
    }
    TreePattern::new(records, inside, parts, fields)
}

/// Which binding of a field is read first: one that is no mere word of another; one that is always there; the
/// nearest.
type Rank = (bool, usize, usize);

/// The element around a text is a better bet than the text itself: other values have words in it marked or linked.
fn nearness(bound: &BoundField) -> usize {
    match (&bound.target, bound.rank) {
        (NodeTarget::Element, 0 | 1) => 0,
        (_, 0) => 1,
        (_, far) => far,
    }
}

/// Elements that mark words of a text.
const MARKUP: [&str; 12] =
    ["b", "big", "code", "em", "font", "i", "mark", "small", "span", "strong", "tt", "u"];

/// Whether a value is all of the element around it in its example, but other examples have more there: a marked word,
/// which is the value only where nothing stands beside it.
///
/// ```text
/// <a><b>Tree</b></a>    <a><b>Tree</b> house</a>
/// ```
fn is_word(
    draft: &PatternDraft,
    vocabulary: &BoundNodeNumbers,
    above: &[usize],
    bound: &BoundField,
) -> bool {
    let is_around = |node: usize| {
        let same = |other: &BoundField| other.field == bound.field && other.rank > bound.rank;
        draft.bound[node].iter().any(same)
    };
    let has_more = |node: usize| {
        let is_text = |child: usize| match vocabulary.what(draft.sketch.name(child)) {
            NodeTest::Element(frame) => MARKUP.contains(&frame.tag.as_str()),
            _ => true,
        };
        draft.sketch.children(node).count() > 1 && draft.sketch.children(node).all(is_text)
    };
    above.iter().rev().take_while(|&&node| is_around(node)).any(|&node| has_more(node))
}
