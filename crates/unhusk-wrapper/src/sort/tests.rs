//! The sorts agree with those of slices, and keep the order of equal items.

use super::{ascending, by, by_cached_key, by_key};
use proptest::prelude::*;

#[test]
fn few_items() {
    let mut none: [u8; 0] = [];
    ascending(&mut none);
    let mut one = ["a"];
    ascending(&mut one);
    assert_eq!(one, ["a"]);
    let mut three = ["c", "a", "b"];
    ascending(&mut three);
    assert_eq!(three, ["a", "b", "c"]);
}

proptest! {
    #[test]
    fn agrees_with_slices(keys in proptest::collection::vec(0_u8..9, 0..70)) {
        let items: Vec<(u8, usize)> = keys.iter().copied().zip(0..).collect();
        let mut expected = items.clone();
        expected.sort_by_key(|item| item.0);
        let mut sorted = items.clone();
        by_key(&mut sorted, |item| item.0);
        prop_assert_eq!(&sorted, &expected);
        let mut sorted = items.clone();
        by_cached_key(&mut sorted, |item| item.0);
        prop_assert_eq!(&sorted, &expected);

        expected.sort_by_key(|pair| std::cmp::Reverse(pair.0));
        by(&mut sorted, |a, b| b.0.cmp(&a.0));
        prop_assert_eq!(&sorted, &expected);

        ascending(&mut sorted);
        expected.sort_unstable();
        prop_assert_eq!(&sorted, &expected);
    }
}
