//! Decoding, folding and the text of spans, in bytes per second. Sizes are in the names; texts are synthetic.

use divan::Bencher;
use divan::counter::BytesCount;
use unhusk_page::{Page, Span};
use unhusk_page::{fold, squeeze};

fn main() {
    divan::main();
}

/// Bytes of the texts below, roughly.
const MEBIBYTE: usize = 1 << 20;

fn repeated(piece: &str) -> String {
    piece.repeat(MEBIBYTE / piece.len())
}

fn english() -> String {
    repeated("The quick brown fox jumps over the lazy dog, ") + "and rests."
}

fn markup() -> String {
    repeated("<tr><td class=\"name\">Tom &amp; Jerry</td>\n  <td><b>12.50</b> &euro;</td></tr>\n")
}

fn french() -> String {
    repeated("Portez ce vieux whisky au juge blond qui fume, Noël à l'hôtel. ")
}

mod decode_1_mib {
    use super::{Bencher, BytesCount, Page, french, markup};

    fn bench(bencher: Bencher, bytes: &[u8]) {
        bencher.counter(BytesCount::of_slice(bytes)).bench(|| Page::from_bytes(bytes));
    }

    #[divan::bench]
    fn ascii(bencher: Bencher) {
        bench(bencher, markup().as_bytes());
    }

    #[divan::bench]
    fn utf8(bencher: Bencher) {
        bench(bencher, french().as_bytes());
    }

    #[divan::bench]
    fn declared_latin1(bencher: Bencher) {
        let latin1: Vec<u8> =
            french().chars().map(|char| u8::try_from(char).unwrap_or(b'?')).collect();
        bench(bencher, &[b"<meta charset=latin1>", latin1.as_slice()].concat());
    }

    #[divan::bench]
    fn detected_latin1(bencher: Bencher) {
        let latin1: Vec<u8> =
            french().chars().map(|char| u8::try_from(char).unwrap_or(b'?')).collect();
        bench(bencher, &latin1);
    }

    #[divan::bench]
    fn declared_utf8_with_one_fault(bencher: Bencher) {
        bench(bencher, &[b"<meta charset=utf-8>\xFF", french().as_bytes()].concat());
    }
}

mod fold_1_mib {
    use super::{Bencher, BytesCount, english, fold, french, squeeze};

    fn bench(bencher: Bencher, text: &str) {
        bencher.counter(BytesCount::of_str(text)).bench(|| fold(text).len());
    }

    #[divan::bench]
    fn folded_ascii(bencher: Bencher) {
        bench(bencher, &english());
    }

    #[divan::bench]
    fn folded_latin(bencher: Bencher) {
        bench(bencher, &french());
    }

    #[divan::bench]
    fn folded_chinese(bencher: Bencher) {
        bench(bencher, &super::repeated("天地玄黃，宇宙洪荒。"));
    }

    #[divan::bench]
    fn wrapped_ascii(bencher: Bencher) {
        bench(bencher, &english().replace(", ", ",\n    "));
    }

    #[divan::bench]
    fn uncomposed(bencher: Bencher) {
        bench(bencher, &super::repeated("Cafe\u{301} cre\u{300}me et the\u{301} noir "));
    }

    #[divan::bench]
    fn squeezed(bencher: Bencher) {
        let text = english();
        bencher.counter(BytesCount::of_str(&text)).bench(|| squeeze(&text));
    }
}

mod span_text {
    use super::{Bencher, BytesCount, Page, Span, english, markup};

    /// The text of every span, one after another.
    fn bench(bencher: Bencher, page: &Page, spans: &[Span]) {
        let n_bytes: usize = spans.iter().map(|span| span.len()).sum();
        bencher
            .counter(BytesCount::new(n_bytes))
            .bench(|| spans.iter().map(|&span| page.text(span).len()).sum::<usize>());
    }

    /// The places of a text, whole words.
    fn places(page: &Page, text: &str) -> Vec<Span> {
        let found = page.source().match_indices(text);
        found.map(|(at, _)| Span::new(at, at + text.len())).collect()
    }

    #[divan::bench]
    fn plain_1_mib(bencher: Bencher) {
        let page = Page::from(english().as_str());
        bench(bencher, &page, &[Span::new(0, page.source().len())]);
    }

    #[divan::bench]
    fn markup_1_mib(bencher: Bencher) {
        let page = Page::from(markup().as_str());
        bench(bencher, &page, &[Span::new(0, page.source().len())]);
    }

    #[divan::bench]
    fn short_plain_values(bencher: Bencher) {
        let page = Page::from(markup().as_str());
        bench(bencher, &page, &places(&page, "12.50"));
    }

    #[divan::bench]
    fn short_values_with_a_reference(bencher: Bencher) {
        let page = Page::from(markup().as_str());
        bench(bencher, &page, &places(&page, "Tom &amp; Jerry"));
    }
}
