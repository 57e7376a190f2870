//! The share of values that survives simulated changes of the site, as the saved file keeps it.

use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// One kind of change of the pages of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PageChange {
    /// The texts of labels: `Price:` becomes `Item price:`.
    Labels,
    /// Attributes that carry no data are removed.
    Attributes,
    /// Classes and ids have other names.
    Classes,
    /// Elements have other tags with the same display.
    Tags,
    /// Large blocks have changed places.
    Order,
    /// Notes, rows and items are added.
    Siblings,
    /// Boxes are put around the content of boxes.
    Wrappers,
}

impl PageChange {
    /// All kinds, in the order in which several of them are applied to a page.
    pub const ALL: [Self; 7] = [
        Self::Labels,
        Self::Attributes,
        Self::Classes,
        Self::Tags,
        Self::Order,
        Self::Siblings,
        Self::Wrappers,
    ];

    /// Returns the name in files and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Labels => "labels",
            Self::Attributes => "attributes",
            Self::Classes => "classes",
            Self::Tags => "tags",
            Self::Order => "order",
            Self::Siblings => "siblings",
            Self::Wrappers => "wrappers",
        }
    }

    /// Describes the change, to follow the word "when".
    fn in_words(self) -> &'static str {
        match self {
            Self::Labels => "label texts are edited",
            Self::Attributes => "attributes are dropped",
            Self::Classes => "classes are renamed",
            Self::Tags => "tags change",
            Self::Order => "blocks change places",
            Self::Siblings => "elements are added beside others",
            Self::Wrappers => "elements are put around others",
        }
    }
}

/// Number of values that a wrapper still reads after simulated changes of the pages.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "SavedRobustness")]
pub struct Robustness {
    /// Number of pages of the simulation.
    pub pages: usize,
    /// Survival of the values, for each kind of change that is possible on these pages.
    pub changes: Vec<Survival>,
}

/// Survival of the values of a wrapper after one kind of change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Survival {
    /// The kind of change.
    pub change: PageChange,
    /// Number of values read from the pages before the change.
    pub values: usize,
    /// Number of these that are read from the pages afterwards.
    pub kept: usize,
}

impl Survival {
    /// Share of the values that are kept, 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "counts of values are far below 2^52")]
    pub fn share(self) -> f64 {
        if self.values == 0 { 1.0 } else { self.kept.min(self.values) as f64 / self.values as f64 }
    }

    /// Returns the share in percent, rounded down, so that 100 means all.
    fn percent(self) -> usize {
        if self.values == 0 { 100 } else { percent(self.kept.min(self.values), self.values) }
    }
}

/// The content of a file, before it is checked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `pages` and `changes`")]
struct SavedRobustness {
    pages: usize,
    changes: Vec<Survival>,
}

/// More pages than any simulation uses.
const MAX_PAGES: usize = 10_000;

impl TryFrom<SavedRobustness> for Robustness {
    type Error = String;

    fn try_from(saved: SavedRobustness) -> Result<Self, String> {
        let SavedRobustness { pages, changes } = saved;
        if !(1..=MAX_PAGES).contains(&pages) && !changes.is_empty() || pages > MAX_PAGES {
            return Err(format!("robustness on {pages} pages (1 to {MAX_PAGES} can be)"));
        }
        for (at, survival) in changes.iter().enumerate() {
            let Survival { change, values, kept } = survival;
            let name = change.name();
            if kept > values {
                return Err(format!("robustness against {name}: {kept} of {values} values kept"));
            }
            if changes[..at].iter().any(|known| known.change == *change) {
                return Err(format!("robustness against {name} is reported twice"));
            }
        }
        Ok(Self { pages, changes })
    }
}

impl Robustness {
    /// Share of the values that are kept, mean over the kinds of change.
    #[expect(clippy::cast_precision_loss, reason = "kinds of change are few")]
    pub fn overall(&self) -> f64 {
        let sum: f64 = self.changes.iter().map(|survival| survival.share()).sum();
        if self.changes.is_empty() { 1.0 } else { sum / self.changes.len() as f64 }
    }

    /// Returns the kind of change that loses most values, if any does; the first of several.
    pub fn weakest(&self) -> Option<Survival> {
        let harmful = self.changes.iter().filter(|survival| survival.kept < survival.values);
        harmful.copied().min_by(|one, other| one.share().total_cmp(&other.share()))
    }

    /// `keeps 90 % of its values when pages change (simulated on 2 pages): all when classes are renamed; weakest:
    /// 80 % when tags change`.
    pub fn sentence(&self) -> String {
        let pages =
            if self.pages == 1 { "1 page".to_owned() } else { format!("{} pages", self.pages) };
        let groups = self.groups();
        if groups.is_empty() {
            return "was not tried on changed pages".to_owned();
        }
        if let [(percent, changes)] = &groups[..] {
            let (share, changes) = (percentage(*percent), listed(changes));
            return format!("keeps {share} of its values when {changes} (simulated on {pages})");
        }
        let mut parts: Vec<String> = groups
            .iter()
            .map(|(percent, changes)| format!("{} when {}", percentage(*percent), listed(changes)))
            .collect();
        let weakest = parts.pop().unwrap_or_default();
        let parts = parts.join(", ");
        // Rounded down, as the parts are, so that it is never more than the best of them.
        let overall = (self.overall() * 100.0 + 1e-9).floor();
        format!(
            "keeps {overall:.0} % of its values when pages change (simulated on {pages}): {parts}; weakest: {weakest}"
        )
    }

    /// Returns the changes grouped by the share that they leave, in percent; the best first.
    fn groups(&self) -> Vec<(usize, Vec<&'static str>)> {
        let mut groups: BTreeMap<Reverse<usize>, Vec<&'static str>> = BTreeMap::new();
        for survival in &self.changes {
            let words = survival.change.in_words();
            groups.entry(Reverse(survival.percent())).or_default().push(words);
        }
        groups.into_iter().map(|(Reverse(percent), changes)| (percent, changes)).collect()
    }
}

/// A share in words.
fn percentage(percent: usize) -> String {
    if percent == 100 { "all".to_owned() } else { format!("{percent} %") }
}

/// Rounded down.
fn percent(part: usize, whole: usize) -> usize {
    usize::try_from(part as u128 * 100 / whole as u128).unwrap_or(100)
}

/// `a`, `a or b`, `a, b or c`.
fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    }
}
