//! Detects that a site has changed, and makes a wrapper for the changed pages.
//!
//! ```sh
//! cargo run --example verify_and_repair
//! ```
#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use std::error::Error;
use unhusk::verify::Health;
use unhusk::verify::repair::RepairOutcome;
use unhusk::{Learner, Page, WrapperExt};

const BOOKS: [(&str, &str); 6] = [
    ("The Left Hand of Darkness", "14.90"),
    ("Roadside Picnic", "11.20"),
    ("Invisible Cities", "12.75"),
    ("The Master and Margarita", "16.30"),
    ("Pale Fire", "13.10"),
    ("Kindred", "10.40"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let before = BOOKS.map(|(title, price)| {
        Page::from(
            format!(
                "<html><body><h1 class=title>{title}</h1><p>Price: <b class=price>{price}</b></p>\
                 <p>Free delivery</p></body></html>"
            )
            .as_str(),
        )
    });
    let learned = Learner::auto()
        .complete_example(&before[0], [[("title", BOOKS[0].0), ("price", BOOKS[0].1)]])
        .complete_example(&before[1], [[("title", BOOKS[1].0), ("price", BOOKS[1].1)]])
        .unlabelled(&before[2..])
        .learn()?;

    // The wrapper has a profile of healthy records, and the pages it was learnt from are healthy.
    assert_eq!(learned.verify(&before)?.health, Health::Healthy);

    // The site is redesigned: other elements, other classes, another order.
    let after = BOOKS.map(|(title, price)| {
        Page::from(
            format!(
                "<html><body><div id=offer><span>EUR {price}</span></div><section><h2>{title}</h2></section>\
                 <footer>Free delivery</footer></body></html>"
            )
            .as_str(),
        )
    });
    let verdict = learned.verify(&after)?;
    assert_eq!(verdict.health, Health::Drift);
    for field in &verdict.fields {
        println!("{}: {:?}: {}", field.name, field.health, field.evidence.join("; "));
    }

    // Values that are known from before are searched for on the pages, and become labels.
    let pages: Vec<&Page> = after.iter().collect();
    match learned.repair(&pages)? {
        RepairOutcome::Repaired(repaired) => {
            repaired.changes.iter().for_each(|change| println!("{change}"));
            let found = repaired.file.extract(&after[5]);
            let titles: Vec<String> =
                found.records().map(|record| record["title"].to_string()).collect();
            assert_eq!(titles, ["Kindred"]);
            Ok(())
        }
        RepairOutcome::Healthy(_) => Err("the pages have changed".into()),
        RepairOutcome::Refused(reasons) => {
            let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
            Err(reasons.join("; ").into())
        }
        _ => Err("there is no other outcome".into()),
    }
}
