//! The signals by their names and positions.

/// How many signals there are.
pub const N_SIGNALS: usize = 23;

/// The signals of one field, in the order of [`NAMES`].
pub type Signals = [f64; N_SIGNALS];

/// What the signals are called in tables.
pub const NAMES: [&str; N_SIGNALS] = [
    "missing",
    "gaps",
    "doubt",
    "doubtful",
    "shape",
    "unseen",
    "mixture",
    "type",
    "constant",
    "known",
    "shared",
    "count",
    "records",
    "template",
    "paths",
    "labels",
    "unlabelled",
    "relabelled",
    "assured",
    "gone",
    "mislabelled",
    "votes",
    "contest",
];

/// Positions in [`Signals`].
pub(crate) mod at {
    /// Records that lack the field, more than before.
    pub(crate) const MISSING: usize = 0;
    /// The same in units of chance.
    pub(crate) const GAPS: usize = 1;
    /// Loss of confidence.
    pub(crate) const DOUBT: usize = 2;
    /// Share of doubtful values, more than before.
    pub(crate) const DOUBTFUL: usize = 3;
    /// Distance of the features' means.
    pub(crate) const SHAPE: usize = 4;
    /// Share of values that begin or end as none did.
    pub(crate) const UNSEEN: usize = 5;
    /// Difference of the mixtures of beginnings and ends.
    pub(crate) const MIXTURE: usize = 6;
    /// Share of values that are of a type or not, unlike before.
    pub(crate) const TYPE: usize = 7;
    /// Values that repeat where they differed.
    pub(crate) const CONSTANT: usize = 8;
    /// Share of values that are known.
    pub(crate) const KNOWN: usize = 9;
    /// Values that are another field's, too.
    pub(crate) const SHARED: usize = 10;
    /// Values per record, more or fewer.
    pub(crate) const COUNT: usize = 11;
    /// Records per page, more or fewer.
    pub(crate) const RECORDS: usize = 12;
    /// Loss of texts of the template.
    pub(crate) const TEMPLATE: usize = 13;
    /// Values stand at more kinds of places.
    pub(crate) const PATHS: usize = 14;
    /// Values stand behind more kinds of texts.
    pub(crate) const LABELS: usize = 15;
    /// Values do not stand behind the text that they stood behind.
    pub(crate) const UNLABELLED: usize = 16;
    /// Values stand behind the text that they stood behind.
    pub(crate) const RELABELLED: usize = 17;
    /// How much values differ where the wrapper is as sure as ever.
    pub(crate) const ASSURED: usize = 18;
    /// No value is left.
    pub(crate) const GONE: usize = 19;
    /// Values stand behind a text of the template that none stood behind.
    pub(crate) const MISLABELLED: usize = 20;
    /// Loss of votes.
    pub(crate) const VOTES: usize = 21;
    /// Votes for something else.
    pub(crate) const CONTEST: usize = 22;
}
