//! What texts say as labels of others.

use super::clue::Print;
use super::label::{
    Beginning, ascii_beginning, beginning_of_label, beginning_of_text, label, print_of_label,
};
use std::cell::{Cell, OnceCell};
use std::ops::Range;
use unhusk_page::{NodeId, Tree};

/// What a text says as a label of others.
#[derive(Debug, Clone)]
pub struct Said {
    /// The text: see [`View::said`](super::view::View::said).
    pub text: Box<str>,
    /// Its print.
    pub print: Print,
}

impl Said {
    /// What a text says.
    pub fn new(text: &str) -> Self {
        let text = label(text);
        Self { print: Print::of_text(&text), text }
    }
}

/// A text that is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    /// The print of what it says.
    pub(super) print: Print,
    /// What it begins with.
    pub(super) initial: Initial,
}

impl Asked {
    /// What says this.
    pub(super) fn new(says: &str) -> Self {
        Self { print: Print::of_text(says), initial: Initial::of_label(says) }
    }
}

/// What a label begins with: a number for its first two bytes. Few of a page's texts begin like one that is looked
/// for, and only of these the whole is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Initial(u16);

/// How many numbers there are.
const N_INITIALS: u16 = 1024;

impl Initial {
    fn new(beginning: Beginning) -> Self {
        let [first, second] = beginning.map(u16::from);
        Self((first * 37 + second) % N_INITIALS)
    }

    fn of_label(label: &str) -> Self {
        Self::new(beginning_of_label(label))
    }

    fn of_text<'p>(bytes: &[u8], text: impl Fn() -> &'p str) -> Self {
        let beginning = ascii_beginning(bytes).or_else(|| beginning_of_text(text()));
        beginning.map_or_else(|| Self::of_label(&label(text())), Self::new)
    }
}

/// Beginnings of labels.
#[derive(Debug, Clone)]
pub(crate) struct Initials([bool; N_INITIALS as usize]);

impl Initials {
    /// Those of some labels.
    pub(super) fn of_labels<'l>(labels: impl Iterator<Item = &'l str>) -> Self {
        let mut has = [false; N_INITIALS as usize];
        labels.for_each(|label| has[usize::from(Initial::of_label(label).0)] = true);
        Self(has)
    }

    /// Whether some label begins so.
    pub(super) fn has(&self, initial: Initial) -> bool {
        self.0[usize::from(initial.0)]
    }
}

/// What the texts of a page say, each worked out when it is first asked for.
#[derive(Debug)]
pub(super) struct Sayings {
    n_leaves: usize,
    texts: OnceCell<Vec<OnceCell<Said>>>,
    prints: OnceCell<Vec<Cell<Print>>>,
    initials: OnceCell<ByInitial>,
}

/// A print that was not asked for. Should a text have it, it is worked out each time.
const UNKNOWN: Print = Print(0);

impl Sayings {
    pub(super) fn new(n_leaves: usize) -> Self {
        let (texts, prints, initials) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Self { n_leaves, texts, prints, initials }
    }

    /// What a text says.
    pub(super) fn said<'p>(&self, leaf: usize, text: impl FnOnce() -> &'p str) -> &Said {
        let texts = self.texts.get_or_init(|| vec![OnceCell::new(); self.n_leaves]);
        texts[leaf].get_or_init(|| Said::new(text()))
    }

    /// The print of what a text says.
    pub(super) fn print<'p>(&self, leaf: usize, text: impl FnOnce() -> &'p str) -> Print {
        let prints = self.prints.get_or_init(|| vec![Cell::new(UNKNOWN); self.n_leaves]);
        let known = &prints[leaf];
        if known.get() == UNKNOWN {
            known.set(print_of_label(text()));
        }
        known.get()
    }

    /// What the texts begin with, which are these nodes of a tree.
    pub(super) fn initials(&self, tree: &Tree, texts: impl Iterator<Item = NodeId>) -> &ByInitial {
        self.initials.get_or_init(|| {
            let initial = |id| Initial::of_text(tree.text_bytes(id), || tree.text(id));
            ByInitial::new(texts.map(initial).collect())
        })
    }
}

/// Texts by what they begin with: chains of those that begin alike.
#[derive(Debug)]
pub(super) struct ByInitial {
    of: Vec<Initial>,
    /// The first text of each chain, as its number plus one.
    heads: Box<[u32]>,
    /// The next text of the chain of each, as its number plus one.
    next: Vec<u32>,
}

/// So many texts are looked at one by one.
const FEW: usize = 64;

impl ByInitial {
    fn new(of: Vec<Initial>) -> Self {
        let mut heads = vec![0; N_INITIALS.into()].into_boxed_slice();
        let mut next = vec![0; of.len()];
        for (leaf, initial) in of.iter().enumerate().rev() {
            let head = &mut heads[usize::from(initial.0)];
            next[leaf] = *head;
            *head = u32::try_from(leaf + 1).unwrap_or(u32::MAX);
        }
        Self { of, heads, next }
    }

    /// What a text begins with.
    pub(super) fn of(&self, leaf: usize) -> Initial {
        self.of[leaf]
    }

    /// Calls `seen` with those of the texts that begin so, in document order.
    pub(super) fn each(&self, initial: Initial, leaves: Range<usize>, mut seen: impl FnMut(usize)) {
        if leaves.len() <= FEW {
            return leaves.filter(|&leaf| self.of[leaf] == initial).for_each(seen);
        }
        let link = |number: u32| (number as usize).checked_sub(1);
        let first = link(self.heads[usize::from(initial.0)]);
        let chain = std::iter::successors(first, |&leaf| link(self.next[leaf]));
        let chain = chain.take_while(|&leaf| leaf < leaves.end);
        chain.filter(|leaf| leaves.contains(leaf)).for_each(&mut seen);
    }
}
