//! Running sums from which mean and spread follow; whole numbers, so that the order of addition does not matter.

use serde::{Deserialize, Serialize};

/// Count, sum, sum of squares, minimum and maximum of numbers, which are thousandths or counts.
///
/// Saved as `[count, sum, squares, least, most]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "[u64; 5]", into = "[u64; 5]")]
pub struct Moments {
    count: u64,
    sum: u64,
    squares: u64,
    least: u64,
    most: u64,
}

/// Larger numbers are clamped to this one, so that the squares of millions of numbers fit.
const LARGEST: u64 = 1 << 20;

impl Moments {
    /// Adds one number.
    pub fn add(&mut self, number: u64) {
        let number = number.min(LARGEST);
        self.merge(&Self {
            count: 1,
            sum: number,
            squares: number * number,
            least: number,
            most: number,
        });
    }

    /// Adds all numbers of `other`.
    pub fn merge(&mut self, other: &Self) {
        if other.count == 0 {
            return;
        }
        self.least = if self.count == 0 { other.least } else { self.least.min(other.least) };
        self.most = self.most.max(other.most);
        self.count = self.count.saturating_add(other.count);
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
    }

    /// How many numbers were added.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Whether there are no numbers.
    pub fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// The sum.
    pub fn total(&self) -> u64 {
        self.sum
    }

    /// The minimum; 0 if there are no numbers.
    pub fn least(&self) -> u64 {
        self.least
    }

    /// The maximum; 0 if there are no numbers.
    pub fn most(&self) -> u64 {
        self.most
    }

    /// The mean; 0 if there are no numbers.
    #[expect(clippy::cast_precision_loss, reason = "statistics need no 53 bits")]
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum as f64 / self.count as f64 }
    }

    /// The sum of the squared distances from the mean.
    #[expect(clippy::cast_precision_loss, reason = "statistics need no 53 bits")]
    pub fn scatter(&self) -> f64 {
        if self.count == 0 {
            return 0.0;
        }
        let (sum, squares) = (self.sum as f64, self.squares as f64);
        (squares - sum * sum / self.count as f64).max(0.0)
    }
}

impl From<[u64; 5]> for Moments {
    fn from([count, sum, squares, least, most]: [u64; 5]) -> Self {
        Self { count, sum, squares, least, most }
    }
}

impl From<Moments> for [u64; 5] {
    fn from(moments: Moments) -> Self {
        [moments.count, moments.sum, moments.squares, moments.least, moments.most]
    }
}
