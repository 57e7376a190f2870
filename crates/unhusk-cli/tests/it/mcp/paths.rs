//! Nothing outside of the folders is read or written, in any spelling of a path.

use super::client::Client;
use crate::program::{COUNTRIES_WRAPPER, Folder, countries_page};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// A folder `open` with pages, beside a secret page, wrapper and label file.
fn laid_out() -> Folder {
    let folder = Folder::new();
    let page = countries_page(&[("Secretland", "99")]);
    folder.write("secret.html", &page);
    folder.write("secret.json", COUNTRIES_WRAPPER);
    folder.write("open/w.json", COUNTRIES_WRAPPER);
    folder.write("open/1.html", countries_page(&[("Congo", "242")]));
    folder.write("open/sub/2.html", countries_page(&[("Peru", "51")]));
    folder
}

#[test]
fn no_spelling_leads_out() {
    let folder = laid_out();
    let root = folder.path().canonicalize().unwrap();
    let absolute = |name: &str| root.join(name).to_string_lossy().into_owned();
    let client = Client::with_folders(folder.path(), &["open"]);
    let outside = |name: &str| {
        vec![
            format!("../{name}"),
            format!("./../{name}"),
            format!("sub/../../{name}"),
            format!("sub/./.././../{name}"),
            format!("sub//..//..//{name}"),
            format!("..\\{name}"),
            format!("sub\\..\\..\\{name}"),
            absolute(name),
            absolute(&format!("open/../{name}")),
            format!("/{}", absolute(name)),
            format!("//{}", absolute(name)),
            format!("/proc/self/cwd/{name}"),
            format!("/proc/self/root{}", absolute(name)),
            format!("file://{}", absolute(name)),
            format!("file:../{name}"),
            format!("http://localhost/{name}"),
            format!("C:\\{name}"),
            format!("C:/{name}"),
            format!("\\\\?\\{}", absolute(name)),
            format!("~/{name}"),
            format!("~root/{name}"),
            format!("@../{name}"),
            format!("@{}", absolute(name)),
            format!("../{name}\0.html"),
            format!("../{name}\n"),
            "/etc/passwd".to_owned(),
            "/dev/stdin".to_owned(),
            "/dev/fd/0".to_owned(),
            "-".to_owned(),
            "@-".to_owned(),
            String::new(),
        ]
    };
    let rule =
        "only files below the folders that were named at start (--folder) are read and written";
    for path in outside("secret.html").into_iter().chain(outside("secret.json")) {
        let claimed = json!([{"page": path, "records": [{"country": "Secretland"}]}]);
        for (tool, input) in [
            ("extract", json!({"wrapper": "w.json", "pages": [path]})),
            ("extract", json!({"wrapper": path, "pages": ["1.html"]})),
            ("explain", json!({"wrapper": "w.json", "page": path})),
            ("induce", json!({"pages": [path]})),
            ("learn", json!({"pages": claimed, "output": "x.json"})),
            ("learn", json!({"labels": path, "output": "x.json"})),
        ] {
            let message = client.call(tool, input).unwrap_err();
            assert!(message.contains(rule), "{tool} {path:?}: {message}");
            assert!(!message.contains("Secretland"));
        }
    }
    let is_json = |path: &String| Path::new(path).extension() == Some("json".as_ref());
    for path in outside("new.json").into_iter().filter(is_json) {
        let claimed = json!({"page": "1.html", "records": [{"country": "Congo", "code": "242"}], "output": path});
        let message = client.call("like", claimed).unwrap_err();
        assert!(message.contains(rule), "{path:?}: {message}");
    }
    assert_eq!(folder.names(), ["open", "secret.html", "secret.json"]);
}

#[test]
fn patterns_and_label_files_do_not_lead_out() {
    let folder = laid_out();
    let client = Client::with_folders(folder.path(), &["open"]);
    for pattern in [
        "../*.html",
        "sub/../../*.html",
        "/etc/*",
        "{../*,1.html}",
        "**/../../*.html",
        "*/../../secret.*",
    ] {
        let message =
            client.call("extract", json!({"wrapper": "w.json", "pages": [pattern]})).unwrap_err();
        assert!(message.contains("named at start (--folder)"), "{pattern}: {message}");
    }
    let labels = |path: &str| {
        format!(
            r#"{{"unhusk": "labels/1", "pages": [{{"path": "{path}", "records": [{{"country": "Secretland"}}]}}]}}"#
        )
    };
    folder.write("open/sub/labels.json", labels("../../secret.html"));
    let learn = |client: &Client| {
        client.call("learn", json!({"labels": "sub/labels.json", "output": "x.json"}))
    };
    let message = learn(&client).unwrap_err();
    assert!(message.contains("named at start (--folder)"), "{message}");
    // Label files beside their pages have a `..` that stays inside.
    folder.write("open/sub/labels.json", labels("../1.html").replace("Secretland", "Congo"));
    assert_eq!(learn(&client).unwrap()["wrapper"], "x.json");
}

#[cfg(unix)]
#[test]
fn symbolic_links_are_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = laid_out();
    let open = folder.path().join("open");
    symlink(folder.path().join("secret.html"), open.join("link.html")).unwrap();
    symlink(folder.path().join("secret.json"), open.join("link.json")).unwrap();
    symlink(folder.path(), open.join("out")).unwrap();
    symlink("/", open.join("sub/all")).unwrap();
    let client = Client::with_folders(folder.path(), &["open"]);
    for path in [
        "link.html",
        "out",
        "out/secret.html",
        "out/*.html",
        "out/open/1.html",
        "sub/all/etc/passwd",
    ] {
        let message =
            client.call("extract", json!({"wrapper": "w.json", "pages": [path]})).unwrap_err();
        assert!(
            message.contains("symbolic link") && message.contains("--folder"),
            "{path}: {message}"
        );
    }
    let message =
        client.call("extract", json!({"wrapper": "link.json", "pages": ["1.html"]})).unwrap_err();
    assert!(message.contains("symbolic link"), "{message}");
    // In a folder that is searched they are named, and the pages beside them are read.
    let read = client.call("extract", json!({"wrapper": "w.json", "pages": ["."]})).unwrap();
    assert_eq!((&read["n_records"], &read["failures"]["count"]), (&json!(2), &json!(4)), "{read}");
    assert!(!read.to_string().contains("Secretland"));
    // Nothing is written through a link.
    let before = fs::read(folder.path().join("secret.json")).unwrap();
    let claimed = json!([{"country": "Congo", "code": "242"}]);
    for output in ["link.json", "out/new.json"] {
        let input =
            json!({"page": "1.html", "records": claimed, "output": output, "overwrite": true});
        let message = client.call("like", input).unwrap_err();
        assert!(message.contains("symbolic link"), "{message}");
    }
    assert_eq!(fs::read(folder.path().join("secret.json")).unwrap(), before);
    assert_eq!(folder.names(), ["open", "secret.html", "secret.json"]);
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_folder_does_not_stop_the_server() {
    let folder = laid_out();
    let pipe = folder.path().join("open/pipe.html");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()), "a pipe is made");
    let client = Client::with_folders(folder.path(), &["open"]);
    let message =
        client.call("extract", json!({"wrapper": "w.json", "pages": ["pipe.html"]})).unwrap_err();
    assert!(message.contains("is a device or a pipe"), "{message}");
    let read = client.call("extract", json!({"wrapper": "w.json", "pages": ["."]})).unwrap();
    assert_eq!(read["n_records"], 2);
}

#[test]
fn several_folders_can_be_used_by_relative_and_absolute_paths() {
    let folder = laid_out();
    folder.write("wrappers/other.json", COUNTRIES_WRAPPER);
    let client = Client::with_folders(folder.path(), &["open", "wrappers"]);
    let root = folder.path().canonicalize().unwrap();
    let page = root.join("open/1.html").to_string_lossy().into_owned();
    let input = json!({"wrapper": "other.json", "pages": ["1.html", page]});
    let read = client.call("extract", input).unwrap();
    assert_eq!(read["n_records"], 2);
    let names: Vec<&Value> =
        read["records"].as_array().unwrap().iter().map(|record| &record["_page"]).collect();
    assert_eq!(names, [page.as_str(), page.as_str()], "which of the folders is plain");
}
