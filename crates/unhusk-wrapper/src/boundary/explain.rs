//! Describes boundary detectors in words.

use super::{Bwi, Detector};
use crate::Explain;
use crate::context::Grouping;
use crate::explain::field_name;
use crate::landmark::landmark_words;
use crate::record::Field;

impl Explain for Bwi {
    fn explain_with(&self, fields: &[Field]) -> Vec<String> {
        let mut lines = vec![match self.grouping() {
            Grouping::Page => "the page is one record".to_owned(),
            Grouping::Turns => {
                "the first values of all fields are a record, the second ones, and so on".to_owned()
            }
        }];
        for (at, ensemble) in self.fields().iter().enumerate() {
            let lengths: Vec<String> =
                ensemble.lengths.iter().map(|(length, _)| length.to_string()).collect();
            lines.push(format!("{}: {} tokens long", field_name(fields, at), lengths.join(" or ")));
            lines.extend(ensemble.start.iter().map(|one| detector("begins", one)));
            lines.extend(ensemble.end.iter().map(|one| detector("ends", one)));
        }
        lines
    }
}

fn detector(verb: &str, detector: &Detector) -> String {
    let Detector { before, behind, weight } = detector;
    let mut sides = Vec::new();
    if !before.is_empty() {
        sides.push(format!("behind {}", landmark_words(before)));
    }
    if !behind.is_empty() {
        sides.push(format!("before {}", landmark_words(behind)));
    }
    format!("  {verb} {} (weight {}.{:03})", sides.join(" and "), weight / 1000, weight % 1000)
}
