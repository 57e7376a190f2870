//! The pages of arguments are read, in order, within bounds.

use super::*;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::Write;
use std::path::Path;
use tempfile::TempDir;
use unhusk::page::{PageOptions, Syntax};

/// A folder with these files in it, each holding its own name.
fn folder(files: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, file).unwrap();
    }
    folder
}

/// Returns the result of `list` for one argument inside `folder`: names relative to it, or the message.
fn listed(folder: &TempDir, argument: &str) -> Vec<String> {
    let root = format!("{}/", folder.path().display());
    let argument = match argument.strip_prefix('@') {
        Some(list) => format!("@{root}{list}"),
        None => format!("{root}{argument}"),
    };
    let shorten = |text: String| text.replace(&root, "");
    list(&[argument])
        .into_iter()
        .map(|entry| shorten(entry.map_or_else(|error| error.to_string(), |page| page.name)))
        .collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Reads a file of these bytes and this name, with this page limit.
fn read(name: &str, bytes: &[u8], max_page_bytes: usize) -> Result<Vec<u8>, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    let root = format!("{}/", folder.path().display());
    let raw = PageRef::file(path).read_raw(max_page_bytes);
    raw.map(|raw| raw.bytes).map_err(|error| error.to_string().replace(&root, ""))
}

const MIB: usize = 1 << 20;

#[test]
fn folders_are_searched_through_in_the_order_of_names() {
    let folder =
        folder(&["b/2.htm", "b/1.HTML.gz", "a.html", "c.txt.zst", "notes.pdf", ".git/x.html"]);
    assert_eq!(listed(&folder, ""), ["a.html", "b/1.HTML.gz", "b/2.htm", "c.txt.zst"]);
}

#[test]
fn files_in_folders_without_a_known_extension_are_looked_into() {
    let folder = folder(&["notes", "style.css", "labels.json", "manual.pdf"]);
    fs::write(folder.path().join("index"), "<!DOCTYPE html><p>One").unwrap();
    fs::write(folder.path().join("item.php?id=2"), "<html><p>Two").unwrap();
    fs::write(folder.path().join("item3.gz"), gzip(b"<html><p>Three")).unwrap();
    let root = format!("{}/", folder.path().display());
    let listing = list_all(&[&root]);
    let names: Vec<String> =
        listing.pages.into_iter().map(|page| page.unwrap().name.replace(&root, "")).collect();
    assert_eq!(names, ["index", "item.php?id=2", "item3.gz"]);
    let skipped: Vec<String> = listing.skipped.iter().map(|name| name.replace(&root, "")).collect();
    assert_eq!(skipped, ["manual.pdf", "notes"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_utf8_leads_to_its_file() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder(&[]);
    let name = std::ffi::OsStr::from_bytes(b"caf\xE9.html");
    fs::write(folder.path().join(name), "<p>One").unwrap();
    assert_eq!(listed(&folder, "caf\u{fffd}.html"), ["caf\u{fffd}.html"]);
    let page = list(&[format!("{}/caf\u{fffd}.html", folder.path().display())]).remove(0).unwrap();
    assert_eq!(page.read_raw(100).unwrap().bytes, b"<p>One");
    // Two files that are shown alike are ambiguous.
    let other = std::ffi::OsStr::from_bytes(b"caf\xE8.html");
    fs::write(folder.path().join(other), "<p>Two").unwrap();
    assert!(listed(&folder, "caf\u{fffd}.html")[0].contains("no such file or folder"));
}

#[test]
fn quoted_patterns_match_as_a_shell_would() {
    let folder = folder(&["a/1.html", "a/2.html", "a/deep/3.html", "b/1.html", "a/.hidden.html"]);
    assert_eq!(listed(&folder, "a/*.html"), ["a/1.html", "a/2.html"]);
    assert_eq!(listed(&folder, "*/1.html"), ["a/1.html", "b/1.html"]);
    assert_eq!(listed(&folder, "**/*.html"), ["a/1.html", "a/2.html", "a/deep/3.html", "b/1.html"]);
    assert_eq!(listed(&folder, "{a,b}/1.html"), ["a/1.html", "b/1.html"]);
    assert_eq!(listed(&folder, "x*.html"), ["no file matches `x*.html`"]);
    assert_eq!(
        listed(&folder, "a/[1.html"),
        ["`a/[1.html` is not a pattern for file names: unclosed character class; missing ']'"]
    );
}

#[test]
fn a_file_whose_name_looks_like_a_pattern_is_that_file() {
    let folder = folder(&["a[1].html", "a1.html"]);
    assert_eq!(listed(&folder, "a[1].html"), ["a[1].html"]);
}

#[test]
fn lists_name_one_argument_a_line() {
    let folder = folder(&["1.html", "2.html"]);
    let root = folder.path().display();
    let lines = format!("# mine\n{root}/2.html\n\n{root}/1.html\r\n@other.txt\n");
    fs::write(folder.path().join("list.txt"), lines).unwrap();
    assert_eq!(
        listed(&folder, "@list.txt"),
        [
            "2.html",
            "1.html",
            "`@other.txt` in the list `list.txt`: a list cannot name another list; name both on the command line"
        ]
    );
}

#[test]
fn a_typo_is_one_entry_with_a_hint() {
    let folder = folder(&["pages.html", "labels.json"]);
    assert_eq!(
        listed(&folder, "page.html"),
        ["cannot read `page.html`: no such file or folder (did you mean `pages.html`?)"]
    );
    assert_eq!(listed(&folder, "zzz"), ["cannot read `zzz`: no such file or folder"]);
}

#[test]
fn a_typo_in_a_folder_is_found_too() {
    let folder = folder(&["crawl/pages/1.html", "crawl/pages/2.html", "labels.json"]);
    for typo in ["crawl/page/1.html", "craw/pages/1.html", "crawl/pges/1.htm", "Crawl/Pages/1.html"]
    {
        let message = format!(
            "cannot read `{typo}`: no such file or folder (did you mean `crawl/pages/1.html`?)"
        );
        assert_eq!(listed(&folder, typo), [message]);
    }
    // No name there is near; and a file has nothing below it.
    for lost in ["crawl/page/index.php", "label.json/1.html"] {
        assert_eq!(
            listed(&folder, lost),
            [format!("cannot read `{lost}`: no such file or folder")]
        );
    }
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_not_its_own_hint() {
    let folder = folder(&[]);
    std::os::unix::fs::symlink("gone", folder.path().join("link.html")).unwrap();
    assert_eq!(listed(&folder, "link.html"), ["cannot read `link.html`: no such file or folder"]);
}

#[cfg(unix)]
#[test]
fn links_in_folders_are_named_where_none_is_followed() {
    let outside = folder(&["secret.html"]);
    let folder = folder(&["a.html", "sub/b.html"]);
    let root = folder.path();
    std::os::unix::fs::symlink(outside.path(), root.join("sub/out")).unwrap();
    std::os::unix::fs::symlink(outside.path().join("secret.html"), root.join("c.html")).unwrap();
    let listed = |argument: &str| -> Vec<String> {
        let shorten = |text: String| text.replace(&format!("{}/", root.display()), "");
        let pages = list_without_links(&format!("{}/{argument}", root.display())).pages;
        let name = |entry: Result<PageRef, SourceError>| {
            shorten(entry.map_or_else(|error| error.to_string(), |page| page.name))
        };
        pages.into_iter().map(name).collect()
    };
    let refused = |name: &str| format!("`{name}` is a symbolic link, which is not followed here");
    let expected =
        ["a.html".to_owned(), refused("c.html"), "sub/b.html".into(), refused("sub/out")];
    assert_eq!(listed(""), expected);
    assert_eq!(listed("**/*.html"), expected);
    assert_eq!(listed("a*.html"), ["a.html"]);
    assert_eq!(listed("c*.html"), [refused("c.html")]);
}

#[test]
fn an_empty_folder_says_what_was_looked_for() {
    let folder = folder(&["notes.pdf"]);
    let [message] = &listed(&folder, "")[..] else { panic!("one entry") };
    assert!(message.starts_with("no pages in the folder"), "{message}");
}

#[test]
fn a_url_is_answered_with_the_command_that_fetches_it() {
    let message = list(&["HTTPS://example.org/1"]).remove(0).unwrap_err().to_string();
    assert_eq!(
        message,
        "cannot read `HTTPS://example.org/1`: pages are read from files; fetch it into an archive first: \
         unhusk fetch 'HTTPS://example.org/1' -o site.warc.gz"
    );
}

#[test]
fn pages_beside_a_page_are_those_of_its_folder() {
    let folder = folder(&["p/1.html", "p/2.html", "p/deep/3.html", "p/labels.json", "4.html"]);
    let beside = pages_beside(&folder.path().join("p/1.html"));
    let names: Vec<_> = beside.into_iter().map(|page| page.unwrap().name).collect();
    let expected =
        ["p/1.html", "p/2.html"].map(|name| folder.path().join(name).display().to_string());
    assert_eq!(names, expected);
}

#[test]
fn text_files_are_text_even_when_packed() {
    let syntax = |name: &str| {
        let folder = folder(&[]);
        let path = folder.path().join(name);
        fs::write(&path, gzip(b"x")).unwrap();
        PageRef::file(path).read(&PageOptions::default()).unwrap().page.syntax()
    };
    assert_eq!(syntax("a.txt.gz"), Syntax::Text);
    assert_eq!(syntax("a.html"), Syntax::Html);
}

/// `<p>Congo`, packed: see `testdata/README.md`.
const CONGO: &[u8] = include_bytes!("testdata/congo.zst");

#[test]
fn packed_pages_are_unpacked_by_name_or_by_their_first_bytes() {
    let page = b"<p>Congo".as_slice();
    let gzip_page = gzip(page);
    let brotli = include_bytes!("testdata/congo.br").as_slice();
    for (name, bytes) in [
        ("a.html.gz", &*gzip_page),
        ("a.html", &*gzip_page),
        ("a.zst", CONGO),
        ("a", CONGO),
        ("a.html.br", brotli),
    ] {
        assert_eq!(read(name, bytes, 100).unwrap(), page, "{name}");
    }
    let two_members = [gzip(b"<p>"), gzip(b"Congo")].concat();
    assert_eq!(read("a.gz", &two_members, 100).unwrap(), page);
}

#[test]
fn broken_packed_files_are_errors_that_name_the_file() {
    let whole = gzip(&b"<p>Congo</p>".repeat(100));
    let cut = read("a.html.gz", &whole[..whole.len() / 2], MIB).unwrap_err();
    assert!(cut.starts_with("cannot unpack `a.html.gz` as gzip: "), "{cut}");
    let plain = read("a.zst", b"<p>Congo", MIB).unwrap_err();
    assert!(plain.starts_with("cannot unpack `a.zst` as zstd: "), "{plain}");
    assert_eq!(read("empty.html", b"", MIB).unwrap(), b"");
}

#[test]
fn bombs_are_stopped_soon_after_a_mebibyte() {
    let zeros = vec![0; 8 * MIB];
    let bomb = "it grows more than 200 times";
    let stopped =
        |name: &str, bytes: &[u8]| read(name, bytes, 32 * MIB).map(|read| read.len()).unwrap_err();
    let error = stopped("bomb.html.gz", &gzip(&zeros));
    assert!(
        error.starts_with("stopped unpacking `bomb.html.gz`") && error.contains(bomb),
        "{error}"
    );
    let error = stopped("bomb.zst", include_bytes!("testdata/zeros-8-mib.zst"));
    assert!(error.contains(bomb), "{error}");
    let error = stopped("bomb.br", include_bytes!("testdata/spaces-2-mib.br"));
    assert!(error.contains(bomb), "{error}");
    let nested = read("nested.gz", &gzip(&gzip(&zeros)), 32 * MIB).unwrap();
    assert!(nested.len() < MIB, "one layer is unpacked, no more");
}

#[test]
fn short_pages_may_pack_as_well_as_they_like() {
    let blank = vec![b' '; MIB];
    assert_eq!(read("blank.html.gz", &gzip(&blank), 32 * MIB).unwrap().len(), MIB);
}

#[test]
fn zstd_windows_beyond_64_mib_are_refused() {
    let error = read("wide.zst", include_bytes!("testdata/window-128-mib.zst"), MIB).unwrap_err();
    assert!(error.starts_with("cannot unpack `wide.zst` as zstd: "), "{error}");
}

#[test]
fn zstd_frames_follow_each_other_and_may_be_skipped() {
    let licence = include_bytes!("../../../../LICENSE-APACHE").as_slice();
    let packed = include_bytes!("testdata/licence.zst").as_slice();
    assert_eq!(read("a.zst", packed, MIB).unwrap(), licence);
    // RFC 8878, 3.1.2: a magic number, a length of four bytes, and arbitrary content.
    let skipped = b"\x50\x2a\x4d\x18\x03\x00\x00\x00abc".as_slice();
    let frames = [skipped, packed, skipped, CONGO, skipped].concat();
    assert_eq!(read("a.zst", &frames, MIB).unwrap(), [licence, b"<p>Congo"].concat());
}

#[test]
fn broken_zstd_files_are_errors() {
    let mut wrong_checksum = CONGO.to_vec();
    *wrong_checksum.last_mut().unwrap() ^= 1;
    let cut_skip = b"\x50\x2a\x4d\x18\x09\x00\x00\x00abc".as_slice();
    let trailing = [CONGO, b"<p>"].concat();
    for broken in [&*wrong_checksum, cut_skip, &trailing, &CONGO[..12], &CONGO[..3], b""] {
        let error = read("a.zst", broken, MIB).unwrap_err();
        assert!(error.starts_with("cannot unpack `a.zst` as zstd: "), "{error}");
    }
}

#[test]
fn a_large_file_is_read_as_far_as_its_page_is_kept() {
    let folder = folder(&[]);
    let path = folder.path().join("huge.html");
    // Sparse: a gigabyte that takes no room and would take 1 GB of memory if read whole.
    fs::File::create(&path).unwrap().set_len(1 << 30).unwrap();
    let raw = PageRef::file(path).read_raw(1000).unwrap();
    assert_eq!(raw.bytes.len(), 2008, "UTF-16 has two bytes where the page has one");
}

#[test]
fn files_that_hold_no_page_are_noted() {
    let noted = |bytes: &[u8]| {
        let folder = folder(&[]);
        let path = folder.path().join("a.html");
        fs::write(&path, bytes).unwrap();
        let read = PageRef::file(path).read(&PageOptions::default()).unwrap();
        read.notes.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(noted(b""), ["the file is empty"]);
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    assert_eq!(noted(png), ["this looks like a binary file, not like a page"]);
    assert!(noted(b"\xFF\xFE<\0p\0>\0").is_empty(), "UTF-16 is full of zero bytes");
    assert!(noted(b"<p>").is_empty());
    let page = "<!DOCTYPE html><p>Mug";
    let little: Vec<u8> = page.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = page.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let advice = "this looks like UTF-16 without a byte order mark; read it with --encoding utf-16";
    assert_eq!(noted(&little), [format!("{advice}le")]);
    assert_eq!(noted(&big), [format!("{advice}be")]);
}

#[test]
fn small_files_are_small_utf8_without_a_mark() {
    let folder = folder(&[]);
    let path = |name: &str| folder.path().join(name).display().to_string();
    let write = |name: &str, bytes: &[u8]| fs::write(Path::new(&path(name)), bytes).unwrap();
    write("marked", b"\xEF\xBB\xBF{}");
    assert_eq!(read_small(&path("marked"), 10).unwrap(), "{}");
    write("long", b"12345678901");
    assert!(
        read_small(&path("long"), 10).unwrap_err().to_string().contains("is larger than 10 bytes")
    );
    write("latin", b"ab\xE9");
    assert!(
        read_small(&path("latin"), 10)
            .unwrap_err()
            .to_string()
            .contains("byte 2 begins no character")
    );
    assert!(read_small(&path(""), 10).unwrap_err().to_string().contains("is a folder, not a file"));
}

#[test]
fn near_names_are_suggested_and_far_ones_are_not() {
    assert_eq!(
        nearest("hlr", ["lr", "hlrt", "oclr"]),
        Some("lr"),
        "the first of two that are as near"
    );
    assert_eq!(nearest("LABELS.JSON", ["labels.json"]), Some("labels.json"));
    assert_eq!(nearest("kl", ["template"]), None);
    assert_eq!(nearest("", ["a"]), Some("a"));
}

#[test]
fn a_stream_gives_pages_and_archives_in_the_order_of_the_listing() {
    let folder = folder(&["a.html", "c.html"]);
    let pages = [
        testing::page("https://example.org/1", "<p>1"),
        testing::page("https://example.org/2", "<p>2"),
    ];
    fs::write(folder.path().join("b.warc"), pages.concat()).unwrap();
    let root = format!("{}/", folder.path().display());
    let mut listed = list(std::slice::from_ref(&root));
    listed.push(Err(SourceError::StdinTwice));
    let stream = PageStream::new(listed, ArchiveOptions::default());
    let items: Vec<String> = stream
        .map(|item| {
            item.map_or_else(|error| error.to_string(), |page| page.name.replace(&root, ""))
        })
        .collect();
    let twice = SourceError::StdinTwice.to_string();
    assert_eq!(
        items,
        ["a.html", "https://example.org/1", "https://example.org/2", "c.html", &twice]
    );
}

#[test]
fn pages_of_archives_are_kept_up_to_a_limit() {
    let folder = folder(&["a.html", "c.html"]);
    let pages = [
        testing::page("https://example.org/1", "<p>1"),
        testing::page("https://example.org/2", "<p>2"),
    ];
    fs::write(folder.path().join("b.warc"), pages.concat()).unwrap();
    let root = format!("{}/", folder.path().display());
    let expanded = |limit| {
        kept(PageStream::new(list(std::slice::from_ref(&root)), ArchiveOptions::default()), limit)
    };
    assert_eq!(expanded(8).iter().filter(|page| page.is_ok()).count(), 4);
    let cut = expanded(7);
    assert_eq!(cut.len(), 3);
    assert_eq!(
        cut[2].as_ref().unwrap_err().to_string().replace(&root, ""),
        "the pages up to those of `b.warc` are more than 7 bytes, too much to be kept in memory at once; name fewer pages"
    );
}
