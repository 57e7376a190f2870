//! A simulated person: knows the truth of every page, answers questions, and counts errors.

use crate::contest::site::BenchmarkSite;
use crate::random::Random;
use unhusk::Span;
use unhusk::example::{GivenCell, GivenRecord, GivenValue, Labels, PageLabels};
use unhusk::page::fold;
use unhusk::teach::{
    Answer, Lesson, PageLayout, Proposal, Question, QuestionSlot, ReadValue, SlotPart,
};

/// A site and the pages of it that are taught, in their order.
pub(super) struct Teacher<'s> {
    site: &'s BenchmarkSite,
    /// Numbers of the pages on the site.
    pages: Vec<usize>,
    pub(super) layout: PageLayout,
}

impl<'s> Teacher<'s> {
    /// Takes up to `n_pages` pages of a site, in a random order.
    pub(super) fn new(site: &'s BenchmarkSite, n_pages: usize, random: &mut Random) -> Self {
        let mut pages = random.order(site.n_pages());
        pages.truncate(n_pages);
        let is_list = |page: &PageLabels| page.records.len() > 1;
        let is_list = site.labels().pages().iter().any(is_list);
        Self { site, pages, layout: if is_list { PageLayout::List } else { PageLayout::Detail } }
    }

    /// Returns the first labels, all fields of one page or one record of a list, and their number.
    pub(super) fn first(&self, random: &mut Random) -> (Labels, usize) {
        let mut page = self.truth(0).clone();
        if self.layout == PageLayout::List {
            let record = page.records[random.below(page.records.len())].clone();
            (page.records, page.complete) = (vec![record], false);
        }
        let n_labels = match self.layout {
            PageLayout::Detail => page.records.iter().map(|record| record.cells.len()).sum(),
            PageLayout::List => 1,
        };
        let labels = self.site.labels().with_pages(vec![page]);
        (labels.expect("the labels of a page are labels"), n_labels)
    }

    pub(super) fn lesson(&self, labels: &Labels) -> Lesson<'s> {
        let page = |&at: &usize| (self.site.labels().pages()[at].path.clone(), self.site.page(at));
        Lesson::new(self.pages.iter().map(page), labels)
    }

    fn truth(&self, page: usize) -> &'s PageLabels {
        &self.site.labels().pages()[self.pages[page]]
    }

    pub(super) fn n_pages(&self) -> usize {
        self.pages.len()
    }

    /// Returns everything that can be labelled.
    pub(super) fn slots(&self) -> Vec<QuestionSlot> {
        let mut slots = Vec::new();
        for page in 0..self.n_pages() {
            let records = &self.truth(page).records;
            match self.layout {
                PageLayout::Detail => {
                    let fields = self.site.schema().fields().iter().enumerate();
                    let known = fields.filter(|(_, field)| {
                        records.first().is_some_and(|record| has(record, &field.name))
                    });
                    slots.extend(
                        known.map(|(at, _)| QuestionSlot { page, part: SlotPart::Field(at) }),
                    );
                }
                PageLayout::List => slots.extend(
                    records
                        .iter()
                        .filter_map(extent)
                        .map(|at| QuestionSlot { page, part: SlotPart::Record(at) }),
                ),
            }
        }
        slots
    }

    /// Returns the first record of a page that is neither read nor labelled.
    fn missed(&self, page: usize, read: &[Proposal], known: &Labels) -> Answer {
        let path = &self.truth(page).path;
        let known = known.pages().iter().find(|given| given.path == *path);
        let is_known =
            |record: &GivenRecord| known.is_some_and(|given| given.records.contains(record));
        let extents: Vec<_> = read.iter().map(Proposal::extent).collect();
        let is_read = |record: &&GivenRecord| {
            let there = extents.iter().zip(read).filter(|(at, _)| **at == extent(record));
            there.into_iter().any(|(_, one)| self.is_read(page, record, one))
        };
        let missed =
            self.truth(page).records.iter().find(|record| !is_read(record) && !is_known(record));
        missed.map_or(Answer::Right, |record| Answer::Record(record.clone()))
    }

    fn is_read(&self, page: usize, record: &GivenRecord, proposal: &Proposal) -> bool {
        let fields = self.site.schema().fields().iter().enumerate();
        let matches = |(at, field): (usize, &unhusk::record::Field)| {
            let cell = record.cells.iter().find(|(known, _)| *known == field.name);
            cell.is_none_or(|(_, cell)| self.has_values(page, &proposal.values[at], &values(cell)))
        };
        fields.into_iter().all(matches)
    }

    /// Returns the true answer; `read` are the records that the wrapper reads on the page, `known` the labels so far.
    pub(super) fn answer(&self, question: &Question, read: &[Proposal], known: &Labels) -> Answer {
        let QuestionSlot { page, part } = question.slot;
        match part {
            SlotPart::Field(field) => {
                let name = &self.site.schema().fields()[field].name;
                let record = self.truth(page).records.first();
                let cell =
                    record.and_then(|record| record.cells.iter().find(|(known, _)| known == name));
                match cell {
                    None => Answer::Skip,
                    Some((_, cell)) => Answer::Values(values(cell)),
                }
            }
            SlotPart::Rest => self.missed(page, read, known),
            SlotPart::Record(at) => {
                let common =
                    |record: &&GivenRecord| extent(record).map_or(0, |extent| common(extent, at));
                match self.truth(page).records.iter().max_by_key(common) {
                    Some(record) if common(&record) > 0 => Answer::Record(record.clone()),
                    _ => Answer::NotARecord,
                }
            }
        }
    }

    /// Returns the number of errors on a page: fields, or records that are missed or surplus.
    pub(super) fn n_wrong(&self, page: usize, read: &[Proposal]) -> usize {
        let truth = self.truth(page);
        let fields = self.site.schema().fields();
        let nothing = Vec::new();
        let is_read = |record: &GivenRecord, proposal: Option<&Proposal>| {
            let of = |(at, name): (usize, &String)| {
                let cell = record.cells.iter().find(|(known, _)| known == name);
                let found = proposal.map_or(&nothing, |proposal| &proposal.values[at]);
                cell.is_none_or(|(_, cell)| self.has_values(page, found, &values(cell)))
            };
            let names = fields.iter().map(|field| &field.name).enumerate();
            names.filter(|one| !of(*one)).count()
        };
        match self.layout {
            PageLayout::Detail => {
                truth.records.first().map_or(0, |record| is_read(record, read.first()))
            }
            PageLayout::List => {
                let placed: Vec<_> = read.iter().map(|one| (one.extent(), one)).collect();
                let is_right = |record: &&GivenRecord| {
                    let extent = extent(record);
                    let there = |at: &Option<Span>| *at == extent;
                    placed.iter().any(|(at, one)| there(at) && is_read(record, Some(one)) == 0)
                };
                let n_right = truth.records.iter().filter(is_right).count();
                truth.records.len() + read.len() - 2 * n_right.min(read.len())
            }
        }
    }

    /// Whether the values read are the true ones, in any order.
    fn has_values(&self, page: usize, found: &[ReadValue], truth: &[GivenValue]) -> bool {
        let bare = |text: &str| fold(text).split_whitespace().collect::<String>();
        let page = self.site.page(self.pages[page]);
        let mut left: Vec<&ReadValue> = found.iter().collect();
        let take = |value: &GivenValue| {
            let at = left.iter().position(|found| match value {
                GivenValue::Span(span) => found.span == *span,
                GivenValue::Text(text) => bare(&found.text) == bare(text),
                _ => page.text(found.span).is_empty(),
            });
            at.map(|at| left.remove(at)).is_some()
        };
        found.len() == truth.len() && truth.iter().all(take)
    }
}

fn has(record: &GivenRecord, name: &str) -> bool {
    record.cells.iter().any(|(known, _)| known == name)
}

fn values(cell: &GivenCell) -> Vec<GivenValue> {
    match cell {
        GivenCell::Absent => Vec::new(),
        GivenCell::One(value) => vec![value.clone()],
        GivenCell::Many(values) => values.clone(),
        GivenCell::Nested(records) => records
            .iter()
            .flat_map(|record| &record.cells)
            .flat_map(|(_, cell)| values(cell))
            .collect(),
    }
}

/// Returns the span from the first to the last labelled value.
fn extent(record: &GivenRecord) -> Option<Span> {
    let all = record.cells.iter().flat_map(|(_, cell)| values(cell));
    let spans = all.filter_map(|value| match value {
        GivenValue::Span(span) => Some(span),
        _ => None,
    });
    spans.reduce(|all, one| Span { start: all.start.min(one.start), end: all.end.max(one.end) })
}

/// Returns the number of bytes that two spans share.
fn common(a: Span, b: Span) -> u32 {
    a.end.min(b.end).saturating_sub(a.start.max(b.start))
}
