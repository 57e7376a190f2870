//! `unhusk learn --from`: renames the fields of a wrapper, or chooses columns of a template by labels.

use super::Args;
use crate::args::{field_at, find_field};
use crate::commands::extract::load_wrapper;
use crate::commands::save;
use crate::learning::{Attempt, CHECK_THE_LABELS};
use crate::output::{Reporter, count};
use crate::status::ExitStatus;
use crate::training::Labelled;
use anyhow::{Context, bail};
use unhusk::learn::template::bind;
use unhusk::learn::{Account, Learned, LearnedRule};
use unhusk::record::Schema;
use unhusk::wrapper::{AnyWrapper, Wrapper};

pub(super) fn run(args: &Args, from: &str, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    let mut wrapper = load_wrapper(from)?;
    if !args.labels.is_empty() {
        match taught(args, from, &wrapper, reporter)? {
            Some(taught) => wrapper = taught,
            None => return Ok(ExitStatus::No),
        }
    }
    wrapper.schema = renamed(&wrapper.schema, &args.name)?;
    wrapper.schema = args.meaning.apply(&wrapper.schema, reporter)?;
    save(&wrapper, args.output.as_deref())?;
    if args.labels.is_empty() {
        reporter.summary(&format!("{} renamed", count(args.name.len(), "field")));
    }
    Ok(ExitStatus::Done)
}

/// Learns which columns of a template have the labelled values; `None` if none fit.
fn taught(
    args: &Args,
    from: &str,
    wrapper: &Wrapper,
    reporter: &Reporter,
) -> anyhow::Result<Option<Wrapper>> {
    let AnyWrapper::Template(template) = &wrapper.rule else {
        bail!(
            "with labels, --from requires a template, but `{from}` is a `{}` wrapper; omit --from to learn from the \
             labels alone",
            wrapper.class()
        );
    };
    let labelled = Labelled::load(&args.labels, &args.page.options(), reporter)?;
    labelled.refuse_output(args.output.as_deref())?;
    let learner = args
        .learning
        .learner_by("template")
        .labels(&labelled.labels, &labelled.pages)
        .account(Account::Fit);
    let attempt = Attempt { learner, advice: CHECK_THE_LABELS, reporter };
    let set = attempt.training_set()?;
    let taught = attempt.learn_by(&set, || bind(template, &set).map(LearnedRule::into_any));
    Ok(taught.map(Learned::into_wrapper))
}

/// Returns the schema with new names. All names change at once, so that two fields can swap theirs.
fn renamed(schema: &Schema, names: &[(String, String)]) -> anyhow::Result<Schema> {
    let mut fields = schema.fields().to_vec();
    for (old, new) in names {
        let path = find_field(schema.fields(), old).context("--name")?;
        if let Some(field) = field_at(&mut fields, &path) {
            field.name.clone_from(new);
        }
    }
    schema.with_fields(fields).context("--name")
}
