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
            record.add(name, GivenValue::Text(text.into()));
        }
        let mut page = PageLabels::new(path);
        page.complete = false;
        page.records.push(record);
        Self::new(vec![page])
    }
}

impl GivenRecord {
    /// Adds a value to a field; the field becomes a list if it already has a value.
    fn add(&mut self, name: String, value: GivenValue) {
        let Some((_, cell)) = self.cells.iter_mut().find(|(known, _)| *known == name) else {
            self.cells.push((name, GivenCell::One(value)));
            return;
        };
        let mut values = match std::mem::replace(cell, GivenCell::Absent) {
            GivenCell::One(first) => vec![first],
            GivenCell::Many(values) => values,
            GivenCell::Absent | GivenCell::Nested(_) => Vec::new(),
        };
        values.push(value);
        *cell = GivenCell::Many(values);
    }
}
