//! A scripted user of the studio: clicks the values of the first record of a list page, then corrects wrong values, one
//! act at a time, until the page is read correctly. Counts the acts, and times each.
//!
//! A correction is a click on a wrong value or on a missing one; choosing the field first is an act of its own.

use crate::contest::half::SiteHalf;
use crate::results::{Folders, write_csv};
use crate::site::Site;
use anyhow::Context;
use std::fmt::Write as _;
use std::fs;
use std::time::Instant;
use unhusk::example::{Example, Label, LabelCell};
use unhusk::page::{NodeId, NodeKind, PageOptions};
use unhusk::{Account, Learner, Page, Span};
use unhusk_io::source::PageRef;
use unhusk_studio::place::{Place, places_of, target};
use unhusk_studio::studio::{Act, Studio, StudioOptions};
use unhusk_studio::task::Sign;

/// What to run.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Sets of list sites
    #[arg(long, value_delimiter = ',', default_value = "estuka,estuka-records")]
    set: Vec<String>,
    /// Only sites whose name contains this
    #[arg(long, default_value = "")]
    site: String,
    /// Acts after which the user gives up
    #[arg(long, default_value_t = 16)]
    most: usize,
    /// Print every act
    #[arg(long)]
    show: bool,
    #[command(flatten)]
    folders: Folders,
}

/// One site.
#[derive(serde::Serialize)]
struct StudioRow {
    set: String,
    site: String,
    half: &'static str,
    kilobytes: u64,
    records: usize,
    fields: usize,
    /// Acts until the page is read correctly; empty if it never is.
    acts: Option<usize>,
    /// Values that were still wrong at the end.
    wrong: usize,
    /// The longest time of an act, in milliseconds.
    slowest_ms: f64,
    /// The median time of an act.
    median_ms: f64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    let mut times = Vec::new();
    for set in &args.set {
        for site in Site::all(&args.folders.data.join(set))? {
            if !site.name.contains(&args.site) {
                continue;
            }
            if let Some((row, ms)) = teach(set, &site, args)? {
                eprintln!(
                    "{set} {}: {:?} acts, slowest {:.0} ms",
                    row.site, row.acts, row.slowest_ms
                );
                rows.push(row);
                times.extend(ms);
            }
        }
    }
    let table = table(&rows, &mut times);
    print!("{table}");
    if args.folders.dry_run {
        return Ok(());
    }
    write_csv(&args.folders.results.join("studio.csv"), &rows)?;
    let path = args.folders.report.join("studio.md");
    fs::write(&path, report(&table)).with_context(|| path.display().to_string())
}

/// A value of the truth or of a reading. Texts decide whether it is right, as in all experiments; its place is the
/// target of a click.
#[derive(Debug, Clone, PartialEq, Eq)]
struct PlacedValue {
    field: usize,
    record: usize,
    span: Span,
    text: String,
}

fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the values of `these` that `those` lack; a text that occurs twice is needed twice.
fn lacking<'v>(these: &'v [PlacedValue], those: &[PlacedValue]) -> Vec<&'v PlacedValue> {
    let mut left: Vec<(usize, &str)> =
        those.iter().map(|value| (value.field, value.text.as_str())).collect();
    let mut lacking = Vec::new();
    for value in these {
        match left.iter().position(|known| *known == (value.field, value.text.as_str())) {
            Some(at) => {
                left.swap_remove(at);
            }
            None => lacking.push(value),
        }
    }
    lacking
}

/// Teaches one site on its first page; `None` if the page has no list.
fn teach(set: &str, site: &Site, args: &Args) -> anyhow::Result<Option<(StudioRow, Vec<f64>)>> {
    let examples = site.examples()?;
    let Some(example) = examples.examples().first() else { return Ok(None) };
    let truth = truth(site, example)?;
    let free = unknown(example);
    if example.records.len() < 2 || truth.is_empty() {
        return Ok(None);
    }
    let folder = std::env::temp_dir().join(format!("unhusk-lab-studio-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    let path = site.folder.join(&example.name);
    let options = StudioOptions {
        folder: folder.clone(),
        pages: vec![PageRef::file(path.clone())],
        page: PageOptions::default(),
        wrapper: None,
    };
    let mut user = User {
        studio: Studio::open(options)?,
        page: example.page,
        fields: Vec::new(),
        acts: 0,
        ms: Vec::new(),
        show: args.show,
    };
    let wrong = user.teach(&Truth { values: &truth, free: &free }, args.most);
    fs::remove_dir_all(&folder).context("removing the task")?;
    let mut ms = user.ms.clone();
    ms.sort_by(f64::total_cmp);
    let n_fields = truth.iter().map(|value| value.field).max().map_or(0, |last| last + 1);
    let row = StudioRow {
        set: set.to_owned(),
        site: site.name.clone(),
        half: SiteHalf::of(&site.name).name(),
        kilobytes: fs::metadata(&path)?.len() / 1000,
        records: example.records.len(),
        fields: n_fields,
        acts: (wrong == 0).then_some(user.acts),
        wrong,
        slowest_ms: ms.last().copied().unwrap_or(0.0).round(),
        median_ms: ms.get(ms.len() / 2).copied().unwrap_or(0.0).round(),
    };
    Ok(Some((row, user.ms)))
}

/// Returns the number of unknown values of each field: labels whose text is not on the page.
fn unknown(example: &Example<'_>) -> Vec<usize> {
    let n_fields = example.records.iter().map(|record| record.cells.len()).max().unwrap_or(0);
    let is_unknown = |field: usize| {
        example
            .records
            .iter()
            .filter(|record| matches!(record.cells.get(field), Some(LabelCell::Unknown)))
            .count()
    };
    (0..n_fields).map(is_unknown).collect()
}

/// The truth of a page.
#[derive(Clone, Copy)]
struct Truth<'t> {
    values: &'t [PlacedValue],
    /// For each field, the number of further values that count as right.
    free: &'t [usize],
}

impl Truth<'_> {
    /// Returns the values of a reading that are wrong.
    fn wrong<'v>(&self, reading: &'v [PlacedValue]) -> Vec<&'v PlacedValue> {
        let mut free = self.free.to_vec();
        let mut wrong = lacking(reading, self.values);
        wrong.retain(|value| match free.get_mut(value.field) {
            Some(left) if *left > 0 => {
                *left -= 1;
                false
            }
            _ => true,
        });
        wrong
    }
}

/// Returns the labelled values with their places. A text at several places has the first one behind the previous
/// record, unless labels around it choose another.
fn truth(site: &Site, example: &Example<'_>) -> anyhow::Result<Vec<PlacedValue>> {
    let set = site.examples()?.select(&[0])?;
    let learned = Learner::auto().account(Account::Fit).learn_from(&set)?;
    let names: Vec<&str> = set.schema().fields().iter().map(|field| field.name.as_str()).collect();
    let mut values = Vec::new();
    let mut behind = 0;
    for (record, labelled) in example.records.iter().enumerate() {
        let mut first = None;
        for (field, cell) in labelled.cells.iter().enumerate() {
            let labels: &[Label] = match cell {
                LabelCell::One(label) => std::slice::from_ref(label),
                LabelCell::Many(labels) => labels,
                _ => &[],
            };
            let is_chosen = |span: &Span| {
                learned.chosen_places.iter().any(|place| {
                    place.record == record + 1
                        && Some(&place.field.as_str()) == names.get(field)
                        && place.span == *span
                })
            };
            for label in labels {
                let mut spans: Vec<Span> =
                    label.candidates.iter().map(|place| place.span).collect();
                spans.sort_unstable_by_key(|span| (span.start, span.end));
                let chosen = spans.iter().find(|span| is_chosen(span));
                let next = || spans.iter().find(|span| span.start >= behind).or(spans.first());
                let Some(&span) = chosen.or_else(next) else { continue };
                first = Some(first.map_or(span.start, |first: u32| first.min(span.start)));
                let text = fold(label.text.as_deref().unwrap_or(&example.page.text(span)));
                values.push(PlacedValue { field, record, span, text });
            }
        }
        behind = first.map_or(behind, |first| first + 1);
    }
    Ok(values)
}

/// The scripted user.
struct User<'p> {
    studio: Studio,
    page: &'p Page,
    /// The number that the studio gave to each field of the truth.
    fields: Vec<(usize, u32)>,
    acts: usize,
    ms: Vec<f64>,
    show: bool,
}

impl User<'_> {
    /// Teaches until the reading is right; returns the number of wrong values at the end.
    fn teach(&mut self, truth: &Truth<'_>, most: usize) -> usize {
        let mut reading = Vec::new();
        for value in truth.values.iter().filter(|value| value.record == truth.values[0].record) {
            let is_read = self.field_of(value.field).is_some()
                && !lacking(std::slice::from_ref(value), &reading).is_empty();
            if is_read || self.field_of(value.field).is_none() {
                let chosen = self.field_of(value.field);
                reading = self.click(value, chosen, Sign::Plus).unwrap_or(reading);
            }
        }
        while self.acts < most {
            // A missing value teaches more about the rule than a wrong one.
            let missing =
                lacking(truth.values, &reading).first().map(|&value| (value.clone(), Sign::Plus));
            let wrong = || truth.wrong(&reading).first().map(|&value| (value.clone(), Sign::Minus));
            let Some((value, sign)) = missing.or_else(wrong) else { return 0 };
            let chosen = self.field_of(value.field);
            if chosen.is_some() && sign == Sign::Plus {
                self.acts += 1;
            }
            match self.click(&value, chosen, sign) {
                Some(read) if read == reading => break,
                Some(read) => reading = read,
                None => break,
            }
        }
        lacking(truth.values, &reading).len() + truth.wrong(&reading).len()
    }

    fn field_of(&self, field: usize) -> Option<u32> {
        self.fields.iter().find(|(known, _)| *known == field).map(|(_, id)| *id)
    }

    /// Remembers the number that the studio gave to a new field.
    fn note_field(&mut self, field: usize) {
        if self.field_of(field).is_some() {
            return;
        }
        let task = serde_json::to_value(self.studio.task("lab", 0)).unwrap_or_default();
        let ids = task["fields"].as_array().cloned().unwrap_or_default();
        let newest = ids.iter().filter_map(|field| field["id"].as_u64()).max();
        if let Some(id) = newest
            .and_then(|id| u32::try_from(id).ok())
            .filter(|id| !self.fields.iter().any(|(_, known)| known == id))
        {
            self.fields.push((field, id));
        }
    }

    /// Labels a value; returns the next reading. A field that is not known yet is a click that makes a new one.
    fn click(
        &mut self,
        value: &PlacedValue,
        field: Option<u32>,
        sign: Sign,
    ) -> Option<Vec<PlacedValue>> {
        let places = places_of(self.page, value.span);
        let place = match &places[..] {
            [] => return None,
            [one] => one.clone(),
            // A value over several nodes is dragged from its beginning to its end.
            [first, .., last] => dragged(self.page, first, last)?,
        };
        let act = Act::Label { place, field, sign };
        let start = Instant::now();
        let answer = self.studio.act("lab", 0, &act).ok()?;
        let answer = serde_json::to_value(answer).ok()?;
        self.ms.push(start.elapsed().as_secs_f64() * 1e3);
        self.acts += 1;
        if self.show {
            eprintln!(
                "  {sign:?} {:?} -> {} records, {}",
                value.text,
                answer["marks"]["records"].as_array().map_or(0, Vec::len),
                answer["task"]["problem"]["say"]
            );
        }
        self.note_field(value.field);
        Some(self.read(&answer["marks"]))
    }

    fn read(&self, marks: &serde_json::Value) -> Vec<PlacedValue> {
        let mut values = Vec::new();
        for (record, mark) in marks["records"].as_array().into_iter().flatten().enumerate() {
            for cell in mark["cells"].as_array().into_iter().flatten() {
                let id = cell["field"].as_u64().and_then(|id| u32::try_from(id).ok());
                let field = self
                    .fields
                    .iter()
                    .find(|(_, known)| Some(*known) == id)
                    .map_or(usize::MAX, |(field, _)| *field);
                for value in cell["values"].as_array().into_iter().flatten() {
                    let places: Vec<Place> =
                        serde_json::from_value(value["places"].clone()).unwrap_or_default();
                    let spans: Vec<Span> = places
                        .iter()
                        .filter_map(|place| target(self.page, place).ok())
                        .map(|target| target.span)
                        .collect();
                    let (Some(first), Some(last)) = (spans.first(), spans.last()) else { continue };
                    let span = Span { start: first.start, end: last.end };
                    let text = fold(value["text"].as_str().unwrap_or(""));
                    values.push(PlacedValue { field, record, span, text });
                }
            }
        }
        values
    }
}

/// Returns the part of the page from the beginning of one place to the end of another.
fn dragged(page: &Page, first: &Place, last: &Place) -> Option<Place> {
    let tree = page.tree();
    let texts = |place: &Place| -> Vec<NodeId> {
        let node = NodeId(place.node);
        let all = [node].into_iter().chain(tree.descendants(node));
        all.filter(|&node| tree.kind(node) == NodeKind::Text).collect()
    };
    let (from, to) = (*texts(first).first()?, *texts(last).last()?);
    let n_units = tree.text(to).encode_utf16().count();
    Some(Place {
        start: Some(first.start.unwrap_or(0)),
        end: Some(last.end.unwrap_or(u32::try_from(n_units).ok()?)),
        to: Some(to.0),
        ..Place::node(from)
    })
}

fn table(rows: &[StudioRow], times: &mut [f64]) -> String {
    times.sort_by(f64::total_cmp);
    let share = |part: usize| {
        times
            .get((times.len() * part / 100).min(times.len().saturating_sub(1)))
            .copied()
            .unwrap_or(0.0)
    };
    let mut text = String::from(
        "| set | half | sites | truth reached | median acts | most |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    let mut sets: Vec<&str> = rows.iter().map(|row| row.set.as_str()).collect();
    sets.dedup();
    for set in sets {
        for half in [None, Some("fit"), Some("report")] {
            let own: Vec<&StudioRow> = rows
                .iter()
                .filter(|row| row.set == set && half.is_none_or(|half| row.half == half))
                .collect();
            // A site that is never read correctly counts as more acts than any other.
            let mut acts: Vec<usize> =
                own.iter().map(|row| row.acts.unwrap_or(usize::MAX)).collect();
            acts.sort_unstable();
            let n_reached = acts.iter().filter(|acts| **acts < usize::MAX).count();
            let median = match acts.get(acts.len() / 2) {
                Some(&usize::MAX) | None => "-".to_owned(),
                Some(acts) => acts.to_string(),
            };
            let most = acts.iter().filter(|acts| **acts < usize::MAX).max().copied().unwrap_or(0);
            let _ = writeln!(
                text,
                "| {set} | {} | {} | {n_reached} | {median} | {most} |",
                half.unwrap_or("both"),
                own.len()
            );
        }
    }
    let _ = writeln!(
        text,
        "\n{} acts: median {:.0} ms, 95 % within {:.0} ms, slowest {:.0} ms",
        times.len(),
        share(50),
        share(95),
        share(100)
    );
    text
}

fn report(table: &str) -> String {
    format!(
        "# Teaching by clicking\n\nA scripted user clicks the values of the first record of a list page in the studio, then corrects what is wrong, \
         until the page is read as the truth says (`unhusk-lab studio`). Choosing a field before a click is an act of its own.\n\n{table}"
    )
}
