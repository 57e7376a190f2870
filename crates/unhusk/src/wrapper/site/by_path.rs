//! The elements of a page by the names of the elements around them.
//!
//! Pages have thousands of elements and a few hundred different paths, so that what clues say of names is told once
//! for each path.

use super::view::View;
use crate::wrapper::context::fork::Node;
use std::collections::HashMap;

/// A page's elements by their paths, which are a tree.
#[derive(Debug)]
pub(super) struct ByPath {
    all: Vec<Path>,
    /// The first path that ends in each name, by the numbers of names.
    first_of_name: Vec<Number>,
    /// The next element with the same path.
    next: Vec<Node>,
}

/// The number of a path.
type Number = u32;

const NO_PATH: Number = Number::MAX;

/// The names of an element and of all around it.
#[derive(Debug)]
struct Path {
    /// The number of the element's name.
    name: u32,
    /// That of the element around.
    above: Number,
    /// The first of those of elements inside, and the next inside the same.
    first_below: Number,
    next: Number,
    /// The next path that ends in the same name.
    next_of_name: Number,
    /// The first element that has it, the last, and how many there are.
    first_element: Node,
    last_element: Node,
    n_elements: u32,
}

impl ByPath {
    pub(super) fn new(view: &View<'_>) -> Self {
        let mut interner = Interner::default();
        let mut next: Vec<Node> = vec![0; view.len()];
        let mut of: Vec<Number> = vec![NO_PATH; view.len()];
        // Neighbours are often called alike.
        let mut last = (NO_PATH, u32::MAX, NO_PATH);
        for node in (0..view.whole().end).filter(|&node| !view.is_text(node)) {
            let above = view.parent(node).map_or(NO_PATH, |parent| of[parent as usize]);
            let name = view.tag_number(node);
            if (last.0, last.1) != (above, name) {
                last = (above, name, interner.number(above, name, node));
            }
            let path = &mut interner.all[last.2 as usize];
            next[path.last_element as usize] = node;
            path.last_element = node;
            path.n_elements += 1;
            of[node as usize] = last.2;
        }
        let mut all = interner.all;
        let mut first_of_name = vec![NO_PATH; view.tree().n_names()];
        for (at, path) in all.iter_mut().enumerate().rev() {
            let first = &mut first_of_name[path.name as usize];
            path.next_of_name = std::mem::replace(first, count(at));
        }
        Self { all, first_of_name, next }
    }

    /// Calls `seen` with the elements of which, with those around them, the names have these numbers, nearest first.
    pub(super) fn each(&self, names: &[u32], mut seen: impl FnMut(Node)) {
        let Some(&nearest) = names.first() else { return };
        let mut number = self.first_of_name.get(nearest as usize).copied().unwrap_or(NO_PATH);
        while let Some(path) = self.all.get(number as usize) {
            if self.ends_in(path, names) {
                let link = |&node: &Node| Some(self.next[node as usize]);
                let elements = std::iter::successors(Some(path.first_element), link);
                elements.take(path.n_elements as usize).for_each(&mut seen);
            }
            number = path.next_of_name;
        }
    }

    fn ends_in(&self, path: &Path, names: &[u32]) -> bool {
        let mut around = Some(path);
        names.iter().all(|&name| {
            let is_called = around.is_some_and(|path| path.name == name);
            around = around.and_then(|path| self.all.get(path.above as usize));
            is_called
        })
    }
}

/// Gives paths their numbers.
struct Interner {
    all: Vec<Path>,
    first_root: Number,
    /// Paths that come behind [`FEW`] others below the same one.
    // The page chooses these keys and could make a faster hash collide.
    others: HashMap<(Number, u32), Number>,
}

/// So many paths below one are compared one by one.
const FEW: usize = 12;

impl Default for Interner {
    fn default() -> Self {
        Self { all: Vec::new(), first_root: NO_PATH, others: HashMap::new() }
    }
}

impl Interner {
    /// The number of the path to an element of this name, below that of the element around it.
    fn number(&mut self, above: Number, name: u32, element: Node) -> Number {
        let first = self.all.get(above as usize).map_or(self.first_root, |path| path.first_below);
        let (mut last, mut number) = (NO_PATH, first);
        for _ in 0..FEW {
            let Some(path) = self.all.get(number as usize) else {
                return self.add((above, last), name, element);
            };
            if path.name == name {
                return number;
            }
            (last, number) = (number, path.next);
        }
        if let Some(&known) = self.others.get(&(above, name)) {
            return known;
        }
        // It is found by its key, not behind the others.
        let number = self.push(above, name, element);
        self.others.insert((above, name), number);
        number
    }

    /// Adds a path behind another one below the same.
    fn add(&mut self, (above, last): (Number, Number), name: u32, element: Node) -> Number {
        let number = self.push(above, name, element);
        if let Some(last) = self.all.get_mut(last as usize) {
            last.next = number;
        } else if let Some(above) = self.all.get_mut(above as usize) {
            above.first_below = number;
        } else {
            self.first_root = number;
        }
        number
    }

    fn push(&mut self, above: Number, name: u32, element: Node) -> Number {
        self.all.push(Path {
            name,
            above,
            first_below: NO_PATH,
            next: NO_PATH,
            next_of_name: NO_PATH,
            first_element: element,
            last_element: element,
            n_elements: 0,
        });
        count(self.all.len() - 1)
    }
}

fn count(n: usize) -> Number {
    Number::try_from(n).expect("a tree has fewer than 2^32 nodes")
}
