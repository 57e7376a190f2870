//! Lists are followed to their end, joined with their detail pages, and nothing is read twice.

use super::{
    FollowListener, FollowResult, Follower, ListEnd, PageSource, PagesAtHand, joined_schema,
};
use crate::failure::PageFailure;
use std::fmt::Write;
use std::io;
use std::ops::ControlFlow;
use unhusk::Learner;
use unhusk::example::Labels;
use unhusk::page::{Page, PageOptions};
use unhusk::record::{Cell, Record};
use unhusk::wrapper::Wrapper;
use unhusk_io::source::PageRef;

/// Page `number` of a list of `n_pages`, with three products each.
fn list_page(number: usize, n_pages: usize) -> String {
    let mut html = "<h1>Shop</h1><ul>".to_owned();
    for product in 0..3 {
        let id = number * 3 + product;
        write!(html, "<li><a href='/item/{id}'><b>thing {id}</b></a></li>").expect("a string");
    }
    html.push_str("</ul>");
    if number + 1 < n_pages {
        write!(html, "<a href='/list?p={}'>Next</a>", number + 1).expect("a string");
    }
    html
}

fn detail_page(id: usize) -> String {
    format!("<h1>thing {id}</h1><p class=price>${id}.00</p><p class=stock>{} left</p>", id * 2)
}

fn learn(html: &str, url: &str, records: &str) -> Wrapper {
    let labels = format!(
        r#"{{"unhusk": "labels/1", "pages": [{{"path": "1.html", "url": "{url}", "records": [{records}]}}]}}"#
    );
    let labels = Labels::parse("labels.json", &labels).expect("labels");
    let page = Page::from(html);
    let learner = Learner::auto().labelled_page(labels.pages()[0].clone(), &page);
    learner.learn().expect("a wrapper").wrapper
}

struct Wrappers {
    list: Wrapper,
    detail: Wrapper,
}

fn wrappers() -> Wrappers {
    let list = learn(
        &list_page(0, 2),
        "https://a.b/list",
        r#"{"name": "thing 0", "link": "/item/0"}, {"name": "thing 1", "link": "/item/1"}, {"name": "thing 2", "link": "/item/2"}"#,
    );
    let detail =
        learn(&detail_page(7), "https://a.b/item/7", r#"{"name": "thing 7", "price": "$7.00"}"#);
    Wrappers { list, detail }
}

fn follower(wrappers: &Wrappers) -> Follower<'_> {
    Follower {
        list: &wrappers.list,
        detail: Some(&wrappers.detail),
        link: None,
        next: None,
        max_pages: 100,
        max_details: 100,
    }
}

/// A site in memory.
fn site(pages: &[(&str, String)]) -> PagesAtHand {
    let page = |(url, html): &(&str, String)| {
        let mut page = PageRef::memory(*url, html.as_bytes());
        page.url = Some((*url).to_owned());
        page
    };
    PagesAtHand::new(pages.iter().map(page), None, PageOptions::default())
}

fn shop(n_pages: usize) -> Vec<(String, String)> {
    let lists = (0..n_pages).map(|number| {
        let url = if number == 0 {
            "https://a.b/list".to_owned()
        } else {
            format!("https://a.b/list?p={number}")
        };
        (url, list_page(number, n_pages))
    });
    let details = (0..3 * n_pages).map(|id| (format!("https://a.b/item/{id}"), detail_page(id)));
    lists.chain(details).collect()
}

fn borrowed(pages: &[(String, String)]) -> Vec<(&str, String)> {
    pages.iter().map(|(url, html)| (url.as_str(), html.clone())).collect()
}

#[derive(Default)]
struct Seen {
    rows: Vec<Vec<String>>,
    failures: Vec<String>,
    max_rows: Option<usize>,
}

impl FollowListener for Seen {
    fn record(&mut self, _page: &str, record: &Record<'_>) -> io::Result<ControlFlow<()>> {
        let text = |cell: &Cell<'_>| {
            cell.values().first().map_or(String::new(), |value| value.text.to_string())
        };
        self.rows.push(record.cells.iter().map(text).collect());
        let is_over = self.max_rows.is_some_and(|max| self.rows.len() >= max);
        Ok(if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn failure(&mut self, failure: &PageFailure) {
        self.failures.push(failure.page.clone());
    }
}

fn run(follower: &Follower<'_>, source: &mut dyn PageSource) -> (FollowResult, Seen) {
    let mut seen = Seen::default();
    let result =
        follower.run("https://a.b/list", source, &mut seen).expect("memory takes everything");
    (result, seen)
}

#[test]
fn a_list_is_followed_and_joined() {
    let wrappers = wrappers();
    let mut source = site(&borrowed(&shop(3)));
    let (result, seen) = run(&follower(&wrappers), &mut source);
    assert_eq!((result.n_pages, result.n_details, result.n_records), (3, 9, 9));
    assert_eq!(result.end, ListEnd::NoNext);
    let schema =
        joined_schema(&wrappers.list.schema, Some(&wrappers.detail.schema)).expect("a schema");
    let names: Vec<&str> = schema.fields().iter().map(|field| field.name.as_str()).collect();
    assert_eq!(names, ["name", "link", "detail_name", "price"]);
    assert_eq!(seen.rows[4], ["thing 4", "https://a.b/item/4", "thing 4", "$4.00"]);
    assert!(seen.failures.is_empty());
}

#[test]
fn a_detail_page_that_is_missing_leaves_its_fields_empty() {
    let wrappers = wrappers();
    let mut pages = shop(1);
    pages.retain(|(url, _)| url != "https://a.b/item/1");
    let (result, seen) = run(&follower(&wrappers), &mut site(&borrowed(&pages)));
    assert_eq!((result.n_details, result.n_records), (2, 3));
    assert_eq!(seen.rows[1], ["thing 1", "https://a.b/item/1", "", ""]);
    assert_eq!(seen.failures, ["https://a.b/item/1"]);
}

#[test]
fn loops_limits_and_repetitions_end() {
    let wrappers = wrappers();
    let mut pages = shop(2);
    // The last page leads back to the first.
    pages[1].1.push_str("<a href='/list'>Next</a>");
    let (result, _) = run(&follower(&wrappers), &mut site(&borrowed(&pages)));
    assert_eq!(result.end, ListEnd::Loop("https://a.b/list".to_owned()));
    let limited = Follower { max_pages: 1, ..follower(&wrappers) };
    assert_eq!(run(&limited, &mut site(&borrowed(&pages))).0.end, ListEnd::Limit);
    let limited = Follower { max_details: 4, ..follower(&wrappers) };
    let (result, _) = run(&limited, &mut site(&borrowed(&pages)));
    assert_eq!((result.end, result.n_details), (ListEnd::Limit, 4));
    // The second page shows the products of the first again.
    let mut pages = shop(2);
    pages[1].1 = list_page(0, 1);
    let (result, _) = run(&follower(&wrappers), &mut site(&borrowed(&pages)));
    assert_eq!((result.n_records, result.n_repeated), (3, 3));
}

#[test]
fn a_list_page_that_is_missing_is_told() {
    let wrappers = wrappers();
    let mut pages = shop(2);
    pages.remove(1);
    let (result, _) = run(&follower(&wrappers), &mut site(&borrowed(&pages)));
    let ListEnd::Failed(failure) = result.end else { panic!("{:?}", result.end) };
    assert_eq!((failure.page.as_str(), result.n_records), ("https://a.b/list?p=1", 3));
}

#[test]
fn the_one_who_takes_the_records_can_stop() {
    let wrappers = wrappers();
    let mut seen = Seen { max_rows: Some(2), ..Seen::default() };
    let result =
        follower(&wrappers).run("https://a.b/list", &mut site(&borrowed(&shop(2))), &mut seen);
    assert_eq!(result.expect("memory takes everything").end, ListEnd::Stopped);
    assert_eq!(seen.rows.len(), 2);
}
