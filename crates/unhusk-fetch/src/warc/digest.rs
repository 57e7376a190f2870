//! Hashes of content: digests and identifiers.

use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Returns the digest of bytes in the format of WARC headers: `sha256:` and base 32.
pub(crate) fn digest(bytes: &[u8]) -> String {
    format!("sha256:{}", base32(&Sha256::digest(bytes)))
}

/// Returns an identifier that depends on these parts alone: a UUID of version 8.
pub(super) fn record_id(parts: &[&[u8]]) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    let hash = hasher.finalize();
    let mut hex = String::new();
    for (at, byte) in hash.iter().take(16).enumerate() {
        let byte = match at {
            6 => byte & 0x0F | 0x80,
            8 => byte & 0x3F | 0x80,
            _ => *byte,
        };
        if matches!(at, 4 | 6 | 8 | 10) {
            hex.push('-');
        }
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    format!("<urn:uuid:{hex}>")
}

/// RFC 4648, with padding.
fn base32(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let mut text = String::new();
    for group in bytes.chunks(5) {
        let mut padded = [0_u8; 8];
        padded[3..3 + group.len()].copy_from_slice(group);
        let bits = u64::from_be_bytes(padded);
        let n_digits = (group.len() * 8).div_ceil(5);
        for digit in 0..8 {
            if digit < n_digits {
                let value = usize::try_from(bits >> (35 - 5 * digit) & 31).unwrap_or_default();
                text.push(char::from(DIGITS[value]));
            } else {
                text.push('=');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{base32, digest, record_id};

    #[test]
    fn base_32_is_that_of_the_rfc() {
        for (bytes, expected) in [
            ("", ""),
            ("f", "MY======"),
            ("fo", "MZXQ===="),
            ("foo", "MZXW6==="),
            ("foob", "MZXW6YQ="),
            ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI======"),
        ] {
            assert_eq!(base32(bytes.as_bytes()), expected);
        }
        // python3: base64.b32encode(hashlib.sha256(b"abc").digest())
        let expected = "sha256:XJ4BNP4PAHH6UQKBIDPF3LRCEOYAGYNDSYLXVHFUCD7WD4QACWWQ====";
        assert_eq!(digest(b"abc"), expected);
    }

    #[test]
    fn identifiers_depend_on_all_parts_and_their_borders() {
        assert_eq!(record_id(&[b"a", b"b"]), record_id(&[b"a", b"b"]));
        assert_ne!(record_id(&[b"a", b"b"]), record_id(&[b"ab", b""]));
        let id = record_id(&[b"a"]);
        assert_eq!(id.len(), "<urn:uuid:00000000-0000-8000-8000-000000000000>".len());
        assert_eq!(&id[24..25], "8");
    }
}
