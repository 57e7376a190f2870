//! The words that someone gave the elements of a page.

use super::{Scope, View};
use crate::wrapper::context::fork::Node;
use crate::wrapper::context::reading::naming_attributes;
use crate::wrapper::site::alphabet::{Letters, Spellings};
use crate::wrapper::site::lineage::Name;
use crate::wrapper::site::sight::words;

/// A word that elements of a page may have.
#[derive(Debug, Clone, Copy)]
pub(in crate::wrapper::site) enum Word<'w> {
    /// One that has a bit.
    Letter(Letters),
    /// One that is written in the attribute whose name has this number.
    Written(u32, &'w str),
}

/// The elements that have a word.
pub(in crate::wrapper::site) enum Holders<'w> {
    /// Those with attribute lists of these numbers.
    Lists(Vec<u32>),
    /// Those that are asked one by one.
    Asked(Word<'w>),
}

impl Holders<'_> {
    /// Whether an element is one of them.
    pub(in crate::wrapper::site) fn has(&self, view: &View<'_>, node: Node) -> bool {
        match self {
            Self::Lists(lists) => {
                lists.binary_search(&view.tree().attribute_list(view.id(node))).is_ok()
            }
            Self::Asked(word) => view.has_word(node, *word),
        }
    }
}

impl<'p> View<'p> {
    /// The id of an element.
    pub(in crate::wrapper::site) fn html_id(&self, node: Node) -> Option<&'p str> {
        let is_id = |number| Some(number) == self.id_number;
        let mut ids = self.tree().attributes_by_number(self.id(node), is_id);
        ids.next().map(|(_, value)| value.trim())
    }

    /// How elements that have a word in an attribute of this name are told; none if there are none.
    pub(in crate::wrapper::site) fn word<'w>(
        &self,
        attribute: &Name,
        word: &'w str,
    ) -> Option<Word<'w>> {
        let number = attribute.number(self.tree())?;
        let letter = self.spellings().and_then(|all| all.letter(attribute.text(), word));
        Some(letter.map_or(Word::Written(number, word), Word::Letter))
    }

    /// Whether an element has a word.
    pub(in crate::wrapper::site) fn has_word(&self, node: Node, word: Word<'_>) -> bool {
        match word {
            Word::Letter(letter) => self.letters(node).is_some_and(|all| all & letter != 0),
            Word::Written(attribute, word) => {
                let is_asked = |number| number == attribute;
                let mut values = self.tree().attributes_by_number(self.id(node), is_asked);
                let (_, value) = values.next().unwrap_or_default();
                has_token(value, word)
            }
        }
    }

    /// The elements of a scope that have a word, which is written in an attribute of this name.
    pub(in crate::wrapper::site) fn holders<'w>(
        &self,
        scope: Scope,
        word: Word<'w>,
        (attribute, written): (&Name, &str),
    ) -> Holders<'w> {
        match attribute.number(self.tree()) {
            // All attributes of a page are looked at sooner than those of each of its elements.
            Some(number) if scope == self.whole() => {
                let has_word = |value: &str| has_token(value, written);
                Holders::Lists(self.tree().attribute_lists(number, has_word))
            }
            _ => Holders::Asked(word),
        }
    }

    /// What an element has of the alphabet, if there is one.
    fn letters(&self, node: Node) -> Option<Letters> {
        Some(self.spellings()?.of(self.tree(), self.id(node)))
    }

    /// What elements have of the alphabet, if there is one that has room for all words.
    pub(in crate::wrapper::site) fn spellings(&self) -> Option<&Spellings> {
        let alphabet = self.alphabet.as_ref().filter(|alphabet| !alphabet.is_cut())?;
        Some(self.spellings.get_or_init(|| Spellings::new(alphabet, self.tree())))
    }

    /// Calls `seen` with the naming attributes of an element.
    pub(in crate::wrapper::site) fn naming_attributes(
        &self,
        node: Node,
        mut seen: impl FnMut(&'p str, &'p str),
    ) {
        let naming = self.naming();
        let is_naming = |number: u32| naming[number as usize];
        for (number, value) in self.tree().attributes_by_number(self.id(node), is_naming) {
            seen(self.tree().name(number), value);
        }
    }

    /// For each number of a name whether it is that of a naming attribute.
    fn naming(&self) -> &[bool] {
        self.naming.get_or_init(|| naming_attributes(self.tree()))
    }
}

fn has_token(value: &str, word: &str) -> bool {
    value.len() >= word.len() && words(value).any(|token| token == word)
}
