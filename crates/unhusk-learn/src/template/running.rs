//! Which elements have running text: words are marked or linked in them here and there.
//!
//! Marks that belong to the template are always at the same place, and the texts beside them recur: `Price: <b>$5</b>`.
//! Running text has marks anywhere, any number of them, and hardly a piece of it is in a second element. The paper looks
//! for texts with one decorative tag more than their neighbours after the alignment; here the alignment is spared them.

use std::collections::{BTreeMap, BTreeSet};
use unhusk_wrapper::site::internal::TextHash;
use unhusk_wrapper::template::RunningText;
use unhusk_wrapper::template::internal::leaves::{LeafNode, Leaves, NO_NODE};
use unhusk_wrapper::template::internal::running::{print, text_ends};

/// Elements with marks that are needed to tell.
const MIN_MARKED: usize = 3;
/// Numbers of pieces that are needed to tell.
const MIN_COUNTS: usize = 3;
/// The share of pieces beside marks that other elements have, too, at most.
const MAX_RECURRING: f64 = 0.34;
/// The share of elements that begin with a mark at most: a caption stands before every value.
const MAX_CAPTIONED: f64 = 0.7;
/// The share of elements that end with a mark at most: values stand behind a name.
const MAX_ENDED: f64 = 0.8;

/// What was seen of elements of one path and class.
#[derive(Default)]
struct ElementCounts<'p> {
    /// How many pieces an element has.
    counts: BTreeSet<usize>,
    n_marked: usize,
    /// How many begin with a mark.
    n_captioned: usize,
    /// How many end with one.
    n_ended: usize,
    /// Pieces beside marks, and in how many elements they are.
    pieces: BTreeMap<&'p str, usize>,
    example: Option<RunningText>,
}

/// The elements whose text runs.
pub(super) fn find(pages: &[Leaves<'_>]) -> Vec<RunningText> {
    let mut seen: BTreeMap<TextHash, ElementCounts<'_>> = BTreeMap::new();
    for leaves in pages {
        let mut looked_at: BTreeSet<LeafNode> = BTreeSet::new();
        for leaf in leaves.all() {
            let element = leaves.parent(leaf.node);
            if element != NO_NODE && looked_at.insert(element) {
                let key = print(leaves.path(element), leaves.class(element));
                seen.entry(key).or_default().add(leaves, element);
            }
        }
    }
    seen.into_values().filter(ElementCounts::runs).filter_map(|seen| seen.example).collect()
}

impl<'p> ElementCounts<'p> {
    fn add(&mut self, leaves: &'p Leaves<'_>, element: LeafNode) {
        let all = leaves.before(element)..leaves.before(leaves.end(element));
        let is_marked = |leaf: usize| leaves.parent(leaves.all()[leaf].node) != element;
        self.counts.insert(all.len());
        if text_ends(leaves.page().tree(), leaves.id(element)).is_none() {
            return;
        }
        self.n_marked += 1;
        self.n_captioned += usize::from(is_marked(all.start));
        self.n_ended += usize::from(is_marked(all.end - 1));
        let pieces = leaves.all()[all].iter().filter(|leaf| leaves.parent(leaf.node) == element);
        let pieces: BTreeSet<&str> = pieces.map(|leaf| &*leaf.text).collect();
        for piece in pieces {
            *self.pieces.entry(piece).or_default() += 1;
        }
        self.example.get_or_insert_with(|| RunningText {
            path: leaves.written_path(element),
            class: leaves.class(element).to_owned(),
        });
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of elements and pieces")]
    fn runs(&self) -> bool {
        let n_pieces: usize = self.pieces.values().sum();
        let n_recurring: usize = self.pieces.values().filter(|n| **n > 1).sum();
        self.n_marked >= MIN_MARKED
            && self.counts.len() >= MIN_COUNTS
            && n_recurring as f64 <= MAX_RECURRING * n_pieces as f64
            && self.n_captioned as f64 <= MAX_CAPTIONED * self.n_marked as f64
            && self.n_ended as f64 <= MAX_ENDED * self.n_marked as f64
    }
}

#[cfg(test)]
mod tests {
    use super::find;
    use unhusk_page::Page;
    use unhusk_wrapper::template::internal::leaves::Leaves;
    use unhusk_wrapper::template::internal::running::Running;

    fn paths(pages: &[String]) -> Vec<String> {
        let pages: Vec<Page> = pages.iter().map(|page| Page::from(page.as_str())).collect();
        let leaves: Vec<Leaves<'_>> =
            pages.iter().map(|page| Leaves::new(page, &Running::default())).collect();
        find(&leaves).into_iter().map(|one| one.path).collect()
    }

    #[test]
    fn marks_anywhere_are_in_running_text() {
        let titles = |of: [&str; 4]| -> String {
            let title = |title: &str| format!("<li><a class=t href=/>{title}</a> <i>2016</i></li>");
            format!("<ul>{}</ul>", of.map(title).concat())
        };
        let pages = [
            titles([
                "Big <b>cats</b> roam",
                "All <b>cats</b> of <b>Rome</b> at night",
                "Dogs",
                "A <b>cat</b>",
            ]),
            titles([
                "Of <b>mice</b> and men",
                "<b>Mice</b> eat <b>mice</b> today",
                "Rats",
                "No mice",
            ]),
        ];
        assert_eq!(paths(&pages), ["html/body/ul/li/a"]);
    }

    #[test]
    fn marks_of_the_template_are_not() {
        let product = |price: u32, weight: &str| {
            format!(
                "<p>Price: <b>${price}</b></p><p>Weight: <b>{weight}</b> net</p><p>New</p><p>In stock</p>"
            )
        };
        assert!(paths(&[product(5, "1 kg"), product(7, "2 kg"), product(9, "3 kg")]).is_empty());
        let captions = |price: u32| {
            format!("<p><b>Price</b> {price} <i>EUR</i></p><p><b>Code</b> x{price}</p><p>Y</p>")
        };
        assert!(paths(&[captions(5), captions(7), captions(9)]).is_empty());
        let book = |title: &str, by: &str| format!("<h1>{title} <em>by</em> {by}</h1>");
        let pages = [
            book("Trees", "<a>Ann</a>"),
            book("Woods", "<a>Bob</a><a>Cid</a>"),
            book("Leaves", "<a>Dan</a><a>Eve</a><a>Fay</a>"),
        ];
        assert!(paths(&pages).is_empty());
    }
}
