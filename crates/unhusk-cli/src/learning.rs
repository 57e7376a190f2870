//! Training set -> wrapper file: what `learn`, `run` and `like` have in common.

use crate::args::LearnArgs;
use crate::conflict;
use crate::output::{Talk, count, milliseconds};
use std::time::{Duration, Instant};
use unhusk::Page;
use unhusk::example::{Labels, Settled, TrainingSet};
use unhusk::learn::robust::robustness;
use unhusk::learn::{CATALOG, LearnError, Learned, Method, choice, provenance, url_pattern};
use unhusk::score::Score;
use unhusk::wrapper::{AnyWrapper, WrapperFile};
use unhusk_baselines::find_method;

/// What to do when no method fits a label file.
pub(crate) const LOOK_AT_THE_LABELS: &str = "look for a label that is wrong or missing; `\"complete\": false` says \
     that a page has more records than are listed";

/// The method that chooses a class.
const CHOOSES: &str = "auto";

/// An attempt to learn.
pub(crate) struct Attempt<'a> {
    pub(crate) args: &'a LearnArgs,
    /// What was said of the pages.
    pub(crate) labels: &'a Labels,
    /// What to do when no method fits.
    pub(crate) advice: &'static str,
    pub(crate) talk: &'a Talk,
}

impl Attempt<'_> {
    /// Learns as the flags say. `None` if no wrapper fits, which has then been told.
    pub(crate) fn learn(&self, set: &TrainingSet<'_>) -> Option<WrapperFile> {
        self.learn_by(&self.args.method, set, |method| (method.learn)(set, &self.args.settings()))
    }

    /// Learns in a way of a method of the catalogue. `None` if no wrapper fits, which has then been told.
    pub(crate) fn learn_by(
        &self,
        method: &str,
        set: &TrainingSet<'_>,
        learn: impl FnOnce(&Method) -> Result<Learned<AnyWrapper>, LearnError>,
    ) -> Option<WrapperFile> {
        let method = find_method(method).expect("the flag takes names of the catalogue");
        let started = Instant::now();
        let learned = match learn(method) {
            Ok(learned) => learned,
            Err(error) => {
                self.explain_failure(&error, method, set);
                return None;
            }
        };
        let elapsed = started.elapsed();
        learned.warnings.iter().for_each(|warning| self.talk.warn(warning));
        learned.settled.iter().for_each(|settled| self.talk.detail(&told(settled, set)));
        let mut learnt = provenance(method.name, set);
        let schema = learned.schema(set);
        learnt.leeway = learned.leeway;
        let mut wrapper = WrapperFile::new(schema, learned.wrapper, learnt);
        let urls = self.labels.pages().iter().filter_map(|page| page.url.as_deref());
        wrapper.applies.url = url_pattern(urls);
        self.talk.summary(&summary(&wrapper, method, set, elapsed));
        Some(wrapper)
    }

    /// Says why the wrapper was taken, if its class was chosen, and how robust it is; the file keeps both.
    pub(crate) fn give_account(&self, wrapper: &mut WrapperFile, set: &TrainingSet<'_>) {
        let labelled = set.examples().iter().map(|example| example.page);
        let pages: Vec<&Page> = labelled.chain(set.unlabelled().iter().copied()).collect();
        let (rule, schema) = (&wrapper.wrapper, &wrapper.schema);
        let robust = robustness(rule, schema, &pages);
        if wrapper.learnt.method == CHOOSES {
            let choice = choice((rule, schema), robust.as_ref(), set, &self.args.settings());
            self.talk.summary(&choice.reason);
            wrapper.learnt.choice = Some(choice);
        }
        if let Some(robust) = &robust {
            self.talk.summary(&format!("it {}", robust.sentence()));
        }
        wrapper.learnt.robustness = robust;
    }

    /// Says why nothing fits, where, and which other methods would.
    fn explain_failure(&self, error: &LearnError, method: &Method, set: &TrainingSet<'_>) {
        let (message, lines) = conflict::shown(error);
        self.talk.error(&message);
        self.talk.lines(&lines);
        let settings = self.args.settings();
        let others: Vec<_> = CATALOG
            .iter()
            .filter(|other| other.name != method.name && !other.is_baseline)
            .filter(|other| (other.learn)(set, &settings).is_ok())
            .map(|other| format!("`-m {}`", other.name))
            .collect();
        if !others.is_empty() {
            self.talk
                .hint("help:", &format!("these labels are learnt with {}", others.join(" or ")));
        } else if conflict::is_about_labels(error) {
            self.talk.hint("help:", self.advice);
        }
    }
}

/// `learnt hlrt (auto) from 2 pages, 7 records in 3 ms; fits 2 of 2 pages`.
fn summary(
    wrapper: &WrapperFile,
    method: &Method,
    set: &TrainingSet<'_>,
    elapsed: Duration,
) -> String {
    let class = wrapper.wrapper.class();
    let chosen = if class == method.name { String::new() } else { format!(" ({})", method.name) };
    format!(
        "learnt {class}{chosen} from {}, {} in {}; fits {} of {}",
        count(set.examples().len(), "page"),
        count(set.examples().iter().map(|example| example.records.len()).sum(), "record"),
        milliseconds(elapsed),
        n_fitting(wrapper, set),
        count(set.examples().len(), "page"),
    )
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
