//! Records as a hostile page would write them, equal on every run, and their expected values.

use serde_json::{Value as Json, json};
use unhusk_page::Span;
use unhusk_wrapper::record::{Cell, Confidence, Record, Schema, Value};

/// Pieces that are likely to break a writer or reader.
const PIECES: [&str; 32] = [
    "plain",
    " ",
    "naïve café",
    "日本語",
    "👩‍👩‍👧",
    "a\u{301}",
    "\"",
    "'",
    "'; DROP TABLE records; --",
    "\\",
    "\\u0041",
    "\n",
    "\r\n",
    "\t",
    "\u{0}",
    "\u{1}",
    "\u{1b}[31m",
    "\u{7f}",
    "\u{85}",
    "\u{2028}",
    "\u{202e}",
    "\u{200f}",
    "\u{feff}",
    "\u{fffd}",
    "\u{10ffff}",
    "</script>",
    "&amp;",
    ",",
    "=1+1",
    "@SUM(A1)",
    "NULL",
    "",
];

/// A text with a type, its value in Parquet and Arrow (`null` if the column cannot hold it) and its columns in
/// SQLite and PostgreSQL, where digits are text here. By the rules of the columns, worked out by hand.
pub(crate) struct TypedText {
    pub(crate) text: &'static str,
    parquet: fn() -> Json,
    sqlite: fn() -> Json,
    postgres: fn() -> Json,
}

const PRICES: [TypedText; 7] = [
    TypedText {
        text: "$12.50",
        parquet: || json!({"amount": "12.500000000", "currency": "USD"}),
        sqlite: || json!([12.5, "USD"]),
        postgres: || json!(["12.5", "USD"]),
    },
    TypedText {
        text: "1.234,56 €",
        parquet: || json!({"amount": "1234.560000000", "currency": "EUR"}),
        sqlite: || json!([1234.56, "EUR"]),
        postgres: || json!(["1234.56", "EUR"]),
    },
    TypedText {
        text: "-0.01",
        parquet: || json!({"amount": "-0.010000000", "currency": null}),
        sqlite: || json!([-0.01, null]),
        postgres: || json!(["-0.01", null]),
    },
    TypedText {
        text: "JPY 123,456,789,012,345",
        parquet: || json!({"amount": "123456789012345.000000000", "currency": "JPY"}),
        sqlite: || json!([123_456_789_012_345_i64, "JPY"]),
        postgres: || json!(["123456789012345", "JPY"]),
    },
    // More digits than a floating-point number keeps.
    TypedText {
        text: "€12345678901234567.89",
        parquet: || json!({"amount": "12345678901234567.890000000", "currency": "EUR"}),
        sqlite: || json!([null, null]),
        postgres: || json!(["12345678901234567.89", "EUR"]),
    },
    TypedText {
        text: "on request",
        parquet: || json!(null),
        sqlite: || json!([null, null]),
        postgres: || json!([null, null]),
    },
    TypedText {
        text: "",
        parquet: || json!(null),
        sqlite: || json!([null, null]),
        postgres: || json!([null, null]),
    },
];

const DATES: [TypedText; 5] = [
    TypedText {
        text: "1 May 2024",
        parquet: || json!({"date": "2024-05-01", "timestamp": null, "utc_offset": null}),
        sqlite: || json!(["2024-05-01"]),
        postgres: || json!(["2024-05-01", null, null]),
    },
    TypedText {
        text: "2024-05-01T19:30:05-03:30",
        parquet: || json!({"date": "2024-05-01", "timestamp": "2024-05-01T19:30:05", "utc_offset": -210}),
        sqlite: || json!(["2024-05-01T19:30:05-03:30"]),
        postgres: || json!(["2024-05-01", "2024-05-01T19:30:05", "-210"]),
    },
    TypedText {
        text: "0001-01-01 00:00",
        parquet: || json!({"date": "0001-01-01", "timestamp": "0001-01-01T00:00:00", "utc_offset": null}),
        sqlite: || json!(["0001-01-01T00:00:00"]),
        postgres: || json!(["0001-01-01", "0001-01-01T00:00:00", null]),
    },
    TypedText {
        text: "May 2024",
        parquet: || json!(null),
        sqlite: || json!(["2024-05"]),
        postgres: || json!([null, null, null]),
    },
    TypedText {
        text: "tomorrow",
        parquet: || json!(null),
        sqlite: || json!([null]),
        postgres: || json!([null, null, null]),
    },
];

const NUMBERS: [TypedText; 5] = [
    TypedText {
        text: "1,234.5",
        parquet: || json!(1234.5),
        sqlite: || json!([1234.5]),
        postgres: || json!(["1234.5"]),
    },
    TypedText {
        text: "−7",
        parquet: || json!(-7.0),
        sqlite: || json!([-7]),
        postgres: || json!(["-7"]),
    },
    TypedText {
        text: "0.1",
        parquet: || json!(0.1),
        sqlite: || json!([0.1]),
        postgres: || json!(["0.1"]),
    },
    TypedText {
        text: "9007199254740993",
        parquet: || json!(null),
        sqlite: || json!([9_007_199_254_740_993_i64]),
        postgres: || json!(["9007199254740993"]),
    },
    TypedText {
        text: "a dozen",
        parquet: || json!(null),
        sqlite: || json!([null]),
        postgres: || json!([null]),
    },
];

pub(crate) const SCHEMA: &str = r#"{"fields": [
    {"name": "id"},
    {"name": "na\"me; --", "optional": true},
    {"name": "tags", "many": true},
    {"name": "price", "type": "price", "optional": true},
    {"name": "when", "type": "date", "optional": true},
    {"name": "counts", "type": "number", "many": true},
    {"name": "offers", "fields": [
        {"name": "shop"},
        {"name": "price", "type": "price"},
        {"name": "notes", "many": true},
        {"name": "stock", "fields": [{"name": "place"}, {"name": "n", "type": "number"}]}
    ]}
]}"#;

pub(crate) fn schema() -> Schema {
    serde_json::from_str(SCHEMA).unwrap()
}

/// The parts of a record.
pub(crate) struct Given {
    id: String,
    name: Option<String>,
    tags: Vec<String>,
    price: Option<&'static TypedText>,
    when: Option<&'static TypedText>,
    counts: Vec<&'static TypedText>,
    offers: Vec<Offer>,
}

struct Offer {
    shop: Option<String>,
    price: Option<&'static TypedText>,
    notes: Vec<String>,
    stock: Vec<(Option<String>, Option<&'static TypedText>)>,
}

/// A small generator: its numbers must be equal everywhere, not good.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % n as u64).unwrap()
    }

    fn text(&mut self) -> String {
        let n_pieces = if self.below(200) == 0 { 1000 } else { self.below(6) };
        (0..n_pieces).map(|_| PIECES[self.below(PIECES.len())]).collect()
    }

    fn texts(&mut self) -> Vec<String> {
        (0..self.below(4)).map(|_| self.text()).collect()
    }

    fn maybe<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (self.below(4) > 0).then(|| make(self))
    }

    fn typed(&mut self, from: &'static [TypedText]) -> &'static TypedText {
        &from[self.below(from.len())]
    }

    fn offer(&mut self) -> Offer {
        Offer {
            shop: self.maybe(Self::text),
            price: self.maybe(|dice| dice.typed(&PRICES)),
            notes: self.texts(),
            stock: (0..self.below(3))
                .map(|_| (self.maybe(Self::text), self.maybe(|dice| dice.typed(&NUMBERS))))
                .collect(),
        }
    }
}

pub(crate) fn records(n_records: usize) -> Vec<Given> {
    let mut dice = Dice(20_261_118);
    let record = |at: usize| Given {
        id: format!("n{at}"),
        // Some have the greatest length that a page allows: a megabyte.
        name: if at % 5000 == 7 { Some("é\n".repeat(350_000)) } else { dice.maybe(Dice::text) },
        tags: dice.texts(),
        price: dice.maybe(|dice| dice.typed(&PRICES)),
        when: dice.maybe(|dice| dice.typed(&DATES)),
        counts: (0..dice.below(3)).map(|_| dice.typed(&NUMBERS)).collect(),
        offers: (0..dice.below(3)).map(|_| dice.offer()).collect(),
    };
    (0..n_records).map(record).collect()
}

/// The place and the confidence of the values of a record, equal for all.
const START: u32 = 4_294_967_000;
const END: u32 = 4_294_967_290;
const CONFIDENCE: f64 = 0.875;

fn value(text: &str) -> Value<'static> {
    let span = Span { start: START, end: END };
    Value { text: text.to_owned().into(), span, confidence: Some(Confidence::new(CONFIDENCE)) }
}

fn one(text: Option<&str>) -> Cell<'static> {
    text.map_or(Cell::Absent, |text| Cell::One(value(text)))
}

fn many<'t>(texts: impl Iterator<Item = &'t str>) -> Cell<'static> {
    Cell::Many(texts.map(value).collect())
}

impl Given {
    pub(crate) fn record(&self) -> Record<'static> {
        let offers = self.offers.iter().map(Offer::record).collect();
        let cells = vec![
            one(Some(&self.id)),
            one(self.name.as_deref()),
            many(self.tags.iter().map(String::as_str)),
            one(self.price.map(|typed| typed.text)),
            one(self.when.map(|typed| typed.text)),
            many(self.counts.iter().map(|typed| typed.text)),
            Cell::Nested(offers),
        ];
        Record { cells }
    }

    /// Returns the row of a file of columns in the form of Python's readers.
    pub(crate) fn in_columns(&self, page: &str, form: Form) -> Json {
        let offers: Vec<Json> = self.offers.iter().map(|offer| offer.in_columns(form)).collect();
        let mut row = json!({"_page": page, "id": form.text(Some(&self.id))});
        row["na\"me; --"] = form.text(self.name.as_deref());
        row["tags"] = self.tags.iter().map(|tag| form.text(Some(tag))).collect();
        form.typed("price", self.price, &mut row);
        form.typed("when", self.when, &mut row);
        form.typed_list("counts", &self.counts, &mut row);
        row["offers"] = json!(offers);
        row
    }

    /// The rows of all tables for this record, as nested objects.
    pub(crate) fn in_tables(&self, database: Database, page: &str, position: usize) -> Json {
        let mut row = json!({"_page": page, "_record": position, "id": self.id});
        row["na\"me; --"] = database.text(self.name.as_deref());
        row["tags"] = database.list("tags", &self.tags);
        database.typed("price", PRICE, self.price, &mut row);
        database.typed("when", DATE, self.when, &mut row);
        let count = |count: &&'static TypedText| {
            let mut row = json!({});
            database.typed("counts", NUMBER, Some(count), &mut row);
            row
        };
        row["counts"] = self.counts.iter().map(count).collect();
        row["offers"] = self.offers.iter().map(|offer| offer.in_tables(database)).collect();
        row
    }
}

impl Offer {
    fn record(&self) -> Record<'static> {
        let stock = |(place, n): &(Option<String>, Option<&'static TypedText>)| Record {
            cells: vec![one(place.as_deref()), one(n.map(|typed| typed.text))],
        };
        let cells = vec![
            one(self.shop.as_deref()),
            one(self.price.map(|typed| typed.text)),
            many(self.notes.iter().map(String::as_str)),
            Cell::Nested(self.stock.iter().map(stock).collect()),
        ];
        Record { cells }
    }

    fn in_columns(&self, form: Form) -> Json {
        let mut row = json!({"shop": form.text(self.shop.as_deref())});
        form.typed("price", self.price, &mut row);
        row["notes"] = self.notes.iter().map(|note| form.text(Some(note))).collect();
        let stock = |(place, n): &(Option<String>, Option<&'static TypedText>)| {
            let mut row = json!({"place": form.text(place.as_deref())});
            form.typed("n", *n, &mut row);
            row
        };
        row["stock"] = self.stock.iter().map(stock).collect();
        row
    }

    fn in_tables(&self, database: Database) -> Json {
        let mut row = json!({"shop": database.text(self.shop.as_deref())});
        database.typed("price", PRICE, self.price, &mut row);
        row["notes"] = database.list("notes", &self.notes);
        let stock = |(place, n): &(Option<String>, Option<&'static TypedText>)| {
            let mut row = json!({"place": database.text(place.as_deref())});
            database.typed("n", NUMBER, *n, &mut row);
            row
        };
        row["stock"] = self.stock.iter().map(stock).collect();
        row
    }
}

/// Form of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Text,
    Typed,
    TypedAndText,
    TypedWithSpans,
}

impl Form {
    fn text(self, text: Option<&str>) -> Json {
        match text {
            Some(text) if self == Self::TypedWithSpans => {
                json!({"text": text, "start": START, "end": END, "confidence": CONFIDENCE})
            }
            other => json!(other),
        }
    }

    fn typed(self, name: &str, typed: Option<&TypedText>, row: &mut Json) {
        let items = typed.map(|typed| self.item(typed));
        let (value, raw) = items.unwrap_or((Json::Null, Json::Null));
        row[name] = value;
        if self.has_raw() {
            row[format!("{name}_raw")] = raw;
        }
    }

    fn typed_list(self, name: &str, typed: &[&TypedText], row: &mut Json) {
        let (values, raws): (Vec<Json>, Vec<Json>) = typed.iter().map(|it| self.item(it)).unzip();
        row[name] = json!(values);
        if self.has_raw() {
            row[format!("{name}_raw")] = json!(raws);
        }
    }

    fn has_raw(self) -> bool {
        matches!(self, Self::Typed | Self::TypedAndText)
    }

    fn item(self, typed: &TypedText) -> (Json, Json) {
        let value = (typed.parquet)();
        match self {
            Self::Text => (json!(typed.text), Json::Null),
            Self::TypedWithSpans => {
                let mut all = self.text(Some(typed.text));
                all["value"] = value;
                (all, Json::Null)
            }
            Self::Typed if !value.is_null() => (value, Json::Null),
            Self::Typed | Self::TypedAndText => (value, json!(typed.text)),
        }
    }
}

/// A database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Database {
    Sqlite,
    /// Every value is text here.
    Postgres,
}

/// The columns of typed values in [`Database::Sqlite`] and [`Database::Postgres`], after the first.
type Further = [&'static [&'static str]; 2];
const PRICE: Further = [&["currency"], &["currency"]];
const DATE: Further = [&[], &["timestamp", "utc_offset"]];
const NUMBER: Further = [&[], &[]];

impl Database {
    fn text(self, text: Option<&str>) -> Json {
        match (self, text) {
            (Self::Postgres, Some(text)) => json!(text.replace('\0', "\u{fffd}")),
            (_, text) => json!(text),
        }
    }

    fn list(self, name: &str, texts: &[String]) -> Json {
        texts.iter().map(|text| json!({name: self.text(Some(text))})).collect()
    }

    /// Adds the columns of a typed value.
    fn typed(self, name: &str, further: Further, typed: Option<&TypedText>, row: &mut Json) {
        let columns = typed.map_or(json!([]), |typed| match self {
            Self::Sqlite => (typed.sqlite)(),
            Self::Postgres => (typed.postgres)(),
        });
        row[name] = columns[0].clone();
        for (at, part) in further[self as usize].iter().enumerate() {
            row[format!("{name}_{part}")] = columns[at + 1].clone();
        }
        let is_misfit = columns[0].is_null();
        row[format!("{name}_raw")] = json!(typed.filter(|_| is_misfit).map(|typed| typed.text));
    }
}
