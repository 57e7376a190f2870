//! The fast implementation agrees with the naive one on thousands of random small trees.

use super::super::evaluate::Rule;
use super::super::point::{Point, Tokens, Variant};
use super::super::search::{ForkSearch, SearchLimits, SearchOutcome};
use super::naive::{self, Term};
use std::collections::BTreeSet;
use unhusk_wrapper::context::internal::fork::{Budget, Forks, Node, NodeSymbol, ShapeId};

/// A small generator with a fixed seed: tests are equal on every day.
pub(super) struct SeededRandom(pub(super) u64);

impl SeededRandom {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % n
    }

    /// A tree of up to `n` nodes: few labels, so that forks meet again.
    fn tree(&mut self, n: usize) -> Term {
        let mut parents = vec![0];
        for node in 1..n {
            // Near parents make deep trees, far ones wide trees.
            let near = self.below(node.min(3)) + 1;
            let parent = if self.below(2) == 0 { node - near } else { self.below(node) };
            parents.push(parent);
        }
        self.grow(0, &parents)
    }

    fn grow(&mut self, node: usize, parents: &[usize]) -> Term {
        let children: Vec<usize> =
            (node + 1..parents.len()).filter(|&child| parents[child] == node).collect();
        if children.is_empty() && node > 0 && self.below(3) > 0 {
            return Term::leaf(["'s", "'t", "'u"][self.below(3)]);
        }
        let label = ["a", "b", "c"][self.below(3)].to_owned();
        Term {
            label,
            children: children.into_iter().map(|child| self.grow(child, parents)).collect(),
        }
    }

    fn pages(&mut self) -> Vec<Term> {
        (0..=self.below(2))
            .map(|_| {
                let n = 3 + self.below(12);
                self.tree(n)
            })
            .collect()
    }

    fn some(&mut self, items: &[(usize, usize)], n: usize) -> Vec<(usize, usize)> {
        let picked: BTreeSet<_> = (0..n).map(|_| items[self.below(items.len())]).collect();
        picked.into_iter().collect()
    }
}

fn all_nodes(pages: &[Term]) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    for (page_at, page) in pages.iter().enumerate() {
        let mut n = 0;
        page.visit(&mut |_| n += 1);
        all.extend((0..n).map(|at| (page_at, at)));
    }
    all
}

fn to_nodes(starts: &[Node], places: &[(usize, usize)]) -> Vec<Node> {
    places.iter().map(|&(page, at)| starts[page] + Node::try_from(at).expect("small")).collect()
}

#[test]
fn rules_select_the_same_nodes() {
    let mut dice = SeededRandom(1);
    for round in 0..4000 {
        let pages = dice.pages();
        // Every other round, elements are candidates too.
        let candidates = if round % 2 == 0 { naive::texts(&pages) } else { all_nodes(&pages) };
        if candidates.is_empty() {
            continue;
        }
        let n_positives = 1 + dice.below(3);
        let positives = dice.some(&candidates, n_positives);
        let (k, l, contexts) = (1 + dice.below(4), 1 + dice.below(4), dice.below(2) == 0);
        let set = naive::learn(&pages, &positives, (k, l, contexts));
        let expected = naive::select(&set, &pages, &candidates, (k, l));

        let (corpus, starts) = naive::corpus(&pages);
        let point =
            Point { width: k, depth: l, variant: Variant { tokens: Tokens::None, contexts } };
        let mut budget = Budget::new(10_000_000);
        let rule = Rule::learn(&corpus, &to_nodes(&starts, &positives), point, &mut budget)
            .expect("small");
        let selected =
            rule.select(&corpus, &to_nodes(&starts, &candidates), &mut budget).expect("small");
        let shown: Vec<String> = pages.iter().map(Term::show).collect();
        assert_eq!(
            selected,
            to_nodes(&starts, &expected),
            "({k},{l},{contexts}) {positives:?} on {shown:?}"
        );
    }
}

/// All trees of a shape.
fn expand(forks: &Forks, root: ShapeId, name: &dyn Fn(NodeSymbol) -> String) -> BTreeSet<Term> {
    let shape = forks.shape(root);
    let mark = if shape.marked { ":X" } else { "" };
    let label = format!("{}{mark}", name(shape.symbol));
    let mut all = BTreeSet::new();
    for window in &shape.windows {
        let mut rows: Vec<Vec<Term>> = vec![Vec::new()];
        for &child in window {
            let trees = expand(forks, child, name);
            let longer = |row: &Vec<Term>| {
                let row = row.clone();
                let with = |tree| [&row[..], std::slice::from_ref(tree)].concat();
                trees.iter().map(with).collect::<Vec<_>>()
            };
            rows = rows.iter().flat_map(longer).collect();
        }
        all.extend(rows.into_iter().map(|children| Term { label: label.clone(), children }));
    }
    all
}

#[test]
fn shapes_stand_for_the_forks_of_the_definition() {
    let mut dice = SeededRandom(3);
    for _ in 0..1000 {
        let pages = dice.pages();
        let candidates = all_nodes(&pages);
        let n_positives = 1 + dice.below(3);
        let positives = dice.some(&candidates, n_positives);
        let (k, l, contexts) = (1 + dice.below(3), 1 + dice.below(4), dice.below(2) == 0);
        let expected = naive::learn(&pages, &positives, (k, l, contexts));

        let (corpus, starts) = naive::corpus(&pages);
        let variant = Variant { tokens: Tokens::None, contexts };
        let point = Point { width: k, depth: l, variant };
        let mut budget = Budget::new(10_000_000);
        let positives = to_nodes(&starts, &positives);
        let rule = Rule::learn(&corpus, &positives, point, &mut budget).expect("small");
        let name = |symbol: NodeSymbol| {
            let mut out = String::new();
            rule.symbols.write(symbol, &mut out);
            // Terms have no quote at the end of a text.
            if out.ends_with('\'') { out.trim_end_matches('\'').to_owned() } else { out }
        };
        let roots = rule.forks.roots().iter();
        let forks: BTreeSet<Term> =
            roots.flat_map(|&root| expand(&rule.forks, root, &name)).collect();
        assert_eq!(forks, expected);
    }
}

/// Returns the largest count of any rule that rejects the negatives, by trying all of them.
fn best_by_trying(
    pages: &[Term],
    positives: &[(usize, usize)],
    negatives: &[(usize, usize)],
    with_contexts: bool,
) -> Option<usize> {
    let in_use: BTreeSet<usize> =
        positives.iter().chain(negatives).map(|&(page, _)| page).collect();
    let candidates: Vec<_> =
        naive::texts(pages).into_iter().filter(|(page, _)| in_use.contains(page)).collect();
    let mut best = None;
    for (k, l) in (1..=7).flat_map(|k| (2..=6).map(move |l| (k, l))) {
        for contexts in [false, true] {
            if contexts && !with_contexts {
                continue;
            }
            let set = naive::learn(pages, positives, (k, l, contexts));
            let selected = naive::select(&set, pages, &candidates, (k, l));
            if !negatives.iter().any(|negative| selected.contains(negative)) {
                best = best.max(Some(selected.len()));
            }
        }
    }
    best
}

#[test]
fn the_search_finds_a_rule_that_no_other_beats() {
    let mut dice = SeededRandom(7);
    let mut n_found = 0;
    for round in 0..300 {
        let n_pages = 1 + dice.below(2);
        let pages: Vec<Term> = (0..n_pages)
            .map(|_| {
                let n = 3 + dice.below(6);
                dice.tree(n)
            })
            .collect();
        let texts = naive::texts(&pages);
        if texts.len() < 2 {
            continue;
        }
        let (n_positives, n_negatives) = (1 + dice.below(2), dice.below(3));
        let positives = dice.some(&texts, n_positives);
        let mut negatives = dice.some(&texts, n_negatives);
        negatives.retain(|negative| !positives.contains(negative));
        let with_contexts = round % 2 == 0;
        let expected = best_by_trying(&pages, &positives, &negatives, with_contexts);

        let (corpus, starts) = naive::corpus(&pages);
        let variants = if with_contexts { &Variant::COMMON[..2] } else { &Variant::COMMON[..1] };
        let limits = SearchLimits::default();
        let mut search = ForkSearch::new(&corpus, to_nodes(&starts, &texts), variants, limits);
        // Examples are added one after the other: the fronts are resumed.
        for &positive in &to_nodes(&starts, &positives) {
            search.add_positives(&[positive]);
            search.best();
        }
        for &negative in &to_nodes(&starts, &negatives) {
            search.add_negatives(&[negative]);
            search.best();
        }
        let found = match search.best() {
            SearchOutcome::Found(found) => {
                n_found += 1;
                Some(found.accepted.len())
            }
            SearchOutcome::NotExpressible => None,
            SearchOutcome::GaveUp => panic!("limits are far away"),
        };
        let shown: Vec<String> = pages.iter().map(Term::show).collect();
        assert_eq!(found, expected, "{positives:?} against {negatives:?} on {shown:?}");
    }
    assert!(n_found > 100, "the cases are not trivial: {n_found} found");
}
