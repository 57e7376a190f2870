use super::{PytestSuite, slug, stem};
use serde_json::{Value, json};
use unhusk_page::{Page, PageOptions, Syntax};
use unhusk_wrapper::Wrapper;

const WRAPPER: &str = r#"{"unhusk": "wrapper/1", "class": "lr",
    "schema": {"fields": [{"name": "country"}, {"name": "code"}]},
    "program": {"fields": [{"left": "<B>", "right": "</B>"}, {"left": "<I>", "right": "</I>"}]}}"#;

fn suite(pages: &[(&str, Page)]) -> Result<PytestSuite, String> {
    let wrapper = Wrapper::from_json(WRAPPER).expect("a wrapper");
    let pages: Vec<(String, Page)> =
        pages.iter().map(|(name, page)| ((*name).to_owned(), page.clone())).collect();
    PytestSuite::new("My countries", &wrapper, &pages).map_err(|error| error.to_string())
}

#[test]
fn a_test_has_the_wrapper_the_pages_and_the_records() {
    let source = "<B>Congo \"x\"</B> <I>242</I>\r\n<B>Peru</B> <I>51</I>";
    let pages = [("a/x.html", Page::from(source)), ("https://x.example/é/?q=1", Page::from("<p>"))];
    let suite = suite(&pages).expect("pages of HTML");
    let names: Vec<&str> = suite.files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "test_my_countries.py",
            "wrapper.json",
            "pages/1-x.html",
            "pages/1-x.json",
            "pages/2-page.html",
            "pages/2-page.json"
        ]
    );
    assert_eq!(suite.files[2].1, source, "with the ends of its lines");
    let read: Value = serde_json::from_str(&suite.files[3].1).expect("JSON");
    let records =
        json!([{"country": "Congo \"x\"", "code": "242"}, {"country": "Peru", "code": "51"}]);
    assert_eq!(read, json!({"page": "a/x.html", "records": records}));
    let read: Value = serde_json::from_str(&suite.files[5].1).expect("JSON");
    assert_eq!(read, json!({"page": "https://x.example/é/?q=1", "records": []}));
    assert_eq!((suite.n_records, suite.empty), (2, vec!["https://x.example/é/?q=1".to_owned()]));
    assert!(suite.files[0].1.contains("PAGES = [\n    \"1-x\",\n    \"2-page\",\n]\n"));
}

#[test]
fn a_page_of_plain_text_is_named() {
    let mut options = PageOptions::default();
    options.syntax = Syntax::Text;
    let page = Page::read(b"<B>Tom &amp; Jerry</B> <I>1</I>", options);
    let refused = suite(&[("notes.txt", page)]).expect_err("it is no HTML");
    assert!(refused.starts_with("`notes.txt` is read otherwise"), "{refused}");
}

#[test]
fn names_of_files_are_safe_everywhere() {
    for (name, file) in [
        ("shop/Blue Mug.HTML.gz", "blue-mug"),
        ("https://x.example/a/b/?q=../../etc#x", "b"),
        ("../../etc/passwd", "passwd"),
        ("CON", "con"),
        ("\"; import os", "import-os"),
        ("日本.html", "page"),
        ("", "page"),
    ] {
        assert_eq!(slug(stem(name)), file, "{name}");
    }
    assert_eq!(slug(&"x-".repeat(100)).len(), 39);
}
