//! Columns of the fields of a schema.

use super::{Column, ColumnOptions, FreeNames, LeafType, RawText};
use unhusk_wrapper::record::{Datatype, Field};
use unhusk_wrapper::sink::{PageColumn, Spans, ValueForm};

/// The fields of a record, with the columns of each.
#[derive(Debug)]
pub(super) struct RecordPlan {
    pub(super) fields: Vec<FieldPlan>,
}

/// Columns of one field.
#[derive(Debug)]
pub(super) struct FieldPlan {
    /// Name of the field, after the names of the fields around it, for messages.
    pub(super) path: String,
    /// Whether its values make a list.
    pub(super) many: bool,
    pub(super) content: FieldContent,
}

/// Content of a field.
#[derive(Debug)]
pub(super) enum FieldContent {
    Values(ValuePlan),
    Nested(RecordPlan),
}

/// Columns of a value: one or two.
#[derive(Debug, Clone, Copy)]
pub(super) struct ValuePlan {
    /// The datatype that it is parsed as; `None` for text.
    pub(super) datatype: Option<Datatype>,
    /// Texts that are written beside it in a column of their own.
    pub(super) raw: RawText,
    pub(super) spans: Spans,
}

/// Returns the plan for the fields of a record, and its columns. Recurses on the nesting of the schema, which is limited.
pub(super) fn plan(
    fields: &[Field],
    parent: &str,
    options: &ColumnOptions,
    page: Option<&PageColumn>,
) -> (RecordPlan, Vec<Column>) {
    let mut names = FreeNames::default();
    let page_name = page.map(|page| names.take(&page.name));
    let own: Vec<String> = fields.iter().map(|field| names.take(&field.name)).collect();
    let (mut plans, mut columns) = (Vec::new(), Vec::new());
    for (position, (field, name)) in fields.iter().zip(own).enumerate() {
        if let Some(name) = page_name.as_ref().filter(|_| is_at(page, position)) {
            columns.push(Column::leaf(name, LeafType::Text));
        }
        let path = format!("{parent}{}", field.name);
        let content = if field.is_nested() {
            let (inner, inside) = plan(&field.fields, &format!("{path}."), options, None);
            columns.push(Column::list(name, Column::group("element", inside)));
            FieldContent::Nested(inner)
        } else {
            let values = ValuePlan::new(field, options);
            add_columns(values, &name, field.many, &mut names, &mut columns);
            FieldContent::Values(values)
        };
        plans.push(FieldPlan { path, many: field.many, content });
    }
    if let Some(name) = page_name.filter(|_| page.is_some_and(|page| page.position >= fields.len()))
    {
        columns.push(Column::leaf(name, LeafType::Text));
    }
    (RecordPlan { fields: plans }, columns)
}

fn is_at(page: Option<&PageColumn>, position: usize) -> bool {
    page.is_some_and(|page| page.position == position)
}

impl ValuePlan {
    fn new(field: &Field, options: &ColumnOptions) -> Self {
        let datatype = parsed_type(field, options.values);
        let raw = match options.values {
            _ if datatype.is_none() || options.spans == Spans::Write => RawText::Omit,
            ValueForm::TypedAndText => RawText::All,
            _ => RawText::Misfits,
        };
        Self { datatype, raw, spans: options.spans }
    }
}

/// Returns the datatype of parsed values of a field; `None` if they are written as text.
pub(crate) fn parsed_type(field: &Field, form: ValueForm) -> Option<Datatype> {
    let datatype = field.datatype().filter(|_| form != ValueForm::Text);
    datatype.filter(|datatype| *datatype != Datatype::Text)
}

/// Adds the columns of a field of values.
fn add_columns(
    plan: ValuePlan,
    name: &str,
    many: bool,
    names: &mut FreeNames,
    columns: &mut Vec<Column>,
) {
    let listed = |name: &str, item: fn(&str, ValuePlan) -> Column| {
        if many { Column::list(name, item("element", plan)) } else { item(name, plan).optional() }
    };
    if plan.spans == Spans::Write {
        columns.push(listed(name, value_with_span));
        return;
    }
    columns.push(listed(name, |name, plan| value_column(name, plan.datatype).optional()));
    if plan.raw != RawText::Omit {
        let raw = names.take(&format!("{name}_raw"));
        columns.push(listed(&raw, |name, _| Column::leaf(name, LeafType::Text).optional()));
    }
}

fn value_column(name: &str, datatype: Option<Datatype>) -> Column {
    let leaf = |name: &str, of| Column::leaf(name, of).optional();
    match datatype {
        Some(Datatype::Number) => Column::leaf(name, LeafType::Double),
        Some(Datatype::Price) => {
            let amount = Column::leaf("amount", LeafType::Decimal);
            Column::group(name, vec![amount, leaf("currency", LeafType::Text)])
        }
        Some(Datatype::Date) => {
            let date = Column::leaf("date", LeafType::Date);
            let timestamp = leaf("timestamp", LeafType::Timestamp);
            Column::group(name, vec![date, timestamp, leaf("utc_offset", LeafType::Integer)])
        }
        _ => Column::leaf(name, LeafType::Text),
    }
}

fn value_with_span(name: &str, plan: ValuePlan) -> Column {
    let mut columns = vec![Column::leaf("text", LeafType::Text)];
    if plan.datatype.is_some() {
        columns.push(value_column("value", plan.datatype).optional());
    }
    columns.push(Column::leaf("start", LeafType::Integer));
    columns.push(Column::leaf("end", LeafType::Integer));
    columns.push(Column::leaf("confidence", LeafType::Double).optional());
    Column::group(name, columns)
}
