//! `unhusk like`: learns from values on the command line and extracts similar records from the same page.

use super::{save, single_page};
use crate::args::{ColumnChoice, LearnArgs, MeaningArgs, RecordArgs, SinkRequest};
use crate::learning::Attempt;
use crate::output::{Reporter, refuse_input};
use crate::status::ExitStatus;
use anyhow::{Context, bail};
use std::path::PathBuf;
use unhusk::Page;
use unhusk::example::{GivenCell, GivenRecord, GivenValue, Labels, PageLabels};
use unhusk::learn::Account;
use unhusk::record::{Field, Schema};
use unhusk::sink::SourcePage;
use unhusk::wrapper::Wrapper;
use unhusk_io::source::LinkResolver;

const EXAMPLES: &str = "\
Examples:
  unhusk like shop.html 'Blue mug' '$12.00'
  unhusk like shop.html name='Blue mug' price='$12.00' --save shop.json
  unhusk like codes.html Congo 242 Egypt 20 --fields country,code      # two records

Prefix a value that contains = with another one: '=E=mc2'.
Exit code: 0 if records were found, 1 if no wrapper fits, 2 if the page or a value is missing.";

const GIVE_A_SECOND: &str = "give a second record (`--fields` names the columns; then list the values of both), or label the \
     page in a file: `unhusk learn --help`";
const GIVE_MORE: &str = "give one more record, or label the page in a file: `unhusk learn --help`";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Page: a file, or `-` for standard input
    page: String,
    /// Values of one record, as displayed on the page; NAME=VALUE names the column
    #[arg(required = true, value_name = "VALUE")]
    values: Vec<String>,
    /// Names of the columns; the values are then those of one or more records, in this order
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    fields: Vec<String>,
    /// File for the wrapper
    #[arg(long, value_name = "W.json")]
    save: Option<PathBuf>,
    #[command(flatten)]
    learning: LearnArgs,
    #[command(flatten)]
    records: RecordArgs,
    #[command(flatten)]
    meaning: MeaningArgs,
}

pub(crate) fn run(args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    for file in [&args.save, &args.records.output.output] {
        refuse_input(file.as_deref(), [&args.page])?;
    }
    let labels = labels(args)?;
    let named = single_page(&args.page, "like")?;
    let page = named.read(&args.records.page.options())?;
    page.warnings().for_each(|warning| reporter.warn(format_args!("{}: {warning}", args.page)));
    let page = page.page;
    let n_given = labels.pages()[0].records.len();
    let advice = if n_given == 1 { GIVE_A_SECOND } else { GIVE_MORE };
    let learner = args.learning.learner().labels(&labels, [&page]).strict().account(Account::Fit);
    let attempt = Attempt { learner, advice, reporter };
    let set = attempt.training_set()?;
    args.meaning.apply(set.schema(), reporter)?;
    let Some(learned) = attempt.learn(&set) else { return Ok(ExitStatus::No) };
    let mut wrapper = learned.into_wrapper();
    wrapper.schema = args.meaning.apply(&wrapper.schema, reporter)?;
    let source = named.identity(&page, args.records.output.base_url.as_ref());
    let n_records = write_records(&wrapper, &page, &source, args, reporter)?;
    if n_records <= n_given {
        let found = if n_given == 1 { "the record given was" } else { "the records given were" };
        reporter
            .hint("help:", &format!("only {found} found; if the page has more records, {advice}"));
    }
    match &args.save {
        None => {
            let line = command_line(args);
            reporter.hint("next:", &format!("{line} --save wrapper.json    # save the wrapper"));
        }
        Some(path) => {
            wrapper.record_baseline([&page]);
            save(&wrapper, Some(path))?;
            reporter.hint(
                "next:",
                &format!("unhusk extract {} PAGES...", quoted(&path.to_string_lossy())),
            );
        }
    }
    Ok(if n_records == 0 { ExitStatus::No } else { ExitStatus::Done })
}

/// Returns the values as labels of the page, marked as incomplete.
fn labels(args: &Args) -> anyhow::Result<Labels> {
    if args.fields.is_empty() {
        return Ok(Labels::like(&args.page, args.values.iter().map(|value| named(value)))?);
    }
    let names: Vec<&str> = args.fields.iter().map(|name| name.trim()).collect();
    // Duplicate names are an error: one of two values would be lost.
    Schema::new(names.iter().map(|name| Field::new(*name)).collect()).context("--fields")?;
    let n_fields = names.len();
    if !args.values.len().is_multiple_of(n_fields) {
        bail!("{} values do not fill records of {n_fields} fields", args.values.len());
    }
    let cell = |(name, value): (&&str, &String)| {
        ((*name).to_owned(), GivenCell::One(GivenValue::Text(value.clone())))
    };
    let record =
        |values: &[String]| GivenRecord { cells: names.iter().zip(values).map(cell).collect() };
    let mut page = PageLabels::new(&args.page);
    page.complete = false;
    page.records = args.values.chunks(n_fields).map(record).collect();
    Ok(Labels::new(vec![page])?)
}

/// Splits `price=$12` into the name of the column and the value. There is no name in `=a=b`, or if the part before `=`
/// does not look like one.
fn named(value: &str) -> (Option<&str>, &str) {
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_alphabetic())
            && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
    };
    match value.split_once('=') {
        Some(("", value)) => (None, value),
        Some((name, value)) if is_name(name) => (Some(name), value),
        _ => (None, value),
    }
}

fn write_records(
    wrapper: &Wrapper,
    page: &Page,
    source: &SourcePage,
    args: &Args,
    reporter: &Reporter,
) -> anyhow::Result<usize> {
    let output = &args.records.output;
    let (mut destination, format, options) = output.open()?;
    let request = SinkRequest {
        wrapper,
        profile: output.values.needs_profile(wrapper).then(|| wrapper.profile_of(page)),
        format,
        options,
        vocabulary: args.meaning.vocabulary()?,
        columns: &ColumnChoice::of_types(args.meaning.typed_fields()),
    };
    let context = output.setup(request, reporter)?;
    let mut sink = format.sink(&context, &mut destination)?;
    let mut found = wrapper.extract_with_confidence(page);
    if output.values.absolute {
        let resolver = LinkResolver::new(source);
        let relative = resolver.resolve(page, wrapper.schema.fields(), &mut found.records);
        if let Some(warning) = relative {
            reporter.warn(format_args!("{}: {warning}", args.page));
        }
    }
    sink.begin(source).with_context(|| output.name())?;
    let written = found.records.iter().try_for_each(|record| sink.write(&args.page, record));
    written.and_then(|()| sink.finish()).with_context(|| output.name())?;
    sink.warnings().iter().for_each(|warning| reporter.warn(warning));
    drop(sink);
    destination.commit()?;
    Ok(found.records.len())
}

/// Returns the command line, quoted for a shell.
fn command_line(args: &Args) -> String {
    let typed =
        ["unhusk", "like", &args.page].into_iter().chain(args.values.iter().map(String::as_str));
    let mut words: Vec<_> = typed.map(quoted).collect();
    if !args.fields.is_empty() {
        words.extend(["--fields".to_owned(), quoted(&args.fields.join(","))]);
    }
    words.join(" ")
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-./,=:@%+".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::{named, quoted};

    #[test]
    fn a_name_is_what_looks_like_one() {
        assert_eq!(named("price=$12"), (Some("price"), "$12"));
        assert_eq!(named("12=12"), (None, "12=12"));
        assert_eq!(named("=E=mc2"), (None, "E=mc2"));
        assert_eq!(named("a b=c"), (None, "a b=c"));
        assert_eq!(named("Blue mug"), (None, "Blue mug"));
        assert_eq!(named("q="), (Some("q"), ""));
    }

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        assert_eq!(quoted("shop.html"), "shop.html");
        assert_eq!(quoted("$12.00"), "'$12.00'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
