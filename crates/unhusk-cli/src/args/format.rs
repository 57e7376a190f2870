//! `--format`: parses the name of a format and derives a format from a file name.

use crate::output::OutputFormat;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error, ValueEnum};
use std::ffi::OsStr;
use unhusk_columns::sink::ColumnsFormat;
use unhusk_io::sink::Format;
use unhusk_rdf::sink::MeaningFormat;

/// Parses the name of a format for records.
#[derive(Debug, Clone)]
pub(crate) struct FormatParser;

impl TypedValueParser for FormatParser {
    type Value = OutputFormat;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<OutputFormat, Error> {
        let names = PossibleValuesParser::new(OutputFormat::all().map(OutputFormat::name));
        let name = names.parse_ref(command, arg, value)?;
        OutputFormat::of_name(&name)
            .ok_or_else(|| Error::new(ErrorKind::InvalidValue).with_cmd(command))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(OutputFormat::all().map(|format| PossibleValue::new(format.name()))))
    }
}

/// Output format of verbs that do not write records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextOrJson {
    /// Readable text
    #[value(alias = "table")]
    Text,
    /// JSON
    Json,
}

/// Returns the format for the extension of a file name; `None` if there is no extension.
pub(crate) fn of_ending(path: &std::path::Path) -> anyhow::Result<Option<OutputFormat>> {
    let Some(ending) = path.extension() else { return Ok(None) };
    let ending = ending.to_string_lossy().to_ascii_lowercase();
    let plain = match ending.as_str() {
        "jsonl" | "ndjson" => Format::JsonLines,
        "json" => Format::Json,
        "csv" => Format::Csv,
        "tsv" => Format::Tsv,
        "xlsx" => Format::Xlsx,
        "txt" => Format::Table,
        _ => match of_other_ending(&ending) {
            Some(format) => return Ok(Some(format)),
            // A default would silently write JSON Lines to a file such as `x.ods`.
            None => anyhow::bail!(
                "`{}`: `.{ending}` is not the extension of a known format; use .jsonl, .ndjson, .json, .csv, .tsv, .xlsx, .txt (a table), .parquet, .arrow, .arrows, .sqlite, .pgsql, \
                 .ttl, .nt, .nq, .jsonld, .ics, .vcf, .rss or .atom, or give the format with -f: {}",
                path.display(),
                OutputFormat::all().map(OutputFormat::name).collect::<Vec<_>>().join(", ")
            ),
        },
    };
    Ok(Some(OutputFormat::Plain(plain)))
}

fn of_other_ending(ending: &str) -> Option<OutputFormat> {
    let columns = ColumnsFormat::of_ending(ending).map(OutputFormat::Columns);
    columns.or_else(|| MeaningFormat::of_ending(ending).map(OutputFormat::Meaning))
}
