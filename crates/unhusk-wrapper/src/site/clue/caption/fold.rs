//! The caption of a text: folded, in lower case, without a colon or an `s` at its end, long numbers masked.

use crate::site::clue::TextHash;
use unhusk_page::fold;
use unhusk_page::internal::is_always_nfc;

/// Longest caption, in bytes.
const MAX_CAPTION: usize = 60;

/// Size of the buffer for ASCII captions; longer texts have no caption, unless they end in colons.
const ROOM: usize = MAX_CAPTION + 4;

/// The caption of a text.
pub(in crate::site) fn caption_text(text: &str) -> Box<str> {
    if !text.chars().any(char::is_alphanumeric) {
        return Box::default();
    }
    let text = fold(text);
    let text = text.trim_end_matches([':', ' ', '\u{FF1A}']);
    if text.len() > MAX_CAPTION || !text.chars().any(char::is_alphanumeric) {
        return Box::default();
    }
    singular(&mask_numbers(text).to_lowercase()).into()
}

/// The hash of the caption of a text.
pub(in crate::site) fn caption_hash(text: &str) -> TextHash {
    let mut room = [0; ROOM];
    match ascii_caption(text, &mut room) {
        Some(caption) => TextHash::of_bytes(caption),
        None => TextHash::of_text(&caption_text(text)),
    }
}

/// The first two bytes of a caption; 0 for missing bytes, and behind numbers, which may be masked. All characters beyond
/// ASCII count as equal.
pub(in crate::site) type Beginning = [u8; 2];

/// A character beyond ASCII.
const BEYOND_ASCII: u8 = 0x80;

/// The beginning of a caption.
pub(in crate::site) fn beginning_of_caption(caption: &str) -> Beginning {
    match caption.as_bytes() {
        [] => [0, 0],
        [first] => beginning(*first, 0),
        [first, second, ..] => beginning(*first, *second),
    }
}

/// The beginning of the caption of a text whose first two characters are plain ASCII; `None` for others.
pub(in crate::site) fn ascii_beginning(text: &[u8]) -> Option<Beginning> {
    let start = text.iter().position(|&byte| FOLDED[usize::from(byte)] != b' ')?;
    let first = FOLDED[usize::from(text[start])];
    if first == NOT_PLAIN {
        return None;
    }
    let rest = &text[start + 1..];
    let second = match rest.first() {
        None => 0,
        Some(&byte) => match FOLDED[usize::from(byte)] {
            b' ' => return behind_space(rest).map(|second| beginning(first, second)),
            NOT_PLAIN | b':' | b'(' => return None,
            second => second,
        },
    };
    // A combining accent may become a part of the second character.
    let is_alone = rest.get(1).is_none_or(u8::is_ascii);
    is_alone.then(|| beginning(first, second))
}

/// The second byte of a caption whose first character has white space behind it; `None` if what follows is not plain ASCII.
fn behind_space(rest: &[u8]) -> Option<u8> {
    let next = rest.iter().map(|&byte| FOLDED[usize::from(byte)]).find(|&folded| folded != b' ');
    match next {
        None => Some(0),
        Some(NOT_PLAIN | b':' | b'(') => None,
        Some(_) => Some(b' '),
    }
}

/// The beginning of the caption of a text; `None` if the whole caption has to be computed.
pub(in crate::site) fn beginning_of_text(text: &str) -> Option<Beginning> {
    let text = trim_start(text);
    if text.is_empty() {
        return Some([0, 0]);
    }
    let first = plain_beginning(text)?;
    if first >= BEYOND_ASCII {
        return Some(beginning(first, 0));
    }
    let rest = &text[1..];
    let behind_space = trim_start(rest);
    let second = match plain_beginning(behind_space) {
        _ if behind_space.is_empty() => 0,
        // If nothing follows the colon or the `(s)`, it is not part of the caption.
        None | Some(b':' | b'(') => return None,
        Some(_) if behind_space.len() < rest.len() => b' ',
        Some(second) if second < BEYOND_ASCII && may_be_changed_by(&rest[1..]) => return None,
        Some(second) => second,
    };
    Some(beginning(first, second))
}

/// Whether a text may change the character before it: it may begin with a combining accent.
fn may_be_changed_by(behind: &str) -> bool {
    behind.chars().next().is_some_and(|c| !c.is_ascii() && !is_always_nfc(c))
}

/// A text without leading white space.
fn trim_start(text: &str) -> &str {
    let n_spaces = text.bytes().take_while(|&byte| FOLDED[usize::from(byte)] == b' ').count();
    let trimmed = &text[n_spaces..];
    if trimmed.as_bytes().first().is_some_and(u8::is_ascii) {
        trimmed
    } else {
        trimmed.trim_start()
    }
}

/// The first byte of the caption of a text, with all white space equal; `None` if the text is empty, or if folding may
/// change the first character.
fn plain_beginning(text: &str) -> Option<u8> {
    let first = *text.as_bytes().first()?;
    if first.is_ascii() {
        return Some(FOLDED[usize::from(first)]).filter(|&folded| folded != NOT_PLAIN);
    }
    match text.chars().next()? {
        c if c.is_whitespace() => Some(b' '),
        // The first begins with an ASCII letter in lower case, the second is a colon.
        '\u{130}' | '\u{FF1A}' => None,
        c => is_always_nfc(c).then_some(BEYOND_ASCII),
    }
}

fn beginning(first: u8, second: u8) -> Beginning {
    let first = masked(first);
    [first, if matches!(first, b'#' | BEYOND_ASCII) { 0 } else { masked(second) }]
}

/// A byte of a caption with all digits equal, since long numbers are masked, and all characters beyond ASCII equal.
fn masked(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => b'#',
        _ => byte.min(BEYOND_ASCII),
    }
}

/// [`caption_text`] without an allocation; `None` for texts that are not plain ASCII as far as it matters.
fn ascii_caption<'r>(text: &str, room: &'r mut [u8; ROOM]) -> Option<&'r [u8]> {
    let (len, has_number) = fold_ascii(text.as_bytes(), room)?;
    if len == ROOM {
        let last = text.trim_end().as_bytes().last();
        return last.is_some_and(|last| last.is_ascii() && *last != b':').then_some(&[]);
    }
    let last = room[..len].iter().rposition(|byte| !matches!(byte, b':' | b' '));
    let len = last.map_or(0, |last| last + 1);
    if len > MAX_CAPTION || !room[..len].iter().any(u8::is_ascii_alphanumeric) {
        return Some(&[]);
    }
    let len = if has_number { mask_ascii(room, len) } else { len };
    let caption = &room[..len];
    let caption = caption.strip_suffix(b"(s)").unwrap_or(caption);
    Some(caption.strip_suffix(b"s").filter(|one| one.len() > 3).unwrap_or(caption))
}

/// Writes a text in lower case with folded white space; returns its length, or [`ROOM`] if it is longer, and whether it has
/// three digits in a row.
fn fold_ascii(text: &[u8], room: &mut [u8; ROOM]) -> Option<(usize, bool)> {
    let mut len = 0;
    let mut is_space_due = false;
    let (mut n_digits, mut has_number) = (0, false);
    for &byte in text {
        let byte = FOLDED[usize::from(byte)];
        if byte == b' ' {
            is_space_due = len > 0;
            n_digits = 0;
            continue;
        }
        if byte == NOT_PLAIN {
            return None;
        }
        if len >= ROOM - 2 {
            return Some((ROOM, has_number));
        }
        if is_space_due {
            room[len] = b' ';
            len += 1;
            is_space_due = false;
        }
        n_digits = if byte.is_ascii_digit() { n_digits + 1 } else { 0 };
        has_number |= n_digits == 3;
        room[len] = byte;
        len += 1;
    }
    Some((len, has_number))
}

/// The mark of bytes that are not plain ASCII.
const NOT_PLAIN: u8 = 0;

/// ASCII in lower case, with all white space as a space.
const FOLDED: [u8; 256] = {
    let mut folded = [NOT_PLAIN; 256];
    let mut byte: u8 = 0;
    while byte < 0x80 {
        folded[byte as usize] = match byte {
            b'\t'..=b'\r' => b' ',
            _ => byte.to_ascii_lowercase(),
        };
        byte += 1;
    }
    folded
};

/// [`mask_numbers`] in place.
fn mask_ascii(room: &mut [u8; ROOM], len: usize) -> usize {
    let mut masked = 0;
    let mut n_digits = 0;
    for at in 0..len {
        let byte = room[at];
        n_digits = if byte.is_ascii_digit() { n_digits + 1 } else { 0 };
        match n_digits {
            0..3 => {
                room[masked] = byte;
                masked += 1;
            }
            3 => {
                masked -= 1;
                room[masked - 1] = b'#';
            }
            _ => {}
        }
    }
    masked
}

/// A caption without the ending of the plural: `Director`, `Directors` and `Director(s)` name the same.
fn singular(caption: &str) -> &str {
    let caption = caption.strip_suffix("(s)").unwrap_or(caption);
    caption.strip_suffix('s').filter(|one| one.len() > 3).unwrap_or(caption)
}

/// Masks numbers of three digits or more, which differ from page to page: `(1,204 reviews)`.
fn mask_numbers(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut digits = String::new();
    for c in text.chars().chain(std::iter::once('\0')) {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        if digits.len() >= 3 {
            masked.push('#');
        } else {
            masked.push_str(&digits);
        }
        digits.clear();
        if c != '\0' {
            masked.push(c);
        }
    }
    masked
}
