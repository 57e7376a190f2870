//! Where fields are looked for: the scopes of all pages, labelled or not, and the landmarks in them.

use super::limits::{Limit, Reached};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use unhusk_wrapper::context::internal::fork::Node;
use unhusk_wrapper::site::internal::clue::{Ink, KINDS, Print};
use unhusk_wrapper::site::internal::landmarks::Landmarks;
use unhusk_wrapper::site::internal::rule::NodeTarget;
use unhusk_wrapper::site::internal::sight::Sight;
use unhusk_wrapper::site::internal::view::{Scope, View};

/// The scopes of all pages.
pub(super) struct Ground<'a, 'p> {
    /// The pages: those with labels first.
    pub(super) views: &'a [View<'p>],
    /// One for each record.
    pub(super) plots: Vec<Plot>,
    /// Texts of the template, on each page.
    pub(super) landmarks: Vec<Landmarks>,
    /// The same texts, sorted.
    pub(super) landmark_texts: Vec<String>,
    /// The paths of texts of which there are several on every page, and everywhere the same.
    menus: FxHashSet<Print>,
    /// Texts that are values, so that no clue should rest on them.
    pub(super) values: &'a FxHashSet<Print>,
    /// The nodes that were asked for.
    nodes: RefCell<Vec<(NodeTarget, Rc<Nodes>)>>,
    /// The limits that were reached while landmarks were looked for.
    pub(super) reached: Reached,
}

/// A scope of a page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plot {
    /// Position of the page.
    pub(super) page: usize,
    /// The part of it.
    pub(super) scope: Scope,
    /// Position of the labelled record on its page, if there is one.
    pub(super) record: Option<usize>,
}

/// A text that stands in many scopes.
struct Text<'a> {
    says: &'a str,
    print: Print,
    /// Where in the markup it stood first.
    slot: Print,
    n_plots: u32,
    last_plot: usize,
}

/// A place in the markup.
#[derive(Default)]
struct Slot {
    n_texts: usize,
    n_frequent: usize,
}

impl Slot {
    /// Whether what stands there is mostly the same on all pages.
    fn is_template(&self) -> bool {
        2 * self.n_frequent >= self.n_texts
    }
}

/// Positions beyond this count as one.
const MAX_NTH: u32 = 5;

/// The names of the elements around a text, and the position and class of the innermost.
fn slot(view: &View<'_>, scope: Scope, leaf: usize) -> Print {
    let mut slot = Print::default();
    let mut above = view.ancestors(scope, view.leaf(leaf));
    if let Some(holder) = above.next() {
        slot.put(view.tag(holder));
        // Labels and values often differ in nothing but their column.
        slot.put_number(view.nth(scope, holder).min(MAX_NTH));
        let class = view.tree().attribute(view.id(holder), "class");
        slot.put(class.map_or("", |class| class.value));
    }
    for node in above {
        slot.put("<");
        slot.put(view.tag(node));
    }
    slot
}

/// The names of the elements around a text.
fn path(view: &View<'_>, scope: Scope, leaf: usize) -> Print {
    let mut path = Print::default();
    for node in view.ancestors(scope, view.leaf(leaf)) {
        path.put("<");
        path.put(view.tag(node));
    }
    path
}

/// Texts that a menu has at least.
const MIN_MENU: usize = 5;

/// A text is a landmark if it stands in this share of the scopes, and at least in two.
const LANDMARK_SHARE: f64 = 0.3;

/// Most landmarks that are kept.
pub(super) const MAX_LANDMARKS: usize = 400;

impl<'a, 'p> Ground<'a, 'p> {
    /// Finds the landmarks in some scopes; `values` are texts that are none.
    pub(super) fn new(
        views: &'a [View<'p>],
        plots: Vec<Plot>,
        values: &'a FxHashSet<Print>,
    ) -> Self {
        let (landmarks, landmark_texts) = (Vec::new(), Vec::new());
        let (menus, nodes) = (FxHashSet::default(), RefCell::default());
        let reached = Reached::default();
        let mut ground =
            Self { views, plots, landmarks, landmark_texts, menus, values, nodes, reached };
        ground.find_landmarks();
        ground
    }

    fn find_landmarks(&mut self) {
        let frequent = self.frequent();
        if self.is_of_pages() {
            self.menus = self.find_menus(&frequent);
        }
        let slots = self.slots(&frequent);
        let mut found: Vec<(u32, &str)> = frequent
            .values()
            .filter(|text| !self.values.contains(&text.print) && slots[&text.slot].is_template())
            .map(|text| (text.n_plots, text.says))
            .collect();
        found.sort_unstable_by_key(|&(n, says)| (std::cmp::Reverse(n), says));
        self.reached.add_if(found.len() > MAX_LANDMARKS, Limit::Landmarks);
        found.truncate(MAX_LANDMARKS);
        let prints: Arc<FxHashSet<Print>> =
            Arc::new(found.iter().map(|(_, says)| print(says)).collect());
        let mut texts: Vec<String> = found.into_iter().map(|(_, says)| says.to_owned()).collect();
        texts.sort_unstable();
        self.landmark_texts = texts;
        let of_page = |_: &View<'_>| Landmarks::new(Arc::clone(&prints));
        self.landmarks = self.views.iter().map(of_page).collect();
    }

    /// The texts that stand in many scopes.
    #[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^52 scopes")]
    fn frequent(&self) -> FxHashMap<Print, Text<'a>> {
        let mut texts: FxHashMap<Print, Text<'a>> = FxHashMap::default();
        for (number, plot) in self.plots.iter().enumerate() {
            let views: &'a [View<'p>] = self.views;
            let view = &views[plot.page];
            for leaf in view.leaves_of(plot.scope) {
                let said = view.said(leaf);
                if said.text.is_empty() {
                    continue;
                }
                let text = texts.entry(said.print).or_insert_with(|| Text {
                    says: &said.text,
                    print: said.print,
                    slot: slot(view, plot.scope, leaf),
                    n_plots: 0,
                    last_plot: usize::MAX,
                });
                if text.last_plot != number {
                    text.last_plot = number;
                    text.n_plots += 1;
                }
            }
        }
        let least = (LANDMARK_SHARE * self.plots.len() as f64).max(2.0);
        texts.retain(|_, text| f64::from(text.n_plots) >= least);
        texts
    }

    /// How many texts in the same place of the markup are frequent: a place where they differ holds data.
    fn slots(&self, frequent: &FxHashMap<Print, Text<'_>>) -> FxHashMap<Print, Slot> {
        let mut slots: FxHashMap<Print, Slot> =
            frequent.values().map(|text| (text.slot, Slot::default())).collect();
        for plot in &self.plots {
            let view = &self.views[plot.page];
            for leaf in view.leaves_of(plot.scope) {
                if let Some(slot) = slots.get_mut(&slot(view, plot.scope, leaf)) {
                    slot.n_texts += 1;
                    let is_frequent = frequent.contains_key(&view.said(leaf).print);
                    slot.n_frequent += usize::from(is_frequent);
                }
            }
        }
        slots
    }

    fn find_menus(&self, frequent: &FxHashMap<Print, Text<'_>>) -> FxHashSet<Print> {
        let mut paths: FxHashMap<Print, Slot> = FxHashMap::default();
        for plot in &self.plots {
            let view = &self.views[plot.page];
            for leaf in view.leaves_of(plot.scope) {
                let path = paths.entry(path(view, plot.scope, leaf)).or_default();
                path.n_texts += 1;
                path.n_frequent += usize::from(frequent.contains_key(&view.said(leaf).print));
            }
        }
        let least = MIN_MENU * self.plots.len();
        let is_menu =
            |path: &Slot| path.n_texts >= least && 10 * path.n_frequent >= 9 * path.n_texts;
        paths.into_iter().filter(|(_, path)| is_menu(path)).map(|(print, _)| print).collect()
    }

    /// Whether a node is one of several that are the same on every page.
    pub(super) fn is_in_menu(&self, plot: usize, node: Node) -> bool {
        let Plot { page, scope, .. } = self.plots[plot];
        let view = &self.views[page];
        let mut leaves = view.leaves_of(view.subtree(node));
        !self.menus.is_empty()
            && leaves.next().is_some_and(|leaf| self.menus.contains(&path(view, scope, leaf)))
    }

    /// Whether every page is one scope.
    pub(super) fn is_of_pages(&self) -> bool {
        self.plots.len() == self.views.len() && self.plots.iter().all(|plot| plot.scope.first == 0)
    }

    /// How clues see a scope.
    pub(super) fn sight(&self, plot: &Plot) -> Sight<'_, 'p> {
        let landmarks = &self.landmarks[plot.page];
        Sight { view: &self.views[plot.page], scope: plot.scope, landmarks }
    }

    /// All nodes of a kind, by scopes; found once.
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
        let said = vec![OnceCell::new(); KINDS.len()];
        let mut nodes = Nodes { all: Vec::new(), starts: vec![0], said };
        for (number, plot) in self.plots.iter().enumerate() {
            let sight = self.sight(plot);
            let of_plot = plot.scope.first..plot.scope.end;
            let of_kind = of_plot.filter(|&node| sight.is_target(node, target));
            nodes.all.extend(of_kind.map(|node| (number, node)));
            nodes.starts.push(nodes.all.len());
        }
        nodes
    }
}

/// Nodes of one kind in all scopes, numbered.
pub(super) struct Nodes {
    /// The scope and the node.
    pub(super) all: Vec<(usize, Node)>,
    /// Where the nodes of each scope begin.
    starts: Vec<usize>,
    /// What clues of each kind say of which node, once it was asked for.
    said: Vec<OnceCell<Vec<(u32, Print)>>>,
}

/// Most nodes of which what clues say is kept, in about a kilobyte each.
const MAX_KEPT: usize = 100_000;

impl Nodes {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Calls `seen` with all that clues of a kind, by its position in [`KINDS`], say of all nodes.
    pub(super) fn each_said(
        &self,
        ground: &Ground<'_, '_>,
        kind: usize,
        mut seen: impl FnMut(usize, Print),
    ) {
        if self.len() > MAX_KEPT {
            self.look(ground, kind, seen);
            return;
        }
        let said = self.said[kind].get_or_init(|| {
            let mut said = Vec::new();
            self.look(ground, kind, |number, print| {
                said.extend(u32::try_from(number).map(|number| (number, print)));
            });
            said
        });
        for &(number, print) in said {
            seen(number as usize, print);
        }
    }

    fn look(&self, ground: &Ground<'_, '_>, kind: usize, mut seen: impl FnMut(usize, Print)) {
        for (number, &(plot, node)) in self.all.iter().enumerate() {
            let sight = ground.sight(&ground.plots[plot]);
            sight.each(KINDS[kind], node, |print: Print| seen(number, print));
        }
    }

    /// The numbers of the nodes of a scope.
    pub(super) fn of_plot(&self, plot: usize) -> std::ops::Range<usize> {
        self.starts[plot]..self.starts[plot + 1]
    }

    /// The number of a node.
    pub(super) fn find(&self, plot: usize, node: Node) -> Option<usize> {
        let range = self.of_plot(plot);
        let found = self.all[range.clone()].binary_search_by_key(&node, |entry| entry.1);
        found.ok().map(|at| range.start + at)
    }
}

/// The print of a text.
pub(super) fn print(text: &str) -> Print {
    let mut print = Print::default();
    print.put(text);
    print
}
