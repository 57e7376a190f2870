//! The tokens of the attributes of a page.

use super::PageIndex;
use crate::context::fork::Node;
use crate::context::naming::naming_attributes;
use crate::site::cache::token_masks::TokenMasks;
use crate::site::compile::ancestors::Name;
use crate::site::compile::tokens::TokenMask;
use crate::site::matcher::eval::has_token;
use unhusk_page::Tree;

/// A test for an attribute token.
#[derive(Debug, Clone, Copy)]
pub(in crate::site) enum TokenTest<'w> {
    /// By the bit of the token.
    Mask(TokenMask),
    /// By the value of the attribute whose name has this number.
    Written(u32, &'w str),
    /// By the id.
    Id(&'w str),
    /// By the number of the only attribute list that has the id.
    OnlyId(u32),
}

/// An id on a page.
#[derive(Debug)]
pub(super) struct HtmlId {
    /// The number of the attribute list.
    list: u32,
    /// The position among all attributes of the page.
    at: u32,
    /// Length and first byte: most other ids differ in these.
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

    /// The test for a token of an attribute; `None` if no element has the attribute.
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

    /// The test for an id; `None` if no element has it.
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

    /// The elements that have a token in an attribute.
    pub(in crate::site) fn holders(&self, attribute: &Name, token: &str) -> Vec<Node> {
        let tree = self.tree();
        let Some(number) = attribute.number(tree) else { return Vec::new() };
        // Elements share attribute lists, so that there are fewer attributes than elements with attributes.
        let lists = tree.attributes_called(number);
        let lists = lists.filter(|(_, at)| has_token(tree.attribute_value(*at), token));
        let lists: Vec<u32> = lists.map(|(list, _)| list).collect();
        self.with_lists(&lists)
    }

    /// The elements whose attribute lists have these numbers, which are sorted.
    pub(in crate::site) fn with_lists(&self, lists: &[u32]) -> Vec<Node> {
        let (Some(&lowest), Some(&highest)) = (lists.first(), lists.last()) else {
            return Vec::new();
        };
        let has_one = |node: &Node| {
            let list = self.tree().attribute_list(self.id(*node));
            // Elements of a class are close together.
            lowest <= list && list <= highest && lists.binary_search(&list).is_ok()
        };
        (0..self.whole().end).filter(has_one).collect()
    }

    /// The tokens of the set that an element has, if there is a set.
    fn mask(&self, node: Node) -> Option<TokenMask> {
        Some(self.token_masks()?.of(self.tree(), self.id(node)))
    }

    /// The masks of elements, if there is a set with a bit for each token.
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

    /// For each number of a name, whether it is that of a naming attribute.
    fn naming(&self) -> &[bool] {
        self.naming.get_or_init(|| naming_attributes(self.tree()))
    }
}
