//! `unhusk methods`: the catalogue of learners.

use crate::args::TextOrJson;
use crate::output::{Escapes, stdout};
use crate::status::ExitStatus;
use serde_json::json;
use std::io::Write;
use unhusk::learn::CATALOG;

const EXAMPLES: &str = "\
Examples:
  unhusk methods
  unhusk learn labels.json -m hlrt -o shop.json      # one of them by name
  unhusk methods -f json | jq -r '.[].name'";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// For people or for programs
    #[arg(short, long, value_enum, default_value_t = TextOrJson::Text)]
    format: TextOrJson,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitStatus> {
    let mut out = stdout(Escapes::Readable);
    match args.format {
        TextOrJson::Text => {
            let width = CATALOG.iter().map(|method| method.name.len()).max().unwrap_or(0);
            for method in CATALOG {
                writeln!(out, "{:width$}  {}", method.name, method.summary)?;
                writeln!(out, "{:width$}  {}", "", method.source)?;
            }
        }
        TextOrJson::Json => {
            let methods: Vec<_> = CATALOG
                .iter()
                .map(|method| json!({"name": method.name, "summary": method.summary, "source": method.source}))
                .collect();
            serde_json::to_writer_pretty(&mut out, &methods)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(ExitStatus::Done)
}
