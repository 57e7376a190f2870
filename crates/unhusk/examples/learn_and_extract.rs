//! Learns from two records of a page, and reads the other pages of the site.
//!
//! ```sh
//! cargo run --example learn_and_extract
//! ```
#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use std::error::Error;
use unhusk::{Learner, Page, Wrapper};

const PAGES: [&[u8]; 3] = [
    include_bytes!("../../../examples/countries/pages/1.html"),
    include_bytes!("../../../examples/countries/pages/3.html"),
    include_bytes!("../../../examples/countries/pages/4.html"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let [page, others @ ..] = PAGES.map(Page::from_bytes);
    let learned = Learner::auto()
        .example(
            &page,
            [[("country", "Congo"), ("code", "242")], [("country", "Egypt"), ("code", "20")]],
        )
        .unlabelled(&others)
        .learn()?;

    // The rule, its fit to the example, and the reason for its choice.
    learned.explain().iter().for_each(|line| println!("{line}"));
    let fit = &learned.evaluation;
    println!("fits {} of {} pages", fit.n_pages_right, fit.n_pages);
    if let Some(choice) = learned.choice() {
        println!("{}", choice.reason);
    }
    assert_eq!((fit.n_pages_right, fit.n_pages), (1, 1));

    // A value has its place on its page.
    for page in [&page].into_iter().chain(&others) {
        for record in learned.extract(page).records() {
            println!("{} {:?}", record["country"], record["code"].span());
        }
    }
    assert_eq!(learned.extract(&page).records().len(), 4);

    // A wrapper is saved to any writer, and loaded from any reader.
    let mut file = Vec::new();
    learned.save(&mut file)?;
    assert_eq!(Wrapper::load(&file[..])?, learned.wrapper);
    Ok(())
}
