//! Learns how the values of a list look, by which it is found on pages where all rules fail.

use super::corpus::SiteCorpus;
use super::labelled::FieldLabels;
use unhusk_page::Span;
use unhusk_wrapper::record::Field;
use unhusk_wrapper::site::internal::{CompiledField, PageIndex, RuleMatcher, captions_before};
use unhusk_wrapper::site::{FieldRule, ListLook, NodeTarget};

/// Least number of values in a record: fewer do not make a list that can be told from others.
const MIN_VALUES: usize = 3;
/// Characters of the longest caption.
const MAX_CAPTION: usize = 30;

/// The look of a list that every labelled page has; `None` if the field is no such list.
pub(super) fn of(
    corpus: &SiteCorpus<'_, '_>,
    labels: &FieldLabels,
    rule: &FieldRule,
    field: &Field,
) -> Option<ListLook> {
    let is_text = |target: &NodeTarget| !matches!(target, NodeTarget::Attribute(_));
    let is_list = corpus.is_of_pages()
        && labels.absent.is_empty()
        && labels.values.len() >= MIN_VALUES * labels.known.len().max(1)
        && rule.alternatives.iter().all(|alternative| is_text(&alternative.target));
    if !is_list {
        return None;
    }
    let values: Vec<&str> = labels.values.iter().map(|value| value.text.as_str()).collect();
    Some(ListLook::new(captions(corpus, labels, rule, field), &values, labels.known.len()))
}

/// The captions before the list that at least half of the labelled pages have.
fn captions(
    corpus: &SiteCorpus<'_, '_>,
    labels: &FieldLabels,
    rule: &FieldRule,
    field: &Field,
) -> Vec<String> {
    let compiled = CompiledField::new(rule);
    let mut all: Vec<&str> = Vec::new();
    for &scope in &labels.known {
        let context = corpus.context(&corpus.scopes[scope]);
        let spans = compiled.read(&RuleMatcher::new(context), field);
        let Some(first) = spans.first() else { continue };
        let index = &corpus.indexes[corpus.scopes[scope].page];
        let found = captions_before(index, leaf_at(index, *first)).map(|leaf| index.caption(leaf));
        let is_caption = |text: &str| !text.is_empty() && text.chars().count() <= MAX_CAPTION;
        let is_data = |hash| corpus.values.contains(&hash);
        let own = found.filter(|caption| is_caption(&caption.text) && !is_data(caption.hash));
        let mut own: Vec<&str> = own.map(|caption| &*caption.text).collect();
        own.sort_unstable();
        own.dedup();
        all.extend(own);
    }
    all.sort_unstable();
    let is_frequent = |same: &&[&str]| 2 * same.len() >= labels.known.len();
    all.chunk_by(|a, b| a == b).filter(is_frequent).map(|same| same[0].to_owned()).collect()
}

/// The first text that ends behind the beginning of a place.
pub(super) fn leaf_at(index: &PageIndex<'_>, place: Span) -> usize {
    let ends_before = |leaf: usize| {
        let span = index.tree().span(index.id(index.leaf(leaf)));
        span.is_some_and(|span| span.end <= place.start)
    };
    let (mut low, mut high) = (0, index.n_leaves());
    while low < high {
        let middle = usize::midpoint(low, high);
        if ends_before(middle) { low = middle + 1 } else { high = middle }
    }
    low
}
