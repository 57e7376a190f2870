//! Pages of 100 KB with ten fields: a list of some fifty records as on real pages, a page with ten values among
//! thousands of texts, and a bare table whose every text is a value.

use std::fmt::Write;

const BYTES: usize = 100_000;
const N_FIELDS: usize = 10;

/// A table with ten columns; columns differ in their markup as little as real ones do.
fn table(seed: usize) -> (String, String) {
    let mut html = String::from("<html><body><h1>Prices</h1><table class=list>");
    let mut records = Vec::new();
    while html.len() < BYTES {
        let row = records.len();
        html.push_str("<tr class=row>");
        let mut cells = Vec::new();
        for column in 0..N_FIELDS {
            let value = format!("v{seed}-{row}-{column}");
            match column % 3 {
                0 => write!(html, "<td class=\"cell c{column}\">{value}</td>"),
                1 => write!(html, "<td class=\"cell\" align=right><b>{value}</b></td>"),
                _ => write!(html, "<td><a href=\"/item/{row}/{column}\">{value}</a></td>"),
            }
            .expect("strings can be written");
            cells.push(format!("\"f{column}\": \"{value}\""));
        }
        html.push_str("</tr>\n");
        records.push(format!("{{{}}}", cells.join(", ")));
    }
    (html + "</table></body></html>", records.join(", "))
}

/// Records with menus, pictures and buttons around their ten values.
fn list(seed: usize) -> (String, String) {
    let mut html = String::from("<html><body><div id=results>");
    let mut records = Vec::new();
    while html.len() < BYTES {
        let row = records.len();
        let value = |field: usize| format!("v{seed}-{row}-{field}");
        write!(
            html,
            "<div class=\"result clearfix\"><div class=\"thumb\"><a href=\"/item/{row}\"><img src=\"/img/{row}.jpg\" \
             alt=\"\" width=120 height=80></a></div><h3 class=\"title\"><a href=\"/item/{row}\">{}</a></h3>\n\
             <p class=\"byline\">by <a href=\"/people/{row}\">{}</a> in <span class=\"place\">{}</span></p>\n\
             <p class=\"summary\">{} and some more words that make it as long as such things are, which is rather \
             long on most pages that people look at</p><dl class=\"facts\">",
            value(0), value(1), value(2), value(3)
        )
        .expect("strings can be written");
        for field in 4..N_FIELDS {
            writeln!(
                html,
                "<dt>Fact {field}:</dt><dd class=\"fact f{field}\">{}</dd>",
                value(field)
            )
            .expect("strings can be written");
        }
        html.push_str("</dl><div class=\"buttons\"><a class=\"button\" href=\"#\">Save</a> <a class=\"button\" \
            href=\"#\">Share</a> <span class=\"note\">3 people like this</span> <ul class=\"menu\"><li>Report</li>\
            <li>Hide</li><li>More like this</li></ul></div></div>\n");
        let text = |field: usize| match field {
            3 => format!(
                "{} and some more words that make it as long as such things are, which is rather long on most pages that people look at",
                value(3)
            ),
            _ => value(field),
        };
        let cells: Vec<String> =
            (0..N_FIELDS).map(|field| format!("\"f{field}\": \"{}\"", text(field))).collect();
        records.push(format!("{{{}}}", cells.join(", ")));
    }
    (html + "</div></body></html>", records.join(", "))
}

/// Ten labelled values in the middle of articles and menus.
fn detail(seed: usize) -> (String, String) {
    let mut html = String::from("<html><body><div id=menu><ul>");
    let filler = |html: &mut String, to: usize| {
        while html.len() < to {
            let n = html.len();
            writeln!(
                html,
                "<li class=\"item\"><a href=\"/p/{n}\">entry {n}</a> <span>by {n}</span></li>"
            )
            .expect("strings can be written");
        }
    };
    filler(&mut html, BYTES / 2);
    html.push_str("</ul></div><div id=main><dl>");
    let mut cells = Vec::new();
    for field in 0..N_FIELDS {
        let value = format!("w{seed}-{field}");
        write!(html, "<dt>Label {field}:</dt><dd>{value}</dd>").expect("strings can be written");
        cells.push(format!("\"f{field}\": \"{value}\""));
    }
    html.push_str("</dl></div><ul>");
    filler(&mut html, BYTES);
    (html + "</ul></body></html>", format!("{{{}}}", cells.join(", ")))
}

/// Makes a page, and the records on it.
pub(crate) type PageMaker = fn(usize) -> (String, String);
/// The sites, by their names.
pub(crate) const SITES: [(&str, PageMaker); 3] =
    [("list", list), ("detail", detail), ("table", table)];

/// The site of a name.
pub(crate) fn site(name: &str) -> PageMaker {
    SITES.iter().find(|site| site.0 == name).expect("a site").1
}
