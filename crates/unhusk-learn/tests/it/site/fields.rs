//! Fields of a page that is one record.

use super::learn;
use unhusk_page::Page;

fn table(rows: &[(&str, &str)]) -> String {
    let row = |(label, value): &(&str, &str)| format!("<tr><td>{label}</td><td>{value}</td></tr>");
    let rows: String = rows.iter().map(row).collect();
    format!("<html><body><h1>Data</h1><table>{rows}</table></body></html>")
}

#[test]
fn a_label_beside_the_value_tells_rows_apart_that_come_and_go() {
    let pages = [
        table(&[("Price:", "12"), ("Weight:", "3")]),
        table(&[("Size:", "9"), ("Price:", "15"), ("Weight:", "4")]),
    ]
    .map(|page| Page::from(&*page));
    let labels = r#"{"path": "1", "records": [{"price": "12", "weight": "3"}]},
        {"path": "2", "records": [{"price": "15", "weight": "4"}]}"#;
    let lesson = learn(labels, &[&pages[0], &pages[1]]);
    let other = table(&[("Weight:", "8"), ("Colour:", "red"), ("Size:", "1"), ("Price:", "44")]);
    assert_eq!(lesson.read(&other), "44 | 8");
    // A row that is not there is no reason to read its neighbour: the other labels of the page are as ever.
    assert_eq!(lesson.read(&table(&[("Size:", "1"), ("Weight:", "8")])), "- | 8");
}

#[test]
fn a_row_that_some_label_lacks_is_absent_where_it_is_not() {
    let pages =
        [table(&[("Price:", "12"), ("Weight:", "3")]), table(&[("Size:", "9"), ("Weight:", "4")])]
            .map(|page| Page::from(&*page));
    let labels = r#"{"path": "1", "records": [{"price": "12", "weight": "3"}]},
        {"path": "2", "records": [{"price": null, "weight": "4"}]}"#;
    let lesson = learn(labels, &[&pages[0], &pages[1]]);
    assert_eq!(lesson.read(&table(&[("Colour:", "red"), ("Weight:", "8")])), "- | 8");
}

#[test]
fn values_may_stand_in_attributes() {
    let page = |n: u32, day: &str| {
        format!(
            "<html><head><meta name=author content='Author {n}'></head><body>\
             <a class=next href='/page/{n}'>next</a><a class=up href='/up/{n}'>up</a>\
             <img src='/img/{n}.png' alt='A cat {n}'><time datetime='2026-01-{day}'>some day</time>\
             <form><input name=token value='key {n}'><input name=other value='no {n}'></form>\
             </body></html>"
        )
    };
    let labels = |n: u32, day: &str| {
        format!(
            r#"{{"path": "{n}", "records": [{{"author": "Author {n}", "link": "/page/{n}",
                "image": "/img/{n}.png", "alt": "A cat {n}", "day": "2026-01-{day}", "token": "key {n}"}}]}}"#
        )
    };
    let pages = [page(1, "04"), page(2, "05")].map(|page| Page::from(&*page));
    let labels = format!("{}, {}", labels(1, "04"), labels(2, "05"));
    let lesson = learn(&labels, &[&pages[0], &pages[1]]);
    assert_eq!(
        lesson.read(&page(3, "06")),
        "Author 3 | /page/3 | /img/3.png | A cat 3 | 2026-01-06 | key 3"
    );
}

#[test]
fn a_part_of_a_text_is_cut_out() {
    let page = |price: &str, maker: &str| {
        format!(
            "<body><h1>Mug</h1><p class=info>Price: ${price} (by {maker})</p><p>Other</p></body>"
        )
    };
    let span = |page: &str, value: &str| {
        let start = page.find(value).expect("the value is there");
        format!(r#"{{"span": [{start}, {}]}}"#, start + value.len())
    };
    let (first, second) = (page("12.50", "Acme"), page("7.00", "Bolt Ltd"));
    let labels = format!(
        r#"{{"path": "1", "records": [{{"price": {}, "maker": {}}}]}},
           {{"path": "2", "records": [{{"price": {}, "maker": {}}}]}}"#,
        span(&first, "12.50"),
        span(&first, "Acme"),
        span(&second, "7.00"),
        span(&second, "Bolt Ltd"),
    );
    let lesson = learn(&labels, &[&Page::from(&*first), &Page::from(&*second)]);
    assert_eq!(lesson.read(&page("101.99", "C & D")), "101.99 | C & D");
    assert_eq!(lesson.read("<body><h1>Mug</h1><p class=info>sold out</p></body>"), "");
}

#[test]
fn an_element_with_markup_in_it_is_a_value() {
    let page = |text: &str| format!("<body><div class=intro>{text}</div><div>Other</div></body>");
    let pages =
        [page("A <b>bold</b> word"), page("Just <i>one</i> more")].map(|page| Page::from(&*page));
    let labels = r#"{"path": "1", "records": [{"intro": "A bold word"}]},
        {"path": "2", "records": [{"intro": "Just one more"}]}"#;
    let lesson = learn(labels, &[&pages[0], &pages[1]]);
    assert_eq!(lesson.read(&page("No markup")), "No markup");
    assert_eq!(lesson.read(&page("<u>All</u> <b>of</b> it")), "All of it");
}

#[test]
fn one_labelled_page_is_enough_where_classes_name_the_fields() {
    let page = |name: &str, price: &str| {
        format!(
            "<body><h1 class=name>{name}</h1><i>new</i><p class=price>{price}</p><p>Other</p></body>"
        )
    };
    let labels = r#"{"path": "1", "records": [{"name": "Mug", "price": "$12"}]}"#;
    let lesson = learn(labels, &[&Page::from(&*page("Mug", "$12"))]);
    assert_eq!(lesson.read(&page("Cup", "$7")), "Cup | $7");
}

#[test]
fn an_absent_value_is_absent_and_not_its_neighbour() {
    let page = |price: Option<&str>| {
        let price = price.map_or(String::new(), |price| format!("<p class=price>{price}</p>"));
        format!("<body><h1>Mug</h1>{price}<p class=stock>3 left</p></body>")
    };
    let labels = r#"{"path": "1", "records": [{"price": "$12", "stock": "3 left"}]},
        {"path": "2", "records": [{"price": null, "stock": "3 left"}]}"#;
    let lesson = learn(labels, &[&Page::from(&*page(Some("$12"))), &Page::from(&*page(None))]);
    assert_eq!(lesson.read(&page(None)), "- | 3 left");
    assert_eq!(lesson.read(&page(Some("$8"))), "$8 | 3 left");
}

/// A page whose meta tags are in the given order.
fn with_meta(metas: &[(&str, &str)], name: &str) -> String {
    let meta = |(property, content): &(&str, &str)| {
        ["<meta property=\"", property, "\" content=\"", content, "\">"].concat()
    };
    let metas: String = metas.iter().map(meta).collect();
    format!("<head><meta charset=utf-8>{metas}</head><body><h1>{name}</h1></body>")
}

#[test]
fn a_meta_tag_is_known_by_its_property_wherever_it_is() {
    let one =
        with_meta(&[("og:type", "product"), ("og:title", "A mug"), ("og:image", "/a.jpg")], "Mug");
    let two =
        with_meta(&[("og:image", "/b.jpg"), ("og:type", "product"), ("og:title", "A cup")], "Cup");
    let (first, second) = (Page::from(&*one), Page::from(&*two));
    let labels = r#"{"path": "1", "records": [{"name": "Mug", "image": "/a.jpg"}]},
        {"path": "2", "records": [{"name": "Cup", "image": "/b.jpg"}]}"#;
    let lesson = learn(labels, &[&first, &second]);
    let three =
        with_meta(&[("og:title", "A pot"), ("og:image", "/c.jpg"), ("og:type", "product")], "Pot");
    assert_eq!(lesson.read(&three), "Pot | /c.jpg");
}

#[test]
fn one_labelled_page_suffices_for_a_meta_tag_that_moves() {
    let one =
        with_meta(&[("og:type", "product"), ("og:title", "A mug"), ("og:image", "/a.jpg")], "Mug");
    let first = Page::from(&*one);
    let lesson =
        learn(r#"{"path": "1", "records": [{"name": "Mug", "image": "/a.jpg"}]}"#, &[&first]);
    let two =
        with_meta(&[("og:image", "/b.jpg"), ("og:type", "product"), ("og:title", "A cup")], "Cup");
    assert_eq!(lesson.read(&two), "Cup | /b.jpg");
}
