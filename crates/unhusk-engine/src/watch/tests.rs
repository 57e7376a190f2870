//! Odd runs are detected, dated and shown; no text of a page is active in a report.

use super::chart::{blocks, date};
use super::{History, Report, WatchedField, WatchedRun};
use std::fs;

fn run(time: u64, records: usize, filled: usize, warnings: &[&str]) -> WatchedRun {
    WatchedRun {
        time,
        wrapper: "shop".to_owned(),
        pages: 10,
        empty: 0,
        records,
        fields: vec![WatchedField {
            name: "price".to_owned(),
            records,
            filled,
            looks_wrong: !warnings.is_empty(),
        }],
        warnings: warnings.iter().map(|&warning| warning.to_owned()).collect(),
        is_odd: !warnings.is_empty(),
    }
}

#[test]
fn far_fewer_records_are_odd_even_if_each_looks_right() {
    let earlier = [run(1, 100, 100, &[]), run(2, 90, 90, &[]), run(3, 110, 110, &[])];
    assert!(!run(4, 60, 60, &[]).compared_with(&earlier).is_odd);
    let odd = run(4, 40, 40, &[]).compared_with(&earlier);
    assert!(odd.is_odd && odd.warnings[0].contains("less than half"), "{odd:?}");
    // Without a healthy run there is nothing to compare with.
    assert!(!run(4, 0, 0, &[]).compared_with(&[]).is_odd);
}

#[test]
fn runs_are_kept_and_odd_ones_are_dated() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("watch.jsonl");
    let runs = [run(100, 50, 50, &[]), run(200, 50, 0, &["empty"]), run(300, 50, 0, &["empty"])];
    for one in &runs {
        History::open(&path)
            .expect("it opens")
            .add(std::slice::from_ref(one))
            .expect("it is added");
    }
    // An incomplete line, with bytes that are not UTF-8, is cut off.
    let whole = fs::read(&path).expect("the history");
    fs::write(&path, [&whole, b"{\"time\": 4\xFF".as_slice()].concat()).expect("it is written");
    let history = History::open(&path).expect("it opens");
    assert_eq!(history.runs_of("shop"), runs);
    assert_eq!(fs::read(&path).expect("the history"), whole);
    let report = Report::new(&history, &runs[2..]);
    assert!(report.is_odd());
    assert_eq!(report.wrappers[0].odd_since, Some(200));
    assert_eq!(report.wrappers[0].fill("price"), [Some(100), Some(0), Some(0)]);
    fs::write(&path, "nonsense\n").expect("it is written");
    let error = History::open(&path).expect_err("no history").to_string();
    assert!(error.contains("line 1 of"), "{error}");
    fs::write(&path, [&whole, b"\xFF\n".as_slice()].concat()).expect("it is written");
    let error = History::open(&path).expect_err("no history").to_string();
    assert!(error.contains("line 4 of") && error.contains("remove the line"), "{error}");
}

#[test]
fn a_file_that_is_no_history_is_not_cut() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("notes.txt");
    for text in ["one line without an end", "{\"unhusk\": \"wrapper/1\"}"] {
        fs::write(&path, text).expect("it is written");
        assert!(History::open(&path).is_err(), "{text}");
        assert_eq!(fs::read_to_string(&path).expect("the file"), text);
    }
}

#[test]
fn a_report_shows_the_fields_and_says_what_is_wrong() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut history = History::open(&folder.path().join("watch.jsonl")).expect("it opens");
    let runs = [run(0, 50, 50, &[]), run(86_400, 50, 25, &["<script>alert(1)</script> | `x`"])];
    history.add(&runs).expect("they are added");
    let report = Report::new(&history, &runs[1..]);
    let markdown = report.markdown();
    assert!(markdown.contains("## shop: odd"), "{markdown}");
    assert!(markdown.contains("Odd since 1970-01-02 00:00 UTC."), "{markdown}");
    assert!(markdown.contains("| price | 50 % | `█▄` | looks wrong |"), "{markdown}");
    assert!(markdown.contains(r"- \<script\>alert(1)\</script\> \| \`x\`"), "{markdown}");
    let html = report.html();
    assert!(html.contains("&lt;script&gt;") && !html.contains("<script"), "{html}");
    assert_eq!(html.matches("<svg").count(), 2);
}

#[test]
fn small_charts_and_dates() {
    assert_eq!(blocks(&[Some(0), Some(50), Some(100), None], Some(100)), "▁▄█ ");
    assert_eq!(blocks(&[Some(0), Some(0)], None), "▁▁");
    assert_eq!(date(0), "1970-01-01 00:00");
    // From `date -u -d @951827696` and `date -u -d @4102444799`.
    assert_eq!(date(951_827_696), "2000-02-29 12:34");
    assert_eq!(date(4_102_444_799), "2099-12-31 23:59");
}
