//! `https://a.example/list?page={1..5}` -> five URLs.

/// Limit on the URLs to which one text expands.
pub(super) const MAX_EXPANDED: u64 = 100_000;

/// Returns the URLs to which a text with ranges expands; `None` if there are more than [`MAX_EXPANDED`]. The last range
/// runs fastest. `{01..10}` keeps its zeros; braces around anything else are part of the URL.
pub(super) fn expand(text: &str) -> Option<Vec<String>> {
    let mut urls = vec![String::new()];
    let mut rest = text;
    while let Some((before, range, after)) = next_range(rest) {
        let n_urls = range.length().checked_mul(urls.len() as u64)?;
        if n_urls > MAX_EXPANDED {
            return None;
        }
        let with_number = |url: &String| {
            let start = format!("{url}{before}");
            range.numbers().map(move |number| format!("{start}{number}")).collect::<Vec<_>>()
        };
        urls = urls.iter().flat_map(with_number).collect();
        rest = after;
    }
    Some(urls.into_iter().map(|url| url + rest).collect())
}

/// Splits a text at its first range.
fn next_range(text: &str) -> Option<(&str, NumberRange, &str)> {
    let braces = text.match_indices('{').map(|(at, _)| at);
    braces.into_iter().find_map(|at| {
        let (inside, after) = text[at + 1..].split_once('}')?;
        Some((&text[..at], NumberRange::parse(inside)?, after))
    })
}

struct NumberRange {
    first: u64,
    last: u64,
    n_digits: usize,
}

impl NumberRange {
    fn parse(text: &str) -> Option<Self> {
        let (first, last) = text.split_once("..")?;
        let number = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| text.parse::<u64>().ok()).flatten()
        };
        let has_zeros = |text: &str| text.len() > 1 && text.starts_with('0');
        let is_padded = has_zeros(first) || has_zeros(last);
        let n_digits = if is_padded { first.len().max(last.len()) } else { 0 };
        Some(Self { first: number(first)?, last: number(last)?, n_digits })
    }

    fn length(&self) -> u64 {
        self.first.abs_diff(self.last).saturating_add(1)
    }

    fn numbers(&self) -> impl Iterator<Item = String> {
        let (first, last, n_digits) = (self.first, self.last, self.n_digits);
        let number = move |at| if first <= last { first + at } else { first - at };
        (0..self.length()).map(move |at| format!("{:0n_digits$}", number(at)))
    }
}
