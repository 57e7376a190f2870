//! Two examples -> what they have in common.
//!
//! Both are aligned from the top down. Between two pairs of children, what stands there on both sides is a wildcard,
//! what stands there on one side only an optional one; two texts are any text. Values are never given up: where only
//! one side has them, their subtrees stay as optional parts.

use super::draft::{BoundField, PatternDraft};
use super::vocabulary::BoundNodeNumbers;
use unhusk_page::internal::is_block;
use unhusk_wrapper::align::{Budget, Sketch, TopDown};
use unhusk_wrapper::pattern::{NodeTest, Repetition};

/// What a pattern and an example have in common; `None` if not even their roots. The flag tells whether the
/// alignment was cut.
pub(super) fn merge(
    vocabulary: &mut BoundNodeNumbers,
    pattern: &PatternDraft,
    example: &PatternDraft,
    steps: &mut Budget,
) -> Option<(PatternDraft, bool)> {
    let (a, b) = (&pattern.sketch, &example.sketch);
    let roots = (a.name(0), b.name(0));
    let for_roots = vocabulary.weight_of_roots(roots.0, roots.1);
    let weight = |a, b| {
        let weight = vocabulary.weight(a, b);
        if (a, b) == roots { weight.max(for_roots) } else { weight }
    };
    steps.spend_or_end(a.len() + b.len());
    let top_down = TopDown::with_weights(a, b, weight, |name| vocabulary.is_content(name));
    let aligned = top_down.align_within(steps);
    if aligned.mapping.pairs.is_empty() {
        return None;
    }
    let mut partners = (vec![None; a.len()], vec![None; b.len()]);
    for &(x, y) in &aligned.mapping.pairs {
        partners.0[x] = Some(y);
        partners.1[y] = Some(x);
    }
    let (side_a, side_b) = ((a, &partners.0[..]), (b, &partners.1[..]));
    let is_less = (holds_less(side_a, side_b, vocabulary), holds_less(side_b, side_a, vocabulary));
    let partners = partners.0;
    let mut merge =
        Merge { vocabulary, pattern, example, partners, is_less, merged: PatternDraft::default() };
    merge.run();
    Some((merge.merged, aligned.is_cut))
}

struct Merge<'a> {
    vocabulary: &'a mut BoundNodeNumbers,
    pattern: &'a PatternDraft,
    example: &'a PatternDraft,
    /// The node of the example that each node of the pattern is mapped on.
    partners: Vec<Option<usize>>,
    /// For each node of both whether its partner holds blocks of text that it does not.
    is_less: (Vec<bool>, Vec<bool>),
    merged: PatternDraft,
}

/// What is still to be written, the next last.
enum FoldStep {
    Pair(usize, usize),
    Gap(Vec<usize>, Vec<usize>),
    Close,
}

impl Merge<'_> {
    fn run(&mut self) {
        let mut steps = vec![FoldStep::Pair(0, 0)];
        while let Some(step) = steps.pop() {
            match step {
                FoldStep::Pair(x, y) => {
                    self.open_pair(x, y);
                    steps.push(FoldStep::Close);
                    self.push_children(x, y, &mut steps);
                }
                FoldStep::Gap(xs, ys) => self.gap(&xs, &ys),
                FoldStep::Close => self.merged.close(),
            }
        }
    }

    fn open_pair(&mut self, x: usize, y: usize) {
        let names = (self.pattern.sketch.name(x), self.example.sketch.name(y));
        let name = self.vocabulary.common(names.0, names.1);
        let count = either(self.pattern.counts[x], self.example.counts[y]);
        let bound = both(
            &upheld(&self.pattern.bound[x], self.is_less.0[x]),
            &upheld(&self.example.bound[y], self.is_less.1[y]),
        );
        self.merged.open(name, count, bound);
    }

    fn push_children(&self, x: usize, y: usize, steps: &mut Vec<FoldStep>) {
        let mut row = Vec::new();
        let mut ys = self.example.sketch.children(y).peekable();
        let mut gap = Vec::new();
        for child in self.pattern.sketch.children(x) {
            let Some(partner) = self.partners[child] else {
                gap.push(child);
                continue;
            };
            let before: Vec<usize> = std::iter::from_fn(|| ys.next_if(|&y| y < partner)).collect();
            ys.next();
            row.push(FoldStep::Gap(std::mem::take(&mut gap), before));
            row.push(FoldStep::Pair(child, partner));
        }
        row.push(FoldStep::Gap(gap, ys.collect()));
        steps.extend(row.into_iter().rev());
    }

    fn gap(&mut self, xs: &[usize], ys: &[usize]) {
        if let ([x], [y]) = (xs, ys)
            && self.is_text(self.pattern, *x)
            && self.is_text(self.example, *y)
        {
            self.open_pair(*x, *y);
            self.merged.close();
            return;
        }
        let (kept_x, lost_x): (Vec<usize>, Vec<usize>) =
            xs.iter().partition(|&&x| self.pattern.holds_value(x));
        let (kept_y, lost_y): (Vec<usize>, Vec<usize>) =
            ys.iter().partition(|&&y| self.example.holds_value(y));
        for x in kept_x.iter().copied() {
            self.merged.copy(self.pattern, x, self.pattern.counts[x].or_none());
        }
        for y in kept_y.iter().copied() {
            self.merged.copy(self.example, y, self.example.counts[y].or_none());
        }
        if lost_x.is_empty() && lost_y.is_empty() {
            return;
        }
        let is_needed = |draft: &PatternDraft, nodes: &[usize]| {
            nodes.iter().any(|&node| !draft.counts[node].is_optional())
        };
        let is_one = kept_x.is_empty()
            && kept_y.is_empty()
            && is_needed(self.pattern, &lost_x)
            && is_needed(self.example, &lost_y);
        let wildcard = self.vocabulary.wildcard();
        let count = if is_one { Repetition::One } else { Repetition::Optional };
        self.merged.open(wildcard, count, Vec::new());
        self.merged.close();
    }

    fn is_text(&self, draft: &PatternDraft, node: usize) -> bool {
        matches!(
            self.vocabulary.what(draft.sketch.name(node)),
            NodeTest::Text(_) | NodeTest::AnyText
        ) && !draft.counts[node].is_optional()
    }
}

/// What may be missing or repeat in one of two may in both together.
fn either(a: Repetition, b: Repetition) -> Repetition {
    let count = if b.is_optional() { a.or_none() } else { a };
    if b.is_list() { count.or_more() } else { count }
}

/// For each node of a tree whether its partner in the other one holds a block of text that has none.
fn holds_less(
    (own, partners): (&Sketch, &[Option<usize>]),
    (other, other_partners): (&Sketch, &[Option<usize>]),
    vocabulary: &BoundNodeNumbers,
) -> Vec<bool> {
    let has_block = hold_blocks(other, vocabulary);
    let mut is_less = vec![false; own.len()];
    // Children have higher numbers than their parents.
    for node in (0..own.len()).rev() {
        let Some(partner) = partners[node] else { continue };
        let is_more = |child: usize| other_partners[child].is_none() && has_block[child];
        is_less[node] =
            own.children(node).any(|child| is_less[child]) || other.children(partner).any(is_more);
    }
    is_less
}

/// For each node whether a block with a text is in its subtree.
fn hold_blocks(sketch: &Sketch, vocabulary: &BoundNodeNumbers) -> Vec<bool> {
    let mut has_text = vec![false; sketch.len()];
    let mut has_block = vec![false; sketch.len()];
    for node in (0..sketch.len()).rev() {
        let what = vocabulary.what(sketch.name(node));
        has_text[node] = matches!(what, NodeTest::Text(_) | NodeTest::AnyText)
            || sketch.children(node).any(|child| has_text[child]);
        let is_block = matches!(what, NodeTest::Element(frame) if is_block(frame.tag.as_bytes()));
        has_block[node] =
            (is_block && has_text[node]) || sketch.children(node).any(|child| has_block[child]);
    }
    has_block
}

/// What is still bound to a node if its partner holds more blocks. An element around the one that holds a value was no
/// more than the value in its example; now it is. The one that holds it stays: values may have paragraphs.
///
/// ```text
/// <li><a>one</a></li>    <li><a>two</a> <div>a summary</div></li>
/// ```
fn upheld(bound: &[BoundField], is_less: bool) -> Vec<BoundField> {
    let is_upheld = |one: &&BoundField| !is_less || one.rank <= 1;
    bound.iter().filter(is_upheld).cloned().collect()
}

fn both(a: &[BoundField], b: &[BoundField]) -> Vec<BoundField> {
    let mut all = [a, b].concat();
    all.sort_unstable();
    all.dedup();
    all
}
