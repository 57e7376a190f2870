//! The tokens of the attributes of a page.

use super::PageIndex;
use crate::context::fork::Node;
use crate::context::reading::naming_attributes;
use crate::site::cache::token_masks::TokenMasks;
use crate::site::compile::ancestors::Name;
use crate::site::compile::tokens::TokenMask;
use crate::site::matcher::eval::has_token;
use unhusk_page::Tree;

/// A token that elements of a page may have.
#[derive(Debug, Clone, Copy)]
pub(in crate::site) enum TokenTest<'w> {
    /// One that has a bit.
    Mask(TokenMask),
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

    /// How elements that have a token in an attribute of this name are told; none if there are none.
    pub(in crate::site) fn token_test<'w>(
        &self,
        attribute: &Name,
        token: &'w str,
    ) -> Option<TokenTest<'w>> {
        let number = attribute.number(self.tree())?;
        let mask = self.token_masks().and_then(|all| all.mask_of(attribute.text(), token));
        Some(mask.map_or(TokenTest::Written(number, token), TokenTest::Mask))
    }

    /// Whether an element has a token.
    pub(in crate::site) fn has_token(&self, node: Node, token: TokenTest<'_>) -> bool {
        match token {
            TokenTest::Mask(mask) => self.mask(node).is_some_and(|all| all & mask != 0),
            TokenTest::Written(attribute, token) => {
                let is_asked = |number| number == attribute;
                let mut values = self.tree().attributes_by_number(self.id(node), is_asked);
                let (_, value) = values.next().unwrap_or_default();
                has_token(value, token)
            }
            TokenTest::Id(id) => self.html_id(node) == Some(id),
            TokenTest::OnlyId(list) => self.tree().attribute_list(self.id(node)) == list,
        }
    }

    /// How the elements that have an id are told; none if there are none.
    pub(in crate::site) fn id_test<'w>(&self, id: &'w str) -> Option<TokenTest<'w>> {
        let mut lists = self.html_ids().iter().filter(|other| other.is(self.tree(), id));
        let list = lists.next()?.list;
        Some(if lists.next().is_none() { TokenTest::OnlyId(list) } else { TokenTest::Id(id) })
    }

    fn html_ids(&self) -> &[HtmlId] {
        self.html_ids.get_or_init(|| {
            let Some(number) = self.id_number else { return Vec::new() };
            let ids = self.tree().attributes_called(number);
            ids.map(|(list, at)| HtmlId::new(self.tree(), list, at)).collect()
        })
    }

    /// The elements that have a token in an attribute of this name.
    pub(in crate::site) fn holders(&self, attribute: &Name, token: &str) -> Vec<Node> {
        let tree = self.tree();
        let Some(number) = attribute.number(tree) else { return Vec::new() };
        // All attributes of a page are looked at sooner than those of each of its elements.
        let lists = tree.attributes_called(number);
        let lists = lists.filter(|(_, at)| has_token(tree.attribute_value(*at), token));
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
    fn mask(&self, node: Node) -> Option<TokenMask> {
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
