//! Writes a wrapper as `XPath`, CSS and a Scrapy spider, and checks the expressions on pages.
//!
//! ```sh
//! cargo run --example export
//! ```
#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use std::error::Error;
use unhusk::export::{AgreementTally, Notation};
use unhusk::{Learner, Page, WrapperExt};

fn main() -> Result<(), Box<dyn Error>> {
    let pages = [("Blue mug", "12.50"), ("Oak tray", "31.00"), ("Tea cup", "8.20")].map(
        |(name, price)| {
            Page::from(
                format!(
                    "<html><body><h1 class=name>{name}</h1><p>Price: <b class=price>{price}</b></p></body></html>"
                )
                .as_str(),
            )
        },
    );
    let learned = Learner::auto()
        .complete_example(&pages[0], [[("name", "Blue mug"), ("price", "12.50")]])
        .complete_example(&pages[1], [[("name", "Oak tray"), ("price", "31.00")]])
        .unlabelled(&pages[2..])
        .learn()?;

    let pages: Vec<&Page> = pages.iter().collect();
    for notation in [Notation::Xpath, Notation::Css, Notation::Scrapy] {
        let export = learned.export(notation, &pages);
        // A selector cannot take a vote of rules; so its records are compared with those of the wrapper.
        let mut tally = AgreementTally::default();
        for (number, page) in (1..).zip(&pages) {
            tally.add(&format!("{number}.html"), &export.check(&learned, page));
        }
        let text = export.write(&tally);
        println!("{text}");
        assert!(export.is_complete() && tally.is_full());
    }
    Ok(())
}
