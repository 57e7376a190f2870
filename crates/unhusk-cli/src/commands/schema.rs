//! `unhusk schema`: prints the JSON Schema of wrapper files, for editors and validators.

use crate::output::{Escapes, stdout};
use crate::status::ExitStatus;
use std::io::Write;

const WRAPPER_SCHEMA: &str = include_str!("../../wrapper-1.schema.json");

const EXAMPLES: &str = "\
Examples:
  unhusk schema > wrapper-1.schema.json
  unhusk schema | check-jsonschema --schemafile - shop.json";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args) -> anyhow::Result<ExitStatus> {
    let mut out = stdout(Escapes::Json);
    out.write_all(WRAPPER_SCHEMA.as_bytes())?;
    out.flush()?;
    Ok(ExitStatus::Done)
}
