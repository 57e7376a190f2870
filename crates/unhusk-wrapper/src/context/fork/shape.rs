//! Sets of forks, kept small: a set of trees is a symbol and the windows of children that may be below it.
//!
//! A *(k,l)-fork* is a piece of a tree: a node, k neighbouring children of it, k neighbouring children of each of
//! those, and so on for l levels. The number of forks at one place multiplies level by level with the choices of
//! windows, so forks are never listed. A [`ForkShape`] represents all forks of one node at one depth: `tr(td,td|td,th)`
//! is the two trees `tr(td,td)` and `tr(td,th)`. Equal shapes are one shape, however often they occur on a page.

use super::symbol::NodeSymbol;
use rustc_hash::FxHashMap;

/// Number of a [`ForkShape`] in its [`Forks`].
pub type ShapeId = u32;

/// A set of forks: all trees with this symbol over one of the windows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ForkShape {
    /// Symbol of the root of all its trees.
    pub symbol: NodeSymbol,
    /// Whether that root is the node to select.
    pub marked: bool,
    /// Alternatives, sorted: the children, each any tree of its shape. A leaf has one window, without children.
    pub windows: Vec<Window>,
}

/// Neighbouring children.
pub type Window = Box<[ShapeId]>;

/// A set of forks, each of which contains the mark.
#[derive(Debug, Clone, Default)]
pub struct Forks {
    shapes: Vec<ForkShape>,
    index: FxHashMap<ForkShape, ShapeId>,
    roots: Vec<ShapeId>,
}

impl Forks {
    /// Returns the number of a shape, equal for equal shapes. Its children must be interned before.
    pub fn intern(&mut self, mut shape: ForkShape) -> ShapeId {
        shape.windows.sort_unstable();
        shape.windows.dedup();
        if let Some(&id) = self.index.get(&shape) {
            return id;
        }
        let id = ShapeId::try_from(self.shapes.len()).expect("limits keep shapes far below 2^32");
        self.shapes.push(shape.clone());
        self.index.insert(shape, id);
        id
    }

    /// Adds the forks of a shape to the set.
    pub fn add_root(&mut self, shape: ShapeId) {
        if let Err(at) = self.roots.binary_search(&shape) {
            self.roots.insert(at, shape);
        }
    }

    /// Returns all shapes; the children of a shape precede it.
    pub fn shapes(&self) -> &[ForkShape] {
        &self.shapes
    }

    /// Returns the shapes whose forks form the set, in order of their numbers.
    pub fn roots(&self) -> &[ShapeId] {
        &self.roots
    }

    /// The shape with a number.
    pub fn shape(&self, id: ShapeId) -> &ForkShape {
        &self.shapes[id as usize]
    }
}
