//! Laws of every method on every task from which it learns something.

use crate::task::{LearnedTask, learn, learnt, read, tasks};
use proptest::prelude::*;
use unhusk_learn::example::{
    Example, Label, LabelCell, LabelledRecord, Place, PlaceTarget, TrainingSet,
};
use unhusk_page::{Page, Span};
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::record::{Cell, Field, Record, Schema, Value};

/// A law that a method breaks on some tasks.
struct Exception {
    method: &'static str,
    tasks: &'static [&'static str],
    /// The reason.
    #[expect(dead_code, reason = "for who reads the list")]
    why: &'static str,
}

const TURNS: &str = "finds the values, but makes no records of fields that do not take turns";

/// Methods that return a wrapper which does not reproduce its examples.
const NOT_REPRODUCED: &[Exception] = &[
    Exception { method: "kl", tasks: &["reordered-fields", "shared-values"], why: TURNS },
    Exception { method: "luti", tasks: &["shared-values"], why: TURNS },
    Exception {
        method: "template",
        tasks: &[
            "ads-between",
            "head-and-tail",
            "optional-field",
            "reordered-fields",
            "repeated-field",
            "table-with-header",
            "two-layouts",
        ],
        why: "labels name columns of a template that was found without them, whatever it reads",
    },
];

/// Methods that learn another wrapper from the examples in another order.
const ORDERED: &[Exception] = &[
    Exception { method: "auto", tasks: &["detail-and-list"], why: LAYOUTS },
    Exception { method: "site", tasks: &["detail-and-list"], why: LAYOUTS },
    Exception {
        method: "stalker",
        tasks: &[
            "list",
            "no-records",
            "plain-text",
            "references",
            "reordered-fields",
            "table-with-header",
        ],
        why: "rules are grown from one example, the first of those that are equally good",
    },
    Exception {
        method: "pattern",
        tasks: &["repeated-field", "two-layouts"],
        why: "records are aligned one after the other",
    },
    Exception {
        method: "template",
        tasks: &["no-records", "two-layouts"],
        why: "pages are aligned one after the other",
    },
    Exception {
        method: "bwi",
        tasks: &["table-with-header", "two-layouts"],
        why: "of detectors that are equally good the one that was seen first is taken",
    },
];

const LAYOUTS: &str = "layouts are numbered in the order of the pages that show them";

/// Methods whose wrappers read pages differently if the examples are in another order.
const READ_ORDERED: &[Exception] = &[
    Exception {
        method: "stalker",
        tasks: &["reordered-fields"],
        why: "from another example a rule is grown that does not cover all of them",
    },
    Exception {
        method: "template",
        tasks: &["two-layouts"],
        why: "the template is that of the first layout, and pages of the other one do not fit it",
    },
];

/// Checks a law in every lesson: it must hold, except in the listed cases, in which it must not.
fn check(exceptions: &[Exception], law: impl Fn(&LearnedTask, &Wrapper) -> Option<String>) {
    let mut failures = Vec::new();
    for (lesson, file) in learnt() {
        let (method, task) = (lesson.method.name, lesson.task.name.as_str());
        let is_excepted = exceptions
            .iter()
            .any(|exception| exception.method == method && exception.tasks.contains(&task));
        match law(lesson, file) {
            Some(problem) if !is_excepted => {
                failures.push(format!("{method} on {task}: {problem}"));
            }
            None if is_excepted => {
                failures.push(format!("{method} on {task} keeps the law: take it out"));
            }
            _ => {}
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_wrapper_reproduces_its_examples() {
    check(NOT_REPRODUCED, |lesson, file| {
        lesson.task.learn.iter().find_map(|labelled| {
            let read = read(file, &labelled.page);
            (read != labelled.records).then(|| format!("{} reads {read}", labelled.name))
        })
    });
}

/// Returns the wrapper that a method learns from the examples of a task in the order from last to first.
fn backwards(lesson: &LearnedTask) -> Result<Wrapper, String> {
    let set = lesson.task.training_set();
    let order: Vec<usize> = (0..set.examples().len()).rev().collect();
    learn(lesson.method, &set.select(&order).expect("all examples"))
}

#[test]
fn the_order_of_examples_does_not_matter() {
    check(ORDERED, |lesson, file| match backwards(lesson) {
        Ok(other) if other.rule == file.rule && other.schema == file.schema => None,
        Ok(_) => Some("another wrapper".to_owned()),
        Err(error) => Some(error),
    });
}

#[test]
fn the_order_of_examples_does_not_matter_for_what_is_read() {
    check(READ_ORDERED, |lesson, file| {
        let other = match backwards(lesson) {
            Ok(other) => other,
            Err(error) => return Some(error),
        };
        let mut pages = lesson.task.learn.iter().chain(&lesson.task.read);
        let differs =
            pages.find(|labelled| read(&other, &labelled.page) != read(file, &labelled.page));
        differs.map(|labelled| format!("{} reads otherwise", labelled.name))
    });
}

#[test]
fn what_is_learnt_twice_is_the_same() {
    check(&[], |lesson, file| {
        let again = learn(lesson.method, &lesson.task.training_set());
        (again.as_ref() != Ok(file)).then(|| "another wrapper".to_owned())
    });
}

#[test]
fn what_was_saved_loads_and_reads_the_same() {
    check(&[], |lesson, file| {
        let loaded = match Wrapper::from_json(&file.to_json()) {
            Ok(loaded) => loaded,
            Err(error) => return Some(error.to_string()),
        };
        if loaded != *file {
            return Some("another wrapper".to_owned());
        }
        let mut pages = lesson.task.learn.iter().chain(&lesson.task.read);
        let differs =
            pages.find(|labelled| loaded.extract(&labelled.page) != file.extract(&labelled.page));
        differs.map(|labelled| format!("{} reads otherwise", labelled.name))
    });
}

#[test]
fn the_text_of_every_value_is_what_its_span_shows() {
    check(&[], |lesson, file| {
        let pages = lesson.task.learn.iter().chain(&lesson.task.read);
        pages.map(|labelled| &labelled.page).find_map(|page| wrong_span(file, page))
    });
}

/// Returns a value whose text differs from the source at its span.
fn wrong_span(file: &Wrapper, page: &Page) -> Option<String> {
    let extraction = file.extract(page);
    let mut values = Vec::new();
    extraction.records.iter().for_each(|record| collect_values(record, &mut values));
    values.into_iter().find_map(|value| {
        let source = page.source().get(value.span.start as usize..value.span.end as usize)?;
        let is_right = shown(source) == squeezed(&value.text);
        (!is_right).then(|| format!("{:?} at {source:?}", value.text))
    })
}

fn collect_values<'r, 'p>(record: &'r Record<'p>, values: &mut Vec<&'r Value<'p>>) {
    for cell in &record.cells {
        values.extend(cell.values());
        if let Cell::Nested(records) = cell {
            for record in records {
                collect_values(record, values);
            }
        }
    }
}

/// Returns the visible text of a piece of source, without white space: tags dropped, the references of the tasks
/// decoded.
fn shown(source: &str) -> String {
    let mut text = String::new();
    let mut is_tag = false;
    for character in source.chars() {
        match character {
            '<' => is_tag = true,
            '>' if is_tag => is_tag = false,
            _ if !is_tag => text.push(character),
            _ => {}
        }
    }
    squeezed(
        &text
            .replace("&nbsp;", " ")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&"),
    )
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|character| !character.is_whitespace()).collect()
}

/// Pages made of pieces of the tasks' pages and of other text.
fn pages() -> impl Strategy<Value = String> {
    let piece = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0_usize..200)
        .prop_map(|(task, start, len)| {
            let task = &tasks()[task.index(tasks().len())];
            let source = task.read[0].page.source();
            let start = start.index(source.len());
            source.chars().skip(start).take(len).collect::<String>()
        });
    let other = "[ a-c<>/&;=\"\u{e9}\u{0}\\n-]{0,30}";
    prop::collection::vec(prop_oneof![3 => piece, 1 => other], 0..6)
        .prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn any_page_is_read_without_panic_and_with_spans_in_the_page(source in pages()) {
        let page = Page::from(&*source);
        for (_, file) in learnt() {
            let extraction = file.extract(&page);
            let mut values = Vec::new();
            extraction.records.iter().for_each(|record| collect_values(record, &mut values));
            for value in values {
                prop_assert!(page.slice(value.span).is_some(), "{:?}", value.span);
            }
        }
    }

    #[test]
    fn any_example_is_learnt_or_refused_without_panic(
        source in pages(),
        places in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..9), 4),
        complete: bool,
    ) {
        let page = Page::from(&*format!("{source}."));
        let spans: Vec<Span> = places.iter().filter_map(|(at, len)| place(&page, *at, *len)).collect();
        if let Some(set) = example(&page, &spans, complete) {
            for method in unhusk_baselines::methods() {
                if let Ok(file) = learn(method, &set) {
                    file.extract(&page);
                }
            }
        }
    }
}

/// A span of some characters of a page.
fn place(page: &Page, at: prop::sample::Index, len: usize) -> Option<Span> {
    let borders: Vec<usize> = page.source().char_indices().map(|(at, _)| at).collect();
    let start = at.index(borders.len());
    Some(Span::new(borders[start], *borders.get(start + len)?))
}

/// Two records of two fields, at four places.
fn example<'p>(page: &'p Page, spans: &[Span], complete: bool) -> Option<TrainingSet<'p>> {
    let cell = |span: &Span| {
        let candidates = vec![Place { span: *span, target: PlaceTarget::Range }];
        LabelCell::One(Label { candidates, text: None })
    };
    let records = spans
        .chunks_exact(2)
        .map(|record| LabelledRecord { cells: record.iter().map(cell).collect() })
        .collect();
    let schema = Schema::new(vec![Field::new("a"), Field::new("b")]).ok()?;
    let name = "page".to_owned();
    let example = Example { name, page, complete, records, negatives: Vec::new() };
    TrainingSet::from_examples(schema, vec![example]).ok()
}
