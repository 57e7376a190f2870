//! The words that someone gave the elements of a page.

use super::PageIndex;
use crate::context::fork::Node;
use crate::context::reading::naming_attributes;
use crate::site::alphabet::{TokenMask, TokenMasks};
use crate::site::lineage::Name;
use crate::site::sight::has_word;
use unhusk_page::Tree;

/// A word that elements of a page may have.
#[derive(Debug, Clone, Copy)]
pub(in crate::site) enum Word<'w> {
    /// One that has a bit.
    Letter(TokenMask),
    /// One that is written in the attribute whose name has this number.
    Written(u32, &'w str),
    /// An id.
    Id(&'w str),
    /// An id that is written in just one attribute list.
    OnlyId(u32),
}

/// An id on a page.
#[derive(Debug)]
pub(super) struct HtmlId {
    /// The attribute list that it is in.
    list: u32,
    /// Its position among all attributes.
    at: u32,
    /// Its length, and the byte it begins with: most others differ in these.
    key: (usize, Option<u8>),
}

impl HtmlId {
    fn new(tree: &Tree, list: u32, at: u32) -> Self {
        Self { list, at, key: Self::key(tree.attribute_value(at).trim()) }
    }

    fn is(&self, tree: &Tree, id: &str) -> bool {
        self.key == Self::key(id) && tree.attribute_value(self.at).trim() == id
    }

    fn key(id: &str) -> (usize, Option<u8>) {
        (id.len(), id.as_bytes().first().copied())
    }
}

impl<'p> PageIndex<'p> {
    /// The id of an element.
    pub(in crate::site) fn html_id(&self, node: Node) -> Option<&'p str> {
        let is_id = |number| Some(number) == self.id_number;
        let mut ids = self.tree().attributes_by_number(self.id(node), is_id);
        ids.next().map(|(_, value)| value.trim())
    }

    /// How elements that have a word in an attribute of this name are told; none if there are none.
    pub(in crate::site) fn word<'w>(&self, attribute: &Name, word: &'w str) -> Option<Word<'w>> {
        let number = attribute.number(self.tree())?;
        let letter = self.token_masks().and_then(|all| all.letter(attribute.text(), word));
        Some(letter.map_or(Word::Written(number, word), Word::Letter))
    }

    /// Whether an element has a word.
    pub(in crate::site) fn has_word(&self, node: Node, word: Word<'_>) -> bool {
        match word {
            Word::Letter(letter) => self.letters(node).is_some_and(|all| all & letter != 0),
            Word::Written(attribute, word) => {
                let is_asked = |number| number == attribute;
                let mut values = self.tree().attributes_by_number(self.id(node), is_asked);
                let (_, value) = values.next().unwrap_or_default();
                has_word(value, word)
            }
            Word::Id(id) => self.html_id(node) == Some(id),
            Word::OnlyId(list) => self.tree().attribute_list(self.id(node)) == list,
        }
    }

    /// How the elements that have an id are told; none if there are none.
    pub(in crate::site) fn id_word<'w>(&self, id: &'w str) -> Option<Word<'w>> {
        let mut lists = self.html_ids().iter().filter(|other| other.is(self.tree(), id));
        let list = lists.next()?.list;
        Some(if lists.next().is_none() { Word::OnlyId(list) } else { Word::Id(id) })
    }

    fn html_ids(&self) -> &[HtmlId] {
        self.html_ids.get_or_init(|| {
            let Some(number) = self.id_number else { return Vec::new() };
            let ids = self.tree().attributes_called(number);
            ids.map(|(list, at)| HtmlId::new(self.tree(), list, at)).collect()
        })
    }

    /// The elements that have a word in an attribute of this name.
    pub(in crate::site) fn holders(&self, attribute: &Name, word: &str) -> Vec<Node> {
        let tree = self.tree();
        let Some(number) = attribute.number(tree) else { return Vec::new() };
        // All attributes of a page are looked at sooner than those of each of its elements.
        let lists = tree.attributes_called(number);
        let lists = lists.filter(|(_, at)| has_word(tree.attribute_value(*at), word));
        let lists: Vec<u32> = lists.map(|(list, _)| list).collect();
        self.with_lists(&lists)
    }

    /// The elements whose attribute lists have these numbers, which are in order.
    pub(in crate::site) fn with_lists(&self, lists: &[u32]) -> Vec<Node> {
        let (Some(&lowest), Some(&highest)) = (lists.first(), lists.last()) else {
            return Vec::new();
        };
        let has_one = |node: &Node| {
            let list = self.tree().attribute_list(self.id(*node));
            // Elements of a class stand together.
            lowest <= list && list <= highest && lists.binary_search(&list).is_ok()
        };
        (0..self.whole().end).filter(has_one).collect()
    }

    /// What an element has of the alphabet, if there is one.
    fn letters(&self, node: Node) -> Option<TokenMask> {
        Some(self.token_masks()?.of(self.tree(), self.id(node)))
    }

    /// What elements have of the alphabet, if there is one that has room for all words.
    pub(in crate::site) fn token_masks(&self) -> Option<&TokenMasks> {
        let tokens = self.tokens.as_ref().filter(|tokens| !tokens.is_cut())?;
        Some(self.token_masks.get_or_init(|| TokenMasks::new(tokens, self.tree())))
    }

    /// Calls `seen` with the naming attributes of an element.
    pub(in crate::site) fn naming_attributes(
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
