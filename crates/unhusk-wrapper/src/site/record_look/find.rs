//! Finds the records of a page by how they look: of all elements that repeat, those that look most like labelled records.

use super::RecordLook;
use super::align::{Aligner, LookReading};
use super::items::ItemPage;
use crate::record::Schema;
use crate::site::clue::{ClueWriter, TextHash};
use crate::site::matcher::page_index::{NodeRange, PageIndex};
use crate::site::node_groups::NodeGroups;
use crate::site::regions;
use crate::site::rule::Reach;
use rustc_hash::FxHashSet;
use unhusk_page::VisibleNode;

/// Regions that look like records, with what they look like.
pub(in crate::site) struct LookedUp {
    pub(in crate::site) regions: Vec<(NodeRange, LookReading)>,
    /// The sum of the squares of the likenesses.
    pub(in crate::site) score: f64,
}

/// Most groups of elements that are compared, the largest first.
const MAX_GROUPS: usize = 300;
/// Regions of a group that are compared before it is given up.
const SAMPLE: usize = 5;
/// Groups that are compared region by region.
const MAX_FINALISTS: usize = 8;
/// Most regions of a group.
const MAX_REGIONS: usize = 1000;
/// Least likeness of a record. Pages of other sites have lists, too: with 0.4, a wrapper of one site found ten records on
/// most of them.
const MIN_LIKENESS: f64 = 0.6;
/// Least likeness of a record, as a share of that of the best.
const AS_LIKE: f64 = 0.6;
/// More records than this number times those that are usual do not make a better list.
const MORE: usize = 2;

/// Least number of regions that have a text which does not tell records apart.
const MIN_REPEATED: usize = 3;

/// A page on which records are looked for.
pub(in crate::site) struct LookSearch<'l, 'i, 'p> {
    page: &'l ItemPage<'i, 'p>,
    aligner: Aligner<'l, 'i, 'p>,
    reach: Reach,
    usual: usize,
}

impl<'l, 'i, 'p> LookSearch<'l, 'i, 'p> {
    pub(in crate::site) fn new(
        look: &'l RecordLook,
        schema: &Schema,
        page: &'l ItemPage<'i, 'p>,
        (reach, usual): (Reach, usize),
    ) -> Self {
        let aligner = Aligner::new(look, schema, page);
        Self { page, aligner, reach, usual: usual.max(1) }
    }

    /// Regions as records; `None` for those that cannot be any.
    pub(in crate::site) fn read(&self, regions: &[NodeRange]) -> Vec<Option<LookReading>> {
        let repeated = self.repeated(regions);
        let read = |&region| self.aligner.read(&self.page.items_of(region)?, &repeated);
        regions.iter().map(read).collect()
    }

    /// The texts that many of some regions have.
    fn repeated(&self, regions: &[NodeRange]) -> FxHashSet<TextHash> {
        let mut all: Vec<TextHash> = Vec::new();
        for region in regions {
            let texts = self.page.texts_of(*region);
            let mut own: Vec<TextHash> =
                texts.map(|leaf| self.page.index.caption_hash(leaf)).collect();
            own.sort_unstable();
            own.dedup();
            all.extend(own);
        }
        all.sort_unstable();
        let least = MIN_REPEATED.max(regions.len() / 3);
        let same = all.chunk_by(|a, b| a == b).filter(|same| same.len() >= least);
        same.map(|same| same[0]).collect()
    }

    /// The regions that look most like records; `None` if none do.
    pub(in crate::site) fn best(&self) -> Option<LookedUp> {
        let mut hopeful: Vec<(f64, Vec<NodeRange>)> = Vec::new();
        for group in groups(self.page.index) {
            let mut scopes = regions::scopes(self.page.index, &group, self.reach);
            scopes.retain(|scope| self.is_plausible(*scope));
            if scopes.len() < 2 || scopes.len() > MAX_REGIONS {
                continue;
            }
            let step = scopes.len().div_ceil(SAMPLE);
            let sample: Vec<NodeRange> = scopes.iter().step_by(step).copied().collect();
            let sample = self.read(&sample);
            let sample: Vec<&LookReading> = sample.iter().flatten().collect();
            if sample.iter().any(|reading| reading.likeness >= MIN_LIKENESS) {
                hopeful.push((self.score(&sample, scopes.len()), scopes));
            }
        }
        hopeful.sort_by(|a, b| b.0.total_cmp(&a.0));
        hopeful.truncate(MAX_FINALISTS);
        let mut best: Option<LookedUp> = None;
        for (_, scopes) in hopeful {
            let Some(found) = self.of_group(&scopes) else { continue };
            if best.as_ref().is_none_or(|best| found.score > best.score) {
                best = Some(found);
            }
        }
        best
    }

    /// The regions of a group that look like records; `None` if they do not look like a list of records.
    pub(in crate::site) fn of_group(&self, scopes: &[NodeRange]) -> Option<LookedUp> {
        let readings = scopes.iter().copied().zip(self.read(scopes));
        let readings = readings.filter_map(|(scope, reading)| Some((scope, reading?)));
        let mut regions: Vec<(NodeRange, LookReading)> = readings.collect();
        let most = regions.iter().map(|region| region.1.likeness).fold(0.0, f64::max);
        regions.retain(|region| region.1.likeness >= MIN_LIKENESS.max(AS_LIKE * most));
        let n_different = self.n_different(&regions);
        if n_different < 2 {
            return None;
        }
        let readings: Vec<&LookReading> = regions.iter().map(|region| &region.1).collect();
        Some(LookedUp { score: self.score(&readings, n_different), regions })
    }

    /// How much speaks for regions that rules found, and how much they look like records on average.
    #[expect(clippy::cast_precision_loss, reason = "counts of records")]
    pub(in crate::site) fn judge(&self, scopes: &[NodeRange]) -> (f64, f64) {
        let readings = self.read(scopes);
        let readings: Vec<&LookReading> = readings.iter().flatten().collect();
        let sum: f64 = readings.iter().map(|reading| reading.likeness).sum();
        (self.score(&readings, readings.len()), sum / scopes.len().max(1) as f64)
    }

    /// How much speaks for some regions that they are the records: their likeness, how much of a record each has, and
    /// their number.
    #[expect(clippy::cast_precision_loss, reason = "counts of records")]
    fn score(&self, readings: &[&LookReading], n_regions: usize) -> f64 {
        let n = readings.len().max(1) as f64;
        let mean = |of: fn(&LookReading) -> f64| {
            readings.iter().map(|reading| of(reading)).sum::<f64>() / n
        };
        let likeness = mean(|reading| reading.likeness);
        let weight = mean(|reading| (1.0 + reading.weight).ln());
        likeness * likeness * weight * n_regions.min(MORE * self.usual) as f64
    }

    /// The number of regions whose texts differ: a note that is repeated is no record.
    fn n_different(&self, regions: &[(NodeRange, LookReading)]) -> usize {
        let text = |(region, _): &(NodeRange, LookReading)| {
            self.page
                .texts_of(*region)
                .map(|leaf| self.page.index.caption_hash(leaf))
                .collect::<Vec<TextHash>>()
        };
        let mut texts: Vec<Vec<TextHash>> = regions.iter().map(text).collect();
        texts.sort_unstable();
        texts.dedup();
        texts.len()
    }

    /// Whether a region has about as many texts as labelled records.
    fn is_plausible(&self, scope: NodeRange) -> bool {
        let (least, most) = self.aligner.n_texts();
        let n_texts = self.page.n_texts(scope);
        3 * n_texts >= least && n_texts <= 3 * most + 5 && n_texts > 0
    }
}

/// Groups of elements that repeat: with the same tags around them, the same class, or the same parent; outer elements first.
/// Tags that look the same are the same.
fn groups(index: &PageIndex<'_>) -> Vec<Vec<VisibleNode>> {
    let mut groups = NodeGroups::default();
    let mut paths: Vec<TextHash> = Vec::with_capacity(index.len());
    for node in (0..).take(index.len()) {
        let parent = index.parent(node);
        let mut path = parent.map_or_else(TextHash::default, |parent| paths[parent as usize]);
        path.write("<");
        path.write(plain_tag(index.tag(node)));
        paths.push(path);
        if index.is_text(node) {
            continue;
        }
        groups.add(path, node);
        let mut children = TextHash::default();
        children.write("^");
        if let Some(parent) = parent {
            children.write_number(parent);
        }
        groups.add(children, node);
        groups.add_by_class(index, path, node);
    }
    groups.largest(MAX_GROUPS)
}

/// One tag for all that look the same.
fn plain_tag(tag: &str) -> &str {
    match tag {
        "section" | "article" | "p" | "dl" | "main" => "div",
        "bdi" => "span",
        "strong" => "b",
        "em" => "i",
        "h2" | "h3" | "h4" | "h5" | "h6" => "h1",
        "ol" => "ul",
        _ => tag,
    }
}
