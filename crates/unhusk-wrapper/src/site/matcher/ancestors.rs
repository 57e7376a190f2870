//! Nodes by the elements around them: an [`AncestorPath`] on one page.

use super::eval::{AROUND, EvalContext};
use super::page_index::{PageIndex, TokenTest};
use crate::site::compile::ancestors::{AncestorPath, Name, Rest};
use unhusk_page::VisibleNode;

impl AncestorPath {
    /// The path with the names and tokens of a page.
    pub(in crate::site) fn on<'l>(&'l self, context: EvalContext<'_, '_>) -> BoundPath<'l> {
        let EvalContext { index, scope, .. } = context;
        let is_page = scope == index.whole();
        let token = match &self.rest {
            // Few elements of a page have these tags around them; the masks of a record are known already.
            Rest::Token(attribute, token) if is_page => {
                attribute.number(index.tree()).map(|number| TokenTest::Written(number, token))
            }
            Rest::Token(attribute, token) | Rest::TokenAround(attribute, token) => {
                index.token_test(attribute, token)
            }
            Rest::Id(id) if is_page => index.id_test(id),
            Rest::Id(id) => Some(TokenTest::Id(id)),
            _ => None,
        };
        BoundPath { path: self, token, is_odd: index.is_odd(&self.text) }
    }
}

/// An ancestor path on one page.
#[derive(Clone, Copy)]
pub(in crate::site) struct BoundPath<'l> {
    path: &'l AncestorPath,
    /// How to test for the token, if elements of the page may have it.
    token: Option<TokenTest<'l>>,
    /// Whether the text of the clue may contain an odd tag, so that texts have to be compared.
    is_odd: bool,
}

impl BoundPath<'_> {
    /// Calls `seen` with the elements, or the texts, of the scope of which the clue holds.
    pub(in crate::site) fn each(
        self,
        context: EvalContext<'_, '_>,
        of_texts: bool,
        seen: impl FnMut(VisibleNode),
    ) {
        let EvalContext { index, scope, .. } = context;
        if self.is_odd || scope != index.whole() {
            return self.each_by_one(context, of_texts, seen);
        }
        if self.needs_token() && self.token.is_none() {
            return;
        }
        match (&self.path.rest, self.token) {
            (Rest::TokenAround(attribute, class), _) => {
                let holders = index.holders(attribute, class);
                each_around(index, &holders, of_texts, seen);
            }
            _ if !self.path.names.is_empty() => self.each_by_path(context, of_texts, seen),
            (Rest::Id(_), Some(TokenTest::OnlyId(list))) => {
                each_in(index, &index.with_lists(&[list]), of_texts, seen);
            }
            _ => self.each_by_one(context, of_texts, seen),
        }
    }

    fn needs_token(self) -> bool {
        matches!(self.path.rest, Rest::Token(..) | Rest::TokenAround(..) | Rest::Id(_))
    }

    /// Tests all nodes of the scope.
    fn each_by_one(
        self,
        context: EvalContext<'_, '_>,
        of_texts: bool,
        seen: impl FnMut(VisibleNode),
    ) {
        let EvalContext { index, scope, .. } = context;
        let holds = |node: &VisibleNode| self.holds(context, *node);
        if of_texts {
            let texts = index.leaves_of(scope).map(|leaf| index.leaf(leaf));
            return texts.filter(holds).for_each(seen);
        }
        let elements = (scope.first..scope.end).filter(|&node| !index.is_text(node));
        elements.filter(holds).for_each(seen);
    }

    /// Tests the nodes of the page that have the tags around them.
    fn each_by_path(
        self,
        context: EvalContext<'_, '_>,
        of_texts: bool,
        mut seen: impl FnMut(VisibleNode),
    ) {
        let index = context.index;
        let numbers = self.path.names.iter().map(|name| name.number(index.tree()));
        let Some(numbers) = numbers.collect::<Option<Vec<u32>>>() else { return };
        // Neighbours have the same elements around them.
        let mut last: Option<(Option<VisibleNode>, bool)> = None;
        index.caches().paths.of(index).each(index, &numbers, of_texts, |node| {
            let nearest = if of_texts { index.parent(node).unwrap_or(node) } else { node };
            let parent = index.parent(nearest);
            let holds_around = match last {
                Some((around, holds)) if around == parent => holds,
                _ => self.holds_around(context, nearest),
            };
            last = Some((parent, holds_around));
            if holds_around && self.holds_of(context, nearest) {
                seen(node);
            }
        });
    }

    /// Whether the clue holds of a node.
    pub(in crate::site) fn holds(self, context: EvalContext<'_, '_>, node: VisibleNode) -> bool {
        let index = context.index;
        if self.is_odd {
            return self.has_text(context, node);
        }
        let mut around = context.around(node);
        let mut is_called =
            |name: &Name| around.next().is_some_and(|element| name.is_of(index, element));
        self.path.names.iter().all(&mut is_called) && self.rest_holds(context, node)
    }

    /// Whether the rest of the clue holds of a node that has the tags around it.
    fn rest_holds(self, context: EvalContext<'_, '_>, node: VisibleNode) -> bool {
        match context.level(node, 0) {
            Some(nearest) => self.holds_around(context, nearest) && self.holds_of(context, nearest),
            None => self.has_text(context, node),
        }
    }

    /// The part of the test that only depends on the elements around `nearest`.
    fn holds_around(self, context: EvalContext<'_, '_>, nearest: VisibleNode) -> bool {
        let (index, n_names) = (context.index, self.path.names.len());
        let level = |n_levels| context.level(nearest, n_levels);
        match &self.path.rest {
            Rest::Top => level(n_names).is_none(),
            Rest::Token(..) if n_names > 1 => {
                level(n_names - 1).is_some_and(|top| self.has_token(index, top))
            }
            Rest::Id(_) if n_names > 0 => {
                let has_id = |element| index.html_id(element).is_some();
                level(n_names).is_some_and(|top| self.has_token(index, top))
                    && !context.around(nearest).take(n_names).skip(1).any(has_id)
            }
            _ => true,
        }
    }

    /// The part of the test that depends on `nearest` itself.
    fn holds_of(self, context: EvalContext<'_, '_>, nearest: VisibleNode) -> bool {
        let (index, n_names) = (context.index, self.path.names.len());
        match &self.path.rest {
            Rest::Token(..) if n_names == 1 => self.has_token(index, nearest),
            Rest::Id(_) if n_names == 0 => self.has_token(index, nearest),
            Rest::Id(_) => index.html_id(nearest).is_none(),
            Rest::TokenAround(..) => {
                context.around(nearest).take(AROUND).any(|around| self.has_token(index, around))
            }
            Rest::Nothing | Rest::Top | Rest::Token(..) => true,
        }
    }

    fn has_token(self, index: &PageIndex<'_>, element: VisibleNode) -> bool {
        self.token.is_some_and(|token| index.has_token(element, token))
    }

    fn has_text(self, context: EvalContext<'_, '_>, node: VisibleNode) -> bool {
        context.has_value(self.path.feature, node, &self.path.text)
    }
}

/// Calls `seen` with some elements, or with the texts in these.
fn each_in(
    index: &PageIndex<'_>,
    elements: &[VisibleNode],
    of_texts: bool,
    mut seen: impl FnMut(VisibleNode),
) {
    if !of_texts {
        return elements.iter().copied().for_each(seen);
    }
    for &element in elements {
        index.children(element).filter(|&child| index.is_text(child)).for_each(&mut seen);
    }
}

/// Calls `seen` with the holders of a token and the elements up to [`AROUND`] levels below, or with their texts.
fn each_around(
    index: &PageIndex<'_>,
    holders: &[VisibleNode],
    of_texts: bool,
    mut seen: impl FnMut(VisibleNode),
) {
    // The ends of the open elements, each with its distance from the nearest holder.
    let mut open: Vec<(VisibleNode, usize)> = Vec::new();
    let mut holders = holders.iter().copied().peekable();
    let mut node = 0;
    while let Some(&holder) = holders.peek() {
        // There is nothing to visit between holders.
        node = node.max(holder);
        let end = index.end(node);
        while node < end {
            let is_text = index.is_text(node);
            while open.pop_if(|(end, _)| *end <= node).is_some() {}
            let n_levels = match open.last() {
                _ if holders.next_if_eq(&node).is_some() => 0,
                Some((_, n_levels)) => n_levels + usize::from(!is_text),
                None => 0,
            };
            if n_levels < AROUND && is_text == of_texts {
                seen(node);
            }
            if !is_text {
                open.push((index.end(node), n_levels));
            }
            node += 1;
        }
    }
}
