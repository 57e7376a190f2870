//! `unhusk like`: typos, several records, lists without elements around their records, attributes.

use crate::program::{Folder, countries_page};

const SHOP: &str = "<ul>\n\
    <li><a href=/mugs/blue><b>Blue mug</b></a> <i>$12.00</i>\n\
    <li><a href=/mugs/red><b>Red mug</b></a> <i>$7.50</i>\n\
    <li><a href=/trays><b>Tray</b></a> <i>$30.00</i>\n</ul>\n<p>Blue mug of the month</p>\n";

fn shop() -> Folder {
    let folder = Folder::new();
    folder.write("shop.html", SHOP);
    folder
}

/// The output of `like shop.html` as a table without spaces at the ends of lines, if it succeeds.
fn table(folder: &Folder, page: &str, values: &[&str]) -> String {
    let run = folder.run(&[&["like", page], values, &["-f", "csv"]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    run.stdout
}

#[test]
fn a_typo_in_one_value_does_not_sink_the_others() {
    let folder = shop();
    let run = folder.run(&["like", "shop.html", "name=Blue mgu", "price=$12.00", "-f", "csv"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.stdout, "_page,price\nshop.html,$12.00\nshop.html,$7.50\nshop.html,$30.00\n");
    let warnings = "warning: shop.html: record 1: field `name`: the text \"Blue mgu\" is not on the page; did you mean `Blue mug`?\n\
                    warning: field `name` is left out: its only label is not on its page\n";
    assert!(run.stderr.starts_with(warnings), "{}", run.stderr);
    let strict = folder.run(&["like", "shop.html", "name=Blue mgu", "price=$12.00", "--strict"]);
    assert_eq!((strict.code, strict.stdout.as_str()), (2, ""));
    let none = folder.run(&["like", "shop.html", "name=Blue mgu", "price=$99.00"]);
    assert_eq!((none.code, none.stdout.as_str()), (2, ""));
    assert!(
        none.stderr.ends_with(
            "error: the only label of field `name`, \"Blue mgu\", is not on its page; did you mean `Blue mug`?\n"
        ),
        "{}",
        none.stderr
    );
}

#[test]
fn a_repeated_first_name_begins_the_next_record() {
    let folder = shop();
    let values = ["name=Blue mug", "price=$12.00", "name=Red mug", "price=$7.50"];
    assert_eq!(
        table(&folder, "shop.html", &values),
        "_page,name,price\nshop.html,Blue mug,$12.00\nshop.html,Red mug,$7.50\nshop.html,Tray,$30.00\n"
    );
}

#[test]
fn another_repeated_name_makes_a_list() {
    let folder = Folder::new();
    folder.write(
        "tags.html",
        "<ul><li><b>Ann</b> <i>red</i> <i>blue</i></li><li><b>Bob</b> <i>green</i></li></ul>",
    );
    let run = folder.run(&["like", "tags.html", "name=Ann", "tag=red", "tag=blue"]);
    assert_eq!(
        run.stdout,
        "{\"_page\":\"tags.html\",\"name\":\"Ann\",\"tag\":[\"red\",\"blue\"]}\n\
         {\"_page\":\"tags.html\",\"name\":\"Bob\",\"tag\":[\"green\"]}\n",
        "{}",
        run.stderr
    );
}

#[test]
fn records_without_an_element_of_their_own_are_found_by_their_looks() {
    let folder = Folder::new();
    let rows = [("Congo", "242"), ("Egypt", "20"), ("Belize", "501"), ("Spain", "34")];
    folder.write("1.html", countries_page(&rows));
    assert_eq!(
        table(&folder, "1.html", &["Congo", "242"]),
        "_page,v1,v2\n1.html,Congo,242\n1.html,Egypt,20\n1.html,Belize,501\n1.html,Spain,34\n"
    );
}

#[test]
fn what_does_not_look_like_the_record_is_none() {
    let folder = Folder::new();
    // The price of the delivery is marked up as that of the lamp, but there is no second name.
    folder.write("lamp.html", "<h1>Lamp</h1><p>Price <b>$80</b></p><p>Delivery <b>$4</b></p>");
    assert_eq!(
        table(&folder, "lamp.html", &["name=Lamp", "price=$80"]),
        "_page,name,price\nlamp.html,Lamp,$80\n"
    );
}

#[test]
fn an_attribute_is_asked_for_by_its_name() {
    let folder = shop();
    assert_eq!(
        table(&folder, "shop.html", &["name=Red mug", "price=$7.50", "link=@href"]),
        "_page,name,price,link\nshop.html,Blue mug,$12.00,/mugs/blue\nshop.html,Red mug,$7.50,/mugs/red\nshop.html,Tray,$30.00,/trays\n"
    );
    let values = ["like", "shop.html", "name=Red mug", "image=@src", "-f", "csv"];
    let run = folder.run(&values);
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (0, "_page,name\nshop.html,Blue mug\nshop.html,Red mug\nshop.html,Tray\n")
    );
    let warning = "warning: shop.html: record 1: field `image`: no element near the other values of the record has the attribute `src`\n";
    assert!(run.stderr.starts_with(warning), "{}", run.stderr);
    assert_eq!(folder.run(&[&values[..], &["--strict"]].concat()).code, 2);
}

#[test]
fn an_absolute_address_stands_for_the_relative_link() {
    let folder = shop();
    let values = ["name=Red mug", "link=https://shop.example/mugs/red"];
    assert_eq!(
        table(&folder, "shop.html", &values),
        "_page,name,link\nshop.html,Blue mug,/mugs/blue\nshop.html,Red mug,/mugs/red\nshop.html,Tray,/trays\n"
    );
}

#[test]
fn a_part_of_a_price_is_mentioned() {
    let folder = shop();
    let run = folder.run(&["like", "shop.html", "name=Red mug", "price=$7"]);
    let warning = "warning: shop.html: record 1: field `price`: the text \"$7\" is part of a longer text (`$7` of `$7.50`)\n";
    assert!(run.code == 0 && run.stderr.starts_with(warning), "{}", run.stderr);
}

/// Returns the command that is proposed at the end.
fn next_step(values: &[&str]) -> String {
    let run = shop().run(&[&["like", "shop.html"], values, &["-f", "csv"]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let line = run.stderr.lines().last().unwrap_or_default();
    let line = line.strip_suffix(" --save wrapper.json    # save the wrapper").unwrap_or(line);
    line.strip_prefix("next: unhusk like shop.html ").unwrap_or(line).to_owned()
}

#[test]
fn the_next_step_repeats_no_typo() {
    assert_eq!(next_step(&["name=Blue mgu", "price=$12.00"]), "'price=$12.00'");
    let second = ["name=Blue mug", "price=$12.00", "name=Red mgu", "price=$7.50"];
    assert_eq!(next_step(&second), "'name=Blue mug' 'price=$12.00'");
    // The second value is still called `v2`.
    assert_eq!(next_step(&["Blue mgu", "$12.00"]), "'v2=$12.00'");
    let by_position = ["Blue mgu", "$12.00", "--fields", "name,price"];
    assert_eq!(next_step(&by_position), "'$12.00' --fields price");
    assert_eq!(next_step(&["name=Red mug", "link=@href"]), "'name=Red mug' link=@href");
}

#[test]
fn an_absolute_address_is_resolved_by_the_base_url() {
    let folder = Folder::new();
    let item = |n: usize, name: &str| format!("<li><a href='?item={n}'><b>{name}</b></a></li>\n");
    let items = item(1, "Blue mug") + &item(2, "Red mug") + &item(3, "Tray");
    folder.write("mugs/list.html", format!("<ul>\n{items}</ul>\n"));
    let link = "link=https://shop.example/mugs/list.html?item=2";
    let base = ["--base-url", "https://shop.example/", "-f", "csv"];
    let run = folder.run(&[&["like", "mugs/list.html", "name=Red mug", link], &base[..]].concat());
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (
            0,
            "_page,name,link\nmugs/list.html,Blue mug,?item=1\nmugs/list.html,Red mug,?item=2\nmugs/list.html,Tray,?item=3\n"
        ),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains(" --base-url https://shop.example/ --save "), "{}", run.stderr);
}

#[test]
fn a_value_that_only_a_script_has_is_a_warning() {
    let folder = Folder::new();
    folder.write("shop.html", format!("<script>var sku = 'B-17';</script>{SHOP}"));
    let run = folder.run(&["like", "shop.html", "name=Blue mug", "sku=B-17", "-f", "csv"]);
    let warning = "warning: shop.html: record 1: field `sku`: the text \"B-17\" is only in a `<script>`, which readers do not see\n";
    assert!(run.stderr.contains(warning), "{}", run.stderr);
    let alone = folder.run(&["like", "shop.html", "B-17"]);
    assert!(alone.stderr.contains("is only in a `<script>`"), "{}", alone.stderr);
}

#[test]
fn an_address_that_the_base_url_does_not_lead_to_is_compared_by_its_path() {
    let folder = Folder::new();
    folder.write("saved/shop.html", SHOP.replace("href=/", "href=../"));
    // The file was moved: by its path, the link leads to /mugs/red.
    let run = folder.run(&[
        "like",
        "saved/shop.html",
        "name=Red mug",
        "link=https://shop.example/x/mugs/red",
        "--base-url",
        "https://shop.example/",
        "-f",
        "csv",
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.stdout.lines().nth(2), Some("saved/shop.html,Red mug,../mugs/red"));
    assert!(run.stderr.contains("it is compared by its path alone"), "{}", run.stderr);
}
