//! Fields that are lists, on a page that is one record.

use super::learn;
use unhusk_page::Page;

/// Learns the list `values` from one page, and reads it on another.
fn read_other(html: &str, values: &[&str], other: &str) -> String {
    let values: Vec<String> = values.iter().map(|value| format!("\"{value}\"")).collect();
    let labels = format!(r#"{{"path": "1", "records": [{{"list": [{}]}}]}}"#, values.join(", "));
    learn(&labels, &[&Page::from(html)]).read(other)
}

#[test]
fn a_step_with_a_link_is_one_value() {
    let html = "<h1>Pie</h1><ol class=s><li>Mix.<li>Bake it.<li>Eat.</ol><p>End</p>";
    let other =
        "<h1>Cake</h1><ol class=s><li>Mix <a>eggs</a> well.<li>Bake <b>long</b>.</ol><p>End</p>";
    let read = read_other(html, &["Mix.", "Bake it.", "Eat."], other);
    assert_eq!(read, "[Mix eggs well., Bake long.]");
}

#[test]
fn a_value_that_a_list_has_twice_is_two_values() {
    let html = "<h1>Pie</h1><ul class=i><li>salt<li>egg<li>milk</ul><p>End</p>";
    let other = "<h1>Cake</h1><ul class=i><li>salt<li>flour<li>salt</ul><p>End</p>";
    assert_eq!(read_other(html, &["salt", "egg", "milk"], other), "[salt, flour, salt]");
}

#[test]
fn a_value_that_labelled_pages_show_twice_is_one_value() {
    let html = "<h1>Film</h1><p class=c><a>Ann</a> <a>Bob</a> <a>Ann</a></p>";
    let other = "<h1>Show</h1><p class=c><a>Cy</a> <a>Di</a> <a>Cy</a></p>";
    assert_eq!(read_other(html, &["Ann", "Bob"], other), "[Cy, Di]");
}

#[test]
fn elements_without_text_are_no_values() {
    let html = "<h1>Pie</h1><div><p>Mix it.</p><p>&nbsp;</p><p>Bake it.</p><p>&nbsp;</p><p>Eat it.</p></div>";
    let other = "<h1>Cake</h1><div><p>&nbsp;</p><p>Beat <b>it</b>.</p><p>Cool it.</p></div>";
    let read = read_other(html, &["Mix it.", "Bake it.", "Eat it."], other);
    assert_eq!(read, "[Beat it., Cool it.]");
}

#[test]
fn a_list_is_found_after_a_redesign_below_its_caption() {
    let html = "<h1>Pie</h1><h2>Ingredients</h2><ul class=i><li>2 eggs<li>1 cup milk<li>3 pears</ul>\
        <h2>Links</h2><ul class=m><li>Home<li>News</ul>";
    let other = "<main><div>Menu</div><div>Home</div><div>News</div></main>\
        <section><b>Ingredients:</b><div><p>4 figs</p><p>1 cup rice</p><p>2 plums</p></div></section>";
    let read = read_other(html, &["2 eggs", "1 cup milk", "3 pears"], other);
    assert_eq!(read, "[4 figs, 1 cup rice, 2 plums]");
}
