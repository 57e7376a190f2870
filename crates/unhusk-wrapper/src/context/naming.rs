//! The attributes that name elements, and their tokens.

use std::sync::LazyLock;
use unhusk_page::{NodeId, Tree};

/// Attributes whose values are names: their tokens may be part of a symbol. `data-` attributes are too.
const NAMING: [&str; 6] = ["class", "id", "itemprop", "role", "rel", "name"];

/// Attributes whose values are names in site rules only, among them `<meta property="og:image">`. Wrappers of other
/// classes were saved without them, and would read other nodes with them; no saved site rule tests them.
const NAMING_IN_SITES: [&str; 4] = ["property", "typeof", "itemtype", "http-equiv"];

/// Whether the tokens of an attribute of this name may be part of a site rule.
pub(crate) fn is_naming_in_sites(attribute: &str) -> bool {
    is_naming(attribute) || NAMING_IN_SITES.contains(&attribute)
}

/// Whether the tokens of an attribute of this name may be part of a symbol.
pub(crate) fn is_naming(attribute: &str) -> bool {
    NAMING.contains(&attribute) || attribute.starts_with("data-")
}

/// For each number of a name whether the tokens of attributes of this name may be part of a site rule.
pub(crate) fn naming_in_sites(tree: &Tree) -> Vec<bool> {
    // Most names have the same numbers on every page.
    static KNOWN: LazyLock<Vec<bool>> =
        LazyLock::new(|| Tree::known_names().map(is_naming_in_sites).collect());
    KNOWN.iter().copied().chain(tree.own_names().map(is_naming_in_sites)).collect()
}

/// Calls `seen` with every attribute token of an element: `class` and `price` for `<td class="price">`.
pub fn tokens<'t>(tree: &'t Tree, id: NodeId, mut seen: impl FnMut(&'t str, &'t str)) {
    for attribute in tree.attributes(id) {
        if is_naming(attribute.name) {
            for token in attribute.value.split_ascii_whitespace() {
                seen(attribute.name, token);
            }
        }
    }
}
