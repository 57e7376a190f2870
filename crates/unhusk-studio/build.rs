//! Lists the modules of the app, so that a new one needs no line in the server.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=web/js");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("web/js");
    let entries = fs::read_dir(&folder).expect("the modules are there");
    let mut scripts: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a readable folder").path()).collect();
    scripts.retain(|path| path.extension().is_some_and(|ending| ending == "js"));
    scripts.sort();
    let mut list =
        String::from("/// Name and text of every module.\nconst SCRIPTS: &[(&str, &str)] = &[\n");
    for path in scripts {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        writeln!(list, "    ({name:?}, include_str!({:?})),", path.display().to_string())
            .expect("writing to a string");
    }
    list.push_str("];\n");
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("scripts.rs");
    fs::write(out, list).expect("the output folder is writable");
}
