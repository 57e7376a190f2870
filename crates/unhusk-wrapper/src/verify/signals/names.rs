//! Names and positions of the signals.

/// The number of signals.
pub const N_SIGNALS: usize = 27;

/// The signals of one field, in the order of [`NAMES`].
pub type Signals = [f64; N_SIGNALS];

/// The names of the signals in tables.
pub const NAMES: [&str; N_SIGNALS] = [
    "missing",
    "gaps",
    "doubt",
    "shape",
    "unseen",
    "mixture",
    "type",
    "same",
    "known",
    "shared",
    "count",
    "records",
    "template",
    "paths",
    "labels",
    "gone",
    "mislabelled",
    "votes",
    "contest",
    "unechoed",
    "misnamed",
    "named",
    "marks",
    "moved",
    "menus",
    "stuck",
    "contradicted",
];

/// Positions in [`Signals`].
pub mod at {
    /// Increase of the share of records that lack the field.
    pub const MISSING: usize = 0;
    /// How surprising this increase is.
    pub const GAPS: usize = 1;
    /// Loss of confidence.
    pub const DOUBT: usize = 2;
    /// Distance of the features' means.
    pub const SHAPE: usize = 3;
    /// Share of values that begin or end with a new token pattern.
    pub const UNSEEN: usize = 4;
    /// Distance of the distributions of the token patterns.
    pub const MIXTURE: usize = 5;
    /// Change of the share of values that have a datatype.
    pub const TYPE: usize = 6;
    /// How surprising it is that all values are equal.
    pub const SAME: usize = 7;
    /// Share of values that the healthy sample contains.
    pub const KNOWN: usize = 8;
    /// Increase of the share of values that are also read for another field.
    pub const SHARED: usize = 9;
    /// Change of the number of values per record.
    pub const COUNT: usize = 10;
    /// Change of the number of records per page; for nested fields, of nested records.
    pub const RECORDS: usize = 11;
    /// Loss of texts of the template.
    pub const TEMPLATE: usize = 12;
    /// Loss of concentration of the tag paths.
    pub const PATHS: usize = 13;
    /// Loss of concentration of the captions.
    pub const LABELS: usize = 14;
    /// No value is left.
    pub const GONE: usize = 15;
    /// Share of values whose caption used to caption something else.
    pub const MISLABELLED: usize = 16;
    /// Loss of votes.
    pub const VOTES: usize = 17;
    /// Increase of the votes for the runner-up.
    pub const CONTEST: usize = 18;
    /// Increase of the share of values that do not occur elsewhere on their page.
    pub const UNECHOED: usize = 19;
    /// Share of the values that the page's own data no longer names as it did.
    pub const MISNAMED: usize = 20;
    /// Share of the values that the page's own data names as it did.
    pub const NAMED: usize = 21;
    /// Share of the words in the markup around the values that were not there.
    pub const MARKS: usize = 22;
    /// Distance by which the values moved on the page, as a share of its texts.
    pub const MOVED: usize = 23;
    /// Increase of the share of values in menus, margins and footers.
    pub const MENUS: usize = 24;
    /// Share of the values that are as before, although the page's own data names others.
    pub const STUCK: usize = 25;
    /// Share of the values that are not what the page's own data names, although the page shows that.
    pub const CONTRADICTED: usize = 26;
}
