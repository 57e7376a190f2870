//! Recognizers of several fields.

use super::built_in;
use crate::example::corroborate::Reliability;
use crate::example::corroborate::Reliability::{Incomplete, Perfect, Unsound};
use crate::example::recognize::RecognizedPage;
use crate::example::recognize::{FieldRecognizer, Recognizers, RecognizersError};
use unhusk_page::Page;

fn field(field: &str, name: &str, reliability: Reliability) -> FieldRecognizer {
    FieldRecognizer { field: field.to_owned(), recognizer: built_in(name), reliability }
}

#[test]
fn one_must_be_perfect() {
    let fields = vec![field("price", "money", Unsound), field("maker", "country", Incomplete)];
    let message = Recognizers::new(fields).expect_err("none is perfect").to_string();
    let beginning =
        "no recognizer is declared `perfect` (`price` is unsound, `maker` is incomplete): ";
    assert!(message.starts_with(beginning), "{message}");
}

#[test]
fn a_field_has_one_recognizer() {
    let fields = vec![field("a", "money", Perfect), field("a", "number", Unsound)];
    let error = Recognizers::new(fields).expect_err("there are two");
    assert_eq!(error, RecognizersError::Twice { field: "a".to_owned() });
    assert_eq!(Recognizers::new(Vec::new()).expect_err("none"), RecognizersError::None);
}

#[test]
fn columns_are_in_the_order_of_the_fields() {
    let fields = vec![field("price", "money", Perfect), field("maker", "country", Incomplete)];
    let recognizers = Recognizers::new(fields).expect("one is perfect");
    let page = Page::from("<p>Spain <b>$7</b></p>");
    let RecognizedPage { columns, warnings } = recognizers.recognize(&page);
    assert!(warnings.is_empty());
    let texts: Vec<_> = columns.iter().map(|one| page.slice(one.instances()[0])).collect();
    assert_eq!(texts, [Some("$7"), Some("Spain")]);
    assert_eq!(columns[1].reliability(), Incomplete);
}
