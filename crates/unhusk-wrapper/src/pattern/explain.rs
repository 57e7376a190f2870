//! Explains a pattern in words.

use super::part::{ElementTest, NodeTest, PatternPart, Repetition};
use super::{RecordMode, TreePattern};
use crate::Explain;
use crate::context::NodeTarget;
use crate::explain::{field_name, quoted};
use crate::record::Field;

/// Most parts that are shown; of a longer pattern, the rest is counted.
const MAX_SHOWN: usize = 200;

impl Explain for TreePattern {
    fn explain_with(&self, fields: &[Field]) -> Vec<String> {
        let head = match self.records() {
            RecordMode::Page => {
                "the page is one record, whose values stand where this pattern says:"
            }
            RecordMode::Each => {
                "each part of the page is a record that looks like this, whatever else is in it:"
            }
        };
        let mut lines = vec![head.to_owned()];
        for (at, part) in self.parts().iter().enumerate().take(MAX_SHOWN) {
            let indent = "  ".repeat(part.depth + 1);
            lines.push(format!("{indent}{}{}", said(part), self.fields_of(at, fields)));
        }
        if self.parts().len() > MAX_SHOWN {
            lines.push(format!("  ... and {} parts more", self.parts().len() - MAX_SHOWN));
        }
        if !self.inside().is_empty() {
            let frames: Vec<String> = self.inside().iter().map(element).collect();
            lines.push(format!("it stands in {}", frames.join(" in ")));
        }
        lines
    }
}

impl TreePattern {
    /// `  <- field 2, href of it = field 3`.
    fn fields_of(&self, part: usize, fields: &[Field]) -> String {
        let mut all = Vec::new();
        for (at, bindings) in self.fields().iter().enumerate() {
            let field = field_name(fields, at);
            for binding in bindings.iter().filter(|binding| binding.part == part) {
                all.push(match &binding.target {
                    NodeTarget::Attribute(name) => format!("{name} of it = {field}"),
                    _ => field.clone(),
                });
            }
        }
        if all.is_empty() { String::new() } else { format!("  <- {}", all.join(", ")) }
    }
}

fn said(part: &PatternPart) -> String {
    let what = match &part.what {
        NodeTest::Element(frame) => element(frame),
        NodeTest::Text(text) => quoted(text),
        NodeTest::AnyText => "any text".to_owned(),
        NodeTest::Any => "anything".to_owned(),
    };
    let count = match part.count {
        Repetition::One => "",
        Repetition::Optional => ", or nothing",
        Repetition::List => ", one or more",
        Repetition::OptionalList => ", any number",
    };
    what + count
}

fn element(frame: &ElementTest) -> String {
    let tokens: Vec<String> = frame.tokens.iter().map(|token| format!("[{token}]")).collect();
    format!("<{}>{}", frame.tag, tokens.concat())
}
