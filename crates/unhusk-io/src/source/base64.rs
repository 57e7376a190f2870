//! Base64 (RFC 4648, 4), read leniently: line ends and other bytes that are no digits are skipped.

/// Returns the bytes that base64 text encodes.
pub(super) fn decoded(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut n_bits) = (0_u32, 0);
    for digit in text.iter().take_while(|&&byte| byte != b'=').filter_map(|&byte| value(byte)) {
        bits = bits << 6 | u32::from(digit);
        n_bits += 6;
        if n_bits >= 8 {
            n_bits -= 8;
            bytes.extend(u8::try_from(bits >> n_bits & 0xFF));
        }
    }
    bytes
}

/// The value of a digit, of either alphabet.
fn value(digit: u8) -> Option<u8> {
    Some(match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn the_examples_of_the_standard_are_decoded() {
        // RFC 4648, 10.
        for (text, bytes) in [
            ("", ""),
            ("Zg==", "f"),
            ("Zm8=", "fo"),
            ("Zm9v", "foo"),
            ("Zm9vYg==", "foob"),
            ("Zm9vYmFy", "foobar"),
        ] {
            assert_eq!(decoded(text.as_bytes()), bytes.as_bytes(), "{text}");
        }
        assert_eq!(decoded(b"Zm9v\r\nYmFy"), b"foobar");
    }
}
