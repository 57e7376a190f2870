//! Amounts of money: `$12.00`, `12,50 €`, `EUR 1.234`, `CHF 10.-`.

use super::Typed;
use super::number::{Thousands, decimal};

/// Currency signs and their codes. A bare `$` means US dollars, as on most pages; `kr` and `Rs` are ambiguous and
/// left out.
const SIGNS: [(&str, &str); 22] = [
    ("US$", "USD"),
    ("U$S", "USD"),
    ("CA$", "CAD"),
    ("C$", "CAD"),
    ("AU$", "AUD"),
    ("A$", "AUD"),
    ("NZ$", "NZD"),
    ("HK$", "HKD"),
    ("S$", "SGD"),
    ("R$", "BRL"),
    ("NT$", "TWD"),
    ("$", "USD"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("¥", "JPY"),
    ("₹", "INR"),
    ("₽", "RUB"),
    ("₩", "KRW"),
    ("₺", "TRY"),
    ("₪", "ILS"),
    ("₴", "UAH"),
    ("zł", "PLN"),
];

/// The active codes of ISO 4217, without funds and metals.
const CODES: &str = "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN \
    BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF \
    GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR \
    LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK \
    PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT \
    TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG";

/// Length of a currency code, in bytes.
const CODE_BYTES: usize = 3;

/// Currencies that divide into thousandths.
const THOUSANDTHS: [&str; 7] = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"];

/// Longest price accepted, in bytes.
const MAX_BYTES: usize = 128;

pub(super) fn price(text: &str) -> Option<Typed> {
    if text.len() > MAX_BYTES || !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (sign, text) = match text.strip_prefix(['-', '\u{2212}']) {
        Some(rest) => ("-", rest.trim_start()),
        None => ("", text),
    };
    let (before, rest) = currency_before(text);
    let (after, digits) = currency_after(rest);
    // `$12 USD` gives the currency twice; two that differ are ambiguous.
    let currency = match (before, after) {
        (Some(before), Some(after)) if before == "USD" || before == after => Some(after),
        (Some(_), Some(_)) => return None,
        (one, other) => one.or(other),
    };
    let digits = without_dash(digits.trim());
    let has_thousandths = currency.is_some_and(|currency| THOUSANDTHS.contains(&currency));
    let thousands = if has_thousandths { Thousands::Never } else { Thousands::Likely };
    let amount = decimal(digits, thousands)?;
    let amount =
        if sign.is_empty() || amount.starts_with('-') { amount } else { format!("-{amount}") };
    Some(Typed::Price { amount, currency })
}

fn currency_before(text: &str) -> (Option<&'static str>, &str) {
    let sign = SIGNS.iter().find_map(|(sign, code)| Some((*code, text.strip_prefix(sign)?)));
    let code = || {
        let (start, rest) = text.split_at_checked(CODE_BYTES)?;
        Some((code(start)?, rest))
    };
    match sign.or_else(code) {
        Some((currency, rest)) => (Some(currency), rest.trim_start()),
        None => (None, text),
    }
}

fn currency_after(text: &str) -> (Option<&'static str>, &str) {
    let sign = SIGNS.iter().find_map(|(sign, code)| Some((*code, text.strip_suffix(sign)?)));
    let code = || {
        let (rest, end) = text.split_at_checked(text.len().checked_sub(CODE_BYTES)?)?;
        Some((code(end)?, rest))
    };
    match sign.or_else(code) {
        Some((currency, rest)) => (Some(currency), rest.trim_end()),
        None => (None, text),
    }
}

/// Returns the currency code that a text of three bytes is.
fn code(text: &str) -> Option<&'static str> {
    if !text.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return None;
    }
    CODES.split_ascii_whitespace().find(|code| *code == text)
}

/// `10.-` and `10,–` -> `10`.
fn without_dash(digits: &str) -> &str {
    let dashless = digits.trim_end_matches(['-', '\u{2013}', '\u{2014}']);
    if dashless.len() == digits.len() { digits } else { dashless.trim_end_matches(['.', ',']) }
}
