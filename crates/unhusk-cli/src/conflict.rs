//! Formats the reason why no wrapper fits, with the places in conflict.

use unhusk::learn::{Conflict, LearnError};
use unhusk::sink::printable;

/// Returns the message of a learning error: its first line, and the lines that show places.
pub(crate) fn shown(error: &LearnError) -> (String, Vec<String>) {
    match error {
        LearnError::NoFit { class, conflict } => {
            (format!("no `{class}` wrapper fits these labels"), conflict_lines(conflict))
        }
        LearnError::NoneFits { tried } => (
            "no wrapper fits these labels".to_owned(),
            tried.iter().flat_map(tried_lines).collect(),
        ),
        other => (other.to_string(), Vec::new()),
    }
}

/// Whether other labels could help. If a class cannot express the labels, they cannot; the message names a class that
/// can.
pub(crate) fn is_about_labels(error: &LearnError) -> bool {
    match error {
        LearnError::NoneFits { tried } => tried.iter().any(is_about_labels),
        LearnError::NoFit { .. } => true,
        _ => false,
    }
}

/// Returns the indented lines of one of several errors.
fn tried_lines(error: &LearnError) -> Vec<String> {
    let (message, lines) = shown(error);
    std::iter::once(printable(&message).into_owned())
        .chain(lines)
        .map(|line| format!("  {line}"))
        .collect()
}

/// Returns the lines of a conflict:
/// ```text
///   --> field `price`
///    |  pages/1.html bytes 120-126: <td class=p>$12.00</td>
///    |  pages/3.html bytes 88-97: <td>12.00 EUR</td>
///    = no text is common to the left of both values
/// ```
fn conflict_lines(conflict: &Conflict) -> Vec<String> {
    let mut lines = vec![format!("  --> field `{}`", printable(&conflict.field))];
    for place in &conflict.places {
        lines.push(format!(
            "   |  {} bytes {}-{}: {}",
            printable(&place.page),
            place.span.start,
            place.span.end,
            printable(&place.excerpt)
        ));
    }
    lines.push(format!("   = {}", printable(&conflict.why)));
    lines
}

#[cfg(test)]
mod tests {
    use super::shown;
    use unhusk::Span;
    use unhusk::learn::{Conflict, Evidence, LearnError};

    #[test]
    fn several_errors_are_listed_one_by_one() {
        let why = "the field `a` repeats".to_owned();
        let tried = vec![LearnError::Inexpressible { class: "lr", why }];
        let (message, lines) = shown(&LearnError::NoneFits { tried });
        assert_eq!(message, "no wrapper fits these labels");
        assert_eq!(lines, ["  `lr` cannot express these labels: the field `a` repeats"]);
    }

    #[test]
    fn a_conflict_shows_its_places_and_no_control_characters() {
        let evidence = |page: &str, start, excerpt: &str| Evidence {
            page: page.to_owned(),
            span: Span::new(start, start + 2),
            excerpt: excerpt.to_owned(),
        };
        let conflict = Conflict {
            field: "price".to_owned(),
            why: "no text is common to the left of both values".to_owned(),
            places: vec![
                evidence("1.html", 7, "<b>12</b>"),
                evidence("2.html", 9, "\x1b[2J<i>7</i>"),
            ],
        };
        let error = LearnError::NoFit { class: "lr", conflict: Box::new(conflict) };
        let (message, lines) = shown(&error);
        assert_eq!(message, "no `lr` wrapper fits these labels");
        assert_eq!(
            lines,
            [
                "  --> field `price`",
                "   |  1.html bytes 7-9: <b>12</b>",
                "   |  2.html bytes 9-11: \\u{1b}[2J<i>7</i>",
                "   = no text is common to the left of both values",
            ]
        );
    }
}
