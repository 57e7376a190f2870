//! Published results for the available sites.

/// One task of the paper: a field of a site.
pub(super) struct PublishedTask {
    pub(super) task: &'static str,
    /// Table 1: mean F1 in percent from five random examples, of LUTI and KL with their best parameters, and of KL
    /// with estimated ones.
    pub(super) luti: f64,
    pub(super) kl_best: f64,
    pub(super) kl: f64,
    /// Table 2: positives and negatives until all is right, k, l and milliseconds.
    pub(super) positives: f64,
    pub(super) negatives: f64,
    pub(super) k: usize,
    pub(super) l: usize,
    pub(super) ms: f64,
}

/// The tasks of Tables 1 and 2 on available sites, in their order.
pub(super) const TASKS: [PublishedTask; 13] = [
    row("s1-1", [89.1, 100.0, 100.0], [1.0, 1.0], [1, 3], 21.0),
    row("s1-3", [90.4, 98.7, 93.4], [4.0, 1.7], [3, 3], 642.0),
    row("s1-4", [78.8, 100.0, 100.0], [1.0, 0.0], [1, 2], 5.0),
    row("s8-2", [100.0, 100.0, 100.0], [1.0, 1.0], [1, 3], 12.0),
    row("s8-3", [100.0, 100.0, 100.0], [1.0, 1.3], [2, 3], 43.0),
    row("s12-2", [98.4, 98.5, 98.4], [2.0, 1.4], [1, 4], 43.0),
    row("s14-3", [99.5, 100.0, 100.0], [1.0, 0.0], [1, 2], 3.0),
    row("s19-4", [100.0, 100.0, 100.0], [1.0, 1.0], [1, 3], 7.0),
    row("s20-3", [98.5, 100.0, 100.0], [1.0, 0.0], [1, 2], 3.0),
    row("s20-4", [97.5, 100.0, 100.0], [1.0, 1.3], [2, 3], 198.0),
    row("s20-5", [97.5, 100.0, 100.0], [1.0, 2.0], [2, 3], 1142.0),
    row("s20-6", [98.5, 100.0, 100.0], [1.0, 1.3], [2, 3], 44.0),
    row("s30-2", [96.0, 100.0, 96.0], [2.0, 1.0], [1, 3], 12.0),
];

const fn row(
    task: &'static str,
    [luti, kl_best, kl]: [f64; 3],
    [positives, negatives]: [f64; 2],
    [k, l]: [usize; 2],
    ms: f64,
) -> PublishedTask {
    PublishedTask { task, luti, kl_best, kl, positives, negatives, k, l, ms }
}

/// Returns the published results of a task.
pub(super) fn find(task: &str) -> Option<&'static PublishedTask> {
    TASKS.iter().find(|published| published.task == task)
}
