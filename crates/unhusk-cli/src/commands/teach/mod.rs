//! `unhusk teach`: asks questions in the terminal until the wrapper is good enough.

mod answer;
mod first;
mod prompter;
mod project;
mod show;

use super::like::quoted;
use super::save;
use crate::args::{PageArgs, page_argument};
use crate::output::{Reporter, count, refuse_input};
use crate::status::ExitStatus;
use answer::Reply;
use project::Project;
use prompter::Prompter;
use std::path::PathBuf;
use unhusk::teach::{Lesson, Question, Session};

const EXAMPLES: &str = "\
Examples:
  unhusk teach pages/ -o shop.json             start with the fields and a first example
  unhusk teach pages/ --labels labels.json     continue from existing labels
  printf 'y\\ny\\nq\\n' | unhusk teach pages/ --labels labels.json -o shop.json

Each question shows a value or record that may be wrong. Answers:
  y right    n wrong    s skip    u undo the last answer    q quit    ? all keys
  any other text is the right value (`a | b` for several, `-` for none, `=y` for the text y);
  type FIELD=VALUE to correct a record of a list
Labels are saved after every answer.
Exit code: 0 if a wrapper fits the answers, 1 if none does, 2 if pages or labels cannot be read.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Pages of one site: files, folders, quoted patterns or @list.txt
    #[arg(required = true, value_parser = page_argument())]
    pages: Vec<String>,
    /// Label file (labels/1) to continue from, and to save answers to
    #[arg(long, value_name = "L.json", default_value = "labels.json")]
    labels: PathBuf,
    /// File for the wrapper
    #[arg(short, long, value_name = "W.json")]
    output: Option<PathBuf>,
    /// Names of the fields, if there is no label file yet
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    fields: Vec<String>,
    #[command(flatten)]
    page: PageArgs,
}

pub(crate) fn run(args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    refuse_input(args.output.as_deref(), &args.pages)?;
    let project = Project::open(&args.pages, &args.labels, &args.page.options(), reporter)?;
    let mut lines = Prompter::new();
    let labels = match &project.labels {
        Some(labels) => Some(labels.clone()),
        None => first::labels(&project, &args.fields, &mut lines, reporter)?,
    };
    let Some(labels) = labels else {
        reporter.hint("help:", "no example was given, so nothing was learnt");
        return Ok(ExitStatus::No);
    };
    project.save(&labels)?;
    let lesson = Lesson::new(project.named(), &labels);
    let mut session = Session::new(lesson, labels);
    ask_questions(&mut session, &project, &mut lines, reporter)?;
    finish(&session, args, reporter)
}

/// Asks questions until the user quits or the session has enough answers.
fn ask_questions(
    session: &mut Session<'_>,
    project: &Project,
    lines: &mut Prompter,
    reporter: &Reporter,
) -> anyhow::Result<()> {
    let mut goes_on = false;
    loop {
        let verdict = session.verdict();
        if verdict.enough && !goes_on {
            reporter.summary(&verdict.to_string());
            verdict.evidence().into_iter().for_each(|evidence| reporter.detail(evidence));
            goes_on = matches!(lines.ask("continue anyway? [y/N] ").as_deref(), Some("y" | "yes"));
            if !goes_on {
                return Ok(());
            }
        }
        let Some(question) = session.next_question() else {
            reporter.summary("there are no more questions about these pages");
            return Ok(());
        };
        reporter.lines(&show::question(session, &question));
        let Some(line) = lines.ask("right? [y/n/s/u/q/? or the right value] ") else {
            return Ok(());
        };
        match answer::read(session.lesson(), &question, &line) {
            Reply::Quit => return Ok(()),
            Reply::Help => reporter.lines(&answer::KEYS.map(str::to_owned)),
            Reply::Undo if session.undo() => project.save(session.labels())?,
            Reply::Undo => reporter.hint("help:", "there is no answer to undo"),
            Reply::Unclear(why) => reporter.hint("help:", &why),
            Reply::Answer(answer) => {
                take(session, project, (&question, &answer), reporter)?;
            }
        }
    }
}

/// Checks an answer, applies it and saves the labels.
fn take(
    session: &mut Session<'_>,
    project: &Project,
    (question, answer): (&Question, &unhusk::teach::Answer),
    reporter: &Reporter,
) -> anyhow::Result<()> {
    let page = session.lesson().pages()[question.slot.page];
    if let Some(why) = answer::not_on_page(answer, page) {
        reporter.hint("help:", &why);
        return Ok(());
    }
    match session.answer(question, answer) {
        Ok(()) => project.save(session.labels()),
        Err(error) => {
            reporter.warn(error);
            Ok(())
        }
    }
}

/// Prints the result and writes the wrapper.
fn finish(session: &Session<'_>, args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    let labels = args.labels.display();
    reporter.summary(&format!("{} saved in `{labels}`", count(session.n_answers(), "answer")));
    let Some(wrapper) = session.to_wrapper() else {
        reporter.error("no wrapper fits the answers");
        reporter.hint("help:", &format!("`unhusk learn {labels}` shows the reason"));
        return Ok(ExitStatus::No);
    };
    match &args.output {
        Some(path) => {
            save(&wrapper, Some(path))?;
            let words = [path.to_string_lossy().into_owned()].into_iter().chain(args.pages.clone());
            let words: Vec<String> = words.map(|word| quoted(&word)).collect();
            reporter.hint("next:", &format!("unhusk extract {}", words.join(" ")));
        }
        None => reporter.hint("next:", &format!("unhusk learn {labels} -o wrapper.json")),
    }
    Ok(ExitStatus::Done)
}
