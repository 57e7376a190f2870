//! Pages as numbers: every text by its path, what it says, its kind, and the caption that it begins with.

use rustc_hash::FxHashMap;
use unhusk_wrapper::site::internal::TextHash;
use unhusk_wrapper::template::ValueKind;
use unhusk_wrapper::template::internal::cost::caption_of;
use unhusk_wrapper::template::internal::leaves::{LeafNode, Leaves};

/// A text as numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TextCode {
    pub(super) path: u32,
    pub(super) text: u32,
    /// Of what it begins with, up to a colon; 0 if there is none.
    pub(super) caption: u32,
    pub(super) kind: ValueKind,
}

impl TextCode {
    /// What stands for a set among texts.
    pub(super) fn of_set(number: usize) -> Self {
        let id = u32::MAX - u32::try_from(number).unwrap_or(u32::MAX / 2);
        Self { path: id, text: id, caption: 0, kind: ValueKind::String }
    }

    /// What may recur on every page: the text, and its caption.
    pub(super) fn keys(&self) -> impl Iterator<Item = TextKey> + use<> {
        std::iter::once(TextKey { path: self.path, says: self.text, is_caption: false })
            .chain(self.caption_key())
    }

    /// The caption that the text begins with.
    pub(super) fn caption_key(&self) -> Option<TextKey> {
        let key = TextKey { path: self.path, says: self.caption, is_caption: true };
        (self.caption != 0).then_some(key)
    }
}

/// A text or caption at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct TextKey {
    path: u32,
    says: u32,
    is_caption: bool,
}

/// Pages as numbers.
pub(super) struct LeafCorpus<'a, 'p> {
    pub(super) pages: &'a [Leaves<'p>],
    pub(super) codes: Vec<Vec<TextCode>>,
}

/// A part of a page: all of it, or a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NodeScope {
    pub(super) page: usize,
    pub(super) first: LeafNode,
    pub(super) end: LeafNode,
}

impl<'a, 'p> LeafCorpus<'a, 'p> {
    pub(super) fn new(pages: &'a [Leaves<'p>]) -> Self {
        let (mut texts, mut paths) = (Numbers::default(), Numbers::default());
        let mut codes = Vec::with_capacity(pages.len());
        for page in pages {
            let code = |leaf: &unhusk_wrapper::template::internal::leaves::TextLeaf<'_>| TextCode {
                path: paths.of(leaf.path),
                text: texts.of(TextHash::of_text(&leaf.text)),
                caption: caption_of(&leaf.text)
                    .map_or(0, |caption| texts.of(TextHash::of_text(caption)) + 1),
                kind: ValueKind::of(&leaf.text),
            };
            codes.push(page.all().iter().map(code).collect());
        }
        Self { pages, codes }
    }

    /// The texts of a scope.
    pub(super) fn codes(&self, scope: NodeScope) -> &[TextCode] {
        let page = &self.pages[scope.page];
        &self.codes[scope.page][page.before(scope.first)..page.before(scope.end)]
    }

    /// All pages, each as a whole.
    pub(super) fn whole(&self) -> Vec<NodeScope> {
        let scope = |(page, leaves): (usize, &Leaves<'_>)| NodeScope {
            page,
            first: 0,
            end: leaves.n_nodes(),
        };
        self.pages.iter().enumerate().map(scope).collect()
    }

    /// In how many scopes each text and caption stands.
    pub(super) fn frequencies(&self, scopes: &[NodeScope]) -> Frequencies {
        let mut counts: FxHashMap<TextKey, (usize, u32)> = FxHashMap::default();
        for (at, scope) in scopes.iter().enumerate() {
            for key in self.codes(*scope).iter().flat_map(TextCode::keys) {
                let (last, n) = counts.entry(key).or_insert((usize::MAX, 0));
                if *last != at {
                    (*last, *n) = (at, *n + 1);
                }
            }
        }
        Frequencies { counts, n_scopes: scopes.len() }
    }
}

/// In how many scopes each text and caption stands.
pub(super) struct Frequencies {
    counts: FxHashMap<TextKey, (usize, u32)>,
    n_scopes: usize,
}

impl Frequencies {
    pub(super) fn of(&self, key: TextKey) -> u32 {
        self.counts.get(&key).map_or(0, |count| count.1)
    }

    /// The share of scopes in which a text stands, in thousandths.
    pub(super) fn share(&self, code: TextCode) -> u32 {
        let key = TextKey { path: code.path, says: code.text, is_caption: false };
        // What stands for a set recurs as template texts do.
        let n = self.counts.get(&key).map_or(self.n_scopes, |count| count.1 as usize);
        u32::try_from(1000 * n / self.n_scopes.max(1)).unwrap_or(1000)
    }
}

/// Numbers for prints, in the order in which they are met.
#[derive(Default)]
struct Numbers(FxHashMap<TextHash, u32>);

impl Numbers {
    fn of(&mut self, print: TextHash) -> u32 {
        let next = u32::try_from(self.0.len()).unwrap_or(u32::MAX / 2);
        *self.0.entry(print).or_insert(next)
    }
}
