//! Wrong matches of a recognizer: random, and as plausible as real errors.

use super::truth::TruePage;
use crate::random::Random;
use unhusk::Span;

/// Returns something on the page that is not a value of the field; `None` if one attempt found nothing.
///
/// Each with probability 1/4: any bytes, as many as a value of the field has; a text between two tags; as many words
/// as a value of the field has; a value of another field.
pub(super) fn mistake(page: &TruePage<'_>, field: usize, random: &mut Random) -> Option<Span> {
    let source = page.page.source();
    let own = &page.values[field];
    if own.is_empty() || source.is_empty() {
        return None;
    }
    let like = own[random.below(own.len())];
    let found = match random.below(4) {
        0 => bytes(source, like.len(), random),
        1 => text(source, random)?,
        2 => words(source, source.get(like.range())?, random)?,
        _ => {
            let other = &page.values[random.below(page.values.len())];
            *other.get(random.below(other.len().max(1)))?
        }
    };
    (!own.contains(&found) && !found.is_empty()).then_some(found)
}

fn bytes(source: &str, length: usize, random: &mut Random) -> Span {
    let start = random.below(source.len().saturating_sub(length).max(1));
    Span::new(source.floor_char_boundary(start), source.floor_char_boundary(start + length))
}

/// Returns the next text from a random position on, without the white space around it.
fn text(source: &str, random: &mut Random) -> Option<Span> {
    let at = source.floor_char_boundary(random.below(source.len()));
    let start = at + source[at..].find('>')? + 1;
    let end = start + source[start..].find('<')?;
    let text = &source[start..end];
    let first = start + (text.len() - text.trim_start().len());
    (!text.trim().is_empty()).then(|| Span::new(first, first + text.trim().len()))
}

/// Returns as many words from a random position on as another text has.
fn words(source: &str, like: &str, random: &mut Random) -> Option<Span> {
    let is_between = |c: char| !c.is_alphanumeric();
    let n_words = like.split(is_between).filter(|word| !word.is_empty()).count().max(1);
    let at = source.floor_char_boundary(random.below(source.len()));
    let at = at + source[at..].find(is_between)?;
    let start = at + source[at..].find(char::is_alphanumeric)?;
    let mut end = start;
    for _ in 0..n_words {
        end += source[end..].find(char::is_alphanumeric)?;
        end += source[end..].find(is_between)?;
    }
    Some(Span::new(start, end))
}
