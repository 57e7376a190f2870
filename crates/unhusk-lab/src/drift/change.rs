//! The changes of sites: those of [`Redesign`], and some that need more than edits of markup.

use super::rebuild;
use crate::contest::site::BenchmarkSite;
use crate::contest::truth::CompareBy;
use crate::redesign::{kept, template_texts, values};
use unhusk::learn::robust::Redesign;
use unhusk::record::{Cell, Record, Schema};
use unhusk::wrapper::{AnyWrapper, Extract, PageChange};
use unhusk::{Page, Span};

/// A change of the pages of a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Event {
    /// No change.
    None,
    /// Invisible comments, attributes and scripts.
    Harmless,
    /// Changes of the markup, one after the other.
    Markup(Vec<PageChange>),
    /// Tables become `div` elements.
    Divs,
    /// Columns of tables change their order.
    Columns,
    /// All changes together, tables included.
    Rebuilt,
    /// The values of a field are removed, by the field's number.
    Removed(usize),
    /// Pages of another site of the same kind.
    Cousin,
    /// Pages of a site of another kind.
    Stranger,
    /// The page is an error page.
    Error,
}

impl Event {
    pub(crate) fn all() -> Vec<Self> {
        use PageChange::{Classes, Labels, Siblings, Tags, Wrappers};
        let mut all = vec![Self::None, Self::Harmless];
        all.extend(PageChange::ALL.map(|change| Self::Markup(vec![change])));
        all.extend([
            Self::Markup(vec![Classes, Wrappers]),
            Self::Markup(vec![Labels, Tags, Siblings]),
            Self::Markup(PageChange::ALL.to_vec()),
            Self::Divs,
            Self::Columns,
            Self::Rebuilt,
            Self::Removed(0),
            Self::Removed(1),
            Self::Cousin,
            Self::Stranger,
            Self::Error,
        ]);
        all
    }

    pub(crate) fn name(&self) -> String {
        match self {
            Self::None => "none".to_owned(),
            Self::Harmless => "harmless".to_owned(),
            Self::Markup(changes) if *changes == PageChange::ALL => "all".to_owned(),
            Self::Markup(changes) => {
                changes.iter().map(|change| change.name()).collect::<Vec<_>>().join("+")
            }
            Self::Divs => "divs".to_owned(),
            Self::Columns => "columns".to_owned(),
            Self::Rebuilt => "rebuilt".to_owned(),
            Self::Removed(field) => format!("removed {}", field + 1),
            Self::Cousin => "cousin".to_owned(),
            Self::Stranger => "stranger".to_owned(),
            Self::Error => "error".to_owned(),
        }
    }

    /// Whether the pages still belong to the site.
    pub(crate) fn keeps_values(&self) -> bool {
        !self.is_foreign() && !matches!(self, Self::Removed(_))
    }

    pub(crate) fn is_foreign(&self) -> bool {
        matches!(self, Self::Cousin | Self::Stranger | Self::Error)
    }
}

/// Everything about a site that an event needs.
pub(crate) struct Changer<'s> {
    site: &'s BenchmarkSite,
    redesign: Redesign,
    /// Pages of other sites: of the same kind, of another.
    cousin: &'s [Vec<u8>],
    stranger: &'s [Vec<u8>],
}

impl<'s> Changer<'s> {
    pub(crate) fn new(
        site: &'s BenchmarkSite,
        seed: u64,
        cousin: &'s [Vec<u8>],
        stranger: &'s [Vec<u8>],
    ) -> Self {
        let redesign = Redesign { seed, template_texts: template_texts(site) };
        Self { site, redesign, cousin, stranger }
    }

    /// Returns a page of the site after the event; `wrapper` reads the original page. `None` if there is no such
    /// page.
    pub(crate) fn page(
        &self,
        event: &Event,
        page_idx: usize,
        (wrapper, schema): (&AnyWrapper, &Schema),
    ) -> Option<String> {
        let truth = self.site.truth(page_idx, CompareBy::Text);
        let before = truth.page;
        let kept = || kept::places(before, &values(&truth));
        let foreign = |pages: &[Vec<u8>]| {
            let page = pages.get(page_idx % pages.len().max(1))?;
            Some(Page::from_bytes(page).source().to_owned())
        };
        Some(match event {
            Event::None => before.source().to_owned(),
            Event::Harmless => rebuild::harmless(before.source()),
            Event::Markup(changes) => self.redesign.apply(before, &kept(), changes).into_source(),
            Event::Divs => rebuild::divs(before.source()),
            Event::Columns => rebuild::columns(before),
            Event::Rebuilt => {
                let changed = self.redesign.apply(before, &kept(), &PageChange::ALL).into_source();
                rebuild::divs(&changed)
            }
            Event::Removed(field) => {
                rebuild::without(before.source(), &places(wrapper, schema, before, *field)?)
            }
            Event::Cousin => foreign(self.cousin)?,
            Event::Stranger => foreign(self.stranger)?,
            Event::Error => rebuild::ERROR_PAGE.to_owned(),
        })
    }
}

/// Returns the places of a field's values as read, each extended to the largest element that contains no value of
/// another field or record, and little other text.
fn places(wrapper: &AnyWrapper, schema: &Schema, page: &Page, field: usize) -> Option<Vec<Span>> {
    if schema.fields().get(field)?.is_nested() {
        return None;
    }
    let records = wrapper.extract(schema, page).records;
    let of = |record: &Record<'_>, at: usize| record.cells.get(at).map(spans).unwrap_or_default();
    let mut places = Vec::new();
    for (number, record) in records.iter().enumerate() {
        let own = of(record, field);
        let others: Vec<Span> = records
            .iter()
            .enumerate()
            .flat_map(|(other, record)| (0..record.cells.len()).map(move |at| (other, at, record)))
            .filter(|(other, at, _)| (*other, *at) != (number, field))
            .flat_map(|(_, at, record)| of(record, at))
            .collect();
        places.extend(own.iter().map(|span| alone(page, *span, &others)));
    }
    Some(places)
}

/// Limit on the characters removed beside a value: its caption.
const MAX_LABEL_CHARS: usize = 40;

fn alone(page: &Page, span: Span, others: &[Span]) -> Span {
    let tree = page.tree();
    let n_own = page.text(span).chars().count();
    let element = |node| {
        let (start, end) = tree.start_tag(node).zip(tree.end_tag(node))?;
        Some(Span { start: start.start, end: end.end })
    };
    let holds = |outer: Span, inner: Span| outer.start <= inner.start && inner.end <= outer.end;
    tree.nodes()
        .filter_map(element)
        .filter(|around| holds(*around, span) && !others.iter().any(|other| holds(*around, *other)))
        .filter(|around| page.text(*around).chars().count() <= n_own + MAX_LABEL_CHARS)
        .max_by_key(|around| around.len())
        .unwrap_or(span)
}

fn spans(cell: &Cell<'_>) -> Vec<Span> {
    match cell {
        Cell::One(value) => vec![value.span],
        Cell::Many(values) => values.iter().map(|value| value.span).collect(),
        Cell::Absent | Cell::Nested(_) => Vec::new(),
    }
}
