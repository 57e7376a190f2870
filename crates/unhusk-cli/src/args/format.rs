//! `--format`: the formats that there are, and a word about those that are to come.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error, ValueEnum};
use std::ffi::OsStr;
use unhusk::sink::Format;

/// Formats that the manual promises for a later release.
const LATER: [&str; 5] = ["parquet", "sqlite", "turtle", "nquads", "jsonld"];

/// Reads the name of a format for records.
#[derive(Debug, Clone)]
pub(crate) struct FormatParser;

impl TypedValueParser for FormatParser {
    type Value = Format;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Format, Error> {
        let name = value.to_string_lossy();
        if LATER.contains(&&*name) {
            let message = format!(
                "the format `{name}` comes in a later release; until then, write `csv` or `jsonl` and convert it\n"
            );
            return Err(Error::raw(ErrorKind::InvalidValue, message).with_cmd(command));
        }
        let names = PossibleValuesParser::new(Format::ALL.map(Format::name));
        let name = names.parse_ref(command, arg, value)?;
        name.parse()
            .map_err(|message| Error::raw(ErrorKind::InvalidValue, message).with_cmd(command))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Format::ALL.into_iter().map(|format| PossibleValue::new(format.name()))))
    }
}

/// How a verb that shows something to a person answers a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextOrJson {
    /// For people
    #[value(alias = "table")]
    Text,
    /// For programs
    Json,
}

/// The format that the ending of a file asks for; `None` if the name has no ending.
pub(super) fn of_ending(path: &std::path::Path) -> anyhow::Result<Option<Format>> {
    let Some(ending) = path.extension() else { return Ok(None) };
    let ending = ending.to_string_lossy().to_ascii_lowercase();
    let format = match ending.as_str() {
        "jsonl" | "ndjson" => Format::JsonLines,
        "json" => Format::Json,
        "csv" => Format::Csv,
        "txt" => Format::Table,
        "parquet" | "sqlite" | "db" | "ttl" | "nq" | "jsonld" => anyhow::bail!(
            "`{}`: `.{ending}` files come in a later release; write `.csv` or `.jsonl`, or say the format with -f",
            path.display()
        ),
        // Guessing would fill a `.tsv` with something else, and someone would find out later.
        _ => anyhow::bail!(
            "`{}`: `.{ending}` says no format; end the name in .jsonl, .ndjson, .json, .csv or .txt (a table), \
             or say the format with -f: {}",
            path.display(),
            Format::ALL.map(Format::name).join(", ")
        ),
    };
    Ok(Some(format))
}
