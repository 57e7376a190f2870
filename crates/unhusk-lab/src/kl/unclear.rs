//! Values that span several texts: their places, and the result of lessons that take the truth literally.

use super::task::{KlTask, UnclearValue};
use super::teach::{self, Taught};
use unhusk::learn::context::{FieldLesson, PageNode};

/// The unclear values of one task.
pub(super) struct UnclearTask {
    /// One line for each: page, place and texts.
    pub(super) places: Vec<String>,
    /// Lessons in which the first text is the value and the others are wrong.
    pub(super) literal: Taught,
}

/// Returns `None` if every value is within one text.
pub(super) fn measure(
    task: &KlTask<'_>,
    lesson: &FieldLesson,
    runs: (usize, u64),
) -> Option<UnclearTask> {
    let places: Vec<String> = task.unclear.iter().map(|value| place(task, value)).collect();
    (!places.is_empty())
        .then(|| UnclearTask { places, literal: teach::measure(&task.literal(), lesson, runs) })
}

fn place(task: &KlTask<'_>, UnclearValue { page, span, texts }: &UnclearValue) -> String {
    let texts: Vec<String> = texts.iter().map(|&text| shown(task, text)).collect();
    format!("`{page}`, bytes {} to {}: {}", span.start, span.end, texts.join(", "))
}

/// A text under its element: `a("One job")`.
fn shown(task: &KlTask<'_>, (page, text): PageNode) -> String {
    let tree = task.pages[page].tree();
    let tag = tree.parent(text).map_or("", |parent| tree.tag(parent));
    let seen = tree.text(text).trim();
    let start: String = seen.chars().take(MAX_SHOWN).collect();
    let rest = if start.len() < seen.len() { "…" } else { "" };
    format!("`{tag}(\"{start}{rest}\")`")
}

/// Limit on the characters of a text that are shown.
const MAX_SHOWN: usize = 40;
