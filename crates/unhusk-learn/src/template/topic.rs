//! What a page is about, by its own words: those of its title and its main headings. The records of a list are about it
//! more often than menus are.

use rustc_hash::FxHashSet;
use unhusk_page::{NodeKind, Tree};
use unhusk_wrapper::site::internal::TextHash;
use unhusk_wrapper::template::internal::leaves::Leaves;

/// Characters of a word that says what a page is about at least: shorter ones are articles and prepositions.
const MIN_WORD: usize = 4;
/// Characters of a text that is about something at least: links to other lists repeat the topic, too.
const MIN_TEXT: usize = 30;

/// The words of a page's title and main headings.
pub(super) struct PageTopic {
    words: FxHashSet<TextHash>,
}

impl PageTopic {
    pub(super) fn of(leaves: &Leaves<'_>) -> Self {
        let mut words = FxHashSet::default();
        words.extend(title(leaves.page().tree()).iter().flat_map(|title| words_of(title)));
        for node in (0..leaves.n_nodes()).filter(|&node| leaves.is_element(node)) {
            if leaves.tag(node) == "h1" {
                let heading = &leaves.all()[leaves.before(node)..leaves.before(leaves.end(node))];
                words.extend(heading.iter().flat_map(|leaf| words_of(&leaf.text)));
            }
        }
        Self { words }
    }

    /// Whether a text has one of the words, and is long enough to be about it.
    pub(super) fn is_of(&self, text: &str) -> bool {
        !self.words.is_empty()
            && text.chars().nth(MIN_TEXT - 1).is_some()
            && words_of(text).any(|word| self.words.contains(&word))
    }
}

/// The texts of the page's title.
fn title(tree: &Tree) -> Vec<String> {
    let is_title = |id: &unhusk_page::NodeId| tree.is_element(*id) && tree.tag(*id) == "title";
    let Some(title) = tree.nodes().find(is_title) else { return Vec::new() };
    let texts = tree.children(title).filter(|id| tree.kind(*id) == NodeKind::Text);
    texts.map(|id| tree.text(id).to_owned()).collect()
}

/// The words of a text that may say what a page is about, in lower case.
fn words_of(text: &str) -> impl Iterator<Item = TextHash> {
    let words = text.split(|sign: char| !sign.is_alphanumeric());
    let long = words.filter(|word| word.chars().nth(MIN_WORD - 1).is_some());
    long.map(|word| TextHash::of_text(&word.to_lowercase()))
}
