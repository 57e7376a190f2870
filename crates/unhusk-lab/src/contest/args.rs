//! What every contest is told: where the sites are, who takes part, and where the figures go.

use super::contestant::Contestant;
use super::set::Set;
use super::site::Site;
use super::workers;
use std::path::PathBuf;

/// Arguments that all contests share.
#[derive(clap::Args)]
pub(crate) struct ContestArgs {
    /// Folder with the benchmark sets
    #[arg(long, default_value = "../shared/data")]
    data: PathBuf,
    /// Methods of the catalogue, and peers: autoscraper, scrapely, parsel, scrapling
    #[arg(short, long, value_delimiter = ',', default_value = "auto")]
    method: Vec<String>,
    /// Only sites whose name contains this
    #[arg(long, default_value = "")]
    site: String,
    /// Seed of all that is random
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Folder for the figures
    #[arg(long, default_value = "crates/unhusk-lab/results")]
    pub(crate) results: PathBuf,
    /// Folder for the tables and the plot
    #[arg(long, default_value = "docs/results")]
    pub(crate) report: PathBuf,
    /// Write neither figures nor tables
    #[arg(long)]
    pub(crate) dry_run: bool,
}

impl ContestArgs {
    /// Those who take part.
    pub(crate) fn contestants(&self) -> anyhow::Result<Vec<Contestant>> {
        Contestant::all(&self.method)
    }

    /// Applies `work` to the sites that were asked for, one after the other on each core.
    pub(crate) fn on_sites<R: Send>(
        &self,
        sets: &[Set],
        work: impl Fn(&Site) -> R + Sync,
    ) -> anyhow::Result<Vec<R>> {
        let mut results = Vec::new();
        for set in sets {
            let folders = set.folders(&self.data, &self.site)?;
            results.extend(workers::map(&folders, |folder| -> anyhow::Result<R> {
                let site = set.read(&self.data, folder)?;
                eprintln!("{} {}", set.name(), site.name);
                Ok(work(&site))
            }));
        }
        results.into_iter().collect()
    }
}
