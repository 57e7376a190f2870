use crate::site::bits::Bits;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn bits(numbers: &BTreeSet<usize>) -> Bits {
    let mut bits = Bits::none(150);
    for &number in numbers {
        bits.set(number);
    }
    bits
}

proptest! {
    #[test]
    fn bits_are_sets(a in prop::collection::btree_set(0..150_usize, 0..40), b in prop::collection::btree_set(0..150_usize, 0..40), c in prop::collection::btree_set(0..150_usize, 0..40)) {
        let (x, y, z) = (bits(&a), bits(&b), bits(&c));
        prop_assert!(x.iter().eq(a.iter().copied()));
        prop_assert!(x.and(&y).iter().eq(a.intersection(&b).copied()));
        prop_assert!(x.without(&y).iter().eq(a.difference(&b).copied()));
        prop_assert_eq!(x.n_common(&y), a.intersection(&b).count());
        let of_three = a.iter().filter(|n| b.contains(n) && c.contains(n)).count();
        prop_assert_eq!(x.n_common3(&y, &z), of_three);
        for number in 0..150 {
            prop_assert_eq!(x.has(number), a.contains(&number));
        }
    }
}
