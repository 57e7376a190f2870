//! `unhusk explain`: describes a wrapper in words.

use super::extract::load_wrapper;
use crate::args::TextOrJson;
use crate::output::{Escapes, count, stdout};
use crate::status::ExitStatus;
use serde_json::json;
use std::io::{self, Write};
use unhusk::wrapper::LengthRange;
use unhusk_baselines::find_method;

use unhusk::page::PageOptions;
use unhusk::sink::printable;
use unhusk::wrapper::delimiter::{LEGEND, excerpt};
use unhusk::wrapper::{AnyWrapper, DelimiterSide, Provenance, Slack, Wrapper};
use unhusk_io::source::list;
use unicode_width::UnicodeWidthChar;

const EXAMPLES: &str = "\
Examples:
  unhusk explain shop.json
  unhusk explain shop.json pages/1.html
  unhusk learn labels.json -q | unhusk explain -
  unhusk explain shop.json -f json | jq -r '.rule[]'";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Wrapper file, from `unhusk learn`; `-` is standard input
    #[arg(value_name = "W.json")]
    wrapper: String,
    /// Pages on which to show the matches of the delimiters
    #[arg(value_name = "PAGES")]
    pages: Vec<String>,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = TextOrJson::Text)]
    format: TextOrJson,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitStatus> {
    let wrapper = load_wrapper(&args.wrapper)?;
    let mut out = stdout(Escapes::Readable);
    match args.format {
        TextOrJson::Text => {
            write_text(&wrapper, &mut out)?;
            write_excerpts(&wrapper, &args.pages, &mut out)?;
        }
        TextOrJson::Json => write_json(&wrapper, &mut out)?,
    }
    out.flush()?;
    Ok(ExitStatus::Done)
}

fn write_text(wrapper: &Wrapper, out: &mut dyn Write) -> io::Result<()> {
    let class = wrapper.rule.class();
    let summary = find_method(class).map(|method| format!(": {}", method.summary));
    writeln!(out, "class   {class}{}", summary.unwrap_or_default())?;
    writeln!(out, "fields  {}", printable(&field_names(wrapper).join(", ")))?;
    if let Some(meaning) = meaning(wrapper) {
        writeln!(out, "means   {}", printable(&meaning))?;
    }
    if let Some(learnt) = learnt_from(&wrapper.provenance) {
        writeln!(out, "learnt  {}", printable(&learnt))?;
    }
    if let Some(choice) = &wrapper.provenance.choice {
        writeln!(out, "choice  {}", printable(&choice.reason))?;
    }
    if let Some(robustness) = &wrapper.provenance.robustness {
        writeln!(out, "robust  {}", printable(&robustness.sentence()))?;
    }
    if let Some(url) = &wrapper.applies.url {
        writeln!(out, "for     {}", printable(url))?;
    }
    writeln!(out)?;
    for line in wrapper.explain() {
        writeln!(out, "{}", printable(&line))?;
    }
    write_slack(&wrapper.provenance.slack, out)
}

/// Writes the other delimiters that fit the labels, if the learner recorded them.
fn write_slack(slack: &[Slack], out: &mut dyn Write) -> io::Result<()> {
    if !slack.is_empty() {
        writeln!(out, "\nother delimiters that fit the labels, each on its own:")?;
    }
    for Slack { field, side, bytes: LengthRange { shortest, longest }, longest: text } in slack {
        let end = if side.shares_ends() { "last" } else { "first" };
        let side = match side {
            DelimiterSide::Left => "left of",
            DelimiterSide::Right => "right of",
            DelimiterSide::Head => "head",
            DelimiterSide::Tail => "tail",
            DelimiterSide::Open => "opening",
            DelimiterSide::Close => "closing",
        };
        let field = field.as_ref().map_or(String::new(), |field| format!(" `{field}`"));
        let cut = if text.len() < *longest { " (cut)" } else { "" };
        let line =
            format!("  {side}{field}: the {end} {shortest} to {longest} bytes of {text:?}{cut}");
        writeln!(out, "{}", printable(&line))?;
    }
    Ok(())
}

/// Writes excerpts of pages that show where the rule finds its delimiters.
fn write_excerpts(wrapper: &Wrapper, pages: &[String], out: &mut dyn Write) -> anyhow::Result<()> {
    for page in list(pages) {
        let page = page?;
        let read = page.read(&PageOptions::default())?;
        writeln!(out, "\n{} ({LEGEND})", printable(&page.name))?;
        // Other classes have no delimiters to show.
        if let AnyWrapper::Delimiter(rule) = &wrapper.rule {
            for line in excerpt(rule, &read.page, |c| c.width().unwrap_or(0)) {
                writeln!(out, "{}", printable(&line))?;
            }
        }
    }
    Ok(())
}

fn write_json(wrapper: &Wrapper, out: &mut dyn Write) -> anyhow::Result<()> {
    let explained = json!({
        "class": wrapper.rule.class(),
        "fields": field_names(wrapper),
        "schema": wrapper.schema,
        "rule": wrapper.explain(),
        "learnt": wrapper.provenance,
        "for": wrapper.applies,
    });
    serde_json::to_writer_pretty(&mut *out, &explained)?;
    writeln!(out)?;
    Ok(())
}

/// Returns the names of the fields, with nested fields in brackets: `offers (shop, cost)`.
fn field_names(wrapper: &Wrapper) -> Vec<String> {
    fn names(fields: &[unhusk::record::Field]) -> Vec<String> {
        fields.iter().map(name).collect()
    }
    fn name(field: &unhusk::record::Field) -> String {
        if field.is_nested() {
            format!("{} ({})", field.name, names(&field.fields).join(", "))
        } else {
            field.name.clone()
        }
    }
    names(wrapper.schema.fields())
}

/// Returns the meaning, such as `a record is a schema:Event; title is schema:name, when is schema:startDate (date)`;
/// `None` if there is none.
fn meaning(wrapper: &Wrapper) -> Option<String> {
    fn add(fields: &[unhusk::record::Field], outer: &str, parts: &mut Vec<String>) {
        for field in fields {
            let name = format!("{outer}{}", field.name);
            let of = field.holds.as_ref().map(|of| format!(" ({of})")).unwrap_or_default();
            match &field.iri {
                Some(iri) => parts.push(format!("{name} is {iri}{of}")),
                None if !of.is_empty() => parts.push(format!("{name} is text{of}")),
                None => {}
            }
            add(&field.fields, &format!("{name}."), parts);
        }
    }
    let schema = &wrapper.schema;
    let class = schema.class().map(|class| format!("a record is a {class}"));
    let mut fields = Vec::new();
    add(schema.fields(), "", &mut fields);
    let fields = (!fields.is_empty()).then(|| fields.join(", "));
    let parts: Vec<String> = class.into_iter().chain(fields).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Returns the provenance, such as `by auto from 2 pages (1.html, 2.html), 7 records, with unhusk 0.1.0`; without
/// records if none was labelled, and `None` if the file names no pages.
fn learnt_from(learnt: &Provenance) -> Option<String> {
    if learnt.pages.is_empty() {
        return None;
    }
    let names: Vec<_> = learnt.pages.iter().map(|page| page.name.as_str()).collect();
    let records = match learnt.pages.iter().map(|page| page.records).sum() {
        0 => String::new(),
        n => format!("{}, ", count(n, "record")),
    };
    Some(format!(
        "by {} from {} ({}), {records}with {}",
        learnt.method,
        count(names.len(), "page"),
        names.join(", "),
        learnt.tool
    ))
}
