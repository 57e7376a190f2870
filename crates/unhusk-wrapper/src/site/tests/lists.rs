use crate::site::cache::landmarks::Landmarks;
use crate::site::lists::run_on;
use crate::site::matcher::eval::EvalContext;
use crate::site::matcher::page_index::PageIndex;
use unhusk_page::Page;

/// The texts that follow the text `first`, `level` levels up.
fn follow(html: &str, first: &str, level: u8) -> Vec<String> {
    let page = Page::from(html);
    let index = PageIndex::new(&page);
    let landmarks = Landmarks::default();
    let context = EvalContext { index: &index, scope: index.whole(), landmarks: &landmarks };
    let text = |node| index.tree().reader_text(index.id(node));
    let is_first = |node: &u32| index.is_text(*node) && text(*node) == first;
    let node = (0..).take(index.len()).find(is_first).expect("the first text is there");
    run_on(context, node, level).into_iter().map(text).collect()
}

#[test]
fn values_go_on_past_separators() {
    let html = "<p>by <a>Joel</a>, <a>Ethan</a> and <a>Mike</a>.</p>";
    assert_eq!(follow(html, "Joel", 1), ["Ethan", "Mike"]);
    assert_eq!(follow(html, "Mike", 1), [] as [&str; 0]);
    assert_eq!(follow(html, "Joel", 0), [] as [&str; 0]);
}

#[test]
fn values_end_where_words_stand_between() {
    let html = "<p><a>Joel</a>, <a>Ethan</a> thanks <a>Mike</a></p>";
    assert_eq!(follow(html, "Joel", 1), ["Ethan"]);
    assert_eq!(follow("<p><a>Joel</a>, <b>Ethan</b></p>", "Joel", 1), [] as [&str; 0]);
}

#[test]
fn texts_between_breaks_are_neighbours() {
    assert_eq!(follow("<p>Joel<br>Ethan<br><br>Mike</p>", "Joel", 0), ["Ethan", "Mike"]);
}

#[test]
fn items_with_more_in_them_end_a_list() {
    let html = "<ul><li><a>Joel</a></li><li><a>Ethan</a></li><li><a>Mike</a> (actor)</li></ul>";
    assert_eq!(follow(html, "Joel", 2), ["Ethan"]);
}

#[test]
fn lists_end_after_sixty_values() {
    let html = format!("<p>{}</p>", "<a>x</a> ".repeat(500));
    assert_eq!(follow(&html, "x", 1).len(), 60);
}
