use super::*;

const LR: &str = r#"{
  "unhusk": "wrapper/1",
  "class": "lr",
  "schema": {"fields": [{"name": "country"}, {"name": "code", "optional": true}]},
  "program": {"fields": [{"left": "<B>", "right": "</B>"}, {"left": "<I>", "right": "</I>"}]},
  "for": {"url": "https://example.org/*"},
  "learnt": {"method": "lr", "tool": "unhusk 0.1.0", "pages": [{"name": "1.html", "sha256": "00", "records": 4, "labels": 8}]}
}"#;

fn error(text: &str) -> String {
    Wrapper::from_json(text).expect_err("the file is broken").to_string()
}

#[test]
fn what_is_saved_loads_equal() {
    let file = Wrapper::from_json(LR).expect("the file is as it should be");
    assert_eq!(Wrapper::from_json(&file.to_json()).expect("saved files load"), file);
    assert_eq!(file.schema.fields()[1].name, "code");
    assert_eq!(file.provenance.pages[0].labels, 8);
}

#[test]
fn keys_of_ones_own_are_left_alone() {
    let text = LR.replacen('{', r#"{"x-note": [1, {"a": 2}],"#, 1);
    assert!(Wrapper::from_json(&text).is_ok());
}

#[test]
fn a_newer_file_says_so() {
    assert_eq!(
        error(&LR.replace("wrapper/1", "wrapper/2")),
        r#"written by a newer unhusk: the file is "wrapper/2", this program reads "wrapper/1"; update unhusk"#
    );
}

#[test]
fn a_file_of_another_kind_says_what_it_is() {
    assert_eq!(
        error(r#"{"unhusk": "labels/1", "pages": []}"#),
        r#"not a wrapper file but "labels/1""#
    );
    assert_eq!(error("{}"), r#"not a wrapper file: it should say "unhusk": "wrapper/1""#);
    assert!(error("<html>").starts_with("not a wrapper file: this begins with `<`"));
    assert_eq!(error(""), "not a wrapper file: the file is empty");
}

#[test]
fn an_unknown_class_lists_the_known_ones() {
    let message = error(&LR.replace(r#""class": "lr""#, r#""class": "magic""#));
    assert!(
        message.starts_with(r#"unknown wrapper class "magic"; this program knows lr, hlrt"#),
        "{message}"
    );
}

#[test]
fn unknown_and_doubled_keys_are_refused() {
    let extra = LR.replacen('{', r#"{"run": "rm -rf","#, 1);
    assert_eq!(
        error(&extra),
        r#"not a wrapper file: unknown key "run"; keys of your own begin with `x-`"#
    );
    let doubled = LR.replacen('{', r#"{"class": "hlrt","#, 1);
    assert!(error(&doubled).contains(r#"the key "class" stands twice"#));
    let nested = LR.replace(r#""left": "<I>""#, r#""left": "<I>", "left": "<U>""#);
    assert!(error(&nested).contains("duplicate field `left`"));
}

/// Were each key compared with all before it, this test would take minutes.
#[test]
fn a_file_of_very_many_keys_is_refused_soon() {
    let keys: Vec<String> = (0..300_000).map(|n| format!(r#""x-{n}":0"#)).collect();
    let message = error(&LR.replacen('{', &format!(r#"{{{},"run":0,"#, keys.join(",")), 1));
    assert!(message.contains(r#"unknown key "run""#), "{message}");
}

#[test]
fn every_prefix_of_a_file_is_an_error() {
    for end in 0..LR.len() - 1 {
        assert!(Wrapper::from_json(&LR[..end]).is_err(), "{end}");
    }
}

#[test]
fn size_and_depth_are_limited() {
    let large = format!("{}{}", LR, " ".repeat(Wrapper::MAX_BYTES));
    assert!(error(&large).contains("more than the 4194304 that are read"));
    let deep =
        LR.replacen('{', &format!(r#"{{"x-deep": {}{},"#, "[".repeat(200), "]".repeat(200)), 1);
    assert!(error(&deep).contains("nests deeper than 64 levels"));
}

#[test]
fn rule_and_schema_must_belong_together() {
    let message = error(&LR.replace(r#"{"name": "country"}, "#, ""));
    assert!(message.starts_with("rule and schema do not fit"), "{message}");
}

/// The file with another value for `key`, or without the key.
fn with(key: &str, value: Option<&str>) -> String {
    let file: serde_json::Value = serde_json::from_str(LR).expect("the file is JSON");
    let mut object = file.as_object().expect("it is an object").clone();
    match value {
        Some(json) => {
            let value = serde_json::from_str(json).expect("the value is JSON");
            object.insert(key.to_owned(), value);
        }
        None => drop(object.remove(key)),
    }
    serde_json::Value::from(object).to_string()
}

#[test]
fn a_missing_part_is_called_missing() {
    for key in ["class", "schema", "program"] {
        assert_eq!(error(&with(key, None)), format!("the key `{key}` is missing"));
    }
}

#[test]
fn a_wrong_part_is_told_without_the_words_of_this_program() {
    let program =
        |class: &str| with("program", Some("3")).replace(r#""lr""#, &format!("{class:?}"));
    let mut messages: Vec<String> =
        AnyWrapper::CLASSES.iter().map(|class| error(&program(class))).collect();
    for key in ["schema", "for", "learnt"] {
        messages.push(error(&with(key, Some(r#""x""#))));
    }
    messages.push(error(&with("schema", Some(r#"{"fields": [3]}"#))));
    messages.push(error(&with("program", Some(r#"{"fields": [3]}"#))));
    messages.push(error(&with("program", Some(r#"{"fields": 3}"#))));
    messages.push(error(&with("learnt", Some(r#"{"pages": [3]}"#))));
    for message in messages {
        assert!(message.contains("expected a") && !message.contains("struct"), "{message}");
    }
    let message = error(&with("schema", Some("null")));
    let expected =
        "`schema` is not as it should be: invalid type: null, expected an object with `fields`";
    assert!(message.starts_with(expected), "{message}");
}

fn robustness(changes: &[(PageChange, usize, usize)]) -> Robustness {
    let survival = |&(change, values, kept)| Survival { change, values, kept };
    Robustness { pages: 2, changes: changes.iter().map(survival).collect() }
}

#[test]
fn robustness_is_told_from_the_best_to_the_weakest() {
    // 30 of 40 are 75 %, 39 are 97.5 %; the mean with twice 100 % is 93.1 %. Shares are rounded down.
    let some = robustness(&[
        (PageChange::Labels, 40, 40),
        (PageChange::Classes, 40, 39),
        (PageChange::Tags, 40, 30),
        (PageChange::Wrappers, 40, 40),
    ]);
    assert_eq!(
        some.sentence(),
        "keeps 93 % of its values when pages change (simulated on 2 pages): all when label texts are edited or \
         elements are put around others, 97 % when classes are renamed; weakest: 75 % when tags change"
    );
    assert_eq!(some.weakest().map(|weakest| weakest.change), Some(PageChange::Tags));
    let all = robustness(&[(PageChange::Order, 3, 3)]);
    assert_eq!(
        all.sentence(),
        "keeps all of its values when blocks change places (simulated on 2 pages)"
    );
    assert!(all.weakest().is_none() && all.overall() > 0.9999);
    let none = robustness(&[(PageChange::Classes, 3, 0)]);
    assert_eq!(
        none.sentence(),
        "keeps 0 % of its values when classes are renamed (simulated on 2 pages)"
    );
}

#[test]
fn almost_all_is_not_all_and_more_than_all_is_all() {
    let almost = robustness(&[(PageChange::Tags, 1000, 999)]);
    assert!(
        almost.sentence().starts_with("keeps 99 % of its values when tags change "),
        "{}",
        almost.sentence()
    );
    // A file may contain any numbers.
    let more = robustness(&[(PageChange::Tags, 3, usize::MAX), (PageChange::Order, 0, 7)]);
    assert!((0.9999..1.0001).contains(&more.overall()));
    assert!(more.sentence().starts_with("keeps all of its values when tags change or blocks "));
    assert_eq!(robustness(&[]).sentence(), "was not tried on changed pages");
}

#[test]
fn choice_and_robustness_are_saved_and_loaded() {
    let mut file = Wrapper::from_json(LR).expect("the file is as it should be");
    assert_eq!((&file.provenance.choice, &file.provenance.robustness), (&None, &None));
    assert!(!file.to_json().contains("robustness"), "what is not known is not written");
    let robust = robustness(&[(PageChange::Classes, 8, 6)]);
    file.provenance.robustness = Some(robust.clone());
    let runner_up = RunnerUp {
        class: "kl".to_owned(),
        fits: 1,
        agreement: Some(Agreement { pages: 3, values: 9, same: 8 }),
        differs: vec!["code".to_owned()],
        robustness: Some(robust),
    };
    file.provenance.choice =
        Some(Choice { reason: "it fits".to_owned(), runner_up: Some(runner_up) });
    assert_eq!(Wrapper::from_json(&file.to_json()).expect("saved files load"), file);
}

#[test]
fn robustness_that_cannot_be_is_not_loaded() {
    let load = |robustness: &str| {
        let json = format!(
            r#"{{"unhusk": "wrapper/1", "class": "lr", "schema": {{"fields": [{{"name": "a"}}]}},
            "program": {{"fields": [{{"left": "<b>", "right": "</b>"}}]}},
            "learnt": {{"method": "lr", "robustness": {robustness}}}}}"#
        );
        Wrapper::from_json(&json).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(
        load(r#"{"pages": 3, "changes": [{"change": "tags", "values": 4, "kept": 3}]}"#),
        Ok(())
    );
    for (robustness, why) in [
        (r#"{"pages": 18446744073709551615, "changes": []}"#, "on 18446744073709551615 pages"),
        (
            r#"{"pages": 0, "changes": [{"change": "tags", "values": 4, "kept": 3}]}"#,
            "robustness on 0 pages",
        ),
        (
            r#"{"pages": 1, "changes": [{"change": "tags", "values": 4, "kept": 5}]}"#,
            "against tags: 5 of 4 values kept",
        ),
        (
            r#"{"pages": 1, "changes": [{"change": "tags", "values": 4, "kept": 3},
                                        {"change": "tags", "values": 4, "kept": 4}]}"#,
            "against tags is reported twice",
        ),
    ] {
        let error = load(robustness).expect_err(robustness);
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn a_comment_is_named_as_what_is_wrong() {
    let text = LR.replacen('{', "{ // codes\n", 1);
    assert!(
        error(&text).contains("JSON allows no comments; remove the one in line 1"),
        "{}",
        error(&text)
    );
    let text = format!("{LR}\n# end");
    assert!(
        error(&text).contains("JSON allows no comments; remove the one in line 9"),
        "{}",
        error(&text)
    );
    // A slash elsewhere is no comment.
    assert!(!error(&LR.replace("</B>\"", "</B>\" / 2")).contains("comments"));
}
