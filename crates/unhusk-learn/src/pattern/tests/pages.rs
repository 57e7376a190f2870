//! Pages that are one record each.

use super::learning::{learn, read};

const LABELS: &str =
    r#""records": [{"name": "Blue mug", "price": "$12", "colours": ["blue", "white"]}]"#;
const MUG: &str = "<div id=top><a>Shop</a></div><div id=main><h1>Blue mug</h1><dl><dt>Price:<dd>$12<dt>Stock:<dd>3</dl>\
    <ul><li>blue<li>white</ul></div><div id=end>bye</div>";
const PAN_LABELS: &str =
    r#""records": [{"name": "Big pan", "price": "$30", "colours": ["black"]}]"#;
const PAN: &str = "<div id=top><a>Shop</a><a>Cart</a></div><div id=main><p>New!</p><h1>Big pan</h1><dl><dt>Weight:<dd>2 kg\
    <dt>Price:<dd>$30</dl><ul><li>black</ul></div><div id=end>bye</div>";

fn check(test: &str, expected: &str) {
    let (schema, learned) =
        learn(&[(MUG, LABELS), (PAN, PAN_LABELS)]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read(&schema, &learned.wrapper, test), [expected]);
}

#[test]
fn two_pages_show_what_a_page_is_like() {
    check(MUG, "Blue mug+$12+blue/white");
    check(PAN, "Big pan+$30+black");
}

#[test]
fn other_pages_have_more_and_less() {
    let cup = "<div id=top></div><p>Sale</p><div id=main><h1>Red cup</h1><p>x</p><dl><dt>Size:<dd>L<dt>Weight:<dd>1 kg\
        <dt>Price:<dd>$5</dl><ul><li>red<li>pink<li>rose</ul></div>";
    check(cup, "Red cup+$5+red/pink/rose");
}

#[test]
fn one_page_is_learnt_with_a_warning() {
    let (schema, learned) = learn(&[(MUG, LABELS)]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read(&schema, &learned.wrapper, MUG), ["Blue mug+$12+blue/white"]);
    let said: Vec<String> = learned.warnings.iter().map(ToString::to_string).collect();
    let note = "there is one example and nothing like it beside it: all its texts count as content, but for \
        labels such as `Price:`";
    assert_eq!(said, [note]);
}

#[test]
fn labels_tell_rows_apart_even_from_one_page() {
    let page = |rows: &str| format!("<h1>Ann</h1><table>{rows}</table>");
    let shown = page("<tr><th>Height:<td>6-1<tr><th>Weight:<td>200");
    let labels = r#""records": [{"weight": "200"}]"#;
    // By their order alone, the second row would be read.
    let next = page("<tr><th>Born:<td>1980<tr><th>Height:<td>6-2<tr><th>Weight:<td>190");
    super::learning::check(&[(&shown, labels)], &next, &["190"]);
}
