//! Labels of which no pattern can be made, and in what words to tell.

use super::regions::{RecordSubtree, smallest_cover};
use super::values::{RecordLabel, labels};
use super::{CLASS, no_fit};
use crate::example::{Label, PlaceTarget, TrainingSet};
use crate::{Evidence, LearnError};
use unhusk_page::{NodeId, Page, Span};

/// Records without a subtree of their own are let pass if there are so many times as many that have one.
const MAX_HOMELESS: usize = 2;

/// An error if many records are not one subtree each: it names the element that covers one of them.
pub(super) fn all_have_regions(
    examples: &TrainingSet<'_>,
    regions: &[RecordSubtree],
    read: &[Vec<RecordLabel<'_>>],
) -> Result<(), LearnError> {
    let all = examples.examples();
    let has_home = |at: usize, record: usize| {
        let is_it = |region: &RecordSubtree| (region.example, region.record) == (at, Some(record));
        let home = regions.iter().position(is_it);
        home.is_some_and(|home| read[home].iter().all(|value| !value.options.is_empty()))
    };
    let records = (0..all.len()).flat_map(|at| (0..all[at].records.len()).map(move |n| (at, n)));
    let labelled = records.filter(|&(at, n)| labels(&all[at].records[n]).next().is_some());
    let (homed, homeless): (Vec<_>, Vec<_>) =
        labelled.partition(|&(at, record)| has_home(at, record));
    let Some(&(at, record)) =
        homeless.first().filter(|_| MAX_HOMELESS * homeless.len() > homed.len())
    else {
        return Ok(());
    };
    let example = &all[at];
    let nodes = |label: &Label| -> Vec<NodeId> {
        label.candidates.iter().filter_map(|place| node_of(place.target)).collect()
    };
    let nodes: Vec<Vec<NodeId>> =
        labels(&example.records[record]).map(|(_, label)| nodes(label)).collect();
    let cover = smallest_cover(example.page, &nodes).unwrap_or(NodeId::DOCUMENT);
    let why = format!(
        "record {} of {} is not one subtree: the smallest element that covers its values, `<{}>`{}, holds those of \
         others, too; `site` can read records that are runs of siblings",
        record + 1,
        example.name,
        example.page.tree().tag(cover),
        at_bytes(example.page, cover),
    );
    Err(LearnError::Inexpressible { class: CLASS, why })
}

fn node_of(target: PlaceTarget) -> Option<NodeId> {
    match target {
        PlaceTarget::Text(id) | PlaceTarget::Element(id) | PlaceTarget::Attribute(id, _) => {
            Some(id)
        }
        PlaceTarget::Range => None,
    }
}

fn at_bytes(page: &Page, id: NodeId) -> String {
    let said = |span: Span| format!(" at bytes {}-{}", span.start, span.end);
    page.tree().span(id).map_or_else(String::new, said)
}

/// An error if no value of a field is a node, or an attribute of one.
pub(super) fn all_fields_have_nodes(
    examples: &TrainingSet<'_>,
    read: &[Vec<RecordLabel<'_>>],
) -> Result<(), LearnError> {
    for (field, given) in examples.schema().fields().iter().enumerate() {
        let mut values = read.iter().flatten().filter(|value| value.field == field).peekable();
        if values.peek().is_some() && values.all(|value| value.options.is_empty()) {
            let why = "its values are parts of texts or run over several nodes; this method finds whole nodes";
            return Err(no_fit(&given.name, why, Vec::new()));
        }
    }
    Ok(())
}

/// Two labelled examples that cannot be folded.
pub(super) fn nothing_in_common(
    examples: &TrainingSet<'_>,
    first: &RecordSubtree,
    second: &RecordSubtree,
) -> LearnError {
    let evidence = |region: &RecordSubtree| {
        let example = &examples.examples()[region.example];
        let span = example.page.tree().span(region.root).unwrap_or(Span::new(0, 0));
        let source = example.page.slice(span).unwrap_or_default();
        let excerpt = source.chars().take(60).collect();
        Evidence { page: example.name.clone(), span, excerpt }
    };
    let why = "two examples have nothing in common, not even the tag of their roots";
    no_fit("record", why, vec![evidence(first), evidence(second)])
}
