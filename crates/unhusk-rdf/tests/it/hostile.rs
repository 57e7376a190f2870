//! Records as a hostile page would write them, equal on every run.

use unhusk_page::Span;
use unhusk_wrapper::record::{Cell, Record, Value};

/// Pieces that break something somewhere.
const PIECES: [&str; 44] = [
    "plain",
    " ",
    "naïve café",
    "日本語",
    "👩‍👩‍👧",
    "a\u{301}",
    "\"",
    "'",
    "\"\"\"",
    "'''",
    "\\",
    "\\n",
    "\\u0041",
    "\n",
    "\r",
    "\r\n",
    "\t",
    "\u{0}",
    "\u{1}",
    "\u{7}",
    "\u{b}",
    "\u{1b}[31m",
    "\u{7f}",
    "\u{85}",
    "\u{9b}",
    "\u{2028}",
    "\u{202e}",
    "\u{200f}",
    "\u{feff}",
    "\u{fffd}",
    "<b>",
    "</script>",
    "<!--",
    "]]>",
    "&amp;",
    "&#0;",
    ";",
    ",",
    ":",
    "=1+1",
    "\nBEGIN:VEVENT",
    "\r\nEND:VCARD\r\n",
    "^^<http://x>",
    "@prefix",
];

/// A small generator: its numbers must be equal everywhere, not good.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % n as u64).unwrap()
    }

    pub(crate) fn text(&mut self) -> String {
        // Some are long: a thousand pieces are more than ten folded lines.
        let n_pieces = if self.below(200) == 0 { 1000 } else { 1 + self.below(8) };
        (0..n_pieces).map(|_| PIECES[self.below(PIECES.len())]).collect()
    }
}

pub(crate) fn value(text: String) -> Value<'static> {
    Value { text: text.into(), span: Span { start: 0, end: 0 }, confidence: None }
}

/// `id`, `name`, `about`, `tags`: a distinguishing number, two texts, a list of texts.
pub(crate) fn records(n_records: usize) -> Vec<(String, String, Vec<String>)> {
    let mut dice = Dice::new(20_241_116);
    (0..n_records)
        .map(|at| {
            // One text has the greatest length that a page allows: a megabyte.
            if at == 7 {
                return ("long".to_owned(), "é\n".repeat(350_000), Vec::new());
            }
            let tags = (0..dice.below(3)).map(|_| dice.text()).collect();
            (dice.text(), dice.text(), tags)
        })
        .collect()
}

pub(crate) fn record(
    at: usize,
    (name, about, tags): &(String, String, Vec<String>),
) -> Record<'static> {
    let tags = tags.iter().cloned().map(value).collect();
    Record {
        cells: vec![
            Cell::One(value(format!("n{at}"))),
            Cell::One(value(name.clone())),
            Cell::One(value(about.clone())),
            Cell::Many(tags),
            Cell::One(value("2024-05-01T19:00:00+02:00".to_owned())),
            Cell::One(value(format!("/items/{at}?a=1&b=2"))),
        ],
    }
}
