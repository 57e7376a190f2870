//! `unhusk repair` on a redesign that no known value survives: proposals, and their acceptance.

use crate::program::{Folder, Run};

const STORIES: [(&str, &str, &str); 4] = [
    ("Harbour bridge opens after two years of work", "Ann Bell", "12 May 2024"),
    ("Council votes for a new tram line", "Carl Dorn", "3 June 2024"),
    ("Storm closes schools along the coast", "Eve Frost", "21 June 2024"),
    ("Museum finds a lost map in its cellar", "Gil Hart", "8 July 2024"),
];

/// The data of a story, as its page names it for search engines.
fn data(title: &str, author: &str) -> String {
    format!(
        r#"<script type="application/ld+json">{{"@type": "NewsArticle", "headline": "{title}", "author": {{"name": "{author}"}}}}</script>"#
    )
}

/// A newspaper learnt from three pages, and a story on a page of its new design.
fn newspaper() -> Folder {
    let folder = Folder::new();
    let mut labels = Vec::new();
    for (number, (title, author, date)) in STORIES.iter().enumerate() {
        let data = data(title, author);
        let old = format!(
            "<html><head>{data}</head><body><div id=top>The Daily</div><h1 class=head>{title}</h1><table><tr><td \
             class=by>{author}</td><td class=on>{date}</td></tr></table><p>Read more in print</p></body></html>"
        );
        folder.write(&format!("{number}.html"), old);
        let new = format!(
            "<html><head>{data}</head><body><nav><a href=/>Front page</a><a href=/s>Sports today</a></nav><article>\
             <header><strong>{title}</strong></header><footer>Words: <em>{author}</em></footer></article><p>Subscribe \
             to our letter</p></body></html>"
        );
        folder.write(&format!("new{number}.html"), new);
        if number < 3 {
            labels.push(format!(
                r#"{{"path":"{number}.html","records":[{{"title":"{title}","author":"{author}"}}]}}"#
            ));
        }
    }
    let labels = labels.join(",");
    folder.write(
        "labels.json",
        format!(r#"{{"unhusk":"labels/1","fields":["title","author"],"pages":[{labels}]}}"#),
    );
    let run = folder.run(&["learn", "labels.json", "-q", "-o", "news.json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    folder
}

/// Repairs with the one page of the new design whose story was never seen.
fn repair(folder: &Folder, flags: &[&str]) -> Run {
    folder.run(&[&["repair", "news.json", "new3.html", "-o", "news2.json"], flags].concat())
}

#[test]
fn one_page_is_enough_to_propose_and_nothing_is_written() {
    let folder = newspaper();
    let run = repair(&folder, &[]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{}", run.stderr);
    for (field, value) in [("title", STORIES[3].0), ("author", STORIES[3].1)] {
        let line = run.stderr.lines().find(|line| line.starts_with(&format!("field {field}: ")));
        let line = line.unwrap_or_else(|| panic!("{}", run.stderr));
        assert!(line.contains(&format!("-> {value:?} (new3.html)")), "{line}");
    }
    assert!(
        run.stderr.contains("evidence: the page's own data names it as before\n"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("proposed 2 fields; nothing is written without your yes"));
    assert!(!folder.path().join("news2.json").exists());
}

#[test]
fn a_yes_writes_the_proposed_wrapper() {
    let folder = newspaper();
    let run = repair(&folder, &["--yes"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let read = folder.run(&["extract", "news2.json", "new2.html", "-q"]);
    assert_eq!(
        read.stdout,
        format!(
            "{{\"_page\":\"new2.html\",\"title\":{:?},\"author\":{:?}}}\n",
            STORIES[2].0, STORIES[2].1
        )
    );
}

#[test]
fn a_yes_to_one_field_leaves_the_other_as_it_was() {
    let folder = newspaper();
    let run = repair(&folder, &["--yes=author"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(
        run.stderr.ends_with("repaired in part as you accepted; 1 field left as before\n"),
        "{}",
        run.stderr
    );
    let read = folder.run(&["extract", "news2.json", "new2.html", "-q"]);
    assert!(read.stdout.contains("\"author\":\"Eve Frost\""), "{}", read.stdout);
    assert!(!read.stdout.contains(STORIES[2].0), "{}", read.stdout);
}

#[test]
fn a_yes_to_a_field_that_is_not_proposed_is_a_mistake() {
    let folder = newspaper();
    let run = repair(&folder, &["--yes=price"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    let message = "`price` is not a proposed field; proposed are title, author";
    assert!(run.stderr.contains(message), "{}", run.stderr);
}
