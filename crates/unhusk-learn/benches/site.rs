//! Site wrappers on the pages of `pages`. `read` is the cost of a wrapper on top of `parse`.

mod pages;

use divan::Bencher;
use pages::{bench_parse, bench_read};

fn main() {
    divan::main();
}

#[divan::bench(args = ["list", "detail", "table"])]
fn parse_100_kb(bencher: Bencher, name: &str) {
    bench_parse(bencher, name);
}

#[divan::bench(args = ["list", "detail", "table"])]
fn read_100_kb(bencher: Bencher, name: &str) {
    bench_read(bencher, "site", name);
}
