//! Effects of the tools, on the shop of `examples` and on pages made here.

use super::client::Client;
use crate::program::{Folder, countries_page};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// A folder with the pages of the shop.
fn shop() -> Folder {
    let folder = Folder::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/shop");
    for inside in ["items", "list"] {
        for entry in fs::read_dir(root.join(inside)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            folder.write(&format!("{inside}/{name}"), fs::read(&path).unwrap());
        }
    }
    for name in ["items.json", "list.json"] {
        folder.write(name, fs::read(root.join(name)).unwrap());
    }
    folder
}

/// The values of a field in records.
fn values<'r>(records: &'r Value, field: &str) -> Vec<&'r str> {
    let records = records.as_array().unwrap().iter();
    records.map(|record| record[field].as_str().unwrap_or("none")).collect()
}

#[test]
fn one_record_of_a_model_reads_the_list_and_the_next_page() {
    let folder = shop();
    let client = Client::new(folder.path());
    let record = json!({"name": "Blue mug", "price": "€12.00", "link": {"attribute": "href"}});
    let pages = json!([{"page": "list/1.html", "records": [record]}]);
    let learnt = client.call("learn", json!({"pages": pages, "output": "shop.json"})).unwrap();
    assert_eq!(learnt["wrapper"], "shop.json");
    assert_eq!(learnt["refused"]["count"], 0);
    // As displayed on the page.
    let names = ["Blue mug", "Red cup", "Tea pot", "Soup bowl"];
    assert_eq!(values(&learnt["records"], "name"), names);
    assert_eq!(values(&learnt["records"], "price"), ["€12.00", "€7.50", "€34.00", "€9.00"]);
    let input = json!({"wrapper": "shop.json", "pages": ["list"], "limit": 50});
    let read = client.call("extract", input).unwrap();
    assert_eq!((&read["n_pages"], &read["failures"]["count"]), (&json!(2), &json!(0)));
    assert_eq!(values(&read["records"], "name")[..4], names);
    assert_eq!(read["records"][0]["link"], "../items/blue-mug.html");
    assert_eq!(read["records"][0]["_page"], "list/1.html");
    assert_eq!(read["file"], Value::Null, "all records are in the answer");
    let verdict =
        client.call("verify", json!({"wrapper": "shop.json", "pages": ["list/1.html"]})).unwrap();
    assert_eq!((&verdict["healthy"], &verdict["n_records"]), (&json!(true), &json!(4)));
}

#[test]
fn invented_values_are_refused_by_name_and_the_rest_is_learnt() {
    let folder = shop();
    let client = Client::new(folder.path());
    let first = json!({"name": "Blue mug", "price": 12, "tags": ["stoneware", "organic"]});
    let second = json!({"name": "Red cpu", "price": 7.5, "rating": "4.8 stars"});
    let third = json!({"name": "Golden spoon", "price": "€99.99"});
    let pages =
        json!([{"page": "list/1.html", "records": [first, second, third], "complete": true}]);
    let learnt = client.call("learn", json!({"pages": pages, "output": "shop.json"})).unwrap();
    let refused = learnt["refused"]["first"].as_array().unwrap();
    let found: Vec<(&str, &str, &Value)> = refused
        .iter()
        .map(|one| {
            (one["at"].as_str().unwrap(), one["value"].as_str().unwrap(), &one["did_you_mean"])
        })
        .collect();
    assert_eq!(
        found,
        [
            ("list/1.html: record 1: field `tags`", "organic", &Value::Null),
            ("list/1.html: record 2: field `name`", "Red cpu", &json!("Red cup")),
            ("list/1.html: record 2: field `rating`", "4.8 stars", &Value::Null),
            ("list/1.html: record 3: field `name`", "Golden spoon", &Value::Null),
            ("list/1.html: record 3: field `price`", "€99.99", &Value::Null),
        ]
    );
    assert_eq!(
        refused[1]["why"],
        "the text \"Red cpu\" is not on the page; did you mean `Red cup`?"
    );
    assert_eq!(values(&learnt["records"], "name"), ["Blue mug", "Red cup", "Tea pot", "Soup bowl"]);
    // Numbers are the text displayed on the page.
    assert_eq!(values(&learnt["records"], "price"), ["12.00", "7.50", "34.00", "9.00"]);
    assert!(learnt["records"][0].get("rating").is_none(), "nothing was learnt for it");
}

#[test]
fn if_every_value_is_invented_nothing_is_learnt_or_written() {
    let folder = shop();
    let client = Client::new(folder.path());
    let pages = json!([{"page": "list/1.html", "records": [{"name": "Golden spoon"}]}]);
    let message = client.call("learn", json!({"pages": pages, "output": "w.json"})).unwrap_err();
    assert_eq!(
        message,
        "none of the given values is on its page:\nlist/1.html: record 1: field `name`: the text \
         \"Golden spoon\" is not on the page"
    );
    assert!(!folder.names().contains(&"w.json".to_owned()));
}

#[test]
fn the_answer_of_a_model_is_taken_as_text_too() {
    let folder = shop();
    let client = Client::new(folder.path());
    let records = "```json\n{\"records\": [{\"name\": \"Blue mug\", \"price\": \"€12.00\"}]}\n```";
    let found = client.call("like", json!({"page": "list/1.html", "records": records})).unwrap();
    assert_eq!(found["n_records"], 4);
    assert_eq!(values(&found["records"], "price"), ["€12.00", "€7.50", "€34.00", "€9.00"]);
    assert_eq!((&found["wrapper"], folder.names().len()), (&Value::Null, 4), "nothing is written");
    let message = client
        .call("like", json!({"page": "list/1.html", "records": "Blue mug, 12 euros"}))
        .unwrap_err();
    assert!(message.starts_with("`list/1.html`: `records`: not JSON: "), "{message}");
}

#[test]
fn a_label_file_is_learnt_as_the_program_learns_it() {
    let folder = shop();
    let client = Client::new(folder.path());
    let input = json!({"labels": "items.json", "output": "items-wrapper.json"});
    let learnt = client.call("learn", input).unwrap();
    assert_eq!(learnt["summary"], "learnt site (auto) from 2 pages, 2 records; fits 2 of 2 pages");
    let input =
        json!({"wrapper": "items-wrapper.json", "pages": ["items/*.html"], "output": "all.csv"});
    let read = client.call("extract", input).unwrap();
    assert_eq!((&read["n_records"], &read["file"]), (&json!(4), &json!("all.csv")));
    // The table that the README shows.
    assert!(folder.read("all.csv").contains(
        "items/tea-pot.html,Tea pot,€34.00,1.20 l,stoneware | handmade | gift,https://clay.example/img/tea-pot-large.jpg"
    ));
}

#[test]
fn many_records_go_to_a_file_and_the_answer_stays_small() {
    let folder = Folder::with_countries();
    let long = "y".repeat(5000);
    let rows: Vec<(String, String)> = (0..3000)
        .map(|n| (format!("Country {n}"), if n == 1 { long.clone() } else { n.to_string() }))
        .collect();
    let rows: Vec<(&str, &str)> = rows.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    folder.write("big.html", countries_page(&rows));
    let client = Client::new(folder.path());
    let read = client.call("extract", json!({"wrapper": "w.json", "pages": ["big.html"]})).unwrap();
    assert_eq!(
        (&read["n_records"], &read["file"]),
        (&json!(3000), &json!("unhusk-records-1.jsonl"))
    );
    assert_eq!(read["records"].as_array().unwrap().len(), 5);
    let cut = read["records"][1]["code"].as_str().unwrap();
    assert!(cut.ends_with('…') && cut.len() < 500, "{cut}");
    assert!(
        read["warnings"]["first"][0].as_str().unwrap().starts_with("1 long values are cut here")
    );
    assert!(read.to_string().len() < 10_000);
    let lines: Vec<Value> = folder
        .read("unhusk-records-1.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!((lines.len(), &lines[1]["code"]), (3000, &json!(long)), "the file has them whole");
    // Earlier records are never replaced without a request.
    let again = json!({"wrapper": "w.json", "pages": ["big.html"], "limit": 500});
    let read = client.call("extract", again).unwrap();
    assert_eq!(read["file"], "unhusk-records-2.jsonl");
    assert_eq!(read["records"].as_array().unwrap().len(), 50, "as many as an answer may have");
}

#[test]
fn files_are_replaced_only_when_that_is_asked_for() {
    let folder = Folder::with_countries();
    let client = Client::new(folder.path());
    let input = |overwrite: bool| json!({"wrapper": "w.json", "pages": ["1.html"], "output": "out.jsonl", "overwrite": overwrite});
    client.call("extract", input(false)).unwrap();
    assert_eq!(
        client.call("extract", input(false)).unwrap_err(),
        "`out.jsonl` exists already; give another name, or \"overwrite\": true to replace it"
    );
    client.call("extract", input(true)).unwrap();
    let own =
        json!({"wrapper": "w.json", "pages": ["1.html"], "output": "w.json", "overwrite": true});
    assert_eq!(
        client.call("extract", own).unwrap_err(),
        "`w.json` is read by this run; write to another file"
    );
    let page =
        json!({"wrapper": "w.json", "pages": ["1.html"], "output": "1.html", "overwrite": true});
    let message = client.call("extract", page).unwrap_err();
    assert!(message.contains("`.html` is not the extension of a known format"), "{message}");
}

#[test]
fn records_are_found_without_labels() {
    let folder = shop();
    let client = Client::new(folder.path());
    let input = json!({"pages": ["list"], "output": "found.json", "limit": 50});
    let found = client.call("induce", input).unwrap();
    assert_eq!(found["wrapper"], "found.json");
    let records = found["read"]["records"].to_string();
    for name in ["Blue mug", "Red cup", "Tea pot", "Soup bowl", "€34.00"] {
        assert!(records.contains(name), "{name}: {found}");
    }
    let message = client.call("induce", json!({"pages": ["nothing.html"]})).unwrap_err();
    assert!(message.contains("nothing.html`: no such file or folder"), "{message}");
}

#[test]
fn a_wrapper_is_explained_with_the_places_of_its_values() {
    let folder = Folder::with_countries();
    let client = Client::new(folder.path());
    let explained = client.call("explain", json!({"wrapper": "w.json", "page": "2.html"})).unwrap();
    assert_eq!(explained["class"], "hlrt");
    assert_eq!(explained["fields"]["first"], json!(["country", "code"]));
    let page = folder.read("2.html");
    let start = page.find("Spain").unwrap();
    let country = &explained["records"][0]["country"];
    assert_eq!((&country["text"], &country["span"]), (&json!("Spain"), &json!([start, start + 5])));
}

const GOODS: [(&str, &str, &str); 6] = [
    ("Blue mug", "Abel and Sons", "$12.50"),
    ("Red kettle", "Bright Works", "$13.50"),
    ("Green plate", "Cole Pottery", "$14.50"),
    ("Old spoon", "Dunn Brothers", "$15.50"),
    ("Small bowl", "Earth Ware", "$16.50"),
    ("Tall glass", "Fire House", "$17.50"),
];

#[test]
fn a_rebuilt_site_is_noticed_and_repaired() {
    let folder = Folder::new();
    for (number, (title, maker, price)) in GOODS.iter().enumerate() {
        folder.write(
            &format!("old/{number}.html"),
            format!(
                "<html><body><div class=head>The shop</div><h1 class=title>{title}</h1><table><tr><th>Maker:</th><td \
                 class=maker>{maker}</td></tr><tr><th>Price:</th><td class=price>{price}</td></tr></table><p>All prices \
                 include taxes</p></body></html>"
            ),
        );
        folder.write(
            &format!("new/{number}.html"),
            format!(
                "<html><body><section><nav>Welcome to our store</nav><article><em>{title}</em><ul><li><i>{price}</i> is \
                 what it costs</li><li>made by <b>{maker}</b></li></ul></article></section></body></html>"
            ),
        );
    }
    let client = Client::new(folder.path());
    let pages: Vec<Value> = GOODS[..3]
        .iter()
        .enumerate()
        .map(|(number, (title, maker, price))| {
            let record = json!({"title": title, "maker": maker, "price": price});
            json!({"page": format!("old/{number}.html"), "records": [record]})
        })
        .collect();
    client.call("learn", json!({"pages": pages, "output": "w.json"})).unwrap();
    let verify = |pages: &str| {
        client.call("verify", json!({"wrapper": "w.json", "pages": [pages]})).unwrap()["healthy"]
            .clone()
    };
    assert_eq!((verify("old"), verify("new")), (json!(true), json!(false)));
    let input = json!({"wrapper": "w.json", "pages": ["new"], "output": "w2.json"});
    let repaired = client.call("repair", input).unwrap();
    assert_eq!(
        (&repaired["outcome"], &repaired["wrapper"]),
        (&json!("repaired"), &json!("w2.json")),
        "{repaired}"
    );
    let read = json!({"wrapper": "w2.json", "pages": ["new"], "limit": 50});
    let read = client.call("extract", read).unwrap();
    let expected: Vec<&str> = GOODS.iter().map(|(_, maker, _)| *maker).collect();
    assert_eq!(values(&read["records"], "maker"), expected);
    let message = client
        .call(
            "repair",
            json!({"wrapper": "w.json", "pages": ["new"], "output": "w.json", "overwrite": true}),
        )
        .unwrap_err();
    assert_eq!(message, "`w.json` is read by this run; write to another file");
}
