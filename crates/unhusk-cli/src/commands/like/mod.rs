//! `unhusk like`: learns from values on the command line and extracts similar records from the same page.

mod attribute;
mod given;
mod next;

use super::{save, single_page};
use crate::args::{
    ColumnChoice, LearnArgs, MeaningArgs, RecordArgs, SinkRequest, page_argument, refuse_own_files,
};
use crate::fill;
use crate::learning::Attempt;
use crate::output::{Reporter, refuse_input, refuse_same};
use crate::status::ExitStatus;
use anyhow::Context;
use given::TypedValue;
use std::path::{Path, PathBuf};
use unhusk::learn::Account;
use unhusk::sink::SourcePage;
use unhusk::wrapper::Wrapper;
use unhusk::wrapper::summary::{RunObserver, RunSummary};
use unhusk::{Page, Warning};
use unhusk_engine::WrapperSummary;
use unhusk_io::source::LinkResolver;

const EXAMPLES: &str = "\
Examples:
  unhusk like shop.html 'Blue mug' '$12.00'
  unhusk like shop.html name='Blue mug' price='$12.00' --save shop.json
  unhusk like shop.html name='Blue mug' link=@href                      # the link around the name
  unhusk like codes.html Congo 242 Egypt 20 --fields country,code      # two records
  unhusk like codes.html name=Congo code=242 name=Egypt code=20        # two records

The first name begins the next record when it is repeated; any other name that is repeated makes a list.
@NAME is the value of that attribute at the element nearest to the other values of the record.
An absolute address stands for the relative link that leads there; --base-url gives the address of the page's folder.
Prefix a value that contains = with another one: '=E=mc2'.
A value that is not on the page is left out with a warning; with --strict it is an error.
Exit code: 0 if records were found, 1 if no wrapper fits, 2 if the page is missing or no value is on it.";

const GIVE_A_SECOND: &str = "give a second record (`--fields` names the columns; then list the values of both), or label the \
     page in a file: `unhusk learn --help`";
const GIVE_MORE: &str = "give one more record, or label the page in a file: `unhusk learn --help`";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Page: a file, or `-` for standard input
    #[arg(value_parser = page_argument())]
    page: String,
    /// Values of one record, as displayed on the page; NAME=VALUE names the column, @NAME is an attribute
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
    let outputs = args.records.outputs().chain(args.save.as_deref());
    refuse_input(outputs.clone(), [&args.page])?;
    refuse_same(outputs)?;
    refuse_own_files(std::slice::from_ref(&args.page))?;
    args.records.output.check()?;
    let values = given::values(args)?;
    let named = single_page(&args.page, "like")?;
    let page = named.read(&args.records.page.options())?;
    page.warnings().for_each(|warning| reporter.warn(format_args!("{}: {warning}", args.page)));
    let page = page.page;
    let source = named.identity(&page, args.records.output.base_url.as_ref());
    let url = address(&values, &page, &source, reporter);
    let labels = given::labels(&values, &page, &args.page, url.clone())?;
    let n_given = labels.pages()[0].records.len();
    let advice = if n_given == 1 { GIVE_A_SECOND } else { GIVE_MORE };
    let learner = args.learning.learner().labels(&labels, [&page]).account(Account::Fit);
    let attempt = Attempt { learner, advice, reporter };
    let set = attempt.training_set()?;
    args.meaning.apply(set.schema(), reporter)?;
    let Some(learned) = attempt.learn(&set) else { return Ok(ExitStatus::No) };
    let mut wrapper = learned.into_wrapper();
    wrapper.schema = args.meaning.apply(&wrapper.schema, reporter)?;
    let summary_file = fill::open(&args.records.check)?;
    let (n_records, warnings) = write_records(&wrapper, &page, &source, args, reporter)?;
    let summary = summary(&wrapper, &page, args);
    let of = WrapperSummary { name: String::new(), summary };
    fill::report(&of, &warnings, reporter);
    fill::write(std::slice::from_ref(&of), summary_file, &args.records.check)?;
    if n_records <= n_given {
        let found = if n_given == 1 { "the record given was" } else { "the records given were" };
        reporter
            .hint("help:", &format!("only {found} found; if the page has more records, {advice}"));
    }
    match &args.save {
        None => {
            let line = next::command_line(args, &values, &wrapper.schema, &page, url.as_deref());
            reporter.hint("next:", &format!("{line} --save wrapper.json    # save the wrapper"));
        }
        Some(path) => {
            wrapper.record_baseline([&page]);
            save(&wrapper, Some(path))?;
            let wrapper = quoted(&path.to_string_lossy());
            reporter.hint("next:", &format!("unhusk extract {wrapper} {}", pages_like(&args.page)));
        }
    }
    let looks_wrong = args.records.check.check && of.summary.looks_wrong();
    Ok(if n_records == 0 || looks_wrong { ExitStatus::No } else { ExitStatus::Done })
}

/// Returns the address of the page, to which its links are relative. A file that was moved has another address than
/// `--base-url` makes of its path: if no link of the page resolves to a given address, the address of the page is left
/// open, and the given one is compared by its path alone.
fn address(
    values: &[TypedValue<'_>],
    page: &Page,
    source: &SourcePage,
    reporter: &Reporter,
) -> Option<String> {
    let url = source.url.as_deref()?;
    let is_lost = |value: &&TypedValue<'_>| {
        value.text.contains("://")
            && !attribute::is_on_page(value.text, page, Some(url))
            && attribute::is_on_page(value.text, page, None)
    };
    let Some(lost) = values.iter().find(is_lost) else { return Some(url.to_owned()) };
    reporter.hint(
        "note:",
        &format!("no link on {url} leads to {}; it is compared by its path alone", lost.text),
    );
    None
}

/// Returns the summary of the page. Confidences are left out: one record makes few values certain.
fn summary(wrapper: &Wrapper, page: &Page, args: &Args) -> RunSummary {
    let mut observer = RunObserver::new(wrapper);
    observer.add(&args.page, &wrapper.extract(page).records);
    observer.finish()
}

/// Writes the records of the page; returns their number and the warnings of the sink.
fn write_records(
    wrapper: &Wrapper,
    page: &Page,
    source: &SourcePage,
    args: &Args,
    reporter: &Reporter,
) -> anyhow::Result<(usize, Vec<Warning>)> {
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
    let warnings = sink.warnings();
    for warning in &warnings {
        reporter.warn(warning);
    }
    drop(sink);
    destination.commit_records(found.records.len(), output.allow_empty, reporter)?;
    Ok((found.records.len(), warnings))
}

/// Returns the folder of the page for a shell, since other pages of the site are probably there; the page itself if it
/// has no folder.
fn pages_like(page: &str) -> String {
    match Path::new(page).parent().and_then(Path::to_str) {
        Some("") | None => quoted(page),
        Some(folder) => quoted(folder),
    }
}

/// Quotes a word for a shell.
pub(crate) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-./,=:@%+".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::{pages_like, quoted};

    #[test]
    fn the_next_step_is_for_the_pages_beside_the_page() {
        assert_eq!(pages_like("shop/list/1.html"), "shop/list");
        assert_eq!(pages_like("my shop/1.html"), "'my shop'");
        assert_eq!(pages_like("1.html"), "1.html");
    }

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        assert_eq!(quoted("shop.html"), "shop.html");
        assert_eq!(quoted("$12.00"), "'$12.00'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
