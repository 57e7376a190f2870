//! Records that a page shows before it has labels, and the elements that a click would match.

use super::{Studio, StudioError};
use crate::gesture::Gesture;
use crate::place::{Place, places_of};
use crate::read::{LearnInput, learn_in_time, read_page};
use crate::task::{Edit, Event, FieldId, Quote, ShownValue, State, TakenField};
use serde_json::{Value as Json, json};
use std::sync::Arc;
use unhusk::Page;
use unhusk::learn::Effort;
use unhusk::learn::template::induce_regions;
use unhusk::record::{Cell, Field, Record, Value};
use unhusk::wrapper::Wrapper;

/// Regions that are offered.
const MAX_REGIONS: usize = 5;
/// Columns of a region that are offered.
const MAX_COLUMNS: usize = 12;

impl Studio {
    /// The regions of a page, the likeliest first.
    ///
    /// # Errors
    /// If the page cannot be read.
    pub fn regions(&self, shown: usize) -> Result<Json, StudioError> {
        let loaded = self.pages.load(shown)?;
        let regions = found_regions(&loaded.page);
        let view = |(at, wrapper): (usize, &Wrapper)| {
            let (state, records) = as_state(&loaded.page, wrapper, "");
            let reading = read_page(wrapper, &state, &loaded.page);
            let boxes: Vec<Vec<u32>> = reading
                .records
                .iter()
                .map(|record| record.nodes.iter().map(|node| node.0).collect())
                .collect();
            let columns: Vec<&str> = state.fields.iter().map(|field| field.name.as_str()).collect();
            let sample = reading.records.first().map(|record| {
                record.values.iter().map(|value| value.text.clone()).collect::<Vec<_>>()
            });
            let kind = kind_of(&loaded.page, &boxes);
            json!({
                "i": at, "say": format!("{} × {kind}", records.len()), "count": records.len(),
                "columns": columns, "boxes": boxes, "sample": sample,
            })
        };
        Ok(json!({"regions": regions.iter().enumerate().map(view).collect::<Vec<_>>()}))
    }

    /// Returns the elements that a click on a node would match.
    ///
    /// # Errors
    /// If there is nothing to read at the node.
    pub fn ghost(&self, shown: usize, node: u32) -> Result<Json, StudioError> {
        let loaded = self.pages.load(shown)?;
        let entry = self
            .pages
            .get(shown)
            .ok_or_else(|| StudioError::missing("there is no such page", "reload"))?;
        let (state, learnt) = {
            let work = self.work();
            (work.state.clone(), work.learnt.clone())
        };
        let reading = learnt.map(|learnt| learnt.reading(shown, &loaded.page));
        let place = Place::node(unhusk::page::NodeId(node));
        let gesture = Gesture {
            name: &entry.path,
            page: &loaded.page,
            state: &state,
            reading: reading.as_deref(),
            place: &place,
            field: None,
        };
        let event = gesture.click(false)?;
        let Event::Label { field, .. } = &event else {
            return Ok(json!({"node": node, "count": 0, "places": []}));
        };
        let field = *field;
        let after = state.after(&event);
        let labelled = vec![(entry.path.clone(), Arc::clone(&loaded))];
        let input = LearnInput {
            state: after.clone(),
            labelled,
            unlabelled: Vec::new(),
            effort: Effort::Quick,
        };
        let (Ok(learnt), _) = learn_in_time(&input) else {
            return Ok(json!({"node": node, "count": 0, "places": []}));
        };
        let reading = read_page(&learnt.wrapper, &after, &loaded.page);
        let places: Vec<&Place> =
            reading.values_of(field).flat_map(|value| &value.places).collect();
        Ok(json!({"node": node, "count": reading.values_of(field).count(), "places": places}))
    }
}

/// The event that accepts a region.
pub(super) fn take_event(
    path: &str,
    page: &Page,
    state: &State,
    region: usize,
) -> Result<Event, StudioError> {
    let regions = found_regions(page);
    let wrapper = regions.get(region);
    let wrapper =
        wrapper.ok_or_else(|| StudioError::missing("these records are gone", "reload the page"))?;
    let first = state.next_field();
    let (fields, records) = columns_and_records(page, wrapper, first);
    Ok(Event::Take { page: path.to_owned(), fields, records })
}

/// Records that a wrapper reads on a page, as events of a task.
pub(super) struct Adopted {
    pub(super) events: Vec<Event>,
    /// Reports of fields that a task cannot hold.
    pub(super) notes: Vec<String>,
}

/// Returns the events that accept the records of a wrapper on a page, with its meaning.
pub(super) fn adopted(path: &str, page: &Page, wrapper: &Wrapper) -> Adopted {
    let first = 1;
    let (columns, left_out) = columns_of(wrapper);
    let (fields, records) = taken(page, wrapper, &columns, first);
    let mut events = vec![Event::Take { page: path.to_owned(), fields, records }];
    for (id, column) in (first..).zip(&columns) {
        events.extend(meaning_of(id, column.field).into_iter().map(Event::Edit));
    }
    for group in columns.chunk_by(|one, other| one.group == other.group) {
        let Some(name) = group[0].group else { continue };
        let is_in_group = |(_, column): &(FieldId, &RegionColumn<'_>)| column.group == Some(name);
        let fields = (first..).zip(&columns).filter(is_in_group).map(|(id, _)| id).collect();
        events.push(Event::Edit(Edit::Group { fields, name: name.to_owned() }));
    }
    if let Some(class) = wrapper.schema.class() {
        events.push(Event::Edit(Edit::RecordBind { class: Some(class.to_owned()) }));
    }
    let note = |name: String| {
        format!("the field `{name}` is nested too deeply for the studio and was left out")
    };
    Adopted { events, notes: left_out.into_iter().map(note).collect() }
}

/// The edits that give a new field the list, type and property that it has in a schema.
fn meaning_of(id: FieldId, field: &Field) -> Vec<Edit> {
    let mut edits = Vec::new();
    if field.many {
        edits.push(Edit::FieldList { field: id, list: true });
    }
    if let Some(property) = &field.iri {
        edits.push(Edit::FieldBind { field: id, property: Some(property.clone()) });
    }
    if let Some(of) = field.datatype() {
        edits.push(Edit::FieldType { field: id, holds: Some(of.name().to_owned()) });
    }
    edits
}

fn found_regions(page: &Page) -> Vec<Wrapper> {
    let regions = induce_regions(page, MAX_REGIONS).into_iter();
    let wrappers = regions.map(|induced| induced.into_wrapper(&[page]));
    wrappers.filter(|wrapper| wrapper.extract(page).records.len() > 1).collect()
}

/// Returns the kind of element of a region, for people.
fn kind_of(page: &Page, boxes: &[Vec<u32>]) -> &'static str {
    let first =
        boxes.first().and_then(|nodes| nodes.first()).map(|&node| unhusk::page::NodeId(node));
    match first.map(|node| page.tree().tag(node)) {
        Some("tr") => "table row",
        Some("li") => "list item",
        Some("article") => "article",
        Some("dt" | "dd") => "entry",
        Some("option") => "option",
        _ => "record",
    }
}

fn as_state(page: &Page, wrapper: &Wrapper, path: &str) -> (State, Vec<Vec<ShownValue>>) {
    let (fields, records) = columns_and_records(page, wrapper, 1);
    let event = Event::Take { page: path.to_owned(), fields, records: records.clone() };
    (State::of([&event]), records)
}

/// A column: a field, or a field of a nested one.
struct RegionColumn<'w> {
    field: &'w Field,
    group: Option<&'w str>,
    /// Positions in the schema and in the nested field.
    path: Vec<usize>,
}

/// The columns of a wrapper, and the names of the fields that are nested more than once.
fn columns_of(wrapper: &Wrapper) -> (Vec<RegionColumn<'_>>, Vec<String>) {
    let (mut columns, mut left_out) = (Vec::new(), Vec::new());
    for (at, outer) in wrapper.schema.fields().iter().enumerate() {
        if !outer.is_nested() {
            columns.push(RegionColumn { field: outer, group: None, path: vec![at] });
        }
        for (inner_at, inner) in outer.fields.iter().enumerate() {
            if inner.is_nested() {
                left_out.push(format!("{}.{}", outer.name, inner.name));
            } else {
                let (group, path) = (Some(outer.name.as_str()), vec![at, inner_at]);
                columns.push(RegionColumn { field: inner, group, path });
            }
        }
    }
    (columns, left_out)
}

/// The columns of a region, and the values of its records; `first` is the number of the first column.
fn columns_and_records(
    page: &Page,
    wrapper: &Wrapper,
    first: FieldId,
) -> (Vec<TakenField>, Vec<Vec<ShownValue>>) {
    let (mut columns, _) = columns_of(wrapper);
    columns.retain(|column| column.group.is_none());
    columns.truncate(MAX_COLUMNS);
    taken(page, wrapper, &columns, first)
}

fn taken(
    page: &Page,
    wrapper: &Wrapper,
    columns: &[RegionColumn<'_>],
    first: FieldId,
) -> (Vec<TakenField>, Vec<Vec<ShownValue>>) {
    let found = wrapper.extract(page);
    let records: Vec<Vec<ShownValue>> =
        found.records.iter().map(|record| shown_values(page, columns, first, record)).collect();
    let attribute = |id: FieldId| {
        let value = records.iter().flatten().find(|value| value.field == id)?;
        places_of(page, value.place.span()).into_iter().next()?.attr
    };
    let fields = (first..)
        .zip(columns)
        .map(|(id, column)| TakenField {
            name: column.field.name.clone(),
            attribute: attribute(id),
        })
        .collect();
    (fields, records)
}

fn shown_values(
    page: &Page,
    columns: &[RegionColumn<'_>],
    first: FieldId,
    record: &Record<'_>,
) -> Vec<ShownValue> {
    let mut shown = Vec::new();
    for (field, column) in (first..).zip(columns) {
        for value in values_at(record, &column.path) {
            shown.push(ShownValue { field, place: Quote::of(page, value.span) });
        }
    }
    shown
}

/// The values at a path of positions.
fn values_at<'r, 'p>(record: &'r Record<'p>, path: &[usize]) -> Vec<&'r Value<'p>> {
    let cell = path.first().and_then(|&at| record.cells.get(at));
    match cell {
        None => Vec::new(),
        Some(Cell::Nested(records)) => {
            records.iter().flat_map(|record| values_at(record, &path[1..])).collect()
        }
        Some(cell) => cell.values().iter().collect(),
    }
}
