//! The tasks of `testdata/tasks`: labelled pages to learn from, and labelled pages to read.
//!
//! A task is a folder with `labels.json` and `pages/`. Methods learn from the pages `learn-*.html`; the pages
//! `read-*.html` are held out, and their labels are the expected records.

use serde_json::{Map, Value as Json};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use unhusk_learn::example::{Labels, PageLabels, Strictness, TrainingSet};
use unhusk_learn::{Method, Settings, provenance};
use unhusk_page::Page;
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::record::{Cell, Field, Record};

/// A task.
pub(crate) struct BaselineTask {
    pub(crate) name: String,
    /// The labels of the pages to learn from.
    labels: Labels,
    pub(crate) learn: Vec<TaskPage>,
    pub(crate) read: Vec<TaskPage>,
}

/// A page and the records on it.
pub(crate) struct TaskPage {
    pub(crate) name: String,
    pub(crate) page: Page,
    /// Objects of texts, lists of texts and lists of such objects; `null` for an absent value.
    pub(crate) records: Json,
}

/// The wrapper that a method learnt from a task, or the reason why it learnt nothing.
pub(crate) struct LearnedTask {
    pub(crate) method: &'static Method,
    pub(crate) task: &'static BaselineTask,
    pub(crate) result: Result<Wrapper, String>,
}

/// The folder `testdata`.
pub(crate) fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata")
}

/// All tasks, in the order of their names.
pub(crate) fn tasks() -> &'static [BaselineTask] {
    static TASKS: OnceLock<Vec<BaselineTask>> = OnceLock::new();
    TASKS.get_or_init(|| {
        let folders = fs::read_dir(testdata().join("tasks")).expect("there are tasks");
        let mut tasks: Vec<BaselineTask> = folders
            .map(|entry| BaselineTask::load(&entry.expect("a folder entry").path()))
            .collect();
        tasks.sort_by(|a, b| a.name.cmp(&b.name));
        tasks
    })
}

/// Results of learning every task with every method, computed once.
pub(crate) fn lessons() -> &'static [LearnedTask] {
    static LESSONS: OnceLock<Vec<LearnedTask>> = OnceLock::new();
    LESSONS.get_or_init(|| {
        let pairs = unhusk_baselines::methods()
            .flat_map(|method| tasks().iter().map(move |task| (method, task)));
        pairs
            .map(|(method, task)| LearnedTask {
                method,
                task,
                result: learn(method, &task.training_set()),
            })
            .collect()
    })
}

/// The lessons in which something was learnt.
pub(crate) fn learnt() -> impl Iterator<Item = (&'static LearnedTask, &'static Wrapper)> {
    lessons().iter().filter_map(|lesson| Some((lesson, lesson.result.as_ref().ok()?)))
}

/// Learns with the defaults of the program.
pub(crate) fn learn(method: &Method, set: &TrainingSet<'_>) -> Result<Wrapper, String> {
    let learned = method.learn(set, &Settings::default()).map_err(|error| error.to_string())?;
    let schema = learned.schema(set);
    Ok(Wrapper::new(schema, learned.wrapper, provenance(method.name, set)))
}

impl BaselineTask {
    fn load(folder: &Path) -> Self {
        let file = folder.join("labels.json");
        let text =
            fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let all = Labels::parse("labels.json", &text)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let json: Json = serde_json::from_str(&text).expect("labels are JSON");
        let (mut learn, mut read) = (Vec::new(), Vec::new());
        for page in json["pages"].as_array().expect("pages") {
            let name = page["path"].as_str().expect("a path").to_owned();
            let bytes = fs::read(folder.join(&name)).expect("a page of the task");
            let records = with_absent(&page["records"], all.schema().fields());
            let list = if name.starts_with("pages/learn-") { &mut learn } else { &mut read };
            list.push(TaskPage { name, page: Page::from_bytes(&bytes), records });
        }
        let is_learnt = |page: &&PageLabels| learn.iter().any(|learnt| page.path == learnt.name);
        let pages = all.pages().iter().filter(is_learnt).cloned().collect();
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        assert!(learn.len() > 1 && !read.is_empty(), "{name} has too few pages");
        let labels = all.with_pages(pages).expect("a part of the labels is well formed");
        Self { name, labels, learn, read }
    }

    /// The examples, in the order of the labels.
    pub(crate) fn training_set(&self) -> TrainingSet<'_> {
        let pages: Vec<(usize, &Page)> =
            self.learn.iter().map(|labelled| &labelled.page).enumerate().collect();
        TrainingSet::new(&self.labels, &pages, Strictness::Strict)
            .unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }
}

/// Returns the records of a labels file with `null` for omitted fields.
fn with_absent(records: &Json, fields: &[Field]) -> Json {
    let cell = |record: &Json, field: &Field| match &record[&field.name] {
        Json::Array(nested) if !field.fields.is_empty() => {
            with_absent(&Json::Array(nested.clone()), &field.fields)
        }
        other => other.clone(),
    };
    let record = |record: &Json| -> Json {
        let cells = fields.iter().map(|field| (field.name.clone(), cell(record, field)));
        Json::Object(cells.collect::<Map<_, _>>())
    };
    records.as_array().expect("records").iter().map(record).collect()
}

/// Returns the records that a wrapper reads from a page, as labels.
pub(crate) fn read(file: &Wrapper, page: &Page) -> Json {
    as_labels(&file.extract(page).records, file.schema.fields())
}

fn as_labels(records: &[Record<'_>], fields: &[Field]) -> Json {
    let record = |record: &Record<'_>| -> Json {
        let cells = record.cells.iter().zip(fields).map(|(cell, field)| {
            let json = match cell {
                Cell::Absent => Json::Null,
                Cell::One(value) => value.text.as_ref().into(),
                Cell::Many(values) => values.iter().map(|value| value.text.as_ref()).collect(),
                Cell::Nested(records) => as_labels(records, &field.fields),
            };
            (field.name.clone(), json)
        });
        Json::Object(cells.collect::<Map<_, _>>())
    };
    records.iter().map(record).collect()
}
