//! Resolves one value to a label: by text, span, number, attribute or selector.

use super::placement::cut;
use super::{MAX_CANDIDATES_HELD, PageResolver, UnplacedValue, attribute, selector};
use crate::example::Strictness;
use crate::example::error::{LabelAt, LabelError, LabelProblem};
use crate::example::find::{FoundPlaces, MAX_CANDIDATES, TextSearchIndex};
use crate::example::labels::{GivenValue, shortened};
use crate::example::missing::{BaseAddress, SimilarText, most_similar, relative_links, suggestion};
use crate::example::place::{Label, Place, PlaceTarget};
use unhusk_page::Limited;
use unhusk_page::Warning;
use unhusk_page::select::{css, xpath};
use unhusk_page::{Page, Span, fold};

impl<'p> PageResolver<'_, '_, 'p> {
    /// The label of a value; `None` if its text is not on the page and this is only a warning.
    pub(super) fn label(
        &mut self,
        value: &GivenValue,
        at: &LabelAt,
    ) -> Result<Option<Label>, LabelError> {
        let fail = |problem| LabelError::bad(at.clone(), problem);
        let place = match value {
            GivenValue::Text(text) => return self.by_text(text, at),
            GivenValue::TextAt { text, at: number } => {
                return self.by_number(text, *number, at).map(Some);
            }
            GivenValue::Attribute { attribute, text } => {
                return self.by_attribute(attribute, text.as_deref(), at);
            }
            GivenValue::Span(span) => by_span(self.page, *span).map_err(fail)?,
            GivenValue::Xpath { xpath, text } => {
                let items =
                    xpath::select(self.page.tree(), xpath).map_err(|error| fail(error.into()))?;
                self.by_selector(&items, xpath, text.as_deref(), at)?
            }
            GivenValue::Css { css, text } => {
                let items =
                    css::select(self.page.tree(), css).map_err(|error| fail(error.into()))?;
                self.by_selector(&items, css, text.as_deref(), at)?
            }
        };
        Ok(Some(Label { candidates: vec![place], text: None }))
    }

    fn by_text(&mut self, text: &str, at: &LabelAt) -> Result<Option<Label>, LabelError> {
        let label = match self.known.get(text) {
            Some(label) => label.clone(),
            None => self.search(text, at)?,
        };
        if label.candidates.is_empty() {
            return self.unplaced(text, at);
        }
        self.hold(&label, at)?;
        Ok(Some(label))
    }

    fn search(&mut self, text: &str, at: &LabelAt) -> Result<Label, LabelError> {
        let FoundPlaces { places, cut_at } = self.index_for_search(at)?.candidates(text);
        if let Some(at_byte) = cut_at {
            let limit = MAX_CANDIDATES as u64;
            let cut = Warning::Truncated { what: Limited::Candidates, limit, at_byte };
            self.resolver.warnings.push(Warning::Note(format!("{at}: {cut}")));
        }
        let link = if places.is_empty() { self.link(text) } else { None };
        let by_text = || Label { candidates: places, text: Some(fold(text).into_owned()) };
        let label = link.unwrap_or_else(by_text);
        self.known.insert(text.to_owned(), label.clone());
        Ok(label)
    }

    /// The relative links of the page that lead to the absolute address `text`.
    fn link(&self, text: &str) -> Option<Label> {
        let base = self.base.get_or_init(|| BaseAddress::of(self.page, self.url));
        relative_links(self.page, base, text)
    }

    /// Returns the attributes of a name: those with the value `text`, or with the value that is nearest to the other
    /// values of the record. An absolute address also matches the relative links that lead there.
    fn by_attribute(
        &mut self,
        name: &str,
        text: Option<&str>,
        at: &LabelAt,
    ) -> Result<Option<Label>, LabelError> {
        let page = self.page;
        let nearest = || attribute::nearest_value(page, name, &self.others);
        let value = text.map(str::to_owned).or_else(nearest);
        let mut label = value.map(|value| {
            let candidates = attribute::with_value(page, name, &value);
            Label { candidates, text: Some(fold(&value).into_owned()) }
        });
        if let (Some(known), Some(text)) = (&label, text)
            && known.candidates.is_empty()
            && let Some(mut link) = self.link(text)
        {
            let is_named = |place: &Place| match place.target {
                PlaceTarget::Attribute(element, position) => {
                    let attribute = page.tree().attributes(element).nth(position as usize);
                    attribute.is_some_and(|attribute| attribute.name == name)
                }
                _ => false,
            };
            link.candidates.retain(is_named);
            label = Some(link);
        }
        if let Some(label) = label.filter(|label| !label.candidates.is_empty()) {
            self.hold(&label, at)?;
            return Ok(Some(label));
        }
        let problem =
            LabelProblem::NoAttribute { attribute: shortened(name), text: text.map(shortened) };
        match self.resolver.strictness {
            Strictness::Strict => Err(LabelError::bad(at.clone(), problem)),
            Strictness::Lenient => {
                self.resolver.warnings.push(Warning::Note(format!("{at}: {problem}")));
                let value = text.map_or_else(|| format!("@{name}"), str::to_owned);
                let unplaced = UnplacedValue { at: at.clone(), value, problem, similar: None };
                self.resolver.unplaced.push(unplaced);
                Ok(None)
            }
        }
    }

    fn by_number(&mut self, text: &str, number: usize, at: &LabelAt) -> Result<Label, LabelError> {
        let places = self.index_for_search(at)?.numbered(text);
        let Some(place) = places.get(number) else {
            let (text, n_places) = (shortened(text), places.len());
            let problem = LabelProblem::NoSuchPlace { text, at: number, n_places };
            return Err(LabelError::bad(at.clone(), problem));
        };
        Ok(Label { candidates: vec![*place], text: Some(fold(text).into_owned()) })
    }

    fn by_selector(
        &mut self,
        items: &[unhusk_page::select::Selected],
        selector: &str,
        text: Option<&str>,
        at: &LabelAt,
    ) -> Result<Place, LabelError> {
        let chosen = selector::choose(self.page, items, selector, text)
            .map_err(|problem| LabelError::bad(at.clone(), problem))?;
        if chosen.n_fitting > 1 {
            let selector = shortened(selector);
            let note = format!(
                "{at}: {selector} selects {} nodes that fit; the first one is used",
                chosen.n_fitting
            );
            self.resolver.warnings.push(Warning::Note(note));
        }
        Ok(chosen.place)
    }

    fn unplaced(&mut self, text: &str, at: &LabelAt) -> Result<Option<Label>, LabelError> {
        let cut = cut(self.page);
        let similar = if cut.is_none() { self.similar(text) } else { None };
        self.help = suggestion(similar.as_ref());
        let (value, text, help) = (text.to_owned(), shortened(text), self.help.clone());
        let problem = LabelProblem::Unplaced { text: text.clone(), cut, help: help.clone() };
        match self.resolver.strictness {
            Strictness::Strict => Err(LabelError::bad(at.clone(), problem)),
            Strictness::Lenient => {
                let warning = if help.is_empty() {
                    Warning::Unplaced { label: at.to_string(), text }
                } else {
                    Warning::Note(format!("{at}: the text {text:?} is not on the page{help}"))
                };
                self.resolver.warnings.push(warning);
                let similar = similar.map(|similar| similar.text);
                let unplaced = UnplacedValue { at: at.clone(), value, problem, similar };
                self.resolver.unplaced.push(unplaced);
                Ok(None)
            }
        }
    }

    /// A similar text of the page; none if there were too many such searches.
    fn similar(&mut self, text: &str) -> Option<SimilarText> {
        self.resolver.suggestions_left = self.resolver.suggestions_left.checked_sub(1)?;
        most_similar(self.page, text)
    }

    /// The index of the page; an error if the limit of all searches is reached.
    fn index_for_search(&mut self, at: &LabelAt) -> Result<&TextSearchIndex<'p>, LabelError> {
        let index = self.index.get_or_init(|| TextSearchIndex::new(self.page));
        self.resolver.n_searched += 1;
        match self.resolver.search_left.checked_sub(index.cost()) {
            Some(left) => self.resolver.search_left = left,
            None => return Err(self.too_much(at)),
        }
        Ok(index)
    }

    /// Takes the candidates, which are kept in memory, from the limit; an error if there are too many.
    fn hold(&mut self, label: &Label, at: &LabelAt) -> Result<(), LabelError> {
        let n_places = label.candidates.len();
        let Some(left) = self.resolver.candidates_left.checked_sub(n_places) else {
            let text = shortened(label.text.as_deref().unwrap_or_default());
            let problem =
                LabelProblem::TooManyPlaces { text, n_places, limit: MAX_CANDIDATES_HELD };
            return Err(LabelError::bad(at.clone(), problem));
        };
        self.resolver.candidates_left = left;
        Ok(())
    }

    fn too_much(&self, at: &LabelAt) -> LabelError {
        let problem = LabelProblem::TooMuchToSearch {
            n_labels: self.resolver.n_searched,
            n_bytes: self.page.source().len(),
        };
        LabelError::bad(at.clone(), problem)
    }
}

/// The place at exactly this span, without trimming.
fn by_span(page: &Page, span: Span) -> Result<Place, LabelProblem> {
    let source = page.source();
    if span.start > span.end {
        return Err(LabelProblem::Backwards { span });
    }
    if span.end as usize > source.len() {
        return Err(LabelProblem::Outside { span, n_bytes: source.len() });
    }
    for end in [span.start, span.end] {
        if !source.is_char_boundary(end as usize) {
            return Err(LabelProblem::OffBorder { span, at_byte: end as usize });
        }
    }
    Ok(Place { span, target: PlaceTarget::Range })
}
