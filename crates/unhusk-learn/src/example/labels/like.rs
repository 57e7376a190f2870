//! Labels from values on the command line: `unhusk like PAGE VALUE...`.

use super::{GivenCell, GivenRecord, GivenValue, Labels, PageLabels};
use crate::example::error::LabelError;

impl Labels {
    /// Labels of one record of a page, given by its texts; the page may have more records.
    ///
    /// A value without a name is called `v1`, `v2`, ... by its position; values with the same name form a list.
    ///
    /// # Errors
    /// If a name is not a valid field name.
    pub fn like<N, V>(
        path: &str,
        values: impl IntoIterator<Item = (Option<N>, V)>,
    ) -> Result<Self, LabelError>
    where
        N: Into<String>,
        V: Into<String>,
    {
        let mut record = GivenRecord::default();
        for (index, (name, text)) in values.into_iter().enumerate() {
            let name = name.map_or_else(|| format!("v{}", index + 1), Into::into);
            record.add(name, GivenCell::One(GivenValue::Text(text.into())));
        }
        let mut page = PageLabels::new(path);
        page.complete = false;
        page.records.push(record);
        Self::new(vec![page])
    }
}

impl GivenRecord {
    /// Adds a cell of a field. A field that is given twice becomes a list; nested records are appended.
    pub fn add(&mut self, name: String, added: GivenCell) {
        let Some((_, cell)) = self.cells.iter_mut().find(|(known, _)| *known == name) else {
            self.cells.push((name, added));
            return;
        };
        *cell = match (std::mem::replace(cell, GivenCell::Absent), added) {
            (GivenCell::Nested(mut records), GivenCell::Nested(others)) => {
                records.extend(others);
                GivenCell::Nested(records)
            }
            (one, other) => {
                GivenCell::Many(one.into_values().into_iter().chain(other.into_values()).collect())
            }
        };
    }
}

impl GivenCell {
    /// The values, without those of nested records.
    fn into_values(self) -> Vec<GivenValue> {
        match self {
            Self::One(value) => vec![value],
            Self::Many(values) => values,
            Self::Absent | Self::Nested(_) => Vec::new(),
        }
    }
}

impl From<&str> for GivenCell {
    fn from(text: &str) -> Self {
        Self::One(GivenValue::Text(text.to_owned()))
    }
}

impl From<String> for GivenCell {
    fn from(text: String) -> Self {
        Self::One(GivenValue::Text(text))
    }
}

impl From<GivenValue> for GivenCell {
    fn from(value: GivenValue) -> Self {
        Self::One(value)
    }
}

impl<V: Into<GivenCell>> From<Option<V>> for GivenCell {
    fn from(value: Option<V>) -> Self {
        value.map_or(Self::Absent, Into::into)
    }
}

impl<T: Into<String>> From<Vec<T>> for GivenCell {
    fn from(texts: Vec<T>) -> Self {
        Self::Many(texts.into_iter().map(|text| GivenValue::Text(text.into())).collect())
    }
}
