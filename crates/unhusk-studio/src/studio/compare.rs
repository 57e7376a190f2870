//! Comparison of the methods: the rule that each learns from the present labels, and the differences of their records.

use super::task_view::record_marks;
use super::{Studio, StudioError};
use crate::read::read_page;
use crate::task::State;
use serde_json::{Value as Json, json};
use std::time::Instant;
use unhusk::learn::{CATALOG, Effort};

/// Pages that each wrapper reads.
const MAX_PAGES: usize = 10;

impl Studio {
    /// Learns with every method, and compares with the records on the screen.
    ///
    /// # Errors
    /// If nothing is labelled, or the page cannot be read.
    pub fn compare(&self, shown: usize) -> Result<Json, StudioError> {
        let (state, chosen) = {
            let work = self.work();
            (work.state.clone(), work.learnt.clone().ok_or_else(StudioError::no_wrapper)?)
        };
        let loaded = self.pages.load(shown)?;
        let known = super::values(&chosen.reading(shown, &loaded.page));
        let methods = CATALOG.iter().filter(|method| !method.is_baseline);
        let rows: Vec<Json> =
            methods.map(|method| self.compared(&state, shown, method.name, &known)).collect();
        Ok(json!({"rows": rows}))
    }

    /// Returns the records that another learner reads on a page, to be shown beside the present ones.
    ///
    /// # Errors
    /// If the page cannot be read, or the learner finds no rule.
    pub fn other_records(&self, shown: usize, method: &str) -> Result<Json, StudioError> {
        let loaded = self.pages.load(shown)?;
        let mut state = self.work().state.clone();
        state.method = Some(method.to_owned());
        let (learnt, _) = self.learn_state(&state, Effort::Quick);
        let learnt =
            learnt.map_err(|problem| StudioError::bad(problem.say, "choose another learner"))?;
        let reading = read_page(&learnt.wrapper, &state, &loaded.page);
        Ok(json!({"page": shown, "method": method, "records": record_marks(&reading)}))
    }

    fn compared(
        &self,
        state: &State,
        shown: usize,
        method: &str,
        known: &[(u32, u32, u32)],
    ) -> Json {
        let mut state = state.clone();
        state.method = Some(method.to_owned());
        let start = Instant::now();
        let (learnt, _) = self.learn_state(&state, Effort::Quick);
        let learn_ms = start.elapsed().as_secs_f64() * 1000.0;
        let learnt = match learnt {
            Ok(learnt) => learnt,
            Err(problem) => {
                return json!({"method": method, "error": problem.say, "learn_ms": learn_ms});
            }
        };
        let start = Instant::now();
        let mut counts = Vec::new();
        let mut same = 0.0;
        for at in 0..self.pages.all().len().min(MAX_PAGES) {
            let Ok(page) = self.pages.load(at) else { continue };
            let reading = read_page(&learnt.wrapper, &state, &page.page);
            if at == shown {
                same = agreement(known, &super::values(&reading));
            }
            counts.push((at, reading.records.len()));
        }
        let n_pages = u32::try_from(counts.len().max(1)).unwrap_or(1);
        let read_ms = start.elapsed().as_secs_f64() * 1000.0 / f64::from(n_pages);
        json!({
            "method": method,
            "class": learnt.wrapper.class(),
            "fits": format!("{} of {}", learnt.n_pages_right, learnt.n_pages),
            "here": counts.iter().find(|(at, _)| *at == shown).map(|(_, count)| count),
            "all": counts.iter().map(|(_, count)| count).sum::<usize>(),
            "agrees": same,
            "learn_ms": learn_ms,
            "read_ms": read_ms,
            "size": learnt.wrapper.to_json().len(),
            "survives": null,
            "say": learnt.wrapper.explain().first(),
            "error": null,
        })
    }
}

/// The share of values that two readings have in common.
fn agreement(one: &[(u32, u32, u32)], other: &[(u32, u32, u32)]) -> f64 {
    let n_common = one.iter().filter(|value| other.binary_search(value).is_ok()).count();
    let n_all = one.len() + other.len() - n_common;
    #[expect(clippy::cast_precision_loss, reason = "a share for people")]
    let share = if n_all == 0 { 1.0 } else { n_common as f64 / n_all as f64 };
    share
}
