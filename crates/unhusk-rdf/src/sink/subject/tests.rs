//! Names of pages and records.

use super::{Keys, PageName};
use unhusk_page::Span;
use unhusk_wrapper::record::{Cell, Record, Schema, Value};
use unhusk_wrapper::sink::SourcePage;

fn page(url: Option<&str>, base: Option<&str>) -> PageName {
    let mut page = SourcePage::new("a b.html");
    page.url = url.map(str::to_owned);
    page.base = base.map(str::to_owned);
    PageName::new(&page)
}

fn record(texts: &[&str]) -> Record<'static> {
    let value = |text: &&str| {
        Cell::One(Value {
            text: (*text).to_owned().into(),
            span: Span { start: 0, end: 0 },
            confidence: None,
        })
    };
    Record { cells: texts.iter().map(value).collect() }
}

fn keys(fields: &str) -> Keys {
    let schema: Schema = serde_json::from_str(fields).unwrap();
    Keys::new(&schema)
}

#[test]
fn a_page_is_its_address_or_its_hash_or_its_name() {
    assert_eq!(page(Some("https://example.org/a#b"), None).iri, "https://example.org/a");
    assert_eq!(page(None, None).iri, "urn:unhusk:page:a%20b.html");
    let local = PageName::new(&SourcePage::new("/home/ann/b c.html")).iri;
    assert!(local.ends_with("/b%20c.html") && !local.contains("home"), "{local}");
    let other = PageName::new(&SourcePage::new("/home/bob/b c.html")).iri;
    assert_ne!(local, other);
    let mut hashed = SourcePage::new("a");
    hashed.sha256 = Some("00ff".to_owned());
    assert_eq!(PageName::new(&hashed).iri, "urn:sha256:00ff");
}

#[test]
fn addresses_are_relative_to_what_the_page_says_unless_that_runs() {
    let resolved = |page: PageName| page.resolve("x/1");
    assert_eq!(
        resolved(page(Some("https://example.org/a/b"), None)).as_deref(),
        Some("https://example.org/a/x/1")
    );
    let with_base = page(Some("https://example.org/a/b"), Some("/c/"));
    assert_eq!(resolved(with_base).as_deref(), Some("https://example.org/c/x/1"));
    assert_eq!(
        resolved(page(None, Some("https://example.org/d/"))).as_deref(),
        Some("https://example.org/d/x/1")
    );
    let hostile = page(Some("https://example.org/"), Some("javascript:alert(1)//"));
    assert_eq!(resolved(hostile).as_deref(), Some("https://example.org/x/1"));
    assert_eq!(resolved(page(None, None)), None);
}

#[test]
fn a_key_is_made_of_what_names_the_record() {
    let mut by_link = keys(
        r#"{"fields": [{"name": "n", "iri": "schema:name"}, {"name": "u", "iri": "schema:url"}, {"name": "p"}]}"#,
    );
    let first = by_link.key(&record(&["Mug", "/1", "$5"]));
    by_link.begin_page();
    assert_eq!(by_link.key(&record(&["Big mug", "/1", "$6"])), first, "the address is the same");
    let mut by_all = keys(r#"{"fields": [{"name": "a"}, {"name": "b"}]}"#);
    let one = by_all.key(&record(&["xy", "z"]));
    assert_ne!(by_all.key(&record(&["x", "yz"])), one, "values are told apart");
    assert_eq!(by_all.key(&record(&["xy", "z"])), format!("{one}-2"), "twins are numbered");
}
