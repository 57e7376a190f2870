//! Pages without labels, from bare pages to records, with the results that a person would expect.

use std::fmt::Write;
use unhusk_learn::template::{InduceError, InduceSettings, Induced, find_records, induce, train};
use unhusk_page::Page;
use unhusk_wrapper::record::{Cell, Record};
use unhusk_wrapper::{AnyWrapper, Extract, Wrapper};

fn found(pages: &[Page]) -> Result<Induced, InduceError> {
    let pages: Vec<&Page> = pages.iter().collect();
    induce(&pages, &InduceSettings::default())
}

fn show(record: &Record<'_>) -> String {
    let cell = |cell: &Cell<'_>| match cell {
        Cell::One(value) => value.text.to_string(),
        Cell::Nested(records) => {
            format!("{{{}}}", records.iter().map(show).collect::<Vec<_>>().join("; "))
        }
        _ => "-".to_owned(),
    };
    record.cells.iter().map(cell).collect::<Vec<_>>().join(" | ")
}

/// The records of a page; warnings behind `!`.
fn read(induced: &Induced, page: &Page) -> String {
    let extraction = induced.wrapper.extract(&induced.schema, page);
    let mut lines: Vec<String> = extraction.records.iter().map(show).collect();
    lines.extend(extraction.warnings.iter().map(|warning| format!("! {warning}")));
    lines.join("\n")
}

fn names(induced: &Induced) -> Vec<&str> {
    induced.schema.fields().iter().map(|field| field.name.as_str()).collect()
}

/// A product; properties that it lacks are left out.
fn product(name: &str, properties: &[(&str, &str)]) -> Page {
    let mut rows = String::new();
    for (label, value) in properties {
        write!(rows, "<tr><td>{label}:</td><td>{value}</td></tr>").expect("strings take all");
    }
    Page::from(&*format!(
        "<body><ul><li><a href=/>Home</a><li><a href=/s>Search</a><li><a href=/c>Cart</a></ul>\
         <h1 class=name>{name}</h1><table>{rows}</table><p>All prices with tax</p></body>"
    ))
}

fn products() -> Vec<Page> {
    vec![
        product("Lamp", &[("Price", "$80"), ("Weight", "2 kg"), ("Colour", "red")]),
        product("Desk", &[("Price", "$300"), ("Colour", "brown")]),
        product("Mug", &[("Price", "$4"), ("Weight", "300 g"), ("Colour", "blue")]),
        product("Rug", &[("Price", "$70"), ("Weight", "3 kg")]),
        product("Sofa", &[("Price", "$900"), ("Weight", "60 kg"), ("Colour", "grey")]),
    ]
}

#[test]
fn a_table_of_properties_is_columns_even_if_rows_are_left_out() {
    let pages = products();
    let induced = found(&pages).expect("there is data");
    assert_eq!(names(&induced), ["name", "price", "weight", "colour"]);
    assert_eq!(read(&induced, &pages[1]), "Desk | $300 | - | brown");
    assert_eq!(read(&induced, &pages[3]), "Rug | $70 | 3 kg | -");
}

#[test]
fn a_template_reads_pages_that_it_was_not_found_on() {
    let induced = found(&products()).expect("there is data");
    let other = product("Jug", &[("Price", "$9"), ("Colour", "green")]);
    assert_eq!(read(&induced, &other), "Jug | $9 | - | green");
}

#[test]
fn a_page_of_another_template_is_told_with_the_text_that_does_not_fit() {
    let induced = found(&products()).expect("there is data");
    let other = Page::from("<body><h2>Not found</h2></body>");
    let told = "! values after \"Not found\" may be missing";
    assert_eq!(read(&induced, &other), told);
}

/// Results, each with a name and perhaps a price.
fn results(query: &str, results: &[(&str, Option<&str>)]) -> Page {
    let mut items = String::new();
    for (name, price) in results {
        let price = price.map_or_else(String::new, |price| format!("<i class=price>{price}</i>"));
        write!(
            items,
            "<li><a href=/{name}>{name}</a><p>A fine {name} for your home</p>{price}</li>"
        )
        .expect("strings take all");
    }
    Page::from(&*format!(
        "<body><div><a href=/>Home</a> <a href=/help>Help</a></div><p>Results for {query}</p><ol>{items}</ol></body>"
    ))
}

#[test]
fn records_that_repeat_are_found_on_several_pages() {
    let pages = [
        results("lamps", &[("Lamp", Some("$80")), ("Light", None), ("Bulb", Some("$3"))]),
        results("pots", &[("Pot", Some("$7")), ("Pan", Some("$8"))]),
        results(
            "rugs",
            &[("Rug", None), ("Mat", Some("$9")), ("Carpet", None), ("Felt", Some("$2"))],
        ),
    ];
    let induced = found(&pages).expect("there is data");
    let other = results("cups", &[("Cup", None), ("Mug", Some("$4"))]);
    assert_eq!(
        read(&induced, &other),
        "Cup | A fine Cup for your home | -\nMug | A fine Mug for your home | $4"
    );
}

#[test]
fn records_are_found_on_one_page_alone() {
    let page = results(
        "all",
        &[
            ("Lamp", Some("$80")),
            ("Pot", Some("$7")),
            ("Rug", None),
            ("Mat", Some("$9")),
            ("Cup", None),
        ],
    );
    let induced = found(std::slice::from_ref(&page)).expect("there are records");
    let lines = read(&induced, &page);
    assert_eq!(lines.lines().count(), 5, "{lines}");
    assert!(lines.starts_with("Lamp | A fine Lamp for your home | $80\n"), "{lines}");
    let places = find_records(&page);
    let first = page.slice(places[0]).expect("it stands on the page");
    assert!(first.starts_with("<li><a href=/Lamp>"), "{first}");
}

#[test]
fn a_menu_does_not_come_before_results() {
    let offer =
        |n| format!("<li><a href=/{n}>Products and services, group {n}</a> with offers</li>");
    let menu = (1..=30).map(offer).collect::<Vec<_>>().concat();
    let hit =
        |n| format!("<li><a href=/hit{n}>Lamp number {n}</a> <p>for desks and walls</p></li>");
    let hits = (1..=5).map(hit).collect::<Vec<_>>().concat();
    let page = Page::from(&*format!(
        "<body><nav><ul>{menu}</ul></nav><h1>Lamps</h1><div><ul>{hits}</ul></div></body>"
    ));
    let places = find_records(&page);
    let first = page.slice(places[0]).expect("it stands on the page");
    assert!(places.len() == 5 && first.starts_with("<li><a href=/hit1>"), "{first}");
}

#[test]
fn two_texts_are_no_list() {
    let page = Page::from("<body><h2>Featured</h2>One match <h2>Others</h2>None</body>");
    assert_eq!(find_records(&page), []);
}

/// Terms with their meanings, below a headline that no other page has.
fn glossary(headline: &str, terms: &[(&str, &str)]) -> Page {
    let mut list = String::new();
    for (term, meaning) in terms {
        write!(list, "<dt><a href=/t>{term}</a></dt><dd>{meaning}</dd>").expect("strings take all");
    }
    Page::from(&*format!("<body><h1>{headline}</h1><dl>{list}</dl><p>As of {headline}</p></body>"))
}

#[test]
fn what_stands_between_rows_of_one_page_belongs_to_them_and_the_rest_of_other_pages_is_free() {
    let terms = [
        ("Oats", "Grain that is generally given to horses"),
        ("Lexicographer", "Writer of dictionaries, a harmless drudge"),
        ("Patron", "One who countenances, supports or protects"),
        ("Network", "Any thing reticulated or decussated"),
    ];
    let page = glossary("1755", &terms);
    let induced = found(std::slice::from_ref(&page)).expect("there are records");
    let lines = terms.map(|(term, meaning)| format!("{term} | {meaning}")).join("\n");
    assert_eq!(read(&induced, &page), lines);
    let other = glossary("1911", &[("Self-evident", "Evident to one's self and to nobody else")]);
    assert_eq!(read(&induced, &other), "Self-evident | Evident to one's self and to nobody else");
}

#[test]
fn rows_that_take_turns_are_one_record() {
    let mut rows = "<tr><td><b>In stock</b></td></tr>".to_owned();
    for n in 1..=6 {
        write!(
            rows,
            "<tr><td>{n}.</td><td><a href=/{n}>A tale of {n} towns</a> by the same writer {n}</td></tr>\
             <tr><td><font>Our price: ${n}.50</font> <i>You save: {n} percent of it</i></td></tr>"
        )
        .expect("strings take all");
    }
    let page = Page::from(&*format!("<body><h1>Books</h1><table>{rows}</table></body>"));
    let induced = found(std::slice::from_ref(&page)).expect("there are records");
    let lines = read(&induced, &page);
    assert_eq!(lines.lines().count(), 6, "{lines}");
    for (line, n) in lines.lines().zip(1..) {
        let parts =
            [format!("A tale of {n} towns"), format!("${n}.50"), format!("save: {n} percent")];
        assert!(parts.iter().all(|part| line.contains(part)), "{line}");
    }
    assert_eq!(find_records(&page).len(), 6);
}

#[test]
fn pages_without_data_are_told_so() {
    let same = [product("Lamp", &[]), product("Lamp", &[])];
    assert_eq!(found(&same).expect_err("nothing differs"), InduceError::Same);
    let alone = [Page::from("<body><h1>About us</h1><p>Since 1990</p></body>")];
    assert_eq!(found(&alone).expect_err("nothing repeats"), InduceError::OnePage);
    let empty = [Page::from(""), Page::from("<p></p>")];
    assert_eq!(found(&empty).expect_err("there is no text"), InduceError::Empty);
}

#[test]
fn a_template_is_saved_and_loaded() {
    let Induced { wrapper, schema, .. } = found(&products()).expect("there is data");
    let file =
        Wrapper::new(schema, AnyWrapper::from(wrapper), unhusk_wrapper::Provenance::default());
    assert_eq!(Wrapper::from_json(&file.to_json()).expect("what was saved loads"), file);
}

#[test]
fn few_pages_are_used_if_they_tell_all() {
    let pages: Vec<Page> =
        (0..40).map(|n| product(&format!("Lamp {n}"), &[("Price", &format!("${n}"))])).collect();
    let refs: Vec<&Page> = pages.iter().collect();
    let trained = train(&refs, &InduceSettings::default(), 100).expect("there is data");
    assert_eq!((trained.used.len(), trained.misfits.len()), (2, 0));
}

#[test]
fn a_page_that_does_not_fit_is_learnt_from() {
    let mut pages = products();
    pages.push(product("Bed", &[("Price", "$700"), ("Weight", "90 kg"), ("Wood", "oak")]));
    let refs: Vec<&Page> = pages.iter().collect();
    let trained = train(&refs, &InduceSettings::default(), 100).expect("there is data");
    assert!(trained.used.contains(&5), "{:?}", trained.used);
    assert_eq!(trained.misfits, [0; 0]);
}

#[test]
fn pages_of_twenty_thousand_texts_end() {
    let page = |seed: usize| {
        let texts = (0..20_000).map(|n| format!("<p>{}", (n * 7919 + seed) % 9973));
        Page::from(&*format!("<body><h1>Numbers {seed}</h1>{}", texts.collect::<String>()))
    };
    let induced = found(&[page(1), page(2)]).expect("there is data");
    let other = page(3);
    let extraction = induced.wrapper.extract(&induced.schema, &other);
    assert!(!extraction.records.is_empty());
}
