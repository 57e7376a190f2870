//! What texts say as labels of others, in `XPath`.

use crate::literal::xpath_string;

/// TokenMask in upper case, as far as texts of all languages have them, and what is taken away behind them.
const FROM: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const TO: &str = "abcdefghijklmnopqrstuvwxyz";

/// Signs that labels are compared without.
const SIGNS: [char; 4] = [':', '\u{ff1a}', '(', ')'];

/// A label from which an `s` may have been taken has at least so many bytes.
const MIN_SINGULAR: usize = 4;

/// The condition that a text says this: in lower case, without colons, in the singular or the plural. None if that
/// cannot be written: there is no way to speak of any number.
pub(super) fn condition(says: &str) -> Option<String> {
    if says.contains('#') {
        return None;
    }
    let bare: String = says.chars().filter(|c| !SIGNS.contains(c)).collect();
    let bare = bare.trim();
    if bare.is_empty() {
        return None;
    }
    let (mut from, mut to) = (FROM.to_owned(), TO.to_owned());
    for lower in bare.chars().filter(|c| !c.is_ascii()) {
        let mut uppers = lower.to_uppercase();
        if let (Some(upper), None) = (uppers.next(), uppers.next())
            && upper != lower
            && !from.contains(upper)
        {
            from.push(upper);
            to.push(lower);
        }
    }
    from.push('\u{a0}');
    to.push(' ');
    from.push_str(":()");
    if says.contains(|c: char| !c.is_ascii()) {
        from.push('\u{ff1a}');
    }
    let text = format!("normalize-space(translate(., '{from}', '{to}'))");
    let is = |label: &str| Some(format!("{text}={}", xpath_string(label)?));
    if says.len() < MIN_SINGULAR {
        return is(bare);
    }
    Some(format!("{} or {}", is(bare)?, is(&format!("{bare}s"))?))
}
