//! `unhusk query`: SPARQL over extracted files. No server, no network.

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
use unhusk_rdf::graph::{Answer, Cancel, Graph, format_of_name};
use unhusk_rdf::sink::RdfFormat;

const EXAMPLES: &str = "\
Examples:
  unhusk query 'SELECT ?name WHERE { ?event schema:name ?name }' talks.ttl
  unhusk query @cheap.rq shop.nq -f csv -o cheap.csv
  unhusk query 'ASK { ?x a schema:Event }' talks.jsonl -w talks.json
  unhusk extract shop.json web/ -f turtle | unhusk query 'SELECT (COUNT(?x) AS ?n) { ?x a schema:Product }' -

The prefixes schema, dc, dcterms, foaf, rdf, rdfs, xsd, owl, skos, prov, wi and field need no PREFIX line.
All graphs are asked together; GRAPH ?page { ... } tells them apart.
Exit code: 0 if there is an answer (ASK: yes), 1 if there is none (ASK: no), 2 failed.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The question, or @FILE with it
    #[arg(value_name = "SPARQL")]
    query: String,
    /// Turtle (.ttl), N-Triples (.nt), N-Quads (.nq), JSON-LD (.jsonld), or JSON Lines (.jsonl, with -w); `-` is standard input
    #[arg(required = true, value_name = "FILES")]
    files: Vec<String>,
    /// Wrapper that wrote the JSON Lines files: it knows what their fields mean
    #[arg(short, long, value_name = "W.json")]
    wrapper: Option<String>,
    /// Syntax of standard input and of files whose ending does not tell [default: turtle]
    #[arg(long, value_enum, value_name = "SYNTAX")]
    from: Option<InputSyntax>,
    /// Format of the answer [default: `table` on a terminal and `jsonl` elsewhere; statements are `turtle`]
    #[arg(short, long, value_enum, value_name = "FORMAT")]
    format: Option<AnswerFormat>,
    /// File for the answer, written whole or not at all; `-` is standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Seconds after which a question is given up
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    timeout: u64,
}

/// Syntaxes of files.
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

/// Formats of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AnswerFormat {
    /// Aligned columns for people
    Table,
    /// One JSON object a line
    Jsonl,
    /// Comma-separated values with a header line
    Csv,
    /// Tab-separated terms, as SPARQL writes them
    Tsv,
    /// Statements (CONSTRUCT, DESCRIBE) as Turtle
    Turtle,
    /// Statements as N-Triples
    Ntriples,
    /// Statements as JSON-LD
    Jsonld,
}

/// Bytes of the largest file that is asked.
const MAX_FILE_BYTES: usize = 1 << 30;
/// Bytes of the longest question.
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
        count(n_found, "answer"),
        count(graph.n_statements(), "statement"),
        count(args.files.len(), "file")
    ));
    Ok(if n_found == 0 { ExitStatus::No } else { ExitStatus::Done })
}

/// The question itself, or what a file has.
fn question(given: &str) -> anyhow::Result<String> {
    match given.strip_prefix('@') {
        Some(file) => Ok(read_small(file, MAX_QUERY_BYTES)?),
        None if format_of_name(given).is_some() && !given.contains(char::is_whitespace) => {
            bail!(
                "`{given}` is a file, not a question; the question comes first: unhusk query 'SELECT ...' {given}"
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
            "`{file}`: the ending does not say what it is; name it .ttl, .nt, .nq, .jsonld or .jsonl, or say it with --from"
        ),
    };
    let text = read_small(file, MAX_FILE_BYTES)?;
    match (format, wrapper) {
        (Some(format), _) => Ok(graph.load(file, &text, format)?),
        (None, Some(wrapper)) => Ok(graph.load_lines(file, &text, wrapper)?),
        (None, None) => bail!(
            "`{file}` has records without their meaning; name the wrapper that wrote them with -w"
        ),
    }
}

/// Writes the answer; how many rows or statements it has.
fn write(
    answer: Answer<'_>,
    args: &Args,
    prefixes: &Prefixes,
    out: &mut Destination,
) -> anyhow::Result<usize> {
    let is_terminal = args.output.as_deref().is_none_or(is_stdout) && io::stdout().is_terminal();
    match answer {
        Answer::Yes(yes) => {
            writeln!(out, "{}", if yes { "yes" } else { "no" })?;
            Ok(usize::from(yes))
        }
        Answer::Graph(triples) => {
            let format = match args.format {
                None | Some(AnswerFormat::Turtle) => RdfFormat::Turtle,
                Some(AnswerFormat::Ntriples) => RdfFormat::NTriples,
                Some(AnswerFormat::Jsonld) => RdfFormat::JsonLd,
                Some(_) => {
                    bail!("the answer is statements: write them as turtle, ntriples or jsonld")
                }
            };
            triples.write(format, prefixes, out)?.context("cannot write the answer")
        }
        Answer::Rows { columns, rows } => {
            let format = match args.format {
                None if is_terminal => AnswerFormat::Table,
                None => AnswerFormat::Jsonl,
                Some(AnswerFormat::Turtle | AnswerFormat::Ntriples | AnswerFormat::Jsonld) => {
                    bail!(
                        "the answer is rows: write them as table, jsonl, csv or tsv, or ask with CONSTRUCT"
                    )
                }
                Some(format) => format,
            };
            RowWriter { columns, prefixes, width: out.table_width() }.write(rows, format, out)
        }
    }
}
