//! A class: a kind of record on the pages of one site, with the truth of each page.

use serde_json::{Value, json};
use unhusk::Page;

/// A kind of record on the pages of one site.
pub(super) struct RecordClass {
    pub(super) site: String,
    pub(super) name: &'static str,
    pub(super) shape: PageShape,
    pub(super) fields: Vec<String>,
    pub(super) pages: Vec<LabelledPage>,
    /// Records of the first page that are skipped and come last, although they have the most fields.
    pub(super) n_passed: usize,
}

/// Whether a page is a record or lists some.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PageShape {
    Page,
    List,
}

/// A page and all its records, as objects of `labels/1`.
pub(super) struct LabelledPage {
    pub(super) page: Page,
    pub(super) records: Vec<Value>,
}

/// The labels of a class.
pub(super) struct ClassLabels {
    /// `labels/1`.
    pub(super) json: Value,
    /// The labelled pages, by their positions.
    pub(super) pages: Vec<usize>,
    /// The fields that have a value in some example.
    pub(super) fields: Vec<String>,
}

impl RecordClass {
    pub(super) fn title(&self) -> String {
        format!("{} {}", self.site, self.name)
    }

    /// Begins with another page and another record, among those with the most fields: the result should not depend on
    /// the choice of the example.
    pub(super) fn turn(&mut self, n_pages: usize, n_records: usize) {
        let n_pages = n_pages % self.pages.len().max(1);
        self.pages.rotate_left(n_pages);
        self.n_passed = n_records;
    }

    /// Returns the number of available examples.
    pub(super) fn n_examples(&self) -> usize {
        match self.shape {
            PageShape::Page => self.pages.len().saturating_sub(1),
            PageShape::List => self.pages.first().map_or(0, |page| page.records.len()),
        }
    }

    pub(super) fn pages(&self, numbers: &[usize]) -> Vec<&Page> {
        numbers.iter().map(|number| &self.pages[*number].page).collect()
    }

    /// Returns the first examples: pages, or records of the first page, marked as incomplete. Those with the most
    /// fields come first, as a person would choose them.
    pub(super) fn labelled(&self, n_examples: usize) -> ClassLabels {
        let (pages, records): (Vec<usize>, Vec<Vec<&Value>>) = match self.shape {
            PageShape::Page => {
                let step = (self.pages.len() / (n_examples + 1)).max(1);
                let pages: Vec<usize> = (1..=n_examples).map(|at| at * step - 1).collect();
                let records = pages.iter().map(|&at| self.pages[at].records.iter().collect());
                let records = records.collect();
                (pages, records)
            }
            PageShape::List => {
                let mut records: Vec<(usize, &Value)> =
                    self.pages[0].records.iter().enumerate().collect();
                records.sort_by_key(|(at, record)| (std::cmp::Reverse(n_values(record)), *at));
                let n_passed = self.n_passed % records.len().max(1);
                records.rotate_left(n_passed);
                records.truncate(n_examples);
                records.sort_by_key(|(at, _)| *at);
                (vec![0], vec![records.into_iter().map(|(_, record)| record).collect()])
            }
        };
        let is_labelled = |field: &&String| {
            records.iter().flatten().any(|record| !record[field.as_str()].is_null())
        };
        let fields: Vec<String> = self.fields.iter().filter(is_labelled).cloned().collect();
        let complete = self.shape == PageShape::Page;
        let of_page = |(number, records): (&usize, &Vec<&Value>)| {
            let records: Vec<Value> = records.iter().map(|record| only(record, &fields)).collect();
            json!({ "path": number.to_string(), "complete": complete, "records": records })
        };
        let of_pages: Vec<Value> = pages.iter().zip(&records).map(of_page).collect();
        let json = json!({ "unhusk": "labels/1", "fields": fields, "pages": of_pages });
        ClassLabels { json, pages, fields }
    }

    /// Returns pages without labels, spread over the site.
    pub(super) fn test_pages(&self, labelled: &ClassLabels, most: usize) -> Vec<usize> {
        let is_new = |at: &usize| !labelled.pages.contains(at);
        let test: Vec<usize> = (0..self.pages.len()).filter(is_new).collect();
        let step = (test.len() / most.max(1)).max(1);
        test.into_iter().step_by(step).take(most).collect()
    }

    /// Returns the truth of some pages, for some fields, as `labels/1`. Records without any of the fields belong to
    /// another kind, which was not shown.
    pub(super) fn truth(&self, pages: &[usize], fields: &[String]) -> Value {
        let is_absent =
            |record: &Value, field: &String| record.get(field).is_some_and(Value::is_null);
        let of_page = |&number: &usize| {
            let all = self.pages[number].records.iter();
            let kind = all.filter(|record| !fields.iter().all(|field| is_absent(record, field)));
            let records = kind.map(|record| only(record, fields));
            json!({ "path": number.to_string(), "records": records.collect::<Vec<_>>() })
        };
        let pages: Vec<Value> = pages.iter().map(of_page).collect();
        json!({ "unhusk": "labels/1", "fields": fields, "pages": pages })
    }
}

fn n_values(record: &Value) -> usize {
    record.as_object().map_or(0, |cells| cells.values().filter(|cell| !cell.is_null()).count())
}

/// Returns a record with some of its fields.
fn only(record: &Value, fields: &[String]) -> Value {
    let cell = |field: &String| Some((field.clone(), record.get(field)?.clone()));
    Value::Object(fields.iter().filter_map(cell).collect())
}
