//! Labels that cut a word or a number: `$12` of `$12.00`.

use crate::example::labels::shortened;
use crate::example::place::{Label, Place, PlaceTarget};
use unhusk_page::{Page, Span};

/// Characters that are examined on each side of a place.
const MAX_BESIDE: usize = 40;

/// The word or number of which the label is a part at every one of its places; `None` if it is whole somewhere.
pub(in crate::example) fn longer_text(page: &Page, label: &Label) -> Option<String> {
    label.text.as_ref()?;
    let mut longer = label.candidates.iter().map(|place| around(page, *place));
    let first = longer.next()??;
    longer.all(|other| other.is_some()).then(|| shortened(&page.text(first)))
}

/// The span of the word or number around a place, if the place does not begin and end with it.
fn around(page: &Page, place: Place) -> Option<Span> {
    if place.target == PlaceTarget::Range {
        return None;
    }
    let (start, end) = (place.span.start as usize, place.span.end as usize);
    let source = page.source();
    let (before, value, behind) =
        (source.get(..start)?, source.get(start..end)?, source.get(end..)?);
    let n_before = extension(value.chars(), before.chars().rev());
    let n_behind = extension(value.chars().rev(), behind.chars());
    (n_before + n_behind > 0).then(|| Span::new(start - n_before, end + n_behind))
}

/// Returns the number of bytes by which a word or number continues beyond the end of a value. Both iterators lead away
/// from that end: `value` inwards, `beside` outwards.
fn extension(mut value: impl Iterator<Item = char>, beside: impl Iterator<Item = char>) -> usize {
    let Some(mut last) = value.next().filter(|edge| edge.is_alphanumeric()) else { return 0 };
    let mut n_bytes = 0;
    let mut beside = beside.take(MAX_BESIDE).peekable();
    while let Some(next) = beside.next() {
        let is_point = matches!(next, '.' | ',')
            && last.is_ascii_digit()
            && beside.peek().is_some_and(char::is_ascii_digit);
        if !next.is_alphanumeric() && !is_point {
            break;
        }
        n_bytes += next.len_utf8();
        last = next;
    }
    n_bytes
}
