//! Schema -> tables: one for the records, one for each repeated or nested field.

use super::dialect::Dialect;
use super::names::{TableNames, quoted, table_of_class};
use crate::column::{ColumnOptions, RawText, parsed_type};
use unhusk_wrapper::record::{Datatype, Field, Schema};
use unhusk_wrapper::sink::{Spans, ValueForm};

/// A table and its columns.
#[derive(Debug)]
pub(in crate::sink) struct Table {
    pub(in crate::sink) name: String,
    /// The position of the table that its rows refer to; `None` for the records of a page.
    pub(in crate::sink) parent: Option<usize>,
    pub(in crate::sink) columns: Vec<TableColumn>,
    /// Constraints of the table, as SQL.
    constraints: String,
    /// What follows the table: an index.
    further: String,
}

/// A column, with its type and constraint as SQL.
#[derive(Debug)]
pub(in crate::sink) struct TableColumn {
    pub(in crate::sink) name: String,
    pub(in crate::sink) declared: &'static str,
    constraint: &'static str,
}

/// The tables of a schema.
#[derive(Debug)]
pub(in crate::sink) struct RecordTables {
    tables: Vec<Table>,
    pub(in crate::sink) records: RecordTable,
    page_column: String,
}

/// The table of records, or of the records of a nested field.
#[derive(Debug)]
pub(in crate::sink) struct RecordTable {
    /// Its position among all tables.
    pub(super) position: usize,
    pub(in crate::sink) fields: Vec<TableField>,
}

/// Where a field is written.
#[derive(Debug)]
pub(in crate::sink) struct TableField {
    /// Name of the field behind those around it, for messages.
    pub(in crate::sink) path: String,
    pub(in crate::sink) place: FieldPlace,
}

#[derive(Debug)]
pub(in crate::sink) enum FieldPlace {
    /// Columns of the record's own table.
    Inline(ValueColumns),
    /// The table at this position, with a row for each value.
    Values(ValueColumns, usize),
    /// A table with a row for each nested record.
    Records(RecordTable),
}

/// Which columns a value has, in this order: itself, `currency` of a price, `timestamp` and `utc_offset` of a date in
/// PostgreSQL, `raw`, `start`, `end`, `confidence`.
#[derive(Debug, Clone, Copy)]
pub(in crate::sink) struct ValueColumns {
    pub(super) dialect: Dialect,
    pub(in crate::sink) datatype: Option<Datatype>,
    pub(in crate::sink) raw: RawText,
    pub(in crate::sink) spans: Spans,
}

/// Tables of every database, whatever its records are.
pub(in crate::sink) fn runs_and_pages(dialect: Dialect) -> [Table; 2] {
    let (integer, text) = (dialect.integer(), dialect.text());
    let runs = [
        ("id", integer, "PRIMARY KEY"),
        ("record_table", text, "NOT NULL"),
        ("wrapper_sha256", text, ""),
        ("time", dialect.time(), ""),
        ("n_pages", integer, "NOT NULL"),
        ("n_records", integer, "NOT NULL"),
    ];
    let pages = [
        ("page", text, "NOT NULL"),
        ("record_table", text, "NOT NULL"),
        ("url", text, ""),
        ("sha256", text, ""),
        ("run", integer, "NOT NULL REFERENCES _runs (id)"),
        ("n_records", integer, "NOT NULL"),
    ];
    let by_run = "CREATE INDEX IF NOT EXISTS _pages_run ON _pages (run);";
    [
        Table::new("_runs", &runs, "", ""),
        Table::new("_pages", &pages, ", PRIMARY KEY (page, record_table)", by_run),
    ]
}

impl Table {
    fn new(
        name: &str,
        columns: &[(&str, &'static str, &'static str)],
        constraints: &str,
        further: &str,
    ) -> Self {
        let column = |(name, declared, constraint): &(&str, &'static str, &'static str)| {
            TableColumn { name: (*name).to_owned(), declared, constraint }
        };
        Self {
            name: name.to_owned(),
            parent: None,
            columns: columns.iter().map(column).collect(),
            constraints: constraints.to_owned(),
            further: further.to_owned(),
        }
    }

    fn column_names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| column.name.as_str())
    }

    /// The statements that make the table, where it is missing.
    pub(in crate::sink) fn create(&self) -> String {
        let column = |column: &TableColumn| {
            format!("{} {} {}", quoted(&column.name), column.declared, column.constraint)
        };
        let columns: Vec<String> = self.columns.iter().map(column).collect();
        let (name, columns) = (quoted(&self.name), columns.join(", "));
        format!(
            "CREATE TABLE IF NOT EXISTS {name} ({columns}{}); {}",
            self.constraints, self.further
        )
    }
}

impl RecordTables {
    pub(in crate::sink) fn new(dialect: Dialect, schema: &Schema, options: &ColumnOptions) -> Self {
        let common = runs_and_pages(dialect);
        let names = TableNames::without(dialect, common.iter().map(|table| table.name.as_str()));
        let mut planner = TablePlanner { dialect, options, tables: Vec::new(), names };
        let name = planner.names.take(&table_of_class(schema.class()));
        let page_column = options.page.as_ref().map_or("_page", |page| &page.name);
        let page_column = TableNames::of_columns(dialect, ["_id", "_record"]).take(page_column);
        let own = [
            ("_id", dialect.integer(), "PRIMARY KEY"),
            (page_column.as_str(), dialect.text(), "NOT NULL"),
            ("_record", dialect.integer(), "NOT NULL"),
        ];
        let (page, table) = (quoted(&page_column), quoted(&name));
        let index = quoted(&format!("{name}_of_page"));
        let by_page = format!("CREATE INDEX IF NOT EXISTS {index} ON {table} ({page});");
        let table = Table::new(&name, &own, "", &by_page);
        let records = planner.record_table(table, schema.fields(), "");
        Self { tables: planner.tables, records, page_column }
    }

    /// All tables of the records, parents first.
    pub(in crate::sink) fn all(&self) -> &[Table] {
        &self.tables
    }

    /// The name of the table of the records.
    pub(in crate::sink) fn name(&self) -> &str {
        self.tables.first().map_or("records", |table| &table.name)
    }

    /// The column of the records with the name of their page.
    pub(in crate::sink) fn page_column(&self) -> &str {
        &self.page_column
    }
}

/// Gathers tables; recurses on the nesting of the schema, which is limited.
struct TablePlanner<'o> {
    dialect: Dialect,
    options: &'o ColumnOptions,
    tables: Vec<Table>,
    names: TableNames,
}

impl TablePlanner<'_> {
    fn record_table(&mut self, table: Table, fields: &[Field], parent: &str) -> RecordTable {
        // Before the tables of its fields, which refer to it.
        let position = self.tables.len();
        let mut names = TableNames::of_columns(self.dialect, table.column_names());
        self.tables.push(table);
        let field_names: Vec<String> = fields.iter().map(|field| names.take(&field.name)).collect();
        let mut places = Vec::new();
        for (field, field_name) in fields.iter().zip(&field_names) {
            let path = format!("{parent}{}", field.name);
            let place = if field.is_nested() || field.many {
                self.child_table(position, field_name, field, &path)
            } else {
                let values = ValueColumns::new(self.dialect, field, self.options);
                values.add(field_name, &mut names, &mut self.tables[position].columns);
                FieldPlace::Inline(values)
            };
            places.push(TableField { path, place });
        }
        RecordTable { position, fields: places }
    }

    fn child_table(
        &mut self,
        parent_table: usize,
        field_name: &str,
        field: &Field,
        path: &str,
    ) -> FieldPlace {
        let parent_name = self.tables[parent_table].name.clone();
        let name = self.names.take(&format!("{parent_name}_{field_name}"));
        let own = [
            ("_id", self.dialect.integer(), "PRIMARY KEY"),
            ("_parent", self.dialect.integer(), "NOT NULL"),
            ("_position", self.dialect.integer(), "NOT NULL"),
        ];
        let constraints = format!(
            ", UNIQUE (_parent, _position), FOREIGN KEY (_parent) REFERENCES {} (_id) ON DELETE CASCADE",
            quoted(&parent_name)
        );
        let mut table = Table::new(&name, &own, &constraints, "");
        table.parent = Some(parent_table);
        if field.is_nested() {
            let parent = format!("{path}.");
            return FieldPlace::Records(self.record_table(table, &field.fields, &parent));
        }
        let mut names = TableNames::of_columns(self.dialect, table.column_names());
        let value_name = names.take(field_name);
        let values = ValueColumns::new(self.dialect, field, self.options);
        values.add(&value_name, &mut names, &mut table.columns);
        let position = self.tables.len();
        self.tables.push(table);
        FieldPlace::Values(values, position)
    }
}

impl ValueColumns {
    fn new(dialect: Dialect, field: &Field, options: &ColumnOptions) -> Self {
        let datatype = parsed_type(field, options.values);
        let raw = match options.values {
            _ if datatype.is_none() => RawText::Omit,
            ValueForm::TypedAndText => RawText::All,
            _ => RawText::Misfits,
        };
        Self { dialect, datatype, raw, spans: options.spans }
    }

    /// The number of columns.
    pub(super) fn n_columns(self) -> usize {
        let raw = usize::from(self.raw != RawText::Omit);
        self.n_typed() + raw + if self.spans == Spans::Write { 3 } else { 0 }
    }

    /// The number of columns of the parsed value.
    pub(super) fn n_typed(self) -> usize {
        1 + self.dialect.further(self.datatype).len()
    }

    fn add(self, name: &str, names: &mut TableNames, columns: &mut Vec<TableColumn>) {
        let declared = self.dialect.value(self.datatype);
        columns.push(TableColumn { name: name.to_owned(), declared, constraint: "" });
        let mut further = self.dialect.further(self.datatype).to_vec();
        if self.raw != RawText::Omit {
            further.push(("raw", self.dialect.text()));
        }
        if self.spans == Spans::Write {
            let integer = self.dialect.integer();
            further.extend([
                ("start", integer),
                ("end", integer),
                ("confidence", self.dialect.real()),
            ]);
        }
        for (part, declared) in further {
            let name = names.take(&format!("{name}_{part}"));
            columns.push(TableColumn { name, declared, constraint: "" });
        }
    }
}
