//! Takes the look of records from labelled ones.

use super::items::{ItemPage, PageItem, RegionItems};
use super::{FieldLook, LookItem, MAX_EXAMPLES, MAX_ITEMS, RecordLook};
use crate::record::Record;
use crate::site::matcher::page_index::{NodeRange, PageIndex};
use rustc_hash::FxHashMap;
use unhusk_page::Span;

/// The records of a labelled page, with their regions.
pub struct LabelledRegion<'a, 'p> {
    /// The page.
    pub index: &'a PageIndex<'p>,
    /// Its records.
    pub records: Vec<(NodeRange, Record<'p>)>,
}

/// Least share of the records, in percent, that have a text that is not data.
const MIN_CONSTANT: usize = 30;
/// Longest text that is not data, in characters.
const MAX_CONSTANT: usize = 60;

/// A labelled record as a sequence of items.
struct Drawn {
    items: Vec<LookItem>,
    /// The words of the texts that are no values, by item.
    words: Vec<String>,
    /// The items that hold values of a field.
    values: Vec<(usize, PageItem)>,
}

impl RecordLook {
    /// How labelled records look, some of whose values are in these attributes; `None` if none can be drawn.
    pub fn of(
        pages: &[LabelledRegion<'_, '_>],
        attributes: &[&str],
        n_fields: usize,
    ) -> Option<Self> {
        let mut drawn: Vec<Drawn> = Vec::new();
        for LabelledRegion { index, records } in pages {
            let page = ItemPage::new(index, attributes.to_vec());
            drawn.extend(
                records
                    .iter()
                    .filter_map(|(region, record)| draw(&page, &page.items_of(*region)?, record)),
            );
        }
        let records = || pages.iter().flat_map(|page| &page.records).map(|(_, record)| record);
        let field = |field| FieldLook {
            distinct: percent_distinct(records(), field),
            ..field_look(&drawn, field)
        };
        let fields = (0..n_fields).map(field).collect();
        mark_constants(&mut drawn);
        let examples = most_frequent(drawn);
        (!examples.is_empty()).then_some(Self { fields, examples })
    }
}

/// A record as a sequence of items; `None` if no value is an item, or there are too many.
fn draw(page: &ItemPage<'_, '_>, region: &RegionItems, record: &Record<'_>) -> Option<Drawn> {
    let chosen = value_items(region, record);
    let is_covered = |item: &PageItem| {
        let is_in = |(value, _): &(usize, Vec<usize>)| {
            let value = &region.items[*value];
            value.attribute.is_none() && value.from <= item.from && item.to <= value.to
        };
        chosen.iter().any(is_in)
    };
    let mut drawn = Drawn { items: Vec::new(), words: Vec::new(), values: Vec::new() };
    for (number, item) in region.items.iter().enumerate() {
        let fields = chosen.iter().find(|chosen| chosen.0 == number).map(|chosen| &chosen.1);
        match (fields, item.leaf) {
            (Some(fields), _) => {
                drawn.items.push(look_item(page, item, fields.clone()));
                drawn.words.push(String::new());
                drawn.values.extend(fields.iter().map(|&field| (field, *item)));
            }
            (None, Some(leaf)) if !is_covered(item) => {
                drawn.items.push(look_item(page, item, Vec::new()));
                drawn.words.push(RecordLook::words_of(&page.index.caption(leaf).text).join(" "));
            }
            _ => {}
        }
    }
    (!drawn.values.is_empty() && drawn.items.len() <= MAX_ITEMS).then_some(drawn)
}

/// The items of a region that hold values, with the positions of their fields. Items do not overlap: of values in each other
/// the smaller counts.
fn value_items(region: &RegionItems, record: &Record<'_>) -> Vec<(usize, Vec<usize>)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (field, cell) in record.cells.iter().enumerate() {
        let items = cell.values().iter().filter_map(|value| item_around(region, value.span));
        found.extend(items.map(|item| (item, field)));
    }
    found.sort_by_key(|&(item, field)| {
        let PageItem { from, to, .. } = region.items[item];
        (to - from, item, field)
    });
    let mut kept: Vec<(usize, Vec<usize>)> = Vec::new();
    for (item, field) in found {
        let PageItem { from, to, .. } = region.items[item];
        let overlaps = |(other, _): &(usize, Vec<usize>)| {
            let other = region.items[*other];
            other.from < to && from < other.to
        };
        match kept.iter().position(|kept| kept.0 == item) {
            Some(known) => kept[known].1.push(field),
            None if kept.iter().any(overlaps) => {}
            None => kept.push((item, vec![field])),
        }
    }
    kept
}

/// The smallest item around a value.
fn item_around(region: &RegionItems, value: Span) -> Option<usize> {
    let around = region.items.iter().enumerate().filter(|(_, item)| item.span.contains(value));
    around.min_by_key(|(_, item)| (item.span.len(), item.attribute.is_none())).map(|(at, _)| at)
}

fn look_item(page: &ItemPage<'_, '_>, item: &PageItem, fields: Vec<usize>) -> LookItem {
    let attribute = item.attribute.map(|number| page.attribute(number).to_owned());
    let (length, digits) = (item.n_chars, percent(item.n_digits, item.n_chars));
    let bare = !item.is_worded;
    LookItem { fields, attribute, marks: item.marks, text: None, length, digits, bare }
}

fn field_look(drawn: &[Drawn], field: usize) -> FieldLook {
    let of_record = |drawn: &&Drawn| drawn.values.iter().any(|value| value.0 == field);
    let n_with = drawn.iter().filter(of_record).count();
    let presence = u8::try_from(100 * n_with / drawn.len().max(1)).unwrap_or(100);
    let values = || {
        let all = drawn.iter().flat_map(|drawn| &drawn.values);
        all.filter(|value| value.0 == field).map(|value| value.1)
    };
    let digits = || values().map(|value| percent(value.n_digits, value.n_chars));
    FieldLook {
        presence,
        distinct: 0,
        shortest: values().map(|value| value.n_chars).min().unwrap_or(0),
        longest: values().map(|value| value.n_chars).max().unwrap_or(0),
        fewest_digits: digits().min().unwrap_or(0),
        most_digits: digits().max().unwrap_or(0),
    }
}

/// The percentage of the values of a field that no other record has.
fn percent_distinct<'r, 'p: 'r>(records: impl Iterator<Item = &'r Record<'p>>, field: usize) -> u8 {
    let mut texts: Vec<&str> = records
        .flat_map(|record| record.cells[field].values())
        .map(|value| value.text.as_ref())
        .collect();
    let n_values = texts.len();
    texts.sort_unstable();
    let n_unique = texts.chunk_by(|a, b| a == b).filter(|same| same.len() == 1).count();
    u8::try_from(100 * n_unique / n_values.max(1)).unwrap_or(100)
}

/// Gives the texts that several records have to their items.
fn mark_constants(drawn: &mut [Drawn]) {
    let mut counts: FxHashMap<String, usize> = FxHashMap::default();
    for one in drawn.iter() {
        let mut of_record: Vec<&String> = one.words.iter().collect();
        of_record.sort_unstable();
        of_record.dedup();
        for words in of_record {
            *counts.entry(words.clone()).or_default() += 1;
        }
    }
    let least = (drawn.len() * MIN_CONSTANT / 100).max(2);
    for one in drawn {
        for (item, words) in one.items.iter_mut().zip(&one.words) {
            let is_short = !words.is_empty() && words.len() <= MAX_CONSTANT;
            if is_short && counts.get(words).is_some_and(|&count| count >= least) {
                item.text = Some(words.clone());
            }
        }
    }
}

/// One record of each kind, the most frequent kinds first: that in the middle of its kind, so that the order of the pages
/// does not matter.
fn most_frequent(drawn: Vec<Drawn>) -> Vec<Vec<LookItem>> {
    let mut kinds: Vec<Vec<Vec<LookItem>>> = Vec::new();
    for Drawn { items, .. } in drawn {
        match kinds.iter_mut().find(|kind| is_same_kind(&kind[0], &items)) {
            Some(kind) => kind.push(items),
            None => kinds.push(vec![items]),
        }
    }
    let middle = |mut kind: Vec<Vec<LookItem>>| {
        kind.sort_unstable();
        (kind.len(), kind.swap_remove(kind.len() / 2))
    };
    let mut chosen: Vec<(usize, Vec<LookItem>)> = kinds.into_iter().map(middle).collect();
    chosen.sort_unstable_by(|(n, items), (other_n, other)| {
        other_n.cmp(n).then_with(|| items.cmp(other))
    });
    chosen.truncate(MAX_EXAMPLES);
    chosen.into_iter().map(|(_, items)| items).collect()
}

/// Whether two records differ only in their data.
fn is_same_kind(one: &[LookItem], other: &[LookItem]) -> bool {
    let is_same = |(a, b): (&LookItem, &LookItem)| {
        (&a.fields, &a.attribute, a.marks, &a.text) == (&b.fields, &b.attribute, b.marks, &b.text)
    };
    one.len() == other.len() && one.iter().zip(other).all(is_same)
}

fn percent(part: u32, whole: u32) -> u8 {
    u8::try_from(100 * u64::from(part) / u64::from(whole.max(1))).unwrap_or(100)
}
