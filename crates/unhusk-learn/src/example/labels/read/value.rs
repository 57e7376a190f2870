//! Parses one value of a labels file: a string, a span, a place by number, an attribute, or a selector.

use super::super::GivenValue;
use super::super::json::Json;
use super::unexpected;
use crate::example::error::LabelProblem;
use unhusk_page::Span;

const FORMS: &str = r#"a string, a whole number, {"span": [b, e]}, {"text": ..., "at": n}, {"attribute": ...}, {"xpath": ...}, {"css": ...}, null, or a list"#;

/// Expected form of a decimal number, for messages.
pub(in crate::example) const DECIMAL: &str =
    r#"a decimal number as a string, as displayed on the page: "12.50""#;

/// Whether an item of a list can only be a nested record: an object that is not a form of a value. In a list,
/// `{"attribute": ...}` is a nested record with that field, as it was before labels could name attributes.
pub(in crate::example) fn is_record(item: &Json) -> bool {
    let Json::Object(entries) = item else { return false };
    let has = |name: &str| entries.iter().any(|(key, _)| key == name);
    !(has("span") || has("xpath") || has("css") || has("text") && has("at"))
}

/// Reads one value.
pub(in crate::example) fn value(json: Json) -> Result<GivenValue, LabelProblem> {
    let entries = match json {
        Json::Text(text) => return Ok(GivenValue::Text(text)),
        Json::Number(number) if number.is_f64() => {
            // `12.50` is read as 12.5, so the text of the page is lost.
            return Err(unexpected(&format!("the number {number}"), DECIMAL));
        }
        Json::Number(number) => return Ok(GivenValue::Text(number.to_string())),
        Json::Object(entries) => entries,
        other => return Err(unexpected(&other.noun(), FORMS)),
    };
    let mut parts = Parts::default();
    for (key, value) in entries {
        let part = match key.as_str() {
            "span" => &mut parts.span,
            "text" => &mut parts.text,
            "at" => &mut parts.at,
            "attribute" => &mut parts.attribute,
            "xpath" => &mut parts.xpath,
            "css" => &mut parts.css,
            _ => return Err(unexpected(&format!("an object with the key {key:?}"), FORMS)),
        };
        *part = Some(value);
    }
    parts.value()
}

/// The parts that a value may have.
#[derive(Default)]
struct Parts {
    span: Option<Json>,
    text: Option<Json>,
    at: Option<Json>,
    attribute: Option<Json>,
    xpath: Option<Json>,
    css: Option<Json>,
}

impl Parts {
    fn value(self) -> Result<GivenValue, LabelProblem> {
        let text = self.text.map(|text| string(text, "a string in `text`")).transpose()?;
        if let Some(attribute) = self.attribute {
            if [&self.span, &self.at, &self.xpath, &self.css].iter().any(|part| part.is_some()) {
                return Err(unexpected("keys that do not go together", FORMS));
            }
            let attribute = string(attribute, "the name of an attribute in `attribute`")?;
            return Ok(GivenValue::Attribute { attribute, text });
        }
        match (self.span, self.at, self.xpath, self.css, text) {
            (Some(json), None, None, None, None) => span(json).map(GivenValue::Span),
            (None, Some(at), None, None, Some(text)) => Ok(GivenValue::TextAt {
                text,
                at: number(&at, "a place, counted from 0, in `at`")?,
            }),
            (None, None, Some(xpath), None, text) => {
                Ok(GivenValue::Xpath { xpath: string(xpath, "a path in `xpath`")?, text })
            }
            (None, None, None, Some(css), text) => {
                Ok(GivenValue::Css { css: string(css, "a selector in `css`")?, text })
            }
            (None, None, None, None, Some(_)) => Err(unexpected("`text` without `at`", FORMS)),
            (None, Some(_), None, None, None) => Err(unexpected("`at` without `text`", FORMS)),
            (None, None, None, None, None) => Err(unexpected("an empty object", FORMS)),
            _ => Err(unexpected("keys that do not go together", FORMS)),
        }
    }
}

fn string(json: Json, expected: &'static str) -> Result<String, LabelProblem> {
    match json {
        Json::Text(text) => Ok(text),
        other => Err(unexpected(&other.noun(), expected)),
    }
}

fn span(json: Json) -> Result<Span, LabelProblem> {
    const EXPECTED: &str = "the first byte and one past the last byte, [b, e], in `span`";
    match json {
        Json::List(ends) if ends.len() == 2 => {
            let span =
                Span { start: number(&ends[0], EXPECTED)?, end: number(&ends[1], EXPECTED)? };
            if span.start <= span.end { Ok(span) } else { Err(LabelProblem::Backwards { span }) }
        }
        Json::List(ends) => Err(unexpected(&format!("a list of {}", ends.len()), EXPECTED)),
        other => Err(unexpected(&other.noun(), EXPECTED)),
    }
}

/// A whole number of at most 32 bits: no page is longer.
fn number<N: TryFrom<u32>>(json: &Json, expected: &'static str) -> Result<N, LabelProblem> {
    let Json::Number(given) = json else { return Err(unexpected(&json.noun(), expected)) };
    let narrow = given.as_u64().and_then(|number| u32::try_from(number).ok());
    narrow
        .and_then(|number| N::try_from(number).ok())
        .ok_or_else(|| unexpected(&json.noun(), expected))
}
