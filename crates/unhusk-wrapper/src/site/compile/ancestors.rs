//! Clues about the elements around a node, with their names as numbers: their tags, and a token that one of them has.

use crate::context::naming::is_naming_in_sites;
use crate::site::clue::{Clue, Feature, Tag};
use crate::site::matcher::eval::{MAX_LEVELS, is_stable};
use crate::site::matcher::page_index::PageIndex;
use unhusk_page::{Tree, VisibleNode};

/// A clue about the elements around a node, taken apart.
#[derive(Debug, Clone)]
pub(in crate::site) struct AncestorPath {
    pub(in crate::site) feature: Feature,
    /// The text of the clue, for pages on which tags have signs of the clue language in them.
    pub(in crate::site) text: Box<str>,
    /// The tags of the elements, nearest first.
    pub(in crate::site) names: Box<[Name]>,
    pub(in crate::site) rest: Rest,
}

/// What has to hold beside the tags.
#[derive(Debug, Clone)]
pub(in crate::site) enum Rest {
    Nothing,
    /// There is no element around the last.
    Top,
    /// The last element has a token in an attribute.
    Token(Name, Box<str>),
    /// The element around the last has this id, and none below it has any.
    Id(Box<str>),
    /// Some element has a token in an attribute, not too far up.
    TokenAround(Name, Box<str>),
}

impl AncestorPath {
    /// `None` if the clue is of another kind, or one that is seldom or never true and is not worth an access path.
    pub(in crate::site) fn new(clue: &Clue) -> Option<Self> {
        let token = |attribute: &str, token: &str| {
            // Ids may contain white space, which separates other tokens.
            let is_one = !token.contains(char::is_whitespace) && is_stable(token);
            is_one.then(|| (Name::new(attribute), token.into()))
        };
        let (tags, rest): (&[Tag], Rest) = match clue {
            Clue::Path(tags) => (tags, Rest::Nothing),
            Clue::WholePath(tags) => (tags, Rest::Top),
            Clue::Id { below, id } if is_stable(id) && below.len() < MAX_LEVELS => {
                (below, Rest::Id(id.as_str().into()))
            }
            Clue::Class { path, class } => {
                let (name, class) = token("class", class)?;
                (path, Rest::Token(name, class))
            }
            Clue::Token { path, attribute, token: value }
                if attribute != "class" && attribute != "id" && is_naming_in_sites(attribute) =>
            {
                let (name, value) = token(attribute, value)?;
                (path, Rest::Token(name, value))
            }
            Clue::ClassAround(class) => {
                let (name, class) = token("class", class)?;
                (&[], Rest::TokenAround(name, class))
            }
            _ => return None,
        };
        // Nodes without an element around them cannot be found by it.
        let is_empty = tags.is_empty() && matches!(rest, Rest::Nothing | Rest::Top);
        if is_empty || tags.len() > MAX_LEVELS {
            return None;
        }
        let names = tags.iter().map(|tag| Name::new(tag.as_str())).collect();
        Some(Self { feature: clue.feature(), text: clue.text().into(), names, rest })
    }

    /// Whether the clue says nothing about tags: all tokens of a page are looked at for it.
    pub(in crate::site) fn is_anywhere_around(&self) -> bool {
        matches!(self.rest, Rest::TokenAround(..))
    }
}

/// The name of elements or attributes.
#[derive(Debug, Clone)]
pub(in crate::site) struct Name {
    text: Box<str>,
    /// The number of the name, if it is the same on all pages.
    known: Option<u32>,
}

impl Name {
    fn new(text: &str) -> Self {
        Self { text: text.into(), known: Tree::known_number(text) }
    }

    pub(in crate::site) fn text(&self) -> &str {
        &self.text
    }

    /// The number of the name on a page; `None` if the page does not have it.
    pub(in crate::site) fn number(&self, tree: &Tree) -> Option<u32> {
        self.known.or_else(|| tree.name_number(&self.text))
    }

    /// Whether this is the tag of an element.
    pub(in crate::site) fn is_of(&self, index: &PageIndex<'_>, element: VisibleNode) -> bool {
        match self.known {
            Some(number) => index.visible().name(element) == number,
            None => index.tag(element) == &*self.text,
        }
    }
}
