//! Lists of records: fields that are missing, change places or repeat never move to another record.

use super::{learn, learn_with};
use std::fmt::Write;
use unhusk_page::Page;

/// A shop's list; a product is name, price and maker, and a maker or price may be missing.
fn shop(products: &[(&str, Option<&str>, Option<&str>)]) -> String {
    let mut page = String::from(
        "<html><body><div class=nav><a href=/>Home</a> <a href=/sale>Sale</a></div><div class=list>",
    );
    for (name, price, maker) in products {
        let _ = write!(page, "<div class=product><h2>{name}</h2>");
        if let Some(price) = price {
            let _ = write!(page, "<span class=price>{price}</span>");
        }
        if let Some(maker) = maker {
            let _ = write!(page, "<span class=maker>{maker}</span>");
        }
        page += "</div>";
    }
    page + "</div><div class=foot>Imprint</div></body></html>"
}

const TRAINED: &[(&str, Option<&str>, Option<&str>)] = &[
    ("Blue mug", Some("$12"), Some("Acme")),
    ("Red cup", None, Some("Bolt")),
    ("Tea pot", Some("$30"), None),
];

const SHOP_LABELS: &str = r#"{"path": "1", "records": [
    {"name": "Blue mug", "price": "$12", "maker": "Acme"},
    {"name": "Red cup", "price": null, "maker": "Bolt"},
    {"name": "Tea pot", "price": "$30", "maker": null}]}"#;

#[test]
fn a_missing_field_in_the_middle_of_a_list_is_absent_and_shifts_nothing() {
    let lesson = learn(SHOP_LABELS, &[&Page::from(&*shop(TRAINED))]);
    assert_eq!(
        lesson.read(&shop(TRAINED)),
        "Blue mug | $12 | Acme\nRed cup | - | Bolt\nTea pot | $30 | -"
    );
    let other = shop(&[
        ("Fork", None, None),
        ("Knife", Some("$3"), None),
        ("Spoon", None, Some("Acme")),
        ("Plate", Some("$9"), Some("Zeta")),
    ]);
    assert_eq!(
        lesson.read(&other),
        "Fork | - | -\nKnife | $3 | -\nSpoon | - | Acme\nPlate | $9 | Zeta"
    );
}

#[test]
fn an_empty_list_has_no_records() {
    let lesson = learn(SHOP_LABELS, &[&Page::from(&*shop(TRAINED))]);
    assert_eq!(lesson.read(&shop(&[])), "");
}

#[test]
fn fields_may_stand_in_any_order() {
    let page = "<ul><li><b>Ann</b><i>12</i></li><li><i>7</i><b>Bob</b></li></ul>";
    let labels = r#"{"path": "1", "records": [
        {"name": "Ann", "age": "12"}, {"name": "Bob", "age": "7"}]}"#;
    let lesson = learn(labels, &[&Page::from(page)]);
    let other =
        "<ul><li><i>31</i><b>Cid</b></li><li><b>Dot</b><i>4</i></li><li><b>Eve</b></li></ul>";
    assert_eq!(lesson.read(other), "Cid | 31\nDot | 4\nEve | -");
}

#[test]
fn a_repeated_field_stays_in_its_record() {
    let page = "<div><p class=book><b>Emma</b><a>novel</a><a>love</a></p>\
                <p class=book><b>Dune</b><a>desert</a></p><p class=book><b>Odes</b></p></div>";
    let labels = r#"{"path": "1", "records": [{"title": "Emma", "tag": ["novel", "love"]},
        {"title": "Dune", "tag": ["desert"]}, {"title": "Odes", "tag": []}]}"#;
    let lesson = learn(labels, &[&Page::from(page)]);
    let other = "<div><p class=book><b>Ilias</b></p>\
                 <p class=book><b>Faust</b><a>play</a><a>devil</a><a>deal</a></p></div>";
    assert_eq!(lesson.read(other), "Ilias | []\nFaust | [play, devil, deal]");
}

#[test]
fn rows_of_a_table_are_records_and_columns_are_fields() {
    let table = |rows: &[[&str; 3]]| {
        let row = |row: &[&str; 3]| {
            format!("<tr><td>{}</td><td>{}</td><td>{}</td></tr>", row[0], row[1], row[2])
        };
        let rows: String = rows.iter().map(row).collect();
        format!("<table><tr><th>Country</th><th>Code</th><th>City</th></tr>{rows}</table>")
    };
    let page =
        table(&[["Congo", "242", "Kinshasa"], ["Spain", "34", "Madrid"], ["Peru", "51", "Lima"]]);
    let labels = r#"{"path": "1", "records": [{"country": "Congo", "city": "Kinshasa"},
        {"country": "Spain", "city": "Madrid"}, {"country": "Peru", "city": "Lima"}]}"#;
    let lesson = learn(labels, &[&Page::from(&*page)]);
    let other = table(&[["Egypt", "20", "Cairo"], ["Malta", "356", "Valletta"]]);
    assert_eq!(lesson.read(&other), "Egypt | Cairo\nMalta | Valletta");
}

#[test]
fn terms_with_their_descriptions_are_records_without_an_element_of_their_own() {
    let page = "<dl><dt>Ann</dt><dd>poet</dd><dd>Rome</dd><dt>Bob</dt><dd>smith</dd>\
                <dt>Cid</dt><dd>knight</dd><dd>Burgos</dd></dl>";
    let labels = r#"{"path": "1", "records": [{"name": "Ann", "trade": "poet", "city": "Rome"},
        {"name": "Bob", "trade": "smith", "city": null},
        {"name": "Cid", "trade": "knight", "city": "Burgos"}]}"#;
    let lesson = learn(labels, &[&Page::from(page)]);
    let other = "<dl><dt>Dot</dt><dd>baker</dd><dt>Eve</dt><dd>nurse</dd><dd>Bath</dd></dl>";
    assert_eq!(lesson.read(other), "Dot | baker | -\nEve | nurse | Bath");
}

#[test]
fn two_labelled_records_of_a_page_that_is_labelled_in_part_are_enough() {
    let products = &[
        ("Blue mug", Some("$12"), Some("Acme")),
        ("Red cup", Some("$9"), Some("Bolt")),
        ("Tea pot", Some("$30"), Some("Corp")),
        ("Fork", Some("$2"), Some("Dash")),
    ];
    let labels = r#"{"path": "1", "complete": false, "records": [
        {"name": "Blue mug", "price": "$12"}, {"name": "Red cup", "price": "$9"}]}"#;
    let lesson = learn(labels, &[&Page::from(&*shop(products))]);
    assert_eq!(
        lesson.read(&shop(products)),
        "Blue mug | $12\nRed cup | $9\nTea pot | $30\nFork | $2"
    );
}

#[test]
fn a_page_of_one_record_says_so_when_it_is_labelled_in_full() {
    let labels = r#"{"path": "1", "records": [{"name": "Blue mug", "price": "$12"}]}"#;
    let one = &[("Blue mug", Some("$12"), Some("Acme"))];
    let lesson = learn(labels, &[&Page::from(&*shop(one))]);
    assert_eq!(lesson.read(&shop(&[("Fork", Some("$2"), None)])), "Fork | $2");
}

#[test]
fn the_order_of_records_in_the_labels_is_that_of_the_page() {
    // Both names occur twice: in the index and in the list. Only the list has the prices.
    let page = "<ul class=index><li>Ann</li><li>Bob</li></ul>\
                <div><p><b>Ann</b> <i>1</i></p><p><b>Bob</b> <i>2</i></p></div>";
    let labels =
        r#"{"path": "1", "records": [{"name": "Ann", "age": "1"}, {"name": "Bob", "age": "2"}]}"#;
    let lesson = learn(labels, &[&Page::from(page)]);
    let other = "<ul class=index><li>Cid</li></ul><div><p><b>Cid</b> <i>3</i></p></div>";
    assert_eq!(lesson.read(other), "Cid | 3");
}

#[test]
fn parts_of_words_that_no_rule_explains_are_refused() {
    let page = Page::from("<p>one two</p><div><b>three</b></div>");
    let labels =
        r#"{"path": "1", "records": [{"a": {"span": [3, 5]}}, {"a": {"span": [22, 24]}}]}"#;
    let error = learn_with(labels, &[&page], &[]).err().expect("no rule cuts both words");
    assert!(error.contains("`site`"), "{error}");
}

/// A list below a heading and a note, which have no class.
fn results(title: &str, heading: &str, hits: &[(&str, &str)]) -> String {
    let mut page = format!("<title>{title}</title><div><h1>{heading}</h1><p>Hits</p></div><div>");
    for (name, place) in hits {
        let _ = write!(page, "<p><a>{name}</a><i>{place}</i></p>");
    }
    page + "</div><div><p><a>Help</a></p><p><a>Imprint</a></p></div>"
}

const RESULT_LABELS: &str = r#"{"path": "1", "records": [
    {"name": "Red barn", "place": "Ulm"}, {"name": "Old mill", "place": "Bern"}]}"#;

#[test]
fn no_rule_rests_on_the_data_of_a_record_or_on_what_the_page_is_about() {
    // The list begins with the first name, and follows the query, which is in the title, and the number of hits.
    for heading in ["Houses", "2 found"] {
        let page =
            results("Houses - Finder", heading, &[("Red barn", "Ulm"), ("Old mill", "Bern")]);
        let lesson = learn(RESULT_LABELS, &[&Page::from(&*page)]);
        let other = results("Boats - Finder", "Boats", &[("Ark", "Kiel"), ("Raft", "Riga")]);
        assert_eq!(lesson.read(&other), "Ark | Kiel\nRaft | Riga");
        let rules = lesson.file.to_json().to_lowercase();
        for data in ["red barn", "houses", "2 found"] {
            assert!(!rules.contains(data), "{data}: {rules}");
        }
    }
}

/// Products with a box around the list, and a box of that many more elements around that.
fn boxed(n_boxes: usize, class: &str, names: &[&str]) -> String {
    let item = |name: &&str| {
        format!("<div class={class}><b>{name}</b><i class=price>${}</i></div>", name.len())
    };
    let items: String = names.iter().map(item).collect();
    let (open, close) = ("<div>".repeat(n_boxes), "</div>".repeat(n_boxes));
    format!(
        "<div><div><b>Home</b></div><div><b>Sale</b></div></div>{open}<div>{items}</div>{close}"
    )
}

#[test]
fn records_are_found_when_classes_are_renamed_or_boxes_inserted() {
    let names = ["Mug", "Bowl", "Plate", "Carafe", "Saucers"];
    let records: Vec<String> = names
        .iter()
        .map(|name| format!(r#"{{"name": "{name}", "price": "${}"}}"#, name.len()))
        .collect();
    let labels = format!(r#"{{"path": "1", "records": [{}]}}"#, records.join(","));
    let lesson = learn(&labels, &[&Page::from(&*boxed(1, "item", &names))]);
    let read = "Mug | $3\nBowl | $4\nPlate | $5\nCarafe | $6\nSaucers | $7";
    for (n_boxes, class) in [(1, "item"), (3, "item"), (1, "x1")] {
        assert_eq!(lesson.read(&boxed(n_boxes, class, &names)), read, "{n_boxes} {class}");
    }
    // With both, no rule is left, and a warning says that the records were found by other means.
    let relocated = lesson.read(&boxed(3, "x1", &names));
    let (records, warning) = relocated.split_once("\n! ").expect("a warning");
    assert_eq!(records, read);
    assert!(warning.contains("found by their fields"), "{warning}");
}

#[test]
fn records_of_a_shorter_list_among_the_records_are_read() {
    let item = |n: &str| format!("<div class=item><h3>{n}</h3><p>{n} is new</p></div>");
    let page = |before: &[&str], inner: &[&str], behind: &[&str]| {
        let row = |n: &&str| format!("<li>{}</li>", item(n));
        let rows = |all: &[&str]| all.iter().map(row).collect::<String>();
        format!(
            "<body><ol>{}<li><section><h2>Others watched</h2><ul>{}</ul></section></li>{}</ol><p>End</p></body>",
            rows(before),
            rows(inner),
            rows(behind)
        )
    };
    let labelled = Page::from(&*page(&["Oak", "Elm"], &["Fig", "Gum"], &["Ash", "Yew"]));
    let records: Vec<String> = ["Oak", "Elm", "Fig", "Gum", "Ash", "Yew"]
        .map(|n| format!(r#"{{"title": "{n}", "text": "{n} is new"}}"#))
        .into();
    let labels = format!(r#"{{"path": "1", "records": [{}]}}"#, records.join(", "));
    let lesson = learn(&labels, &[&labelled]);
    let other = page(&["Fir"], &["Bay", "Box", "Tea"], &["Nut"]);
    let read = ["Fir", "Bay", "Box", "Tea", "Nut"].map(|n| format!("{n} | {n} is new"));
    assert_eq!(lesson.read(&other), read.join("\n"));
}
