//! One gesture, four states: the meaning of a click depends on the text under it.
//!
//! | under the click | click | with Alt |
//! | --- | --- | --- |
//! | nothing | this is a value | this is no value |
//! | a value that was read | this is no value | this is a value |
//! | a label of the user | take it back | turn it round |

use crate::place::{Place, PlaceError, Target, target};
use crate::read::{PageReading, ReadValue, guess_name};
use crate::task::{Event, FieldId, LabelState, Quote, ShownValue, Sign, State};
use unhusk::page::NodeId;
use unhusk::{Page, Span};

/// Place of a user's act, with the labels and values on the screen.
pub struct Gesture<'a> {
    /// The name of the page in labels.
    pub name: &'a str,
    /// The page.
    pub page: &'a Page,
    /// The labels and edits of the user so far.
    pub state: &'a State,
    /// The records read on the page.
    pub reading: Option<&'a PageReading>,
    /// The place.
    pub place: &'a Place,
    /// The field that the user chose; `None` if the place decides.
    pub field: Option<FieldId>,
}

impl Gesture<'_> {
    /// The meaning of a click.
    ///
    /// # Errors
    /// If there is nothing to read at the place.
    pub fn click(&self, alt: bool) -> Result<Event, PlaceError> {
        let target = target(self.page, self.place)?;
        if let Some(label) = self.own_label(&target) {
            if !alt {
                return Ok(Event::Unlabel { label: label.id, text: label.text.clone() });
            }
            let turned = if label.sign == Sign::Plus { Sign::Minus } else { Sign::Plus };
            return Ok(self.event(&target, label.field, None, turned));
        }
        if let Some(value) = self.value_at(&target) {
            let sign = if alt { Sign::Plus } else { Sign::Minus };
            return Ok(self.event(&Target { span: value.span, ..target }, value.field, None, sign));
        }
        let sign = if alt { Sign::Minus } else { Sign::Plus };
        Ok(self.label_target(&target, sign))
    }

    /// A label of the given sign, whatever is under it.
    ///
    /// # Errors
    /// If there is nothing to read at the place.
    pub fn label(&self, sign: Sign) -> Result<Event, PlaceError> {
        Ok(self.label_target(&target(self.page, self.place)?, sign))
    }

    fn label_target(&self, target: &Target, sign: Sign) -> Event {
        if let Some(field) = self.field_for(target, sign) {
            return self.event(target, field, None, sign);
        }
        let text = self.page.text(target.span);
        let node = NodeId(self.place.node);
        let name = guess_name(self.page, node, target.attribute.as_deref(), &text);
        let name = self.state.free_name(&name);
        self.event(target, self.state.next_field(), Some(name), sign)
    }

    /// Returns the field that a new label belongs to; `None` if it is a new one. A place in a record that already has a
    /// value of the current field is of another field; a place inside that value makes it more exact.
    fn field_for(&self, target: &Target, sign: Sign) -> Option<FieldId> {
        if let Some(field) = self.field.filter(|&field| self.state.field(field).is_some()) {
            return Some(field);
        }
        let current = self.state.field(self.state.current?)?;
        if sign == Sign::Minus {
            return Some(current.id);
        }
        if current.attribute != target.attribute {
            return None;
        }
        let Some(record) = self.record_at() else { return Some(current.id) };
        let mut values = record.iter().filter(|value| value.field == current.id);
        let has_another = values.any(|value| !overlap(value.span, target.span));
        (!has_another).then_some(current.id)
    }

    /// The values of the record around the place.
    fn record_at(&self) -> Option<&[ReadValue]> {
        let reading = self.reading?;
        let record = reading.record_at(self.page, NodeId(self.place.node))?;
        Some(&reading.records[record].values)
    }

    /// The user's label at a place, of the chosen field or of any.
    fn own_label(&self, target: &Target) -> Option<&LabelState> {
        let is_here =
            |label: &&LabelState| label.page == self.name && label.place.span() == target.span;
        let is_of = |label: &&LabelState| self.field.is_none_or(|field| label.field == field);
        let mut labels = self.state.labels.iter().filter(is_here).filter(is_of);
        let first = labels.next()?;
        let of_current = labels.find(|label| Some(label.field) == self.state.current);
        Some(of_current.unwrap_or(first))
    }

    /// The value that was read at a place, of the chosen field, the current one, or any.
    fn value_at(&self, target: &Target) -> Option<&ReadValue> {
        let text = self.page.text(target.span);
        let is_here = |value: &&ReadValue| value.is_at(target.span, &text);
        let values = || {
            self.reading
                .into_iter()
                .flat_map(|reading| &reading.records)
                .flat_map(|record| &record.values)
        };
        if let Some(field) = self.field {
            return values().filter(is_here).find(|value| value.field == field);
        }
        let is_current = |value: &&ReadValue| Some(value.field) == self.state.current;
        values().filter(is_here).find(is_current).or_else(|| values().find(is_here))
    }

    fn event(
        &self,
        target: &Target,
        field: FieldId,
        new_field: Option<String>,
        sign: Sign,
    ) -> Event {
        let record = if sign == Sign::Plus { self.record_number(field) } else { 0 };
        let with =
            if sign == Sign::Plus { self.shown_beside(target, field, record) } else { Vec::new() };
        Event::Label {
            page: self.name.to_owned(),
            field,
            new_field,
            sign,
            place: Quote::of(self.page, target.span),
            attribute: target.attribute.clone(),
            text: self.page.text(target.span).into_owned(),
            record,
            with,
        }
    }

    /// The number of the record that a label belongs to: that of the labels in the same box, or a new one.
    fn record_number(&self, field: FieldId) -> u32 {
        let labels = || {
            self.state
                .labels
                .iter()
                .filter(|label| label.page == self.name && label.sign == Sign::Plus)
        };
        let reading = self.reading.filter(|reading| !reading.records.is_empty());
        let Some(reading) = reading else {
            // Nothing is read yet: fields that are labelled one after the other belong to one record.
            let last = labels().next_back().filter(|last| {
                !labels().any(|label| label.record == last.record && label.field == field)
            });
            return last.map_or_else(|| self.state.next_record(self.name), |label| label.record);
        };
        let Some(position) = reading.record_at(self.page, NodeId(self.place.node)) else {
            return self.state.next_record(self.name);
        };
        let is_inside = |span: Span| {
            let holder = self.page.tree().holders(span).last().copied();
            holder.and_then(|node| reading.record_at(self.page, node)) == Some(position)
        };
        let said = labels().find(|label| is_inside(label.place.span())).map(|label| label.record);
        let shown = || {
            let shown = self.state.shown.iter().filter(|shown| shown.page == self.name);
            shown
                .into_iter()
                .find(|shown| is_inside(shown.value.place.span()))
                .map(|shown| shown.record)
        };
        said.or_else(shown).unwrap_or_else(|| self.state.next_record(self.name))
    }

    /// Returns the other values of the record that are on the screen, if the record has no labels yet: they identify
    /// the record.
    fn shown_beside(&self, target: &Target, field: FieldId, record: u32) -> Vec<ShownValue> {
        let is_known = |label: &LabelState| label.page == self.name && label.record == record;
        if self.state.labels.iter().any(is_known)
            || self
                .state
                .shown
                .iter()
                .any(|shown| shown.page == self.name && shown.record == record)
        {
            return Vec::new();
        }
        let values = self.record_at().unwrap_or_default().iter();
        let beside = values.filter(|value| {
            value.field != field && !value.doubt && !overlap(value.span, target.span)
        });
        beside
            .map(|value| ShownValue { field: value.field, place: Quote::of(self.page, value.span) })
            .collect()
    }
}

fn overlap(one: Span, other: Span) -> bool {
    one.start < other.end && other.start < one.end
}
