//! `unhusk methods`: lists the learning methods.

use crate::args::TextOrJson;
use crate::output::{Escapes, stdout};
use crate::status::ExitStatus;
use serde_json::json;
use std::io::Write;
use unhusk_baselines::{BASELINES, methods};

const EXAMPLES: &str = "\
Examples:
  unhusk methods
  unhusk learn labels.json -m hlrt -o shop.json      # use one by name
  unhusk methods -f json | jq -r '.[].name'";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Output format
    #[arg(short, long, value_enum, default_value_t = TextOrJson::Text)]
    format: TextOrJson,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitStatus> {
    let mut out = stdout(Escapes::Readable);
    match args.format {
        TextOrJson::Text => {
            let names = methods().map(|method| method.name);
            let names = names.chain(BASELINES.iter().map(|baseline| baseline.name));
            let width = names.map(str::len).max().unwrap_or(0);
            for method in methods() {
                writeln!(out, "{:width$}  {}", method.name, method.summary)?;
                writeln!(out, "{:width$}  {}", "", method.source)?;
            }
            writeln!(out, "\nwithout labels, for comparison with `unhusk induce` (`induce -m`):")?;
            for baseline in BASELINES {
                writeln!(out, "{:width$}  {}", baseline.name, baseline.summary)?;
            }
        }
        TextOrJson::Json => {
            let learn = methods().map(|method| {
                json!({"name": method.name, "summary": method.summary, "source": method.source, "verb": "learn"})
            });
            let induce = BASELINES.iter().map(
                |baseline| json!({"name": baseline.name, "summary": baseline.summary, "verb": "induce"}),
            );
            let methods: Vec<_> = learn.chain(induce).collect();
            serde_json::to_writer_pretty(&mut out, &methods)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(ExitStatus::Done)
}
