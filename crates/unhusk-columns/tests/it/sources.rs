//! Parquet files written by pyarrow, in every supported encoding and compression.

use crate::read_back::{python, run_python};
use std::path::Path;
use unhusk_columns::source::{PagesError, ParquetPages};

/// Content that `write_pages.py` writes into row `n`.
fn html(n: usize) -> Option<Vec<u8>> {
    match n % 10 {
        3 => None,
        4 => Some(Vec::new()),
        5 => Some(format!("<p>{n}</p>").repeat(2_000).into_bytes()),
        _ => Some(format!("<p>page {n} é\0</p>").into_bytes()),
    }
}

#[test]
fn pages_are_read_from_every_encoding_and_compression() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    run_python(&python, "write_pages.py", &[folder.path()]);
    let mut n_files = 0;
    for codec in ["none", "snappy", "gzip", "zstd"] {
        for layout in ["plain", "dictionary", "v2", "delta", "binary", "required"] {
            let path = folder.path().join(format!("{codec}-{layout}.parquet"));
            let pages = ParquetPages::open(&path, "html", Some("url")).unwrap();
            assert_eq!(pages.n_rows(), 1000);
            let mut n_rows = 0;
            for (n, row) in pages.enumerate() {
                let row = row.unwrap();
                let expected =
                    if layout == "required" { html(n).or(Some(vec![])) } else { html(n) };
                assert!(row.html == expected, "{codec} {layout} row {n}");
                assert_eq!(row.url, Some(format!("https://example.org/{n}")));
                assert_eq!(row.row, n as u64);
                n_rows += 1;
            }
            assert_eq!(n_rows, 1000, "{codec} {layout}");
            n_files += 1;
        }
    }
    assert_eq!(n_files, 24);
    check_errors(folder.path());
}

fn check_errors(folder: &Path) {
    let open = |name: &str, html: &str| ParquetPages::open(&folder.join(name), html, None).err();
    let missing = open("none-plain.parquet", "body").unwrap().to_string();
    assert!(missing.ends_with("has no column `body`; its columns are url, html, n"), "{missing}");
    let number = open("none-plain.parquet", "n").unwrap().to_string();
    assert!(number.contains("the column `n` has values of type INT64"), "{number}");
    let codec = open("brotli.parquet", "html").unwrap();
    assert!(matches!(&codec, PagesError::Codec { .. }), "{codec}");
    let inside = ParquetPages::open(&folder.join("inside.parquet"), "page.html", None).unwrap();
    let texts: Vec<Option<Vec<u8>>> = inside.map(|row| row.unwrap().html).collect();
    assert_eq!(texts, [Some(b"<p>".to_vec()), None, None]);
    let list = open("inside.parquet", "all.list.element").unwrap().to_string();
    assert!(list.contains("has lists"), "{list}");
}
