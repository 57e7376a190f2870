//! Precedence of encodings, replaced bytes and cuts.

use super::super::{Limits, PageOptions, Syntax};
use super::{Decoded, decode};
use crate::Limited;
use crate::Warning;
use proptest::prelude::*;

fn read(bytes: &[u8]) -> Decoded {
    decode(bytes, &PageOptions::default())
}

fn read_as(bytes: &[u8], charset: &str) -> Decoded {
    decode(bytes, &PageOptions { charset: Some(charset.to_owned()), ..PageOptions::default() })
}

fn read_up_to(bytes: &[u8], max_bytes: usize) -> Decoded {
    let limits = Limits { max_bytes, ..Limits::default() };
    decode(bytes, &PageOptions { limits, ..PageOptions::default() })
}

#[track_caller]
fn check(decoded: &Decoded, encoding: &str, source: &str) {
    assert_eq!((decoded.encoding, &*decoded.source), (encoding, source));
    assert_eq!(decoded.warnings, []);
}

#[test]
fn multibyte_utf8_wins_over_meta() {
    let bytes = "<meta charset=windows-1251>é".as_bytes();
    check(&read(bytes), "UTF-8", "<meta charset=windows-1251>é");
}

#[test]
fn the_given_charset_wins_over_multibyte_utf8() {
    // é is 0xC3 0xA9 in UTF-8: U+0413 and U+00A9 in windows-1251.
    check(&read_as("<p>é".as_bytes(), "windows-1251"), "windows-1251", "<p>Г©");
}

#[test]
fn a_byte_order_mark_wins_over_the_given_charset_and_is_no_source() {
    check(&read_as(b"\xFF\xFEa\0\xE9\0", "windows-1251"), "UTF-16LE", "aé");
    check(&read_as(b"\xFE\xFF\0a\0\xE9", "windows-1251"), "UTF-16BE", "aé");
    check(&read_as(b"\xEF\xBB\xBFa", "windows-1251"), "UTF-8", "a");
    check(&read("\u{FEFF}é".as_bytes()), "UTF-8", "é");
}

#[test]
fn a_byte_order_mark_holds_though_bytes_are_undecodable() {
    let decoded = read(b"\xEF\xBB\xBFa\xFFb");
    assert_eq!((decoded.encoding, &*decoded.source), ("UTF-8", "a\u{FFFD}b"));
    assert_eq!(decoded.warnings, [Warning::Undecodable { encoding: "UTF-8", n_replaced: 1 }]);
}

#[test]
fn the_given_charset_wins_over_meta() {
    // 0xE9 is U+0439 in windows-1251, U+00E9 in windows-1252.
    check(
        &read_as(b"<meta charset=windows-1252>\xE9", "CP1251"),
        "windows-1251",
        "<meta charset=windows-1252>й",
    );
}

#[test]
fn utf16_is_read_without_a_mark_if_it_is_given() {
    check(&read_as(b"<\0p\0>\0\xE9\0", "utf-16le"), "UTF-16LE", "<p>é");
    check(&read_as(b"\0<\0p\0>\x20\xAC", "utf-16be"), "UTF-16BE", "<p>€");
}

#[test]
fn an_unknown_charset_is_told_and_passed_over() {
    for label in ["klingon", "", "hz-gb-2312"] {
        let decoded = read_as(b"<meta charset=windows-1251>\xE9", label);
        assert_eq!(decoded.encoding, "windows-1251");
        assert_eq!(decoded.warnings, [Warning::UnknownEncoding { label: label.to_owned() }]);
    }
}

#[test]
fn ascii_is_what_the_page_says_and_else_utf8() {
    check(&read(b"<p>plain"), "UTF-8", "<p>plain");
    check(&read(b"<meta charset=latin1>"), "windows-1252", "<meta charset=latin1>");
    check(&read_as(b"<p>plain", "koi8-r"), "KOI8-R", "<p>plain");
}

#[test]
fn escapes_of_iso_2022_jp_are_decoded_though_they_are_ascii() {
    // ESC $ B switches to JIS X 0208, where 0x24 0x22 is HIRAGANA LETTER A.
    check(
        &read(b"<meta charset=iso-2022-jp>\x1B$B$\"\x1B(B"),
        "ISO-2022-JP",
        "<meta charset=iso-2022-jp>あ",
    );
}

#[test]
fn plain_text_declares_nothing() {
    let options = PageOptions { syntax: Syntax::Text, ..PageOptions::default() };
    check(&decode(b"<meta charset=koi8-r>", &options), "UTF-8", "<meta charset=koi8-r>");
}

#[test]
fn undeclared_bytes_are_detected() {
    check(&read(b"<p>Caf\xE9 cr\xE8me"), "windows-1252", "<p>Café crème");
    // "Привет, как дела" in windows-1251.
    let russian = b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEA\xE0\xEA \xE4\xE5\xEB\xE0";
    check(&read(russian), "windows-1251", "Привет, как дела");
}

#[test]
fn utf8_that_was_cut_in_a_character_is_still_utf8() {
    let decoded = read(b"<p>caf\xC3\xA9 \xE2\x82");
    assert_eq!((decoded.encoding, &*decoded.source), ("UTF-8", "<p>café \u{FFFD}"));
    assert_eq!(decoded.warnings, [Warning::Undecodable { encoding: "UTF-8", n_replaced: 1 }]);
}

#[test]
fn every_replacement_is_counted() {
    // 0xC3 0x28: a lead byte without its trail; 0xE2 0x82 0x28: a sequence cut short; 0xFF: never a byte of UTF-8.
    let decoded = read_as(b"a\xC3(\xE2\x82(\xFF", "utf-8");
    assert_eq!(&*decoded.source, "a\u{FFFD}(\u{FFFD}(\u{FFFD}");
    assert_eq!(decoded.warnings, [Warning::Undecodable { encoding: "UTF-8", n_replaced: 3 }]);
}

#[test]
fn nul_bytes_are_kept() {
    check(&read(b"a\0b"), "UTF-8", "a\0b");
}

#[test]
fn an_empty_page_is_a_page() {
    check(&read(b""), "UTF-8", "");
    check(&read(b"\xEF\xBB\xBF"), "UTF-8", "");
    check(&read(b"\xFF\xFE"), "UTF-16LE", "");
}

#[test]
fn the_limit_cuts_at_a_character_border_and_says_so() {
    let cut_at = |at_byte, limit| Warning::Truncated { what: Limited::Bytes, limit, at_byte };
    // "éé" is 4 bytes in UTF-8, 2 in windows-1252, 4 in UTF-16.
    for bytes in ["éé".as_bytes(), b"\xFF\xFE\xE9\0\xE9\0", "\u{FEFF}éé".as_bytes()] {
        let decoded = read_up_to(bytes, 3);
        assert_eq!(&*decoded.source, "é");
        assert_eq!(decoded.warnings, [cut_at(2, 3)]);
        let decoded = read_up_to(bytes, 4);
        assert_eq!(&*decoded.source, "éé");
        assert_eq!(decoded.warnings, []);
        assert_eq!(read_up_to(bytes, 0).warnings, [cut_at(0, 0)]);
    }
}

#[test]
fn what_lies_behind_the_limit_does_not_matter() {
    let mut bytes = "é".repeat(100).into_bytes();
    bytes.extend([0xFF; 100]);
    let decoded = read_up_to(&bytes, 100);
    assert_eq!((decoded.encoding, &*decoded.source), ("UTF-8", &*"é".repeat(50)));
}

#[test]
fn text_that_grows_is_decoded_whole() {
    // 0x80 is the euro sign in windows-1252: one byte becomes three.
    let decoded = read_as(&[0x80; 1000], "windows-1252");
    check(&decoded, "windows-1252", &"€".repeat(1000));
}

#[test]
fn a_late_declaration_in_the_head_counts() {
    let comment = format!("<!--{}-->", "x".repeat(5000));
    let script = format!("<script>if(a<b){{'{}<p>'}}</script>", "y".repeat(2000));
    let meta = "<meta charset=koi8-r>";
    let encoding = |source: String| read(source.as_bytes()).encoding;
    assert_eq!(encoding(format!("{comment}{script}{meta}")), "KOI8-R");
    assert_eq!(encoding(format!("{script}{meta}")), "KOI8-R");
    assert_eq!(encoding(format!("{comment}<body>{meta}")), "UTF-8");
    assert_eq!(encoding(format!("<body>{meta}")), "KOI8-R");
}

#[test]
fn the_search_for_a_declaration_never_goes_back() {
    // A megabyte each: minutes if every `<` were followed to the end, milliseconds if not.
    for piece in [
        "<a",
        "<a ",
        "<a b='",
        "<",
        "</",
        "<!--",
        "<!",
        "<script>",
        "<style></",
        "<meta charset=",
        "-->",
    ] {
        let source = piece.repeat((1 << 20) / piece.len());
        assert_eq!(read(source.as_bytes()).encoding, "UTF-8", "{piece}");
    }
}

#[test]
fn an_xml_declaration_counts_if_no_meta_does() {
    let xml = r#"<?xml version="1.0" encoding="koi8-r"?>"#;
    let encoding = |source: String| read(source.as_bytes()).encoding;
    assert_eq!(encoding(format!("{xml}<html>")), "KOI8-R");
    assert_eq!(encoding(format!("{xml}<meta charset=euc-kr>")), "EUC-KR");
    assert_eq!(encoding(format!(" {xml}<html>")), "UTF-8");
    assert_eq!(encoding("<?xml encoding=\"koi8-r".to_owned()), "UTF-8");
    check(&read(b"<\0?\0x\0m\0l\0"), "UTF-16LE", "<?xml");
    check(&read(b"\0<\0?\0x\0m\0l"), "UTF-16BE", "<?xml");
}

proptest! {
    #[test]
    fn any_bytes_decode_within_the_limit(bytes in any::<Vec<u8>>(), max_bytes in 0..200_usize) {
        let decoded = read_up_to(&bytes, max_bytes);
        prop_assert!(decoded.source.len() <= max_bytes);
    }

    #[test]
    fn any_charset_decodes_any_bytes(bytes in any::<Vec<u8>>(), label in "utf-16le|big5|euc-jp|gb18030|iso-2022-jp|shift_jis|x-user-defined") {
        let decoded = read_as(&bytes, &label);
        let n_replaced = decoded.source.matches('\u{FFFD}').count();
        let is_warned = decoded.warnings.iter().any(|warning| matches!(warning, Warning::Undecodable { .. }));
        prop_assert!(n_replaced > 0 || !is_warned);
    }

    #[test]
    fn text_with_many_tags_is_scanned_without_harm(source in r#"(<|meta|!--|-->|charset|=|koi8-r|"|'|>| |/|script|content|http-equiv|content-type|é|x){0,40}"#) {
        prop_assert_eq!(&*read(source.as_bytes()).source, source.as_str());
    }

    #[test]
    fn utf8_is_read_as_it_stands(source in ".{0,100}") {
        let decoded = read_as(source.as_bytes(), "utf-8");
        prop_assert_eq!(&*decoded.source, source.strip_prefix('\u{FEFF}').unwrap_or(&source));
        prop_assert_eq!(decoded.warnings, []);
    }
}
