//! The signals by their names and positions.

/// How many signals there are.
pub const N_SIGNALS: usize = 20;

/// The signals of one field, in the order of [`NAMES`].
pub type Signals = [f64; N_SIGNALS];

/// What the signals are called in tables.
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
];

/// Positions in [`Signals`].
pub mod at {
    /// Records that lack the field, more than before.
    pub const MISSING: usize = 0;
    /// The same in units of chance.
    pub const GAPS: usize = 1;
    /// Loss of confidence.
    pub const DOUBT: usize = 2;
    /// Distance of the features' means.
    pub const SHAPE: usize = 3;
    /// Share of values that begin or end as none did.
    pub const UNSEEN: usize = 4;
    /// Difference of the mixtures of beginnings and ends.
    pub const MIXTURE: usize = 5;
    /// Share of values that are of a type or not, unlike before.
    pub const TYPE: usize = 6;
    /// One text is said again and again, in units of chance.
    pub const SAME: usize = 7;
    /// Share of values that are known.
    pub const KNOWN: usize = 8;
    /// Values that are another field's, too.
    pub const SHARED: usize = 9;
    /// Values per record, more or fewer.
    pub const COUNT: usize = 10;
    /// Records per page, more or fewer; of nested fields, those of the list that they are in.
    pub const RECORDS: usize = 11;
    /// Loss of texts of the template.
    pub const TEMPLATE: usize = 12;
    /// Values stand at more kinds of places.
    pub const PATHS: usize = 13;
    /// Values stand behind more kinds of texts.
    pub const LABELS: usize = 14;
    /// No value is left.
    pub const GONE: usize = 15;
    /// Values stand behind a text of the template that something else stood behind.
    pub const MISLABELLED: usize = 16;
    /// Loss of votes.
    pub const VOTES: usize = 17;
    /// Votes for something else.
    pub const CONTEST: usize = 18;
    /// Values that the page does not say elsewhere, too, more than before.
    pub const UNECHOED: usize = 19;
}
