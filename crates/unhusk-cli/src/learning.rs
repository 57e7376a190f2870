//! Training set -> wrapper file: what `learn`, `run` and `like` have in common.

use crate::args::LearnArgs;
use crate::conflict;
use crate::output::{Talk, count, milliseconds};
use std::time::Instant;
use unhusk::example::{Settled, TrainingSet};
use unhusk::learn::{CATALOG, LearnError, Method, Settings, find_method, provenance};
use unhusk::score::Score;
use unhusk::wrapper::WrapperFile;

/// Learns as the flags say. `None` if no wrapper fits, which has then been told.
pub(crate) fn learn(set: &TrainingSet<'_>, args: &LearnArgs, talk: &Talk) -> Option<WrapperFile> {
    let method = find_method(&args.method).expect("the flag takes names of the catalogue alone");
    let started = Instant::now();
    let learned = match (method.learn)(set, &args.settings()) {
        Ok(learned) => learned,
        Err(error) => {
            explain_failure(&error, method, set, &args.settings(), talk);
            return None;
        }
    };
    let elapsed = started.elapsed();
    learned.warnings.iter().for_each(|warning| talk.warn(warning));
    learned.settled.iter().for_each(|settled| talk.detail(&told(settled, set)));
    let schema = set.schema().clone();
    let wrapper = WrapperFile::new(schema, learned.wrapper, provenance(method.name, set));
    let class = wrapper.wrapper.class();
    let chosen = if class == method.name { String::new() } else { format!(" ({})", method.name) };
    talk.summary(&format!(
        "learnt {class}{chosen} from {}, {} in {}; fits {} of {}",
        count(set.examples().len(), "page"),
        count(set.examples().iter().map(|example| example.records.len()).sum(), "record"),
        milliseconds(elapsed),
        n_fitting(&wrapper, set),
        count(set.examples().len(), "page"),
    ));
    Some(wrapper)
}

/// The place that was chosen for a label that could have stood at several.
fn told(settled: &Settled, set: &TrainingSet<'_>) -> String {
    let example = &set.examples()[settled.example];
    let (mut fields, mut names) = (set.schema().fields(), Vec::new());
    for &position in &settled.field {
        names.push(fields[position].name.as_str());
        fields = &fields[position].fields;
    }
    let (record, span) = (settled.record + 1, settled.place.span);
    let source = example.page.slice(span).unwrap_or_default();
    let (page, field) = (&example.name, names.join("."));
    format!("{page}: record {record}: `{field}` is {source:?} at bytes {}-{}", span.start, span.end)
}

/// On how many pages the wrapper reads what the labels say, and nothing that they exclude.
fn n_fitting(wrapper: &WrapperFile, set: &TrainingSet<'_>) -> usize {
    let mut score = Score::default();
    for example in set.examples() {
        score.add_page(&wrapper.schema, example, &wrapper.extract(example.page).records);
    }
    score.n_pages_right
}

/// What to do when no method is left.
const NOTHING_FITS: &str = "look for a label that is wrong or missing; \"complete\": false says that a page has more records than its labels";

/// Says why nothing fits, where, and which other methods would.
fn explain_failure(
    error: &LearnError,
    method: &Method,
    set: &TrainingSet<'_>,
    settings: &Settings,
    talk: &Talk,
) {
    let (message, lines) = conflict::shown(error);
    talk.error(&message);
    talk.lines(&lines);
    if let LearnError::NoneFits { .. } = error {
        talk.hint("help:", NOTHING_FITS);
        return;
    }
    let others: Vec<_> = CATALOG
        .iter()
        .filter(|other| other.name != method.name && (other.learn)(set, settings).is_ok())
        .map(|other| format!("`-m {}`", other.name))
        .collect();
    if others.is_empty() {
        talk.hint("help:", NOTHING_FITS);
    } else {
        talk.hint("help:", &format!("these labels are learnt with {}", others.join(" or ")));
    }
}
