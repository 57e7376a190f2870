//! Suggested names, and locations of pages.

use super::PageLabels;
use std::path::Path;
use unhusk_wrapper::internal::nearest;

#[test]
fn the_nearest_name_differs_in_a_third_of_its_letters_at_most() {
    let known = ["name", "price", "publication_date"];
    assert_eq!(nearest("prize", known), Some("price"));
    assert_eq!(nearest("Price", known), Some("price"));
    assert_eq!(nearest("publicationDate", known), Some("publication_date"));
    assert_eq!(nearest("nmae", known), None);
    assert_eq!(nearest("weight", known), None);
    assert_eq!(nearest("", known), None);
    assert_eq!(nearest("x", []), None);
}

#[test]
fn pages_are_beside_their_labels_file() {
    let location = |file: &str, path: &str| {
        let mut page = PageLabels::new(path);
        page.file = file.to_owned();
        page.location()
    };
    assert_eq!(location("labels.json", "1.html"), Path::new("1.html"));
    assert_eq!(location("a/b/labels.json", "../1.html"), Path::new("a/b/../1.html"));
    assert_eq!(location("a/labels.json", "/data/1.html"), Path::new("/data/1.html"));
    assert_eq!(location("-", "pages/./1.html"), Path::new("pages/1.html"));
}
