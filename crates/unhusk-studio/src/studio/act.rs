//! Acts of the user, and their effects.

use super::regions::take_event;
use super::task_view::ActAnswer;
use super::{Change, Learnt, Studio, StudioError, Work, write};
use crate::gesture::Gesture;
use crate::pages::LoadedPage;
use crate::place::Place;
use crate::read::PageReading;
use crate::task::{Edit, Event, FieldId, Sign, State};
use serde::Deserialize;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use unhusk::learn::find_method;
use unhusk::record::FieldType;

/// An act of the user.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case")]
pub enum Act {
    /// Clicks a place.
    Click {
        /// The place.
        place: Place,
        /// The field that is chosen; `None` if the place decides.
        #[serde(default)]
        field: Option<FieldId>,
        /// Whether Alt was held.
        #[serde(default)]
        alt: bool,
    },
    /// Labels a place, whether or not a value was read there.
    Label {
        /// The place.
        place: Place,
        /// The field that is chosen; `None` if the place decides.
        #[serde(default)]
        field: Option<FieldId>,
        /// Whether the place has a value of the field.
        sign: Sign,
    },
    /// Takes a label back.
    Unlabel {
        /// The label.
        label: u32,
    },
    /// Answers the question.
    Answer {
        /// Whether the answer is yes.
        yes: bool,
    },
    /// Accepts records that were found without labels.
    Take {
        /// Position among the regions of the page.
        region: usize,
    },
    /// Takes the last event back.
    Undo,
    /// Takes the last undo back.
    Redo,
    /// Goes to a step of the history.
    Goto {
        /// Number of events that count.
        step: usize,
    },
    /// Writes the wrapper.
    Save,
    /// Makes this window the one that changes the task.
    TakeOver,
    /// Changes something else than labels.
    #[serde(untagged)]
    Edit(Edit),
}

impl Studio {
    /// Performs an act; `shown` is the page on the screen.
    ///
    /// # Errors
    /// If another window has the task, or the act refers to a missing label, field or region.
    pub fn act(&self, window: &str, shown: usize, act: &Act) -> Result<ActAnswer, StudioError> {
        let mut work = self.work();
        if *act == Act::TakeOver {
            work.writer = Some(window.to_owned());
            return self.answer(&work, window, shown);
        }
        if work.writer.get_or_insert_with(|| window.to_owned()) != window {
            return Err(StudioError::read_only());
        }
        let page = self.pages.load(shown)?;
        let before = reading_of(&work, shown, &page);
        match act {
            Act::Undo | Act::Redo | Act::Goto { .. } => move_in_history(&mut work, act)?,
            Act::Save => return self.save(&mut work, window, shown),
            act => {
                let event = self.event(&work, shown, &page, before.as_deref(), act)?;
                work.log.add(event);
            }
        }
        work.state = work.log.state();
        self.relearn(&mut work);
        let after = reading_of(&work, shown, &page);
        note_change(&mut work, before.as_deref(), after.as_deref());
        work.saved.has_changes = true;
        self.write_labels(&mut work);
        self.version.fetch_add(1, Ordering::SeqCst);
        self.answer(&work, window, shown)
    }

    fn answer(&self, work: &Work, window: &str, shown: usize) -> Result<ActAnswer, StudioError> {
        Ok(ActAnswer { task: self.task_view(work, window, shown), marks: self.marks(work, shown)? })
    }

    /// The event that an act makes.
    fn event(
        &self,
        work: &Work,
        shown: usize,
        page: &LoadedPage,
        reading: Option<&PageReading>,
        act: &Act,
    ) -> Result<Event, StudioError> {
        let state = &work.state;
        let entry = self
            .pages
            .get(shown)
            .ok_or_else(|| StudioError::missing("there is no such page", "reload"))?;
        let gesture = |place, field| Gesture {
            name: &entry.path,
            page: &page.page,
            state,
            reading,
            place,
            field,
        };
        Ok(match act.clone() {
            Act::Click { place, field, alt } => gesture(&place, field).click(alt)?,
            Act::Label { place, field, sign } => gesture(&place, field).label(sign)?,
            Act::Unlabel { label } => {
                let known = state.labels.iter().find(|known| known.id == label);
                let known = known
                    .ok_or_else(|| StudioError::missing("this label is gone", "reload the page"))?;
                Event::Unlabel { label, text: known.text.clone() }
            }
            Act::Edit(edit) => Event::Edit(checked(&work.state, edit)?),
            Act::Answer { yes } => {
                let question = work.question.as_ref();
                let question = question
                    .ok_or_else(|| StudioError::missing("there is no question", "go on"))?;
                question.answer(yes)
            }
            Act::Take { region } => take_event(&entry.path, &page.page, state, region)?,
            Act::Undo | Act::Redo | Act::Goto { .. } | Act::Save | Act::TakeOver => {
                return Err(StudioError::bad("this act is no event", "reload the page"));
            }
        })
    }

    /// Writes the wrapper, learnt from the labels and from the pages without labels.
    fn save(&self, work: &mut Work, window: &str, shown: usize) -> Result<ActAnswer, StudioError> {
        if work.is_stale || work.learnt.is_none() {
            return Err(StudioError::no_wrapper());
        }
        let learnt = self.learn_fully(&work.state).ok_or_else(StudioError::no_wrapper)?;
        let path = self.folder.join("wrapper.json");
        write(&path, learnt.task.wrapper.to_json().as_bytes()).map_err(|error| {
            work.saved.error = Some(error.clone());
            StudioError::not_written(format!("not saved: {error}"))
        })?;
        // From now on the screen shows the records of the saved wrapper.
        work.learnt = Some(Arc::new(learnt));
        work.counts.clear();
        self.version.fetch_add(1, Ordering::SeqCst);
        work.saved.wrapper = Some(path.display().to_string());
        work.saved.has_changes = false;
        work.saved.error = None;
        self.write_labels(work);
        self.answer(work, window, shown)
    }
}

/// Returns the edit if the present state allows it.
fn checked(state: &State, edit: Edit) -> Result<Edit, StudioError> {
    let of_list = "choose one of the list";
    match &edit {
        Edit::FieldRename { field, name } => {
            known(state, *field)?;
            let name = field_name(name)?;
            if state.fields.iter().any(|other| other.id != *field && other.name == name) {
                let say = format!("another field is called `{name}`");
                return Err(StudioError::bad(say, "choose another name"));
            }
            return Ok(Edit::FieldRename { field: *field, name });
        }
        Edit::FieldType { field, holds } => {
            known(state, *field)?;
            let parsed = holds.as_deref().map(str::parse::<FieldType>).transpose();
            parsed.map_err(|error| StudioError::bad(error, of_list))?;
        }
        Edit::FieldDelete { field }
        | Edit::FieldMove { field, .. }
        | Edit::FieldBind { field, .. }
        | Edit::FieldList { field, .. } => known(state, *field)?,
        Edit::Group { fields, name } => {
            fields.iter().try_for_each(|&field| known(state, field))?;
            field_name(name)?;
        }
        Edit::Method { method } => {
            let no_such = || StudioError::bad(format!("there is no learner `{method}`"), of_list);
            find_method(method).ok_or_else(no_such)?;
        }
        Edit::Scope { .. }
        | Edit::Ungroup { .. }
        | Edit::RecordBind { .. }
        | Edit::TaskRename { .. } => {}
    }
    Ok(edit)
}

fn known(state: &State, field: FieldId) -> Result<(), StudioError> {
    let missing = || StudioError::missing(format!("there is no field {field}"), "reload the page");
    state.field(field).map(|_| ()).ok_or_else(missing)
}

/// Names of fields become columns and keys: anything but an empty or very long one.
fn field_name(name: &str) -> Result<String, StudioError> {
    const MOST: usize = 100;
    let name = name.trim();
    if name.is_empty() || name.chars().count() > MOST || name.chars().any(char::is_control) {
        let say = format!("a name has 1 to {MOST} characters, without line breaks");
        return Err(StudioError::bad(say, "choose another name"));
    }
    Ok(name.to_owned())
}

fn reading_of(work: &Work, shown: usize, page: &LoadedPage) -> Option<Arc<PageReading>> {
    let learnt: &Arc<Learnt> = work.learnt.as_ref()?;
    Some(learnt.reading(shown, &page.page))
}

fn move_in_history(work: &mut Work, act: &Act) -> Result<(), StudioError> {
    let at = work.log.at();
    let step = match act {
        Act::Undo => at.checked_sub(1),
        Act::Redo => Some(at + 1),
        Act::Goto { step } => Some(*step),
        _ => None,
    };
    let is_there = step.is_some_and(|step| work.log.goto(step));
    let nothing = || StudioError::missing("there is nothing to undo or redo", "go on");
    is_there.then_some(()).ok_or_else(nothing)
}

/// Records how an act changed the values read on the page.
fn note_change(work: &mut Work, before: Option<&PageReading>, after: Option<&PageReading>) {
    let none = PageReading::default();
    let (before, after) = (before.unwrap_or(&none), after.unwrap_or(&none));
    let change = Change::between(before, after);
    work.change = (change != Change::default()).then_some(change);
    let effect = format!("{} → {}", before.records.len(), after.records.len());
    let at = work.log.at();
    work.effects.insert(at, effect);
}
