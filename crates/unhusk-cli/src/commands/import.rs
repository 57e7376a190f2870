//! `unhusk import`: a wrapper that came as RDF -> a wrapper file.

use super::save;
use crate::output::{Reporter, refuse_input};
use crate::status::ExitStatus;
use anyhow::bail;
use std::path::PathBuf;
use unhusk_io::source::read_small;
use unhusk_rdf::graph::format_of_name;
use unhusk_rdf::share::{MAX_SHARED_BYTES, import};
use unhusk_rdf::sink::RdfFormat;

const EXAMPLES: &str = "\
Examples:
  unhusk import shop.ttl -o shop.json
  curl -s https://example.org/shop.jsonld | unhusk import - -o shop.json

The wrapper is checked as if it had come as a file; nothing runs, and nothing uses it until you say so:
look at it with `unhusk explain shop.json` first.
Exit code: 0 if there is a wrapper, 2 if not.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Turtle (.ttl), N-Triples (.nt), N-Quads (.nq) or JSON-LD (.jsonld) with one wrapper in it; `-` is standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// File for the wrapper, written whole or not at all [default: standard output]
    #[arg(short, long, value_name = "W.json")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    refuse_input(args.output.as_deref(), [&args.file])?;
    let text = read_small(&args.file, MAX_SHARED_BYTES)?;
    let looks_like_json = text.trim_start().starts_with(['{', '[']);
    let format = match format_of_name(&args.file) {
        Some(format) => format,
        None if looks_like_json => RdfFormat::JsonLd,
        None => RdfFormat::Turtle,
    };
    if format == RdfFormat::JsonLd
        && !text.contains("\"@context\"")
        && text.contains("\"wrapper/1\"")
    {
        bail!("`{}` is a wrapper file already: it need not be imported", args.file);
    }
    let imported = import(&args.file, &text, format)?;
    if !imported.is_genuine {
        reporter.warn(format_args!(
            "{}: the wrapper is not the one that was exported as {}: it was changed, or written by another version",
            args.file, imported.name
        ));
    }
    save(&imported.wrapper, args.output.as_deref())?;
    let fields: Vec<&str> =
        imported.wrapper.schema.fields().iter().map(|field| field.name.as_str()).collect();
    let pages = imported.wrapper.applies.url.as_deref().map(|url| format!(" for {url}"));
    reporter.summary(&format!(
        "a wrapper of class {}{} that reads {}",
        imported.wrapper.rule.class(),
        pages.unwrap_or_default(),
        fields.join(", ")
    ));
    Ok(ExitStatus::Done)
}
