//! Numbers for the nodes of examples and patterns, and how much two of them have in common.

use rustc_hash::FxHashMap;
use unhusk_wrapper::pattern::{ElementTest, NodeTest};

/// What a node is, and which fields are bound to it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct BoundNode {
    pub(super) what: NodeTest,
    /// Sorted.
    pub(super) fields: Vec<usize>,
}

/// What two values of a field weigh: more than a row of tags that happen to be alike.
const SAME_FIELD: u32 = 64;

/// Numbers of kinds, the same for all trees that are compared.
#[derive(Debug, Default)]
pub(super) struct BoundNodeNumbers {
    numbers: FxHashMap<BoundNode, u32>,
    kinds: Vec<BoundNode>,
}

impl BoundNodeNumbers {
    pub(super) fn number(&mut self, kind: BoundNode) -> u32 {
        if let Some(&number) = self.numbers.get(&kind) {
            return number;
        }
        let next = u32::try_from(self.kinds.len()).unwrap_or(u32::MAX);
        self.kinds.push(kind.clone());
        self.numbers.insert(kind, next);
        next
    }

    /// The number of what stands for anything.
    pub(super) fn wildcard(&mut self) -> u32 {
        self.number(BoundNode { what: NodeTest::Any, fields: Vec::new() })
    }

    pub(super) fn kind(&self, number: u32) -> &BoundNode {
        &self.kinds[number as usize]
    }

    pub(super) fn what(&self, number: u32) -> &NodeTest {
        &self.kind(number).what
    }

    /// What two nodes weigh as a pair; 0 if they may not be one. A text that is equal says as much as a tag, a shared
    /// attribute token half of that, and values of one field belong together whatever they say.
    pub(super) fn weight(&self, a: u32, b: u32) -> u32 {
        let (a, b) = (self.kind(a), self.kind(b));
        let is_bound = !a.fields.is_empty() && !b.fields.is_empty();
        let shares_field = a.fields.iter().any(|field| b.fields.contains(field));
        if is_bound && !shares_field {
            return 0;
        }
        let for_field = if shares_field { SAME_FIELD } else { 0 };
        let alone = match (&a.what, &b.what) {
            (NodeTest::Element(a), NodeTest::Element(b)) => match frame_weight(a, b) {
                0 => return 0,
                weight => weight,
            },
            (NodeTest::Text(a), NodeTest::Text(b)) if a == b => 8,
            (NodeTest::AnyText, NodeTest::AnyText) => 4,
            (NodeTest::AnyText, NodeTest::Text(_)) | (NodeTest::Text(_), NodeTest::AnyText) => 3,
            _ => return 0,
        };
        alone + for_field
    }

    /// What the roots of two examples weigh: they are records, whatever their classes say.
    pub(super) fn weight_of_roots(&self, a: u32, b: u32) -> u32 {
        match (self.what(a), self.what(b)) {
            (NodeTest::Element(a), NodeTest::Element(b)) if a.tag == b.tag => 8,
            _ => 0,
        }
    }

    /// Whether a node is a text that only equal texts have more in common with than others.
    pub(super) fn is_content(&self, number: u32) -> bool {
        matches!(self.what(number), NodeTest::Text(_))
    }

    /// What is common to two nodes that are a pair.
    pub(super) fn common(&mut self, a: u32, b: u32) -> u32 {
        let (kind_a, kind_b) = (self.kind(a), self.kind(b));
        let what = match (&kind_a.what, &kind_b.what) {
            (NodeTest::Element(a), NodeTest::Element(b)) => NodeTest::Element(common_frame(a, b)),
            (NodeTest::Text(a), NodeTest::Text(b)) if a == b => NodeTest::Text(a.clone()),
            _ => NodeTest::AnyText,
        };
        let mut fields = [&kind_a.fields[..], &kind_b.fields[..]].concat();
        fields.sort_unstable();
        fields.dedup();
        self.number(BoundNode { what, fields })
    }
}

/// Elements whose classes are all different are different things.
fn frame_weight(a: &ElementTest, b: &ElementTest) -> u32 {
    if !share_looks(a, b) {
        return 0;
    }
    let n_shared = a.tokens.iter().filter(|token| b.tokens.contains(token)).count();
    8 + 4 * u32::try_from(n_shared.min(4)).unwrap_or(4)
}

/// Whether two elements have the same tag, and a class in common if both have any.
pub(super) fn share_looks(a: &ElementTest, b: &ElementTest) -> bool {
    let is_class = |token: &&String| token.starts_with("class=");
    let has_class = |frame: &ElementTest| frame.tokens.iter().any(|token| is_class(&token));
    let shares_one = a.tokens.iter().filter(is_class).any(|token| b.tokens.contains(token));
    a.tag == b.tag && (shares_one || !has_class(a) || !has_class(b))
}

/// The tokens that two elements of one tag share.
pub(super) fn common_frame(a: &ElementTest, b: &ElementTest) -> ElementTest {
    let tokens = a.tokens.iter().filter(|token| b.tokens.contains(token)).cloned().collect();
    ElementTest { tag: a.tag.clone(), tokens }
}
