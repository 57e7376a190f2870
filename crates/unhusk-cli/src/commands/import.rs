//! `unhusk import`: converts a wrapper in RDF to a wrapper file.

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

The wrapper is checked like any untrusted wrapper file and is not run; inspect it with \
`unhusk explain shop.json` before you use it.
Exit code: 0 if a wrapper was written, 2 failure.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Turtle (.ttl), N-Triples (.nt), N-Quads (.nq) or JSON-LD (.jsonld) that contains one wrapper; `-` is standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// File for the wrapper, replaced only on success [default: standard output]
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
        bail!("`{}` is already a wrapper file and need not be imported", args.file);
    }
    let imported = import(&args.file, &text, format)?;
    if !imported.is_genuine {
        reporter.warn(format_args!(
            "{}: the wrapper differs from the one exported as {}; it was modified, or written by another version",
            args.file, imported.name
        ));
    }
    save(&imported.wrapper, args.output.as_deref())?;
    let fields: Vec<&str> =
        imported.wrapper.schema.fields().iter().map(|field| field.name.as_str()).collect();
    let pages = imported.wrapper.applies.url.as_deref().map(|url| format!(" for {url}"));
    reporter.summary(&format!(
        "imported a wrapper of class {}{} with the fields {}",
        imported.wrapper.rule.class(),
        pages.unwrap_or_default(),
        fields.join(", ")
    ));
    Ok(ExitStatus::Done)
}
