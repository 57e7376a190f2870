//! x
use super::layout::{Layout, Places};
use super::misfit::Misfit;
use crate::example::{LabelCell, TrainingSet};
use crate::learn::Learned;

pub(super) fn settle<W>(
    set: &TrainingSet<'_>,
    fit: impl Fn(&Layout<'_>) -> Result<W, Misfit>,
) -> Result<Learned<W>, Misfit> {
    let places: Places = set
        .examples()
        .iter()
        .map(|e| {
            e.records
                .iter()
                .map(|r| {
                    r.cells
                        .iter()
                        .map(|c| match c {
                            LabelCell::One(l) => Some(l.candidates[0].span),
                            _ => None,
                        })
                        .collect()
                })
                .collect()
        })
        .collect();
    let layout = Layout::new(set, &places)?;
    Ok(Learned { wrapper: fit(&layout)?, settled: vec![], warnings: vec![] })
}
