//! Forks by definition: every fork is a tree of its own, sets of forks are sets of trees.

use super::super::corpus::{CorpusBuilder, NodeCorpus};
use std::collections::BTreeSet;
use unhusk_wrapper::context::internal::fork::Node;

/// A tree; texts begin with a quote. A mark is part of the label.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Term {
    pub(super) label: String,
    pub(super) children: Vec<Term>,
}

impl Term {
    pub(super) fn leaf(label: &str) -> Self {
        Self { label: label.to_owned(), children: Vec::new() }
    }

    /// Reads `ul(li('name:,b('Stefan)))`: texts begin with a quote and end at `,` or `)`.
    pub(super) fn parse(text: &str) -> Self {
        let (term, rest) = Self::parse_prefix(text);
        assert_eq!(rest, "", "in {text}");
        term
    }

    fn parse_prefix(text: &str) -> (Self, &str) {
        let end = text.find(['(', ')', ',']).unwrap_or(text.len());
        let (label, mut rest) = text.split_at(end);
        let mut term = Self::leaf(label);
        if let Some(mut inner) = rest.strip_prefix('(') {
            loop {
                let (child, after) = Self::parse_prefix(inner);
                term.children.push(child);
                match after.strip_prefix(',') {
                    Some(more) => inner = more,
                    None => break rest = after.strip_prefix(')').expect("a closing parenthesis"),
                }
            }
        }
        (term, rest)
    }

    pub(super) fn show(&self) -> String {
        if self.children.is_empty() {
            return self.label.clone();
        }
        let children: Vec<String> = self.children.iter().map(Self::show).collect();
        format!("{}({})", self.label, children.join(","))
    }

    pub(super) fn is_text(&self) -> bool {
        self.label.starts_with(['\'', '@'])
    }

    pub(super) fn visit<'t>(&'t self, seen: &mut impl FnMut(&'t Term)) {
        seen(self);
        self.children.iter().for_each(|child| child.visit(seen));
    }

    /// Returns the tree with other labels, which may depend on a node's number in document order.
    pub(super) fn relabel(&self, label: &mut impl FnMut(usize, &str) -> String) -> Self {
        let mut count = 0;
        self.relabel_from(&mut count, label)
    }

    fn relabel_from(
        &self,
        count: &mut usize,
        label: &mut impl FnMut(usize, &str) -> String,
    ) -> Self {
        let here = *count;
        *count += 1;
        let new = label(here, &self.label);
        let children = self.children.iter().map(|child| child.relabel_from(count, label)).collect();
        Self { label: new, children }
    }
}

/// (k,l)-roots, by the definition of the paper's section 3.1.
pub(super) fn roots(term: &Term, k: usize, l: usize) -> BTreeSet<Term> {
    let n = term.children.len();
    if l == 1 || n == 0 {
        return BTreeSet::from([Term::leaf(&term.label)]);
    }
    let parts: Vec<BTreeSet<Term>> =
        term.children.iter().map(|child| roots(child, k, l - 1)).collect();
    let windows: Vec<&[BTreeSet<Term>]> =
        if k > n { vec![&parts[..]] } else { parts.windows(k).collect() };
    let mut all = BTreeSet::new();
    for window in windows {
        let mut rows: Vec<Vec<Term>> = vec![Vec::new()];
        for part in window {
            rows = rows
                .iter()
                .flat_map(|row| {
                    part.iter().map(move |root| [&row[..], std::slice::from_ref(root)].concat())
                })
                .collect();
        }
        all.extend(rows.into_iter().map(|children| Term { label: term.label.clone(), children }));
    }
    all
}

/// (k,l)-forks: the roots of all subtrees.
pub(super) fn forks(term: &Term, k: usize, l: usize) -> BTreeSet<Term> {
    let mut all = BTreeSet::new();
    term.visit(&mut |subtree| all.extend(roots(subtree, k, l)));
    all
}

const MARK: &str = ":X";

/// Returns the forks that contain the mark, with node `at` marked; texts are unchanged.
pub(super) fn marked_forks(page: &Term, at: usize, k: usize, l: usize) -> BTreeSet<Term> {
    let marked = page.relabel(&mut |here, label| {
        if here != at {
            return label.to_owned();
        }
        if label.starts_with('\'') { format!("@{MARK}") } else { format!("{label}{MARK}") }
    });
    let holds_mark = |fork: &Term| {
        let mut found = false;
        fork.visit(&mut |node| found |= node.label.ends_with(MARK));
        found
    };
    forks(&marked, k, l).into_iter().filter(holds_mark).collect()
}

/// Texts in the marked forks of every positive.
pub(super) fn contexts(
    pages: &[Term],
    positives: &[(usize, usize)],
    k: usize,
    l: usize,
) -> BTreeSet<String> {
    let texts = |&(page, at): &(usize, usize)| {
        let mut texts = BTreeSet::new();
        for fork in marked_forks(&pages[page], at, k, l) {
            fork.visit(&mut |node| {
                if node.label.starts_with('\'') {
                    texts.insert(node.label.clone());
                }
            });
        }
        texts
    };
    positives.iter().map(texts).reduce(|a, b| &a & &b).unwrap_or_default()
}

/// The representative set: marked forks of the positives, texts that are no contexts replaced by `@`.
pub(super) fn learn(
    pages: &[Term],
    positives: &[(usize, usize)],
    (k, l, with_contexts): (usize, usize, bool),
) -> BTreeSet<Term> {
    let contexts =
        if with_contexts { contexts(pages, positives, k, l) } else { BTreeSet::default() };
    let mut generalise = |_: usize, label: &str| {
        let is_any = label.starts_with('\'') && !contexts.contains(label);
        if is_any { "@".to_owned() } else { label.to_owned() }
    };
    let forks = positives.iter().flat_map(|&(page, at)| marked_forks(&pages[page], at, k, l));
    forks.map(|fork| fork.relabel(&mut generalise)).collect()
}

/// Whether all marked forks of a node match one of the set; `@` matches any text.
pub(super) fn accepts(set: &BTreeSet<Term>, page: &Term, at: usize, k: usize, l: usize) -> bool {
    marked_forks(page, at, k, l).iter().all(|fork| set.iter().any(|known| matches(known, fork)))
}

fn matches(known: &Term, fork: &Term) -> bool {
    let same = known.label == fork.label || (known.label == "@" && fork.label.starts_with('\''));
    same && known.children.len() == fork.children.len()
        && known.children.iter().zip(&fork.children).all(|(a, b)| matches(a, b))
}

/// All nodes of the pages that a set selects among the candidates.
pub(super) fn select(
    set: &BTreeSet<Term>,
    pages: &[Term],
    candidates: &[(usize, usize)],
    (k, l): (usize, usize),
) -> Vec<(usize, usize)> {
    candidates.iter().copied().filter(|&(page, at)| accepts(set, &pages[page], at, k, l)).collect()
}

/// Returns the pages as the learner's corpus, with the number of the first node of each.
pub(super) fn corpus(pages: &[Term]) -> (NodeCorpus, Vec<Node>) {
    let mut builder = CorpusBuilder::default();
    let mut starts = Vec::new();
    let mut next = 0;
    for page in pages {
        builder.begin_page();
        starts.push(next);
        push(&mut builder, None, page, &mut next);
    }
    (builder.finish(), starts)
}

fn push(builder: &mut CorpusBuilder, parent: Option<Node>, term: &Term, next: &mut Node) {
    *next += 1;
    let node = if let Some(text) = term.label.strip_prefix('\'') {
        builder.text(parent, text)
    } else {
        let mut parts = term.label.split('.');
        let tag = parts.next().unwrap_or_default();
        builder.element(parent, tag, parts.map(|class| format!("class={class}")))
    };
    term.children.iter().for_each(|child| push(builder, Some(node), child, next));
}

/// Texts of a page: (page, number of the node in document order).
pub(super) fn texts(pages: &[Term]) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    for (page_at, page) in pages.iter().enumerate() {
        let mut at = 0;
        page.visit(&mut |node| {
            if node.is_text() {
                all.push((page_at, at));
            }
            at += 1;
        });
    }
    all
}

/// The node with a text: (page, number of the node in document order).
pub(super) fn find(pages: &[Term], text: &str) -> (usize, usize) {
    for (page_at, page) in pages.iter().enumerate() {
        let mut at = 0;
        let mut found = None;
        page.visit(&mut |node| {
            if node.label.strip_prefix('\'') == Some(text) {
                found = found.or(Some(at));
            }
            at += 1;
        });
        if let Some(at) = found {
            return (page_at, at);
        }
    }
    panic!("no text {text}")
}
