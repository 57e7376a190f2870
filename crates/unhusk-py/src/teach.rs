//! Teaching by questions.
//!
//! A session of the library borrows its pages for as long as it lives. Here it lives on a thread of its own, together
//! with its pages, and receives its work by messages.

use crate::error::{guarded, label};
use crate::pages::Pages;
use crate::wrapper::Wrapper;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use unhusk::Page;
use unhusk::error::LabelError;
use unhusk::example::{
    GivenCell, GivenRecord, GivenValue, Labels, PageLabels, Strictness, TrainingSet,
};
use unhusk::teach::{self, Answer, Lesson, Proposal, SlotPart};

/// Work for the thread of a session.
type Job = Box<dyn FnOnce(&mut teach::Session<'_>) + Send>;

/// A teaching session.
#[pyclass(frozen, module = "unhusk._unhusk")]
pub(crate) struct TeachingSession {
    jobs: Sender<Job>,
    fields: Vec<String>,
}

/// A question: is this reading right?
#[pyclass(frozen, module = "unhusk._unhusk")]
pub(crate) struct Question {
    inner: teach::Question,
    /// The position of the page.
    #[pyo3(get)]
    page: usize,
    /// `field`, `record` or `rest`.
    #[pyo3(get)]
    kind: &'static str,
    /// The name of the field that a question of kind `field` is about.
    #[pyo3(get)]
    field: Option<String>,
    /// The estimated probability that the wrapper is wrong there.
    #[pyo3(get)]
    doubt: f64,
    /// The reasons for doubt.
    #[pyo3(get)]
    reasons: Vec<String>,
    /// The texts that the wrapper reads, by field.
    proposed: FieldTexts,
    /// The texts that other learners read, by method.
    rivals: Vec<(String, FieldTexts)>,
}

/// The texts of each field.
type FieldTexts = Vec<(String, Vec<String>)>;

#[pymethods]
impl Question {
    /// What is read there: the texts of each field.
    #[getter]
    fn proposed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        dict(py, &self.proposed)
    }

    /// What other learners read there: the method, and the texts of each field.
    #[getter]
    fn rivals<'py>(&self, py: Python<'py>) -> PyResult<Vec<(&str, Bound<'py, PyDict>)>> {
        let rivals = self.rivals.iter();
        rivals.map(|(method, texts)| Ok((method.as_str(), dict(py, texts)?))).collect()
    }

    fn __repr__(&self) -> String {
        let field = self.field.as_ref().map_or(String::new(), |field| format!(" `{field}`"));
        format!("<unhusk.Question page {}, {}{field}>", self.page, self.kind)
    }
}

fn dict<'py>(py: Python<'py>, texts: &FieldTexts) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (field, texts) in texts {
        dict.set_item(field, texts)?;
    }
    Ok(dict)
}

/// How far teaching has come.
#[pyclass(frozen, get_all, module = "unhusk._unhusk")]
pub(crate) struct TeachingVerdict {
    /// Whether no question is worth asking.
    enough: bool,
    /// Pages with a doubtful reading.
    n_doubtful: usize,
    /// The verdict as a sentence.
    text: String,
}

/// An answer as Python gives it.
#[derive(FromPyObject)]
pub(crate) enum GivenAnswer {
    /// Right or wrong.
    #[pyo3(transparent)]
    Verdict(bool),
    /// The values of the field; none if the field has no value there.
    #[pyo3(transparent)]
    Values(Vec<String>),
    /// The text of a label file with the right record.
    #[pyo3(transparent)]
    Record(String),
}

#[pymethods]
impl TeachingVerdict {
    fn __str__(&self) -> &str {
        &self.text
    }
}

#[pymethods]
impl TeachingSession {
    /// Starts a session with the text of a label file, whose pages have the names `page 1`, `page 2`, ...
    #[new]
    fn new(py: Python<'_>, labels: &str, pages: &Bound<'_, PyAny>) -> PyResult<Self> {
        let labels = Labels::parse("", labels).map_err(|error| label(&error))?;
        let pages = Pages::new(pages)?.read_all(py)?;
        let fields = labels.schema().fields().iter().map(|field| field.name.clone()).collect();
        let (jobs, waiting) = channel::<Job>();
        thread::spawn(move || {
            let names = (1..).map(|number| format!("page {number}"));
            let lesson =
                Lesson::new(names.zip(pages.iter().map(|page: &Arc<Page>| &**page)), &labels);
            let mut session = teach::Session::new(lesson, labels);
            for job in waiting {
                job(&mut session);
            }
        });
        Ok(Self { jobs, fields })
    }

    /// The most valuable question; `None` if everything was asked.
    fn next_question(&self, py: Python<'_>) -> PyResult<Option<Question>> {
        let question = self.ask(py, |session| session.next_question())?;
        Ok(question.map(|question| self.question(question)))
    }

    fn answer(&self, py: Python<'_>, question: &Question, answer: GivenAnswer) -> PyResult<()> {
        let answer = answer.of(question)?;
        let question = question.inner.clone();
        let answered = self.ask(py, move |session| {
            on_page(session, &question, &answer)?;
            session.answer(&question, &answer)
        })?;
        answered.map_err(|error| label(&error))
    }

    fn skip(&self, py: Python<'_>, question: &Question) -> PyResult<()> {
        let question = question.inner.clone();
        let skipped = self.ask(py, move |session| session.answer(&question, &Answer::Skip))?;
        skipped.map_err(|error| label(&error))
    }

    fn undo(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |session| session.undo())
    }

    fn redo(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |session| session.redo())
    }

    #[getter]
    fn n_answers(&self, py: Python<'_>) -> PyResult<usize> {
        self.ask(py, |session| session.n_answers())
    }

    #[getter]
    fn verdict(&self, py: Python<'_>) -> PyResult<TeachingVerdict> {
        self.ask(py, |session| {
            let verdict = session.verdict();
            TeachingVerdict {
                enough: verdict.enough,
                n_doubtful: verdict.n_doubtful,
                text: verdict.to_string(),
            }
        })
    }

    /// The wrapper, with a baseline of all pages; `None` if nothing fits the labels.
    #[getter]
    fn wrapper(&self, py: Python<'_>) -> PyResult<Option<Wrapper>> {
        let wrapper = self.ask(py, |session| {
            let mut wrapper = session.to_wrapper()?;
            wrapper.record_baseline(session.lesson().pages().iter().copied());
            Some(wrapper)
        })?;
        Ok(wrapper.map(|wrapper| Wrapper::of(py, wrapper)))
    }

    /// All labels so far, as the text of a label file.
    #[getter]
    fn labels(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |session| session.labels().to_json())
    }
}

impl TeachingSession {
    /// Runs work on the thread of the session, and waits for it without the interpreter's lock.
    fn ask<R: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut teach::Session<'_>) -> R + Send + 'static,
    ) -> PyResult<R> {
        let (done, result) = channel();
        let job: Job = Box::new(move |session| {
            // The receiver is gone if the caller was interrupted.
            let _ = done.send(guarded(|| work(session)));
        });
        let ended = || PyRuntimeError::new_err("the session has ended");
        self.jobs.send(job).map_err(|_| ended())?;
        py.detach(move || result.recv()).map_err(|_| ended())?
    }

    fn question(&self, inner: teach::Question) -> Question {
        let texts = |read: &Proposal| -> FieldTexts {
            let values = read
                .values
                .iter()
                .map(|values| values.iter().map(|value| value.text.clone()).collect());
            self.fields.iter().cloned().zip(values).collect()
        };
        let rivals = inner.rivals.iter().map(|rival| {
            (rival.method.to_owned(), rival.reads.as_ref().map(&texts).unwrap_or_default())
        });
        let (kind, field) = match inner.slot.part {
            SlotPart::Field(at) => ("field", self.fields.get(at).cloned()),
            SlotPart::Record(_) => ("record", None),
            SlotPart::Rest => ("rest", None),
        };
        Question {
            page: inner.slot.page,
            kind,
            field,
            doubt: inner.doubt,
            reasons: inner.reasons.iter().map(ToString::to_string).collect(),
            proposed: texts(&inner.proposed),
            rivals: rivals.collect(),
            inner,
        }
    }
}

impl GivenAnswer {
    fn of(self, question: &Question) -> PyResult<Answer> {
        let part = question.inner.slot.part;
        Ok(match (self, part) {
            (Self::Verdict(true), _) => Answer::Right,
            (Self::Verdict(false), SlotPart::Record(_)) => Answer::NotARecord,
            (Self::Verdict(false), SlotPart::Field(_)) => Answer::Wrong,
            (Self::Verdict(false), SlotPart::Rest) => {
                return Err(PyValueError::new_err("give the missed record as a dict"));
            }
            (Self::Values(texts), SlotPart::Field(_)) => {
                Answer::Values(texts.into_iter().map(GivenValue::Text).collect())
            }
            (Self::Values(_), _) => {
                return Err(PyValueError::new_err("this question is about a record: give a dict"));
            }
            (Self::Record(labels), _) => Answer::Record(only_record(&labels)?),
        })
    }
}

/// Checks that the texts of an answer are on the page of the question.
fn on_page(
    session: &teach::Session<'_>,
    question: &teach::Question,
    answer: &Answer,
) -> Result<(), LabelError> {
    let lesson = session.lesson();
    let record = match (answer, question.slot.part) {
        (Answer::Values(values), SlotPart::Field(at)) if !values.is_empty() => {
            let mut record = GivenRecord::default();
            let name = lesson.fields()[at].name.clone();
            record.add(name, GivenCell::Many(values.clone()));
            record
        }
        (Answer::Record(record), _) => record.clone(),
        _ => return Ok(()),
    };
    let at = question.slot.page;
    let mut labels = PageLabels::new(lesson.names()[at].clone());
    labels.complete = false;
    labels.records.push(record);
    let labels = Labels::new(vec![labels])?;
    TrainingSet::new(&labels, &[(0, lesson.pages()[at])], Strictness::Strict).map(drop)
}

/// The only record of a label file.
fn only_record(labels: &str) -> PyResult<GivenRecord> {
    let labels = Labels::parse("", labels).map_err(|error| label(&error))?;
    let mut records = labels.pages().iter().flat_map(|page| page.records.iter());
    records.next().cloned().ok_or_else(|| PyValueError::new_err("an answer needs a record"))
}
