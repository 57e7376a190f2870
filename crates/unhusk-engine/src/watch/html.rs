//! A report as a page of its own: no scripts, no loads.

use super::chart::{date, line};
use super::{Report, WrapperReport};
use std::fmt::{self, Write};

const STYLE: &str = "\
:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}\
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #8884}\
td.number{text-align:right;font-variant-numeric:tabular-nums}svg{vertical-align:middle;color:#3a7bd5}\
.odd{color:#c0392b;font-weight:600}.odd svg{color:#c0392b}h2 small{font-weight:400}";

impl Report {
    /// The report as HTML.
    pub fn html(&self) -> String {
        let mut out = String::from("<!doctype html><html lang=en><meta charset=utf-8>");
        // Writing to a string cannot fail.
        let _ = write!(out, "<title>Runs</title><style>{STYLE}</style><h1>Runs</h1>");
        for wrapper in &self.wrappers {
            let _ = write_wrapper(wrapper, &mut out);
        }
        out.push_str("</html>\n");
        out
    }
}

fn write_wrapper(wrapper: &WrapperReport, out: &mut String) -> fmt::Result {
    let Some(last) = wrapper.last() else { return Ok(()) };
    let (class, state) = if wrapper.is_odd { ("odd", "odd") } else { ("", "healthy") };
    write!(out, "<h2>{} <small class=\"{class}\">{state}", escaped(&wrapper.name))?;
    if let Some(since) = wrapper.odd_since {
        write!(out, " since {} UTC", date(since))?;
    }
    write!(
        out,
        "</small></h2><p>{} UTC: {} records from {} pages, {} of them empty. {}</p>",
        date(last.time),
        last.records,
        last.pages,
        last.empty,
        line(&wrapper.records(), None, "records per run")
    )?;
    out.write_str("<table><tr><th>Field<th>Filled<th>Runs<th></tr>")?;
    for field in &last.fields {
        let (class, mark) = if field.looks_wrong { ("odd", "looks wrong") } else { ("", "") };
        let chart = line(&wrapper.fill(&field.name), Some(100), "filled per run");
        let (name, percent) = (escaped(&field.name), field.percent());
        write!(
            out,
            "<tr class=\"{class}\"><td>{name}<td class=number>{percent} %<td>{chart}<td>{mark}</tr>"
        )?;
    }
    out.write_str("</table><ul>")?;
    for warning in &last.warnings {
        write!(out, "<li>{}</li>", escaped(warning))?;
    }
    out.write_str("</ul>")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
