//! Two examples -> what they have in common.
//!
//! Both are aligned from the top down. Between two pairs of children, what stands there on both sides is a wildcard,
//! what stands there on one side only an optional one; two texts are any text. Values are never given up: where only
//! one side has them, their subtrees stay as optional parts.

use super::draft::{Bound, Draft};
use super::vocabulary::Vocabulary;
use crate::align::{Steps, TopDown};
use crate::wrapper::pattern::{Count, What};

/// What a pattern and an example have in common; `None` if not even their roots. The flag tells whether the
/// alignment was cut.
pub(super) fn merge(
    vocabulary: &mut Vocabulary,
    pattern: &Draft,
    example: &Draft,
    steps: &mut Steps,
) -> Option<(Draft, bool)> {
    let (a, b) = (&pattern.sketch, &example.sketch);
    let roots = (a.name(0), b.name(0));
    let for_roots = vocabulary.weight_of_roots(roots.0, roots.1);
    let weight = |a, b| {
        let weight = vocabulary.weight(a, b);
        if (a, b) == roots { weight.max(for_roots) } else { weight }
    };
    steps.take((a.len() + b.len()) as u64);
    let top_down = TopDown::weighed(a, b, weight, |name| vocabulary.is_content(name));
    let aligned = top_down.align_within(steps);
    if aligned.mapping.pairs.is_empty() {
        return None;
    }
    let mut partners = vec![None; a.len()];
    for &(x, y) in &aligned.mapping.pairs {
        partners[x] = Some(y);
    }
    let mut merge = Merge { vocabulary, pattern, example, partners, merged: Draft::default() };
    merge.run();
    Some((merge.merged, aligned.is_cut))
}

struct Merge<'a> {
    vocabulary: &'a mut Vocabulary,
    pattern: &'a Draft,
    example: &'a Draft,
    /// The node of the example that each node of the pattern is mapped on.
    partners: Vec<Option<usize>>,
    merged: Draft,
}

/// What is still to be written, the next last.
enum Step {
    Pair(usize, usize),
    Gap(Vec<usize>, Vec<usize>),
    Close,
}

impl Merge<'_> {
    fn run(&mut self) {
        let mut steps = vec![Step::Pair(0, 0)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Pair(x, y) => {
                    self.open_pair(x, y);
                    steps.push(Step::Close);
                    self.push_children(x, y, &mut steps);
                }
                Step::Gap(xs, ys) => self.gap(&xs, &ys),
                Step::Close => self.merged.close(),
            }
        }
    }

    fn open_pair(&mut self, x: usize, y: usize) {
        let names = (self.pattern.sketch.name(x), self.example.sketch.name(y));
        let name = self.vocabulary.common(names.0, names.1);
        let count = either(self.pattern.counts[x], self.example.counts[y]);
        let bound = both(&self.pattern.bound[x], &self.example.bound[y]);
        self.merged.open(name, count, bound);
    }

    fn push_children(&self, x: usize, y: usize, steps: &mut Vec<Step>) {
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
            row.push(Step::Gap(std::mem::take(&mut gap), before));
            row.push(Step::Pair(child, partner));
        }
        row.push(Step::Gap(gap, ys.collect()));
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
        let is_needed = |draft: &Draft, nodes: &[usize]| {
            nodes.iter().any(|&node| !draft.counts[node].is_optional())
        };
        let is_one = kept_x.is_empty()
            && kept_y.is_empty()
            && is_needed(self.pattern, &lost_x)
            && is_needed(self.example, &lost_y);
        let wildcard = self.vocabulary.wildcard();
        let count = if is_one { Count::One } else { Count::Optional };
        self.merged.open(wildcard, count, Vec::new());
        self.merged.close();
    }

    fn is_text(&self, draft: &Draft, node: usize) -> bool {
        matches!(self.vocabulary.what(draft.sketch.name(node)), What::Text(_) | What::AnyText)
            && !draft.counts[node].is_optional()
    }
}

/// What may be missing or repeat in one of two may in both together.
fn either(a: Count, b: Count) -> Count {
    let count = if b.is_optional() { a.or_none() } else { a };
    if b.is_list() { count.or_more() } else { count }
}

fn both(a: &[Bound], b: &[Bound]) -> Vec<Bound> {
    let mut all = [a, b].concat();
    all.sort_unstable();
    all.dedup();
    all
}
