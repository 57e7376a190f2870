//! What must be around a record, so that nothing else is one.

use super::draft::frame;
use super::negatives;
use super::regions::RecordSubtree;
use super::vocabulary::common_frame;
use crate::example::TrainingSet;
use unhusk_page::Tree;
use unhusk_wrapper::align::Budget;
use unhusk_wrapper::pattern::{ElementTest, PatternError, TreePattern};

/// Elements around a record that are looked at where nothing tells how many are needed: enough for a list in a section.
const USUAL_INSIDE: usize = 4;
/// Most elements around a record that are looked at.
const MAX_INSIDE: usize = 8;

/// The pattern with as many elements around its matches as are needed for that it matches no more than the records of
/// pages of which all are known. Where there is none such, or there are not enough steps to tell, a few are kept: a list
/// is known by what it is in.
pub(super) fn inside(
    examples: &TrainingSet<'_>,
    regions: &[RecordSubtree],
    steps: &mut Budget,
    make: impl Fn(Vec<ElementTest>) -> Result<TreePattern, PatternError>,
) -> Result<TreePattern, PatternError> {
    let frames = common_frames(examples, regions);
    let is_full = examples.examples().iter().any(|example| example.complete);
    let least = if is_full { 0 } else { frames.len().min(USUAL_INSIDE) };
    let mut best = make(frames[..least].to_vec())?;
    let Some(mut n_wrong) = n_wrong(examples, &best, steps) else { return Ok(best) };
    for n in least + 1..=frames.len() {
        if n_wrong == 0 {
            break;
        }
        let stricter = make(frames[..n].to_vec())?;
        let Some(n_left) = self::n_wrong(examples, &stricter, steps) else { break };
        if n_left < n_wrong {
            (best, n_wrong) = (stricter, n_left);
        }
    }
    Ok(best)
}

/// How many records too many or too few are read from pages of which all are known, and how many values that labels
/// exclude; `None` if there are not enough steps.
fn n_wrong(examples: &TrainingSet<'_>, pattern: &TreePattern, steps: &mut Budget) -> Option<usize> {
    let full = examples.examples().iter().filter(|example| example.complete);
    let wrong = full.map(|example| {
        let n_read = pattern.n_records(examples.schema(), example.page, steps)?;
        Some(n_read.abs_diff(example.records.len()))
    });
    let n_wrong: usize = wrong.sum::<Option<usize>>()?;
    Some(n_wrong + negatives::n_read(examples, pattern))
}

/// What the elements around all examples have in common, the nearest first.
fn common_frames(examples: &TrainingSet<'_>, regions: &[RecordSubtree]) -> Vec<ElementTest> {
    let mut common: Option<Vec<ElementTest>> = None;
    for region in regions {
        let tree: &Tree = examples.examples()[region.example].page.tree();
        let above = tree.ancestors(region.root).take(MAX_INSIDE).filter(|&id| tree.is_element(id));
        let above = above.take_while(|&id| tree.tag(id) != "html");
        let frames = above.map(|id| frame(tree, id));
        common = Some(match common {
            None => frames.collect(),
            Some(common) => common
                .iter()
                .zip(frames)
                .take_while(|(a, b)| a.tag == b.tag)
                .map(|(a, b)| common_frame(a, &b))
                .collect(),
        });
    }
    common.unwrap_or_default()
}
