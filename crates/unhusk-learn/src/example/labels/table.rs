//! Labels as a table: a row per record, the page in the first column, a field in each other one.

use super::{GivenCell, GivenRecord, Labels, PageLabels};
use crate::example::error::{LabelAt, LabelError, LabelProblem};
use std::collections::BTreeMap;

/// Name of the first column.
const PAGE: &str = "page";

/// Returns the separator of a file that is a table, by its ending.
pub(super) fn separator(file: &str) -> Option<char> {
    let (_, ending) = file.rsplit_once('.')?;
    match ending.to_ascii_lowercase().as_str() {
        "csv" => Some(','),
        "tsv" => Some('\t'),
        _ => None,
    }
}

/// Parses a table of labels. An empty cell is unknown, a column that is named twice holds lists, and a row without
/// values names a page without records. A table cannot tell whether all records of a page are listed, so the page does.
pub(super) fn parse(file: &str, text: &str, separator: char) -> Result<Labels, LabelError> {
    let malformed =
        |problem: String| LabelError::bad(LabelAt::file(file), LabelProblem::Malformed(problem));
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let separator = written_separator(text, separator);
    let mut rows = rows(text, separator).map_err(malformed)?.into_iter();
    let header: Vec<String> = rows.next().map(|row| row.cells).unwrap_or_default();
    let [page, fields @ ..] = &header[..] else {
        return Err(malformed("the table is empty".to_owned()));
    };
    if !page.trim().eq_ignore_ascii_case(PAGE) || fields.is_empty() {
        return Err(malformed(format!(
            "the first line is {:?}; expected `{PAGE}` and the names of the fields, such as `page,name,price`",
            header.join(&separator.to_string())
        )));
    }
    let mut pages: Vec<PageLabels> = Vec::new();
    let mut positions: BTreeMap<String, usize> = BTreeMap::new();
    for Row { line, cells } in rows {
        let [path, values @ ..] = &cells[..] else { continue };
        if values.len() != fields.len() || path.trim().is_empty() {
            return Err(malformed(format!(
                "line {line} has {} cells; expected {}, the first of them a page",
                cells.len(),
                header.len()
            )));
        }
        let record = record(fields, values);
        let position = *positions.entry(path.trim().to_owned()).or_insert_with(|| {
            pages.push(page_labels(file, path.trim()));
            pages.len() - 1
        });
        if !record.cells.is_empty() {
            pages[position].records.push(record);
        }
    }
    Labels::new(pages)
}

/// Returns the separator of a table: `;` where a spreadsheet of a language with decimal commas wrote `.csv`.
fn written_separator(text: &str, separator: char) -> char {
    let header = text.lines().next().unwrap_or_default();
    let is_semicolon = separator == ',' && header.contains(';') && !header.contains(',');
    if is_semicolon { ';' } else { separator }
}

fn page_labels(file: &str, path: &str) -> PageLabels {
    let mut page = PageLabels::new(path);
    file.clone_into(&mut page.file);
    (page.complete, page.is_auto) = (false, true);
    page
}

fn record(fields: &[String], values: &[String]) -> GivenRecord {
    let mut record = GivenRecord::default();
    for (field, value) in fields.iter().zip(values) {
        if !value.trim().is_empty() {
            record.add(field.trim().to_owned(), GivenCell::from(value.trim()));
        }
    }
    record
}

/// A row of a table, with the number of its first line.
struct Row {
    line: usize,
    cells: Vec<String>,
}

/// Splits a table into rows (RFC 4180): cells in double quotes may contain separators, line breaks and doubled quotes.
/// Empty lines are skipped.
fn rows(text: &str, separator: char) -> Result<Vec<Row>, String> {
    let (mut rows, mut cells, mut cell) = (Vec::new(), Vec::new(), String::new());
    let (mut line, mut first_line, mut quoted_since) = (1, 1, None);
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        line += usize::from(char == '\n');
        match (char, quoted_since) {
            ('"', Some(_)) if chars.peek() == Some(&'"') => cell.extend(chars.next()),
            ('"', Some(_)) => quoted_since = None,
            (_, Some(_)) => cell.push(char),
            ('"', None) if cell.is_empty() => quoted_since = Some(line),
            ('\r', None) if chars.peek() == Some(&'\n') => {}
            ('\n', None) => {
                cells.push(std::mem::take(&mut cell));
                push_row(&mut rows, first_line, std::mem::take(&mut cells));
                first_line = line;
            }
            (char, None) if char == separator => cells.push(std::mem::take(&mut cell)),
            (char, None) => cell.push(char),
        }
    }
    if let Some(line) = quoted_since {
        return Err(format!("the quote that is opened in line {line} is not closed"));
    }
    cells.push(cell);
    push_row(&mut rows, first_line, cells);
    Ok(rows)
}

fn push_row(rows: &mut Vec<Row>, line: usize, cells: Vec<String>) {
    if cells.iter().any(|cell| !cell.trim().is_empty()) {
        rows.push(Row { line, cells });
    }
}

#[cfg(test)]
mod tests {
    use super::{parse, separator};

    fn read(text: &str) -> String {
        match parse("labels.csv", text, ',') {
            Ok(labels) => {
                serde_json::to_string(&labels.pages()[0].records.len()).unwrap() + &labels.to_json()
            }
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn rows_of_one_page_are_its_records() {
        let labels = parse(
            "labels.csv",
            "page,name,price\r\n1.html,\"Mug, \"\"blue\"\"\",12\r\n\r\n2.html,Tray,\n1.html,Cup,3",
            ',',
        )
        .unwrap();
        let counts: Vec<(&str, usize)> =
            labels.pages().iter().map(|page| (page.path.as_str(), page.records.len())).collect();
        assert_eq!(counts, [("1.html", 2), ("2.html", 1)]);
        let json = labels.to_json();
        assert!(json.contains(r#""name": "Mug, \"blue\"""#), "{json}");
        assert!(json.contains(r#""complete": "auto""#), "{json}");
        assert_eq!(labels.pages()[1].records[0].cells.len(), 1, "an empty cell is unknown");
    }

    #[test]
    fn semicolons_separate_where_the_header_has_no_comma() {
        let text = "\u{feff}page;name;price\r\n1.html;Mug;12,50\r\n";
        let labels = parse("labels.csv", text, ',').unwrap();
        assert!(labels.to_json().contains(r#""price": "12,50""#), "{}", labels.to_json());
    }

    #[test]
    fn what_is_no_table_of_labels_is_reported_with_its_line() {
        assert_eq!(
            read("name,price\nMug,12\n"),
            "labels.csv: the first line is \"name,price\"; expected `page` and the names of the fields, such as `page,name,price`"
        );
        assert_eq!(
            read("page,name\n1.html,Mug\n1.html,Cup,3\n"),
            "labels.csv: line 3 has 3 cells; expected 2, the first of them a page"
        );
        assert_eq!(
            read("page,name\n1.html,\"Mug\n"),
            "labels.csv: the quote that is opened in line 2 is not closed"
        );
        assert_eq!(read(""), "labels.csv: the table is empty");
    }

    #[test]
    fn the_ending_decides() {
        assert_eq!(
            [separator("a/l.CSV"), separator("l.tsv"), separator("l.json"), separator("-")],
            [Some(','), Some('\t'), None, None]
        );
    }
}
