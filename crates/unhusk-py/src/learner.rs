//! Labels and pages -> a wrapper with its account.

use crate::error;
use crate::pages::Pages;
use crate::wrapper::Wrapper;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;
use unhusk::Page;
use unhusk::example::{Labels, PageLabels, TrainingSet};
use unhusk::learn::{Account, CATALOG, Learned, Learner};
use unhusk_io::source::{PageRef, read_small};

/// Labels as a caller of Python gives them.
#[derive(FromPyObject)]
pub(crate) enum GivenLabels<'py> {
    /// A label file, which names its pages.
    #[pyo3(transparent)]
    File(String),
    /// The text of a label file with its pages, and whether each of its texts must be on its page.
    #[pyo3(transparent)]
    Pages((String, Bound<'py, PyAny>, bool)),
}

/// Labels with their pages.
struct LabelledPages {
    labels: Labels,
    pages: Vec<Arc<Page>>,
    /// Whether a text that is not on its page is an error, as in labels that a person typed.
    is_typed: bool,
}

impl LabelledPages {
    fn new(py: Python<'_>, given: &GivenLabels<'_>) -> PyResult<Self> {
        match given {
            GivenLabels::File(file) => py.detach(|| error::guarded(|| Self::load(file)))?,
            GivenLabels::Pages((text, pages, is_typed)) => {
                let labels = Labels::parse("", text).map_err(|error| error::label(&error))?;
                let pages = Pages::new(pages)?.read_all(py)?;
                Ok(Self { labels, pages, is_typed: *is_typed })
            }
        }
    }

    fn load(file: &str) -> PyResult<Self> {
        let text = read_small(file, Labels::MAX_BYTES).map_err(|error| error::source(&error))?;
        let labels = Labels::parse_file(file, &text).map_err(|error| error::label(&error))?;
        let pages = labels.pages().iter().map(read_page).collect::<PyResult<_>>()?;
        Ok(Self { labels, pages, is_typed: false })
    }

    fn add_to<'p>(&'p self, learner: Learner<'p>) -> Learner<'p> {
        let pages = self.pages.iter().map(|page| &**page);
        if !self.is_typed {
            return learner.labels(&self.labels, pages);
        }
        self.labels.pages().iter().zip(pages).fold(learner, |learner, (labels, page)| {
            let mut labels = labels.clone();
            // The learner names a page without a path by its number.
            labels.path.clear();
            learner.labelled_page(labels, page)
        })
    }
}

/// Reads the page that labels name.
fn read_page(labels: &PageLabels) -> PyResult<Arc<Page>> {
    let mut options = unhusk::page::PageOptions::default();
    options.charset.clone_from(&labels.encoding);
    let read = PageRef::file(labels.location()).read(&options);
    read.map(|read| Arc::new(read.page)).map_err(|error| error::source(&error))
}

/// What learning gave beside the wrapper.
#[pyclass(frozen, module = "unhusk._unhusk")]
pub(crate) struct LearnedWrapper {
    #[pyo3(get)]
    wrapper: Py<Wrapper>,
    /// What the user should hear of.
    #[pyo3(get)]
    warnings: Vec<String>,
    /// Labelled pages.
    #[pyo3(get)]
    n_pages: usize,
    /// Labelled pages that are read as labelled.
    #[pyo3(get)]
    n_pages_right: usize,
    /// Why this class of wrappers was taken.
    #[pyo3(get)]
    reason: Option<String>,
    /// The place that was chosen for each text that occurs at several.
    #[pyo3(get)]
    chosen_places: Vec<String>,
}

/// Learns a wrapper. Without an `account`, neither a baseline nor the runner-up is computed.
#[pyfunction]
#[pyo3(signature = (labels, *, method="auto", unlabelled=None, single=None, strict=false, lenient=false, account=true))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub(crate) fn learn(
    py: Python<'_>,
    labels: Vec<GivenLabels<'_>>,
    method: &str,
    unlabelled: Option<&Bound<'_, PyAny>>,
    single: Option<Vec<String>>,
    strict: bool,
    lenient: bool,
    account: bool,
) -> PyResult<LearnedWrapper> {
    let learner =
        Learner::method(method).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let labelled = labels.iter().map(|given| LabelledPages::new(py, given));
    let labelled = labelled.collect::<PyResult<Vec<_>>>()?;
    let unlabelled = match unlabelled {
        Some(pages) => Pages::new(pages)?.read_all(py)?,
        None => Vec::new(),
    };
    let learner = labelled.iter().fold(learner, |learner, pages| pages.add_to(learner));
    let learner = single.into_iter().flatten().fold(learner, Learner::single);
    let learner = if strict { learner.strict() } else { learner };
    let learner = if lenient { learner.lenient() } else { learner };
    let learner = learner.account(if account { Account::Full } else { Account::Fit });
    let learner = learner.unlabelled(unlabelled.iter().map(|page| &**page));
    let learned = py.detach(|| error::guarded(|| learn_or_explain(&learner)))?;
    let learned = learned.map_err(|failure| failure.raise(py))?;
    LearnedWrapper::new(py, learned)
}

/// Reason why nothing was learnt, with advice.
struct Failure {
    error: PyErr,
    notes: Vec<String>,
}

impl Failure {
    fn raise(self, py: Python<'_>) -> PyErr {
        for note in self.notes {
            // The error is still raised if a note cannot be added.
            let _ = self.error.add_note(py, note);
        }
        self.error
    }
}

fn learn_or_explain(learner: &Learner<'_>) -> Result<Learned, Failure> {
    let bare = |error| Failure { error: error::learn(&error), notes: Vec::new() };
    let examples = learner.training_set().map_err(bare)?;
    learner
        .learn()
        .map_err(|error| Failure { notes: notes(learner, &examples), error: error::learn(&error) })
}

/// Other methods that fit, and pages that seem to have more records than are labelled.
fn notes(learner: &Learner<'_>, examples: &TrainingSet<'_>) -> Vec<String> {
    let mut notes: Vec<String> =
        learner.look_alikes(examples).iter().map(ToString::to_string).collect();
    let others = learner.other_methods(examples);
    let others: Vec<String> =
        others.iter().map(|other| format!("method={:?}", other.name)).collect();
    if others.is_empty() {
        notes.push(
            "check for a wrong or missing label; say complete=False if a page has more records than are listed".to_owned(),
        );
    } else {
        notes.push(format!("these labels can be learnt with {}", others.join(" or ")));
    }
    notes
}

impl LearnedWrapper {
    fn new(py: Python<'_>, learned: Learned) -> PyResult<Self> {
        Ok(Self {
            warnings: learned.warnings.iter().map(ToString::to_string).collect(),
            n_pages: learned.evaluation.n_pages,
            n_pages_right: learned.evaluation.n_pages_right,
            reason: learned.choice().map(|choice| choice.reason.clone()),
            chosen_places: learned.chosen_places.iter().map(ToString::to_string).collect(),
            wrapper: Py::new(py, Wrapper::of(py, learned.into_wrapper()))?,
        })
    }
}

/// The methods: name and summary.
#[pyfunction]
pub(crate) fn methods() -> Vec<(&'static str, &'static str)> {
    CATALOG.iter().map(|method| (method.name, method.summary)).collect()
}
