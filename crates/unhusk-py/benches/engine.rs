//! Time that the library alone takes to read pages: the measure for the Python package. `bench/speed.py` runs it.
//!
//! ```sh
//! engine W.json LIST THREADS ROUNDS
//! ```
//!
//! `LIST` names a page a line; all are in memory before timing begins. Each round prints its seconds: of the clock, and
//! of the processor for one thread, which other programs do not change.
#![expect(clippy::print_stdout, reason = "the figures are its output")]

use mimalloc::MiMalloc;
use std::error::Error;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;
use std::{env, fs};
use unhusk::{Page, Wrapper};
use unhusk_engine::{in_order, owned};

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    let [wrapper, list, threads, rounds] = arguments.as_slice() else {
        println!("engine W.json LIST THREADS ROUNDS: see crates/unhusk-py/bench/speed.py");
        return Ok(());
    };
    let wrapper = Wrapper::from_json(&fs::read_to_string(wrapper)?)?;
    let list = fs::read_to_string(list)?;
    let pages = list.lines().map(fs::read).collect::<Result<Vec<_>, _>>()?;
    let (threads, rounds): (usize, usize) = (threads.parse()?, rounds.parse()?);
    for _ in 0..rounds {
        let (clock, processor) = (Instant::now(), processor_seconds());
        let n_records = read(&wrapper, &pages, threads);
        let used = processor_seconds() - processor;
        println!("{} {used} {}", clock.elapsed().as_secs_f64(), black_box(n_records));
    }
    Ok(())
}

/// Reads all pages, and keeps the records of a page until the page is dropped, as a run does.
fn read(wrapper: &Wrapper, pages: &[Vec<u8>], threads: usize) -> usize {
    let mut n_records = 0;
    let work = |(): &mut (), bytes: &Vec<u8>| {
        let page = Page::from_bytes(bytes);
        let found = wrapper.extract(&page);
        found.records.into_iter().map(owned).collect::<Vec<_>>()
    };
    in_order(
        pages.iter(),
        threads,
        || (),
        work,
        |records| {
            n_records += black_box(records).len();
            ControlFlow::Continue(())
        },
    );
    n_records
}

/// Processor time of this thread in seconds; zero where the system does not report it.
fn processor_seconds() -> f64 {
    let nanoseconds = fs::read_to_string("/proc/thread-self/schedstat").ok().and_then(|text| {
        let first = text.split_whitespace().next()?;
        first.parse::<f64>().ok()
    });
    nanoseconds.unwrap_or(0.0) / 1e9
}
