//! Pages on which learning is hard: the simpler class does not fit, the first guesses fail, or everything
//! repeats. Each kind can be made at any length.
//!
//! Used by the benchmark beside it and by the growth table of `unhusk-lab wien`.

mod ends;
mod repeats;
mod rows;

use unhusk_learn::example::{Example, Label, LabelCell, LabelledRecord, Place, PlaceTarget};
use unhusk_page::{Page, Span};

/// A page, and for each of its records the place of each value (start and end), if the record has one.
pub(crate) struct Made {
    /// The page.
    pub(crate) source: String,
    /// Its records.
    pub(crate) records: Vec<Vec<Option<(usize, usize)>>>,
}

impl Made {
    /// The page as an example, labelled by spans.
    pub(crate) fn example<'p>(&self, page: &'p Page) -> Example<'p> {
        let cell = |place: &Option<(usize, usize)>| match *place {
            None => LabelCell::Absent,
            Some((start, end)) => {
                let place = Place { span: Span::new(start, end), target: PlaceTarget::Range };
                LabelCell::One(Label { candidates: vec![place], text: None })
            }
        };
        let record = |places: &Vec<_>| LabelledRecord { cells: places.iter().map(cell).collect() };
        Example {
            name: "synthetic".to_owned(),
            page,
            complete: true,
            records: self.records.iter().map(record).collect(),
            negatives: Vec::new(),
        }
    }
}

/// A kind of hard page.
pub(crate) struct HardPageKind {
    /// Its difficulty.
    pub(crate) name: &'static str,
    /// Number of fields.
    pub(crate) n_fields: usize,
    /// The classes that fit it.
    pub(crate) classes: &'static [&'static str],
    /// Makes a page of about a number of bytes, from a seed.
    pub(crate) make: fn(usize, usize) -> Made,
}

/// All kinds.
pub(crate) const KINDS: [HardPageKind; 12] = [
    HardPageKind {
        // LR and HLRT read the notes between the records; `<li>` opens a record.
        name: "notes between",
        n_fields: 2,
        classes: &["oclr", "hoclrt"],
        make: |n_bytes, seed| rows::notes(n_bytes, seed, rows::Opening::Tag, ""),
    },
    HardPageKind {
        // Notes of which only a part of a tag is common to all records.
        name: "notes between, cut tags",
        n_fields: 2,
        classes: &["oclr", "hoclrt"],
        make: |n_bytes, seed| rows::notes(n_bytes, seed, rows::Opening::CutTag, ""),
    },
    HardPageKind {
        // Head and tail contain texts similar to records.
        name: "notes between, menus around",
        n_fields: 2,
        classes: &["hoclrt"],
        make: |n_bytes, seed| rows::notes(n_bytes, seed, rows::Opening::CutTag, rows::MENU),
    },
    HardPageKind {
        // Each note between the records differs from all earlier ones.
        name: "ever new notes",
        n_fields: 2,
        classes: &["oclr", "hoclrt"],
        make: rows::ever_new,
    },
    HardPageKind {
        // No tag, word or pair of them distinguishes head and tail from the text between the records.
        name: "shared words",
        n_fields: 2,
        classes: &["hlrt", "n-hlrt", "hoclrt"],
        make: rows::shared_words,
    },
    HardPageKind {
        // Two records, far from each other, among random words.
        name: "far apart",
        n_fields: 1,
        classes: &["hlrt", "n-hlrt", "hoclrt"],
        make: |n_bytes, seed| ends::long(n_bytes, seed, ends::Between::Nothing),
    },
    HardPageKind {
        // Two such records with notes between them.
        name: "far apart, notes between",
        n_fields: 1,
        classes: &["oclr", "hoclrt"],
        make: |n_bytes, seed| ends::long(n_bytes, seed, ends::Between::Notes),
    },
    HardPageKind {
        // Two such records of which only a closing string separates the openings.
        name: "far apart, false openings",
        n_fields: 1,
        classes: &["hoclrt"],
        make: |n_bytes, seed| ends::long(n_bytes, seed, ends::Between::Openings),
    },
    HardPageKind {
        // One value among equal letters.
        name: "one letter",
        n_fields: 1,
        classes: &["hlrt", "oclr", "hoclrt", "n-hlrt"],
        make: repeats::one_letter,
    },
    HardPageKind {
        // Rows, and rulers of equal signs of ever other lengths.
        name: "rulers",
        n_fields: 2,
        classes: &["lr", "hlrt", "oclr", "hoclrt", "n-lr", "n-hlrt"],
        make: repeats::rulers,
    },
    HardPageKind {
        // The longest left delimiters of the levels do not fit together.
        name: "shorter first",
        n_fields: 2,
        classes: &["n-lr", "n-hlrt"],
        make: repeats::shorter_first,
    },
    HardPageKind {
        // Three levels, whose values are left out here and there.
        name: "levels",
        n_fields: 3,
        classes: &["n-lr", "n-hlrt"],
        make: rows::levels,
    },
];

impl Made {
    fn new(source: &str) -> Self {
        Self { source: source.to_owned(), records: Vec::new() }
    }

    /// Adds a text that is not a value.
    fn push(&mut self, text: &str) {
        self.source.push_str(text);
    }

    /// Adds a value; returns its place.
    fn value(&mut self, text: &str) -> (usize, usize) {
        let start = self.source.len();
        self.push(text);
        (start, self.source.len())
    }
}

/// A generator of pseudo-random numbers, equal on every platform (splitmix64).
struct BenchRandom(u64);

impl BenchRandom {
    fn new(seed: usize) -> Self {
        Self(seed as u64)
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) >> 33).expect("31 bits") % n
    }

    /// Some words, with blanks between them.
    fn words(&mut self, n_words: usize) -> String {
        let words: Vec<&str> = (0..n_words).map(|_| WORDS[self.below(WORDS.len())]).collect();
        words.join(" ")
    }
}

const WORDS: [&str; 12] = [
    "free", "delivery", "on", "orders", "over", "fifty", "and", "thirty", "days", "to", "send",
    "back",
];
