//! Alignment of two pages of one site: the list and the table of `sites`, and the hardest case, a table of few words in
//! ever new order. Allocations are counted: they grow with the pages, not with their product.

#[path = "../../unhusk-learn/benches/pages/sites.rs"]
mod sites;

use divan::{AllocProfiler, Bencher};
use sites::site;
use std::fmt::Write;
use unhusk_page::NodeId;
use unhusk_page::Page;
use unhusk_wrapper::align::{NodeNumbers, Sketch, TopDown, edit};

#[global_allocator]
static ALLOCATED: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

#[divan::bench(args = [
    ("list", 5_000), ("table", 5_000), ("words", 5_000),
    ("list", 20_000), ("table", 20_000), ("words", 20_000),
])]
fn top_down(bencher: Bencher, (name, n_nodes): (&str, usize)) {
    let mut names = NodeNumbers::default();
    let [a, b] = [1, 2].map(|seed| sketch(name, seed, n_nodes, &mut names));
    assert!(a.len() >= n_nodes && b.len() >= n_nodes, "pages of that size");
    bencher.bench(|| TopDown::new(&a, &b).align());
}

/// Two records of 50 nodes.
#[divan::bench]
fn exact_50_nodes(bencher: Bencher) {
    let mut names = NodeNumbers::default();
    let [a, b] = [1, 2].map(|seed| {
        let page = Page::from(&*format!("<table>{}</table>", row(seed)));
        Sketch::of(page.tree(), NodeId::DOCUMENT, |id| names.of(page.tree(), id))
    });
    bencher.bench(|| edit::align(&a, &b, usize::MAX));
}

fn row(seed: usize) -> String {
    let cell = |column: usize| format!("<td><b>{seed}-{column}</b><i>of</i></td>");
    format!("<tr>{}</tr>", (0..9).map(cell).collect::<String>())
}

/// Rows of three to seven of the same ten words.
fn words(seed: usize) -> String {
    let mut state = seed;
    let mut next = |n: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    let mut rows = String::from("<table>");
    for _ in 0..100 {
        rows.push_str("<tr>");
        for _ in 0..3 + next(5) {
            write!(rows, "<td><b>w{}</b> w{}</td>", next(10), next(10))
                .expect("strings can be written");
        }
        rows.push_str("</tr>");
    }
    rows + "</table>"
}

/// A page with a number of nodes: pages of the site in one body, as often as it takes.
fn sketch(name: &str, seed: usize, n_nodes: usize, names: &mut NodeNumbers) -> Sketch {
    let mut source = String::new();
    for part in 0.. {
        source.push_str(&match name {
            "words" => words(100 * seed + part),
            _ => site(name)(100 * seed + part).0,
        });
        let page = Page::from(&*source);
        let sketch = Sketch::of(page.tree(), NodeId::DOCUMENT, |id| names.of(page.tree(), id));
        if sketch.len() >= n_nodes {
            return sketch;
        }
    }
    unreachable!("every part adds nodes")
}
