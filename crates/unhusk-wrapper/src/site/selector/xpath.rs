//! Patterns in `XPath`.
//!
//! A text that follows a caption is selected from the caption, as a person would write it, and because that is quick:
//! `//text()[.='Price']/following::text()[1][parent::td]`. All others are selected from the top.
//!
//! Parsers differ in where they put a `tbody` that nobody wrote, so that it is left out where it adds nothing.

use super::pattern::{Fact, Level, Nth, Pattern};
use super::steps::{SEEN_TEXTS, TEXTS, Writer, has_token, siblings};
use super::{From, Rendered, caption};
use crate::literal::plain_name;
use crate::site::clue::ClueKind;
use crate::site::rule::NodeTarget;

/// All expressions for a pattern, the plainest first.
pub(super) fn render(pattern: &Pattern, from: From) -> Vec<Rendered> {
    let mut all = Vec::new();
    for texts in [TEXTS, SEEN_TEXTS] {
        let mut writer = Writer::new(texts);
        let Some(text) = write(pattern, from, &mut writer) else { continue };
        let left_out = pattern.left_out.iter().chain(&writer.left_out).copied().collect();
        all.push(Rendered { text, left_out, n_positions: writer.n_positions });
        if !writer.asks_texts {
            break;
        }
    }
    all
}

fn write(pattern: &Pattern, from: From, writer: &mut Writer) -> Option<String> {
    let anchor = pattern.facts.iter().position(|fact| is_anchor(pattern, fact));
    let mut path = if let Some(at) = anchor {
        anchored(&pattern.facts[at], from, writer)? + &around(&pattern.levels, writer)
    } else {
        top_down(pattern, from, writer) + &text_step(pattern, writer)
    };
    for (at, fact) in pattern.facts.iter().enumerate() {
        let is_written = Some(at) == anchor || (anchor.is_none() && matches!(fact, Fact::Nth(_)));
        if is_written {
            continue;
        }
        match condition(fact, writer) {
            Ok(condition) => path += &condition,
            Err(what) => writer.left_out.push(what),
        }
    }
    if let NodeTarget::Attribute(name) = &pattern.target {
        path.extend([format!("/@{}", plain_name(name)?)]);
    }
    // A path that has lost all its conditions selects anything.
    let is_useful = path.contains('[') || !pattern.levels.is_empty();
    is_useful.then_some(path)
}

/// Whether a fact is a caption from which the text can be selected.
fn is_anchor(pattern: &Pattern, fact: &Fact) -> bool {
    match fact {
        Fact::TextBefore(_, text) | Fact::TextAfter(_, text) => {
            pattern.of_text() && caption::condition(text).is_some()
        }
        _ => false,
    }
}

/// `//text()[.='Price']/following::text()[1]`
fn anchored(fact: &Fact, from: From, writer: &mut Writer) -> Option<String> {
    let (axis, n, text) = match fact {
        Fact::TextBefore(n, text) => ("following", n, text),
        Fact::TextAfter(n, text) => ("preceding", n, text),
        _ => return None,
    };
    writer.asks_texts = true;
    let start = match from {
        From::Page => "//",
        From::Record => ".//",
    };
    let condition = caption::condition(text)?;
    Some(format!("{start}text()[{condition}]/{axis}::{}[{n}]", writer.texts))
}

/// `[parent::td/parent::tr[@id='x']]`
fn around(levels: &[Level], writer: &mut Writer) -> String {
    let mut path = String::new();
    let mut axis = "parent";
    for level in levels {
        if level.is_bare_tbody() {
            axis = "ancestor";
            continue;
        }
        let mut level = level.clone();
        let nth = level.nth.take();
        let separator = if path.is_empty() { "" } else { "/" };
        path.extend([format!("{separator}{axis}::{}", writer.step(&level))]);
        if let Some((nth, tag)) = nth.zip(level.tag.as_ref()) {
            path += &writer.nth_by_count(nth, tag);
        }
        axis = "parent";
    }
    if path.is_empty() { path } else { format!("[{path}]") }
}

/// `//table//tr/td`
fn top_down(pattern: &Pattern, from: From, writer: &mut Writer) -> String {
    let n_levels = pattern.levels.len();
    let mut path = String::new();
    let mut separator = match (from, pattern.is_whole) {
        (From::Page, true) => "/",
        (From::Page, false) => "//",
        (From::Record, true) => "self::",
        (From::Record, false) => "descendant-or-self::",
    };
    if n_levels == 0 {
        // The step for the text follows.
        return if from == From::Page { "/".to_owned() } else { "./".to_owned() };
    }
    for (at, level) in pattern.levels.iter().enumerate().rev() {
        let is_top = at + 1 == n_levels;
        // The holder is always named.
        if level.is_bare_tbody() && at > 0 {
            if !is_top {
                separator = "//";
            }
            continue;
        }
        let mut level = level.clone();
        if is_top && from == From::Record {
            match level.nth {
                // In its own region, a record is the first of its tag.
                Some(Nth::FromFirst(1)) if pattern.is_whole => level.nth = None,
                Some(_) if !pattern.is_whole => separator = ".//",
                _ => {}
            }
        }
        path += separator;
        path += &writer.step(&level);
        separator = "/";
    }
    path
}

/// `/text()`, with its position in the element.
fn text_step(pattern: &Pattern, writer: &mut Writer) -> String {
    if !pattern.of_text() {
        return String::new();
    }
    let mut step = "/text()".to_owned();
    for fact in &pattern.facts {
        if let Fact::Nth(nth) = fact {
            step = format!("/{TEXTS}{}", writer.nth(*nth));
        }
    }
    step
}

/// A fact as a predicate; if it cannot be one, the kind of its clue.
fn condition(fact: &Fact, writer: &mut Writer) -> Result<String, ClueKind> {
    let bracketed = |condition: Option<String>, what| {
        condition.map(|condition| format!("[{condition}]")).ok_or(what)
    };
    match fact {
        Fact::TextBefore(n, text) => {
            bracketed(writer.with_caption("preceding", *n, text), ClueKind::TextBefore)
        }
        Fact::TextAfter(n, text) => {
            bracketed(writer.with_caption("following", *n, text), ClueKind::TextAfter)
        }
        Fact::Heading(text) => {
            let text = caption::condition(text).ok_or(ClueKind::Heading)?;
            writer.asks_texts = true;
            Ok(format!("[preceding::{}[{HEADING}][1][{text}]]", writer.texts))
        }
        Fact::ClassAround(class) => {
            let has_class = has_token("class", class).ok_or(ClueKind::ClassAround)?;
            Ok(format!("[ancestor-or-self::*[{has_class}]]"))
        }
        Fact::Siblings(both) => Ok(siblings(both)),
        Fact::Nth(nth) => Ok(writer.nth_by_count(*nth, TEXTS)),
        Fact::Only => Ok("[not(../*)][count(../text()[normalize-space()])=1]".to_owned()),
        Fact::Title => Ok("[not(parent::title)][string-length(normalize-space())>2]\
             [starts-with(normalize-space(/html/head/title), normalize-space())]"
            .to_owned()),
    }
}

/// The condition that a text is part of a heading.
const HEADING: &str = "ancestor::*[position()<4][self::h1 or self::h2 or self::h3 or self::h4 or self::h5 \
     or self::h6 or self::th or self::dt or self::legend or self::caption or self::label]";
