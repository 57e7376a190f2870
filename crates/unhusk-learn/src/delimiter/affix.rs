//! Common prefixes and suffixes and their occurrences in other texts, found with the Z-function in both directions.

/// Length of the common suffix of two texts, in bytes.
pub(super) fn common_suffix(a: &[u8], b: &[u8]) -> usize {
    a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count()
}

/// Length of the common prefix of two texts, in bytes.
pub(super) fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(x, y)| x == y).count()
}

/// Finds the suffixes of a text in other texts.
pub(super) struct Suffixes<'t> {
    text: &'t [u8],
    z: Vec<u32>,
}

/// Finds the prefixes of a text in other texts.
pub(super) struct PrefixFinder<'t> {
    text: &'t [u8],
    z: Vec<u32>,
}

impl<'t> Suffixes<'t> {
    pub(super) fn of(text: &'t [u8]) -> Self {
        let n = text.len();
        Self { text, z: z_function(n, |at| text[n - 1 - at]) }
    }

    /// Calls `visit(end, length)` for each position `end` of `within`, last first, where `length` > 0 is the length
    /// of the longest suffix of the text that ends there.
    pub(super) fn each_in(&self, within: &[u8], mut visit: impl FnMut(usize, usize)) {
        let (n, m) = (self.text.len(), within.len());
        let text = |at: usize| self.text[n - 1 - at];
        matches(&self.z, text, m, |at| within[m - 1 - at], |at, length| visit(m - at, length));
    }
}

impl<'t> PrefixFinder<'t> {
    pub(super) fn of(text: &'t [u8]) -> Self {
        Self { text, z: z_function(text.len(), |at| text[at]) }
    }

    /// Calls `visit(start, length)` for each position `start` of `within`, in order, where `length` > 0 is the
    /// length of the longest prefix of the text that starts there.
    pub(super) fn each_in(&self, within: &[u8], visit: impl FnMut(usize, usize)) {
        matches(&self.z, |at| self.text[at], within.len(), |at| within[at], visit);
    }
}

/// Z-function: for each position, the length of the longest prefix of the text that starts there.
fn z_function(n: usize, text: impl Fn(usize) -> u8) -> Vec<u32> {
    let mut z = vec![0; n];
    if n == 0 {
        return z;
    }
    z[0] = narrow(n);
    let (mut left, mut right) = (0, 0);
    for at in 1..n {
        let mut length = if at < right { (z[at - left] as usize).min(right - at) } else { 0 };
        while at + length < n && text(length) == text(at + length) {
            length += 1;
        }
        if at + length > right {
            (left, right) = (at, at + length);
        }
        z[at] = narrow(length);
    }
    z
}

/// Visits the longest prefix of a pattern at every position of a text; `z` is the Z-function of the pattern. Linear in
/// both.
fn matches(
    z: &[u32],
    pattern: impl Fn(usize) -> u8,
    n_text: usize,
    text: impl Fn(usize) -> u8,
    mut visit: impl FnMut(usize, usize),
) {
    let n = z.len();
    let (mut left, mut right) = (0, 0);
    for at in 0..n_text {
        let mut length = if at < right { (z[at - left] as usize).min(right - at) } else { 0 };
        if at + length >= right {
            while length < n && at + length < n_text && pattern(length) == text(at + length) {
                length += 1;
            }
            (left, right) = (at, at + length);
        }
        if length > 0 {
            visit(at, length);
        }
    }
}

fn narrow(length: usize) -> u32 {
    u32::try_from(length).expect("pages are shorter than 4 GiB")
}
