//! A parsed value -> the value of its column, where the column can hold it.

use super::{ColumnValue, DECIMAL_PRECISION, DECIMAL_SCALE};
use unhusk_wrapper::record::{Date, Typed};

/// Significant digits that every `f64` keeps.
const F64_DIGITS: usize = 15;
const MS_PER_DAY: i64 = 86_400_000;

/// Returns the value of the column; `None` if the column would change or lose a part of it: too many digits, or a date
/// that is a month or a year.
pub(super) fn column_value(typed: Typed) -> Option<ColumnValue<'static>> {
    match typed {
        Typed::Number(digits) => double(&digits).map(ColumnValue::Double),
        Typed::Price { amount, currency } => {
            let currency =
                currency.map_or(ColumnValue::Null, |code| ColumnValue::Text(code.into()));
            Some(ColumnValue::Group(vec![ColumnValue::Decimal(decimal(&amount)?), currency]))
        }
        Typed::Date(date) => calendar_date(date),
        Typed::Text(text) | Typed::Url(text) | Typed::Language(text) => {
            Some(ColumnValue::Text(text.into()))
        }
        other => Some(ColumnValue::Text(other.to_string().into())),
    }
}

/// Returns the number as `f64` if that keeps all of its digits.
pub(crate) fn double(digits: &str) -> Option<f64> {
    let n_digits = digits.bytes().filter(u8::is_ascii_digit).count();
    let number = digits.parse::<f64>().ok().filter(|_| n_digits <= F64_DIGITS)?;
    number.is_finite().then_some(number)
}

/// Returns the number in units of 10^-[`DECIMAL_SCALE`]: `12.5` -> 12500000000.
pub(super) fn decimal(digits: &str) -> Option<i128> {
    let (is_negative, digits) = match digits.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, digits),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let fraction = fraction.trim_end_matches('0');
    let whole = whole.trim_start_matches('0');
    if fraction.len() > DECIMAL_SCALE || whole.len() > DECIMAL_PRECISION - DECIMAL_SCALE {
        return None;
    }
    let units: i128 = format!("0{whole}{fraction:0<DECIMAL_SCALE$}").parse().ok()?;
    Some(if is_negative { -units } else { units })
}

fn calendar_date(date: Date) -> Option<ColumnValue<'static>> {
    let days = days_since_1970(date.year, date.month?, date.day?);
    let clock = date.time.map_or(ColumnValue::Null, |time| {
        let seconds = i64::from(time.hour) * 3600 + i64::from(time.minute) * 60;
        let milliseconds = (seconds + i64::from(time.second)) * 1000;
        ColumnValue::Timestamp(i64::from(days) * MS_PER_DAY + milliseconds)
    });
    let offset = date.time.and_then(|time| time.offset);
    let offset = offset.map_or(ColumnValue::Null, |minutes| ColumnValue::Integer(minutes.into()));
    Some(ColumnValue::Group(vec![ColumnValue::Date(days), clock, offset]))
}

/// Days since 1970-01-01 in the Gregorian calendar. Years begin in March here, so that the leap day is their last.
pub(super) fn days_since_1970(year: u16, month: u8, day: u8) -> i32 {
    let (month, day) = (i32::from(month), i32::from(day));
    let year = i32::from(year) - i32::from(month <= 2);
    let months_since_march = (month + 9) % 12;
    let day_of_year = (153 * months_since_march + 2) / 5 + day - 1;
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    // 0000-03-01 is 719468 days before 1970-01-01.
    year * 365 + leap_days + day_of_year - 719_468
}
