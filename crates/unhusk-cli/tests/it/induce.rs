//! `unhusk induce`.

use crate::program::Folder;
use expect_test::expect;

fn product(name: &str, price: &str) -> String {
    format!(
        "<body><p><a href=/>Home</a></p><h1 class=name>{name}</h1><p>Price: <b>{price}</b></p>\
         <p>All prices with tax</p></body>"
    )
}

fn shop() -> Folder {
    let folder = Folder::new();
    for (page, name, price) in [("1", "Lamp", "$80"), ("2", "Desk", "$300"), ("3", "Mug", "$4")] {
        folder.write(&format!("shop/{page}.html"), product(name, price));
    }
    folder
}

#[test]
fn what_differs_between_pages_is_found_and_named() {
    let run = shop().run(&["induce", "shop"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    expect![[r#"
        {"_page":"shop/1.html","name":"Lamp","price":"$80"}
        {"_page":"shop/2.html","name":"Desk","price":"$300"}
        {"_page":"shop/3.html","name":"Mug","price":"$4"}
    "#]]
    .assert_eq(&run.stdout);
}

#[test]
fn a_template_that_was_kept_reads_other_pages() {
    let folder = shop();
    assert_eq!(folder.run(&["induce", "shop", "-o", "w.json", "-q"]).code, 0);
    folder.write("4.html", product("Rug", "$70"));
    let run = folder.run(&["extract", "w.json", "4.html", "-q"]);
    assert_eq!(run.stdout, "{\"_page\":\"4.html\",\"name\":\"Rug\",\"price\":\"$70\"}\n");
    let words = folder.run(&["explain", "w.json"]).stdout;
    assert!(words.contains("which is `price`"), "{words}");
    assert!(words.contains("price is text (price)"), "{words}");
}

#[test]
fn pages_without_data_are_answered_with_no() {
    let folder = Folder::new();
    folder.write("1.html", product("Lamp", "$80"));
    folder.write("2.html", product("Lamp", "$80"));
    let run = folder.run(&["induce", "1.html", "2.html"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.contains("the pages do not differ"), "{}", run.stderr);
}

#[test]
fn a_path_that_is_not_there_is_told() {
    let run = Folder::new().run(&["induce", "nowhere.html"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("nowhere.html"), "{}", run.stderr);
}

#[test]
fn a_page_on_standard_input_is_found_and_read() {
    let item = |name: &str| {
        format!("<li><a href=/{name}>{name}</a><p>A fine {name} for your home</p></li>")
    };
    let items: String =
        ["Lamp", "Desk", "Mug", "Rug", "Pot"].iter().map(|name| item(name)).collect();
    let page = format!("<body><h1>Results</h1><ol>{items}</ol></body>");
    let run = Folder::new().run_with_input(&["induce", "-", "-q"], page);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.stdout.lines().count(), 5, "{}", run.stdout);
}

#[test]
fn a_folder_without_pages_is_told() {
    let folder = Folder::new();
    folder.write("empty/notes.md", "no page");
    let run = folder.run(&["induce", "empty"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("no pages in the folder `empty`"), "{}", run.stderr);
}

#[test]
fn the_extension_tells_whether_records_or_the_wrapper_are_written() {
    let folder = shop();
    let run = folder.run(&["induce", "shop", "-o", "all.csv"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    assert!(folder.read("all.csv").starts_with("_page,"), "{}", folder.read("all.csv"));
    let wrote = "wrote the records to `all.csv`; `-o site.json` writes the wrapper\n";
    assert!(run.stderr.ends_with(wrote), "{}", run.stderr);
    let run = folder.run(&["induce", "shop", "-o", "site.wrapper", "-o", "all.jsonl"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    assert!(folder.read("site.wrapper").contains("wrapper/1"));
    assert_eq!(folder.read("all.jsonl").lines().count(), 3);
    assert!(run.stderr.contains("wrote the wrapper to `site.wrapper`\n"), "{}", run.stderr);
    let twice = folder.run(&["induce", "shop", "-o", "a.csv", "-o", "b.tsv"]);
    let error = "error: `a.csv` and `b.tsv` are both for the records; give one of them\n";
    assert_eq!((twice.code, twice.stderr.as_str()), (2, error));
    let unknown = folder.run(&["induce", "shop", "-o", "a.xyz"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.contains("`.xyz` is not the extension"), "{}", unknown.stderr);
}

#[test]
fn columns_of_a_template_are_renamed() {
    let folder = shop();
    assert_eq!(folder.run(&["induce", "shop", "-o", "w.json", "-q"]).code, 0);
    let swap = ["learn", "--from", "w.json", "--name", "price=name", "--name", "name=price"];
    let run = folder.run(&[&swap[..], &["-o", "swapped.json", "-q"]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let read = folder.run(&["extract", "swapped.json", "shop/3.html", "-q"]).stdout;
    assert_eq!(read, "{\"_page\":\"shop/3.html\",\"price\":\"Mug\",\"name\":\"$4\"}\n");
    let typo = folder.run(&["learn", "--from", "w.json", "--name", "prise=cost"]);
    assert_eq!(typo.code, 2);
    assert!(typo.stderr.contains("did you mean `price`?"), "{}", typo.stderr);
    let twice = folder.run(&["learn", "--from", "w.json", "--name", "price=name"]);
    assert_eq!(twice.code, 2);
    assert!(twice.stderr.contains("the field `name` is named twice"), "{}", twice.stderr);
}

const COST: &str =
    r#"{"unhusk": "labels/1", "pages": [{"path": "shop/1.html", "records": [{"cost": "80"}]}]}"#;

#[test]
fn labels_choose_and_cut_the_columns_of_a_template() {
    let folder = shop();
    folder.write("labels.json", COST);
    assert_eq!(folder.run(&["induce", "shop", "-o", "w.json", "-q"]).code, 0);
    let from = folder.run(&["learn", "labels.json", "--from", "w.json", "-o", "from.json", "-q"]);
    assert_eq!(from.code, 0, "{}", from.stderr);
    let with =
        ["learn", "labels.json", "-m", "template", "--with", "shop", "-o", "with.json", "-q"];
    assert_eq!(folder.run(&with).code, 0);
    for wrapper in ["from.json", "with.json"] {
        let read = folder.run(&["extract", wrapper, "shop/2.html", "-q"]).stdout;
        assert_eq!(read, "{\"_page\":\"shop/2.html\",\"cost\":\"300\"}\n", "{wrapper}");
    }
}

#[test]
fn labels_choose_columns_of_templates_only() {
    let folder = shop();
    folder.write("labels.json", COST);
    assert_eq!(folder.run(&["learn", "labels.json", "-m", "lr", "-o", "lr.json", "-q"]).code, 0);
    let run = folder.run(&["learn", "labels.json", "--from", "lr.json"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("`lr.json` is a `lr` wrapper"), "{}", run.stderr);
}

#[test]
fn methods_of_others_find_columns_too() {
    let folder = shop();
    let run = folder.run(&["induce", "-m", "tex", "shop", "-q"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.stdout.lines().count(), 3);
    assert!(run.stdout.contains("Desk") && run.stdout.contains("$300"), "{}", run.stdout);
    let kept = folder.run(&["induce", "-m", "tex", "shop", "-o", "w.json"]);
    assert_eq!(kept.code, 2);
    assert!(kept.stderr.contains("makes no wrapper"), "{}", kept.stderr);
}

#[test]
fn pages_of_another_template_are_named_and_left_out() {
    let folder = shop();
    folder.write("shop/404.html", "<center><h2>Not found</h2></center><hr>");
    let run = folder.run(&["induce", "shop"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.stdout.lines().count(), 3, "{}", run.stdout);
    let warning = "1 of 4 pages has another template than most and has been skipped: shop/404.html";
    assert!(run.stderr.contains(warning), "{}", run.stderr);
}

/// A list of goods with links and pictures.
fn list_with_links() -> Folder {
    let item = |n: usize, name: &str| {
        format!(
            "<li><a href=/p/{n}><img src=/i/{n}.jpg></a><b class=name>{name}</b><p class=about>A fine {name} for your \
             home</p><a href=/cart>Buy</a></li>\n"
        )
    };
    let names = ["Lamp", "Desk", "Mug", "Rug", "Pot"];
    let items: String = (1..).zip(names).map(|(n, name)| item(n, name)).collect();
    let folder = Folder::new();
    folder.write("list.html", format!("<body><h1>Results</h1><ol>\n{items}</ol></body>"));
    folder
}

#[test]
fn links_and_images_that_differ_between_records_are_columns() {
    let folder = list_with_links();
    let run = folder.run(&["induce", "list.html", "-f", "csv", "-q"]);
    let row = |n: usize, name: &str| {
        format!("list.html,{name},A fine {name} for your home,/p/{n},/i/{n}.jpg\n")
    };
    let rows: String =
        (1..).zip(["Lamp", "Desk", "Mug", "Rug", "Pot"]).map(|(n, name)| row(n, name)).collect();
    assert_eq!(run.stdout, format!("_page,name,about,link,image\n{rows}"), "{}", run.stderr);
    let without = folder.run(&["induce", "list.html", "-f", "csv", "-q", "--no-links"]);
    assert_eq!(without.stdout.lines().next(), Some("_page,name,about"));
    // A template that was kept reads them, too, with their places.
    assert_eq!(folder.run(&["induce", "list.html", "-o", "w.json", "-q"]).code, 0);
    let read = folder.run(&["extract", "w.json", "list.html", "-q", "--spans"]).stdout;
    let first: serde_json::Value = serde_json::from_str(read.lines().next().unwrap()).unwrap();
    let span = first["link"]["span"].as_array().unwrap();
    let (start, end) = (span[0].as_u64().unwrap(), span[1].as_u64().unwrap());
    let page = folder.read("list.html");
    assert_eq!(&page[usize::try_from(start).unwrap()..usize::try_from(end).unwrap()], "/p/1");
    assert!(folder.run(&["explain", "w.json"]).stdout.contains("`link` is the `href` of"));
}

#[test]
fn pages_that_are_records_have_the_image_that_no_other_element_of_the_page_could_be() {
    let folder = Folder::new();
    for (page, name) in [("1", "Lamp"), ("2", "Desk"), ("3", "Mug")] {
        let html = format!(
            "<body><p><a href=/>Home</a></p><h1 class=name>{name}</h1><div><img src=/i/{page}.jpg></div>\
             <p><img src=/x/{page}.gif><img src=/y/{page}.gif></p><p>All prices with tax</p></body>"
        );
        folder.write(&format!("shop/{page}.html"), html);
    }
    let run = folder.run(&["induce", "shop", "-f", "csv", "-q"]);
    assert_eq!(
        run.stdout,
        "_page,name,image\nshop/1.html,Lamp,/i/1.jpg\nshop/2.html,Desk,/i/2.jpg\nshop/3.html,Mug,/i/3.jpg\n"
    );
}
