//! A wrapper learnt again for pages that have changed.

use crate::error::guarded;
use crate::pages::{Pages, Urls};
use crate::verify::{Verdict, page_name};
use crate::wrapper::Wrapper;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;
use unhusk::example::NamedPage;
use unhusk::verify::repair::{
    FieldProposal, KnownRecords, ProposedRepair, RefusalReason, RepairOutcome, known_page, repair,
    repair_partial,
};

/// The result of a repair.
#[pyclass(frozen, module = "unhusk._unhusk")]
#[derive(Default)]
pub(crate) struct Repair {
    /// `healthy`, `repaired`, `proposed` or `refused`.
    #[pyo3(get)]
    outcome: &'static str,
    /// The new wrapper if it passed all tests; the old one if it is healthy.
    #[pyo3(get)]
    wrapper: Option<Py<Wrapper>>,
    /// The verdict on the pages, of the old wrapper if it is healthy, else of the new one.
    #[pyo3(get)]
    verdict: Option<Py<Verdict>>,
    /// What changed in the pages, field by field.
    #[pyo3(get)]
    changes: Vec<String>,
    /// The tests that the new wrapper passed.
    #[pyo3(get)]
    evidence: Vec<String>,
    /// Why no wrapper was accepted.
    #[pyo3(get)]
    reasons: Vec<String>,
    /// Fields that were left as they were, each with the reason.
    #[pyo3(get)]
    left: Vec<String>,
    /// Fields that are proposed and not sure.
    #[pyo3(get)]
    proposals: Vec<Py<Proposal>>,
    /// Known records that are on none of the pages.
    #[pyo3(get)]
    warnings: Vec<String>,
    /// The old wrapper, with the proposed changes.
    proposed: Option<(Arc<unhusk::Wrapper>, Box<ProposedRepair>)>,
}

/// What is proposed for one field.
#[pyclass(frozen, get_all, module = "unhusk._unhusk")]
pub(crate) struct Proposal {
    /// The name of the field.
    field: String,
    /// The probability that the proposed values are those of the field.
    probability: f64,
    /// Why these values were chosen.
    evidence: Vec<String>,
    /// Whether the field is proposed with certainty.
    sure: bool,
}

#[pymethods]
impl Repair {
    /// The wrapper with the proposed fields, or some of them; the others are read as before.
    #[pyo3(signature = (fields=None))]
    fn accept(&self, py: Python<'_>, fields: Option<Vec<String>>) -> PyResult<Wrapper> {
        let Some((old, proposed)) = &self.proposed else {
            let message = format!("nothing is proposed: the repair is {}", self.outcome);
            return Err(PyValueError::new_err(message));
        };
        let known: Vec<&str> = proposed.fields.iter().map(|field| field.field.as_str()).collect();
        let taken: Vec<&str> = match &fields {
            Some(fields) => fields.iter().map(String::as_str).collect(),
            None => known.clone(),
        };
        if let Some(unknown) = taken.iter().find(|name| !known.contains(name)) {
            let known = known.join(", ");
            let message = format!("`{unknown}` is not a proposed field; proposed are {known}");
            return Err(PyValueError::new_err(message));
        }
        let accepted = proposed.accepted(old, &taken).ok_or_else(|| {
            PyValueError::new_err("the rules of these fields depend on the others; accept all")
        })?;
        Ok(Wrapper::of(py, accepted))
    }
}

#[pymethods]
impl Proposal {
    fn __repr__(&self) -> String {
        format!("<unhusk.Proposal {}: {:.2}>", self.field, self.probability)
    }
}

/// Known records as Python gives them: the name of their page, and the texts of each record and field.
type GivenRecords = (Option<String>, Vec<Vec<Vec<String>>>);

/// Learns a wrapper again for pages that have changed.
#[pyfunction]
#[pyo3(name = "repair", signature = (wrapper, pages, urls=None, *, known=None, partial=false))]
pub(crate) fn repaired(
    wrapper: Py<Wrapper>,
    pages: &Bound<'_, PyAny>,
    urls: Option<&Bound<'_, PyAny>>,
    known: Option<Vec<GivenRecords>>,
    partial: bool,
) -> PyResult<Repair> {
    let py = pages.py();
    let urls = urls.map(Urls::new).transpose()?;
    let pages = Pages::new(pages)?.read_all(py)?;
    let names: Vec<String> = (0..pages.len()).map(|at| page_name(urls.as_ref(), at)).collect();
    let named: Vec<NamedPage<'_>> =
        names.iter().zip(&pages).map(|(name, page)| NamedPage { name, page }).collect();
    let known = known.into_iter().flatten();
    let known: Vec<KnownRecords> =
        known.map(|(page, records)| KnownRecords { page, records }).collect();
    let mend = if partial { repair_partial } else { repair };
    let old = Arc::clone(&wrapper.get().inner);
    let outcome = py.detach(|| guarded(|| mend(&old, &named, &known)))?;
    let outcome = outcome.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let warnings = unused(&known, &named);
    Ok(Repair { warnings, ..of_outcome(py, &wrapper, old, outcome)? })
}

fn of_outcome(
    py: Python<'_>,
    wrapper: &Py<Wrapper>,
    old: Arc<unhusk::Wrapper>,
    outcome: RepairOutcome,
) -> PyResult<Repair> {
    Ok(match outcome {
        RepairOutcome::Healthy(verdict) => Repair {
            outcome: "healthy",
            wrapper: Some(wrapper.clone_ref(py)),
            verdict: Some(Py::new(py, Verdict::new(py, &verdict)?)?),
            ..Repair::default()
        },
        RepairOutcome::Repaired(repaired) => Repair {
            outcome: "repaired",
            verdict: Some(Py::new(py, Verdict::new(py, &repaired.verdict)?)?),
            changes: repaired.changes,
            evidence: repaired.evidence,
            left: texts(&repaired.left),
            wrapper: Some(Py::new(py, Wrapper::of(py, repaired.file))?),
            ..Repair::default()
        },
        RepairOutcome::Proposed(proposed) => Repair {
            outcome: "proposed",
            reasons: texts(&proposed.reasons),
            left: texts(&proposed.left),
            proposals: proposed
                .fields
                .iter()
                .map(|field| Py::new(py, Proposal::from(field)))
                .collect::<PyResult<_>>()?,
            proposed: Some((old, proposed)),
            ..Repair::default()
        },
        RepairOutcome::Refused(reasons) => {
            Repair { outcome: "refused", reasons: texts(&reasons), ..Repair::default() }
        }
        _ => return Err(PyValueError::new_err("unknown outcome of the repair")),
    })
}

impl From<&FieldProposal> for Proposal {
    fn from(field: &FieldProposal) -> Self {
        Self {
            field: field.field.clone(),
            probability: field.probability,
            evidence: field.evidence.clone(),
            sure: field.is_sure(),
        }
    }
}

fn texts(reasons: &[RefusalReason]) -> Vec<String> {
    reasons.iter().map(|reason| reason.text.clone()).collect()
}

/// Known records that are on none of the pages.
fn unused(known: &[KnownRecords], pages: &[NamedPage<'_>]) -> Vec<String> {
    let lost = known.iter().filter(|records| known_page(records, pages).is_none());
    lost.map(|records| {
        let first = records.records.iter().flatten().flatten().next();
        let of_page = records.page.as_ref().map_or(String::new(), |page| format!(" of {page}"));
        format!(
            "known records{of_page}, beginning with {:?}: on none of these pages, so not used",
            first.map_or("", String::as_str)
        )
    })
    .collect()
}
