//! `unhusk label`.

use crate::program::Folder;
use expect_test::expect;

const ROWS: [(&str, &str, &str); 4] = [
    ("Congo", "$242", "3 May 1997"),
    ("Egypt", "$20", "14 June 1998"),
    ("Spain", "$34", "1 July 1999"),
    ("Atlantis", "$501", "30 April 2000"),
];

fn page(rows: &[(&str, &str, &str)]) -> String {
    let row = |(country, price, date): &(&str, &str, &str)| {
        format!("<tr><td>{country}</td><td>{price}</td><td>{date}</td></tr>\n")
    };
    let rows: String = rows.iter().map(row).collect();
    format!("<h1>Trips</h1><table>\n{rows}</table><p>Updated 2 August 2001</p>\n")
}

/// There is one price per record; not every country is in the list, and one date does not belong to a trip.
const RECOGNIZERS: &str = "\
[[field]]
name = 'country'
recognizer = 'country'
is = 'incomplete'
[[field]]
name = 'price'
recognizer = 'money'
is = 'perfect'
[[field]]
name = 'date'
recognizer = 'date'
is = 'unsound'
";

fn trips() -> Folder {
    let folder = Folder::new();
    folder.write("pages/1.html", page(&ROWS));
    folder.write(
        "pages/2.html",
        page(&[("Peru", "$51", "12 May 1999"), ("Lilliput", "$7", "9 May 1999")]),
    );
    folder.write("r.toml", RECOGNIZERS);
    folder
}

#[test]
fn labels_are_written_and_can_be_learnt_from() {
    let folder = trips();
    let run = folder.run(&["label", "-r", "r.toml", "pages", "-o", "out/labels.json"]);
    assert_eq!(run.code, 2, "the folder is not there");
    let run = folder.run(&["label", "-r", "r.toml", "pages", "-o", "labels.json"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    // The last row of each page has two dates; Atlantis and Lilliput are no countries.
    expect![[r"
        labelled 6 records on 2 pages in N ms; of 18 cells, 14 were certain, 2 ambiguous and resolved, 2 missed and filled in, 0 left unknown
        order of the fields: country, price, date
        a wrapper of class `site` fits the labels
    "]]
    .assert_eq(&run.messages());
    folder.write("3.html", page(&[("Utopia", "$3", "7 June 2000"), ("Oz", "$9", "8 June 2000")]));
    assert_eq!(folder.run(&["learn", "labels.json", "-o", "w.json", "-q"]).code, 0);
    let read = folder.run(&["extract", "w.json", "3.html", "-q"]);
    expect![[r#"
        {"_page":"3.html","country":"Utopia","price":"$3","date":"7 June 2000"}
        {"_page":"3.html","country":"Oz","price":"$9","date":"8 June 2000"}
    "#]]
    .assert_eq(&read.stdout);
}

#[test]
fn pages_are_named_relative_to_the_labels() {
    let folder = trips();
    folder.write("out/readme.txt", "");
    let run = folder.run(&["label", "-q", "-r", "r.toml", "pages/1.html", "-o", "out/labels.json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(folder.read("out/labels.json").contains("\"path\": \"../pages/1.html\""));
    assert_eq!(folder.run(&["learn", "-q", "out/labels.json", "-o", "w.json"]).code, 0);
}

#[test]
fn without_a_file_labels_go_to_standard_output() {
    let folder = trips();
    let run = folder.run(&["label", "-r", "r.toml", "pages/1.html", "-q"]);
    assert!(
        run.stdout.starts_with("{\n  \"unhusk\": \"labels/1\",\n  \"fields\": [\n    \"country\",")
    );
    let learnt = folder.run_with_input(&["learn", "-", "-q", "-o", "w.json"], &run.stdout);
    assert_eq!(learnt.code, 0, "{}", learnt.stderr);
}

/// Runs `label` with these recognizers; returns the exit code and the messages.
fn run_with(recognizers: &str) -> (i32, String) {
    let folder = trips();
    folder.write("r.toml", recognizers);
    let run = folder.run(&["label", "-r", "r.toml", "pages"]);
    assert_eq!(run.stdout, "");
    (run.code, run.stderr)
}

#[test]
fn bad_recognizers_are_told_and_end_with_2() {
    let (code, messages) =
        run_with("[[field]]\nname = 'price'\nrecognizer = 'money'\nis = 'unsound'\n");
    assert_eq!(code, 2);
    assert!(
        messages.contains("r.toml: no recognizer is declared `perfect` (`price` is unsound)"),
        "{messages}"
    );
    let (code, messages) =
        run_with("[[field]]\nname = 'price'\nrecognizer = 'mony'\nis = 'perfect'\n");
    assert_eq!(code, 2);
    assert!(
        messages.contains("field `price`: there is no recognizer \"mony\" (did you mean `money`?)"),
        "{messages}"
    );
    let (code, messages) = run_with("[[field]]\nname = 'price'\npattern = '('\nis = 'perfect'\n");
    assert_eq!(code, 2);
    assert!(
        messages.contains("field `price`: the pattern is no regular expression: unclosed group"),
        "{messages}"
    );
    let (code, messages) = run_with("[[field]]\nname = 'price'\nwords = []\nis = 'perfect'\n");
    assert_eq!(code, 2);
    assert!(messages.contains("field `price`: the list of words is empty"), "{messages}");
}

#[test]
fn recognizers_that_contradict_each_other_end_with_2() {
    let (code, messages) = run_with(
        "[[field]]\nname = 'price'\nrecognizer = 'money'\nis = 'perfect'\n\
         [[field]]\nname = 'country'\nrecognizer = 'country'\nis = 'perfect'\n",
    );
    assert_eq!(code, 2);
    expect![[r"
        error: recognizers contradict each other on every page; pages/1.html: `price` was recognized 4 times and `country` 3 times, and both recognizers are declared to find every record and nothing else; declare one of them incomplete or unsound
    "]]
    .assert_eq(&messages);
}

#[test]
fn where_no_labelling_is_consistent_the_answer_is_no() {
    let (code, messages) = run_with(
        "[[field]]\nname = 'price'\nrecognizer = 'money'\nis = 'perfect'\n\
         [[field]]\nname = 'country'\nrecognizer = 'country'\nis = 'unsound'\n",
    );
    assert_eq!(code, 1);
    assert!(
        messages.contains("no order of the fields `price`, `country` puts every instance"),
        "{messages}"
    );
    let help = "help: there is an order without `country`, which is declared unsound";
    assert!(messages.contains(help), "{messages}");
    let (code, messages) =
        run_with("[[field]]\nname = 'isbn'\nrecognizer = 'isbn'\nis = 'perfect'\n");
    assert_eq!(code, 1);
    assert!(messages.contains("no record was found: `isbn`"), "{messages}");
}

#[test]
fn pages_that_cannot_be_labelled_are_reported() {
    let folder = trips();
    let run = folder.run(&["label", "-r", "r.toml", "nowhere.html"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("nowhere.html"), "{}", run.stderr);
    let run = folder.run_with_input(&["label", "-r", "r.toml", "-"], page(&ROWS));
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("labels need the path of a page"), "{}", run.stderr);
    folder.write("pages/empty.html", "");
    let run = folder.run(&["label", "-r", "r.toml", "pages", "-o", "labels.json"]);
    assert_eq!(run.code, 0);
    assert!(run.stderr.contains("skipping pages/empty.html"), "{}", run.stderr);
    let run = folder.run(&["label", "-r", "gone.toml", "pages"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("cannot read `gone.toml`"), "{}", run.stderr);
}
