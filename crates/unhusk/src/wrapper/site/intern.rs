//! Signs of a page's elements, as they are met.

use super::alphabet::{Letter, Letters};
use super::sight::is_stable;
use super::trie::{NO_SIGN, Number, Sign, Trie};
use super::view::View;
use crate::page::{NodeId, Tree};
use crate::wrapper::context::fork::Node;
use rustc_hash::FxHasher;
use std::collections::HashMap;
use std::hash::Hasher;

/// Gives signs their numbers.
pub(super) struct Interner<'a> {
    tree: &'a Tree,
    words: Words<'a>,
    trie: Trie,
    first_root: Number,
    /// Signs that come behind [`FEW`] others below the same one.
    // The page chooses these keys and could make a faster hash collide.
    others: HashMap<(Number, u32, u64), Number>,
    /// Room for the letters of an element.
    room: Vec<Letter>,
}

/// The words of elements that make a difference.
enum Words<'a> {
    /// Those that a wrapper asks for.
    Asked(Letters<'a>),
    /// All of them.
    All(AllWords<'a>),
}

/// So many signs below one are compared one by one.
const FEW: usize = 12;

impl<'a> Interner<'a> {
    pub(super) fn new(view: &'a View<'_>) -> Self {
        let words = match view.alphabet() {
            Some(alphabet) => Words::Asked(alphabet.on(view.tree())),
            None => Words::All(AllWords::new(view)),
        };
        let has_letters = matches!(words, Words::Asked(_));
        let (signs, letters, first_of_tag) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            tree: view.tree(),
            words,
            trie: Trie { signs, letters, has_letters, first_of_tag },
            first_root: NO_SIGN,
            others: HashMap::new(),
            room: Vec::new(),
        }
    }

    /// The number of an element's sign, below that of the element around it.
    pub(super) fn number(&mut self, above: Number, node: Node, id: NodeId) -> Number {
        let tag = self.tree.tag_number(id);
        let words = self.words_of(id);
        let first = match self.trie.signs.get(above as usize) {
            Some(sign) => sign.first_below,
            None => self.first_root,
        };
        let mut last = NO_SIGN;
        let mut number = first;
        for _ in 0..FEW {
            let Some(sign) = self.trie.signs.get(number as usize) else {
                return self.add((above, last), (tag, words), node);
            };
            if (sign.tag, sign.words) == (tag, words) {
                return number;
            }
            (last, number) = (number, sign.next);
        }
        if let Some(&known) = self.others.get(&(above, tag, words)) {
            return known;
        }
        let number = self.add((above, NO_SIGN), (tag, words), node);
        self.others.insert((above, tag, words), number);
        number
    }

    fn words_of(&mut self, id: NodeId) -> u64 {
        self.room.clear();
        match &mut self.words {
            Words::All(all) => all.of(self.tree, id),
            Words::Asked(letters) => {
                let room = &mut self.room;
                letters.each(id, |letter| room.push(letter));
                let mut hasher = FxHasher::default();
                // Nothing has the hash 0, and so would the number 0.
                for &letter in &*room {
                    hasher.write_u32(letter + 1);
                }
                hasher.finish()
            }
        }
    }

    /// Adds a sign behind another one below the same.
    fn add(
        &mut self,
        (above, last): (Number, Number),
        (tag, words): (u32, u64),
        node: Node,
    ) -> Number {
        let Trie { signs, letters, .. } = &mut self.trie;
        let number = count(signs.len());
        let first_letter = count(letters.len());
        letters.append(&mut self.room);
        let depth = signs.get(above as usize).map_or(0, |above| above.depth + 1);
        match (signs.get_mut(last as usize), above) {
            (Some(last), _) => last.next = number,
            (None, NO_SIGN) if self.first_root == NO_SIGN => self.first_root = number,
            (None, _) => {
                if let Some(above) = signs.get_mut(above as usize)
                    && above.first_below == NO_SIGN
                {
                    above.first_below = number;
                }
            }
        }
        signs.push(Sign {
            above,
            depth,
            node,
            tag,
            words,
            letters: first_letter..count(letters.len()),
            first_below: NO_SIGN,
            next: NO_SIGN,
            next_of_tag: NO_SIGN,
        });
        number
    }

    /// How many signs there are so far.
    pub(super) fn len(&self) -> usize {
        self.trie.len()
    }

    /// The signs of the page.
    pub(super) fn finish(mut self) -> Trie {
        let mut first_of_tag = vec![NO_SIGN; self.tree.n_names()];
        for (at, sign) in self.trie.signs.iter_mut().enumerate().rev() {
            let first = &mut first_of_tag[sign.tag as usize];
            sign.next_of_tag = std::mem::replace(first, count(at));
        }
        Trie { first_of_tag, ..self.trie }
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).expect("a tree has fewer than 2^32 nodes, and few letters each")
}

/// All words of elements.
struct AllWords<'a> {
    /// For each number of a name whether attributes of this name have words.
    naming: &'a [bool],
    /// What was met of late, by all that is written in the element.
    recent: Vec<(u64, u64)>,
}

const N_RECENT: usize = 512;

impl<'a> AllWords<'a> {
    fn new(view: &'a View<'_>) -> Self {
        let nothing = FxHasher::default().finish();
        Self { naming: view.naming(), recent: vec![(nothing, nothing); N_RECENT] }
    }

    /// A hash of an element's words.
    fn of(&mut self, tree: &Tree, id: NodeId) -> u64 {
        let written = self.written(tree, id);
        let slot = usize::try_from(written % N_RECENT as u64).unwrap_or(0);
        if self.recent[slot].0 != written {
            self.recent[slot] = (written, self.telling(tree, id));
        }
        self.recent[slot].1
    }

    /// A hash of an element's naming attributes, just as they are written.
    fn written(&self, tree: &Tree, id: NodeId) -> u64 {
        let mut hasher = FxHasher::default();
        let is_naming = |number: u32| self.naming[number as usize];
        for (number, value) in tree.attributes_by_number(id, is_naming) {
            hasher.write_u32(number);
            hasher.write(value.as_bytes());
        }
        hasher.finish()
    }

    /// The same as far as it makes a difference to clues. Elements that were made to have the same one only spoil
    /// the page that they are on.
    fn telling(&self, tree: &Tree, id: NodeId) -> u64 {
        let mut hasher = FxHasher::default();
        let is_naming = |number: u32| self.naming[number as usize];
        for (number, value) in tree.attributes_by_number(id, is_naming) {
            hasher.write_u32(number);
            // Counters and keys make no difference to any clue.
            if is_stable(value) || is_stable(value.trim()) {
                hasher.write(value.as_bytes());
                continue;
            }
            for token in value.split_ascii_whitespace() {
                hasher.write(if is_stable(token) { token.as_bytes() } else { b"\0" });
            }
        }
        hasher.finish()
    }
}
