//! The two halves of the sites: rules, weights and thresholds are chosen on one and reported on the other.

/// Half of the sites, by a hash of their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum SiteHalf {
    /// Sites to look at and to choose on
    Fit,
    /// Sites to report
    Report,
}

impl SiteHalf {
    /// Returns the half of a site in a folder: of `book/amazon` that of `amazon`.
    pub(crate) fn of_path(site: &str) -> Self {
        Self::of(site.rsplit('/').next().unwrap_or(site))
    }

    /// Returns the half of a site. Variants of one site (`news-BBC-1`, `news-BBC-2`) are in the same half.
    pub(crate) fn of(site: &str) -> Self {
        let stem = site.trim_end_matches(|c: char| c.is_ascii_digit());
        let name = stem.strip_suffix('-').unwrap_or(site);
        if (fnv_1a(name) >> 7) & 1 == 0 { Self::Fit } else { Self::Report }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Fit => "fit",
            Self::Report => "report",
        }
    }
}

fn fnv_1a(text: &str) -> u32 {
    let absorb = |state: u32, byte: u8| (state ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    text.bytes().fold(0x811c_9dc5_u32, absorb)
}

#[cfg(test)]
mod tests {
    use super::{SiteHalf, fnv_1a};

    /// Test vectors of the authors of FNV.
    #[test]
    fn hashes_as_published() {
        assert_eq!(["", "a", "foobar"].map(fnv_1a), [0x811c_9dc5, 0xe40c_292c, 0xbf9c_f968]);
    }

    #[test]
    fn variants_of_a_site_are_in_one_half() {
        for name in ["news-BBC", "news-DW", "recipe-ah"] {
            let halves = ["1", "2", "13"].map(|number| SiteHalf::of(&format!("{name}-{number}")));
            assert_eq!(halves, [SiteHalf::of(&format!("{name}-7")); 3]);
        }
    }
}
