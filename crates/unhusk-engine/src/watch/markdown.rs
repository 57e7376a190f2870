//! A report as Markdown.

use super::chart::{blocks, date};
use super::{Report, WrapperReport};
use std::fmt::{self, Write};
use unhusk::sink::printable;

impl Report {
    /// The report as Markdown.
    pub fn markdown(&self) -> String {
        let mut out = String::from("# Runs\n");
        for wrapper in &self.wrappers {
            // Writing to a string cannot fail.
            let _ = write_wrapper(wrapper, &mut out);
        }
        out
    }
}

fn write_wrapper(wrapper: &WrapperReport, out: &mut String) -> fmt::Result {
    let Some(last) = wrapper.last() else { return Ok(()) };
    let state = if wrapper.is_odd { "odd" } else { "healthy" };
    writeln!(out, "\n## {}: {state}\n", plain(&wrapper.name))?;
    if let Some(since) = wrapper.odd_since {
        writeln!(out, "Odd since {} UTC.\n", date(since))?;
    }
    writeln!(
        out,
        "{} UTC: {} records from {} pages, {} of them empty. Runs: `{}`\n",
        date(last.time),
        last.records,
        last.pages,
        last.empty,
        blocks(&wrapper.records(), None)
    )?;
    writeln!(out, "| field | filled | runs | |\n| --- | ---: | --- | --- |")?;
    for field in &last.fields {
        let mark = if field.looks_wrong { "looks wrong" } else { "" };
        let fill = blocks(&wrapper.fill(&field.name), Some(100));
        writeln!(out, "| {} | {} % | `{fill}` | {mark} |", plain(&field.name), field.percent())?;
    }
    for warning in &last.warnings {
        writeln!(out, "\n- {}", plain(warning))?;
    }
    Ok(())
}

/// Escapes a text of a page, so that it is not read as Markdown or HTML.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for character in printable(text).chars() {
        if "\\`*_{}[]<>#|&".contains(character) {
            plain.push('\\');
        }
        plain.push(character);
    }
    plain
}
