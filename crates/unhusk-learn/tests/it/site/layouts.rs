//! Sites whose pages are built in several ways.

use super::{learn, learn_with};
use unhusk_page::Page;

/// A product on a page of its own.
fn detail(name: &str, price: &str) -> String {
    format!(
        "<body><div class=crumbs>Home</div><div class=detail><h1>{name}</h1><dl><dt>Price</dt><dd>{price}</dd>\
         <dt>Weight</dt><dd>12 g</dd></dl></div><p class=legal>All prices with tax</p></body>"
    )
}

/// Products one behind the other, without elements of their own.
fn list(products: &[(&str, &str)]) -> String {
    let row = |(name, price): &(&str, &str)| {
        ["<h3>", name, "</h3><p>Only <i>", price, "</i> today</p><hr>"].concat()
    };
    let rows: String = products.iter().map(row).collect();
    format!("<body><ul class=tabs><li>Sale<li>New</ul><div class=results>{rows}</div></body>")
}

const LABELS: &str = r#"
    {"path": "1", "records": [{"name": "Lamp", "price": "$80"}]},
    {"path": "2", "records": [{"name": "Mug", "price": "$4"}, {"name": "Cup", "price": "$5"}]}"#;

fn pages() -> [Page; 2] {
    [Page::from(&*detail("Lamp", "$80")), Page::from(&*list(&[("Mug", "$4"), ("Cup", "$5")]))]
}

#[test]
fn pages_that_one_rule_cannot_read_are_read_by_one_rule_for_each_layout() {
    let [one, two] = pages();
    let lesson = learn(LABELS, &[&one, &two]);
    assert_eq!(lesson.read(&detail("Desk", "$300")), "Desk | $300");
    let three = list(&[("Pot", "$7"), ("Pan", "$8"), ("Jug", "$9")]);
    assert_eq!(lesson.read(&three), "Pot | $7\nPan | $8\nJug | $9");
}

#[test]
fn a_page_that_has_the_marks_of_no_layout_is_told() {
    let [one, two] = pages();
    let lesson = learn(LABELS, &[&one, &two]);
    let other = "<body><div class=about><h1>About us</h1><p>Since 1990</p></div></body>";
    let told = "! this page does not look like the labelled ones; no records read";
    assert_eq!(lesson.read(other), told);
}

#[test]
fn pages_without_labels_help_the_layout_that_they_are_of() {
    let [one, two] = pages();
    let others = [Page::from(&*detail("Sofa", "$900")), Page::from(&*detail("Rug", "$70"))];
    let lesson = learn_with(LABELS, &[&one, &two], &others).expect("it fits");
    assert_eq!(lesson.read(&detail("Desk", "$300")), "Desk | $300");
}

#[test]
fn pages_of_one_build_are_of_one_layout_even_if_their_labels_do_not_go_together() {
    let pages = [Page::from(&*detail("Lamp", "$80")), Page::from(&*detail("Desk", "$300"))];
    let labels = r#"
        {"path": "1", "records": [{"name": "Lamp", "price": "$80"}]},
        {"path": "2", "records": [{"name": "12 g", "price": "All prices with tax"}]}"#;
    let lesson = learn(labels, &[&pages[0], &pages[1]]);
    assert!(!lesson.file.to_json().contains("\"layouts\""), "{}", lesson.file.to_json());
}
