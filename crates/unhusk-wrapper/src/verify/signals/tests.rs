//! Signals of hand-written profiles.

use super::{at, signals};
use crate::profile::{FieldProfile, Profile};
use serde_json::{Value, json};

/// A profile of pages with one field, given in its saved form.
fn profile(pages: u64, field: &Value) -> Profile {
    of_fields(pages, std::slice::from_ref(field))
}

fn of_fields(pages: u64, fields: &[Value]) -> Profile {
    let fields: Vec<FieldProfile> = fields
        .iter()
        .map(|field| serde_json::from_value(field.clone()).expect("a field as it is saved"))
        .collect();
    let mut profile = Profile::default();
    (profile.pages, profile.fields) = (pages, fields);
    profile
}

/// A field with these values, each with its number of occurrences, one on each page.
fn with_values(texts: &[(&str, u64)]) -> Value {
    let n: u64 = texts.iter().map(|(_, count)| count).sum();
    json!({
        "name": "genre", "cells": n, "filled": n, "pages": n, "sample": texts,
        "features": {"length": [n, 1000 * n, 1_000_000 * n, 1000, 1000]},
    })
}

/// Whether a signal has this value, up to rounding.
fn is(signal: f64, value: f64) -> bool {
    (signal - value).abs() < 1e-9
}

fn signal(healthy: &Profile, now: &Profile, at: usize) -> f64 {
    signals(healthy, now, 0)[at]
}

#[test]
fn one_text_on_every_page_is_a_surprise_where_values_differed() {
    let healthy = profile(3, &with_values(&[("Western", 1), ("Epic", 1), ("Drama", 1)]));
    let now = profile(12, &with_values(&[("Color", 12)]));
    // With 12 of 12 seen, and 0.5 added to each count, the probability that none of three others has this text is
    // 0.5/13 x 1.5/14 x 2.5/15 = 0.000687, whose logarithm is -3.163.
    assert!((signal(&healthy, &now, at::SAME) - 3.163).abs() < 0.001);
    // Several equal values are a crawl that read one company after the other.
    let mixed = with_values(&[("Color", 7), ("Epic", 5)]);
    assert!(is(signal(&healthy, &profile(12, &mixed), at::SAME), 0.0));
    // All pages of one day have its date.
    let dated = with_values(&[("12/07/2010", 12)]);
    assert!(is(signal(&healthy, &profile(12, &dated), at::SAME), 0.0));
    // A text that was always there may be there again.
    let constant = profile(3, &with_values(&[("Color", 3)]));
    assert!(is(signal(&constant, &now, at::SAME), 0.0));
}

#[test]
fn one_of_two_values_that_every_record_had_is_missed() {
    let of = |records: u64, each: u64| {
        let moments = json!([records, records * each, records * each * each, each, each]);
        json!({
            "name": "title", "cells": records, "filled": records, "pages": records,
            "per_record": moments, "features": {"length": [records, 0, 0, 0, 0]},
        })
    };
    let now = profile(12, &of(12, 1));
    assert!(is(signal(&profile(3, &of(3, 2)), &now, at::MISSING), 0.5));
    assert!(signal(&profile(3, &of(3, 2)), &now, at::GAPS) > 1.5);
    // One record with two values does not show that all have two.
    assert!(is(signal(&profile(1, &of(1, 2)), &now, at::MISSING), 0.0));
}

#[test]
fn lists_may_grow_by_a_factor_that_few_pages_cannot_tell() {
    let of_list = |pages: u64, each: u64| {
        let moments = json!([pages, pages * each, pages * each * each, each, each]);
        profile(pages, &json!({"name": "title", "per_page": moments}))
    };
    // One page had 10 records, now there are 18: less than twice as many.
    assert!(is(signal(&of_list(1, 10), &of_list(2, 18), at::RECORDS), 0.0));
    assert!(signal(&of_list(1, 10), &of_list(2, 40), at::RECORDS) > 0.5);
    // Nine pages of 10 records each: this increase is significant.
    assert!(signal(&of_list(9, 10), &of_list(2, 18), at::RECORDS) > 0.3);
    // A page with one record is not a list that grew.
    assert!(signal(&of_list(1, 1), &of_list(2, 2), at::RECORDS) > 0.6);
}

#[test]
fn of_two_fields_that_share_their_values_the_one_that_lost_its_votes_is_wrong() {
    let field = |shared: u64, votes: u64| {
        json!({
            "name": "height", "cells": 4, "filled": 4, "pages": 4, "shared": shared,
            "votes": [4, 4 * votes, 4 * votes * votes, votes, votes],
            "features": {"length": [4, 4000, 4_000_000, 1000, 1000]},
        })
    };
    let healthy = of_fields(4, &[field(0, 1000), field(0, 1000)]);
    let now = of_fields(4, &[field(4, 500), field(4, 1000)]);
    assert!(is(signals(&healthy, &now, 0)[at::SHARED], 1.0));
    assert!(is(signals(&healthy, &now, 1)[at::SHARED], 0.0));
}

#[test]
fn a_template_caption_is_wrong_unless_an_equal_text_had_it_before() {
    let behind = |caption: &str, echoes: &[(&str, u64)]| {
        json!({
            "name": "title", "cells": 4, "filled": 4, "pages": 4, "labels": [[caption, 4]],
            "echoes": echoes, "features": {"length": [4, 4000, 4_000_000, 1000, 1000]},
        })
    };
    let now = profile(4, &behind("=job category", &[]));
    let healthy = profile(4, &behind("=company", &[]));
    assert!(is(signal(&healthy, &now, at::MISLABELLED), 1.0));
    let occurs_twice = profile(4, &behind("=company", &[("=job category", 4)]));
    assert!(is(signal(&occurs_twice, &now, at::MISLABELLED), 0.0));
    // A text that is not of the template may be a renamed caption.
    let renamed = profile(4, &behind("firm", &[]));
    assert!(is(signal(&healthy, &renamed, at::MISLABELLED), 0.0));
}

#[test]
fn one_list_does_not_show_how_long_lists_are() {
    let of_lists = |records: u64, each: u64| {
        let moments = json!([records, records * each, records * each * each, each, each]);
        profile(
            records,
            &json!({
                "name": "ingredients", "cells": records, "filled": records, "pages": records,
                "per_record": moments, "features": {"length": [records, 0, 0, 0, 0]},
            }),
        )
    };
    // One recipe had 6 ingredients, the next has 11: less than twice as many.
    assert!(is(signal(&of_lists(1, 6), &of_lists(1, 11), at::COUNT), 0.0));
    // Nine recipes of 6 ingredients each: this increase is significant.
    assert!(signal(&of_lists(9, 6), &of_lists(1, 11), at::COUNT) > 0.3);
    // One value is not a list that grew.
    assert!(signal(&of_lists(1, 1), &of_lists(1, 4), at::COUNT) > 1.0);
}

#[test]
fn a_value_that_the_data_of_the_page_names_as_before_is_told_from_one_that_it_does_not() {
    let named = |names: &[(&str, u64)], of_page: &[(&str, u64)]| {
        let mut profile = profile(
            2,
            &json!({
                "name": "title", "cells": 2, "filled": 2, "pages": 2, "embedded": names,
                "features": {"length": [2, 2000, 2_000_000, 1000, 1000]},
            }),
        );
        profile.names = serde_json::from_value(json!(of_page)).expect("a sample as it is saved");
        profile
    };
    let healthy = named(&[("headline", 2)], &[("headline", 2)]);
    let same = named(&[("headline", 2)], &[("headline", 2)]);
    assert!(is(signal(&healthy, &same, at::NAMED), 1.0));
    assert!(is(signal(&healthy, &same, at::MISNAMED), 0.0));
    let other = named(&[], &[("headline", 2)]);
    assert!(is(signal(&healthy, &other, at::MISNAMED), 1.0));
    // Pages without this name tell nothing.
    let without = named(&[], &[]);
    assert!(is(signal(&healthy, &without, at::MISNAMED), 0.0));
}

#[test]
fn a_single_value_may_be_a_part_of_the_text_that_the_data_names() {
    let titled = |near: &[(&str, u64)]| {
        let field = json!({
            "name": "headline", "cells": 3, "filled": 3, "pages": 3, "near": near,
            "per_record": [3, 3, 3, 1, 1], "features": {"length": [3, 3000, 3_000_000, 1000, 1000]},
        });
        let mut profile = profile(3, &field);
        profile.names = serde_json::from_value(json!([["title", 3]])).expect("a saved sample");
        profile
    };
    let healthy = titled(&[("title", 3)]);
    // Three pages, against which half a page counts: 3 / 3.5.
    assert!(is(signal(&healthy, &titled(&[("title", 3)]), at::NAMED), 3.0 / 3.5));
    assert!(is(signal(&healthy, &titled(&[]), at::MISNAMED), 3.0 / 3.5));
    assert!(is(signal(&titled(&[]), &titled(&[]), at::MISNAMED), 0.0));
}

#[test]
fn data_that_the_page_shows_contradicts_values_that_are_something_else() {
    let with = |embedded: &[(&str, u64)], shown: &[(&str, u64)]| {
        let field = json!({
            "name": "authors", "cells": 1, "filled": 1, "pages": 1, "embedded": embedded,
            "features": {"length": [1, 1000, 1_000_000, 1000, 1000]},
        });
        let mut profile = profile(1, &field);
        profile.names = serde_json::from_value(json!([["author.name", 1]])).expect("a sample");
        profile.shown = serde_json::from_value(json!(shown)).expect("a sample");
        profile
    };
    let name = [("author.name", 1)];
    let healthy = with(&name, &name);
    assert!(is(signal(&healthy, &with(&[], &name), at::CONTRADICTED), 1.0));
    assert!(is(signal(&healthy, &with(&name, &name), at::CONTRADICTED), 0.0));
    // The page does not show the text, so that no reader could read it.
    assert!(is(signal(&healthy, &with(&[], &[]), at::CONTRADICTED), 0.0));
    assert!(is(signal(&healthy, &with(&[], &[]), at::MISNAMED), 1.0));
    // Data that named something else before tells nothing.
    assert!(is(signal(&with(&[], &name), &with(&[], &name), at::CONTRADICTED), 0.0));
}
