//! Number of pages that a class needs: takes pages one by one in random order until the wrapper learnt from them
//! reads all the others perfectly.

use super::reading::speed;
use crate::random::Random;
use std::time::{Duration, Instant};
use unhusk::example::TrainingSet;
use unhusk::learn::{Method, Settings};
use unhusk::score::Score;
use unhusk::wrapper::{AnyWrapper, Extract};

/// Results of learning, over all orders.
pub(super) struct SampleResults {
    n_pages: Vec<usize>,
    pub(super) n_exhausted: usize,
    pub(super) ms_per_page: f64,
    pub(super) megabytes_per_second: f64,
}

/// Returns `None` if no wrapper of the class reproduces all pages.
pub(super) fn measure(
    examples: &TrainingSet<'_>,
    method: &Method,
    n_orders: usize,
    seed: u64,
) -> anyhow::Result<Option<SampleResults>> {
    let n_examples = examples.examples().len();
    let all: Vec<usize> = (0..n_examples).collect();
    let mut clock = Clock::default();
    let wrapper = clock.learn(examples, method);
    let Some(wrapper) = wrapper.filter(|wrapper| is_perfect(wrapper, examples, &all)) else {
        return Ok(None);
    };
    let mut random = Random::new(seed);
    let megabytes_per_second = speed(&wrapper, examples);
    let mut found = SampleResults {
        n_pages: Vec::new(),
        n_exhausted: 0,
        ms_per_page: 0.0,
        megabytes_per_second,
    };
    for _ in 0..n_orders {
        let order = random.order(n_examples);
        let needed = pages_needed(examples, method, &order, &mut clock)?;
        found.n_exhausted += usize::from(needed == n_examples);
        found.n_pages.push(needed);
    }
    found.n_pages.sort_unstable();
    found.ms_per_page = clock.ms_per_page();
    Ok(Some(found))
}

fn pages_needed(
    examples: &TrainingSet<'_>,
    method: &Method,
    order: &[usize],
    clock: &mut Clock,
) -> anyhow::Result<usize> {
    for n_pages in 1..order.len() {
        let (training, held_out) = order.split_at(n_pages);
        let Some(wrapper) = clock.learn(&examples.select(training)?, method) else { continue };
        if is_perfect(&wrapper, examples, held_out) {
            return Ok(n_pages);
        }
    }
    Ok(order.len())
}

fn is_perfect(wrapper: &AnyWrapper, examples: &TrainingSet<'_>, numbers: &[usize]) -> bool {
    let mut score = Score::default();
    for number in numbers {
        let example = &examples.examples()[*number];
        let extraction = wrapper.extract(examples.schema(), example.page);
        score.add_page(examples.schema(), example, &extraction.records);
    }
    score.total().is_perfect()
}

/// Sums the time of learning.
#[derive(Default)]
struct Clock {
    time: Duration,
    n_pages: u32,
}

impl Clock {
    fn learn(&mut self, examples: &TrainingSet<'_>, method: &Method) -> Option<AnyWrapper> {
        let start = Instant::now();
        let learned = method.learn(examples, &Settings::default());
        self.time += start.elapsed();
        self.n_pages += u32::try_from(examples.examples().len()).expect("a site has few pages");
        learned.ok().map(|learned| learned.wrapper)
    }

    fn ms_per_page(&self) -> f64 {
        self.time.as_secs_f64() * 1e3 / f64::from(self.n_pages.max(1))
    }
}

#[expect(clippy::cast_precision_loss, reason = "pages of a site are few")]
impl SampleResults {
    pub(super) fn mean_pages(&self) -> f64 {
        self.n_pages.iter().sum::<usize>() as f64 / self.n_pages.len() as f64
    }

    pub(super) fn median_pages(&self) -> f64 {
        let middle = self.n_pages.len() / 2;
        let upper = self.n_pages[middle] as f64;
        if self.n_pages.len() % 2 == 1 {
            upper
        } else {
            f64::midpoint(upper, self.n_pages[middle - 1] as f64)
        }
    }
}
