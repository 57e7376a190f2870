//! The installed peers solve small tasks; the others are skipped, since installing them needs a network.

use super::{PACKAGES, Peer, PeerAnswer};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;

/// Folder of the peers' environments when the lab runs from the root of the workspace.
const ENVIRONMENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/lab-venv");

fn installed(name: &'static str) -> Option<Peer> {
    let folder = Path::new(ENVIRONMENTS).join(name);
    if !folder.join("packages").is_file() {
        eprintln!("skipped: {name} is not installed");
        return None;
    }
    Some(Peer { name, python: folder.join("bin/python") })
}

/// Every other page has a note before the rows, so a path copied from one kind of page finds the wrong row on the
/// other.
fn page(number: usize) -> (String, String) {
    let (name, price) = (format!("Thing {number}"), format!("{}.50", 10 + number));
    let note = if number.is_multiple_of(2) { "" } else { "<tr><td>A note</td></tr>" };
    let html = format!(
        "<html><head><title>x</title></head><body><h1 class=name>{name}</h1><p>All about it</p>\
         <table>{note}<tr><td class=price>{price}</td></tr><tr><td>{number} left</td></tr></table></body></html>"
    );
    (name, html)
}

type ExtractedPages = Vec<Vec<BTreeMap<String, Vec<String>>>>;

/// Returns what a peer reads on pages 10 to 13 after learning from pages 0 to `n_train`.
fn read(peer: &Peer, n_train: usize) -> ExtractedPages {
    let labelled = (0..n_train).map(|number| {
        let (name, html) = page(number);
        let price = format!("{}.50", 10 + number);
        json!({ "html": html, "records": [{ "name": [name], "price": [price] }] })
    });
    let question = json!({
        "fields": ["name", "price"],
        "is_list": false,
        "labelled": labelled.collect::<Vec<_>>(),
        "to_read": (10..14).map(|number| page(number).1).collect::<Vec<_>>(),
    });
    match peer.ask(&question).expect("the script answers") {
        PeerAnswer::Solved { pages, .. } => pages,
        PeerAnswer::Failed { error } => panic!("{} from {n_train} pages: {error}", peer.name),
    }
}

#[test]
fn every_peer_learns_from_any_number_of_pages() {
    for peer in PACKAGES.iter().filter_map(|(name, _)| installed(name)) {
        for n_train in [1, 2, 3, 5, 10] {
            let pages = read(&peer, n_train);
            assert_eq!(pages.len(), 4, "{} from {n_train} pages", peer.name);
            let names: Vec<_> = pages.iter().map(|page| page[0]["name"].concat()).collect();
            assert_eq!(
                names,
                ["Thing 10", "Thing 11", "Thing 12", "Thing 13"],
                "{} from {n_train} pages",
                peer.name
            );
        }
    }
}

/// Both kinds of pages are labelled; the path of the more frequent kind comes first, and where it matches, the other
/// adds nothing.
#[test]
fn a_path_from_another_page_adds_nothing_where_the_first_one_finds_something() {
    for peer in ["parsel", "scrapling"].into_iter().filter_map(installed) {
        for n_train in [1, 3, 5] {
            let pages = read(&peer, n_train);
            let prices: Vec<_> = pages.iter().map(|page| page[0]["price"].concat()).collect();
            assert_eq!(prices, ["20.50", "A note", "22.50", "A note"], "{}", peer.name);
        }
    }
}
