//! The box of each record: the part of the tree that belongs to it and to no other.
//!
//! A record reaches from its values up to the last element around them that holds no value of another record. Where
//! records are runs of siblings (`dt` with `dd`, a heading with paragraphs), the siblings after it belong to it, up to
//! the next record, as long as they are of another kind than the one that begins it.

use std::collections::BTreeMap;
use unhusk::Page;
use unhusk::page::NodeId;

/// Most siblings that a record takes in.
const MAX_RUN: usize = 50;

/// The top nodes of each record; `values` are the nodes of the values of each.
pub(super) fn boxes(page: &Page, values: &[Vec<NodeId>]) -> Vec<Vec<NodeId>> {
    let owners = Owners::new(page, values);
    let tops: Vec<Vec<NodeId>> =
        values.iter().enumerate().map(|(record, nodes)| owners.tops(record, nodes)).collect();
    if values.len() < 2 {
        return tops;
    }
    tops.iter().map(|nodes| owners.with_run(nodes)).collect()
}

/// The record that owns each node around values.
struct Owners<'p> {
    page: &'p Page,
    /// `None` for nodes that hold values of several records.
    owners: BTreeMap<NodeId, Option<usize>>,
}

impl<'p> Owners<'p> {
    fn new(page: &'p Page, values: &[Vec<NodeId>]) -> Self {
        let mut owners = BTreeMap::new();
        for (record, nodes) in values.iter().enumerate() {
            for &node in nodes {
                for around in [node].into_iter().chain(page.tree().ancestors(node)) {
                    let owner = owners.entry(around).or_insert(Some(record));
                    if *owner != Some(record) {
                        *owner = None;
                    }
                }
            }
        }
        Self { page, owners }
    }

    /// Returns the highest elements around the values of a record that no other record shares, below `html`.
    fn tops(&self, record: usize, nodes: &[NodeId]) -> Vec<NodeId> {
        let tree = self.page.tree();
        let is_own = |node: NodeId| {
            self.owners.get(&node) == Some(&Some(record))
                && tree.is_element(node)
                && tree.tag(node) != "html"
        };
        let mut tops: Vec<NodeId> = Vec::new();
        for &node in nodes {
            let top = tree.ancestors(node).take_while(|&around| is_own(around)).last();
            tops.push(top.unwrap_or(node));
        }
        tops.sort_unstable();
        tops.dedup();
        tops
    }

    /// The top nodes with the siblings that follow the last of them up to the next record.
    fn with_run(&self, tops: &[NodeId]) -> Vec<NodeId> {
        let tree = self.page.tree();
        let mut all = tops.to_vec();
        let (Some(&first), Some(&last)) = (tops.first(), tops.last()) else { return all };
        let kind = tree.tag_number(first);
        let mut next = tree.next_sibling(last);
        while let Some(node) = next.filter(|_| all.len() < MAX_RUN) {
            let ends = self.owners.contains_key(&node)
                || (tree.is_element(node) && tree.tag_number(node) == kind);
            if ends {
                break;
            }
            all.push(node);
            next = tree.next_sibling(node);
        }
        // A run that no record ends reaches to the end of its parent: only for the last record, and then unknown.
        if next.is_none() { tops.to_vec() } else { all }
    }
}

#[cfg(test)]
mod tests {
    use super::boxes;
    use unhusk::Page;
    use unhusk::page::NodeId;

    fn texts(page: &Page, wanted: &[&str]) -> Vec<NodeId> {
        let tree = page.tree();
        let find = |text: &&str| {
            tree.nodes().find(|&node| tree.text(node) == *text).expect("the text is there")
        };
        wanted.iter().map(find).collect()
    }

    fn tags(page: &Page, nodes: &[NodeId]) -> Vec<String> {
        nodes.iter().map(|&node| page.tree().tag(node).to_owned()).collect()
    }

    #[test]
    fn a_record_is_the_largest_element_of_its_own() {
        let page = Page::from("<ul><li><b>a</b><i>1</i></li><li><b>b</b><i>2</i></li></ul>");
        let found = boxes(&page, &[texts(&page, &["a"]), texts(&page, &["b"])]);
        assert_eq!(tags(&page, &found[0]), ["li"]);
        assert_eq!(tags(&page, &found[1]), ["li"]);
    }

    #[test]
    fn siblings_of_another_kind_belong_to_the_record_before() {
        let page = Page::from("<dl><dt>a</dt><dd>1</dd><dd>2</dd><dt>b</dt><dd>3</dd></dl>");
        let found = boxes(&page, &[texts(&page, &["a"]), texts(&page, &["b"])]);
        assert_eq!(tags(&page, &found[0]), ["dt", "dd", "dd"]);
    }

    #[test]
    fn the_only_record_is_the_page() {
        let page = Page::from("<h1>a</h1><p>x</p>");
        let found = boxes(&page, &[texts(&page, &["a"])]);
        assert_eq!(tags(&page, &found[0]), ["body"]);
    }
}
