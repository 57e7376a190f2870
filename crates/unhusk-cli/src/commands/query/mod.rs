//! `unhusk query`: evaluates SPARQL on extracted files, without a server or a network.

mod rows;

use super::extract::load_wrapper;
use crate::output::{Destination, Reporter, count, is_stdout, refuse_input};
use crate::status::ExitStatus;
use anyhow::{Context, bail};
use clap::ValueEnum;
use rows::RowWriter;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;
use unhusk::record::Prefixes;
use unhusk::wrapper::Wrapper;
use unhusk_io::sink::Format;
use unhusk_io::source::read_small;
use unhusk_rdf::graph::{Cancel, Graph, QueryAnswer, format_of_name};
use unhusk_rdf::sink::RdfFormat;

const EXAMPLES: &str = "\
Examples:
  unhusk query 'SELECT ?name WHERE { ?event schema:name ?name }' talks.ttl
  unhusk query @cheap.rq shop.nq -f csv -o cheap.csv
  unhusk query 'ASK { ?x a schema:Event }' talks.jsonl -w talks.json
  unhusk extract shop.json web/ -f turtle | unhusk query 'SELECT (COUNT(?x) AS ?n) { ?x a schema:Product }' -

The prefixes schema, dc, dcterms, foaf, rdf, rdfs, xsd, owl, skos, prov, wi and field need no PREFIX line.
The default graph is the union of all graphs; GRAPH ?page { ... } selects one.
Exit code: 0 if there are results (ASK: yes), 1 if there are none (ASK: no), 2 failure.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Query, or @FILE that contains it
    #[arg(value_name = "SPARQL")]
    query: String,
    /// Turtle (.ttl), N-Triples (.nt), N-Quads (.nq), JSON-LD (.jsonld), or JSON Lines (.jsonl, with -w); `-` is standard input
    #[arg(required = true, value_name = "FILES")]
    files: Vec<String>,
    /// Wrapper that wrote the JSON Lines files, for the meaning of their fields
    #[arg(short, long, value_name = "W.json")]
    wrapper: Option<String>,
    /// Syntax of standard input and of files without a known extension [default: turtle]
    #[arg(long, value_enum, value_name = "SYNTAX")]
    from: Option<InputSyntax>,
    /// Format of the results [default: `table` on a terminal and `jsonl` elsewhere; `turtle` for statements]
    #[arg(short, long, value_enum, value_name = "FORMAT")]
    format: Option<AnswerFormat>,
    /// File for the results, replaced only on success; `-` is standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Time limit of the query, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    timeout: u64,
}

/// Syntax of an input file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum InputSyntax {
    /// Turtle
    Turtle,
    /// N-Triples
    Ntriples,
    /// N-Quads
    Nquads,
    /// JSON-LD
    Jsonld,
    /// Records as JSON Lines, with -w
    Jsonl,
}

/// Format of the results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AnswerFormat {
    /// Aligned columns
    Table,
    /// One JSON object per line
    Jsonl,
    /// Comma-separated values with a header line
    Csv,
    /// Tab-separated terms in SPARQL syntax
    Tsv,
    /// Statements (CONSTRUCT, DESCRIBE) as Turtle
    Turtle,
    /// Statements as N-Triples
    Ntriples,
    /// Statements as JSON-LD
    Jsonld,
}

/// Limit on the size of an input file, in bytes.
const MAX_FILE_BYTES: usize = 1 << 30;
/// Limit on the length of a query, in bytes.
const MAX_QUERY_BYTES: usize = 1 << 20;

pub(crate) fn run(args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    refuse_input(args.output.as_deref(), args.files.iter().chain(args.wrapper.as_ref()))?;
    let query = question(&args.query)?;
    let wrapper = args.wrapper.as_deref().map(load_wrapper).transpose()?;
    let prefixes = wrapper
        .as_ref()
        .map_or_else(Prefixes::default, |wrapper| wrapper.schema.prefixes().clone());
    let mut graph = Graph::new(prefixes.clone());
    for file in &args.files {
        load(&mut graph, file, args.from, wrapper.as_ref())?;
    }
    let cancel = Cancel::new();
    let (of_clock, seconds) = (cancel.clone(), args.timeout);
    thread::spawn(move || {
        thread::sleep(Duration::from_secs(seconds));
        of_clock.cancel();
    });
    let answer = graph.ask(&query, &cancel)?;
    let shown =
        if args.format == Some(AnswerFormat::Jsonl) { Format::JsonLines } else { Format::Table };
    let mut out = Destination::open(args.output.as_deref(), shown)?;
    let n_found = write(answer, args, &prefixes, &mut out)?;
    out.commit()?;
    reporter.summary(&format!(
        "{} from {} in {}",
        count(n_found, "result"),
        count(graph.n_statements(), "statement"),
        count(args.files.len(), "file")
    ));
    Ok(if n_found == 0 { ExitStatus::No } else { ExitStatus::Done })
}

/// Returns the query, read from a file if the argument begins with `@`.
fn question(given: &str) -> anyhow::Result<String> {
    match given.strip_prefix('@') {
        Some(file) => Ok(read_small(file, MAX_QUERY_BYTES)?),
        None if format_of_name(given).is_some() && !given.contains(char::is_whitespace) => {
            bail!(
                "`{given}` is a file, not a query; the query comes first: unhusk query 'SELECT ...' {given}"
            )
        }
        None => Ok(given.to_owned()),
    }
}

fn load(
    graph: &mut Graph,
    file: &str,
    from: Option<InputSyntax>,
    wrapper: Option<&Wrapper>,
) -> anyhow::Result<()> {
    let is_lines =
        [".jsonl", ".ndjson"].iter().any(|ending| file.to_ascii_lowercase().ends_with(ending));
    let format = match (format_of_name(file), from) {
        (Some(format), _) => Some(format),
        (None, _) if is_lines => None,
        (None, Some(InputSyntax::Jsonl)) => None,
        (None, Some(InputSyntax::Ntriples)) => Some(RdfFormat::NTriples),
        (None, Some(InputSyntax::Nquads)) => Some(RdfFormat::NQuads),
        (None, Some(InputSyntax::Jsonld)) => Some(RdfFormat::JsonLd),
        (None, Some(InputSyntax::Turtle)) => Some(RdfFormat::Turtle),
        (None, None) if file == "-" => Some(RdfFormat::Turtle),
        (None, None) => bail!(
            "`{file}`: unknown extension; use .ttl, .nt, .nq, .jsonld or .jsonl, or give the syntax with --from"
        ),
    };
    let text = read_small(file, MAX_FILE_BYTES)?;
    match (format, wrapper) {
        (Some(format), _) => Ok(graph.load(file, &text, format)?),
        (None, Some(wrapper)) => Ok(graph.load_lines(file, &text, wrapper)?),
        (None, None) => bail!(
            "`{file}` contains records without a meaning; give the wrapper that wrote them with -w"
        ),
    }
}

/// Writes the results; returns the number of rows or statements.
fn write(
    answer: QueryAnswer<'_>,
    args: &Args,
    prefixes: &Prefixes,
    out: &mut Destination,
) -> anyhow::Result<usize> {
    let is_terminal = args.output.as_deref().is_none_or(is_stdout) && io::stdout().is_terminal();
    match answer {
        QueryAnswer::Yes(yes) => {
            writeln!(out, "{}", if yes { "yes" } else { "no" })?;
            Ok(usize::from(yes))
        }
        QueryAnswer::Graph(triples) => {
            let format = match args.format {
                None | Some(AnswerFormat::Turtle) => RdfFormat::Turtle,
                Some(AnswerFormat::Ntriples) => RdfFormat::NTriples,
                Some(AnswerFormat::Jsonld) => RdfFormat::JsonLd,
                Some(_) => {
                    bail!("the results are statements; use the format turtle, ntriples or jsonld")
                }
            };
            triples.write(format, prefixes, out)?.context("cannot write the results")
        }
        QueryAnswer::Rows { columns, rows } => {
            let format = match args.format {
                None if is_terminal => AnswerFormat::Table,
                None => AnswerFormat::Jsonl,
                Some(AnswerFormat::Turtle | AnswerFormat::Ntriples | AnswerFormat::Jsonld) => {
                    bail!(
                        "the results are rows; use the format table, jsonl, csv or tsv, or a CONSTRUCT query"
                    )
                }
                Some(format) => format,
            };
            RowWriter { columns, prefixes, width: out.table_width() }.write(rows, format, out)
        }
    }
}
