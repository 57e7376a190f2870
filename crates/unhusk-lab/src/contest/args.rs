//! Arguments of all contests: the sites, the contestants, and the result files.

use super::contestant::Contestant;
use super::half::SiteHalf;
use super::set::BenchmarkSet;
use super::site::BenchmarkSite;
use super::workers;
use crate::results::Folders;
use std::path::Path;

/// Arguments that all contests share.
#[derive(clap::Args)]
pub(crate) struct ContestArgs {
    /// Methods of the catalogue, and peers: autoscraper, scrapely, parsel, scrapling
    #[arg(short, long, value_delimiter = ',', default_value = "auto")]
    method: Vec<String>,
    /// Only sites whose name contains this
    #[arg(long, default_value = "")]
    site: String,
    /// Only the sites of one half: rules and thresholds are chosen on one and reported on the other
    #[arg(long, value_enum)]
    pub(crate) split: Option<SiteHalf>,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) folders: Folders,
}

impl ContestArgs {
    /// Returns the contestants.
    pub(crate) fn contestants(&self) -> anyhow::Result<Vec<Contestant>> {
        Contestant::all(&self.method)
    }

    /// Applies `work` to the selected sites, in parallel.
    pub(crate) fn on_sites<R: Send>(
        &self,
        sets: &[BenchmarkSet],
        work: impl Fn(&BenchmarkSite) -> R + Sync,
    ) -> anyhow::Result<Vec<R>> {
        let mut results = Vec::new();
        for set in sets {
            let mut folders = set.folders(&self.folders.data, &self.site)?;
            folders.retain(|folder| self.is_chosen(folder));
            results.extend(workers::map(&folders, |folder| -> anyhow::Result<R> {
                let site = set.read(&self.folders.data, folder)?;
                eprintln!("{} {}", set.name(), site.name);
                Ok(work(&site))
            }));
        }
        results.into_iter().collect()
    }

    /// Whether the name of a site contains the requested text.
    pub(crate) fn is_named(&self, site: &Path) -> bool {
        site.file_name().unwrap_or_default().to_string_lossy().contains(&self.site)
    }

    /// Whether a site is in the requested half.
    pub(crate) fn is_chosen(&self, site: &Path) -> bool {
        let name = site.file_name().unwrap_or_default().to_string_lossy();
        self.split.is_none_or(|half| SiteHalf::of(&name) == half)
    }
}
