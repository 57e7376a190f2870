//! Selectors on one small page, with the results that their specifications define, and selectors that are refused.

use super::{Evaluator, SelectError, Selected, css, xpath};
use crate::NodeId;
use crate::Page;

const PAGE: &str = "<body><ul id=u class='list big'><li id=a>One</li><li id=b class=x lang=en-GB>\
    <a id=l href='/2'>Two</a></li><!--c--><li id=c>Three <b id=t>bold</b> tail</li></ul>\
    <p id=p title=\"it's\">Four</p><P id=q>Five &amp; six</P></body>";

/// Shows selected items: ids of elements, texts in quotes, attributes as `name=value`.
fn shown(page: &Page, items: Result<Vec<Selected>, SelectError>) -> String {
    let tree = page.tree();
    let show = |item| match item {
        Selected::Node(node) if tree.is_element(node) => {
            tree.attribute(node, "id").map_or(tree.tag(node), |id| id.value).to_owned()
        }
        Selected::Node(node) => format!("{:?}", tree.text(node)),
        Selected::Attribute(element, position) => {
            let attribute = tree.attributes(element).nth(position as usize).unwrap();
            format!("{}={}", attribute.name, attribute.value)
        }
    };
    match items {
        Ok(items) => items.into_iter().map(show).collect::<Vec<_>>().join(" "),
        Err(error) => error.to_string(),
    }
}

fn check_xpath(path: &str, expected: &str) {
    let page = Page::from(PAGE);
    assert_eq!(shown(&page, xpath::select(page.tree(), path)), expected, "{path}");
}

fn check_css(selector: &str, expected: &str) {
    let page = Page::from(PAGE);
    assert_eq!(shown(&page, css::select(page.tree(), selector)), expected, "{selector}");
}

#[test]
fn xpath_walks_down_from_the_document() {
    check_xpath("/html/body/ul/li[2]", "b");
    check_xpath("/HTML/BODY/UL/LI[2]/A", "l");
    check_xpath("html/body/p", "p q");
    check_xpath("//li", "a b c");
    check_xpath("/html/body//b", "t");
    check_xpath("//ul/*", "a b c");
    check_xpath("//li[4]", "");
    check_xpath("//*[@id='u']/li[3]/b", "t");
    check_xpath(" //b ", "t");
}

#[test]
fn xpath_positions_count_among_what_the_step_selects() {
    check_xpath("//li[1]", "a");
    check_xpath("//li[last()]", "c");
    check_xpath("//li[last() - 1]", "b");
    check_xpath("//li[position()=2]", "b");
    check_xpath("//li[position()>1]", "b c");
    check_xpath("//li[position() <= 2][2]", "b");
    check_xpath("//*[1]", "html head u a l t");
    check_xpath("//b/preceding-sibling::node()[1]", r#""Three ""#);
    check_xpath("//p[2]/preceding-sibling::*[1]", "p");
}

#[test]
fn xpath_selects_texts_and_attributes() {
    check_xpath("//li[3]/text()", r#""Three " " tail""#);
    check_xpath("//li[3]/text()[2]", r#"" tail""#);
    check_xpath("//a/@href", "href=/2");
    check_xpath("//li[2]/@*", "id=b class=x lang=en-GB");
    check_xpath("//@href/..", "l");
    check_xpath("//li[3]/node()", r#""Three " t " tail""#);
}

#[test]
fn xpath_predicates_compare_strings() {
    check_xpath("//li[@class]", "b");
    check_xpath("//li[not(@class)]", "a c");
    check_xpath("//*[@class='x']", "b");
    check_xpath("//*[@class=\"x\" or @id='p']", "b p");
    check_xpath("//li[@class and a]", "b");
    check_xpath("//li[@class!='x']", "");
    check_xpath("//*[contains(@class, 'big')]", "u");
    check_xpath("//*[starts-with(@class,'list')]", "u");
    check_xpath("//*[text()='Two']", "l");
    check_xpath("//*[contains(text(),'hree')]", "c");
    check_xpath("//li[contains(., 'bold tail')]", "c");
    check_xpath("//li[.='Two']", "b");
    check_xpath("//*[normalize-space()='Three bold tail']", "c");
    check_xpath("//*[normalize-space(text())='Three']", "c");
    check_xpath("//p[@title=\"it's\"]", "p");
    check_xpath("//p[.='Five & six']", "q");
    check_xpath("//li[a/@href='/2']", "b");
    check_xpath("//li[(@id='a' or @id='b') and true()]", "a b");
    check_xpath("//li[string(b)='bold']", "c");
}

#[test]
fn xpath_follows_the_other_axes() {
    check_xpath("//li[1]/following-sibling::li", "b c");
    check_xpath("//li[3]/preceding-sibling::li", "a b");
    check_xpath("//li[3]/preceding-sibling::li[1]", "b");
    check_xpath("//a/..", "b");
    check_xpath("//a/parent::li/following-sibling::*[1]/b", "t");
    check_xpath("//b/ancestor::ul", "u");
    check_xpath("//b/ancestor::*[2]", "u");
    check_xpath("//b/ancestor-or-self::*[1]", "t");
    check_xpath("//ul/child::li[2]/descendant::a/self::a", "l");
    check_xpath("//ul/descendant::*[last()]", "t");
    check_xpath("//ul/descendant-or-self::ul/./li[1]", "a");
    check_xpath("//a/attribute::href", "href=/2");
}

#[test]
fn xpath_unites_paths_in_document_order() {
    check_xpath("//p | //b|//b", "t p q");
    check_xpath("//li[a | b]", "b c");
}

#[test]
fn xpath_looks_before_and_behind_without_ancestors_and_descendants() {
    check_xpath("//b/preceding::li", "a b");
    check_xpath("//b/preceding::text()[1]", r#""Three ""#);
    check_xpath("//b/preceding::*[1]", "l");
    check_xpath("//li[2]/following::*", "c t p q");
    check_xpath("//li[2]/following::text()[2]", r#""bold""#);
}

#[test]
fn xpath_functions_are_those_of_the_specification() {
    check_xpath("//li[count(*)=1]", "b c");
    check_xpath("//*[string-length(text())=3]", "a l");
    check_xpath("//li[concat(@id, '-', @class)='b-x']", "b");
    // The example of the specification, section 4.2, and its neighbours.
    check_xpath("//li[translate('--aaa--', 'abc-', 'ABC')='AAA']", "a b c");
    check_xpath("//li[translate(text(), 'TOn', 'to')='oe']", "a");
    check_xpath("//li[substring-before('1999/04/01', '/')='1999']", "a b c");
    check_xpath("//li[substring-after('1999/04/01', '/')='04/01']", "a b c");
    check_xpath("//li[substring-after('1999', 'x')='']", "a b c");
    check_xpath("//li[normalize-space('\u{a0} a\t\n b ')='\u{a0} a b']", "a b c");
}

#[test]
fn an_expression_may_be_a_string_and_is_seen_from_a_node() {
    let page = Page::from(PAGE);
    let run = |xpath: &str| {
        let [Selected::Node(from)] = xpath::select(page.tree(), "//li[3]").unwrap()[..] else {
            panic!("there is one third li")
        };
        xpath::XPath::new(xpath).unwrap().run(&mut evaluator(&page), from).unwrap()
    };
    assert_eq!(run("substring-after(b, 'bo')"), xpath::XPathValue::Text("ld".to_owned()));
    assert!(matches!(run(".//text()"), xpath::XPathValue::Items(items) if items.len() == 3));
}

#[test]
fn css_seen_from_an_element_knows_nothing_around_it() {
    let page = Page::from(PAGE);
    let shown_from = |path: &str, selector: &str| {
        let [Selected::Node(from)] = xpath::select(page.tree(), path).unwrap()[..] else {
            panic!("{path} selects one node")
        };
        shown(&page, css::Css::new(selector).unwrap().run(&mut evaluator(&page), from))
    };
    assert_eq!(shown_from("//li[3]", "li > b"), "t");
    assert_eq!(shown_from("//li[3]", "ul b"), "");
    assert_eq!(shown_from("//ul", "li:nth-child(3), ul"), "u c");
    assert_eq!(shown_from("//li[2]", "[lang=\"en\\-GB\"]"), "b");
}

#[test]
fn xpath_says_where_it_cannot_be_read() {
    check_xpath(
        "//li[",
        "xpath \"//li[\", character 6: it ends here, expected the name of a tag, `*`, `text()` or `@`",
    );
    check_xpath(
        "//li]",
        "xpath \"//li]\", character 5: found `]`, expected `/`, `[`, `|` or the end",
    );
    check_xpath(
        "",
        "xpath \"\", character 1: it ends here, expected the name of a tag, `*`, `text()` or `@`",
    );
    check_xpath(
        "//",
        "xpath \"//\", character 3: it ends here, expected the name of a tag, `*`, `text()` or `@`",
    );
    check_xpath(
        "//a | ",
        "xpath \"//a |\", character 6: it ends here, expected the name of a tag, `*`, `text()` or `@`",
    );
    check_xpath(
        "//a/namespace::b",
        "xpath \"//a/namespace::b\", character 5: unsupported in labels: the axis `namespace`",
    );
    check_xpath(
        "//a[lang('en')]",
        "xpath \"//a[lang('en')]\", character 5: unsupported in labels: the function `lang()`",
    );
    check_xpath(
        "//svg:g",
        "xpath \"//svg:g\", character 3: unsupported in labels: names with a prefix",
    );
    check_xpath(
        "//comment()",
        "xpath \"//comment()\", character 3: unsupported in labels: `comment()` as a step",
    );
    check_xpath("//a[$x]", "xpath \"//a[$x]\", character 5: unsupported in labels: variables");
    check_xpath("//a[.='x]", "xpath \"//a[.='x]\", character 7: the string has no end");
    check_xpath(
        "//a[contains(.)]",
        "xpath \"//a[contains(.)]\", character 5: `contains()` cannot take 1 arguments",
    );
    check_xpath("//a[1.2.3]", "xpath \"//a[1.2.3]\", character 10: not a number");
}

#[test]
fn css_selects_by_type_id_class_and_attribute() {
    check_css("li", "a b c");
    check_css("LI", "a b c");
    check_css("#t", "t");
    check_css(".big", "u");
    check_css("ul.list.big", "u");
    check_css("li.big", "");
    check_css("ul *", "a b l c t");
    check_css("[title]", "p");
    check_css("[lang|=en]", "b");
    check_css("[lang|='en-GB']", "b");
    check_css("[class~=list]", "u");
    check_css("[class=list]", "");
    check_css("[href^='/']", "l");
    check_css("[href$='2']", "l");
    check_css("[class*='ist b']", "u");
    check_css("[class*='']", "");
    check_css("p[ title = \"it's\" ]", "p");
    check_css("#p, b , .x", "b t p");
    check_css("#\\70", "p");
    check_css("\\#u", "");
}

#[test]
fn css_combines_elements() {
    check_css("ul b", "t");
    check_css("ul > b", "");
    check_css("ul>li>b", "t");
    check_css("li + li", "b c");
    check_css("#a ~ li", "b c");
    check_css("#a+li>a", "l");
    check_css("body ul ~ p", "p q");
    // The outer `body` and `html` must not stop the search for `ul > li` further in.
    check_css("html body > ul li > *", "l t");
}

#[test]
fn css_counts_among_siblings() {
    check_css("li:first-child", "a");
    check_css("li:last-child", "c");
    check_css("li:nth-child(2)", "b");
    check_css("li:nth-child(odd)", "a c");
    check_css("li:nth-child(2n)", "b");
    check_css("li:nth-child( 2n + 1 )", "a c");
    check_css("li:nth-child(-n+2)", "a b");
    check_css("li:nth-child(n+2)", "b c");
    check_css("li:nth-last-child(1)", "c");
    check_css("p:first-child", "");
    check_css("p:first-of-type", "p");
    check_css("p:last-of-type", "q");
    check_css("p:nth-of-type(2)", "q");
    check_css("p:nth-last-of-type(2)", "p");
    check_css("li:not(.x)", "a c");
    check_css("li:not(:nth-child(1)):not(#c)", "b");
    check_css("p:not([title])", "q");
}

#[test]
fn css_says_where_it_cannot_be_read() {
    check_css(
        "",
        "css \"\", character 1: it ends here, expected a tag, `*`, `#id`, `.class`, `[attribute]` or `:`",
    );
    check_css(
        "a >",
        "css \"a >\", character 4: it ends here, expected a tag, `*`, `#id`, `.class`, `[attribute]` or `:`",
    );
    check_css(
        "a,,b",
        "css \"a,,b\", character 3: found `,`, expected a tag, `*`, `#id`, `.class`, `[attribute]` or `:`",
    );
    check_css("a:hover", "css \"a:hover\", character 3: unsupported in labels: `:hover`");
    check_css(
        "a::before",
        "css \"a::before\", character 2: unsupported in labels: pseudo-elements",
    );
    check_css(
        "a:not(b c)",
        "css \"a:not(b c)\", character 9: unsupported in labels: combinators and lists in `:not()`",
    );
    check_css("svg|a", "css \"svg|a\", character 4: unsupported in labels: namespaces");
    check_css(
        "[a=b i]",
        "css \"[a=b i]\", character 6: unsupported in labels: flags of attribute conditions",
    );
    check_css(
        "[a!b]",
        "css \"[a!b]\", character 3: found `!`, expected `]`, `=`, `~=`, `|=`, `^=`, `$=` or `*=`",
    );
    check_css(
        "a:nth-child(x)",
        "css \"a:nth-child(x)\", character 13: found `x`, expected `odd`, `even`, a number or a formula like `2n+1`",
    );
    check_css(
        "a:nth-child(2n1)",
        "css \"a:nth-child(2n1)\", character 13: found `2`, expected `odd`, `even`, a number or a formula like `2n+1`",
    );
    check_css("a)", "css \"a)\", character 2: found `)`, expected a combinator, `,` or the end");
}

#[test]
fn long_and_deep_selectors_are_refused() {
    let page = Page::from(PAGE);
    let deep = format!("//a{}", "[a".repeat(1000));
    let error = xpath::select(page.tree(), &deep).unwrap_err().to_string();
    assert!(error.contains("brackets nest deeper than 16"), "{error}");
    let deep = format!("//a[{}", "(".repeat(1000));
    assert!(xpath::select(page.tree(), &deep).is_err());
    let deep = format!("a{}", ":not(a".repeat(1000));
    let error = css::select(page.tree(), &deep).unwrap_err().to_string();
    assert!(error.contains("brackets nest deeper than 16"), "{error}");
    let long = "a".repeat(10_001);
    let error = css::select(page.tree(), &long).unwrap_err().to_string();
    assert!(error.contains("10001 bytes are more than 10000"), "{error}");
}

#[test]
fn a_selector_that_takes_too_long_is_stopped() {
    // Each of 7,000 siblings visits those behind it: 24.5 million visits.
    let page = Page::from("<b></b>".repeat(7000).as_str());
    let path = "//b/following-sibling::b";
    assert_eq!(xpath::select(page.tree(), path), Err(SelectError::TooMuchWork));
}

proptest::proptest! {
    #[test]
    fn any_text_is_a_selector_or_an_error(selector in r#"[a-c/.#*@:\[\]()'"=,>+~|0-9 \\n$-]{0,30}"#) {
        let page = Page::from(PAGE);
        let _ = xpath::select(page.tree(), &selector);
        let _ = css::select(page.tree(), &selector);
    }
}

fn evaluator(page: &Page) -> Evaluator<'_> {
    let mut evaluator = Evaluator::new(page.tree());
    evaluator.allow(usize::MAX);
    evaluator
}

fn rows(page: &Page) -> Vec<NodeId> {
    let nodes = page.tree().nodes();
    nodes.filter(|node| page.tree().is_element(*node) && page.tree().tag(*node) == "tr").collect()
}

#[test]
fn positions_are_counted_once_for_all_records_of_a_page() {
    let selector = css::Css::new("tr:nth-child(n+1) > td:nth-last-child(1)").unwrap();
    let cost = |n_rows: usize| {
        let page =
            Page::from(format!("<table>{}</table>", "<tr><td>a<td>b".repeat(n_rows)).as_str());
        let mut evaluator = evaluator(&page);
        let before = evaluator.n_left();
        for row in rows(&page) {
            assert_eq!(selector.run(&mut evaluator, row).unwrap().len(), 1);
        }
        before - evaluator.n_left()
    };
    assert!(cost(400) <= 2 * cost(200), "{} and {}", cost(400), cost(200));
}

#[test]
fn a_selector_that_looks_through_the_page_from_every_record_comes_to_an_end() {
    // The k-th row visits the 2k nodes before it: a thousand rows are a million visits, three thousand are nine.
    let html = format!("<h2>a</h2><table>{}</table>", "<tr><td>".repeat(3_000));
    let page = Page::from(html.as_str());
    let xpath = xpath::XPath::new("preceding::h2[1]").unwrap();
    let mut evaluator = evaluator(&page);
    let is_found: Vec<bool> =
        rows(&page).into_iter().map(|row| xpath.run(&mut evaluator, row).is_ok()).collect();
    let n_found = is_found.iter().filter(|is_found| **is_found).count();
    assert!((1_000..2_000).contains(&n_found), "{n_found}");
    assert!(is_found[..n_found].iter().all(|is_found| *is_found), "none is found later");
    assert_eq!(evaluator.n_left(), 0);
}

#[test]
fn the_nearest_sibling_is_found_without_a_look_at_the_others() {
    // A long list: each path needs only the first sibling on one side, or whether there is any.
    for path in [
        "preceding-sibling::tr[1]",
        "following-sibling::node()[self::tr][1]",
        "self::*[preceding-sibling::tr or following-sibling::tr]",
    ] {
        let xpath = xpath::XPath::new(path).unwrap();
        let cost = |n_rows: usize| {
            let html = format!("<table>{}</table>", "<tr><td>a".repeat(n_rows));
            let page = Page::from(html.as_str());
            let mut evaluator = evaluator(&page);
            let before = evaluator.n_left();
            for row in rows(&page).into_iter().rev().take(100) {
                xpath.run(&mut evaluator, row).unwrap();
            }
            before - evaluator.n_left()
        };
        assert_eq!(cost(200), cost(400), "{path}");
    }
}

#[test]
fn siblings_are_counted_from_the_nearest() {
    let page = Page::from("<p>0</p><b>1</b><i>2</i><b>3</b><u>4</u><b>5</b>");
    let texts = |path: &str| -> Vec<String> {
        let found = xpath::select(page.tree(), path).unwrap();
        let text = |item: &Selected| match item {
            Selected::Node(node) => page.tree().reader_text(*node),
            Selected::Attribute(..) => String::new(),
        };
        found.iter().map(text).collect()
    };
    assert_eq!(texts("//u/preceding-sibling::b[1]"), ["3"]);
    assert_eq!(texts("//u/preceding-sibling::b[2]"), ["1"]);
    assert_eq!(texts("//u/preceding-sibling::b[3]"), [""; 0]);
    assert_eq!(texts("//i/following-sibling::b[2]"), ["5"]);
    assert_eq!(texts("//b[following-sibling::u]"), ["1", "3"]);
    assert_eq!(texts("//b[following-sibling::u[.='4']]"), ["1", "3"]);
    assert_eq!(texts("//b[not(preceding-sibling::i or following-sibling::x)]"), ["1"]);
    assert_eq!(texts("//b[following-sibling::b[2]]"), ["1"]);
}
