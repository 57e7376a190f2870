//! Learns from a label file, which names its pages and their records.
//!
//! ```sh
//! cargo run --example labels_file
//! ```
#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use std::error::Error;
use std::fs;
use std::path::Path;
use unhusk::example::Labels;
use unhusk::sink::{JsonLines, Sink, Spans};
use unhusk::{Learner, Page};

fn main() -> Result<(), Box<dyn Error>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/countries/labels.json");
    let labels = Labels::parse(&file.to_string_lossy(), &fs::read_to_string(&file)?)?;

    // The library reads no files: the caller reads the pages that the labels name.
    let mut pages = Vec::new();
    for page in labels.pages() {
        pages.push(Page::from_bytes(&fs::read(page.location())?));
    }
    let learned = Learner::method("hlrt")?.labels(&labels, &pages).strict().learn()?;
    assert_eq!(learned.evaluation.n_pages_right, 2);

    // Delimiter wrappers record which other strings also fit.
    for slack in learned.slack() {
        println!("{:?}: {} to {} bytes", slack.side, slack.bytes.shortest, slack.bytes.longest);
    }

    // The records of a page that has no labels, as JSON Lines.
    let page = Page::from_bytes(&fs::read(file.with_file_name("pages").join("3.html"))?);
    let mut lines = Vec::new();
    let mut sink = JsonLines::new(&learned.schema, Spans::Write, &mut lines);
    for record in &learned.extract(&page).records {
        sink.write("3.html", record)?;
    }
    sink.finish()?;
    drop(sink);
    let lines = String::from_utf8(lines)?;
    println!("{lines}");
    assert_eq!(lines.lines().count(), learned.extract(&page).records.len());
    Ok(())
}
