//! Cells are texts or numbers, never formulas. The whole file is read back by another program in `unhusk-cli`.

use super::*;

fn cell(text: &str, is_number: bool) -> (String, bool) {
    let mut row = String::new();
    let is_cut = add_cell(&OutputCell { text: text.to_owned(), is_number }, &mut row);
    (row, is_cut)
}

fn text_cell(text: &str) -> String {
    format!(r#"<c t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>"#)
}

#[test]
fn only_parsed_numbers_are_numbers() {
    assert_eq!(cell("-12.50", true), ("<c><v>-12.50</v></c>".to_owned(), false));
    assert_eq!(cell("12.50", false), (text_cell("12.50"), false));
    // Sixteen digits: a spreadsheet keeps fifteen.
    assert_eq!(cell("1234567890123456", true), (text_cell("1234567890123456"), false));
    assert_eq!(cell("", false), ("<c/>".to_owned(), false));
}

#[test]
fn markup_formulas_and_controls_are_text() {
    assert_eq!(cell("=1+1<b>&", false).0, text_cell("=1+1&lt;b&gt;&amp;"));
    assert_eq!(cell("\u{1b}[31m", false).0, text_cell("_x001B_[31m"));
    assert_eq!(cell("_x001B_", false).0, text_cell("_x005F_x001B_"));
}

#[test]
fn a_long_text_is_cut_between_characters() {
    // U+1F600 is two UTF-16 units, so 16383 of them fit into 32767.
    let long = "\u{1f600}".repeat(20_000);
    let (row, is_cut) = cell(&long, false);
    assert!(is_cut);
    assert_eq!(row, text_cell(&"\u{1f600}".repeat(16_383)));
}
