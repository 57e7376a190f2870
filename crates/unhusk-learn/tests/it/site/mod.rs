//! The method `site`, from labels to records, with the results that a person would expect of each kind of page.

mod fields;
mod hostile;
mod labels;
mod layouts;
mod lists;
mod nested;
mod one_example;
mod records;

use unhusk_learn::example::{Labels, Strictness, TrainingSet};
use unhusk_learn::site::SiteLearner;
use unhusk_learn::{Learn, LearnedRule, provenance};
use unhusk_page::{Page, Warning};
use unhusk_wrapper::record::{Cell, Record};
use unhusk_wrapper::site::Site;
use unhusk_wrapper::{AnyWrapper, Wrapper};

/// The learnt rule, and its wrapper after saving and loading.
struct LearnedSite {
    learned: LearnedRule<Site>,
    file: Wrapper,
}

/// Learns from labels (their `pages` without the frame) on pages, with pages that nobody labelled.
fn learn_with(labels: &str, pages: &[&Page], unlabelled: &[Page]) -> Result<LearnedSite, String> {
    let labels = format!(r#"{{"unhusk": "labels/1", "pages": [{labels}]}}"#);
    let labels = Labels::parse("labels.json", &labels).map_err(|error| error.to_string())?;
    let pages: Vec<(usize, &Page)> = pages.iter().copied().enumerate().collect();
    let set = TrainingSet::new(&labels, &pages, Strictness::Strict)
        .map_err(|error| error.to_string())?
        .with_unlabelled(unlabelled);
    let learned = SiteLearner::default().learn(&set).map_err(|error| error.to_string())?;
    let wrapper = AnyWrapper::from(learned.wrapper.clone());
    let file = Wrapper::new(learned.schema(&set), wrapper, provenance("site", &set));
    let loaded = Wrapper::from_json(&file.to_json()).expect("what was saved loads");
    assert_eq!(loaded, file, "save and load");
    Ok(LearnedSite { learned, file: loaded })
}

fn learn(labels: &str, pages: &[&Page]) -> LearnedSite {
    learn_with(labels, pages, &[]).unwrap_or_else(|error| panic!("{error}"))
}

impl LearnedSite {
    /// The records of a page: cells joined by ` | `, one record a line; warnings behind `!`.
    fn read(&self, page: &str) -> String {
        self.read_page(&Page::from(page))
    }

    fn read_page(&self, page: &Page) -> String {
        let extraction = self.file.extract(page);
        for value in extraction.records.iter().flat_map(values) {
            assert_eq!(page.text(value.0), value.1, "the text is what stands at the span");
        }
        let mut lines: Vec<String> = extraction.records.iter().map(show).collect();
        lines.extend(extraction.warnings.iter().map(|warning| format!("! {warning}")));
        lines.join("\n")
    }

    fn notes(&self) -> Vec<&str> {
        self.learned.warnings.iter().map(note).collect()
    }
}

fn values<'a>(record: &'a Record<'_>) -> Vec<(unhusk_page::Span, &'a str)> {
    let of_cell = |cell: &'a Cell<'_>| match cell {
        Cell::One(value) => vec![(value.span, &*value.text)],
        Cell::Many(values) => values.iter().map(|value| (value.span, &*value.text)).collect(),
        _ => Vec::new(),
    };
    record.cells.iter().flat_map(of_cell).collect()
}

fn show(record: &Record<'_>) -> String {
    let cell = |cell: &Cell<'_>| match cell {
        Cell::Absent => "-".to_owned(),
        Cell::One(value) => value.text.to_string(),
        Cell::Many(values) => {
            let texts: Vec<&str> = values.iter().map(|value| &*value.text).collect();
            format!("[{}]", texts.join(", "))
        }
        Cell::Nested(records) => {
            format!("{{{}}}", records.iter().map(show).collect::<Vec<_>>().join("; "))
        }
    };
    record.cells.iter().map(cell).collect::<Vec<_>>().join(" | ")
}

fn note(warning: &Warning) -> &str {
    match warning {
        Warning::Note(note) => note,
        other => panic!("{other}"),
    }
}
