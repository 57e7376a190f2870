//! The README matches the code.

use unhusk::learn::CATALOG;

const README: &str = include_str!("../../../../README.md");

#[test]
fn the_table_of_methods_is_the_catalogue() {
    let rows: Vec<&str> = README.lines().filter(|line| line.starts_with("| `")).collect();
    let catalogue: Vec<String> = CATALOG
        .iter()
        .map(|method| format!("| `{}` | {} |", method.name, method.summary))
        .collect();
    assert_eq!(rows, catalogue);
}

#[test]
fn it_is_short_enough_to_read() {
    assert!(README.lines().count() < 120);
}
