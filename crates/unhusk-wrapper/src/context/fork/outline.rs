//! The tree on which contextual rules are defined: elements and texts only, as flat arrays.
//!
//! An outline may hold several pages side by side; a page's root simply has no parent. Rules depend only on the parent,
//! the children and the symbol of a node, so everything here is a number.

/// A node of an [`Outline`]: its position in document order.
pub type Node = u32;

/// Parents and children of the nodes of one or more pages, in document order.
#[derive(Debug, Clone, Default)]
pub struct Outline {
    /// Parent of each node; [`NO_PARENT`] for a root.
    parents: Vec<u32>,
    /// Start of the children of each node in `children`; one more entry than there are nodes.
    starts: Vec<u32>,
    /// The children of all nodes, those of one node together, in document order.
    children: Vec<Node>,
    /// Position of each node among the children of its parent.
    positions: Vec<u32>,
    /// Levels of each node's subtree, itself included.
    levels: Vec<u32>,
    /// One past the last node of each node's subtree.
    ends: Vec<Node>,
}

/// In place of the parent of a root.
pub const NO_PARENT: Node = Node::MAX;

impl Outline {
    /// Creates the outline whose nodes, in document order, have these parents, which precede their children;
    /// [`NO_PARENT`] for roots.
    pub fn from_parents(parents: Vec<Node>) -> Self {
        let mut outline = Self { parents, ..Self::default() };
        outline.link_children();
        outline.measure_subtrees();
        outline
    }

    fn measure_subtrees(&mut self) {
        let n_nodes = self.parents.len();
        self.levels = vec![1; n_nodes];
        self.ends = (1..).take(n_nodes).collect();
        for (node, &parent) in self.parents.iter().enumerate().rev() {
            let (levels, end) = (self.levels[node] + 1, self.ends[node]);
            let parent = parent as usize;
            if parent < n_nodes {
                self.levels[parent] = levels.max(self.levels[parent]);
                self.ends[parent] = end.max(self.ends[parent]);
            }
        }
    }

    fn link_children(&mut self) {
        let n_nodes = self.parents.len();
        let mut counts = vec![0_u32; n_nodes + 1];
        self.positions =
            self.parents.iter().map(|&parent| take_position(&mut counts, parent)).collect();
        let mut start = 0;
        self.starts = counts
            .iter()
            .map(|count| {
                let this = start;
                start += count;
                this
            })
            .collect();
        self.children = vec![0; start as usize];
        for (node, &parent) in (0..).zip(&self.parents) {
            if parent != NO_PARENT {
                let at = self.starts[parent as usize] + self.positions[node as usize];
                self.children[at as usize] = node;
            }
        }
    }

    /// Number of nodes.
    #[expect(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Returns the parent of `node`; `None` for the root of a page.
    pub fn parent(&self, node: Node) -> Option<Node> {
        let parent = self.parents[node as usize];
        (parent != NO_PARENT).then_some(parent)
    }

    /// The children of a node, in document order.
    pub fn children(&self, node: Node) -> &[Node] {
        let node = node as usize;
        &self.children[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// Position of a node among the children of its parent; 0 for a root.
    pub fn position(&self, node: Node) -> usize {
        self.positions[node as usize] as usize
    }

    /// Returns the number of levels of a node's subtree, itself included.
    pub fn levels(&self, node: Node) -> usize {
        self.levels[node as usize] as usize
    }

    /// One past the last node of a node's subtree.
    pub fn end(&self, node: Node) -> Node {
        self.ends[node as usize]
    }

    /// Returns the node `n_levels` above, or the root if that is nearer.
    pub fn ancestor(&self, node: Node, n_levels: usize) -> Node {
        let mut top = node;
        for _ in 0..n_levels {
            match self.parents[top as usize] {
                NO_PARENT => break,
                parent => top = parent,
            }
        }
        top
    }

    /// A node and those above it, nearest first.
    pub fn chain(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        std::iter::successors(Some(node), |&node| self.parent(node))
    }
}

fn take_position(counts: &mut [u32], parent: u32) -> u32 {
    let Some(count) = counts.get_mut(parent as usize) else { return 0 };
    *count += 1;
    *count - 1
}
