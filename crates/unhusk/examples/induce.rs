//! Finds the data of pages without any labels, and then names the columns.
//!
//! ```sh
//! cargo run --example induce
//! ```
#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use std::error::Error;
use unhusk::Page;
use unhusk::learn::template::{InduceSettings, induce};

const TALKS: [(&str, &str); 5] = [
    ("Wrappers that last", "Ann Ames"),
    ("Trees and windows", "Bob Byrd"),
    ("One example is enough", "Cleo Cole"),
    ("The template of a page", "Dan Dietz"),
    ("Votes of many rules", "Eve Ellis"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let pages = TALKS.map(|(title, speaker)| {
        Page::from(
            format!(
                "<html><body><h1>{title}</h1><p>Speaker: <i>{speaker}</i></p><p>Room 12</p></body></html>"
            )
            .as_str(),
        )
    });
    let pages: Vec<&Page> = pages.iter().collect();
    let mut wrapper = induce(&pages, &InduceSettings::default())?.into_wrapper(&pages);

    // Columns have numbers until a user names them. Texts that are equal on all pages are no columns.
    let mut fields = wrapper.schema.fields().to_vec();
    assert_eq!(fields.len(), 2);
    for (field, name) in fields.iter_mut().zip(["title", "speaker"]) {
        name.clone_into(&mut field.name);
    }
    wrapper.schema = wrapper.schema.with_fields(fields)?;

    for (page, (title, speaker)) in pages.iter().zip(TALKS) {
        for record in wrapper.extract(page).records() {
            println!("{}: {}", record["speaker"], record["title"]);
            assert_eq!(record["title"].text(), Some(title));
            assert_eq!(record["speaker"].text(), Some(speaker));
        }
    }
    Ok(())
}
