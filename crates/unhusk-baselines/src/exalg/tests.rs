//! The four book pages of the paper's example, and the classes that the paper derives for them.

use super::super::tests::check;
use super::super::tokens::{PageTokenKind, TokenCorpus, TokenUnit};
use super::classes::{EquivalenceClass, find};
use super::roles::Roles;
use super::{BASELINE, analyse};
use unhusk_page::Page;

const BOOKS: [&str; 4] = [
    "<html><b>Book Name</b>Databases<b>Reviews</b><ol><li><b>Reviewer Name</b>John<b>Rating</b>7\
     <b>Text</b>fine</li></ol></html>",
    "<html><b>Book Name</b>Mining<b>Reviews</b><ol><li><b>Reviewer Name</b>Jeff<b>Rating</b>2\
     <b>Text</b>dull</li><li><b>Reviewer Name</b>Jane<b>Rating</b>6<b>Text</b>good</li></ol></html>",
    "<html><b>Book Name</b>Transactions<b>Reviews</b><ol></ol></html>",
    "<html><b>Book Name</b>Compilers<b>Reviews</b><ol><li><b>Reviewer Name</b>Anna<b>Rating</b>9\
     <b>Text</b>superb</li></ol></html>",
];

fn corpus(sources: &[&str]) -> TokenCorpus {
    let pages: Vec<Page> = sources.iter().map(|source| Page::from(*source)).collect();
    TokenCorpus::new(&pages.iter().collect::<Vec<_>>(), TokenUnit::Word)
}

/// Writes the tokens of classes in document order of the first page that has them, with their vectors.
fn written(corpus: &TokenCorpus, classes: &[EquivalenceClass]) -> Vec<String> {
    let write = |class: &EquivalenceClass| {
        let page = class.vector.iter().position(|count| *count > 0).expect("classes occur");
        let mut places: Vec<u32> = class.members.iter().map(|member| member.places[0]).collect();
        places.sort_unstable();
        let name = |at: &u32| corpus.name(corpus.pages[page][*at as usize].symbol);
        let names: Vec<&str> = places.iter().map(name).collect();
        format!("{} {:?}", names.join(" "), class.vector)
    };
    classes.iter().map(write).collect()
}

#[test]
fn the_first_round_finds_the_two_classes_of_the_paper() {
    let corpus = corpus(&BOOKS);
    let classes = find(&Roles::new(&corpus));
    assert_eq!(
        written(&corpus, &classes),
        [
            "<html> Book Name Reviews <ol> </ol> </html> [1, 1, 1, 1]",
            "<li> Reviewer Name Rating Text </li> [1, 2, 0, 1]",
        ]
    );
}

#[test]
fn paths_alone_leave_two_roles_of_b() {
    let corpus = corpus(&BOOKS);
    let roles = Roles::new(&corpus);
    let is_b = |symbol: u32| corpus.name(symbol) == "<b>";
    let mut vectors = std::collections::BTreeMap::new();
    for (page, tokens) in corpus.pages.iter().enumerate() {
        for (token, role) in tokens.iter().zip(&roles.pages[page]) {
            if token.kind == PageTokenKind::Start && is_b(token.symbol) {
                vectors.entry(role).or_insert([0; 4])[page] += 1;
            }
        }
    }
    assert_eq!(vectors.into_values().collect::<Vec<_>>(), [[2, 2, 2, 2], [3, 6, 0, 3]]);
}

/// Both classes contain all the tags between their words, once these have a role per gap.
#[test]
fn further_rounds_distinguish_the_tags_of_each_caption() {
    let corpus = corpus(&BOOKS);
    let classes = analyse(&corpus).classes;
    assert_eq!(
        written(&corpus, &classes),
        [
            "<html> <b> Book Name </b> <b> Reviews </b> <ol> </ol> </html> [1, 1, 1, 1]",
            "<li> <b> Reviewer Name </b> <b> Rating </b> <b> Text </b> </li> [1, 2, 0, 1]",
        ]
    );
}

#[test]
fn values_are_between_the_tokens_of_a_class() {
    check(
        &BASELINE,
        &BOOKS,
        &[
            "Databases | Mining | Transactions | Compilers",
            "John | Jeff, Jane |  | Anna",
            "7 | 2, 6 |  | 9",
            "fine | dull, good |  | superb",
        ],
    );
}

/// `Sale` occurs once on each page, too, but not at a fixed place, so it is not in the template.
#[test]
fn a_word_out_of_order_does_not_spoil_its_class() {
    check(
        &BASELINE,
        &[
            "<html><h1>Shop</h1><p>Sale of hats</p><i>Price</i><p>12</p></html>",
            "<html><h1>Shop</h1><p>Shoes</p><i>Price</i><p>7 Sale</p></html>",
            "<html><h1>Shop</h1><p>Socks</p><i>Price</i><p>5 Sale</p></html>",
        ],
        &["Sale of hats | Shoes | Socks", "12 | 7 Sale | 5 Sale"],
    );
}
