//! One line of the result: one contestant on one site in one setting, over its trials.

use super::TaskSetting;
use crate::contest::contestant::{Contestant, TaskResult};
use crate::contest::measure::{Calibration, Figures};
use crate::contest::set::{BenchmarkSet, LabelScope};
use crate::contest::site::BenchmarkSite;
use crate::contest::task::Task;
use std::time::Duration;

/// Sums over trials.
#[derive(Debug, Clone)]
pub(super) struct FewshotRow {
    pub(super) set: BenchmarkSet,
    pub(super) site: String,
    pub(super) method: &'static str,
    pub(super) setting: TaskSetting,
    n_trials: usize,
    n_failed: usize,
    sums: Figures,
    pub(super) calibration: Calibration,
    learning: Duration,
    reading: Duration,
    n_read: usize,
    n_bytes: usize,
}

/// A row of the CSV file.
#[derive(Debug, Clone, serde::Serialize)]
pub(super) struct FewshotCsvRow {
    set: &'static str,
    /// The records of the labelled pages that have labels.
    #[serde(rename = "told")]
    label_scope: &'static str,
    train: usize,
    with: usize,
    method: &'static str,
    site: String,
    trials: usize,
    /// Trials in which nothing was learnt.
    failed: usize,
    f1: String,
    page_hit_f1: String,
    sound_f1: String,
    sound_page_hit_f1: String,
    pages_right: String,
    record_f1: String,
    learn_ms: String,
    pages_per_s: String,
    mb_per_s: String,
}

impl FewshotRow {
    pub(super) fn new(site: &BenchmarkSite, contestant: &Contestant, setting: TaskSetting) -> Self {
        Self {
            set: site.set,
            site: site.name.clone(),
            method: contestant.name(),
            setting,
            n_trials: 0,
            n_failed: 0,
            sums: Figures::default(),
            calibration: Calibration::default(),
            learning: Duration::ZERO,
            reading: Duration::ZERO,
            n_read: 0,
            n_bytes: 0,
        }
    }

    pub(super) fn scope(&self) -> LabelScope {
        self.setting.scope
    }

    /// `swde movie/imdb, kl, 3 labelled, 10 without`.
    pub(super) fn head(&self) -> String {
        let TaskSetting { scope, n_train, n_unlabelled } = self.setting;
        let scope =
            if scope == LabelScope::All { String::new() } else { format!(" ({})", scope.name()) };
        let (set, site, method) = (self.set.name(), &self.site, self.method);
        format!("{set} {site}, {method}, {n_train} labelled{scope}, {n_unlabelled} without")
    }

    pub(super) fn add(&mut self, figures: &Figures, attempt: &TaskResult, task: &Task<'_>) {
        self.n_trials += 1;
        self.sums = sum(&self.sums, figures);
        self.learning += attempt.learning;
        if attempt.answers.is_err() {
            self.n_failed += 1;
            return;
        }
        self.reading += attempt.reading;
        self.n_read += task.to_read.len();
        self.n_bytes += task.to_read.iter().map(|source| source.len()).sum::<usize>();
    }

    /// Adds another site with the same number of trials.
    pub(super) fn merge(&mut self, other: &Self) {
        self.n_trials += other.n_trials;
        self.n_failed += other.n_failed;
        self.sums = sum(&self.sums, &other.sums);
        self.calibration.merge(&other.calibration);
        self.learning += other.learning;
        self.reading += other.reading;
        self.n_read += other.n_read;
        self.n_bytes += other.n_bytes;
    }

    /// Returns the means over the trials.
    #[expect(clippy::cast_precision_loss, reason = "trials are few")]
    pub(super) fn mean(&self) -> Figures {
        let n_trials = self.n_trials.max(1) as f64;
        let Figures { f1, page_hit_f1, sound_f1, sound_page_hit_f1, pages_right, record_f1 } =
            self.sums;
        Figures {
            f1: f1 / n_trials,
            page_hit_f1: page_hit_f1 / n_trials,
            sound_f1: sound_f1 / n_trials,
            sound_page_hit_f1: sound_page_hit_f1 / n_trials,
            pages_right: pages_right / n_trials,
            record_f1: record_f1 / n_trials,
        }
    }

    pub(super) fn n_failed(&self) -> usize {
        self.n_failed
    }

    #[expect(clippy::cast_precision_loss, reason = "trials are few")]
    pub(super) fn learn_ms(&self) -> f64 {
        self.learning.as_secs_f64() * 1e3 / self.n_trials.max(1) as f64
    }

    /// Returns pages and megabytes per second on one core; `None` if nothing was read.
    #[expect(clippy::cast_precision_loss, reason = "sizes are far below 2^52")]
    pub(super) fn speed(&self) -> Option<(f64, f64)> {
        let seconds = self.reading.as_secs_f64();
        let per_second = |count: usize| count as f64 / seconds;
        (self.n_read > 0 && seconds > 0.0)
            .then(|| (per_second(self.n_read), per_second(self.n_bytes) / 1e6))
    }

    pub(super) fn figures(&self) -> FewshotCsvRow {
        let mean = self.mean();
        let share = |value: f64| format!("{value:.4}");
        let speed = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.0}"));
        FewshotCsvRow {
            set: self.set.name(),
            label_scope: self.setting.scope.name(),
            train: self.setting.n_train,
            with: self.setting.n_unlabelled,
            method: self.method,
            site: self.site.clone(),
            trials: self.n_trials,
            failed: self.n_failed,
            f1: share(mean.f1),
            page_hit_f1: share(mean.page_hit_f1),
            sound_f1: share(mean.sound_f1),
            sound_page_hit_f1: share(mean.sound_page_hit_f1),
            pages_right: share(mean.pages_right),
            record_f1: if self.set.has_lists() { share(mean.record_f1) } else { String::new() },
            learn_ms: format!("{:.1}", self.learn_ms()),
            pages_per_s: speed(self.speed().map(|speed| speed.0)),
            mb_per_s: speed(self.speed().map(|speed| speed.1)),
        }
    }
}

fn sum(a: &Figures, b: &Figures) -> Figures {
    Figures {
        f1: a.f1 + b.f1,
        page_hit_f1: a.page_hit_f1 + b.page_hit_f1,
        sound_f1: a.sound_f1 + b.sound_f1,
        sound_page_hit_f1: a.sound_page_hit_f1 + b.sound_page_hit_f1,
        pages_right: a.pages_right + b.pages_right,
        record_f1: a.record_f1 + b.record_f1,
    }
}
