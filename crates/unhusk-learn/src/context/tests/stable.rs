//! Tokens that look made up by a program, and those that do not.

use super::super::stable::looks_generated;

#[test]
fn words_that_people_choose_are_kept() {
    for token in [
        "class=price",
        "class=product-title",
        "class=priceBlock",
        "class=col-12",
        "class=h2",
        "class=md:w-1/2",
        "class=even",
        "id=main",
        "id=sidebar_left",
        "itemprop=name",
        "rel=v:directedBy",
        "role=navigation",
        "class=BVRRRatingSummary",
        "class=hreview-aggregate",
        "class=html5",
        "class=i18n",
        "data-type=offer",
        "class=str",
        "class=USD",
        "class=nbsp",
        "class=a11y-label",
        "class=prix_barré",
    ] {
        assert!(!looks_generated(token), "{token}");
    }
}

#[test]
fn hashes_counters_and_keys_are_not() {
    for token in [
        "class=css-1q2w3e4",
        "class=sc-bdVaJa",
        "class=jss123",
        "id=post-48213",
        "id=ctl00_123456",
        "class=_3xKq9Z2",
        "class=a1b2c3",
        "class=kjhgtrw",
        "id=550e8400-e29b-41d4-a716-446655440000",
        "data-id=20240117",
        "name=&lpos=subnav&lid=bos",
        "class=style__Wrapper-sc-1kx2l9q-0",
        "data-title=A long sentence that nobody would use as a name",
        "data-json={}",
    ] {
        assert!(looks_generated(token), "{token}");
    }
}
