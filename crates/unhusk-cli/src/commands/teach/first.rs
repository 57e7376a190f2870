//! Asks for the first example: names of the fields, and their values on one page.

use super::answer::{cell, missing, values};
use super::project::Project;
use super::prompter::Prompter;
use crate::output::Reporter;
use unhusk::example::{GivenCell, GivenRecord, Labels, PageLabels};

/// The keys, one per line.
const KEYS: [&str; 3] = [
    "  type the value, as displayed on the page; `a | b` for several values, `-` for none",
    "  q quit    ? these keys    `=q` for the text q",
    "  nothing is saved before the record is complete",
];

/// Asks for fields and a first record; returns `None` if the user quits or the input ends before.
pub(super) fn labels(
    project: &Project,
    fields: &[String],
    lines: &mut Prompter,
    reporter: &Reporter,
) -> anyhow::Result<Option<Labels>> {
    let fields = match fields {
        [] => match lines.ask("fields, such as name,price: ") {
            Some(line) => line.split(',').map(|name| name.trim().to_owned()).collect(),
            None => return Ok(None),
        },
        given => given.to_vec(),
    };
    // Invalid names are reported before the user types values.
    unhusk::record::Schema::new(fields.iter().map(unhusk::record::Field::new).collect())?;
    let (name, page) = project.first();
    reporter.summary(&format!(
        "type one record of {name}, each value as displayed on the page (`a | b` for several, `-` for none, `?` for help):"
    ));
    let mut record = GivenRecord::default();
    for field in fields {
        let cell = loop {
            let Some(line) = lines.ask(&format!("  {field}: ")) else { return Ok(None) };
            match line.as_str() {
                "" => {}
                "q" => return Ok(None),
                "?" => reporter.lines(&KEYS.map(str::to_owned)),
                line => {
                    let whole = GivenCell::from(line);
                    // A text with ` | ` that the page has is one value.
                    let is_whole = line.contains(" | ") && missing(&whole, page, name).is_none();
                    let cell = if is_whole { whole } else { cell(values(line)) };
                    match missing(&cell, page, name) {
                        None => break cell,
                        Some(why) => reporter.hint("help:", &why),
                    }
                }
            }
        };
        record.cells.push((field, cell));
    }
    if record.cells.iter().all(|(_, cell)| *cell == GivenCell::Absent) {
        return Ok(None);
    }
    let Some(more) = lines.ask("does the page have more records like this? [y/N] ") else {
        return Ok(None);
    };
    let mut given = PageLabels::new(name);
    given.complete = !matches!(more.as_str(), "y" | "yes");
    given.records.push(record);
    Ok(Some(Labels::new(vec![given])?))
}
