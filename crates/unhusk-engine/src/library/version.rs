//! Versions: their number, and the hash of their content.

use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// The first eight bytes of the SHA-256 of a wrapper file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VersionHash(u64);

/// A version of a wrapper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// Its number, from 1.
    pub number: u32,
    /// The hash of its content.
    pub hash: VersionHash,
}

impl VersionHash {
    /// The hash of a file.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let digest = Sha256::digest(bytes);
        let first = digest.iter().take(8);
        Self(first.fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }
}

impl Version {
    /// The version of a file name.
    pub(super) fn of_file(name: &str) -> Option<Self> {
        let (number, hash) = name.strip_suffix(".json")?.split_once('-')?;
        let version = Self { number: number.parse().ok()?, hash: hash.parse().ok()? };
        (file_name(&version) == name).then_some(version)
    }
}

/// The file name of a version.
pub(super) fn file_name(version: &Version) -> String {
    format!("{:04}-{}.json", version.number, version.hash)
}

impl fmt::Display for VersionHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for VersionHash {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_hash = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = is_hash.then(|| u64::from_str_radix(text, 16).ok()).flatten();
        number.map(Self).ok_or_else(|| "expected a hash of 16 hexadecimal digits".to_owned())
    }
}
