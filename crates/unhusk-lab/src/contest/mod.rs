//! Common parts of the experiments with learners: labelled sites, tasks made from them, contestants that solve the
//! tasks, and measures of the results.
//!
//! A [`task::Task`] is all that a contestant may use: the labels of a few pages, those pages, some pages without
//! labels, and the pages to read. The truth of the latter stays with the [`site::BenchmarkSite`].

pub(crate) mod args;
pub(crate) mod contestant;
pub(crate) mod half;
pub(crate) mod measure;
pub(crate) mod pair;
mod peer;
pub(crate) mod set;
pub(crate) mod site;
pub(crate) mod task;
pub(crate) mod truth;
pub(crate) mod workers;
