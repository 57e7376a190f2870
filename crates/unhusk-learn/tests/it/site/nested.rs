//! Records that hold records.

use super::{learn, learn_with, show};
use unhusk_page::Page;
use unhusk_wrapper::Wrapper;

/// Shops with their offers, each shop an element around its offers.
fn shops(shops: &[(&str, &[(&str, &str)])]) -> String {
    let offer = |(name, price): &(&str, &str)| {
        ["<li><a href=/p>", name, "</a> <em>", price, "</em></li>"].concat()
    };
    let shop = |(name, offers): &(&str, &[(&str, &str)])| {
        let offers: String = offers.iter().map(offer).collect();
        ["<section class=shop><h2>", name, "</h2><ul>", &*offers, "</ul></section>"].concat()
    };
    let shops: String = shops.iter().map(shop).collect();
    format!("<body><ul class=menu><li><a href=/>Home</a></ul><main>{shops}</main></body>")
}

const SHOPS: &str = r#"{"path": "1", "records": [
    {"shop": "Mill Lane", "offers": [{"name": "Lamp", "price": "$80"}, {"name": "Mug", "price": "$4"}]},
    {"shop": "High Road", "offers": [{"name": "Desk", "price": "$300"}]}]}"#;

fn page_of_shops() -> Page {
    let lane: &[_] = &[("Lamp", "$80"), ("Mug", "$4")];
    Page::from(&*shops(&[("Mill Lane", lane), ("High Road", &[("Desk", "$300")])]))
}

#[test]
fn records_in_the_element_of_another_record_are_its_own() {
    let lesson = learn(SHOPS, &[&page_of_shops()]);
    let offers: &[_] = &[("Pot", "$7"), ("Pan", "$8"), ("Jug", "$9")];
    let read = lesson.read(&shops(&[("Old Mill", offers), ("Quay", &[("Rug", "$70")])]));
    assert_eq!(read, "Old Mill | {Pot | $7; Pan | $8; Jug | $9}\nQuay | {Rug | $70}");
}

#[test]
fn a_record_may_hold_no_record() {
    let lesson = learn(SHOPS, &[&page_of_shops()]);
    let read = lesson.read(&shops(&[("Old Mill", &[]), ("Quay", &[("Rug", "$70")])]));
    assert_eq!(read, "Old Mill | {}\nQuay | {Rug | $70}");
}

/// Shops with headings between the offers, and no element around a shop.
fn headed(shops: &[(&str, &[(&str, &str)])]) -> String {
    let offer = |(name, price): &(&str, &str)| {
        ["<p class=offer>", name, " <em>", price, "</em></p>"].concat()
    };
    let shop = |(name, offers): &(&str, &[(&str, &str)])| {
        ["<h2>", name, "</h2>", &*offers.iter().map(offer).collect::<String>()].concat()
    };
    format!("<body><h1>Shops</h1>{}</body>", shops.iter().map(shop).collect::<String>())
}

#[test]
fn records_behind_a_heading_are_those_of_the_heading() {
    let lane: &[_] = &[("Lamp", "$80"), ("Mug", "$4")];
    let page = Page::from(&*headed(&[("Mill Lane", lane), ("High Road", &[("Desk", "$300")])]));
    let lesson = learn(SHOPS, &[&page]);
    let offers: &[_] = &[("Pot", "$7"), ("Pan", "$8"), ("Jug", "$9")];
    let read = lesson.read(&headed(&[("Quay", &[("Rug", "$70")]), ("Old Mill", offers)]));
    assert_eq!(read, "Quay | {Rug | $70}\nOld Mill | {Pot | $7; Pan | $8; Jug | $9}");
}

/// A page about one book, with reviews.
fn book(title: &str, reviews: &[(&str, &str)]) -> String {
    let review = |(by, says): &(&str, &str)| {
        ["<div class=review><b>", by, "</b><p>", says, "</p></div>"].concat()
    };
    let reviews: String = reviews.iter().map(review).collect();
    format!("<body><h1>{title}</h1><p class=blurb>A book</p>{reviews}<div>Imprint</div></body>")
}

#[test]
fn a_page_that_is_one_record_holds_all_the_records_on_it() {
    let one = Page::from(&*book("Emma", &[("Ann", "Fine"), ("Bob", "Dull")]));
    let two = Page::from(&*book("Ivanhoe", &[("Cid", "Long")]));
    let labels = r#"
        {"path": "1", "records": [{"title": "Emma",
            "reviews": [{"by": "Ann", "says": "Fine"}, {"by": "Bob", "says": "Dull"}]}]},
        {"path": "2", "records": [{"title": "Ivanhoe", "reviews": [{"by": "Cid", "says": "Long"}]}]}"#;
    let lesson = learn_with(labels, &[&one, &two], &[]).expect("it fits");
    let read = lesson.read(&book("Waverley", &[("Dan", "Old"), ("Eve", "Good"), ("Flo", "Odd")]));
    assert_eq!(read, "Waverley | {Dan | Old; Eve | Good; Flo | Odd}");
}

/// A town with its streets.
type Town<'a> = (&'a str, &'a [&'a str]);

/// Three levels: countries, towns, streets.
fn places(countries: &[(&str, &[Town<'_>])]) -> String {
    let mut text = String::from("<body><div id=nav><a>Top</a></div>");
    for (country, towns) in countries {
        text += &["<div class=country><h2>", *country, "</h2>"].concat();
        for (town, streets) in *towns {
            text += &["<div class=town><h3>", *town, "</h3><ol>"].concat();
            for street in *streets {
                text += &["<li><i>", *street, "</i></li>"].concat();
            }
            text += "</ol></div>";
        }
        text += "</div>";
    }
    text + "</body>"
}

#[test]
fn records_nest_as_deep_as_their_labels() {
    let towns: &[Town<'_>] = &[("Ulm", &["Gasse", "Weg"]), ("Jena", &["Ring"])];
    let page = Page::from(&*places(&[("Alba", towns), ("Bora", &[("Kiel", &["Damm"])])]));
    let labels = r#"{"path": "1", "records": [
        {"country": "Alba", "towns": [
            {"town": "Ulm", "streets": [{"street": "Gasse"}, {"street": "Weg"}]},
            {"town": "Jena", "streets": [{"street": "Ring"}]}]},
        {"country": "Bora", "towns": [{"town": "Kiel", "streets": [{"street": "Damm"}]}]}]}"#;
    let lesson = learn(labels, &[&page]);
    let others: &[Town<'_>] = &[("Rom", &["Via", "Corso", "Largo"]), ("Bari", &[])];
    let read = lesson.read(&places(&[("Cora", others)]));
    assert_eq!(read, "Cora | {Rom | {Via; Corso; Largo}; Bari | {}}");
}

/// Sections are shops with a name, list items offers: written by hand, so that nothing but the rule is tested.
const BY_HAND: &str = r#"{"unhusk": "wrapper/1", "class": "site",
    "schema": {"fields": [{"name": "shop"}, {"name": "offers", "fields": [{"name": "name"}]}]},
    "program": {
        "records": {"regions": {"reach": "node", "begin": [{"clues": [
            {"what": "path", "at": 1, "says": "section"}, {"what": "contents", "says": "elements"}]}]}},
        "fields": [
            {"ways": [{"target": "text", "rules": [{"clues": [{"what": "path", "at": 1, "says": "h2"}]}]}]},
            {"ways": [], "nested": {
                "records": {"regions": {"reach": "node", "begin": [{"clues": [
                    {"what": "path", "at": 1, "says": "li"}, {"what": "contents", "says": "elements"}]}]}},
                "fields": [{"ways": [{"target": "text", "rules": [
                    {"clues": [{"what": "path", "at": 1, "says": "b"}]}]}]}]}}]}}"#;

#[test]
fn records_that_stand_in_no_record_are_told_and_not_shifted_into_another() {
    let file = Wrapper::from_json(BY_HAND).expect("it is a wrapper");
    let page = Page::from(
        "<section><h2>Quay</h2><ul><li><b>Rug</b></li></ul></section><ul><li><b>Axe</b></li></ul>\
         <section><h2>Mill</h2><ul><li><b>Pot</b></li></ul></section>",
    );
    let extraction = file.extract(&page);
    let records: Vec<String> = extraction.records.iter().map(show).collect();
    assert_eq!(records, ["Quay | {Rug}", "Mill | {Pot}"]);
    let told: Vec<String> = extraction.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["field `offers`: 1 of its records is in no record and was left out"]);
}

#[test]
fn how_nested_records_are_read_is_explained() {
    use unhusk_wrapper::Explain;
    let lesson = learn(SHOPS, &[&page_of_shops()]);
    let lines = lesson.learned.wrapper.explain().join("\n");
    assert!(lines.contains("field 2: the records inside the record"), "{lines}");
}

/// Name and court of a case, and the entries of its docket.
type DocketCase<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)]);

/// Cases, each a heading, its number, and a table with the entries of its docket: numbers and texts in one cell.
fn dockets(cases: &[DocketCase<'_>]) -> String {
    let entry =
        |(number, says): &(&str, &str)| ["<tr><td>", number, " ", says, "</td></tr>"].concat();
    let case = |(name, number, entries): &(&str, &str, &[(&str, &str)])| {
        let entries: String = entries.iter().map(entry).collect();
        ["<h2>", name, "</h2><p>No. ", number, "</p><table>", &*entries, "</table>"].concat()
    };
    let cases: String = cases.iter().map(case).collect();
    format!("<body><h1>Dockets</h1>{cases}<div id=foot><p>The clerk</p></div></body>")
}

#[test]
fn headings_are_read_with_the_records_below_them() {
    let first: &[_] = &[("1", "Complaint filed"), ("2", "Motion to dismiss"), ("3", "Order")];
    let second: &[_] = &[("1", "Notice of appeal"), ("2", "Brief")];
    let page = dockets(&[("Hall v. Young", "19-12", first), ("King v. Hill", "20-7", second)]);
    let labels = r#"{"path": "1", "records": [
        {"case": "Hall v. Young", "number": "19-12", "entries": [{"nr": "1", "says": "Complaint filed"},
            {"nr": "2", "says": "Motion to dismiss"}, {"nr": "3", "says": "Order"}]},
        {"case": "King v. Hill", "number": "20-7", "entries": [{"nr": "1", "says": "Notice of appeal"},
            {"nr": "2", "says": "Brief"}]}]}"#;
    let lesson = learn(labels, &[&Page::from(&*page)]);
    let entries: &[_] = &[("1", "Answer"), ("2", "Joint report")];
    let read = lesson.read(&dockets(&[
        ("Lee v. Ray", "21-3", entries),
        ("Cox v. Moss", "22-4", &[("1", "Reply brief")]),
    ]));
    assert_eq!(
        read,
        "Lee v. Ray | 21-3 | {1 | Answer; 2 | Joint report}\nCox v. Moss | 22-4 | {1 | Reply brief}"
    );
}
