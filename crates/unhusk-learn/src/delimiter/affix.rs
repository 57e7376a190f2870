//! Common prefixes and suffixes, and where else parts of them stand: the Z-function read in both directions.

/// How long the common suffix of two texts is, in bytes.
pub(super) fn common_suffix(a: &[u8], b: &[u8]) -> usize {
    a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count()
}

/// How long the common prefix of two texts is, in bytes.
pub(super) fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(x, y)| x == y).count()
}

/// A text whose suffixes are looked for in others.
pub(super) struct Suffixes<'t> {
    text: &'t [u8],
    z: Vec<u32>,
}

/// A text whose prefixes are looked for in others.
pub(super) struct Prefixes<'t> {
    text: &'t [u8],
    z: Vec<u32>,
}

impl<'t> Suffixes<'t> {
    pub(super) fn of(text: &'t [u8]) -> Self {
        let n = text.len();
        Self { text, z: z_function(n, |at| text[n - 1 - at]) }
    }

    /// Calls `visit(end, length)` for every end in `within`, last first: `length` bytes before `end` (all of
    /// them in `within`) are the longest that end the text. Ends at which nothing agrees are left out.
    pub(super) fn each_in(&self, within: &[u8], mut visit: impl FnMut(usize, usize)) {
        let (n, m) = (self.text.len(), within.len());
        let text = |at: usize| self.text[n - 1 - at];
        matches(&self.z, text, m, |at| within[m - 1 - at], |at, length| visit(m - at, length));
    }
}

impl<'t> Prefixes<'t> {
    pub(super) fn of(text: &'t [u8]) -> Self {
        Self { text, z: z_function(text.len(), |at| text[at]) }
    }

    /// Calls `visit(start, length)` for every start in `within`, first first: `length` bytes from `start` on
    /// are the longest that begin the text. Starts at which nothing agrees are left out.
    pub(super) fn each_in(&self, within: &[u8], visit: impl FnMut(usize, usize)) {
        matches(&self.z, |at| self.text[at], within.len(), |at| within[at], visit);
    }
}

/// Z-function: for each position, how long the text agrees with itself from there on.
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

/// The longest prefixes of a pattern, given by its Z-function, at every position of a text; linear in both.
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
