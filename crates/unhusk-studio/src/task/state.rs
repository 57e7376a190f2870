//! The state of a task: a fold of its events.

use super::edit::{Edit, Scope};
use super::event::{Event, Quote, ShownValue, Sign, TakenField};
use serde::Serialize;

/// The number of a field; it stays when the field is renamed or moved.
pub type FieldId = u32;

/// State of the task after the events.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct State {
    /// The name of the task, if the user gave one.
    pub name: Option<String>,
    /// The fields, in the order of the columns.
    pub fields: Vec<TaskField>,
    /// The labels, in the order in which they were given.
    pub labels: Vec<LabelState>,
    /// Values that were on the screen beside labels.
    pub shown: Vec<ShownLabel>,
    /// Elements that count as records besides the labelled places.
    pub scope: Scope,
    /// The learner, if the user chose one.
    pub method: Option<String>,
    /// The class of the records.
    pub class: Option<String>,
    /// The field of the last label.
    pub current: Option<FieldId>,
    n_labels: u32,
    last_field: FieldId,
}

/// A field of the task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TaskField {
    /// Its number.
    pub id: FieldId,
    /// Its name.
    pub name: String,
    /// The attribute that its values are read from.
    pub attribute: Option<String>,
    /// Its type.
    pub holds: Option<String>,
    /// Its property.
    pub property: Option<String>,
    /// Whether a record may have several values.
    pub list: bool,
    /// The nested records that it belongs to.
    pub group: Option<String>,
}

/// A label.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LabelState {
    /// Its number.
    pub id: u32,
    /// The page.
    pub page: String,
    /// The field.
    pub field: FieldId,
    /// Whether the place has a value of the field.
    pub sign: Sign,
    /// The place.
    pub place: Quote,
    /// The visible text of the place.
    pub text: String,
    /// The number of the record on its page.
    pub record: u32,
}

/// A value that was on the screen beside a label, or that was accepted with its region.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShownLabel {
    /// The label beside which it was shown; `None` if it was accepted by itself.
    pub beside: Option<u32>,
    /// The page.
    pub page: String,
    /// The number of the record on its page.
    pub record: u32,
    /// The value.
    pub value: ShownValue,
}

impl State {
    /// The state after some events.
    pub fn of<'e>(events: impl IntoIterator<Item = &'e Event>) -> Self {
        let mut state = Self::default();
        events.into_iter().for_each(|event| state.apply(event));
        state
    }

    /// The state after one more event.
    #[must_use]
    pub fn after(&self, event: &Event) -> Self {
        let mut state = self.clone();
        state.apply(event);
        state
    }

    /// The field of this number.
    pub fn field(&self, id: FieldId) -> Option<&TaskField> {
        self.fields.iter().find(|field| field.id == id)
    }

    /// The name of a field, for sentences.
    pub(super) fn name_of(&self, id: FieldId) -> &str {
        self.field(id).map_or("a field", |field| &field.name)
    }

    /// The number that the next new field gets.
    pub fn next_field(&self) -> FieldId {
        self.last_field + 1
    }

    /// The number that the next record of a page gets.
    pub fn next_record(&self, page: &str) -> u32 {
        let labelled = self.labels.iter().filter(|label| label.page == page);
        let shown = self.shown.iter().filter(|shown| shown.page == page);
        let records = labelled.map(|label| label.record).chain(shown.map(|shown| shown.record));
        records.max().map_or(0, |record| record + 1)
    }

    /// Whether the state has neither a positive label nor accepted values.
    pub fn is_empty(&self) -> bool {
        !self.labels.iter().any(|label| label.sign == Sign::Plus) && self.shown.is_empty()
    }

    /// Whether both states yield equal wrappers.
    pub fn teaches_as(&self, other: &Self) -> bool {
        self.labels == other.labels
            && self.shown == other.shown
            && self.fields == other.fields
            && self.scope == other.scope
            && self.method == other.method
            && self.class == other.class
    }

    /// A name that no field has.
    pub fn free_name(&self, wanted: &str) -> String {
        let is_taken = |name: &str| {
            self.fields
                .iter()
                .any(|field| field.name == name || field.group.as_deref() == Some(name))
        };
        if !is_taken(wanted) {
            return wanted.to_owned();
        }
        let numbered = (2..).map(|number| format!("{wanted}_{number}"));
        numbered.into_iter().find(|name| !is_taken(name)).unwrap_or_default()
    }

    /// Changes the state by an event.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Label { .. } => self.add_label(event),
            Event::Unlabel { label, .. } => {
                self.labels.retain(|known| known.id != *label);
                self.shown.retain(|shown| shown.beside != Some(*label));
                self.drop_unlabelled_fields();
            }
            Event::Take { page, fields, records } => self.take(page, fields, records),
            Event::Edit(edit) => self.edit(edit),
        }
    }

    fn edit(&mut self, edit: &Edit) {
        match edit {
            Edit::Scope { scope } => self.scope = *scope,
            Edit::Method { method } => self.method = Some(method.clone()),
            Edit::FieldRename { field, name } => {
                self.change(*field, |field| field.name.clone_from(name));
            }
            Edit::FieldDelete { field } => self.delete(*field),
            Edit::FieldMove { field, to } => self.move_field(*field, *to),
            Edit::FieldType { field, holds } => {
                self.change(*field, |field| field.holds.clone_from(holds));
            }
            Edit::FieldBind { field, property } => {
                self.change(*field, |field| field.property.clone_from(property));
            }
            Edit::FieldList { field, list } => self.change(*field, |field| field.list = *list),
            Edit::Group { fields, name } => {
                for &field in fields {
                    self.change(field, |field| field.group = Some(name.clone()));
                }
            }
            Edit::Ungroup { name } => {
                let fields = self.fields.iter_mut();
                fields
                    .filter(|field| field.group.as_ref() == Some(name))
                    .for_each(|field| field.group = None);
            }
            Edit::RecordBind { class } => self.class.clone_from(class),
            Edit::TaskRename { name } => self.name = Some(name.clone()),
        }
    }

    fn add_label(&mut self, event: &Event) {
        let Event::Label { page, field, new_field, sign, place, attribute, text, record, with } =
            event
        else {
            return;
        };
        if let Some(name) = new_field {
            self.add_field(*field, name, attribute.clone());
        }
        if self.field(*field).is_none() {
            return;
        }
        let id = self.n_labels;
        self.n_labels += 1;
        // A label replaces earlier labels and shown values of its place.
        let is_same = |known: &LabelState| {
            known.page == *page && known.field == *field && known.place.span() == place.span()
        };
        self.labels.retain(|known| !is_same(known));
        self.shown.retain(|shown| {
            let is_other = shown.page != *page || shown.value.field != *field;
            is_other
                || (shown.value.place.span() != place.span()
                    && (*sign == Sign::Minus || shown.record != *record))
        });
        self.labels.push(LabelState {
            id,
            page: page.clone(),
            field: *field,
            sign: *sign,
            place: place.clone(),
            text: text.clone(),
            record: *record,
        });
        for value in with {
            let (page, value) = (page.clone(), value.clone());
            self.shown.push(ShownLabel { beside: Some(id), page, record: *record, value });
        }
        self.current = Some(*field);
    }

    fn take(&mut self, page: &str, fields: &[TakenField], records: &[Vec<ShownValue>]) {
        for TakenField { name, attribute } in fields {
            let id = self.next_field();
            self.add_field(id, name, attribute.clone());
        }
        let first = self.next_record(page);
        for (record, values) in (first..).zip(records) {
            for value in values {
                let (page, value) = (page.to_owned(), value.clone());
                self.shown.push(ShownLabel { beside: None, page, record, value });
            }
        }
        self.current = self.fields.first().map(|field| field.id);
    }

    fn add_field(&mut self, id: FieldId, name: &str, attribute: Option<String>) {
        let name = self.free_name(name);
        self.last_field = self.last_field.max(id);
        self.fields.push(TaskField {
            id,
            name,
            attribute,
            holds: None,
            property: None,
            list: false,
            group: None,
        });
    }

    fn change(&mut self, id: FieldId, change: impl FnOnce(&mut TaskField)) {
        if let Some(field) = self.fields.iter_mut().find(|field| field.id == id) {
            change(field);
        }
    }

    fn delete(&mut self, id: FieldId) {
        self.fields.retain(|field| field.id != id);
        self.labels.retain(|label| label.field != id);
        self.shown.retain(|shown| shown.value.field != id);
        if self.current == Some(id) {
            self.current = self.fields.last().map(|field| field.id);
        }
    }

    fn move_field(&mut self, id: FieldId, to: usize) {
        if let Some(at) = self.fields.iter().position(|field| field.id == id) {
            let field = self.fields.remove(at);
            self.fields.insert(to.min(self.fields.len()), field);
        }
    }

    /// Drops fields without labels and shown values.
    fn drop_unlabelled_fields(&mut self) {
        let (labels, shown) = (&self.labels, &self.shown);
        let is_said = |id: FieldId| {
            labels.iter().any(|label| label.field == id)
                || shown.iter().any(|shown| shown.value.field == id)
        };
        self.fields.retain(|field| is_said(field.id));
        if !self.current.is_some_and(|current| self.fields.iter().any(|field| field.id == current))
        {
            self.current = self.fields.last().map(|field| field.id);
        }
    }
}
