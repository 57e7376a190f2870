//! Finds known records on changed pages.

use super::agreement::ReadCounts;
use super::labels::{RepairPage, TrainingCell, TrainingLabels};
use super::reason::RefusalReason;
use crate::example::NamedPage;
use unhusk_page::{Page, squeeze};
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::profile::{MAX_KNOWN_BYTES, Profile};

/// Records that are known to be on one page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KnownRecords {
    /// The name of the page, if known.
    pub page: Option<String>,
    /// Values by record and field.
    pub records: Vec<Vec<Vec<String>>>,
}

/// The percentage of the known values that a page must contain to be recognized.
const MIN_FOUND: usize = 85;
/// Values by which a page is recognized.
const MAX_LOOKED_FOR: usize = 120;
/// Characters that a value needs to identify a page.
const MIN_TELLING: usize = 5;
/// Values of that length that together identify a page.
const MIN_TOGETHER: usize = 6;

/// Finds the pages that contain known records, and labels them. Records that the user gave come first and are all used;
/// the records of the profile label other pages.
pub(super) fn find(
    file: &Wrapper,
    healthy: Option<&Profile>,
    pages: &[NamedPage<'_>],
    given: &[KnownRecords],
) -> TrainingLabels {
    let n_fields = file.schema.fields().len();
    let texts: Vec<String> = pages.iter().map(|one| readable(one.page)).collect();
    let mut training = TrainingLabels::default();
    for known in given.iter().filter(|known| has_n_fields(&known.records, n_fields)) {
        let Some(page) = page_of(known, pages, &texts) else { continue };
        let Some(found) = taught(known, page, &texts[page]) else { continue };
        match training.pages.iter_mut().find(|taught| taught.page == page) {
            Some(taught) => {
                taught.records.extend(found.records);
                taught.is_complete = false;
            }
            None => training.pages.push(found),
        }
    }
    for known in healthy.iter().flat_map(|profile| &profile.known) {
        let known = KnownRecords { page: None, records: known.records.clone() };
        let is_free = |at: &usize| !training.pages.iter().any(|taught| taught.page == *at);
        let found = recognized(&known, &texts).filter(is_free);
        if let Some(page) = found.filter(|_| has_n_fields(&known.records, n_fields)) {
            training.pages.extend(taught(&known, page, &texts[page]));
        }
    }
    training.pages.sort_by_key(|taught| taught.page);
    training
}

fn has_n_fields(records: &[Vec<Vec<String>>], n_fields: usize) -> bool {
    records.iter().all(|record| record.len() == n_fields)
}

/// The position of the page that has the records that a user gave; `None` if it is none of these pages.
pub fn known_page(known: &KnownRecords, pages: &[NamedPage<'_>]) -> Option<usize> {
    let texts: Vec<String> = pages.iter().map(|one| readable(one.page)).collect();
    let page = page_of(known, pages, &texts)?;
    taught(known, page, &texts[page]).map(|_| page)
}

/// By name, then by what identifies a page, then as the only page that has all values.
fn page_of(known: &KnownRecords, pages: &[NamedPage<'_>], texts: &[String]) -> Option<usize> {
    let named = known.page.as_ref().and_then(|name| pages.iter().position(|one| one.name == name));
    named.or_else(|| recognized(known, texts)).or_else(|| only_page_with(known, texts))
}

/// The only page that has all values of the records.
fn only_page_with(known: &KnownRecords, texts: &[String]) -> Option<usize> {
    let values = || known.records.iter().flatten().flatten().map(|value| squeeze(value));
    values().next()?;
    let has_all = |text: &&String| values().all(|value| text.contains(value.as_str()));
    let mut pages = texts.iter().enumerate().filter(|(_, text)| has_all(text));
    let (page, _) = pages.next()?;
    pages.next().is_none().then_some(page)
}

/// The field, by its position in `fields`, of which the smallest share of the known values is on the pages; `None` if
/// at least half of the values of every field are.
pub(super) fn least_found(
    file: &Wrapper,
    pages: &[NamedPage<'_>],
    fields: &[usize],
) -> Option<(usize, RefusalReason)> {
    let profile = file.profile.as_ref()?;
    let texts: Vec<String> = pages.iter().map(|one| readable(one.page)).collect();
    let counts = |field: usize| {
        let records = profile.known.iter().flat_map(|page| &page.records);
        let values = records.filter_map(|record| record.get(field)).flatten();
        let is_found = |value: &&String| texts.iter().any(|text| text.contains(&squeeze(value)));
        ReadCounts { right: values.clone().filter(is_found).count(), all: values.count() }
    };
    let counted = fields.iter().enumerate().map(|(at, field)| (at, *field, counts(*field)));
    let least = counted.min_by(|a, b| a.2.share().total_cmp(&b.2.share()));
    let (position, field, counts) = least.filter(|(_, _, counts)| counts.share() < 0.5)?;
    let name = &file.schema.fields()[field].name;
    let text = format!(
        "{} of the {} known values of field `{name}` are on these pages, too few to find it again",
        counts.right, counts.all
    );
    Some((position, RefusalReason::of_field(name, text)))
}

/// All text and all data attributes of a page, without white space.
fn readable(page: &Page) -> String {
    let tree = page.tree();
    let mut text =
        tree.nodes().next().map_or(String::new(), |root| squeeze(&tree.reader_text(root)));
    for node in tree.nodes() {
        for attribute in tree.attributes(node) {
            if matches!(
                attribute.name,
                "href" | "src" | "content" | "datetime" | "alt" | "title" | "value"
            ) {
                text.push('\n');
                text.push_str(&squeeze(attribute.value));
            }
        }
    }
    text
}

/// The page that contains the values of known records, if one of the values is on few pages, or if it is the only page
/// with all values and there are many: pages of one list share most of their text.
fn recognized(known: &KnownRecords, texts: &[String]) -> Option<usize> {
    let values =
        known.records.iter().flatten().flatten().filter(|value| value.len() < MAX_KNOWN_BYTES);
    // If there are more values, take some from everywhere: lists may differ only at their ends.
    let step = values.clone().count().div_ceil(MAX_LOOKED_FOR).max(1);
    let needles: Vec<String> = values.step_by(step).map(|value| squeeze(value)).collect();
    if needles.is_empty() {
        return None;
    }
    let holders: Vec<Vec<usize>> = needles
        .iter()
        .map(|needle| (0..texts.len()).filter(|at| texts[*at].contains(needle.as_str())).collect())
        .collect();
    let is_identifying = |at: usize| {
        needles[at].chars().count() >= MIN_TELLING && holders[at].len() <= (texts.len() / 4).max(1)
    };
    let n_found = |page: usize| holders.iter().filter(|pages| pages.contains(&page)).count();
    let n_long = needles.iter().filter(|needle| needle.chars().count() >= MIN_TELLING).count();
    let with_all: Vec<usize> =
        (0..texts.len()).filter(|page| n_found(*page) == needles.len()).collect();
    let identifies = |page: usize| {
        (0..needles.len()).any(|at| is_identifying(at) && holders[at].contains(&page))
            || (n_long >= MIN_TOGETHER && with_all == [page])
    };
    (0..texts.len())
        .filter(|page| n_found(*page) * 100 >= needles.len() * MIN_FOUND && identifies(*page))
        .max_by_key(|page| (n_found(*page), usize::MAX - page))
}

/// Labels of a page; values that the page does not contain are unknown.
fn taught(known: &KnownRecords, page: usize, text: &str) -> Option<RepairPage> {
    let mut is_complete = true;
    let mut cell = |values: &Vec<String>| {
        let is_there =
            |value: &String| value.len() < MAX_KNOWN_BYTES && text.contains(&squeeze(value));
        if values.is_empty() {
            TrainingCell::Absent
        } else if values.iter().all(is_there) {
            TrainingCell::Texts(values.clone())
        } else {
            is_complete = false;
            TrainingCell::Unknown
        }
    };
    let records: Vec<Vec<TrainingCell>> =
        known.records.iter().map(|record| record.iter().map(&mut cell).collect()).collect();
    let has_label = |record: &Vec<TrainingCell>| record.iter().any(TrainingCell::is_labelled);
    let records: Vec<Vec<TrainingCell>> = records.into_iter().filter(has_label).collect();
    let is_complete = is_complete || records.len() == 1;
    (!records.is_empty()).then_some(RepairPage { page, is_complete, records })
}

#[cfg(test)]
mod tests {
    use super::{KnownRecords, only_page_with, recognized};

    fn list(titles: &[&str]) -> KnownRecords {
        let records = titles.iter().map(|title| vec![vec![(*title).to_owned()]]).collect();
        KnownRecords { page: None, records }
    }

    #[test]
    fn all_values_together_identify_a_page_where_pages_share_most_of_them() {
        let titles =
            ["Alpine tent", "Bread knife", "Copper pan", "Desk lamp", "Egg timer", "Felt hat"];
        let all = titles.concat().replace(' ', "");
        // Every value is on two pages at least.
        let (first, last) = (titles[..5].concat(), titles[1..].concat());
        let pages = [first.replace(' ', ""), all.clone(), last.replace(' ', "")];
        assert_eq!(recognized(&list(&titles), &pages), Some(1));
        // Two pages with all of the values cannot be distinguished.
        assert_eq!(recognized(&list(&titles), &[all.clone(), all.clone(), all]), None);
        // A page that lacks one value is another page.
        assert_eq!(recognized(&list(&titles), &[pages[0].clone(), pages[2].clone()]), None);
    }

    #[test]
    fn records_of_short_values_are_on_the_only_page_that_has_them_all() {
        let known = list(&["Mug", "Cup"]);
        let pages = ["MugPan".to_owned(), "CupMug".to_owned(), "Pot".to_owned()];
        assert_eq!(recognized(&known, &pages), None);
        assert_eq!(only_page_with(&known, &pages), Some(1));
        let twice = ["MugCup".to_owned(), "CupMug".to_owned()];
        assert_eq!(only_page_with(&known, &twice), None);
        assert_eq!(only_page_with(&KnownRecords::default(), &pages), None);
    }

    #[test]
    fn a_value_that_no_other_page_has_identifies_its_page() {
        let known = list(&["Alpine tent", "new"]);
        let pages = ["Breadknifenew".to_owned(), "Alpinetentnew".to_owned()];
        assert_eq!(recognized(&known, &pages), Some(1));
    }
}
