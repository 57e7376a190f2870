//! Parses the values of a run as their datatypes, and counts those that do not match.

use super::{Datatype, Typed};
use std::collections::BTreeMap;
use unhusk_page::{UnreadableValues, Warning};

/// Parses values; keeps a count and an example of those that do not match their datatype, by field.
#[derive(Debug, Default)]
pub struct TypedReader {
    unread: BTreeMap<String, Unread>,
}

#[derive(Debug)]
struct Unread {
    datatype: Datatype,
    n_values: usize,
    example: String,
}

/// Characters of an example that a message shows.
const MAX_SHOWN: usize = 60;

impl TypedReader {
    /// Parses a value of `field`; returns the text itself if there is no datatype or the text does not match it.
    pub fn read(&mut self, field: &str, datatype: Option<Datatype>, text: &str) -> Typed {
        let as_text = || Typed::Text(text.to_owned());
        match datatype {
            None | Some(Datatype::Text) => as_text(),
            Some(datatype) => self.try_read(field, datatype, text).unwrap_or_else(as_text),
        }
    }

    /// Parses a value of `field`; counts it and returns `None` if it does not match.
    pub fn try_read(&mut self, field: &str, datatype: Datatype, text: &str) -> Option<Typed> {
        let typed = datatype.read(text);
        if typed.is_none() {
            self.missed(field, datatype, text);
        }
        typed
    }

    /// Counts a value that does not match its datatype.
    pub fn missed(&mut self, field: &str, datatype: Datatype, text: &str) {
        let unread = self.unread.entry(field.to_owned()).or_insert_with(|| Unread {
            datatype,
            n_values: 0,
            example: text.chars().take(MAX_SHOWN).collect(),
        });
        unread.n_values += 1;
    }

    /// Returns one warning per field with values that did not match; `what_happened` describes their treatment.
    pub fn warnings(&self, what_happened: &str) -> Vec<Warning> {
        let warning = |(field, unread): (&String, &Unread)| {
            Warning::Unreadable(Box::new(UnreadableValues {
                field: field.clone(),
                n_values: unread.n_values,
                datatype: unread.datatype.name(),
                example: unread.example.clone(),
                outcome: what_happened.to_owned(),
            }))
        };
        self.unread.iter().map(warning).collect()
    }
}
