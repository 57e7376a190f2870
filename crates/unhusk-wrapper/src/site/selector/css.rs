//! Patterns in CSS, which selects elements only: the element around a text stands for it.

use super::pattern::{Fact, Level, Nth, Pattern};
use super::{From, Rendered};
use crate::literal::{css_identifier, css_string};
use crate::site::clue::ClueKind;

/// A pattern as a selector; `None` if nothing of it can be written.
pub(super) fn render(pattern: &Pattern, from: From) -> Option<Rendered> {
    let mut writer = Writer { left_out: pattern.left_out.clone(), n_positions: 0 };
    if pattern.is_whole && from == From::Record {
        writer.left_out.push(ClueKind::WholePath);
    }
    let mut class = None;
    for fact in &pattern.facts {
        match fact {
            Fact::ClassAround(name) if class.is_none() => class = Some(name),
            Fact::Nth(Nth::FromFirst(1)) => {}
            fact => writer.left_out.push(clue_of(fact)),
        }
    }
    let (path, top) = writer.path(&pattern.levels)?;
    let Some(class) = class else {
        return (!path.is_empty()).then(|| writer.rendered(path));
    };
    let class = css_identifier(class)?;
    // The class may be that of the holder or of any element around it.
    let holder = if path.is_empty() { "*".to_owned() } else { path };
    let text = if pattern.levels.len() <= 1 {
        format!("{holder}.{class}, .{class} {holder}").replace("*.", ".")
    } else {
        writer.left_out.extend(top.is_some().then_some(ClueKind::ClassAround));
        format!(".{class} {holder}")
    };
    Some(writer.rendered(text))
}

struct Writer {
    left_out: Vec<ClueKind>,
    n_positions: usize,
}

impl Writer {
    fn rendered(self, text: String) -> Rendered {
        Rendered { text, left_out: self.left_out, n_positions: self.n_positions }
    }

    /// `table tr > td`, and its outermost compound.
    fn path(&mut self, levels: &[Level]) -> Option<(String, Option<String>)> {
        let mut path = String::new();
        let mut top = None;
        let mut separator = "";
        for (at, level) in levels.iter().enumerate().rev() {
            if level.is_bare_tbody() && at > 0 {
                separator = if path.is_empty() { "" } else { " " };
                continue;
            }
            let compound = self.compound(level)?;
            path += separator;
            path += &compound;
            top = top.or(Some(compound));
            separator = " > ";
        }
        Some((path, top))
    }

    fn compound(&mut self, level: &Level) -> Option<String> {
        let mut all = level.tag.clone().unwrap_or_default();
        if let Some(id) = &level.id {
            all.extend([format!("#{}", css_identifier(id)?)]);
        }
        for (attribute, token) in &level.tokens {
            all.extend([match attribute.as_str() {
                "class" => format!(".{}", css_identifier(token)?),
                name => format!("[{name}~={}]", css_string(token)?),
            }]);
        }
        if let Some(nth) = level.nth {
            self.n_positions += 1;
            all.extend([match nth {
                Nth::FromFirst(n) => format!(":nth-of-type({n})"),
                Nth::FromLast(n) => format!(":nth-last-of-type({n})"),
            }]);
        }
        let unwritten = [
            (level.first_text.is_some(), ClueKind::FirstText),
            (level.siblings.is_some(), ClueKind::Siblings),
            (level.has_elements.is_some(), ClueKind::Contents),
        ];
        self.left_out
            .extend(unwritten.iter().filter(|(is_asked, _)| *is_asked).map(|(_, what)| *what));
        Some(if all.is_empty() { "*".to_owned() } else { all })
    }
}

fn clue_of(fact: &Fact) -> ClueKind {
    match fact {
        Fact::TextBefore(..) => ClueKind::TextBefore,
        Fact::TextAfter(..) => ClueKind::TextAfter,
        Fact::Heading(_) => ClueKind::Heading,
        Fact::ClassAround(_) => ClueKind::ClassAround,
        Fact::Siblings(_) => ClueKind::Siblings,
        Fact::Nth(_) | Fact::Only => ClueKind::Place,
        Fact::Title => ClueKind::Title,
    }
}
