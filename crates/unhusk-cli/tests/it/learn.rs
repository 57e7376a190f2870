//! `unhusk learn`.

use crate::program::{Folder, Run, countries_page};
use expect_test::expect;

/// Labels for `1.html` and `2.html` of [`Folder::with_countries`].
pub(crate) const LABELS: &str = r#"{ "unhusk": "labels/1", "fields": ["country", "code"], "pages": [
  { "path": "1.html", "records": [ {"country": "Congo", "code": "242"}, {"country": "Egypt", "code": "20"} ] },
  { "path": "2.html", "records": [ {"country": "Spain", "code": "34"} ] } ] }"#;

/// A folder with the countries pages and their labels.
pub(crate) fn labelled() -> Folder {
    let folder = Folder::with_countries();
    folder.write("labels.json", LABELS);
    folder
}

/// Returns the error of `learn` for these labels.
fn learnt(labels: &str) -> Run {
    let folder = labelled();
    folder.write("labels.json", labels);
    folder.write("w2.json", "old");
    let run = folder.run(&["learn", "labels.json", "-o", "w2.json"]);
    assert_eq!(run.stdout, "");
    assert_eq!(
        run.code == 0,
        folder.read("w2.json") != "old",
        "written if and only if learnt: {}",
        run.stderr
    );
    run
}

#[test]
fn a_learnt_wrapper_reads_pages_it_has_not_seen() {
    let folder = labelled();
    let run = folder.run(&["learn", "labels.json", "-m", "hlrt", "-o", "w2.json"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    let summary = "learnt hlrt from 2 pages, 3 records in N ms; fits 2 of 2 pages\n";
    assert_eq!(run.messages(), summary);
    // Statistics are printed on request only.
    let run = folder.run(&["learn", "labels.json", "-m", "hlrt", "-o", "w2.json", "-v"]);
    let bound = "\n2 pages prove little: to say that with 90 % confidence";
    assert!(run.messages().contains(bound), "{}", run.messages());
    folder.write("3.html", countries_page(&[("Peru", "51"), ("Japan", "81")]));
    let run = folder.run(&["extract", "w2.json", "3.html", "-q"]);
    expect![[r#"
        {"_page":"3.html","country":"Peru","code":"51"}
        {"_page":"3.html","country":"Japan","code":"81"}
    "#]]
    .assert_eq(&run.stdout);
}

#[test]
fn the_wrapper_goes_to_standard_output_and_is_told_in_words() {
    let folder = labelled();
    let learnt = folder.run(&["learn", "labels.json", "-q"]);
    assert_eq!((learnt.code, learnt.stderr.as_str()), (0, ""));
    assert!(learnt.stdout.starts_with("{\n  \"unhusk\": \"wrapper/1\",\n"), "{}", learnt.stdout);
    let explained = folder.run_with_input(&["explain", "-"], &learnt.stdout);
    assert_eq!(explained.code, 0, "{}", explained.stderr);
    assert!(explained.stdout.contains("\nfields  country, code\n"), "{}", explained.stdout);
    assert!(
        explained.stdout.contains("from 2 pages (1.html, 2.html), 3 records"),
        "{}",
        explained.stdout
    );
    let again = folder.run_with_input(&["learn", "-", "-q"], LABELS);
    assert_eq!(again.stdout, learnt.stdout, "labels may come from standard input");
}

/// Each field has a tag, a class, a position and a neighbour of its own, so no single change breaks all rules of `site`.
/// Delimiters and `kl` also fit the labels and extract the same from the unlabelled page; `kl` is the runner-up because
/// it is more robust.
#[test]
fn the_choice_and_its_robustness_are_reported_and_saved() {
    let folder = Folder::new();
    let page = |name: &str, price: &str| {
        format!(
            "<html><body><h1 class=title>{name}</h1><p>Price: <b class=price>{price}</b></p>\
             <p>Open</p></body></html>"
        )
    };
    for (number, name, price) in [(1, "Mug", "12"), (2, "Tray", "7"), (3, "Cup", "3")] {
        folder.write(&format!("{number}.html"), page(name, price));
    }
    folder.write(
        "labels.json",
        r#"{ "unhusk": "labels/1", "pages": [
          { "path": "1.html", "records": [ {"name": "Mug", "price": "12"} ] },
          { "path": "2.html", "records": [ {"name": "Tray", "price": "7"} ] } ] }"#,
    );
    let learn = ["learn", "labels.json", "--with", "3.html", "-o", "w.json"];
    let run = folder.run(&learn);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let plain = "using 1 page without labels\n\
        learnt site (auto) from 2 pages, 2 records in N ms; fits 2 of 2 pages\n\
        without labels: 1 record on 1 page\n";
    assert_eq!(run.messages(), plain);
    let run = folder.run(&[&learn[..], &["-v"]].concat());
    expect![[r"
        using 1 page without labels
        learnt site (auto) from 2 pages, 2 records in N ms; fits 2 of 2 pages
        `site` was taken: it reads all 2 labelled pages as labelled, and it is preferred where it fits: it held best on the sites that methods were compared on; next came `kl`, which reads all 2 labelled pages as labelled; on 1 page without labels both read the same 2 values; when pages change, `site` keeps 100 % of its values and `kl` N %
        it keeps all of its values when label texts are edited, attributes are dropped, classes are renamed, tags change or elements are added beside others (simulated on 3 pages)
        without labels: 1 record on 1 page
    "]]
    .assert_eq(&runner_up_masked(&run.messages()));
    let explained = folder.run(&["explain", "w.json"]).stdout;
    assert!(!explained.contains("\nchoice ") && !explained.contains("\nrobust "), "{explained}");
    let explained = folder.run(&["explain", "w.json", "-v"]).stdout;
    for (head, start) in [("choice  ", "`site` was taken: "), ("robust  ", "keeps ")] {
        let line = explained.lines().find_map(|line| line.strip_prefix(head)).unwrap_or_default();
        assert!(line.starts_with(start) && run.messages().contains(line), "{explained}");
    }
    let json: serde_json::Value = serde_json::from_str(&folder.read("w.json")).unwrap();
    assert_eq!(json["learnt"]["robustness"]["pages"], 3);
    assert!(json["learnt"]["choice"]["runner_up"]["class"].is_string());
    // With `-m` there is no choice to report, but the robustness is reported.
    let run = folder.run(&["learn", "labels.json", "-m", "kl", "-o", "w2.json", "-v"]);
    assert!(
        !run.messages().contains("was taken") && run.messages().contains("\nit keeps "),
        "{}",
        run.messages()
    );
}

/// Returns the messages with `N` for the share of values that the runner-up keeps.
fn runner_up_masked(messages: &str) -> String {
    let (before, after) =
        messages.split_once(" of its values and `kl` ").expect("both are reported");
    let after = after.trim_start_matches(|character: char| character.is_ascii_digit());
    format!("{before} of its values and `kl` N{after}")
}

#[test]
fn no_wrapper_that_fits_is_the_answer_no_with_the_way_out() {
    let folder = labelled();
    // The bold heading has the delimiters of a country: LR cannot distinguish them, HLRT can (ALGORITHMS 1.5, P2).
    let run = folder.run(&["learn", "labels.json", "-m", "lr", "-o", "w2.json"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert!(
        run.stderr.starts_with("error: no `lr` wrapper fits these labels\n  --> "),
        "{}",
        run.stderr
    );
    let help = run.stderr.lines().find(|line| line.starts_with("help: ")).unwrap_or_default();
    assert!(help.contains("`-m hlrt`"), "{}", run.stderr);
    assert!(!folder.names().contains(&"w2.json".to_owned()));
}

#[test]
fn bad_labels_are_failures_that_name_the_place() {
    for (labels, message) in [
        ("", "labels.json"),
        ("[]", "labels.json"),
        ("{\"unhusk\": \"wrapper/1\"}", "this is a wrapper file"),
        (&LABELS.replace("labels/1", "labels/2"), "labels/1"),
        (&LABELS.replace("[\"country\", \"code\"]", "[\"country\"]"), "field `code`"),
        (
            &LABELS.replace("\"34\"", "{\"span\": [0, 9999]}"),
            "2.html: record 1: field `code`: the span [0, 9999]",
        ),
        (&LABELS.replace("\"34\"", "{\"span\": [9, 3]}"), "ends before it begins"),
        (&LABELS.replace("\"2.html\"", "\"3.html\""), "`3.html`"),
        (&LABELS[..LABELS.len() - 9], "labels.json"),
    ] {
        let run = learnt(labels);
        assert_eq!(run.code, 2, "{labels}: {}", run.stderr);
        assert!(
            run.stderr.starts_with("error: ") && run.stderr.contains(message),
            "{message}: {}",
            run.stderr
        );
    }
}

#[test]
fn a_page_that_does_not_exist_is_named_with_its_neighbour() {
    let run = learnt(&LABELS.replace("\"2.html\"", "\"22.html\""));
    assert_eq!(run.code, 2);
    assert_eq!(
        run.stderr,
        "error: labels.json: page `22.html`: cannot read `22.html`: no such file or folder (did you mean `2.html`?)\n"
    );
}

#[test]
fn nothing_to_learn_from_is_a_failure() {
    let run = learnt(r#"{"unhusk": "labels/1", "pages": []}"#);
    assert_eq!(run.code, 2, "{}", run.stderr);
    let run = learnt(
        r#"{"unhusk": "labels/1", "fields": ["a"], "pages": [{"path": "1.html", "records": []}]}"#,
    );
    assert_eq!(run.code, 2, "{}", run.stderr);
}

#[test]
fn a_label_that_is_not_on_its_page_is_a_warning_or_with_strict_an_error() {
    let folder = labelled();
    folder.write("labels.json", LABELS.replace("\"20\"", "\"21\""));
    let run = folder.run(&["learn", "labels.json", "-m", "hlrt"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.starts_with("warning: ") && run.stderr.contains("\"21\""), "{}", run.stderr);
    let run = folder.run(&["learn", "labels.json", "-m", "hlrt", "--strict"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.starts_with("error: ") && run.stderr.contains("\"21\""), "{}", run.stderr);
}

#[test]
fn contradictory_labels_are_not_learnt() {
    // One place is both a positive and a negative label of the field.
    let not = LABELS.replace(
        "{\"country\": \"Spain\", \"code\": \"34\"} ]",
        "{\"country\": \"Spain\", \"code\": \"34\"} ], \"not\": [{\"code\": \"34\"}]",
    );
    let run = learnt(&not);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(
        run.stderr.starts_with("error: labels.json: 2.html: record 1: field `code`: "),
        "{}",
        run.stderr
    );
    // Congo and Spain have the same surroundings, and everything before them is the same, but the page
    // that is said to be complete does not list it.
    let missing = LABELS.replace("{\"country\": \"Congo\", \"code\": \"242\"}, ", "");
    let folder = labelled();
    folder.write("labels.json", &missing);
    let run = folder.run(&["learn", "labels.json", "-m", "hlrt"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
}

#[test]
fn fields_that_repeat_on_other_pages_become_lists_unless_that_is_forbidden() {
    let folder = Folder::new();
    let page = |title: &str, authors: &str| {
        format!(
            "<h1>{title}</h1><dl><dt>Author:</dt><dd>{authors}</dd><dt>Pages:</dt><dd>7</dd></dl>"
        )
    };
    folder.write("1.html", page("One", "<a>Ann Lee</a>"));
    folder.write("2.html", page("Two", "<a>Bob Ray</a>, <a>Cy Poe</a>"));
    folder.write("3.html", page("Three", "<a>Di Fox</a>"));
    folder.write("4.html", page("Four", "<a>Ed Orr</a>"));
    folder.write(
        "labels.json",
        r#"{ "unhusk": "labels/1", "pages": [ { "path": "1.html", "records": [ {"author": "Ann Lee"} ] } ] }"#,
    );
    let args = ["run", "labels.json", "2.html", "3.html", "4.html"];
    let run = folder.run(&args);
    let first = r#"{"_page":"2.html","author":["Bob Ray","Cy Poe"]}"#;
    assert_eq!(run.stdout.lines().next(), Some(first), "{}", run.stderr);
    assert!(run.stderr.contains("field `author` has several values"), "{}", run.stderr);
    let run = folder.run(&[&args[..], &["--single", "author"]].concat());
    let first = r#"{"_page":"2.html","author":"Bob Ray"}"#;
    assert_eq!(run.stdout.lines().next(), Some(first), "{}", run.stderr);
    let run = folder.run(&[&args[..], &["--single", "autor"]].concat());
    let message = "error: --single: there is no field `autor` (the labels have author)\n";
    assert!(run.code == 2 && run.stderr.ends_with(message), "{}", run.stderr);
}

#[test]
fn single_is_refused_for_a_field_that_is_labelled_with_lists() {
    let folder = Folder::new();
    folder.write("1.html", "<h1>A book</h1><p>by <a>Ann</a> and <a>Bob</a>");
    folder.write(
        "labels.json",
        r#"{ "unhusk": "labels/1", "pages": [{ "path": "1.html", "records": [{"author": ["Ann", "Bob"]}] }] }"#,
    );
    let run = folder.run(&["learn", "labels.json", "--single", "author"]);
    let message = "error: --single: field `author` is labelled with lists; label it with single values to read one\n";
    assert!(run.code == 2 && run.stderr.ends_with(message), "{}", run.stderr);
}

#[test]
fn a_field_without_a_rule_is_told_with_what_to_do() {
    let folder = Folder::new();
    folder.write("1.html", "<h1>Mug</h1><p>Price: <b>12</b></p>");
    folder.write("2.html", "<h1>Cup</h1><p>Price: <b>9</b></p>");
    folder.write(
        "labels.json",
        r#"{ "unhusk": "labels/1", "pages": [
          { "path": "1.html", "records": [{"name": "Mug", "price": "12", "isbn": null}] },
          { "path": "2.html", "records": [{"name": "Cup", "price": "9", "isbn": null}] }] }"#,
    );
    let run = folder.run(&["learn", "labels.json", "-m", "site"]);
    let said = "warning: field `isbn`: no rule was found, so it stays empty; check its labels, label it on another \
                page, or say where it stands with `span`, `xpath` or `css`\n";
    assert!(run.code == 0 && run.stderr.contains(said), "{}", run.stderr);
}

#[test]
fn overlapping_spans_are_an_answer_not_a_panic() {
    let folder = labelled();
    let page = folder.read("2.html");
    let (start, code) = (page.find("Spain").unwrap(), page.find("34").unwrap());
    let labels = LABELS.replace(
        "{\"country\": \"Spain\", \"code\": \"34\"}",
        &format!(
            "{{\"country\": {{\"span\": [{start}, {}]}}, \"code\": {{\"span\": [{code}, {}]}}}}",
            code + 1,
            code + 2
        ),
    );
    folder.write("labels.json", labels);
    // The code is right; it is learnt without the country.
    let run = folder.run(&["learn", "labels.json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let says = "warning: field `country`: no rule was found, so it stays empty; check its labels";
    assert!(run.stderr.contains(says), "{}", run.stderr);
    assert!(run.stderr.contains("is read fully: country 0 of 3\n"), "{}", run.stderr);
    let run = folder.run(&["learn", "labels.json", "--strict"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let says = "error: field `country`: no rule reads any of its 3 labelled values";
    assert!(run.stderr.starts_with(says), "{}", run.stderr);
    let run = folder.run(&["learn", "labels.json", "-m", "lr", "--strict"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.starts_with("error: `lr` cannot express these labels"), "{}", run.stderr);
    assert!(
        run.stderr.contains("`country` and `code` overlap in record 1 of 2.html"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_method_that_there_is_not_is_answered_with_the_nearest() {
    let run = labelled().run(&["learn", "labels.json", "-m", "hlrtt"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("a similar value exists: 'hlrt'"), "{}", run.stderr);
}

#[test]
fn pages_without_labels_show_how_far_the_wrapper_goes() {
    let folder = labelled();
    folder.write("new/3.html", countries_page(&[("Peru", "51")]));
    folder.write("new/4.html", "<P>closed<HR>");
    let run = folder.run(&["learn", "labels.json", "-m", "hlrt", "-o", "w2.json", "--with", "new"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr.contains("warning: new/4.html: the wrapper finds no records\n"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("without labels: 1 record on 2 pages\n"), "{}", run.stderr);
}

#[test]
fn some_of_the_pages_without_labels_are_looked_at_while_learning() {
    let folder = labelled();
    for number in 10..35 {
        folder.write(&format!("new/{number}.html"), countries_page(&[("Peru", "51")]));
    }
    let learn = ["learn", "labels.json", "-m", "hlrt", "-o", "w2.json", "--with"];
    let run = folder.run(&[learn.as_slice(), &["new"]].concat());
    assert!(run.stderr.starts_with("using 20 of 25 pages without labels\n"), "{}", run.stderr);
    assert!(run.stderr.contains("without labels: 25 records on 25 pages\n"), "{}", run.stderr);
    // A labelled page is not used again as an unlabelled one.
    let run = folder.run(&[learn.as_slice(), &["1.html", "new/10.html"]].concat());
    assert!(run.stderr.starts_with("using 1 page without labels\n"), "{}", run.stderr);
    let run = folder.run(&[learn.as_slice(), &["1.html"]].concat());
    assert!(!run.stderr.contains("using "), "{}", run.stderr);
}

#[test]
fn a_page_without_labels_that_is_not_there_is_told_before_learning() {
    let folder = labelled();
    let learn = ["learn", "labels.json", "-m", "hlrt", "-o", "w2.json", "--with"];
    let run = folder.run(&[learn.as_slice(), &["3.html", "2.html"]].concat());
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.starts_with("error: cannot read `3.html`"), "{}", run.stderr);
    let piped = [learn.as_slice(), &["-"]].concat();
    let run = folder.run_with_input(&piped, countries_page(&[("Peru", "51")]));
    assert!(run.stderr.contains("without labels: 1 record on 1 page\n"), "{}", run.stderr);
    assert!(!run.stderr.contains("using "), "{}", run.stderr);
}

#[test]
fn the_same_labels_give_the_same_wrapper() {
    let folder = labelled();
    let first = folder.run(&["learn", "labels.json", "-q"]).stdout;
    let second = folder.run(&["learn", "labels.json", "-q"]).stdout;
    assert_eq!(first, second);
}

#[test]
fn pages_are_taken_until_they_prove_enough() {
    let folder = labelled();
    // By hand: one page never suffices, since psi(0.9, 1) = 1; two pages with three records give
    // (1 - psi(0.9, 2))^2 (1 - psi(0.9, 3))^4 = 0.405^2 * 0.668^4 = 0.033 > 1 - 0.99.
    let demand =
        ["learn", "labels.json", "-m", "hlrt", "--until", "0.9,0.99", "--bound", "reconstructed"];
    let run = folder.run(&[demand.as_slice(), &["-o", "w2.json"]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.messages().starts_with("2 pages of 2 are enough\n"), "{}", run.messages());
    let run =
        folder.run(&["learn", "labels.json", "-m", "hlrt", "--until", "0.1,0.1", "-o", "w3.json"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(
        run.messages().starts_with("warning: all 2 labelled pages together are not enough\n"),
        "{}",
        run.messages()
    );
    assert!(folder.read("w3.json").contains("\"class\": \"hlrt\""));
    let run = folder.run(&["learn", "labels.json", "--until", "0.1"]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("expected two numbers between 0 and 1, such as 0.1,0.1"),
        "{}",
        run.stderr
    );
}

/// The page P1 of Kushmerick's paper; its valid delimiters are counted there by hand: four left of the
/// country, all suffixes of `</B> <I>` but `>`, all eight prefixes of it, ten right of the code.
#[test]
fn explain_tells_what_else_would_have_done_and_shows_it() {
    let folder = Folder::new();
    folder.write(
        "p1.html",
        "<HTML><TITLE>Some Country Codes</TITLE><BODY>\n<B>Congo</B> <I>242</I><BR>\n<B>Egypt</B> <I>20</I><BR>\n\
         <B>Belize</B> <I>501</I><BR>\n<B>Spain</B> <I>34</I><BR>\n</BODY></HTML>",
    );
    folder.write(
        "labels.json",
        r#"{ "unhusk": "labels/1", "pages": [ { "path": "p1.html", "records": [
            {"country": "Congo", "code": "242"}, {"country": "Egypt", "code": "20"},
            {"country": "Belize", "code": "501"}, {"country": "Spain", "code": "34"} ] } ] }"#,
    );
    folder.run(&["learn", "labels.json", "-m", "lr", "-o", "w.json"]);
    let run = folder.run(&["explain", "w.json", "p1.html"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let (_, slack) = run.stdout.split_once("\n\nother ").expect("the slack is shown");
    expect![[r#"
        delimiters that fit the labels, each on its own:
          left of `country`: the last 2 to 5 bytes of ">\n<B>"
          left of `code`: the last 2 to 8 bytes of "</B> <I>"
          right of `country`: the first 1 to 8 bytes of "</B> <I>"
          right of `code`: the first 1 to 10 bytes of "</I><BR>\n<"

        p1.html: 4 records, of which the first 3 are shown (`--all` shows all)
        record 1
          country  bytes 49-54   Codes</TITLE><BODY>↵<B>[[Congo]]</B> <I>242</I><BR>↵<B>E
          code     bytes 62-65  ><BODY>↵<B>Congo</B> <I>[[242]]</I><BR>↵<B>Egypt</B> <I
        record 2
          country  bytes 77-82  o</B> <I>242</I><BR>↵<B>[[Egypt]]</B> <I>20</I><BR>↵<B>Be
          code     bytes 90-92  /I><BR>↵<B>Egypt</B> <I>[[20]]</I><BR>↵<B>Belize</B> <
        record 3
          country  bytes 104-110  pt</B> <I>20</I><BR>↵<B>[[Belize]]</B> <I>501</I><BR>↵<B>S
          code     bytes 118-121  I><BR>↵<B>Belize</B> <I>[[501]]</I><BR>↵<B>Spain</B> <I

        h head, o open, l left, ^ value, r right, c close, t tail, * two of them
         22 | try Codes</TITLE><BODY>↵
         46 | <B>Congo</B> <I>242</I><BR>↵
            | lll^^^^^rrrr lll^^^rrrr
         74 | <B>Egypt</B> <I>20</I><BR>↵
            | lll^^^^^rrrr lll^^rrrr
        101 | <B>Belize</B> <I>50
    "#]]
    .assert_eq(slack);
}

#[test]
fn a_wrapper_says_which_addresses_it_is_for() {
    let folder = labelled();
    let address = |labels: &str| {
        folder.write("labels.json", labels);
        let learnt = folder.run(&["learn", "labels.json", "-q"]);
        let wrapper: serde_json::Value = serde_json::from_str(&learnt.stdout).unwrap();
        wrapper["for"].clone()
    };
    assert_eq!(address(LABELS), serde_json::json!({}));
    let one = LABELS
        .replace(r#""path": "1.html","#, r#""path": "1.html", "url": "https://example.org/c/1","#);
    assert_eq!(address(&one), serde_json::json!({"url": "https://example.org/c/1"}));
    let two = one
        .replace(r#""path": "2.html","#, r#""path": "2.html", "url": "https://example.org/c/2","#);
    assert_eq!(address(&two), serde_json::json!({"url": "https://example.org/c/*"}));
}

#[test]
fn labels_that_were_taken_for_pages_are_found_again() {
    let folder = labelled();
    let run = folder.run(&["learn", "--with", "2.html", "labels.json"]);
    let help = "help: `--with` takes all names after it; put LABELS first, or `--` before LABELS\n";
    assert!(run.code == 2 && run.stderr.ends_with(help), "{}", run.stderr);
    for arguments in [
        ["learn", "-q", "labels.json", "--with", "2.html", "1.html"],
        ["learn", "-q", "--with", "2.html", "--", "labels.json"],
    ] {
        assert_eq!(folder.run(&arguments).code, 0, "{arguments:?}");
    }
    assert!(!folder.run(&["learn"]).stderr.contains("--with"));
}

#[test]
fn pages_without_labels_are_no_baseline() {
    let folder = Folder::new();
    folder.write("web/1.html", countries_page(&[("Congo", "242"), ("Egypt", "20")]));
    folder.write("web/2.html", countries_page(&[("Spain", "34")]));
    folder.write("web/3.html", countries_page(&[("Kenya", "254")]));
    folder.write(
        "labels.json",
        r#"{"unhusk": "labels/1", "pages": [{"path": "web/1.html", "records": [
            {"country": "Congo", "code": "242"}, {"country": "Egypt", "code": "20"}]}]}"#,
    );
    let run = folder.run(&["learn", "labels.json", "--with", "web", "-o", "w.json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let wrapper: serde_json::Value = serde_json::from_str(&folder.read("w.json")).unwrap();
    assert_eq!(wrapper["profile"]["pages"], 1);
}
