//! Ambiguity of labels: texts at several places, negative labels, lists, and the reports about them.

use super::{learn, learn_with};
use unhusk_page::Page;

fn page(name: &str, price: &str) -> String {
    format!(
        "<html><head><title>{name} - Shop</title></head><body>\
         <div class=nav><a href=/>Home</a> <a href=/x>{name}</a> <b>{price}</b></div>\
         <div class=main><h1>{name}</h1><p class=price>{price}</p><p>Other</p></div></body></html>"
    )
}

#[test]
fn texts_at_several_places_are_settled_where_the_wrapper_reads_them() {
    let pages = [page("Mug", "$12"), page("Cup", "$7")];
    let labels = r#"{"path": "1", "records": [{"name": "Mug", "price": "$12"}]},
        {"path": "2", "records": [{"name": "Cup", "price": "$7"}]}"#;
    let parsed = pages.clone().map(|page| Page::from(&*page));
    let lesson = learn(labels, &[&parsed[0], &parsed[1]]);
    assert_eq!(lesson.read(&page("Pot", "$30")), "Pot | $30");
    // Two values on two pages, each at two places or more: four choices, all of them where records are read.
    let disambiguated = &lesson.learned.disambiguated;
    assert_eq!(disambiguated.len(), 4);
    for choice in disambiguated {
        let read = lesson.file.extract(&parsed[choice.example]);
        let spans: Vec<_> =
            read.records.iter().flat_map(super::values).map(|value| value.0).collect();
        assert!(spans.contains(&choice.place.span), "{choice:?}");
        assert_eq!(choice.record, 0);
    }
}

#[test]
fn what_stays_ambiguous_is_said_until_a_page_tells_the_places_apart() {
    let page = |big: &str, small: &str| {
        Page::from(&*format!("<body><b>{big}</b><p>Only today</p><i>{small}</i><p>More</p></body>"))
    };
    let note = "`price` could be read at several places that say the same on the labelled pages; a label on a page \
                where they differ settles it";
    let one = r#"{"path": "1", "records": [{"price": "$12"}]}"#;
    let same = page("$12", "$12");
    assert_eq!(learn(one, &[&same]).notes(), [note]);
    let two = format!(r#"{one}, {{"path": "2", "records": [{{"price": "$40"}}]}}"#);
    assert_eq!(learn(&two, &[&same, &page("$40", "$45")]).notes(), [""; 0]);
}

#[test]
fn of_equal_texts_the_one_beside_the_other_values_is_read() {
    let card = |name: &str, price: &str| {
        format!("<div><h2>{name}</h2><p>Price</p><p class=price>{price}</p></div>")
    };
    let heading = |name: &str| {
        format!("<div><h1 class=top>{name}</h1><p>Our shop is open</p><p>Until ten</p></div>")
    };
    let orders: [fn(String, String) -> String; 2] = [
        |a, b| format!("<body>{a}{b}<p>End</p></body>"),
        |a, b| format!("<body>{b}{a}<p>End</p></body>"),
    ];
    for order in orders {
        // The name is twice on the labelled page; a class names the place that is far from the price.
        let labelled = Page::from(&*order(heading("Mug"), card("Mug", "$12")));
        let labels = r#"{"path": "1", "records": [{"name": "Mug", "price": "$12"}]}"#;
        let lesson = learn(labels, &[&labelled]);
        let other = order(heading("Cups and more"), card("Cup", "$7"));
        assert_eq!(lesson.read(&other), "Cup | $7");
    }
}

#[test]
fn labels_with_one_place_need_no_settling() {
    let text = "<body><h1>Mug</h1><p>Other</p></body>";
    let lesson = learn(r#"{"path": "1", "records": [{"name": "Mug"}]}"#, &[&Page::from(text)]);
    assert_eq!(lesson.learned.disambiguated, []);
}

#[test]
fn what_is_not_a_value_is_left_alone() {
    let page = |old: &str, new: &str| {
        format!("<body><h1>Mug</h1><p><b>{old}</b> <b>{new}</b></p><p>Other</p></body>")
    };
    // Both places have the text $12; the first is known to be wrong.
    let first = page("$12", "$12");
    let start = first.find("$12").expect("it is there");
    let labels = format!(
        r#"{{"path": "1", "records": [{{"price": "$12"}}],
             "not": [{{"price": {{"span": [{start}, {}]}}}}]}}"#,
        start + 3
    );
    let lesson = learn(&labels, &[&Page::from(&*first)]);
    assert_eq!(lesson.read(&page("$40", "$30")), "$30");
}

#[test]
fn negatives_count_on_pages_that_are_labelled_in_part() {
    let item = |name: &str, price: &str| format!("<li><b>{name}</b> <i>{price}</i></li>");
    let list = |items: &[(&str, &str)]| {
        let items: String = items.iter().map(|(name, price)| item(name, price)).collect();
        format!("<ul>{items}</ul>")
    };
    let first = list(&[("Mug", "$12"), ("Cup", "$7"), ("Pot", "sold out")]);
    let start = first.find("sold out").expect("it is there");
    let labels = format!(
        r#"{{"path": "1", "complete": false,
             "records": [{{"name": "Mug", "price": "$12"}}, {{"name": "Cup", "price": "$7"}}],
             "not": [{{"price": {{"span": [{start}, {}]}}}}]}}"#,
        start + "sold out".len()
    );
    let lesson = learn(&labels, &[&Page::from(&*first)]);
    let read = lesson.read(&first);
    assert!(!read.contains("sold out"), "{read}");
}

#[test]
fn pages_without_labels_show_that_a_field_repeats() {
    let page = |directors: &[&str], year: &str| {
        let links: Vec<String> = directors.iter().map(|name| format!("<a>{name}</a>")).collect();
        format!(
            "<html><body><h1>Film</h1><p><b>Director:</b> {}</p><p><b>Year:</b> <i>{year}</i></p></body></html>",
            links.join(", ")
        )
    };
    let labelled = [page(&["Jane Campion"], "1993"), page(&["Orson Welles"], "1941")]
        .map(|page| Page::from(&*page));
    let labels = r#"{"path": "1", "records": [{"director": "Jane Campion", "year": "1993"}]},
        {"path": "2", "records": [{"director": "Orson Welles", "year": "1941"}]}"#;
    let others = [
        page(&["Fritz Lang"], "1927"),
        page(&["Joel Coen", "Ethan Coen"], "1996"),
        page(&["Agnes Varda"], "1962"),
        page(&["Billy Wilder"], "1950"),
        page(&["Akira Kurosawa"], "1954"),
    ]
    .map(|page| Page::from(&*page));
    let lesson = learn_with(labels, &[&labelled[0], &labelled[1]], &others).expect("a wrapper");
    assert_eq!(lesson.learned.repeats, [0]);
    assert_eq!(
        lesson.read(&page(&["Lana Wachowski", "Lilly Wachowski"], "1999")),
        "[Lana Wachowski, Lilly Wachowski] | 1999"
    );
    assert_eq!(lesson.read(&page(&["Greta Gerwig"], "2017")), "[Greta Gerwig] | 2017");
}

#[test]
fn without_such_pages_a_field_stays_single() {
    let page = |name: &str| format!("<body><p><b>Director:</b> <a>{name}</a></p></body>");
    let pages = [page("Jane Campion"), page("Orson Welles")].map(|page| Page::from(&*page));
    let labels = r#"{"path": "1", "records": [{"director": "Jane Campion"}]},
        {"path": "2", "records": [{"director": "Orson Welles"}]}"#;
    let lesson = learn(labels, &[&pages[0], &pages[1]]);
    assert_eq!(lesson.learned.repeats, [] as [usize; 0]);
    assert_eq!(lesson.read(&page("Fritz Lang")), "Fritz Lang");
}

#[test]
fn examples_in_another_order_teach_the_same() {
    let pages = [page("Mug", "$12"), page("Cup", "$7")].map(|page| Page::from(&*page));
    let first = r#"{"path": "1", "records": [{"name": "Mug", "price": "$12"}]}"#;
    let second = r#"{"path": "2", "records": [{"name": "Cup", "price": "$7"}]}"#;
    let one = learn(&format!("{first}, {second}"), &[&pages[0], &pages[1]]);
    let other = learn(&format!("{second}, {first}"), &[&pages[1], &pages[0]]);
    assert_eq!(one.file.rule, other.file.rule);
}
