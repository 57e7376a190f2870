//! `unhusk learn --from`: a wrapper with other names for its fields, or with the fields that labels show.

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

/// The columns of a template that hold what labels show.
fn taught(
    args: &Args,
    from: &str,
    wrapper: &Wrapper,
    reporter: &Reporter,
) -> anyhow::Result<Option<Wrapper>> {
    let AnyWrapper::Template(template) = &wrapper.rule else {
        bail!(
            "labels choose among the columns of a template, and `{from}` is a `{}` wrapper; without --from, the labels \
             are learnt from scratch",
            wrapper.class()
        );
    };
    let labelled = Labelled::load(&args.labels, &args.page.options(), reporter)?;
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

/// All names change at once, so that two fields can swap theirs.
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
