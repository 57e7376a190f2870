//! The datatype of a field, as learnt from its values.

use super::FieldProfile;
use crate::record::Datatype;

/// Fewer values do not show a type: any one text may look like a number.
const MIN_VALUES: u64 = 2;

impl FieldProfile {
    /// Returns the datatype that all values of the profile can be read as; `None` if there is none, or if the values
    /// are too few. Digits with a leading zero are codes, not numbers: `007` would lose its zeros.
    pub fn datatype(&self) -> Option<Datatype> {
        let n_values = self.values();
        let is_all = |datatype: &Datatype| self.types.get(datatype.name()) == Some(&n_values);
        if n_values < MIN_VALUES || self.sample.values().iter().any(|(text, _)| is_code(text)) {
            return None;
        }
        // A number can also be read as a price without a currency, and a year as a date.
        [Datatype::Url, Datatype::Number, Datatype::Date, Datatype::Price].into_iter().find(is_all)
    }
}

fn is_code(text: &str) -> bool {
    let digits = text.trim();
    digits.len() > 1
        && digits.starts_with('0')
        && digits[1..].starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use crate::profile::Profile;
    use crate::record::{Datatype, Field, Schema, Value};
    use unhusk_page::Span;

    fn datatype(texts: &[&str]) -> Option<Datatype> {
        let schema = Schema::new(vec![Field::new("x")]).unwrap();
        let value = |text: &&str| {
            let text = (*text).to_owned().into();
            Some(Value { text, span: Span::new(0, 1), confidence: None })
        };
        let values: Vec<_> = texts.iter().map(value).collect();
        Profile::of_values(&schema, 0, &values).fields[0].datatype()
    }

    #[test]
    fn a_type_is_that_of_all_values() {
        assert_eq!(datatype(&["1", "2.5", "1,000"]), Some(Datatype::Number));
        assert_eq!(datatype(&["$1", "2.50 EUR"]), Some(Datatype::Price));
        assert_eq!(datatype(&["2024-05-12", "May 1, 2023"]), Some(Datatype::Date));
        assert_eq!(
            datatype(&["https://example.org/1", "https://example.org/2"]),
            Some(Datatype::Url)
        );
        assert_eq!(datatype(&["$1", "sold out"]), None);
        assert_eq!(datatype(&["007", "242"]), None);
        assert_eq!(datatype(&["0", "0.5"]), Some(Datatype::Number));
        assert_eq!(datatype(&["12"]), None);
    }
}
