//! Lists that a page shows twice: in two tabs, or once for wide screens and once for narrow ones.

use crate::sort;
use std::collections::BTreeMap;
use unhusk_page::{NodeId, NodeKind, Page};

/// Identity of a match: all its texts and links.
type MatchIdentity<'p> = Vec<&'p str>;

/// Matches in one element.
struct List<'p> {
    /// Positions of the matches among all.
    matches: Vec<usize>,
    /// Their identities, sorted.
    identities: Vec<MatchIdentity<'p>>,
}

/// Returns, for each match, whether it is in a list all of whose items are in another list too: such items are read
/// once, in the longest list.
///
/// Items without links are never equal: equal rows `S` and `M` of two tables of sizes are about different products.
pub(super) fn repeats(page: &Page, matches: &[NodeId]) -> Vec<bool> {
    let mut lists = lists(page, matches);
    // The longest first, and of equal ones the first of the page.
    sort::by_key(&mut lists, |list| std::cmp::Reverse(list.matches.len()));
    let mut is_repeat = vec![false; matches.len()];
    let mut kept: Vec<List<'_>> = Vec::new();
    let mut with: BTreeMap<MatchIdentity<'_>, Vec<usize>> = BTreeMap::new();
    for list in lists {
        // A list that contains this one has its rarest item.
        let with_each =
            list.identities.iter().map(|one| with.get(one).map_or(&[][..], Vec::as_slice));
        let mut holders = with_each.min_by_key(|lists| lists.len()).unwrap_or_default().iter();
        if holders.any(|&at| holds(&kept[at].identities, &list.identities)) {
            list.matches.iter().for_each(|&at| is_repeat[at] = true);
            continue;
        }
        for identity in &list.identities {
            with.entry(identity.clone()).or_default().push(kept.len());
        }
        kept.push(list);
    }
    is_repeat
}

/// Returns the lists of at least two items that have an identity.
fn lists<'p>(page: &'p Page, matches: &[NodeId]) -> Vec<List<'p>> {
    let mut by_parent: BTreeMap<Option<NodeId>, Vec<usize>> = BTreeMap::new();
    for (at, &id) in matches.iter().enumerate() {
        by_parent.entry(page.tree().parent(id)).or_default().push(at);
    }
    by_parent.retain(|_, matches| matches.len() > 1);
    if by_parent.len() < 2 {
        return Vec::new();
    }
    let list = |of_parent: Vec<usize>| {
        let identities = of_parent.iter().map(|&at| identity(page, matches[at]));
        let mut identities: Vec<MatchIdentity<'p>> = identities.collect::<Option<_>>()?;
        identities.sort_unstable();
        Some(List { matches: of_parent, identities })
    };
    let mut lists: Vec<List<'p>> = by_parent.into_values().filter_map(list).collect();
    sort::by_key(&mut lists, |list| list.matches[0]);
    lists
}

/// Returns the texts and links of a match; `None` if it has no link.
fn identity(page: &Page, id: NodeId) -> Option<MatchIdentity<'_>> {
    let tree = page.tree();
    let mut identity = Vec::new();
    let mut has_link = false;
    for node in (id.index()..tree.subtree_end(id) as usize).map(NodeId::at) {
        match tree.kind(node) {
            NodeKind::Text => identity.push(tree.text(node).trim()),
            NodeKind::Element => {
                let link = tree.attribute(node, "href");
                has_link |= link.is_some();
                identity.extend(link.map(|link| link.value));
            }
            _ => {}
        }
    }
    identity.retain(|said| !said.is_empty());
    has_link.then_some(identity)
}

/// Whether all of `inner` are in `outer`, each as often; both are sorted.
fn holds(outer: &[MatchIdentity<'_>], inner: &[MatchIdentity<'_>]) -> bool {
    let mut rest = outer.iter();
    inner.iter().all(|one| rest.by_ref().find(|other| *other >= one) == Some(one))
}
