//! The corpus: the scopes of records on all pages, labelled or not, and the landmarks of the site.

use super::limits::{Limit, Reached};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use unhusk_wrapper::context::internal::fork::Node;
use unhusk_wrapper::site::NodeTarget;
use unhusk_wrapper::site::internal::EvalContext;
use unhusk_wrapper::site::internal::Landmarks;
use unhusk_wrapper::site::internal::{ClueWriter, FEATURES, TextHash};
use unhusk_wrapper::site::internal::{NodeRange, PageIndex};

/// The scopes of all pages, with the landmarks of the site.
pub(super) struct SiteCorpus<'a, 'p> {
    /// The pages, those with labels first.
    pub(super) indexes: &'a [PageIndex<'p>],
    /// One scope for each record.
    pub(super) scopes: Vec<Scope>,
    /// The landmarks, for each page.
    pub(super) landmarks: Vec<Landmarks>,
    /// The captions of the landmarks, sorted.
    pub(super) landmark_texts: Vec<String>,
    /// The paths of texts in menus: there are several on every page, and they are the same everywhere.
    menus: FxHashSet<TextHash>,
    /// The captions of values, on which no clue should rest.
    pub(super) values: &'a FxHashSet<TextHash>,
    /// The nodes by target, as far as they were asked for.
    nodes: RefCell<Vec<(NodeTarget, Rc<Nodes>)>>,
    /// The limits that the search for landmarks reached.
    pub(super) reached: Reached,
}

/// The part of a page in which the fields of one record are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scope {
    /// Position of the page.
    pub(super) page: usize,
    /// The nodes of the scope.
    pub(super) nodes: NodeRange,
    /// Position of the labelled record on its page, if there is one.
    pub(super) record: Option<usize>,
}

/// A text of many scopes.
struct FrequentText<'a> {
    caption: &'a str,
    hash: TextHash,
    /// The slot of its first occurrence.
    slot: TextHash,
    n_scopes: u32,
    last_scope: usize,
}

/// Counts of the texts in one slot of the markup.
#[derive(Default)]
struct Slot {
    n_texts: usize,
    n_frequent: usize,
}

impl Slot {
    /// Whether the texts in the slot are mostly the same on all pages.
    fn is_template(&self) -> bool {
        2 * self.n_frequent >= self.n_texts
    }
}

/// Positions above this count as equal.
const MAX_NTH: u32 = 5;

/// The slot of a text: the tags around it, and the position and class of the innermost element.
fn slot(index: &PageIndex<'_>, scope: NodeRange, leaf: usize) -> TextHash {
    let mut slot = TextHash::default();
    let mut above = index.ancestors(scope, index.leaf(leaf));
    if let Some(holder) = above.next() {
        slot.write(index.tag(holder));
        // Captions and values often differ only in their column.
        slot.write_number(index.nth(scope, holder).min(MAX_NTH));
        let class = index.tree().attribute(index.id(holder), "class");
        slot.write(class.map_or("", |class| class.value));
    }
    for node in above {
        slot.write("<");
        slot.write(index.tag(node));
    }
    slot
}

/// The path of a text: the tags around it.
fn path(index: &PageIndex<'_>, scope: NodeRange, leaf: usize) -> TextHash {
    let mut path = TextHash::default();
    for node in index.ancestors(scope, index.leaf(leaf)) {
        path.write("<");
        path.write(index.tag(node));
    }
    path
}

/// Least number of texts in a menu.
const MIN_MENU: usize = 5;

/// Least share of the scopes that have a landmark; at least two have it.
const LANDMARK_SHARE: f64 = 0.3;

/// Most landmarks that are kept.
pub(super) const MAX_LANDMARKS: usize = 400;

impl<'a, 'p> SiteCorpus<'a, 'p> {
    /// Finds the landmarks in some scopes; `values` are never landmarks.
    pub(super) fn new(
        indexes: &'a [PageIndex<'p>],
        scopes: Vec<Scope>,
        values: &'a FxHashSet<TextHash>,
    ) -> Self {
        let (landmarks, landmark_texts) = (Vec::new(), Vec::new());
        let (menus, nodes) = (FxHashSet::default(), RefCell::default());
        let reached = Reached::default();
        let mut corpus =
            Self { indexes, scopes, landmarks, landmark_texts, menus, values, nodes, reached };
        corpus.find_landmarks();
        corpus
    }

    fn find_landmarks(&mut self) {
        let frequent = self.frequent();
        if self.is_of_pages() {
            self.menus = self.find_menus(&frequent);
        }
        let slots = self.slots(&frequent);
        let mut found: Vec<(u32, &str)> = frequent
            .values()
            .filter(|text| !self.values.contains(&text.hash) && slots[&text.slot].is_template())
            .map(|text| (text.n_scopes, text.caption))
            .collect();
        found.sort_unstable_by_key(|&(n, caption)| (std::cmp::Reverse(n), caption));
        self.reached.add_if(found.len() > MAX_LANDMARKS, Limit::Landmarks);
        found.truncate(MAX_LANDMARKS);
        let hashes: Arc<FxHashSet<TextHash>> =
            Arc::new(found.iter().map(|(_, caption)| hash(caption)).collect());
        let mut texts: Vec<String> =
            found.into_iter().map(|(_, caption)| caption.to_owned()).collect();
        texts.sort_unstable();
        self.landmark_texts = texts;
        let of_page = |_: &PageIndex<'_>| Landmarks::new(Arc::clone(&hashes));
        self.landmarks = self.indexes.iter().map(of_page).collect();
    }

    /// The texts of many scopes.
    #[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^52 scopes")]
    fn frequent(&self) -> FxHashMap<TextHash, FrequentText<'a>> {
        let mut texts: FxHashMap<TextHash, FrequentText<'a>> = FxHashMap::default();
        for (number, scope) in self.scopes.iter().enumerate() {
            let indexes: &'a [PageIndex<'p>] = self.indexes;
            let index = &indexes[scope.page];
            for leaf in index.leaves_of(scope.nodes) {
                let caption = index.caption(leaf);
                if caption.text.is_empty() {
                    continue;
                }
                let text = texts.entry(caption.hash).or_insert_with(|| FrequentText {
                    caption: &caption.text,
                    hash: caption.hash,
                    slot: slot(index, scope.nodes, leaf),
                    n_scopes: 0,
                    last_scope: usize::MAX,
                });
                if text.last_scope != number {
                    text.last_scope = number;
                    text.n_scopes += 1;
                }
            }
        }
        let least = (LANDMARK_SHARE * self.scopes.len() as f64).max(2.0);
        texts.retain(|_, text| f64::from(text.n_scopes) >= least);
        texts
    }

    /// For each slot, the number of texts and of frequent texts: a slot in which texts differ holds data.
    fn slots(&self, frequent: &FxHashMap<TextHash, FrequentText<'_>>) -> FxHashMap<TextHash, Slot> {
        let mut slots: FxHashMap<TextHash, Slot> =
            frequent.values().map(|text| (text.slot, Slot::default())).collect();
        for scope in &self.scopes {
            let index = &self.indexes[scope.page];
            for leaf in index.leaves_of(scope.nodes) {
                if let Some(slot) = slots.get_mut(&slot(index, scope.nodes, leaf)) {
                    slot.n_texts += 1;
                    let is_frequent = frequent.contains_key(&index.caption(leaf).hash);
                    slot.n_frequent += usize::from(is_frequent);
                }
            }
        }
        slots
    }

    fn find_menus(&self, frequent: &FxHashMap<TextHash, FrequentText<'_>>) -> FxHashSet<TextHash> {
        let mut paths: FxHashMap<TextHash, Slot> = FxHashMap::default();
        for scope in &self.scopes {
            let index = &self.indexes[scope.page];
            for leaf in index.leaves_of(scope.nodes) {
                let path = paths.entry(path(index, scope.nodes, leaf)).or_default();
                path.n_texts += 1;
                path.n_frequent += usize::from(frequent.contains_key(&index.caption(leaf).hash));
            }
        }
        let least = MIN_MENU * self.scopes.len();
        let is_menu =
            |path: &Slot| path.n_texts >= least && 10 * path.n_frequent >= 9 * path.n_texts;
        paths.into_iter().filter(|(_, path)| is_menu(path)).map(|(hash, _)| hash).collect()
    }

    /// Whether a node is in a menu.
    pub(super) fn is_in_menu(&self, scope: usize, node: Node) -> bool {
        let Scope { page, nodes, .. } = self.scopes[scope];
        let index = &self.indexes[page];
        let mut leaves = index.leaves_of(index.subtree(node));
        !self.menus.is_empty()
            && leaves.next().is_some_and(|leaf| self.menus.contains(&path(index, nodes, leaf)))
    }

    /// Whether every page is one scope.
    pub(super) fn is_of_pages(&self) -> bool {
        self.scopes.len() == self.indexes.len()
            && self.scopes.iter().all(|scope| scope.nodes.first == 0)
    }

    /// The context in which clues are evaluated in a scope.
    pub(super) fn context(&self, scope: &Scope) -> EvalContext<'_, 'p> {
        let landmarks = &self.landmarks[scope.page];
        EvalContext { index: &self.indexes[scope.page], scope: scope.nodes, landmarks }
    }

    /// All nodes of a target, by scope; computed once.
    pub(super) fn nodes(&self, target: &NodeTarget) -> Rc<Nodes> {
        let known = self.nodes.borrow().iter().find(|known| known.0 == *target).cloned();
        let (_, nodes) = known.unwrap_or_else(|| {
            let found = (target.clone(), Rc::new(self.find_nodes(target)));
            self.nodes.borrow_mut().push(found.clone());
            found
        });
        nodes
    }

    fn find_nodes(&self, target: &NodeTarget) -> Nodes {
        let values = vec![OnceCell::new(); FEATURES.len()];
        let mut nodes = Nodes { all: Vec::new(), starts: vec![0], values };
        for (number, scope) in self.scopes.iter().enumerate() {
            let context = self.context(scope);
            let of_scope = scope.nodes.first..scope.nodes.end;
            let of_kind = of_scope.filter(|&node| context.is_target(node, target));
            nodes.all.extend(of_kind.map(|node| (number, node)));
            nodes.starts.push(nodes.all.len());
        }
        nodes
    }
}

/// The nodes of one target in all scopes, numbered.
pub(super) struct Nodes {
    /// The scope and the node.
    pub(super) all: Vec<(usize, Node)>,
    /// Where the nodes of each scope begin.
    starts: Vec<usize>,
    /// For each feature the numbers of nodes with their values, once they were asked for.
    values: Vec<OnceCell<Vec<(u32, TextHash)>>>,
}

/// Most nodes whose values are kept, in about a kilobyte each.
const MAX_KEPT: usize = 100_000;

impl Nodes {
    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Calls `seen` with all values that a feature, given by its position in [`FEATURES`], has at all nodes.
    pub(super) fn each_value(
        &self,
        corpus: &SiteCorpus<'_, '_>,
        kind: usize,
        mut seen: impl FnMut(usize, TextHash),
    ) {
        if self.len() > MAX_KEPT {
            self.look(corpus, kind, seen);
            return;
        }
        let values = self.values[kind].get_or_init(|| {
            let mut values = Vec::new();
            self.look(corpus, kind, |number, hash| {
                values.extend(u32::try_from(number).map(|number| (number, hash)));
            });
            values
        });
        for &(number, hash) in values {
            seen(number as usize, hash);
        }
    }

    fn look(
        &self,
        corpus: &SiteCorpus<'_, '_>,
        kind: usize,
        mut seen: impl FnMut(usize, TextHash),
    ) {
        for (number, &(scope, node)) in self.all.iter().enumerate() {
            let context = corpus.context(&corpus.scopes[scope]);
            context.each(FEATURES[kind], node, |hash: TextHash| seen(number, hash));
        }
    }

    /// The numbers of the nodes of a scope.
    pub(super) fn of_scope(&self, scope: usize) -> std::ops::Range<usize> {
        self.starts[scope]..self.starts[scope + 1]
    }

    /// The number of a node.
    pub(super) fn find(&self, scope: usize, node: Node) -> Option<usize> {
        let range = self.of_scope(scope);
        let found = self.all[range.clone()].binary_search_by_key(&node, |entry| entry.1);
        found.ok().map(|at| range.start + at)
    }
}

/// The hash of a text.
pub(super) fn hash(text: &str) -> TextHash {
    let mut hash = TextHash::default();
    hash.write(text);
    hash
}
