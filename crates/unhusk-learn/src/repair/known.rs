//! Finds known records on changed pages.

use super::labels::{RepairPage, TrainingCell, TrainingLabels};
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

/// Finds the pages that contain known records, and labels them.
pub(super) fn find(
    file: &Wrapper,
    healthy: &Profile,
    pages: &[NamedPage<'_>],
    given: &[KnownRecords],
) -> TrainingLabels {
    let n_fields = file.schema.fields().len();
    let texts: Vec<String> = pages.iter().map(|one| readable(one.page)).collect();
    let of_profile = healthy
        .known
        .iter()
        .map(|known| KnownRecords { page: None, records: known.records.clone() });
    let mut training = TrainingLabels::default();
    for known in given.iter().cloned().chain(of_profile) {
        if known.records.iter().any(|record| record.len() != n_fields) {
            continue;
        }
        let is_free = |at: &usize| !training.pages.iter().any(|taught| taught.page == *at);
        let named =
            known.page.as_ref().and_then(|name| pages.iter().position(|one| one.name == name));
        let found = named.or_else(|| recognized(&known, &texts)).filter(is_free);
        if let Some(page) = found {
            training.pages.extend(taught(&known, page, &texts[page]));
        }
    }
    training.pages.sort_by_key(|taught| taught.page);
    training
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
    use super::{KnownRecords, recognized};

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
    fn a_value_that_no_other_page_has_identifies_its_page() {
        let known = list(&["Alpine tent", "new"]);
        let pages = ["Breadknifenew".to_owned(), "Alpinetentnew".to_owned()];
        assert_eq!(recognized(&known, &pages), Some(1));
    }
}
