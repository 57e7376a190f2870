//! `unhusk page`: shows the parsed tree, text or source of a page, to debug a wrapper.

mod nodes;
mod stats;

use super::single_page;
use crate::args::{PageArgs, TextOrJson, page_argument};
use crate::output::{Escapes, Reporter, stdout};
use crate::status::ExitStatus;
use clap::ValueEnum;
use serde_json::json;
use std::io::Write;
use unhusk::{Page, Span};

const EXAMPLES: &str = "\
Examples:
  unhusk page shop.html | less                  the tree, with the byte range of every node
  unhusk page shop.html --show text             the visible text
  unhusk page shop.html -f json | jq '.[] | select(.tag == \"td\")'
  unhusk page old.html --show stats --encoding shift_jis";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Page: a file, or `-` for standard input
    #[arg(value_parser = page_argument())]
    page: String,
    /// What to show
    #[arg(long, value_enum, default_value_t = PagePart::Tree)]
    show: PagePart,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = TextOrJson::Text)]
    format: TextOrJson,
    #[command(flatten)]
    reading: PageArgs,
}

/// Part of a page that `--show` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PagePart {
    /// The HTML5 tree, one node per line with its byte range in the source
    Tree,
    /// The visible text
    Text,
    /// The decoded source, which byte ranges refer to
    Source,
    /// Encoding, sizes and numbers of repaired nodes
    Stats,
}

pub(crate) fn run(args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    let read = single_page(&args.page, "page")?.read(&args.reading.options())?;
    let page = &read.page;
    if args.show != PagePart::Source {
        page.tree();
    }
    read.warnings().for_each(|warning| reporter.warn(format_args!("{}: {warning}", args.page)));
    let escapes = if args.format == TextOrJson::Json { Escapes::Json } else { Escapes::Readable };
    let mut out = stdout(escapes);
    show(args, page, &mut out)?;
    out.flush()?;
    Ok(ExitStatus::Done)
}

fn show(args: &Args, page: &Page, out: &mut dyn Write) -> anyhow::Result<()> {
    let all = Span::new(0, page.source().len());
    match (args.show, args.format) {
        (PagePart::Tree, TextOrJson::Text) => nodes::write_text(page.tree(), out)?,
        (PagePart::Tree, TextOrJson::Json) => nodes::write_json(page.tree(), out)?,
        (PagePart::Text, TextOrJson::Text) => writeln!(out, "{}", page.text(all))?,
        (PagePart::Text, TextOrJson::Json) => writeln!(out, "{}", json!({"text": page.text(all)}))?,
        (PagePart::Source, TextOrJson::Text) => out.write_all(page.source().as_bytes())?,
        (PagePart::Source, TextOrJson::Json) => {
            writeln!(out, "{}", json!({"encoding": page.encoding(), "source": page.source()}))?;
        }
        (PagePart::Stats, format) => stats::write(&stats::gather(page), format, out)?,
    }
    Ok(())
}
