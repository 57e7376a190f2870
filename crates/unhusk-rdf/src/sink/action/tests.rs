//! Output for records of each class. Expected texts follow RFC 5545, RFC 6350, RFC 4287 and RSS 2.0.

use super::civil::Moment;
use super::content_line::{ContentLines, escaped, quoted};
use super::xml;
use crate::sink::{MeaningFormat, SinkContext};
use expect_test::{Expect, expect};
use serde_json::{Value as Json, json};
use unhusk_page::Span;
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::record::{Cell, Datatype, Record, Typed, Value};
use unhusk_wrapper::sink::SourcePage;

fn cell(json: &Json) -> Cell<'static> {
    let value = |json: &Json| Value {
        text: json.as_str().unwrap().to_owned().into(),
        span: Span { start: 0, end: 0 },
        confidence: None,
    };
    match json {
        Json::Null => Cell::Absent,
        Json::Array(items) if items.iter().any(Json::is_array) => {
            let record =
                |item: &Json| Record { cells: item.as_array().unwrap().iter().map(cell).collect() };
            Cell::Nested(items.iter().map(record).collect())
        }
        Json::Array(items) => Cell::Many(items.iter().map(value).collect()),
        one => Cell::One(value(one)),
    }
}

fn written(format: &str, class: &str, fields: &Json, records: &Json) -> (String, Vec<String>) {
    let mut schema = Wrapper::from_json(
        r#"{"unhusk": "wrapper/1", "class": "lr", "schema": {"fields": [{"name": "a"}]},
            "program": {"fields": [{"left": "<", "right": ">"}]}}"#,
    )
    .unwrap();
    schema.schema = serde_json::from_value(json!({"iri": class, "fields": fields})).unwrap();
    let mut context = SinkContext::new(&schema);
    context.wrapper_sha256 = "0".repeat(64);
    context.now = 1_700_000_000;
    let mut out = Vec::new();
    let mut sink = MeaningFormat::of_name(format).unwrap().sink(&context, &mut out).unwrap();
    let mut page = SourcePage::new("p.html");
    page.url = Some("https://example.org/p.html".to_owned());
    sink.begin(&page).unwrap();
    for record in records.as_array().unwrap() {
        let cells = record.as_array().unwrap().iter().map(cell).collect();
        sink.write("p.html", &Record { cells }).unwrap();
    }
    sink.finish().unwrap();
    let warnings = sink.warnings().iter().map(ToString::to_string).collect();
    drop(sink);
    (String::from_utf8(out).unwrap(), warnings)
}

/// Checks the output for some records, without names that are hashes.
fn check(format: &str, class: &str, fields: &Json, records: &Json, expected: &Expect) {
    let (text, _) = written(format, class, fields, records);
    let hidden = |line: &str| {
        let is_name = ["UID:", "<guid", "<id>"].iter().any(|start| line.starts_with(start));
        if is_name { format!("{}...", &line[..4]) } else { line.to_owned() }
    };
    let lines: Vec<String> = text.lines().map(hidden).collect();
    expected.assert_eq(&(lines.join("\n") + "\n"));
}

#[test]
fn events_become_a_calendar() {
    let fields = json!([
        {"name": "name", "iri": "schema:name"},
        {"name": "start", "iri": "schema:startDate"},
        {"name": "end", "iri": "schema:endDate"},
        {"name": "place", "iri": "schema:location", "type": "schema:Place", "fields": [
            {"name": "name", "iri": "schema:name"}, {"name": "lat", "iri": "schema:latitude"},
            {"name": "lon", "iri": "schema:longitude"}]},
        {"name": "link", "iri": "schema:url"},
        {"name": "host", "iri": "schema:organizer"}
    ]);
    let records = json!([
        [
            "Fair; day one, two",
            "2024-05-01",
            "May 2, 2024",
            [["Hall, 5", "52.5", "13.4"]],
            "/fair",
            "Ann <ann@example.org>"
        ],
        [
            "Talk",
            "2024-05-01T19:00:00+02:00",
            "2024-05-01T20:00:00+02:00",
            null,
            "javascript:alert(1)",
            "Bob"
        ],
        ["Odd", "2024-05-01T19:00", "2024-05-02", null, null, null],
        ["Someday", "TBA", null, null, null, null]
    ]);
    check(
        "ics",
        "schema:MusicEvent",
        &fields,
        &records,
        &expect![[r#"
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//unhusk//unhusk 0.1.0//EN
        BEGIN:VEVENT
        UID:...
        DTSTAMP:20231114T221320Z
        DTSTART;VALUE=DATE:20240501
        DTEND;VALUE=DATE:20240503
        SUMMARY:Fair\; day one\, two
        LOCATION:Hall\, 5\, 52.5\, 13.4
        GEO:52.5;13.4
        URL:https://example.org/fair
        ORGANIZER;CN="Ann <ann@example.org>":mailto:ann@example.org
        END:VEVENT
        BEGIN:VEVENT
        UID:...
        DTSTAMP:20231114T221320Z
        DTSTART:20240501T170000Z
        DTEND:20240501T180000Z
        SUMMARY:Talk
        CONTACT:Bob
        END:VEVENT
        BEGIN:VEVENT
        UID:...
        DTSTAMP:20231114T221320Z
        DTSTART:20240501T190000
        SUMMARY:Odd
        END:VEVENT
        END:VCALENDAR
    "#]],
    );
    let (_, warnings) = written("ics", "schema:Event", &fields, &records);
    assert_eq!(
        warnings,
        [
            "field `start`: 1 value is no date that can be read, such as \"TBA\": left out here",
            "records without a day on which they start are left out: 1 (-f jsonl or turtle has them all)",
            "ends that lie before their starts, or have a time where the start has none, are left out: 1"
        ]
    );
}

#[test]
fn people_become_cards() {
    let fields = json!([
        {"name": "given", "iri": "schema:givenName"},
        {"name": "family", "iri": "schema:familyName"},
        {"name": "mail", "iri": "schema:email"},
        {"name": "phone", "iri": "schema:telephone"},
        {"name": "job", "iri": "schema:jobTitle"},
        {"name": "firm", "iri": "schema:worksFor"},
        {"name": "address", "iri": "schema:address", "fields": [
            {"name": "street", "iri": "schema:streetAddress"}, {"name": "town", "iri": "schema:addressLocality"}]},
        {"name": "born", "iri": "schema:birthDate"},
        {"name": "image", "iri": "schema:image"}
    ]);
    let records = json!([
        [
            "Ann",
            "O;Neill",
            "mailto:ann@example.org",
            ["+49 30 1", "+49 30 2"],
            "Engineer",
            "ACME, Inc.",
            [["Main St 1", "Rome"]],
            "April 1996",
            "ann.jpg"
        ],
        [null, null, "x@example.org", null, null, null, null, null, null]
    ]);
    check(
        "vcf",
        "schema:Person",
        &fields,
        &records,
        &expect![[r"
        BEGIN:VCARD
        VERSION:4.0
        KIND:individual
        UID:...
        FN:Ann O\;Neill
        N:O\;Neill;Ann;;;
        ORG:ACME\, Inc.
        BDAY:1996-04
        TITLE:Engineer
        EMAIL:ann@example.org
        TEL:+49 30 1
        TEL:+49 30 2
        ADR:;;Main St 1;Rome;;;
        PHOTO:https://example.org/ann.jpg
        END:VCARD
    "]],
    );
    let (_, warnings) = written("vcf", "schema:Person", &fields, &records);
    assert_eq!(warnings, ["records without a name are left out: 1"]);
}

fn article() -> (Json, Json) {
    let fields = json!([
        {"name": "title", "iri": "schema:headline"},
        {"name": "link", "iri": "schema:url"},
        {"name": "date", "iri": "schema:datePublished"},
        {"name": "about", "iri": "schema:description"},
        {"name": "by", "iri": "schema:author", "many": true},
        {"name": "image", "iri": "schema:image"}
    ]);
    let records = json!([[
        "A < B & ]]>",
        "a.html?x=1&y=2",
        "2024-05-01",
        "<b>bold</b>",
        ["Ann", "Bob"],
        "a.png"
    ]]);
    (fields, records)
}

#[test]
fn articles_become_rss() {
    let (fields, records) = article();
    check(
        "rss",
        "schema:NewsArticle",
        &fields,
        &records,
        &expect![[r#"
        <?xml version="1.0" encoding="utf-8"?>
        <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/">
        <channel>
        <title>schema:NewsArticle, read by unhusk</title>
        <link>https://example.org/p.html</link>
        <description>schema:NewsArticle, read by unhusk</description>
        <lastBuildDate>Tue, 14 Nov 2023 22:13:20 +0000</lastBuildDate>
        <item>
        <gui...
        <title>A &lt; B &amp; ]]&gt;</title>
        <link>https://example.org/a.html?x=1&amp;y=2</link>
        <pubDate>Wed, 01 May 2024 00:00:00 +0000</pubDate>
        <description>&amp;lt;b&amp;gt;bold&amp;lt;/b&amp;gt;</description>
        <dc:creator>Ann</dc:creator>
        <dc:creator>Bob</dc:creator>
        <enclosure url="https://example.org/a.png" length="0" type="image/png"/>
        </item>
        </channel>
        </rss>
    "#]],
    );
}

#[test]
fn articles_become_atom() {
    let (fields, records) = article();
    check(
        "atom",
        "schema:NewsArticle",
        &fields,
        &records,
        &expect![[r#"
        <?xml version="1.0" encoding="utf-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom">
        <id>...
        <title>schema:NewsArticle, read by unhusk</title>
        <updated>2023-11-14T22:13:20Z</updated>
        <author><name>unhusk</name></author>
        <entry>
        <id>...
        <title>A &lt; B &amp; ]]&gt;</title>
        <updated>2024-05-01T00:00:00Z</updated>
        <published>2024-05-01T00:00:00Z</published>
        <link rel="alternate" href="https://example.org/a.html?x=1&amp;y=2"/>
        <summary>&lt;b&gt;bold&lt;/b&gt;</summary>
        <author>
        <name>Ann</name>
        </author>
        <author>
        <name>Bob</name>
        </author>
        <link rel="enclosure" type="image/png" href="https://example.org/a.png"/>
        </entry>
        </feed>
    "#]],
    );
}

#[test]
fn records_of_another_class_are_refused_with_advice() {
    let error = |format: &str, schema: Json| {
        let mut wrapper = Wrapper::from_json(
            r#"{"unhusk": "wrapper/1", "class": "lr", "schema": {"fields": [{"name": "a"}]},
                "program": {"fields": [{"left": "<", "right": ">"}]}}"#,
        )
        .unwrap();
        wrapper.schema = serde_json::from_value(schema).unwrap();
        let context = SinkContext::new(&wrapper);
        let sink = MeaningFormat::of_name(format).unwrap().sink(&context, Vec::new());
        sink.err().map(|error| error.to_string()).unwrap_or_default()
    };
    let plain = json!({"fields": [{"name": "a"}]});
    assert_eq!(
        error("ics", plain),
        "`-f ics` writes events (schema:Event and what is part of it), but the wrapper does not say what its records \
         are; say what they are: `--class schema:Event --property FIELD=schema:name --property FIELD=schema:startDate`"
    );
    let product = json!({"iri": "schema:Product", "fields": [{"name": "a", "iri": "schema:name"}]});
    assert!(
        error("ics", product.clone()).ends_with(
            "but the records are `schema:Product`; write them with `-f rss` or `-f atom`"
        )
    );
    assert_eq!(error("rss", product), "");
    let dateless = json!({"iri": "schema:Event", "fields": [{"name": "a", "iri": "schema:name"}]});
    assert!(
        error("ics", dateless)
            .starts_with("`-f ics` needs `schema:startDate`, and no field is that")
    );
}

#[test]
fn lines_are_folded_between_characters() {
    let mut out = Vec::new();
    let text = "é".repeat(100);
    ContentLines::new(&mut out).text("SUMMARY", &text).unwrap();
    let folded = String::from_utf8(out).unwrap();
    assert!(folded.split("\r\n").all(|line| line.len() <= 75));
    assert_eq!(folded.replace("\r\n ", ""), format!("SUMMARY:{text}\r\n"));
}

#[test]
fn values_can_neither_end_their_line_nor_hide_controls() {
    assert_eq!(escaped("a;b,c\\d\r\ne\rf\u{0}\u{1b}\u{9b}\tg"), "a\\;b\\,c\\\\d\\ne\\nf g");
    assert_eq!(quoted("a\"b\r\nc\u{7}"), "\"ab  c\"");
    assert_eq!(xml::escaped("<a b='c'>&\u{0}\u{b}\u{ffff}\n"), "&lt;a b=&#39;c&#39;&gt;&amp;&#10;");
}

#[test]
fn days_are_counted_as_the_calendar_does() {
    // RFC 3339, 5.8 and the well-known second 1,000,000,000.
    assert_eq!(Moment::of_unix(0).rfc2822(), "Thu, 01 Jan 1970 00:00:00 +0000");
    assert_eq!(Moment::of_unix(1_000_000_000).rfc3339(), "2001-09-09T01:46:40Z");
    let Some(Typed::Date(date)) = Datatype::Date.read("1996-12-19T16:39:57-08:00") else {
        panic!("a date")
    };
    assert_eq!(Moment::in_greenwich(&date).unwrap().rfc3339(), "1996-12-20T00:39:57Z");
    let Some(Typed::Date(leap)) = Datatype::Date.read("2024-02-28") else { panic!("a date") };
    assert_eq!(Moment::of_day(&leap).unwrap().next_day().basic_day(), "20240229");
}
