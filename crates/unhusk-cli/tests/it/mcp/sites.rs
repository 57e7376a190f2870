//! Real pages: a model labels one or two, the rest is read by the wrapper and compared with the truth.

use super::client::Client;
use crate::at_hand;
use crate::program::Folder;
use serde_json::{Map, Value, json};
use std::fs;

/// The labelled pages of a site: their paths and their only record.
type Truth = Vec<(String, Map<String, Value>)>;

/// Copies a site of detail pages into a folder; returns its truth.
fn site(folder: &Folder, path: &str) -> Option<Truth> {
    let root = at_hand::benchmark(&format!("data/{path}"))?;
    let labels: Value =
        serde_json::from_str(&fs::read_to_string(root.join("labels.json")).unwrap()).unwrap();
    let mut truth = Vec::new();
    for page in labels["pages"].as_array().unwrap() {
        let name = page["path"].as_str().unwrap();
        folder.write(name, fs::read(root.join(name)).unwrap());
        let record = page["records"][0].as_object().unwrap().clone();
        truth.push((name.to_owned(), record));
    }
    Some(truth)
}

/// The texts of a value of the truth or of a record, with single spaces.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.split_whitespace().collect::<Vec<_>>().join(" ")],
        Value::Array(values) => values.iter().flat_map(texts).collect(),
        Value::Object(form) => form.get("text").map(texts).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// The share of the labelled values of pages that are in the records of these pages.
fn share_read(truth: &[(String, Map<String, Value>)], records: &[Value]) -> f64 {
    let (mut n_right, mut n_all) = (0.0, 0.0);
    for (page, expected) in truth {
        let record = records.iter().find(|record| record["_page"] == page.as_str());
        for (field, value) in expected.iter().filter(|(_, value)| !texts(value).is_empty()) {
            n_all += 1.0;
            let read = record.map(|record| texts(&record[field])).unwrap_or_default();
            n_right += f64::from(u8::from(texts(value).iter().any(|text| read.contains(text))));
        }
    }
    n_right / n_all
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Two pages are labelled, with one invented value; the others are read. These sites are regular: at least nine of ten
/// values are expected.
#[test]
fn sites_are_read_from_two_pages_of_a_model() {
    for path in ["swde/job/dice", "swde/movie/imdb"] {
        let folder = Folder::new();
        let Some(truth) = site(&folder, path) else { return };
        let client = Client::new(folder.path());
        let mut first = truth[0].1.clone();
        first.insert("invented".to_owned(), json!("a value that no page of the world has"));
        let pages = json!([{"page": truth[0].0, "records": [first], "complete": true},
                           {"page": truth[1].0, "records": [truth[1].1], "complete": true}]);
        let others: Vec<&str> = truth[2..12].iter().map(|(name, _)| name.as_str()).collect();
        let input = json!({"pages": pages, "unlabelled": others, "output": "site.json"});
        let learnt = client.call("learn", input).unwrap();
        let refused: Vec<&Value> = learnt["refused"]["first"].as_array().unwrap().iter().collect();
        assert!(
            refused.iter().any(|one| one["value"] == "a value that no page of the world has"),
            "{path}: {refused:?}"
        );
        let rest = &truth[2..];
        let names: Vec<&str> = rest.iter().map(|(name, _)| name.as_str()).collect();
        let input = json!({"wrapper": "site.json", "pages": names, "output": "all.jsonl"});
        let read = client.call("extract", input).unwrap();
        assert_eq!((&read["n_pages"], &read["file"]), (&json!(rest.len()), &json!("all.jsonl")));
        assert!(read.to_string().len() < 40_000, "{path}: an answer for a model");
        let share = share_read(rest, &json_lines(&folder.read("all.jsonl")));
        assert!(share >= 0.9, "{path}: {share}");
        let verdict =
            client.call("verify", json!({"wrapper": "site.json", "pages": names})).unwrap();
        assert_eq!(verdict["healthy"], true, "{path}: {verdict}");
    }
}

/// A pair of the collection: its author and date are elsewhere on the new page.
const REDESIGN: &str = "data/drift/news-FreiePresse-1";

/// A real redesign: the old page teaches, the new one is read wrongly, and known values of the new page yield a
/// proposal, which is written only when it is accepted.
#[test]
fn a_real_redesign_is_noticed_and_mended_with_known_values() {
    let folder = Folder::new();
    let Some(old) = version(&folder, "old") else { return };
    let Some(new) = version(&folder, "new") else { return };
    let client = Client::new(folder.path());
    let pages = json!([{"page": old.0, "records": [old.1], "complete": true}]);
    client.call("learn", json!({"pages": pages, "output": "w.json"})).unwrap();
    let verdict = client.call("verify", json!({"wrapper": "w.json", "pages": [new.0]})).unwrap();
    assert_eq!(verdict["healthy"], false, "{verdict}");
    let mut known = new.1.clone();
    known.insert("_page".to_owned(), json!(new.0));
    let mut input =
        json!({"wrapper": "w.json", "pages": [new.0], "output": "w2.json", "known": [known]});
    let proposed = client.call("repair", input.clone()).unwrap();
    assert_eq!((&proposed["outcome"], &proposed["wrapper"]), (&json!("proposed"), &Value::Null));
    assert!(!folder.names().contains(&"w2.json".to_owned()), "nothing is written unasked");
    let date = proposed["fields"]["first"].as_array().unwrap().iter();
    let date: Vec<&Value> = date.filter(|field| field["field"] == "date").collect();
    assert_eq!((&date[0]["before"], &date[0]["after"]), (&Value::Null, &new.1["date"]));
    input["accept"] = json!(["author"]);
    let message = client.call("repair", input.clone()).unwrap_err();
    assert!(message.starts_with("`author` is not a proposed field; proposed are "), "{message}");
    input["accept"] = json!(["title", "authors", "date"]);
    let repaired = client.call("repair", input).unwrap();
    assert_eq!(
        (&repaired["outcome"], &repaired["wrapper"]),
        (&json!("repaired"), &json!("w2.json"))
    );
    let read = client.call("extract", json!({"wrapper": "w2.json", "pages": [new.0]})).unwrap();
    for (field, value) in &new.1 {
        assert_eq!(texts(&read["records"][0][field]), texts(value), "{field}");
    }
}

/// Copies the page of one version of the redesigned site; returns its path and its record.
fn version(folder: &Folder, version: &str) -> Option<(String, Map<String, Value>)> {
    let root = at_hand::benchmark(&format!("{REDESIGN}/{version}"))?;
    let labels: Value =
        serde_json::from_str(&fs::read_to_string(root.join("labels.json")).unwrap()).unwrap();
    let page = &labels["pages"][0];
    let name = format!("{version}.html");
    folder.write(&name, fs::read(root.join(page["path"].as_str().unwrap())).unwrap());
    Some((name, page["records"][0].as_object().unwrap().clone()))
}
