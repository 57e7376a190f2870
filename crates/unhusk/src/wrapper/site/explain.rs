//! A site wrapper in a person's words.

use super::{Records, Site};
use crate::wrapper::Explain;

impl Explain for Site {
    fn explain(&self) -> Vec<String> {
        let mut lines = vec![match self.records() {
            Records::Page => "the page is one record".to_owned(),
            Records::Regions(_) => "a region is one record".to_owned(),
            Records::Sequence(rule) => return rule.explain(),
        }];
        for (number, field) in (1..).zip(self.fields()) {
            lines.push(format!("field {number}:"));
            for way in &field.ways {
                for rule in &way.rules {
                    let clues: Vec<String> = rule
                        .clues
                        .iter()
                        .map(|clue| format!("{:?} {} {:?}", clue.what, clue.at, clue.says))
                        .collect();
                    lines.push(format!("  {} {:?} {}", rule.weight, way.target, clues.join(" & ")));
                }
            }
        }
        lines
    }
}
