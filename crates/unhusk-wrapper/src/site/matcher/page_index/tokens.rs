//! The tokens of the attributes of a page.

use super::PageIndex;
use crate::site::cache::token_masks::TokenMasks;
use crate::site::compile::ancestors::Name;
use crate::site::compile::tokens::TokenMask;
use crate::site::matcher::eval::has_token;
use unhusk_page::VisibleNode;

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

impl<'p> PageIndex<'p> {
    /// The id of an element.
    pub(in crate::site) fn html_id(&self, node: VisibleNode) -> Option<&'p str> {
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
    pub(in crate::site) fn has_token(&self, node: VisibleNode, token: TokenTest<'_>) -> bool {
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
        let mut lists = self.caches.html_ids.of(self).lists(self.tree(), id);
        let list = lists.next()?;
        Some(if lists.next().is_none() { TokenTest::OnlyId(list) } else { TokenTest::Id(id) })
    }

    /// The elements that have a token in an attribute.
    pub(in crate::site) fn holders(&self, attribute: &Name, token: &str) -> Vec<VisibleNode> {
        let tree = self.tree();
        let Some(number) = attribute.number(tree) else { return Vec::new() };
        // Elements share attribute lists, so that there are fewer attributes than elements with attributes.
        let lists = tree.attributes_called(number);
        let lists = lists.filter(|(_, at)| has_token(tree.attribute_value(*at), token));
        let lists: Vec<u32> = lists.map(|(list, _)| list).collect();
        self.with_lists(&lists)
    }

    /// The elements whose attribute lists have these numbers, which are sorted.
    pub(in crate::site) fn with_lists(&self, lists: &[u32]) -> Vec<VisibleNode> {
        let (Some(&lowest), Some(&highest)) = (lists.first(), lists.last()) else {
            return Vec::new();
        };
        let has_one = |node: &VisibleNode| {
            let list = self.tree().attribute_list(self.id(*node));
            // Elements of a class are close together.
            lowest <= list && list <= highest && lists.binary_search(&list).is_ok()
        };
        (0..self.whole().end).filter(has_one).collect()
    }

    /// The tokens of the set that an element has, if there is a set.
    fn mask(&self, node: VisibleNode) -> Option<TokenMask> {
        Some(self.token_masks()?.of(self.tree(), self.id(node)))
    }

    /// The masks of elements, if there is a set with a bit for each token.
    pub(in crate::site) fn token_masks(&self) -> Option<&TokenMasks> {
        self.caches.token_masks.of(self).as_ref()
    }

    /// Calls `seen` with the naming attributes of an element.
    pub(in crate::site) fn naming_attributes(
        &self,
        node: VisibleNode,
        mut seen: impl FnMut(&'p str, &'p str),
    ) {
        let naming = self.caches.naming.of(self);
        let attributes = self.tree().attributes_by_number(self.id(node), |name| naming.has(name));
        for (number, value) in attributes {
            seen(self.tree().name(number), value);
        }
    }

    /// Whether the page has odd tags: they contain signs with which clues separate names.
    pub(in crate::site) fn has_odd_tags(&self) -> bool {
        !self.caches.odd_tags.of(self).is_empty()
    }

    /// Whether the text of a clue may contain an odd tag of the page: then its parts may not mean what they seem to.
    pub(in crate::site) fn is_odd(&self, text: &str) -> bool {
        self.caches.odd_tags.of(self).may_be_in(text)
    }
}
