//! Where fields are looked for: the scopes of all pages, labelled or not, and the landmarks in them.

use crate::wrapper::context::fork::Node;
use crate::wrapper::site::clue::{Ink, Print};
use crate::wrapper::site::landmarks::Landmarks;
use crate::wrapper::site::rule::NodeTarget;
use crate::wrapper::site::sight::Sight;
use crate::wrapper::site::view::{Scope, View};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

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
    /// Texts that are values, so that no clue should rest on them.
    pub(super) values: &'a FxHashSet<Print>,
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

/// A text is a landmark if it stands in this share of the scopes, and at least in two.
const LANDMARK_SHARE: f64 = 0.3;

/// Most landmarks that are kept.
const MAX_LANDMARKS: usize = 400;

impl<'a, 'p> Ground<'a, 'p> {
    /// Finds the landmarks in some scopes; `values` are texts that are none.
    pub(super) fn new(
        views: &'a [View<'p>],
        plots: Vec<Plot>,
        values: &'a FxHashSet<Print>,
    ) -> Self {
        let (landmarks, landmark_texts) = (Vec::new(), Vec::new());
        let mut ground = Self { views, plots, landmarks, landmark_texts, values };
        ground.find_landmarks();
        ground
    }

    #[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^52 scopes")]
    fn find_landmarks(&mut self) {
        let mut n_plots: FxHashMap<Print, (u32, usize, &str)> = FxHashMap::default();
        for (number, plot) in self.plots.iter().enumerate() {
            let view = &self.views[plot.page];
            for leaf in view.leaves_of(plot.scope) {
                let said = view.said(leaf);
                if said.text.is_empty() {
                    continue;
                }
                let entry = n_plots.entry(said.print).or_insert((0, usize::MAX, &said.text));
                if entry.1 != number {
                    *entry = (entry.0 + 1, number, entry.2);
                }
            }
        }
        let least = (LANDMARK_SHARE * self.plots.len() as f64).max(2.0);
        let mut found: Vec<(u32, &str)> = n_plots
            .into_iter()
            .filter(|(print, (n, ..))| f64::from(*n) >= least && !self.values.contains(print))
            .map(|(_, (n, _, says))| (n, says))
            .collect();
        found.sort_unstable_by_key(|&(n, says)| (std::cmp::Reverse(n), says));
        found.truncate(MAX_LANDMARKS);
        let prints: Arc<FxHashSet<Print>> =
            Arc::new(found.iter().map(|(_, says)| print(says)).collect());
        let of_page = |_: &View<'_>| Landmarks::new(Arc::clone(&prints));
        self.landmarks = self.views.iter().map(of_page).collect();
        self.landmark_texts = found.into_iter().map(|(_, says)| says.to_owned()).collect();
        self.landmark_texts.sort_unstable();
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

    /// All nodes of a kind, by scopes.
    pub(super) fn nodes(&self, target: &NodeTarget) -> Nodes {
        let mut nodes = Nodes { all: Vec::new(), starts: vec![0] };
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
}

impl Nodes {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.all.len()
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
