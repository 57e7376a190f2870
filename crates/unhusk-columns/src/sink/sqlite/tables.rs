//! Schema -> tables: one for the records, one for each repeated or nested field.

use super::names::{clean, quoted, table_of_class};
use crate::column::{ColumnOptions, FreeNames, RawText, parsed_type};
use std::sync::LazyLock;
use unhusk_wrapper::record::{Datatype, Field, Schema};
use unhusk_wrapper::sink::{Spans, ValueForm};

/// A table and its columns.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) columns: Vec<TableColumn>,
    /// Constraints of the table, as SQL.
    constraints: String,
    /// What follows the table: an index.
    further: String,
}

/// A column, with its type and constraint as SQL.
#[derive(Debug)]
pub(super) struct TableColumn {
    pub(super) name: String,
    pub(super) declared: &'static str,
    constraint: &'static str,
}

/// The tables of a schema.
#[derive(Debug)]
pub(super) struct RecordTables {
    tables: Vec<Table>,
    pub(super) records: RecordTable,
    delete_page: String,
}

/// The table of records, or of the records of a nested field.
#[derive(Debug)]
pub(super) struct RecordTable {
    pub(super) insert: String,
    pub(super) fields: Vec<TableField>,
}

/// Where a field is written.
#[derive(Debug)]
pub(super) struct TableField {
    /// Name of the field behind those around it, for messages.
    pub(super) path: String,
    pub(super) place: FieldPlace,
}

#[derive(Debug)]
pub(super) enum FieldPlace {
    /// Columns of the record's own table.
    Inline(ValueColumns),
    /// A table with a row for each value.
    Values(ValueColumns, String),
    /// A table with a row for each nested record.
    Records(RecordTable),
}

/// Which columns a value has, in this order: itself, `currency`, `raw`, `start`, `end`, `confidence`.
#[derive(Debug, Clone, Copy)]
pub(super) struct ValueColumns {
    pub(super) datatype: Option<Datatype>,
    pub(super) raw: RawText,
    pub(super) spans: Spans,
}

/// Tables of every database, whatever its records are.
pub(super) static RUNS_AND_PAGES: LazyLock<[Table; 2]> = LazyLock::new(|| {
    let runs = [
        ("id", "INTEGER", "PRIMARY KEY"),
        ("record_table", "TEXT", "NOT NULL"),
        ("wrapper_sha256", "TEXT", ""),
        ("time", "TEXT", ""),
        ("n_pages", "INTEGER", "NOT NULL"),
        ("n_records", "INTEGER", "NOT NULL"),
    ];
    let pages = [
        ("page", "TEXT", "NOT NULL"),
        ("record_table", "TEXT", "NOT NULL"),
        ("url", "TEXT", ""),
        ("sha256", "TEXT", ""),
        ("run", "INTEGER", "NOT NULL REFERENCES _runs (id)"),
        ("n_records", "INTEGER", "NOT NULL"),
    ];
    let by_run = "CREATE INDEX IF NOT EXISTS _pages_run ON _pages (run);";
    [
        Table::new("_runs", &runs, "", ""),
        Table::new("_pages", &pages, ", PRIMARY KEY (page, record_table)", by_run),
    ]
});

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
            columns: columns.iter().map(column).collect(),
            constraints: constraints.to_owned(),
            further: further.to_owned(),
        }
    }

    /// The statements that make the table.
    pub(super) fn create(&self) -> String {
        let column = |column: &TableColumn| {
            format!("{} {} {}", quoted(&column.name), column.declared, column.constraint)
        };
        let columns: Vec<String> = self.columns.iter().map(column).collect();
        let (name, columns) = (quoted(&self.name), columns.join(", "));
        format!("CREATE TABLE {name} ({columns}{}); {}", self.constraints, self.further)
    }

    /// The statement that adds a row: a parameter for each column but the first, which is the row's number.
    fn insert(&self) -> String {
        let names: Vec<String> =
            self.columns[1..].iter().map(|column| quoted(&column.name)).collect();
        let parameters = vec!["?"; names.len()].join(", ");
        format!("INSERT INTO {} ({}) VALUES ({parameters})", quoted(&self.name), names.join(", "))
    }
}

impl RecordTables {
    pub(super) fn new(schema: &Schema, options: &ColumnOptions) -> Self {
        let name = table_of_class(schema.class());
        let names = FreeNames::without(RUNS_AND_PAGES.iter().map(|table| table.name.as_str()));
        let mut planner = TablePlanner { options, tables: Vec::new(), names };
        let name = planner.names.take(&name);
        let page_column = options.page.as_ref().map_or("_page", |page| &page.name);
        let page_column = FreeNames::without(["_id", "_record"]).take(&clean(page_column));
        let own = [
            ("_id", "INTEGER", "PRIMARY KEY"),
            (page_column.as_str(), "TEXT", "NOT NULL"),
            ("_record", "INTEGER", "NOT NULL"),
        ];
        let (page, table) = (quoted(&page_column), quoted(&name));
        let index = quoted(&format!("{name}_of_page"));
        let by_page = format!("CREATE INDEX {index} ON {table} ({page});");
        let records = planner.record_table(&name, (&own, "", &by_page), schema.fields(), "");
        let delete_page = format!("DELETE FROM {table} WHERE {page} = ?1");
        // Parents come before their children: the planner finishes the innermost tables first.
        let mut tables = planner.tables;
        tables.reverse();
        Self { tables, records, delete_page }
    }

    /// All tables of the records, parents first.
    pub(super) fn all(&self) -> &[Table] {
        &self.tables
    }

    /// The name of the table of the records.
    pub(super) fn name(&self) -> &str {
        self.tables.first().map_or("records", |table| &table.name)
    }

    /// The statement that deletes the records of a page, and with them the rows of their fields.
    pub(super) fn delete_page(&self) -> &str {
        &self.delete_page
    }
}

/// Gathers tables; recurses on the nesting of the schema, which is limited.
struct TablePlanner<'o> {
    options: &'o ColumnOptions,
    tables: Vec<Table>,
    names: FreeNames,
}

/// The first columns of a table, its constraints and what follows it.
type TableHead<'h> = (&'h [(&'h str, &'static str, &'static str)], &'h str, &'h str);

impl TablePlanner<'_> {
    fn record_table(
        &mut self,
        name: &str,
        (own, constraints, further): TableHead<'_>,
        fields: &[Field],
        parent: &str,
    ) -> RecordTable {
        let mut table = Table::new(name, own, constraints, further);
        let mut names = FreeNames::without(own.iter().map(|(name, ..)| *name));
        let field_names: Vec<String> =
            fields.iter().map(|field| names.take(&clean(&field.name))).collect();
        let mut places = Vec::new();
        for (field, field_name) in fields.iter().zip(&field_names) {
            let path = format!("{parent}{}", field.name);
            let place = if field.is_nested() || field.many {
                self.child_table(name, field_name, field, &path)
            } else {
                let values = ValueColumns::new(field, self.options);
                values.add(field_name, &mut names, &mut table.columns);
                FieldPlace::Inline(values)
            };
            places.push(TableField { path, place });
        }
        let insert = table.insert();
        self.tables.push(table);
        RecordTable { insert, fields: places }
    }

    fn child_table(
        &mut self,
        parent_table: &str,
        field_name: &str,
        field: &Field,
        path: &str,
    ) -> FieldPlace {
        let name = self.names.take(&format!("{parent_table}_{field_name}"));
        let own = [
            ("_id", "INTEGER", "PRIMARY KEY"),
            ("_parent", "INTEGER", "NOT NULL"),
            ("_position", "INTEGER", "NOT NULL"),
        ];
        let constraints = format!(
            ", UNIQUE (_parent, _position), FOREIGN KEY (_parent) REFERENCES {} (_id) ON DELETE CASCADE",
            quoted(parent_table)
        );
        if field.is_nested() {
            let parent = format!("{path}.");
            let head = (&own[..], constraints.as_str(), "");
            return FieldPlace::Records(self.record_table(&name, head, &field.fields, &parent));
        }
        let mut table = Table::new(&name, &own, &constraints, "");
        let mut names = FreeNames::without(own.iter().map(|(name, ..)| *name));
        let value_name = names.take(field_name);
        let values = ValueColumns::new(field, self.options);
        values.add(&value_name, &mut names, &mut table.columns);
        let insert = table.insert();
        self.tables.push(table);
        FieldPlace::Values(values, insert)
    }
}

impl ValueColumns {
    fn new(field: &Field, options: &ColumnOptions) -> Self {
        let datatype = parsed_type(field, options.values);
        let raw = match options.values {
            _ if datatype.is_none() => RawText::Omit,
            ValueForm::TypedAndText => RawText::All,
            _ => RawText::Misfits,
        };
        Self { datatype, raw, spans: options.spans }
    }

    /// The number of columns.
    pub(super) fn n_columns(self) -> usize {
        let currency = usize::from(self.datatype == Some(Datatype::Price));
        let raw = usize::from(self.raw != RawText::Omit);
        1 + currency + raw + if self.spans == Spans::Write { 3 } else { 0 }
    }

    fn add(self, name: &str, names: &mut FreeNames, columns: &mut Vec<TableColumn>) {
        let declared = match self.datatype {
            Some(Datatype::Number | Datatype::Price) => "NUMERIC",
            _ => "TEXT",
        };
        columns.push(TableColumn { name: name.to_owned(), declared, constraint: "" });
        let mut further = Vec::new();
        if self.datatype == Some(Datatype::Price) {
            further.push(("currency", "TEXT"));
        }
        if self.raw != RawText::Omit {
            further.push(("raw", "TEXT"));
        }
        if self.spans == Spans::Write {
            further.extend([("start", "INTEGER"), ("end", "INTEGER"), ("confidence", "REAL")]);
        }
        for (part, declared) in further {
            let name = names.take(&format!("{name}_{part}"));
            columns.push(TableColumn { name, declared, constraint: "" });
        }
    }
}
