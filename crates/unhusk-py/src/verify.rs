//! Whether records are still read as on the pages that a wrapper was learnt from.

use crate::error::{caught, guarded};
use crate::pages::{Pages, Urls};
use crate::wrapper::Wrapper;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::thread::available_parallelism;
use unhusk::record::Record;
use unhusk::verify::{self as verification, Health, PageObservation, Verifier};
use unhusk::wrapper::summary::{FieldSummary, RunObserver};
use unhusk_engine::{in_order, owned};

/// The result of a verification.
#[pyclass(frozen, get_all, module = "unhusk._unhusk")]
pub(crate) struct Verdict {
    /// Whether all fields are read as before.
    healthy: bool,
    /// The probability that the worst field is read wrongly.
    score: f64,
    /// Pages.
    pages: u64,
    /// Records on these pages.
    records: u64,
    /// All fields.
    fields: Vec<Py<FieldVerdict>>,
    /// Remarks on the pages as a whole.
    notes: Vec<String>,
}

/// The result for one field.
#[pyclass(frozen, get_all, module = "unhusk._unhusk")]
pub(crate) struct FieldVerdict {
    /// Its name; `a.b` for a nested field.
    field: String,
    /// Whether it is read as before.
    healthy: bool,
    /// The probability that it is read wrongly.
    score: f64,
    /// The reasons, the most important first.
    reasons: Vec<String>,
    /// A value that is unlike the others, if there is one.
    example: Option<String>,
    /// The page of the example.
    page: Option<String>,
}

impl Verdict {
    /// A verdict without examples of values.
    pub(crate) fn new(py: Python<'_>, verdict: &verification::Verdict) -> PyResult<Self> {
        Self::with_examples(py, verdict, &[])
    }

    fn with_examples(
        py: Python<'_>,
        verdict: &verification::Verdict,
        summaries: &[FieldSummary],
    ) -> PyResult<Self> {
        let fields = verdict.fields.iter().map(|field| {
            let summary = summaries.iter().find(|summary| summary.name == field.name);
            let example = summary.and_then(|summary| summary.examples.first());
            let own = FieldVerdict {
                field: field.name.clone(),
                healthy: field.health == Health::Healthy,
                score: field.score,
                reasons: field.evidence.clone(),
                example: example.map(|odd| odd.text.clone()),
                page: example.map(|odd| odd.page.clone()),
            };
            Py::new(py, own)
        });
        Ok(Self {
            healthy: verdict.health == Health::Healthy,
            score: verdict.score,
            pages: verdict.pages,
            records: verdict.records,
            fields: fields.collect::<PyResult<_>>()?,
            notes: verdict.notes.clone(),
        })
    }
}

#[pymethods]
impl Verdict {
    /// The fields that are not read as before.
    #[getter]
    fn problems(&self, py: Python<'_>) -> Vec<Py<FieldVerdict>> {
        let fields = self.fields.iter().filter(|field| !field.get().healthy);
        fields.map(|field| field.clone_ref(py)).collect()
    }

    /// One line, then the fields that are not read as before with their reasons, and the notes.
    fn __str__(&self) -> String {
        let mut lines = vec![self.sentence()];
        for field in self.fields.iter().map(Py::get).filter(|field| !field.healthy) {
            lines.push(format!("{}: {}", field.field, field.reasons.join("; ")));
        }
        lines.extend(self.notes.iter().map(|note| format!("note: {note}")));
        lines.join("\n")
    }

    fn __repr__(&self) -> String {
        format!("<unhusk.Verdict {}>", self.sentence())
    }
}

impl Verdict {
    fn sentence(&self) -> String {
        let read = format!("{} records on {} pages", self.records, self.pages);
        let problems = self.fields.iter().map(Py::get).filter(|field| !field.healthy);
        let names: Vec<&str> = problems.map(|field| field.field.as_str()).collect();
        if names.is_empty() {
            format!("healthy: {read}")
        } else {
            format!("drift: {read}, not read as before: {}", names.join(", "))
        }
    }
}

#[pymethods]
impl FieldVerdict {
    /// The most important reason; empty if there is none.
    #[getter]
    fn reason(&self) -> &str {
        self.reasons.first().map_or("", String::as_str)
    }

    fn __repr__(&self) -> String {
        let health = if self.healthy { "healthy" } else { "drift" };
        format!("<unhusk.FieldVerdict {}: {health}, {:.2}>", self.field, self.score)
    }
}

/// Contribution of a page to a verification.
struct ObservedPage {
    name: String,
    records: Vec<Record<'static>>,
    observation: PageObservation,
}

/// Compares the records of pages with the baseline of a wrapper.
#[pyfunction]
#[pyo3(signature = (wrapper, pages, urls=None))]
pub(crate) fn verify(
    wrapper: &Bound<'_, Wrapper>,
    pages: &Bound<'_, PyAny>,
    urls: Option<&Bound<'_, PyAny>>,
) -> PyResult<Verdict> {
    let py = pages.py();
    let pages = Pages::new(pages)?;
    if pages.len() == 0 {
        return Err(PyValueError::new_err("there are no pages to verify"));
    }
    let urls = urls.map(Urls::new).transpose()?;
    let wrapper = &*wrapper.get().inner;
    Verifier::new(wrapper).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let (verdict, summaries) =
        py.detach(|| guarded(|| observe(wrapper, &pages, urls.as_ref())))??;
    Verdict::with_examples(py, &verdict, &summaries)
}

fn observe(
    wrapper: &unhusk::Wrapper,
    pages: &Pages,
    urls: Option<&Urls>,
) -> PyResult<(verification::Verdict, Vec<FieldSummary>)> {
    let mut observer = RunObserver::new(wrapper);
    let mut failure = None;
    let n_threads = available_parallelism().map_or(1, usize::from).min(pages.len());
    let work = |(): &mut (), at: usize| {
        let name = page_name(urls, at);
        caught(|| observe_page(wrapper, pages, at, &name))
            .flatten()
            .map_err(|why| format!("{name}: {why}"))
    };
    in_order(
        0..pages.len(),
        n_threads,
        || (),
        work,
        |observed| match observed {
            Ok(ObservedPage { name, records, observation }) => {
                observer.add(&name, &records);
                observer.add_observation(observation);
                ControlFlow::Continue(())
            }
            Err(why) => {
                failure = Some(why);
                ControlFlow::Break(())
            }
        },
    );
    if let Some(why) = failure {
        return Err(PyValueError::new_err(why));
    }
    let verdict = observer.verdict().expect("the wrapper has a baseline");
    Ok((verdict, observer.finish().fields))
}

/// Returns the name of a page in messages: its URL, else its number.
pub(crate) fn page_name(urls: Option<&Urls>, at: usize) -> String {
    let url = urls.and_then(|urls| urls.get(at));
    url.map_or_else(|| format!("page {}", at + 1), str::to_owned)
}

fn observe_page(
    wrapper: &unhusk::Wrapper,
    pages: &Pages,
    at: usize,
    name: &str,
) -> Result<ObservedPage, String> {
    let page = pages.get(at).read()?;
    let found = wrapper.extract_with_confidence(&page);
    let observation = PageObservation::of_extraction(wrapper, &page, &found);
    let records = found.records.into_iter().map(owned).collect();
    Ok(ObservedPage { name: name.to_owned(), records, observation })
}
