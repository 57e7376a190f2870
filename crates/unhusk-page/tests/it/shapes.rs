//! Shapes of pages that are made to hang a parser.

use unhusk_page::Limited;

/// Limits that a page of a shape must report.
pub(crate) type Cuts = &'static [Limited];

/// Name, page of about the given number of bytes, and the limits that it must reach.
pub(crate) type HostilePage = (&'static str, fn(usize) -> String, Cuts);

pub(crate) const SHAPES: &[HostilePage] = &[
    ("deep div", |n| repeat("<div>", n), &[Limited::Depth]),
    ("deep list", |n| repeat("<ul><li>", n), &[Limited::Depth]),
    ("deep span", |n| repeat("<span>", n), &[Limited::Depth]),
    ("deep svg", |n| repeat("<svg><g>", n), &[Limited::Depth]),
    ("deep math", |n| repeat("<math><mi>", n), &[Limited::Depth]),
    ("deep template", |n| repeat("<template>", n), &[Limited::Depth]),
    ("deep table", |n| repeat("<table><tr><td>", n), &[Limited::Depth]),
    ("deep object", |n| repeat("<object>", n), &[Limited::Depth]),
    ("deep button in div", |n| repeat("<div><button>", n), &[]),
    ("deep ruby", |n| repeat("<ruby><rt>", n), &[Limited::Depth]),
    ("deep definition list", |n| repeat("<dl><dd>", n), &[Limited::Depth]),
    ("deep unknown", |n| repeat("<x-y>", n), &[Limited::Depth]),
    ("deep then text", |n| repeat("<div>", n / 2) + &repeat("x</div>", n / 2), &[Limited::Depth]),
    (
        "p end tags below div",
        |n| repeat("<div>", n / 2) + &repeat("</p>", n / 2),
        &[Limited::Depth],
    ),
    (
        "end tags of what is out of scope",
        |n| format!("<x><div>{}{}", repeat("<span>", n / 2), repeat("</x>", n / 2)),
        &[Limited::Depth],
    ),
    (
        "list items below div",
        |n| format!("<ul>{}{}", repeat("<div>", n / 2), repeat("<li></li>", n / 2)),
        &[Limited::Depth],
    ),
    (
        "tables below div",
        |n| repeat("<div>", n / 2) + &repeat("<table></table>", n / 2),
        &[Limited::Depth],
    ),
    (
        "foreign end tags",
        |n| format!("<svg>{}{}", repeat("<g>", n / 2), repeat("</x>", n / 2)),
        &[Limited::Depth],
    ),
    ("formatting explosion", formatting_explosion, &[Limited::Depth, Limited::OpenFormatting]),
    (
        "formatting reopened in every paragraph",
        |n| format!("<p>{}{}", numbered("<b a{}>", 100), repeat("<p>x", n)),
        &[Limited::Nodes, Limited::OpenFormatting],
    ),
    ("same formatting", |n| repeat("<b>", n), &[Limited::Depth]),
    ("links", |n| repeat("<a href=x>", n), &[]),
    ("links in tables", |n| repeat("<a><table>", n), &[]),
    ("nobr", |n| repeat("<nobr>", n), &[]),
    (
        "formatting above blocks",
        |n| format!("<b>{}{}", repeat("<div>", n / 2), repeat("</b>", n / 2)),
        &[Limited::Depth],
    ),
    ("adoption in a row", |n| repeat("<b><p></b></p>", n), &[]),
    (
        "attributes of one tag",
        |n| format!("<p {}>", numbered(" a{}=1", n / 9)),
        &[Limited::Attributes],
    ),
    ("the same attribute", |n| format!("<p {}>", repeat(" a=1", n)), &[]),
    ("attributes of the root", |n| numbered("<html a{}>", n / 12), &[Limited::Attributes]),
    ("attributes in any order", |n| repeat("<b x=1 y=2><b y=2 x=1>", n), &[Limited::Depth]),
    ("names", |n| numbered("<x{}>", n / 8), &[Limited::Depth]),
    ("text fostered out of a table", |n| format!("<table>{}", repeat("x<tr>", n)), &[]),
    ("texts that grow in turn", |n| format!("<table>{}", repeat(" </q>a</q>", n)), &[]),
    ("text cut by ignored tags", |n| repeat("x</q>", n), &[]),
    ("rows", |n| format!("<table>{}", repeat("<tr><td>", n)), &[]),
    ("nested select", |n| repeat("<select><option>", n), &[]),
    (
        "options below span",
        |n| format!("<select>{}{}", repeat("<span>", n / 2), repeat("<option>", n / 2)),
        &[Limited::Depth],
    ),
    ("forms", |n| repeat("<form><div></form>", n), &[Limited::Depth]),
    ("headings", |n| repeat("<h1><h2>", n), &[]),
    ("framesets", |n| repeat("<frameset>", n), &[Limited::Depth]),
    ("late heads", |n| format!("<head></head>{}", repeat("<title></title>", n)), &[]),
    ("bodies", |n| repeat("</body><p>", n), &[]),
    ("less-than signs", |n| repeat("<", n), &[]),
    ("ampersands", |n| repeat("&amp", n), &[]),
    ("unknown references", |n| repeat("&notareference;", n), &[]),
    ("long number", |n| format!("&#{}", repeat("9", n)), &[]),
    ("half comments", |n| repeat("<!-", n), &[]),
    ("open comment", |n| format!("<!--{}", repeat("--", n)), &[]),
    ("comments", |n| repeat("<!---->", n), &[]),
    ("doctypes", |n| repeat("<!doctype>", n), &[]),
    ("NUL", |n| repeat("\0", n), &[]),
    ("NUL in svg", |n| format!("<svg>{}", repeat("\0", n)), &[]),
    ("NUL in names", |n| repeat("<a\0>", n), &[Limited::Depth]),
    ("carriage returns", |n| repeat("\r", n), &[]),
    ("open attribute", |n| format!("<a x=\"{}", repeat(">", n)), &[]),
    ("open tag", |n| format!("<a {}", repeat("<", n)), &[]),
    ("open script", |n| format!("<script>{}", repeat("</scrip", n)), &[]),
    ("script escapes", |n| format!("<script>{}", repeat("<!--<script>", n)), &[]),
    ("open title", |n| format!("<title>{}", repeat("</", n)), &[]),
    ("end of title", |n| format!("<title>{}", repeat("</title ", n)), &[]),
    ("plaintext", |n| format!("<plaintext>{}", repeat("<p>", n)), &[]),
    ("CDATA", |n| format!("<svg>{}", repeat("<![CDATA[", n)), &[]),
    ("CDATA sections", |n| format!("<svg>{}", repeat("<![CDATA[x]]>", n)), &[]),
    ("empty end tags", |n| repeat("</>", n), &[]),
    ("bogus end tags", |n| repeat("</ >", n), &[]),
    ("processing instructions", |n| repeat("<?x>", n), &[]),
    ("wide characters", |n| repeat("<p>\u{1F600}\u{301}", n), &[]),
];

fn repeat(piece: &str, n_bytes: usize) -> String {
    piece.repeat(n_bytes / piece.len())
}

/// Copies of a piece in which `{}` is a number.
pub(crate) fn numbered(piece: &str, n_copies: usize) -> String {
    (0..n_copies).map(|number| piece.replace("{}", &number.to_string())).collect()
}

/// Makes millions of nodes out of 40 KB where nothing stops it.
fn formatting_explosion(n_bytes: usize) -> String {
    let n = n_bytes / 20;
    numbered("<b {}>", n) + &numbered("<i {}>", n) + &"x</b>".repeat(n)
}
