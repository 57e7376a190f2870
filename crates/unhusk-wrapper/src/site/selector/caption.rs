//! Captions in `XPath`: the condition that a text has a caption.

use crate::literal::xpath_string;

/// Upper-case letters that are translated to lower case.
const FROM: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const TO: &str = "abcdefghijklmnopqrstuvwxyz";

/// Signs that are left out of the comparison.
const SIGNS: [char; 4] = [':', '\u{ff1a}', '(', ')'];

/// Least length in bytes of a caption from which an `s` may have been removed.
const MIN_SINGULAR: usize = 4;

/// The condition that a text has a caption: in lower case, without colons, in the singular or the plural. `None` if it
/// cannot be written: `XPath` 1.0 has no pattern for numbers.
pub(super) fn condition(caption: &str) -> Option<String> {
    if caption.contains('#') {
        return None;
    }
    let bare: String = caption.chars().filter(|c| !SIGNS.contains(c)).collect();
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
    if caption.contains(|c: char| !c.is_ascii()) {
        from.push('\u{ff1a}');
    }
    let text = format!("normalize-space(translate(., '{from}', '{to}'))");
    let is = |wanted: &str| Some(format!("{text}={}", xpath_string(wanted)?));
    if caption.len() < MIN_SINGULAR {
        return is(bare);
    }
    Some(format!("{} or {}", is(bare)?, is(&format!("{bare}s"))?))
}
