//! What elements are for, by their tags, roles, classes and ids: navigation, results, and what stands beside results.
//!
//! Classes are English on sites in any language, because programs and frameworks bring them.

use unhusk_wrapper::template::internal::leaves::{LeafNode, Leaves};

/// Words in the names of elements of navigation.
const MENU_WORDS: [&str; 13] = [
    "nav",
    "navbar",
    "navigation",
    "menu",
    "submenu",
    "breadcrumb",
    "breadcrumbs",
    "footer",
    "header",
    "sidebar",
    "facets",
    "filters",
    "pagination",
];
/// Words in the names of results, of records, and of lists of them.
const RESULT_WORDS: [&str; 14] = [
    "result", "results", "hit", "hits", "record", "records", "entry", "entries", "product",
    "products", "listing", "listings", "item", "items",
];
/// Words in the names of what stands beside results.
const BESIDE_WORDS: [&str; 15] = [
    "featured",
    "related",
    "recommended",
    "recommendations",
    "popular",
    "trending",
    "promo",
    "ads",
    "sponsored",
    "carousel",
    "teaser",
    "slider",
    "slide",
    "slick",
    "swiper",
];
/// Elements that hold what is around the contents of a page.
const LANDMARKS: [&str; 5] = ["nav", "header", "footer", "aside", "menu"];

/// What an element is for.
#[expect(
    clippy::struct_excessive_bools,
    reason = "any of them may hold: each is evidence of its own"
)]
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Purpose {
    /// Whether its names say that it is navigation.
    pub(super) is_named_menu: bool,
    /// Whether its names say that it has results.
    pub(super) is_named_result: bool,
    /// Whether its names say that it stands beside results.
    pub(super) is_named_beside: bool,
    /// Whether its tag or role says that it is navigation.
    pub(super) is_navigation: bool,
    /// Whether its tag says that it is around the contents of the page.
    pub(super) is_landmark: bool,
}

impl Purpose {
    pub(super) fn of(leaves: &Leaves<'_>, node: LeafNode) -> Self {
        if !leaves.is_element(node) {
            return Self::default();
        }
        let tree = leaves.page().tree();
        let (id, role) =
            (tree.attribute(leaves.id(node), "id"), tree.attribute(leaves.id(node), "role"));
        let id = id.map_or("", |id| id.value);
        let tag = leaves.tag(node);
        let mut purpose = Self {
            is_navigation: tag == "nav" || role.is_some_and(|role| role.value == "navigation"),
            is_landmark: LANDMARKS.contains(&tag),
            ..Self::default()
        };
        for word in words_of_name(leaves.class(node)).chain(words_of_name(id)) {
            let is_one =
                |words: &[&str]| words.iter().any(|other| word.eq_ignore_ascii_case(other));
            purpose.is_named_menu |= is_one(&MENU_WORDS);
            purpose.is_named_result |= is_one(&RESULT_WORDS);
            purpose.is_named_beside |= is_one(&BESIDE_WORDS);
        }
        purpose
    }
}

/// The words of a class or id: `main-nav`, `mainNav` and `main_nav` have two.
fn words_of_name(name: &str) -> impl Iterator<Item = &str> {
    let parts = name.split(|sign: char| !sign.is_ascii_alphabetic());
    parts.flat_map(|part| {
        let mut rest = part;
        std::iter::from_fn(move || {
            let is_next = |two: &[u8]| two[0].is_ascii_lowercase() && two[1].is_ascii_uppercase();
            let cut = rest.as_bytes().windows(2).position(is_next).map_or(rest.len(), |at| at + 1);
            let (word, others) = rest.split_at(cut);
            rest = others;
            (!word.is_empty()).then_some(word)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::words_of_name;

    #[test]
    fn names_are_words_between_signs_digits_and_capitals() {
        let words = |name| words_of_name(name).collect::<Vec<_>>();
        assert_eq!(
            words("main-nav topMenu2 search_RESULT"),
            ["main", "nav", "top", "Menu", "search", "RESULT"]
        );
        assert_eq!(words(""), [""; 0]);
    }
}
