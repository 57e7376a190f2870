//! A site wrapper in plain English.

use super::{ClueKind, Site};
use crate::Explain;
use crate::explain::{field_name, quoted};
use crate::record::Field;
use crate::site::clue::prose;
use crate::site::cut::{Cut, Mark};
use crate::site::rule::{
    Alternative, FieldRule, Layout, NodeRule, NodeTarget, Reach, Records, Regions,
};
use crate::site::selector::{From, Language, weightiest};

impl Explain for Site {
    fn explain_with(&self, fields: &[Field]) -> Vec<String> {
        let (mut lines, record) = match self.records() {
            Records::Page => (vec!["the page is one record".to_owned()], From::Page),
            Records::Regions(regions) => explain_regions(regions, fields),
            Records::Sequence(rule) => {
                let head = "records follow each other without regions of their own".to_owned();
                return std::iter::once(head).chain(rule.explain_with(fields)).collect();
            }
            Records::Layouts(layouts) => return explain_layouts(layouts, fields),
        };
        for (at, rule) in self.fields().iter().enumerate() {
            lines.extend(explain_field((at, fields), rule, record));
        }
        lines.extend(self.explain_texts());
        lines
    }
}

fn explain_layouts(layouts: &[Layout], fields: &[Field]) -> Vec<String> {
    let mut lines = vec![match layouts.len() {
        1 => "pages have one layout; a page without half of its marks is not read:".to_owned(),
        n => format!(
            "pages have {n} layouts; a page is read by the one of which it has most marks, if these are at least half:"
        ),
    }];
    for (number, layout) in (1..).zip(layouts) {
        let mark = |mark| prose::clue(mark, &NodeTarget::Text);
        let marks = layout.marks.iter().map(mark).collect::<Vec<_>>().join(", or ");
        lines.push(format!("layout {number}: a text {marks}"));
        lines.extend(layout.site.explain_with(fields).into_iter().map(|line| format!("  {line}")));
    }
    lines
}

/// Most landmarks that are listed.
const MAX_LANDMARKS: usize = 20;

impl Site {
    /// The landmarks, and how texts are compared, if rules depend on texts.
    fn explain_texts(&self) -> Vec<String> {
        let begins: Vec<&NodeRule> = match self.records() {
            Records::Regions(regions) => regions.kinds().flatten().collect(),
            _ => Vec::new(),
        };
        let alternatives = self.fields().iter().flat_map(|field| &field.alternatives);
        let rules = alternatives.flat_map(|alternative| &alternative.rules).chain(begins);
        let clues: Vec<_> = rules.flat_map(|rule| &rule.clues).collect();
        let mut lines = Vec::new();
        let landmarks = self.landmarks();
        if !landmarks.is_empty() && clues.iter().any(|clue| clue.kind().reads_landmarks()) {
            let shown = landmarks.iter().take(MAX_LANDMARKS).map(|text| quoted(text));
            let shown = shown.collect::<Vec<_>>().join(", ");
            let more = match landmarks.len().saturating_sub(MAX_LANDMARKS) {
                0 => String::new(),
                n => format!(" and {n} more"),
            };
            lines.push(format!("landmarks, which are texts of the site's template: {shown}{more}"));
        }
        if clues.iter().any(|clue| clue.kind().family() == ClueKind::TEXTS) {
            lines.push(
                "texts are compared in lower case, without a colon or an `s` at the end; `#` is a long number"
                    .to_owned(),
            );
        }
        lines
    }
}

fn explain_regions(regions: &Regions, fields: &[Field]) -> (Vec<String>, From) {
    let reach = match regions.reach {
        Reach::Node => "with all that is in it",
        Reach::Run => "with the siblings behind it, up to the next one",
    };
    let mut lines = Vec::new();
    for rules in regions.kinds() {
        match &rules[..] {
            [rule] => {
                let which = prose::rule(rule, &NodeTarget::Element);
                lines.push(format!("every node {which} is a record, {reach}"));
            }
            rules => {
                let head = "every node that has more than half of the votes is a record";
                lines.push(format!("{head}, {reach}:"));
                lines.extend(votes(rules, &NodeTarget::Element));
            }
        }
        lines.extend(selectors(rules, &NodeTarget::Element, From::Page));
    }
    if !regions.required.is_empty() {
        let names: Vec<String> =
            regions.required.iter().map(|&at| field_name(fields, at)).collect();
        lines.push(format!("a region without {} is not a record", names.join(" or ")));
    }
    (lines, From::Record)
}

fn explain_field((at, fields): (usize, &[Field]), field: &FieldRule, from: From) -> Vec<String> {
    let mut lines = Vec::new();
    let mut head = format!("{}: ", field_name(fields, at));
    if let Some(site) = &field.nested {
        lines.push(format!("{head}the records inside the record, read by these rules:"));
        let inner = fields.get(at).map_or(&[][..], |field| &field.fields);
        lines.extend(site.explain_with(inner).into_iter().map(|line| format!("  {line}")));
    } else if field.alternatives.is_empty() {
        lines.push(format!("{head}no rule was learnt, it stays empty"));
    }
    for alternative in &field.alternatives {
        lines.extend(explain_way(&head, alternative, from));
        "  or, where that finds nothing, ".clone_into(&mut head);
    }
    if let Some(level) = field.runs_on {
        let up = match level {
            0 => String::new(),
            1 => " 1 level up".to_owned(),
            n => format!(" {n} levels up"),
        };
        lines.push(format!(
            "  and its next siblings{up}, as long as only separators are between them"
        ));
    }
    if let Some(look) = &field.look {
        let captions: Vec<String> = look.captions.iter().map(|text| quoted(text)).collect();
        let below = match &captions[..] {
            [] => String::new(),
            captions => format!(" below {}", captions.join(" or ")),
        };
        lines.push(format!(
            "  or, where the rules fail, the list{below} that looks like the labelled ones"
        ));
    }
    lines
}

fn explain_way(head: &str, alternative: &Alternative, from: From) -> Vec<String> {
    let target = prose::target(&alternative.target, alternative.extent);
    let cut = explain_cut(&alternative.cut);
    let mut lines = match &alternative.rules[..] {
        [rule] => vec![format!("{head}{target} {}{cut}", prose::rule(rule, &alternative.target))],
        rules => {
            let mut lines = vec![format!("{head}{target} with most votes{cut}:")];
            lines.extend(votes(rules, &alternative.target));
            lines
        }
    };
    lines.extend(selectors(&alternative.rules, &alternative.target, from));
    lines
}

/// The rule of most weight that can be written as `XPath`, and as CSS.
fn selectors(rules: &[NodeRule], target: &NodeTarget, from: From) -> Vec<String> {
    let place = match from {
        From::Page => "",
        From::Record => ", in the record",
    };
    let mut lines = Vec::new();
    for (language, name) in [(Language::Xpath, "xpath"), (Language::Css, "css")] {
        let Some(rendered) = weightiest(rules, target, language, from) else { continue };
        let of_it = match (language, target) {
            (Language::Css, NodeTarget::Attribute(name)) => format!(" (its {})", quoted(name)),
            _ => String::new(),
        };
        lines.push(format!("  {name}{place}: {}{of_it}", rendered.text));
    }
    lines
}

/// Rules with their shares of the vote.
fn votes(rules: &[NodeRule], target: &NodeTarget) -> Vec<String> {
    let total: u64 = rules.iter().map(|rule| u64::from(rule.weight)).sum();
    let line = |rule: &NodeRule| {
        let percent = (100 * u64::from(rule.weight) + total / 2) / total.max(1);
        match percent {
            0 => format!("  under 1 %: {}", prose::rule(rule, target)),
            n => format!("  {n} %: {}", prose::rule(rule, target)),
        }
    };
    rules.iter().map(line).collect()
}

fn explain_cut(cut: &Cut) -> String {
    let mark = |side: &str, mark: &Option<Mark>| match mark {
        None => String::new(),
        Some(Mark { text, last, optional }) => {
            let nth = if *last { "the last" } else { "the first" };
            let if_any = if *optional { " if there is one" } else { "" };
            format!(", {side} {nth} {}{if_any}", quoted(text))
        }
    };
    mark("from behind", &cut.after) + &mark("up to", &cut.before)
}
