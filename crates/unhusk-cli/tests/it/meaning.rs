//! The meaning of records: flags, RDF, SPARQL, calendars, and error messages.

use crate::program::{Folder, Run};
use expect_test::expect;

const WRAPPER: &str = r#"{"unhusk": "wrapper/1", "class": "lr",
  "schema": {"iri": "schema:Event", "fields": [
    {"name": "name", "iri": "schema:name"}, {"name": "start", "iri": "schema:startDate", "type": "date"},
    {"name": "link", "iri": "schema:url", "type": "url"}]},
  "program": {"fields": [{"left": "<b>", "right": "</b>"}, {"left": "<i>", "right": "</i>"},
                         {"left": "href='", "right": "'"}]}}"#;

const PAGE: &str = "<b>On mugs</b> <i>May 1, 2024 at 7 pm</i> <a href='/1'></a>\n\
                    <b>Trees; \u{1b}[31mred</b> <i>TBA</i> <a href='/2'></a>\n";

fn talks() -> Folder {
    let folder = Folder::new();
    folder.write("w.json", WRAPPER);
    folder.write("web/1.html", PAGE);
    folder
}

fn failed(run: &Run, expected: &str) {
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
    assert!(run.stderr.contains(expected), "{}", run.stderr);
}

#[test]
fn every_value_is_a_statement_and_what_is_no_date_stays_text() {
    let folder = talks();
    let run = folder.run(&[
        "extract",
        "w.json",
        "web",
        "-f",
        "turtle",
        "--base-url",
        "https://example.org/",
    ]);
    let of_records: Vec<&str> =
        run.stdout.lines().skip_while(|line| !line.contains("a schema:Event")).collect();
    let shown = of_records.join("\n");
    let hash = &shown[shown.find("urn:sha256:").unwrap()..][..75];
    expect![[r#"
        <https://example.org/web/1.html#KEY> a schema:Event ;
        	schema:name "On mugs" ;
        	schema:startDate "2024-05-01T19:00:00"^^xsd:dateTime ;
        	schema:url <https://example.org/1> ;
        	prov:wasDerivedFrom <https://example.org/web/1.html> ;
        	prov:wasGeneratedBy <RUN#run> .
        <https://example.org/web/1.html#KEY> a schema:Event ;
        	schema:name "Trees; \u001B[31mred" ;
        	schema:startDate "TBA" ;
        	schema:url <https://example.org/2> ;
        	prov:wasDerivedFrom <https://example.org/web/1.html> ;
        	prov:wasGeneratedBy <RUN#run> .
    "#]]
    .assert_eq(&(without_keys(&shown.replace(hash, "RUN")) + "\n"));
    assert_eq!(
        run.messages(),
        "warning: field `start`: 1 value is no date that can be read, such as \"TBA\": kept as text\n\
         2 records from 1 page in N ms\n"
    );
    assert_eq!(run.code, 0);
}

/// Masks the keys of records: `1.html#0123456789abcdef>` becomes `1.html#KEY>`.
fn without_keys(text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("1.html#") {
        let (before, behind) = rest.split_at(at + "1.html#".len());
        shown += before;
        shown += "KEY";
        rest = behind.trim_start_matches(|c: char| c.is_ascii_hexdigit());
    }
    shown + rest
}

#[test]
fn names_of_records_do_not_depend_on_what_else_is_on_the_page() {
    let folder = talks();
    let subjects = |run: &Run| -> Vec<String> {
        run.stdout
            .lines()
            .filter(|line| line.contains("schema.org/name"))
            .map(|line| line.split(' ').next().unwrap().to_owned())
            .collect()
    };
    let arguments =
        ["extract", "w.json", "web", "-f", "ntriples", "-q", "--base-url", "https://example.org/"];
    let before = subjects(&folder.run(&arguments));
    folder.write("web/1.html", format!("<b>New</b> <i>2024-01-01</i> <a href='/0'></a>{PAGE}"));
    let after = subjects(&folder.run(&arguments));
    assert_eq!((before.len(), &after[1..]), (2, &before[..]));
}

#[test]
fn pages_without_an_address_are_named_by_their_content() {
    let folder = talks();
    let run = folder.run(&["extract", "w.json", "web", "-f", "nquads", "-q"]);
    let graph = run.stdout.lines().find(|line| line.contains("schema.org/name")).unwrap();
    assert!(graph.starts_with("<urn:sha256:"), "{graph}");
    // Relative addresses are not resolved.
    assert!(
        run.stdout.contains("\"/1\"^^<http://www.w3.org/2001/XMLSchema#anyURI>"),
        "{}",
        run.stdout
    );
}

#[test]
fn the_ending_of_a_file_says_the_format_and_all_formats_answer_alike() {
    let folder = talks();
    for name in ["t.ttl", "t.nt", "t.nq", "t.jsonld", "t.jsonl"] {
        let run = folder.run(&["extract", "w.json", "web", "-o", name, "-q"]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{name}");
        let query =
            "SELECT ?n ?s { ?e a schema:Event ; schema:name ?n ; schema:startDate ?s } ORDER BY ?n";
        let run = folder.run(&["query", query, name, "-w", "w.json"]);
        let expected = "{\"n\":\"On mugs\",\"s\":\"2024-05-01T19:00:00\"}\n{\"n\":\"Trees; \\u001b[31mred\",\"s\":\"TBA\"}\n";
        assert_eq!(run.stdout, expected, "{name}: {}", run.stderr);
    }
}

#[test]
fn answers_are_rows_statements_or_yes_and_no() {
    let folder = talks();
    folder.run(&["extract", "w.json", "web", "-o", "t.ttl", "-q"]);
    let ask = |query: &str, flags: &[&str]| {
        folder.run(&[&["query", query, "t.ttl", "-q"], flags].concat())
    };
    let yes = ask("ASK { ?e a schema:Event }", &[]);
    assert_eq!((yes.code, yes.stdout.as_str()), (0, "yes\n"));
    let no = ask("ASK { ?e a schema:Product }", &[]);
    assert_eq!((no.code, no.stdout.as_str()), (1, "no\n"));
    let none = ask("SELECT ?e { ?e a schema:Product }", &[]);
    assert_eq!((none.code, none.stdout.as_str()), (1, ""));
    let csv =
        ask("SELECT ?n ('=1+1' AS ?f) { ?e schema:name ?n } ORDER BY ?n LIMIT 1", &["-f", "csv"]);
    assert_eq!(csv.stdout, "n,f\nOn mugs,'=1+1\n");
    let tsv = ask("SELECT ?n (1 AS ?f) { ?e schema:name ?n } ORDER BY ?n LIMIT 1", &["-f", "tsv"]);
    assert_eq!(
        tsv.stdout,
        "?n\t?f\n\"On mugs\"\t\"1\"^^<http://www.w3.org/2001/XMLSchema#integer>\n"
    );
    let table = ask("SELECT ?n (1 AS ?f) { ?e schema:name ?n } ORDER BY ?n", &["-f", "table"]);
    assert_eq!(
        table.stdout,
        "n                     f\nOn mugs               1\nTrees; \\u{1b}[31mred  1\n"
    );
    let graph = ask(
        "CONSTRUCT { <urn:x> rdfs:label ?n } { ?e schema:name ?n . FILTER(STRLEN(?n) = 7) }",
        &[],
    );
    assert!(graph.stdout.ends_with("<urn:x> rdfs:label \"On mugs\" .\n"), "{}", graph.stdout);
    folder.write("q.rq", "SELECT (COUNT(*) AS ?c) { ?e a schema:Event }");
    assert_eq!(ask("@q.rq", &[]).stdout, "{\"c\":2}\n");
}

#[test]
fn statements_come_from_standard_input_too() {
    let folder = talks();
    let turtle = "<urn:a> <https://schema.org/name> \"A\" .";
    let run = folder.run_with_input(&["query", "SELECT ?n { ?e schema:name ?n }", "-"], turtle);
    assert_eq!((run.code, run.stdout.as_str()), (0, "{\"n\":\"A\"}\n"));
    let quads = "<urn:a> <https://schema.org/name> \"A\" <urn:g> .";
    let run = folder
        .run_with_input(&["query", "SELECT ?g { GRAPH ?g {} }", "-", "--from", "nquads"], quads);
    assert_eq!(run.stdout, "{\"g\":\"urn:g\"}\n");
}

#[test]
fn queries_that_fail_report_why_and_where() {
    let folder = talks();
    folder.write("t.ttl", "<urn:a> <urn:b> <urn:c> .");
    folder.write("bad.ttl", "<urn:a> <urn:b> <urn:c> .\nx y z .");
    folder.write("t.jsonl", "{\"name\": \"x\"}");
    let query = |arguments: &[&str]| folder.run(&[&["query"], arguments].concat());
    failed(
        &query(&["SELECT ?x { ?x", "t.ttl"]),
        "the query is no SPARQL: line 1, column 15, at the end",
    );
    failed(
        &query(&["SELECT * { SERVICE <http://127.0.0.1/> { ?s ?p ?o } }", "t.ttl"]),
        "`SERVICE` asks another server",
    );
    failed(&query(&["SELECT * { ?s ?p ?o }", "bad.ttl"]), "`bad.ttl`, line 2, column 1: ");
    failed(&query(&["SELECT * { ?s ?p ?o }", "t.tl"]), "`t.tl`: unknown extension");
    failed(&query(&["SELECT * { ?s ?p ?o }", "no.ttl"]), "cannot read `no.ttl`");
    failed(
        &query(&["SELECT * { ?s ?p ?o }", "t.jsonl"]),
        "give the wrapper that wrote them with -w",
    );
    failed(&query(&["t.ttl", "t.ttl"]), "the query comes first");
    failed(&query(&["SELECT * { ?s ?p ?o }", "t.ttl", "-f", "turtle"]), "the results are rows");
    failed(&query(&["@no.rq", "t.ttl"]), "cannot read `no.rq`");
}

#[test]
fn events_become_a_calendar_at_a_known_time() {
    let folder = talks();
    let mut command = folder.command(&["extract", "w.json", "web", "-o", "t.ics"]);
    let run: Run = command.env("SOURCE_DATE_EPOCH", "1700000000").output().unwrap().into();
    assert!(
        run.stderr.contains("records without a day on which they start are left out: 1"),
        "{}",
        run.stderr
    );
    let calendar = folder.read("t.ics");
    assert!(
        calendar.contains(
            "\r\nDTSTAMP:20231114T221320Z\r\nDTSTART:20240501T190000\r\nSUMMARY:On mugs\r\n"
        ),
        "{calendar}"
    );
}

#[test]
fn a_meaning_can_be_given_with_flags() {
    let folder = Folder::with_countries();
    let run = folder.run(&["extract", "w.json", "1.html", "-f", "vcf"]);
    failed(
        &run,
        "but the wrapper does not say what its records are; say what they are: `--class schema:Person",
    );
    let flags = [
        "--class",
        "schema:Organization",
        "--property",
        "country=schema:name",
        "--property",
        "code=schema:telephone",
    ];
    let run =
        folder.run(&[&["extract", "w.json", "1.html", "-f", "vcf", "-q"], &flags[..]].concat());
    assert!(run.stdout.contains("\r\nFN:Congo\r\nORG:Congo\r\nTEL:242\r\n"), "{}", run.stdout);
    let run = folder.run(&[&["extract", "w.json", "1.html", "-f", "ics"], &flags[..]].concat());
    failed(&run, "but the records are `schema:Organization`; write them with `-f vcf`");
}

#[test]
fn learning_keeps_the_meaning_and_warns_of_mistakes() {
    let folder = Folder::with_countries();
    folder.write(
        "labels.json",
        r#"{"unhusk": "labels/1", "iri": "schema:Country", "fields": [{"name": "country", "iri": "schema:nam"}, "code"],
            "pages": [{"path": "1.html", "records": [{"country": "Congo", "code": "242"}, {"country": "Egypt", "code": "20"}]}]}"#,
    );
    let run = folder.run(&["learn", "labels.json", "-o", "l.json"]);
    assert!(
        run.stderr.starts_with("warning: field `country`: the vocabulary has no property `schema:nam`; did you mean `schema:name`?\n"),
        "{}",
        run.stderr
    );
    let flags = [
        "--property",
        "country=schema:name",
        "--property",
        "code=ex:code",
        "--prefix",
        "ex=https://example.org/ns#",
        "--type",
        "code=number",
    ];
    let run = folder.run(&[&["learn", "labels.json", "-o", "l.json"], &flags[..]].concat());
    assert!(!run.stderr.contains("warning"), "{}", run.stderr);
    let saved: serde_json::Value = serde_json::from_str(&folder.read("l.json")).unwrap();
    expect![[r#"{"iri":"schema:Country","prefixes":{"ex":"https://example.org/ns#"},"fields":[{"name":"country","iri":"schema:name"},{"name":"code","iri":"ex:code","type":"number"}]}"#]]
        .assert_eq(&saved["schema"].to_string());
}

#[test]
fn nested_records_have_classes_and_prefixes_of_ones_own() {
    let folder = Folder::new();
    let item = |name: &str, offers: &[(&str, &str)]| {
        let offers: Vec<String> = offers
            .iter()
            .map(|(shop, cost)| format!("<dd><b>{shop}</b> <i>{cost}</i></dd>"))
            .collect();
        format!("<li><h2>{name}</h2><dl>{}</dl></li>", offers.concat())
    };
    let page = [
        item("Mug", &[("Ann", "$1.50"), ("Bob", "2,00 €")]),
        item("Cup", &[("Cy", "3")]),
        item("Jug", &[]),
    ];
    folder.write("1.html", format!("<ul>{}</ul>", page.concat()));
    folder.write(
        "labels.json",
        r#"{"unhusk": "labels/1", "iri": "schema:Product", "prefixes": {"ex": "https://example.org/ns#"},
            "fields": [{"name": "name", "iri": "schema:name"}, {"name": "offers", "iri": "schema:offers",
              "type": "schema:Offer", "fields": [{"name": "shop", "iri": "ex:shop"},
                                                 {"name": "cost", "iri": "schema:price", "type": "price"}]}],
            "pages": [{"path": "1.html", "records": [
              {"name": "Mug", "offers": [{"shop": "Ann", "cost": "$1.50"}, {"shop": "Bob", "cost": "2,00 €"}]},
              {"name": "Cup", "offers": [{"shop": "Cy", "cost": "3"}]}, {"name": "Jug", "offers": []}]}]}"#,
    );
    let run = folder.run(&["run", "labels.json", "1.html", "-o", "t.ttl"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let query = "PREFIX ex: <https://example.org/ns#> SELECT ?n ?s ?p ?c { ?x a schema:Product ; schema:name ?n ; \
                 schema:offers ?o . ?o a schema:Offer ; ex:shop ?s ; schema:price ?p \
                 OPTIONAL { ?o schema:priceCurrency ?c } } ORDER BY ?s";
    let run = folder.run(&["query", query, "t.ttl", "-f", "csv", "-q"]);
    assert_eq!(
        run.stdout, "n,s,p,c\nMug,Ann,1.5,USD\nMug,Bob,2,EUR\nCup,Cy,3,\n",
        "{}",
        run.stderr
    );
}

#[test]
fn flags_that_mean_nothing_are_refused_before_any_work() {
    let folder = Folder::with_countries();
    folder.write("bad.ttl", "a b");
    let extract = |flags: &[&str]| folder.run(&[&["extract", "w.json", "1.html"], flags].concat());
    failed(
        &extract(&["--class", "scema:Event"]),
        "class: the prefix of \"scema:Event\" is unknown (did you mean `schema:`?)",
    );
    failed(&extract(&["--class", "schema:My Event"]), "is not an IRI: it contains a space");
    failed(
        &extract(&["--property", "cuntry=schema:name"]),
        "there is no field `cuntry` (fields: country, code); did you mean `country`?",
    );
    failed(&extract(&["--property", "country"]), "expected NAME=VALUE");
    failed(
        &extract(&["--type", "code=prize"]),
        "unknown type \"prize\"; the types are text, number",
    );
    failed(&extract(&["--vocabulary", "bad.ttl"]), "`bad.ttl`, line 1, column 1");
    failed(&extract(&["--vocabulary", "no.ttl"]), "cannot read `no.ttl`");
    failed(
        &extract(&["--base-url", "example"]),
        "an address such as https://example.org/ is needed",
    );
}

#[test]
fn a_class_of_ones_own_is_known_by_its_vocabulary() {
    let folder = talks();
    folder.write(
        "talks.ttl",
        "@prefix ex: <https://example.org/ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n\
         ex:Talk rdfs:subClassOf <https://schema.org/Event> .",
    );
    let flags = ["--class", "ex:Talk", "--vocabulary", "talks.ttl"];
    let run = folder.run(&[&["extract", "w.json", "web", "-f", "ics", "-q"], &flags[..]].concat());
    assert!(run.stdout.contains("SUMMARY:On mugs"), "{} {}", run.stdout, run.stderr);
    let run = folder.run(&["vocabulary", "ex:Talk", "--vocabulary", "talks.ttl"]);
    assert!(
        run.stdout.starts_with("ex:Talk: \nis a subclass of schema:Event, schema:Thing\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn vocabularies_can_be_looked_up() {
    let folder = Folder::new();
    let run = folder.run(&["vocabulary", "schema:startDate"]);
    assert!(
        run.stdout.starts_with("schema:startDate: The start date and time of the item"),
        "{}",
        run.stdout
    );
    let run = folder.run(&["vocabulary", "ticketNumber", "-f", "json"]);
    let found: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(found["found"][0]["name"], "schema:ticketNumber");
    let run = folder.run(&["vocabulary", "schema:Evnt"]);
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (1, "error: \"schema:Evnt\" was not found; did you mean `schema:Event`?\n")
    );
    let run = folder.run(&["vocabulary"]);
    assert!(run.stdout.contains("schema    https://schema.org/"), "{}", run.stdout);
}

#[test]
fn wrappers_go_out_as_rdf_and_come_back_byte_for_byte() {
    let folder = talks();
    // Normalized by writing it with the program.
    folder.run(&["export", "w.json", "--to", "turtle", "-o", "first.ttl"]);
    folder.run(&["import", "first.ttl", "-o", "w2.json"]);
    for (to, name) in [("turtle", "s.ttl"), ("jsonld", "s.jsonld")] {
        let run = folder.run(&["export", "w2.json", "--to", to, "-o", name]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        let run = folder.run(&["import", name, "-o", "back.json"]);
        assert_eq!(
            run.stderr,
            "imported a wrapper of class lr with the fields name, start, link\n"
        );
        assert_eq!(folder.read("back.json"), folder.read("w2.json"), "{to}");
        let piped = folder.run_with_input(&["import", "-", "-q"], folder.read(name));
        assert_eq!(piped.stdout, folder.read("w2.json"));
    }
    let run = folder.run(&["export", "w2.json", "web", "--to", "turtle"]);
    failed(&run, "there is nothing to compare; omit the pages");
}

#[test]
fn what_is_no_shared_wrapper_is_refused() {
    let folder = talks();
    folder.run(&["export", "w.json", "--to", "turtle", "-o", "s.ttl"]);
    folder.write("changed.ttl", folder.read("s.ttl").replace("</b>", "</B>"));
    let run = folder.run(&["import", "changed.ttl", "-o", "c.json"]);
    assert!(
        run.stderr.starts_with(
            "warning: changed.ttl: the wrapper differs from the one exported as urn:sha256:"
        ),
        "{}",
        run.stderr
    );
    folder.write("newer.ttl", folder.read("s.ttl").replace("wrapper/1", "wrapper/2"));
    failed(&folder.run(&["import", "newer.ttl"]), "written by a newer unhusk");
    folder.run(&["extract", "w.json", "web", "-q", "-o", "t.ttl"]);
    failed(&folder.run(&["import", "t.ttl"]), "`t.ttl` has no wrapper in it");
    failed(&folder.run(&["import", "w.json"]), "is already a wrapper file");
    failed(&folder.run(&["import", "no.ttl"]), "cannot read `no.ttl`");
}

#[test]
fn meaning_is_explained() {
    let words = talks().run(&["explain", "w.json"]).stdout;
    let means = "means   a record is a schema:Event; name is schema:name, start is schema:startDate (date), link is \
                 schema:url (url)";
    assert!(words.lines().any(|line| line == means), "{words}");
}
