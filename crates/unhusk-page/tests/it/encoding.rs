//! The encoding suite of html5lib: declared encodings of pages.

use crate::at_hand;
use unhusk_page::Page;

/// Cases without a declaration that counts. The suite's default is windows-1252; ours, for bytes that are
/// all ASCII, is UTF-8. So that nothing but the default differs, the same bytes with one French word behind
/// them must be windows-1252.
const DEFAULTED: [(&str, &[usize]); 2] = [
    (
        "tests1.dat",
        &[0, 6, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 24, 25, 28, 29, 30, 33, 34, 35],
    ),
    ("tests2.dat", &[0, 1, 2, 3, 4, 8, 9, 11, 12, 13, 15]),
];

/// Cases that we answer otherwise on purpose: file, case, our answer.
const DIFFERENT: [(&str, usize, &str); 2] = [
    // Declares EUC-JP, but all its bytes are valid multi-byte UTF-8, which wins.
    ("test-yahoo-jp.dat", 0, "UTF-8"),
    // The declaration is put together by a script, and we run none.
    ("scripted/tests1.dat", 0, "UTF-8"),
];

#[test]
fn html5lib_first_file() {
    check_file("tests1.dat", 59);
}

#[test]
fn html5lib_second_file() {
    check_file("tests2.dat", 22);
}

#[test]
fn html5lib_yahoo_japan() {
    check_file("test-yahoo-jp.dat", 1);
}

#[test]
fn html5lib_scripted() {
    check_file("scripted/tests1.dat", 1);
}

#[test]
fn html5lib_big5() {
    let Some(bytes) = read("chardet/test_big5.txt") else { return };
    assert_eq!(Page::from_bytes(&bytes).encoding(), "Big5");
}

fn check_file(name: &str, n_cases: usize) {
    let Some(suite) = read(name) else { return };
    let cases = cases(&suite);
    assert_eq!(cases.len(), n_cases);
    for (idx, (data, expected)) in cases.into_iter().enumerate() {
        check_case((name, idx), data, &expected);
    }
}

fn check_case(case: (&str, usize), data: &[u8], expected: &str) {
    let actual = Page::from_bytes(data).encoding();
    let is_defaulted =
        DEFAULTED.iter().any(|(name, cases)| *name == case.0 && cases.contains(&case.1));
    let different = DIFFERENT.iter().find(|(name, idx, _)| (*name, *idx) == case);
    if is_defaulted {
        let with_french = [data, b" Caf\xE9 cr\xE8me"].concat();
        assert_eq!(expected, "windows-1252", "{case:?}");
        assert_eq!(actual, "UTF-8", "{case:?}");
        assert_eq!(Page::from_bytes(&with_french).encoding(), "windows-1252", "{case:?}");
    } else if let Some((.., ours)) = different {
        assert_eq!(actual, *ours, "{case:?}");
    } else {
        assert_eq!(actual.to_ascii_lowercase(), expected, "{case:?}");
    }
}

/// The cases of a file: bytes, and the name of their encoding in lower case.
fn cases(suite: &[u8]) -> Vec<(&[u8], String)> {
    const DATA: &[u8] = b"#data\n";
    const ENCODING: &[u8] = b"\n#encoding\n";
    let starts: Vec<usize> = positions(suite, DATA).collect();
    let ends = starts.iter().copied().skip(1).chain([suite.len()]);
    let read_case = |(start, end): (usize, usize)| {
        let case = &suite[start + DATA.len()..end];
        let data_len = positions(case, ENCODING).next().expect("every case names its encoding");
        let encoding = String::from_utf8_lossy(&case[data_len + ENCODING.len()..]);
        (&case[..data_len], encoding.trim().to_ascii_lowercase())
    };
    starts.iter().copied().zip(ends).map(read_case).collect()
}

fn positions<'b>(bytes: &'b [u8], needle: &'b [u8]) -> impl Iterator<Item = usize> + 'b {
    (0..bytes.len()).filter(move |&at| bytes[at..].starts_with(needle))
}

fn read(name: &str) -> Option<Vec<u8>> {
    let path = at_hand::benchmark(&format!("html5lib-tests/encoding/{name}"))?;
    Some(std::fs::read(path).expect("the suite is readable"))
}
