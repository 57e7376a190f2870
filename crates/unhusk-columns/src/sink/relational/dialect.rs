//! Differences between databases: names of types, and the values that a column can hold.

use super::rows::SqlCell;
use crate::column::double;
use unhusk_wrapper::record::{Datatype, Date};

/// A database system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sink) enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    pub(super) fn integer(self) -> &'static str {
        match self {
            Self::Sqlite => "INTEGER",
            Self::Postgres => "bigint",
        }
    }

    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Sqlite => "TEXT",
            Self::Postgres => "text",
        }
    }

    pub(super) fn real(self) -> &'static str {
        match self {
            Self::Sqlite => "REAL",
            Self::Postgres => "double precision",
        }
    }

    /// The type of a point in time.
    pub(super) fn time(self) -> &'static str {
        match self {
            Self::Sqlite => "TEXT",
            Self::Postgres => "timestamp with time zone",
        }
    }

    /// The type of the values of a datatype; `None` is text.
    pub(super) fn value(self, datatype: Option<Datatype>) -> &'static str {
        match (datatype, self) {
            (Some(Datatype::Number | Datatype::Price), Self::Sqlite) => "NUMERIC",
            (Some(Datatype::Number | Datatype::Price), Self::Postgres) => "numeric",
            (Some(Datatype::Date), Self::Postgres) => "date",
            _ => self.text(),
        }
    }

    /// Columns beside the value of a datatype: the end of their name, and their type.
    pub(super) fn further(
        self,
        datatype: Option<Datatype>,
    ) -> &'static [(&'static str, &'static str)] {
        match (datatype, self) {
            (Some(Datatype::Price), Self::Sqlite) => &[("currency", "TEXT")],
            (Some(Datatype::Price), Self::Postgres) => &[("currency", "text")],
            (Some(Datatype::Date), Self::Postgres) => {
                &[("timestamp", "timestamp"), ("utc_offset", "integer")]
            }
            _ => &[],
        }
    }

    /// The most bytes of a name, with room for a number behind it. PostgreSQL cuts names after 63 bytes.
    pub(super) fn max_name(self) -> usize {
        match self {
            Self::Sqlite => usize::MAX,
            Self::Postgres => 54,
        }
    }

    /// Names that no column may have.
    pub(super) fn reserved(self) -> &'static [&'static str] {
        match self {
            Self::Sqlite => &[],
            Self::Postgres => &["ctid", "xmin", "xmax", "cmin", "cmax", "tableoid"],
        }
    }

    /// The number as the database stores it; `None` if it would lose digits.
    pub(super) fn number(self, digits: String) -> Option<SqlCell<'static>> {
        if self == Self::Postgres {
            return (digits.len() <= MAX_NUMERIC).then(|| SqlCell::Text(digits.into()));
        }
        if let Ok(integer) = digits.parse::<i64>() {
            return Some(SqlCell::Integer(integer));
        }
        double(&digits).map(SqlCell::Real)
    }

    /// The cells of a date; `None` if its column cannot hold it.
    pub(super) fn date(self, date: Date) -> Option<Vec<SqlCell<'static>>> {
        if self == Self::Sqlite {
            return Some(vec![SqlCell::Text(date.to_string().into())]);
        }
        // The calendar of PostgreSQL has no year 0.
        let (year, month, day) = (date.year, date.month?, date.day?);
        if year == 0 {
            return None;
        }
        let day = format!("{year:04}-{month:02}-{day:02}");
        let Some(time) = date.time else {
            return Some(vec![SqlCell::Text(day.into()), SqlCell::Null, SqlCell::Null]);
        };
        let clock = format!("{day} {:02}:{:02}:{:02}", time.hour, time.minute, time.second);
        let offset = time.offset.map_or(SqlCell::Null, |minutes| SqlCell::Integer(minutes.into()));
        Some(vec![SqlCell::Text(day.into()), SqlCell::Text(clock.into()), offset])
    }
}

/// Characters of a number that PostgreSQL's `numeric` holds for sure: 131,072 digits before the point, 16,383 behind it.
const MAX_NUMERIC: usize = 16_000;
