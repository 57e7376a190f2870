//! `unhusk teach`: scripted answers.

use crate::program::Folder;

fn product(name: &str, price: &str) -> String {
    format!(
        "<body><p><a href=/>Home</a></p><h1>{name}</h1><p>Price <b>{price}</b></p><p>Tax</p></body>"
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
fn a_first_example_and_a_few_answers_make_a_wrapper() {
    let folder = shop();
    let answers = "name, price\nLamp\n$80\nn\n".to_owned() + &"y\n".repeat(6);
    let run = folder.run_with_input(&["teach", "shop", "-o", "w.json"], answers);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("»"), "{}", run.stderr);
    let read = folder.run(&["extract", "w.json", "shop", "-q", "-f", "csv"]);
    assert_eq!(
        read.stdout,
        "_page,name,price\nshop/1.html,Lamp,$80\nshop/2.html,Desk,$300\nshop/3.html,Mug,$4\n"
    );
    // `learn` also accepts the labels.
    assert_eq!(folder.run(&["learn", "labels.json", "-q"]).code, 0);
}

#[test]
fn answers_are_kept_when_the_input_ends() {
    let folder = shop();
    let run =
        folder.run_with_input(&["teach", "shop", "--fields", "name,price"], "Lamp\n$80\nn\ny\n");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("1 answer saved in `labels.json`"), "{}", run.stderr);
    assert!(folder.read("labels.json").contains("span"), "what was confirmed is a place");
}

#[test]
fn an_answer_that_is_taken_back_is_not_kept() {
    let folder = shop();
    let first = ["teach", "shop", "--fields", "name,price"];
    folder.run_with_input(&first, "Lamp\n$80\nn\nq\n");
    let before = folder.read("labels.json");
    let run = folder.run_with_input(&["teach", "shop"], "y\nu\nq\n");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(folder.read("labels.json"), before);
}

#[test]
fn a_value_that_is_not_on_the_page_is_asked_again() {
    let folder = shop();
    let typed = "Lamb\nLamp\n$80\nn\nq\n";
    let run = folder.run_with_input(&["teach", "shop", "--fields", "name,price"], typed);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("`Lamb` is not on shop/1.html"), "{}", run.stderr);
}

#[test]
fn the_first_record_may_have_several_values_and_asks_for_help() {
    let folder = Folder::new();
    for (page, name, tags) in [("1", "Lamp", "<i>red</i> <i>blue</i>"), ("2", "Desk", "<i>oak</i>")]
    {
        folder.write(&format!("shop/{page}.html"), format!("<h1>{name}</h1><p>Tags {tags}</p>"));
    }
    let typed = "?\nLmap\nLamp\nred | blue\nn\n?\nq\n";
    let run = folder.run_with_input(&["teach", "shop", "--fields", "name,tag"], typed);
    assert_eq!(
        run.stderr.matches("`a | b` for several values, `-` for none").count(),
        2,
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains("`Lmap` is not on shop/1.html; did you mean `Lamp`?"),
        "{}",
        run.stderr
    );
    let labels: serde_json::Value = serde_json::from_str(&folder.read("labels.json")).unwrap();
    let record = &labels["pages"][0]["records"][0];
    assert_eq!(record["tag"], serde_json::json!(["red", "blue"]), "{record}");
}

#[test]
fn the_first_record_can_be_left_with_q() {
    let folder = shop();
    let run = folder.run_with_input(&["teach", "shop", "--fields", "name,price"], "?\nq\nLamp\n");
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("q quit"), "{}", run.stderr);
    assert!(!run.stderr.contains("price:"), "{}", run.stderr);
    assert!(!folder.names().contains(&"labels.json".to_owned()));
}

#[test]
fn what_cannot_be_taught_is_said() {
    let folder = shop();
    let stdin = folder.run_with_input(&["teach", "-"], "");
    assert_eq!(stdin.code, 2);
    assert!(stdin.stderr.contains("answers are read from standard input"), "{}", stdin.stderr);
    let typo = folder.run_with_input(&["teach", "shpo"], "");
    assert_eq!(typo.code, 2);
    assert!(typo.stderr.contains("shpo"), "{}", typo.stderr);
    let table = folder.run_with_input(&["teach", "shop", "--labels", "labels.csv"], "");
    assert_eq!(
        (table.code, table.stderr.as_str()),
        (2, "error: answers are saved as JSON, not in a table; use `--labels labels.json`\n")
    );
    std::fs::create_dir(folder.path().join("empty")).expect("a new folder");
    let empty = folder.run_with_input(&["teach", "empty"], "");
    assert_eq!(empty.code, 2, "{}", empty.stderr);
    let silent = folder.run_with_input(&["teach", "shop"], "");
    assert_eq!(silent.code, 1, "{}", silent.stderr);
    assert!(!folder.names().contains(&"labels.json".to_owned()));
}

#[test]
fn labels_elsewhere_name_pages_from_their_own_folder() {
    let folder = shop();
    std::fs::create_dir(folder.path().join("kept")).expect("a new folder");
    let first = ["teach", "shop", "--fields", "name,price", "--labels", "kept/l.json"];
    let run = folder.run_with_input(&first, "Lamp\n$80\nn\nq\n");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(folder.read("kept/l.json").contains("\"../shop/1.html\""));
    assert_eq!(folder.run(&["learn", "kept/l.json", "-q"]).code, 0);
}
