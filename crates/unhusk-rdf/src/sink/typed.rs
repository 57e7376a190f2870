//! Values read as their types say. What cannot be read stays text, is counted, and is reported at the end.

use std::collections::BTreeMap;
use unhusk_page::Warning;
use unhusk_wrapper::record::{Datatype, Typed};

/// Reads values and remembers which it could not read.
#[derive(Debug, Default)]
pub(super) struct TypedReader {
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
    /// What a value of a field says; its text, if it does not say such a thing.
    pub(super) fn read(&mut self, field: &str, datatype: Option<Datatype>, text: &str) -> Typed {
        let as_text = || Typed::Text(text.to_owned());
        match datatype {
            None | Some(Datatype::Text) => as_text(),
            Some(datatype) => self.try_read(field, datatype, text).unwrap_or_else(as_text),
        }
    }

    /// The same, or `None`; a value that is wanted as something but is not that is counted.
    pub(super) fn try_read(
        &mut self,
        field: &str,
        datatype: Datatype,
        text: &str,
    ) -> Option<Typed> {
        let typed = datatype.read(text);
        if typed.is_none() {
            self.missed(field, datatype, text);
        }
        typed
    }

    /// Counts a value that is no such thing after all.
    pub(super) fn missed(&mut self, field: &str, datatype: Datatype, text: &str) {
        let unread = self.unread.entry(field.to_owned()).or_insert_with(|| Unread {
            datatype,
            n_values: 0,
            example: text.chars().take(MAX_SHOWN).collect(),
        });
        unread.n_values += 1;
    }

    /// One warning for each field with values that could not be read.
    pub(super) fn warnings(&self, what_happened: &str) -> Vec<Warning> {
        let warning = |(field, unread): (&String, &Unread)| {
            let values = if unread.n_values == 1 { "value is" } else { "values are" };
            Warning::Note(format!(
                "field `{field}`: {} {values} no {} that can be read, such as {:?}: {what_happened}",
                unread.n_values, unread.datatype, unread.example
            ))
        };
        self.unread.iter().map(warning).collect()
    }
}
