//! Fields whose names may be one name with a typo: `prise` in one record, `price` in all others.

use super::labels::Labels;
use unhusk_page::Warning;
use unhusk_wrapper::internal::nearest;

/// Most fields that are compared; more have no names that a person typed.
const MAX_FIELDS: usize = 200;
/// Characters of the shortest name that is compared: most names of two characters are similar.
const MIN_CHARS: usize = 3;

/// Returns a warning for each two outer fields with similar names of which no record has both.
pub(super) fn warnings(labels: &Labels) -> Vec<Warning> {
    let fields = labels.schema().fields();
    let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    let names = if names.len() > MAX_FIELDS { &[][..] } else { &names[..] };
    let pairs =
        names.iter().enumerate().flat_map(|(at, a)| names[at + 1..].iter().map(move |b| (*a, *b)));
    pairs
        .filter(|(a, b)| are_similar(a, b) && !are_together(labels, a, b))
        .map(|(a, b)| {
            Warning::Note(format!(
                "no record has both fields `{a}` and `{b}`, whose names are similar; is one of them a typo?"
            ))
        })
        .collect()
}

fn are_similar(a: &str, b: &str) -> bool {
    let is_long = |name: &str| name.chars().count() >= MIN_CHARS;
    let without_digits = |name: &str| name.replace(|c: char| c.is_ascii_digit(), "");
    let sorted = |name: &str| {
        let mut letters: Vec<char> = name.chars().collect();
        letters.sort_unstable();
        letters
    };
    is_long(a)
        && is_long(b)
        && without_digits(a) != without_digits(b)
        && (nearest(a, [b]).is_some() || sorted(a) == sorted(b))
}

fn are_together(labels: &Labels, a: &str, b: &str) -> bool {
    let records = labels.pages().iter().flat_map(|page| &page.records);
    let has = |cells: &[(String, _)], name: &str| cells.iter().any(|(known, _)| known == name);
    records.into_iter().any(|record| has(&record.cells, a) && has(&record.cells, b))
}

#[cfg(test)]
mod tests {
    use super::warnings;
    use crate::example::Labels;

    fn of_records(records: &str) -> Vec<String> {
        let json = format!(
            r#"{{"unhusk": "labels/1", "pages": [{{"path": "1.html", "records": {records}}}]}}"#
        );
        let labels = Labels::parse("labels.json", &json).unwrap();
        warnings(&labels).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_typo_in_the_name_of_a_field_is_mentioned() {
        let expected = [
            "no record has both fields `price` and `prise`, whose names are similar; is one of them a typo?",
        ];
        assert_eq!(of_records(r#"[{"price": "1"}, {"prise": "2"}]"#), expected);
        assert_eq!(of_records(r#"[{"title": "A"}, {"titel": "B"}]"#).len(), 1);
        assert_eq!(of_records(r#"[{"Name": "A"}, {"name": "B"}]"#).len(), 1);
    }

    #[test]
    fn names_of_one_record_or_with_other_numbers_are_no_typos() {
        for records in [
            r#"[{"size": "1", "side": null}, {"size": "2"}]"#,
            r#"[{"line1": "1"}, {"line2": "2"}]"#,
            r#"[{"name": "1"}, {"price": "2"}]"#,
            r#"[{"c1": "1"}, {"cx": "2"}]"#,
        ] {
            assert!(of_records(records).is_empty(), "{records}");
        }
    }
}
