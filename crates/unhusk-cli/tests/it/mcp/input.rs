//! Wrong input of a model, and pages that are no pages.

use super::client::Client;
use crate::program::Folder;
use serde_json::json;

#[test]
fn wrong_types_are_answered_with_the_place_and_what_is_expected() {
    let folder = Folder::with_countries();
    let client = Client::new(folder.path());
    for (tool, input, message) in [
        ("extract", json!({}), "missing field `wrapper`"),
        ("extract", json!({"wrapper": "w.json"}), "missing field `pages`"),
        (
            "extract",
            json!({"wrapper": 3, "pages": []}),
            "`wrapper`: invalid type: integer `3`, expected a string",
        ),
        (
            "extract",
            json!({"wrapper": "w.json", "pages": "1.html"}),
            "`pages`: invalid type: string \"1.html\", expected a sequence",
        ),
        (
            "extract",
            json!({"wrapper": "w.json", "pages": ["1.html", null]}),
            "`pages[1]`: invalid type: null, expected a string",
        ),
        (
            "extract",
            json!({"wrapper": "w.json", "pages": ["1.html"], "limit": -1}),
            "`limit`: invalid value: integer `-1`, expected usize",
        ),
        (
            "learn",
            json!({"pages": [{"page": "1.html", "recrods": []}], "output": "x.json"}),
            "`pages[0]",
        ),
        (
            "learn",
            json!({"pages": [{"page": "1.html", "records": 3}], "output": "x.json"}),
            "1.html: found the number 3, expected a list of records, each an object with a key for each field",
        ),
        (
            "learn",
            json!({"pages": [{"page": "1.html", "records": []}], "output": "x.json"}),
            "none of the given values is on its page:\nno record has a value",
        ),
        ("learn", json!({"output": "x.json"}), "nothing to learn from: give `pages` or `labels`"),
        (
            "learn",
            json!({"pages": [], "output": "x.txt"}),
            "`x.txt`: the name of a wrapper file ends in .json",
        ),
        (
            "learn",
            json!({"pages": [{"page": "1.html", "records": [{"a": "Congo"}]}], "output": "x.json", "method": "lrr"}),
            "there is no method `lrr`; there are auto, lr, hlrt",
        ),
        (
            "extract",
            json!({"wrapper": "w.json", "pages": []}),
            "no pages are named; give files, folders or patterns",
        ),
    ] {
        let found = client.call(tool, input.clone()).unwrap_err();
        assert!(found.starts_with(message), "{tool} {input}: {found}");
    }
    let typo = json!({"pages": [{"page": "1.html", "recrods": []}], "output": "x.json"});
    let found = client.call("learn", typo).unwrap_err();
    let known = "unknown field `recrods`, expected one of `page`, `records`, `complete`, `url`";
    assert!(found.contains(known), "{found}");
    assert_eq!(folder.names(), ["1.html", "2.html", "w.json"], "nothing is written");
}

#[test]
fn errors_have_the_words_of_the_program() {
    let folder = Folder::with_countries();
    folder.write("broken.json", "{\"unhusk\": \"wrapper/1\", ");
    let client = Client::new(folder.path());
    let of_program = |arguments: &[&str]| {
        let message = folder.run(arguments).stderr;
        message.strip_prefix("error: ").unwrap().trim_end().to_owned()
    };
    let input = json!({"wrapper": "broken.json", "pages": ["1.html"]});
    let program = of_program(&["extract", "broken.json", "1.html"]);
    assert_eq!(client.call("extract", input).unwrap_err(), program);
    let input = json!({"wrapper": "1.html", "pages": ["1.html"]});
    let program = of_program(&["extract", "1.html", "1.html"]);
    assert_eq!(client.call("extract", input).unwrap_err(), program);
    // A wrapper without a profile cannot be verified; the message gives a remedy.
    let input = json!({"wrapper": "w.json", "pages": ["1.html"]});
    let program = of_program(&["verify", "w.json", "1.html"]);
    assert_eq!(client.call("verify", input).unwrap_err(), program);
}

#[test]
fn hostile_pages_cost_themselves_alone() {
    let folder = Folder::with_countries();
    folder.write("pages/1.html", folder.read("1.html"));
    folder.write("pages/deep.html", "<div>".repeat(200_000));
    folder.write("pages/empty.html", "");
    folder.write("pages/bytes.html", (0..=255).cycle().take(100_000).collect::<Vec<u8>>());
    folder.write("pages/gone.html.gz", "no gzip");
    folder.write("pages/torn.warc", "WARC/1.0\r\nContent-Length: 99999\r\n\r\n");
    let client = Client::new(folder.path());
    let pages = ["pages", "gone.html", "none*.html"];
    let read = client.call("extract", json!({"wrapper": "w.json", "pages": pages})).unwrap();
    assert_eq!(read["n_records"], 2, "{read}");
    let failures = read["failures"].to_string();
    for name in ["pages/gone.html.gz", "gone.html", "no file matches"] {
        assert!(failures.contains(name), "{name}: {failures}");
    }
    let warnings = read["warnings"].to_string();
    assert!(warnings.contains("pages/empty.html: the file is empty"), "{warnings}");
}

#[test]
fn a_page_of_many_megabytes_is_read_and_the_answer_is_small() {
    let folder = Folder::with_countries();
    let filled = |n_lines: usize| {
        let filler = "<p>filler filler filler</p>\n".repeat(n_lines);
        folder.read("1.html").replace("<HR>", &format!("<HR>{filler}"))
    };
    folder.write("huge.html", filled(700_000));
    folder.write("large.html", filled(20_000));
    let client = Client::new(folder.path());
    let read =
        client.call("extract", json!({"wrapper": "w.json", "pages": ["huge.html"]})).unwrap();
    assert_eq!(read["n_records"], 2);
    assert!(read.to_string().len() < 4000);
    let claimed = json!([{"country": "Congo", "code": "242"}, {"country": "Atlantis"}]);
    let found = client.call("like", json!({"page": "large.html", "records": claimed})).unwrap();
    assert_eq!(found["refused"]["first"][0]["value"], "Atlantis");
    assert!(found.to_string().len() < 8000);
}

#[test]
fn records_with_names_that_no_field_can_have_are_errors() {
    let folder = Folder::with_countries();
    let client = Client::new(folder.path());
    let fields: serde_json::Map<String, serde_json::Value> =
        (0..2000).map(|number| (format!("f{number}"), json!("Congo"))).collect();
    let message = client.call("like", json!({"page": "1.html", "records": [fields]})).unwrap_err();
    assert!(message.contains("a record has more than 1000 fields"), "{message}");
    let mut nested = json!({"country": "Congo"});
    for _ in 0..40 {
        nested = json!({"inner": [nested]});
    }
    let message = client.call("like", json!({"page": "1.html", "records": [nested]})).unwrap_err();
    assert!(message.contains("expected fewer levels of records"), "{message}");
}
