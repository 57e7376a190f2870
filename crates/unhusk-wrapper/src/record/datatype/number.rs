//! Decimal numbers as people write them: `1,234.56`, `1.234,56`, `1 234,56`, `−5`.

/// Whether a single separator before three digits groups thousands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Thousands {
    /// `1,234` is 1234; `1.234` is a little more than one.
    Unlikely,
    /// `1,234` and `1.234` are both 1234: most currencies have no thousandths.
    Likely,
    /// Both are a little more than one: the currency has thousandths.
    Never,
}

/// Longest number accepted, in characters.
const MAX_CHARS: usize = 64;

/// Parses a number; returns it in the form of `xsd:decimal`: optional minus sign, digits, optional fraction.
pub(super) fn decimal(text: &str, thousands: Thousands) -> Option<String> {
    if text.chars().count() > MAX_CHARS {
        return None;
    }
    let (sign, digits) = match text.strip_prefix(['-', '\u{2212}']) {
        Some(rest) => ("-", rest.trim_start()),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = parts(digits, thousands)?;
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    Some(if fraction.is_empty() {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{fraction}")
    })
}

/// Splits the digits at the decimal separator.
fn parts(digits: &str, thousands: Thousands) -> Option<(String, String)> {
    let is_mark = |c: char| matches!(c, '.' | ',');
    let last = digits.rfind(is_mark);
    let (whole, fraction) = match last {
        Some(at) if is_decimal(digits, at, thousands) => (&digits[..at], Some(&digits[at + 1..])),
        _ => (digits, None),
    };
    let mark = last.and_then(|at| digits[at..].chars().next());
    let fraction = fraction.unwrap_or_default();
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !all_digits(fraction) || fraction.is_empty() && digits.ends_with(is_mark) {
        return None;
    }
    // `.5` has no whole part; one kind of mark groups the whole part, and it is not that of the fraction.
    if whole.is_empty() {
        return (!fraction.is_empty()).then(|| (String::new(), fraction.to_owned()));
    }
    let decimal_mark = if fraction.is_empty() { None } else { mark };
    ungrouped(whole, decimal_mark).map(|whole| (whole, fraction.to_owned()))
}

/// Whether the last mark, at `at`, separates the fraction.
fn is_decimal(digits: &str, at: usize, thousands: Thousands) -> bool {
    let mark = &digits[at..=at];
    let (before, after) = (&digits[..at], &digits[at + 1..]);
    if before.contains(mark) {
        return false;
    }
    // A different mark before this one groups thousands, so this one separates the fraction.
    if before.contains(['.', ',']) {
        return true;
    }
    let could_group =
        after.len() == 3 && (1..=3).contains(&before.len()) && !before.starts_with('0');
    match thousands {
        _ if !could_group => true,
        Thousands::Never => true,
        Thousands::Likely => false,
        Thousands::Unlikely => mark == ".",
    }
}

/// Removes the marks between groups of three digits; `None` if a group has another length.
fn ungrouped(whole: &str, decimal_mark: Option<char>) -> Option<String> {
    let is_group_mark =
        |c: char| matches!(c, '.' | ',' | ' ' | '\u{a0}' | '\u{202f}' | '\'' | '\u{2019}');
    let Some(mark) = whole.chars().find(|c| is_group_mark(*c)) else {
        return whole.bytes().all(|byte| byte.is_ascii_digit()).then(|| whole.to_owned());
    };
    if Some(mark) == decimal_mark {
        return None;
    }
    let groups: Vec<&str> = whole.split(mark).collect();
    let is_number = |group: &&str| group.bytes().all(|byte| byte.is_ascii_digit());
    let fits =
        (1..=3).contains(&groups[0].len()) && groups[1..].iter().all(|group| group.len() == 3);
    (fits && groups.iter().all(is_number)).then(|| groups.concat())
}
