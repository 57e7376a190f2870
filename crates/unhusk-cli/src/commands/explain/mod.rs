//! `unhusk explain`: describes a wrapper in words, and shows the places of its values on pages.

mod html;
mod places;
mod text;

use super::extract::load_wrapper;
use crate::args::{PageArgs, TextOrJson, at_hand, page_argument};
use crate::output::{Destination, Escapes, Reporter, count, refuse_input, refuse_pages, stdout};
use crate::status::ExitStatus;
use places::PagePlaces;
use serde_json::json;
use std::io::{self, Write};
use std::path::PathBuf;
use unhusk::sink::printable;
use unhusk::wrapper::{DelimiterSide, LengthRange, Provenance, Slack, Wrapper};
use unhusk_baselines::find_method;
use unhusk_io::sink::Format;

const EXAMPLES: &str = "\
Examples:
  unhusk explain shop.json
  unhusk explain shop.json pages/1.html                where each value is on the page
  unhusk explain shop.json pages/1.html --html 1-explained.html
  unhusk learn labels.json -q | unhusk explain -
  unhusk explain shop.json -f json | jq -r '.rule[]'";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Wrapper file, from `unhusk learn`; `-` is standard input
    #[arg(value_name = "W.json")]
    wrapper: String,
    /// Pages whose records are shown, with the place of each value
    #[arg(value_name = "PAGES", value_parser = page_argument())]
    pages: Vec<String>,
    /// Show all records of the pages, and every column of a template
    #[arg(long)]
    all: bool,
    /// File for the source of the pages with the values marked, to be opened in a browser
    #[arg(long, value_name = "FILE", requires = "pages")]
    html: Option<PathBuf>,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = TextOrJson::Text)]
    format: TextOrJson,
    #[command(flatten)]
    page: PageArgs,
}

pub(crate) fn run(args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    refuse_input(args.html.as_deref(), args.pages.iter().chain([&args.wrapper]))?;
    let wrapper = load_wrapper(&args.wrapper)?;
    let listed = at_hand(&args.pages, &args.page, reporter);
    refuse_pages(args.html.as_deref(), &listed)?;
    let mut pages = Vec::new();
    for page in listed {
        let page = page?;
        let read = page.read(&args.page.options())?;
        read.warnings().for_each(|warning| reporter.warn(format_args!("{}: {warning}", page.name)));
        pages.push((page.name.clone(), read.page));
    }
    let places: Vec<PagePlaces<'_>> =
        pages.iter().map(|(name, page)| PagePlaces::new(&wrapper, name, page)).collect();
    for (place, warning) in places.iter().flat_map(PagePlaces::warnings) {
        reporter.warn(format_args!("{place}: {warning}"));
    }
    if let Some(path) = &args.html {
        let mut file = Destination::open(Some(path), Format::Table)?;
        file.write_all(html::document(&places).as_bytes())?;
        file.commit()?;
        return Ok(ExitStatus::Done);
    }
    let has_colour = reporter.has_coloured_output() && args.format == TextOrJson::Text;
    let mut out = stdout(if has_colour { Escapes::Done } else { Escapes::Readable });
    match args.format {
        TextOrJson::Text => {
            let style = if has_colour { text::Marking::Colour } else { text::Marking::Brackets };
            write_text(&wrapper, args.all, reporter.is_verbose(), &mut out)?;
            for page in &places {
                text::write_page(page, &wrapper, (style, args.all), &mut out)?;
            }
        }
        TextOrJson::Json => write_json(&wrapper, &places, &mut out)?,
    }
    out.flush()?;
    Ok(ExitStatus::Done)
}

fn write_text(
    wrapper: &Wrapper,
    is_whole: bool,
    is_verbose: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
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
    if let Some(choice) = wrapper.provenance.choice.as_ref().filter(|_| is_verbose) {
        writeln!(out, "choice  {}", printable(&choice.reason))?;
    }
    if let Some(robustness) = wrapper.provenance.robustness.as_ref().filter(|_| is_verbose) {
        writeln!(out, "robust  {}", printable(&robustness.sentence()))?;
    }
    if let Some(url) = &wrapper.applies.url {
        writeln!(out, "for     {}", printable(url))?;
    }
    writeln!(out)?;
    for line in if is_whole { wrapper.explain_all() } else { wrapper.explain() } {
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

fn write_json(
    wrapper: &Wrapper,
    pages: &[PagePlaces<'_>],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut explained = json!({
        "class": wrapper.rule.class(),
        "fields": field_names(wrapper),
        "schema": wrapper.schema,
        "rule": wrapper.explain_all(),
        "learnt": wrapper.provenance,
        "for": wrapper.applies,
    });
    if !pages.is_empty() {
        explained["pages"] = pages.iter().map(PagePlaces::to_json).collect();
    }
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
