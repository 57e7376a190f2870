//! What texts say as labels of others.

use super::clue::Print;
use crate::page::fold;
use std::cell::{Cell, OnceCell};

/// What a text says as a label of others.
#[derive(Debug, Clone)]
pub(crate) struct Said {
    /// The text: see [`View::said`](super::view::View::said).
    pub(crate) text: Box<str>,
    /// Its print.
    pub(crate) print: Print,
}

impl Said {
    /// What a text says.
    pub(crate) fn new(text: &str) -> Self {
        let text = label(text);
        Self { print: Print::of_text(&text), text }
    }
}

/// What the texts of a page say, each worked out when it is first asked for.
#[derive(Debug)]
pub(super) struct Sayings {
    n_leaves: usize,
    texts: OnceCell<Vec<OnceCell<Said>>>,
    prints: OnceCell<Vec<Cell<Print>>>,
    by_print: OnceCell<ByPrint>,
}

/// A print that was not asked for. Should a text have it, it is worked out each time.
const UNKNOWN: Print = Print(0);

impl Sayings {
    pub(super) fn new(n_leaves: usize) -> Self {
        let (texts, prints, by_print) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Self { n_leaves, texts, prints, by_print }
    }

    /// What a text says.
    pub(super) fn said<'p>(&self, leaf: usize, text: impl FnOnce() -> &'p str) -> &Said {
        let texts = self.texts.get_or_init(|| vec![OnceCell::new(); self.n_leaves]);
        texts[leaf].get_or_init(|| Said::new(text()))
    }

    /// The print of what a text says.
    pub(super) fn print<'p>(&self, leaf: usize, text: impl FnOnce() -> &'p str) -> Print {
        let prints = self.prints.get_or_init(|| vec![Cell::new(UNKNOWN); self.n_leaves]);
        let known = &prints[leaf];
        if known.get() == UNKNOWN {
            known.set(print_of_label(text()));
        }
        known.get()
    }

    /// All texts, by their prints.
    pub(super) fn by_print(&self, print: impl Fn(usize) -> Print) -> &ByPrint {
        self.by_print.get_or_init(|| ByPrint::new(self.n_leaves, print))
    }
}

/// Texts by their prints: chains of texts whose prints end alike.
#[derive(Debug)]
pub(super) struct ByPrint {
    /// The first text of each chain, as its number plus one.
    heads: Vec<u32>,
    /// The next text of the chain of each, as its number plus one.
    next: Vec<u32>,
}

impl ByPrint {
    fn new(n_leaves: usize, print: impl Fn(usize) -> Print) -> Self {
        let mut heads = vec![0; n_leaves.next_power_of_two()];
        let mut next = vec![0; n_leaves];
        for leaf in (0..n_leaves).rev() {
            let head = &mut heads[slot(print(leaf), n_leaves)];
            next[leaf] = *head;
            *head = u32::try_from(leaf + 1).unwrap_or(u32::MAX);
        }
        Self { heads, next }
    }

    /// Texts with a print, and some others, in document order.
    pub(super) fn leaves(&self, print: Print) -> impl Iterator<Item = usize> + '_ {
        let link = |number: u32| (number as usize).checked_sub(1);
        let first = link(self.heads[slot(print, self.next.len())]);
        std::iter::successors(first, move |&leaf| link(self.next[leaf]))
    }
}

fn slot(print: Print, n_leaves: usize) -> usize {
    let mask = n_leaves.next_power_of_two() as u64 - 1;
    usize::try_from((print.0 ^ print.0 >> 32) & mask).unwrap_or(0)
}

/// Texts longer than this are no labels of others.
const MAX_LABEL: usize = 60;

/// Longer ASCII texts are no labels, unless they end in colons.
const ROOM: usize = MAX_LABEL + 4;

fn print_of_label(text: &str) -> Print {
    let mut room = [0; ROOM];
    match ascii_label(text, &mut room) {
        Some(label) => Print::of_bytes(label),
        None => Print::of_text(&label(text)),
    }
}

/// The same as [`label`] without an allocation; none for texts that are not plain ASCII as far as it matters.
fn ascii_label<'r>(text: &str, room: &'r mut [u8; ROOM]) -> Option<&'r [u8]> {
    let (len, has_number) = fold_ascii(text.as_bytes(), room)?;
    if len == ROOM {
        let last = text.trim_end().as_bytes().last();
        return last.is_some_and(|last| last.is_ascii() && *last != b':').then_some(&[]);
    }
    let last = room[..len].iter().rposition(|byte| !matches!(byte, b':' | b' '));
    let len = last.map_or(0, |last| last + 1);
    if len > MAX_LABEL || !room[..len].iter().any(u8::is_ascii_alphanumeric) {
        return Some(&[]);
    }
    let len = if has_number { mask_ascii(room, len) } else { len };
    let label = &room[..len];
    let label = label.strip_suffix(b"(s)").unwrap_or(label);
    Some(label.strip_suffix(b"s").filter(|one| one.len() > 3).unwrap_or(label))
}

/// Folds white space, in lower case; how much there is, or [`ROOM`] if there is more, and whether there are three
/// digits in a row.
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

/// No plain ASCII character.
const NOT_PLAIN: u8 = 0;

/// Characters in lower case, all white space as one.
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

/// The same as [`mask_numbers`], in place.
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

/// A text as a label of others.
fn label(text: &str) -> Box<str> {
    let text = fold(text);
    let text = text.trim_end_matches([':', ' ', '\u{FF1A}']);
    if text.len() > MAX_LABEL || !text.chars().any(char::is_alphanumeric) {
        return Box::default();
    }
    singular(&mask_numbers(text).to_lowercase()).into()
}

/// A label names what follows, be it one or several: `Director`, `Directors`, `Director(s)`.
fn singular(label: &str) -> &str {
    let label = label.strip_suffix("(s)").unwrap_or(label);
    label.strip_suffix('s').filter(|one| one.len() > 3).unwrap_or(label)
}

/// Numbers of three digits or more differ from page to page: `(1,204 reviews)`.
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
