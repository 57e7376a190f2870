use crate::site::cache::landmarks::Landmarks;
use crate::site::list_look::{ListLook, checked};
use crate::site::matcher::eval::EvalContext;
use crate::site::matcher::page_index::PageIndex;
use unhusk_page::{Page, Span};

const INGREDIENTS: [&str; 4] = ["2 cups flour", "1 egg", "3 spoons sugar", "salt"];

/// The values that are read on a page where the rules read the texts `read`.
fn values(html: &str, captions: &[&str], labelled: &[&str], read: &[&str]) -> Vec<String> {
    let page = Page::from(html);
    let index = PageIndex::new(&page);
    let landmarks = Landmarks::default();
    let context = EvalContext { index: &index, scope: index.whole(), landmarks: &landmarks };
    let captions = captions.iter().map(|&caption| caption.to_owned()).collect();
    let look = ListLook::new(captions, labelled, 1);
    let span = |text: &&str| {
        let start = html.find(text).expect("the text is on the page");
        Span::new(start, start + text.len())
    };
    let spans = checked(context, &look, read.iter().map(span).collect());
    spans.into_iter().map(|span| page.text(span).into_owned()).collect()
}

#[test]
fn a_lost_list_is_found_below_its_caption() {
    let html = "<ul><li>2 comments<li>4 likes<li>1 share<li>9 views</ul>\
        <div>Ingredients</div><section><p>4 eggs<p>1 cup milk<p>2 pears<p>butter</section>";
    let found = ["4 eggs", "1 cup milk", "2 pears", "butter"];
    assert_eq!(values(html, &["ingredient"], &INGREDIENTS, &[]), found);
    assert_eq!(values(html, &[], &INGREDIENTS, &[]), [] as [&str; 0]);
}

#[test]
fn a_caption_may_have_more_words_than_the_labelled_one() {
    let html =
        "<div>Ingredients for 4 people</div><ul><li>4 eggs<li>1 cup milk<li>2 pears<li>butter</ul>";
    let found = ["4 eggs", "1 cup milk", "2 pears", "butter"];
    assert_eq!(values(html, &["ingredient"], &INGREDIENTS, &[]), found);
    for other in ["Ingrained in 4 people", "Ingredients by name"] {
        let html = html.replace("Ingredients for 4 people", other);
        assert_eq!(values(&html, &["ingredient"], &INGREDIENTS, &[]), [] as [&str; 0]);
    }
}

#[test]
fn a_list_in_groups_is_found_whole_without_their_headings() {
    let html = "<h2>Ingredients</h2><div><h3>Dough</h3><ul><li>4 eggs<li>1 cup milk</ul>\
        <h3>Filling</h3><ul><li>2 pears<li>butter</ul></div>";
    let found = ["4 eggs", "1 cup milk", "2 pears", "butter"];
    assert_eq!(values(html, &["ingredient"], &INGREDIENTS, &[]), found);
}

#[test]
fn values_of_another_look_are_no_substitute() {
    let html = "<div>Ingredients</div><ul><li>Flour and sugar<li>Eggs of hens<li>Milk<li>Salt</ul>";
    assert_eq!(values(html, &["ingredient"], &INGREDIENTS, &[]), [] as [&str; 0]);
}

#[test]
fn long_sentences_need_no_caption() {
    let labelled = ["This is a sentence that is long enough to be a paragraph of some article."; 3];
    let text = "Here is another sentence, which is about as long as those that were labelled.";
    let html = format!("<nav><p>Home<p>News<p>Shop</nav><div><p>{text}<p>{text}<p>{text}</div>");
    assert_eq!(values(&html, &[], &labelled, &[]), [text; 3]);
}

#[test]
fn a_few_values_lead_to_the_whole_list() {
    let html = "<div>Ingredients</div><ul><li>4 eggs<li>1 cup milk<li>2 pears<li>butter</ul>";
    let found = ["4 eggs", "1 cup milk", "2 pears", "butter"];
    assert_eq!(values(html, &["ingredient"], &INGREDIENTS, &["4 eggs"]), found);
}

#[test]
fn values_that_look_as_labelled_stay() {
    let html = "<div>Ingredients</div><ul><li>4 eggs<li>1 cup milk<li>2 pears<li>butter</ul>\
        <ol><li>5 plums<li>6 figs<li>honey</ol>";
    let read = ["5 plums", "6 figs", "honey"];
    assert_eq!(values(html, &["ingredient"], &INGREDIENTS, &read), read);
}

#[test]
fn a_bullet_is_no_part_of_its_value() {
    let html = "<div>Ingredients</div><ul><li><i>▢</i> 4 eggs<li><i>▢</i> 1 cup <b>milk</b>\
        <li><i>▢</i> 2 pears<li><i>▢</i> butter</ul>";
    let found = ["4 eggs", "1 cup milk", "2 pears", "butter"];
    assert_eq!(values(html, &["ingredient"], &INGREDIENTS, &[]), found);
}
