//! `link=@href`: the attribute of the element that is nearest to the other values of the record.

use unhusk::example::{
    GivenCell, GivenRecord, GivenValue, Labels, PageLabels, Strictness, TrainingSet,
};
use unhusk::page::Page;

/// Returns the attribute of the argument `@NAME`, unless the page has the text `@NAME` itself.
pub(super) fn asked(text: &str, page: &Page) -> Option<GivenValue> {
    let name = text.strip_prefix('@')?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':');
    let is_asked = !name.is_empty() && name.chars().all(is_name) && !is_on_page(text, page, None);
    is_asked.then(|| GivenValue::Attribute { attribute: name.to_ascii_lowercase(), text: None })
}

/// Whether a text is on a page, whose address may be known, by the rules for labels.
pub(super) fn is_on_page(text: &str, page: &Page, url: Option<&str>) -> bool {
    let mut labels = PageLabels::new("page");
    (labels.complete, labels.url) = (false, url.map(str::to_owned));
    let mut record = GivenRecord::default();
    record.add("value".to_owned(), GivenCell::from(text));
    labels.records.push(record);
    Labels::new(vec![labels])
        .is_ok_and(|labels| TrainingSet::new(&labels, &[(0, page)], Strictness::Strict).is_ok())
}
