//! One field of the file -> its recognizer.

use super::EntryProblem;
use super::values;
use serde::Deserialize;
use std::path::Path;
use unhusk::example::corroborate::Reliability;
use unhusk::example::recognize::{FieldRecognizer, MatchExtent, Recognizer, SearchScope};

/// One field of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RecognizerEntry {
    pub(super) name: String,
    recognizer: Option<String>,
    pattern: Option<String>,
    words: Option<Given>,
    like: Option<Given>,
    is: Option<String>,
    #[serde(rename = "in")]
    scope: Option<String>,
    #[serde(default)]
    whole: bool,
}

/// Texts that are given in the file, or a file that contains them.
#[derive(Deserialize)]
#[serde(untagged, expecting = "the name of a file or a list of texts is needed")]
pub(super) enum Given {
    File(String),
    Texts(Vec<String>),
}

impl RecognizerEntry {
    /// Returns the recognizer; files are resolved against `folder`.
    pub(super) fn recognizer(self, folder: &Path) -> Result<FieldRecognizer, EntryProblem> {
        let reliability = match &self.is {
            Some(is) => chosen("is", is, &Reliability::ALL)?,
            None => return Err(EntryProblem::NoReliability),
        };
        let scope = match &self.scope {
            Some(scope) => chosen("in", scope, &SearchScope::ALL)?,
            None => SearchScope::default(),
        };
        let extent = if self.whole { MatchExtent::Whole } else { MatchExtent::Part };
        let recognizer = self.what(folder)?.in_scope(scope).with_extent(extent);
        Ok(FieldRecognizer { field: self.name, recognizer, reliability })
    }

    fn what(&self, folder: &Path) -> Result<Recognizer, EntryProblem> {
        match (&self.recognizer, &self.pattern, &self.words, &self.like) {
            (Some(name), None, None, None) => Ok(Recognizer::built_in(name)?),
            (None, Some(pattern), None, None) => Ok(Recognizer::pattern(pattern)?),
            (None, None, Some(words), None) => {
                Ok(Recognizer::words(&values::lines(words, folder)?)?)
            }
            (None, None, None, Some(like)) => {
                Ok(Recognizer::learnt(&values::values(like, &self.name, folder)?)?)
            }
            (one, two, three, four) => {
                let found = [one.is_some(), two.is_some(), three.is_some(), four.is_some()];
                let found = found.into_iter().filter(|is_there| *is_there).count();
                Err(EntryProblem::Kinds { found })
            }
        }
    }
}

/// Returns the meaning of a key's value, among the known values.
fn chosen<T: Copy>(
    key: &'static str,
    value: &str,
    known: &[(&'static str, T)],
) -> Result<T, EntryProblem> {
    let found = known.iter().find(|(name, _)| *name == value);
    found.map(|(_, meaning)| *meaning).ok_or_else(|| {
        let known: Vec<String> = known.iter().map(|(name, _)| format!("{name:?}")).collect();
        EntryProblem::Value { key, value: value.to_owned(), known: known.join(", ") }
    })
}
