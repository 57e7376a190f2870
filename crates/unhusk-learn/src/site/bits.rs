//! Sets of nodes as bits.

/// A set of numbers below a limit that all sets of one search share.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    /// The empty set.
    pub(super) fn none(limit: usize) -> Self {
        Self(vec![0; limit.div_ceil(64)])
    }

    /// Adds a number.
    pub(super) fn set(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Whether a number is in the set.
    pub(super) fn has(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// The intersection.
    pub(super) fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    /// The difference.
    pub(super) fn without(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a & !b).collect())
    }

    /// The size of the intersection.
    pub(super) fn n_common(&self, other: &Self) -> usize {
        self.0.iter().zip(&other.0).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    /// The size of the intersection of three sets.
    pub(super) fn n_common3(&self, other: &Self, third: &Self) -> usize {
        let words = self.0.iter().zip(&other.0).zip(&third.0);
        words.map(|((a, b), c)| (a & b & c).count_ones() as usize).sum()
    }

    /// The numbers, in increasing order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let number = 64 * at + left.trailing_zeros() as usize;
                (left != 0).then(|| {
                    left &= left - 1;
                    number
                })
            })
        })
    }
}
