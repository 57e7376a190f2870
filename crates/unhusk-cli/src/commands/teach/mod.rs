//! `unhusk teach`: questions and answers in the terminal, until the wrapper is good enough.

mod answer;
mod first;
mod prompter;
mod project;
mod show;

use super::save;
use crate::args::PageArgs;
use crate::output::{Reporter, count, refuse_input};
use crate::status::ExitStatus;
use answer::Reply;
use project::Project;
use prompter::Prompter;
use std::path::PathBuf;
use unhusk::teach::{Lesson, Question, Session};

const EXAMPLES: &str = "\
Examples:
  unhusk teach pages/ -o shop.json             asks for the fields and a first example
  unhusk teach pages/ --labels labels.json     goes on from labels that there are
  printf 'y\\ny\\nq\\n' | unhusk teach pages/ --labels labels.json -o shop.json

The session shows what it reads where it may be wrong, and asks whether that is right:
  y yes    n no    s skip    u take the last answer back    q quit
  anything else is the right value (`a | b` for several, `-` if there is none, `=y` for the text y);
  of a record in a list, FIELD=VALUE is
Labels are written after every answer, so that none is lost.
Exit code: 0 if a wrapper fits the answers, 1 if none does, 2 if pages or labels cannot be read.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Pages of one site: files, folders, quoted patterns or @list.txt
    #[arg(required = true)]
    pages: Vec<String>,
    /// Label file (labels/1) to go on from, and where answers are kept
    #[arg(long, value_name = "L.json", default_value = "labels.json")]
    labels: PathBuf,
    /// File for the wrapper
    #[arg(short, long, value_name = "W.json")]
    output: Option<PathBuf>,
    /// Names of the fields, if there are no labels yet
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
        reporter.hint("help:", "nothing was said, so nothing was learnt");
        return Ok(ExitStatus::No);
    };
    project.save(&labels)?;
    let lesson = Lesson::new(project.named(), &labels);
    let mut session = Session::new(lesson, labels);
    ask_questions(&mut session, &project, &mut lines, reporter)?;
    finish(&session, args, reporter)
}

/// Asks until the person or the session has enough.
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
            goes_on =
                matches!(lines.ask("go on all the same? [y/N] ").as_deref(), Some("y" | "yes"));
            if !goes_on {
                return Ok(());
            }
        }
        let Some(question) = session.next_question() else {
            reporter.summary("everything on these pages was asked");
            return Ok(());
        };
        reporter.lines(&show::question(session, &question));
        let Some(line) = lines.ask("right? [y/n/s/u/q or the right value] ") else { return Ok(()) };
        match answer::read(session.lesson(), &question, &line) {
            Reply::Quit => return Ok(()),
            Reply::Undo if session.undo() => project.save(session.labels())?,
            Reply::Undo => reporter.hint("help:", "there is no answer to take back"),
            Reply::Unclear(why) => reporter.hint("help:", &why),
            Reply::Answer(answer) => {
                take(session, project, (&question, &answer), reporter)?;
            }
        }
    }
}

/// Takes an answer, if it can be one, and keeps it.
fn take(
    session: &mut Session<'_>,
    project: &Project,
    (question, answer): (&Question, &unhusk::teach::Answer),
    reporter: &Reporter,
) -> anyhow::Result<()> {
    let page = session.lesson().pages()[question.slot.page];
    if let Some(missing) = answer::not_on_page(answer, page) {
        reporter
            .hint("help:", &format!("`{missing}` is not on this page; type it as it reads there"));
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

/// Says how it ended, and keeps the wrapper.
fn finish(session: &Session<'_>, args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    let labels = args.labels.display();
    reporter.summary(&format!("{} kept in `{labels}`", count(session.n_answers(), "answer")));
    let Some(wrapper) = session.to_wrapper() else {
        reporter.error("no wrapper fits the answers");
        reporter.hint("help:", &format!("`unhusk learn {labels}` says why"));
        return Ok(ExitStatus::No);
    };
    match &args.output {
        Some(path) => {
            save(&wrapper, Some(path))?;
            reporter.hint("next:", &format!("unhusk extract {} PAGES...", path.display()));
        }
        None => reporter.hint("next:", &format!("unhusk learn {labels} -o wrapper.json")),
    }
    Ok(ExitStatus::Done)
}
