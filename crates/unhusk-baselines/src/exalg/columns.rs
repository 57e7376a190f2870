//! Reads the texts in the gaps of the classes. CONSTTEMP of the paper, its data only.

use super::Analysis;
use super::nesting::{ClassGap, TokenPlace, members, places};
use crate::BaselineColumn;
use crate::tokens::{TokenCorpus, place_of};
use std::collections::BTreeMap;

/// Returns a column for each gap that contains texts, in the order in which the columns begin.
pub(super) fn read(corpus: &TokenCorpus, analysis: &Analysis) -> Vec<BaselineColumn> {
    let Analysis { roles, classes } = analysis;
    let members = members(roles, classes);
    let mut columns: Vec<BaselineColumn> = Vec::new();
    let mut numbers: BTreeMap<ClassGap, usize> = BTreeMap::new();
    for (page_idx, tokens) in corpus.pages.iter().enumerate() {
        let places = places(&roles.pages[page_idx], &members, classes);
        let mut start = 0;
        for run in places.chunk_by(same_run) {
            let end = start + run.len();
            let gap = run[0].gap.filter(|_| run[0].member.is_none());
            let value = place_of(&tokens[start..end]);
            start = end;
            let (Some(gap), Some(value)) = (gap, value) else { continue };
            let column = *numbers.entry(gap).or_insert_with(|| {
                columns.push(BaselineColumn::new(corpus.pages.len()));
                columns.len() - 1
            });
            columns[column].values[page_idx].push(value);
        }
    }
    columns
}

/// Whether two consecutive tokens belong to the same value.
fn same_run(one: &TokenPlace, other: &TokenPlace) -> bool {
    one.member.is_none() && other.member.is_none() && one.gap == other.gap
}
