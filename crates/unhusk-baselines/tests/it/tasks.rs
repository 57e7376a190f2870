//! Every method on every task: it reads the pages that were held out as they are labelled, or
//! `testdata/misses/<method>.toml` names the task and why the method misses it. A named task that is met fails, too.

use crate::task::{LearnedTask, lessons, read, tasks, testdata};
use std::collections::BTreeMap;
use std::fs;

/// The tasks that a method misses, with the reasons.
type Misses = BTreeMap<String, String>;

#[test]
fn methods_meet_every_task_but_those_that_are_named() {
    let misses: BTreeMap<&str, Misses> =
        unhusk_baselines::methods().map(|method| (method.name, misses(method.name))).collect();
    let mut failures = Vec::new();
    for lesson in lessons() {
        let (method, task) = (lesson.method.name, &lesson.task.name);
        match (problem(lesson), misses[method].get(task)) {
            (Some(problem), None) => failures.push(format!("{method} misses {task}: {problem}")),
            (None, Some(_)) => {
                failures.push(format!("{method} meets {task}: take it out of the misses"));
            }
            (Some(_), Some(_)) | (None, None) => {}
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn misses_name_methods_and_tasks_that_there_are() {
    let folder = fs::read_dir(testdata().join("misses")).expect("there are misses");
    for entry in folder {
        let path = entry.expect("a folder entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        assert!(unhusk_baselines::find_method(&name).is_some(), "there is no method `{name}`");
        for (task, reason) in misses(&name) {
            assert!(tasks().iter().any(|known| known.name == task), "{name}: no task `{task}`");
            assert!(reason.len() > 20, "{name}: why does it miss {task}?");
        }
    }
}

/// The misses of a method; none without a file.
fn misses(method: &str) -> Misses {
    let file = testdata().join("misses").join(format!("{method}.toml"));
    if !file.exists() {
        return Misses::new();
    }
    let text = fs::read_to_string(&file).expect("the misses are readable");
    toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Returns the error of a lesson; `None` if the wrapper reads every page that was held out as labelled.
fn problem(lesson: &LearnedTask) -> Option<String> {
    let file = match &lesson.result {
        Ok(file) => file,
        Err(error) => return Some(error.clone()),
    };
    lesson.task.read.iter().find_map(|labelled| {
        let read = read(file, &labelled.page);
        let is_met = read == labelled.records;
        (!is_met)
            .then(|| format!("{}\n  reads {read}\n  not   {}", labelled.name, labelled.records))
    })
}
