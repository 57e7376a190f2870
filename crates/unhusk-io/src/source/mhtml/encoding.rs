//! Transfer encodings of MIME (RFC 2045): quoted-printable and base64, read leniently.

use super::super::base64;
use memchr::memchr;

/// Returns the bytes of a part without its transfer encoding; an unknown encoding changes nothing.
pub(super) fn decoded(body: &[u8], encoding: &[u8]) -> Vec<u8> {
    if encoding.eq_ignore_ascii_case(b"quoted-printable") {
        quoted_printable(body)
    } else if encoding.eq_ignore_ascii_case(b"base64") {
        base64::decoded(body)
    } else {
        body.to_vec()
    }
}

/// Decodes quoted-printable: `=E9` is a byte, `=` at the end of a line joins it to the next one; anything else after
/// `=` stays unchanged.
fn quoted_printable(body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = memchr(b'=', rest) {
        bytes.extend_from_slice(&rest[..at]);
        rest = &rest[at + 1..];
        if let [high, low, after @ ..] = rest
            && let (Some(high), Some(low)) = (hex(*high), hex(*low))
        {
            bytes.push(high << 4 | low);
            rest = after;
        } else if let Some(after) = after_line_end(rest) {
            rest = after;
        } else {
            bytes.push(b'=');
        }
    }
    bytes.extend_from_slice(rest);
    bytes
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

/// Returns the bytes after a line end, which may follow white space that was added in transport.
fn after_line_end(bytes: &[u8]) -> Option<&[u8]> {
    let n_blank = bytes.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    match &bytes[n_blank..] {
        [b'\r', b'\n', after @ ..] | [b'\n', after @ ..] => Some(after),
        [] => Some(&[]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn quoted_printable_is_read_as_rfc_2045_says_and_further() {
        let decode =
            |text: &str| String::from_utf8(decoded(text.as_bytes(), b"Quoted-Printable")).unwrap();
        assert_eq!(decode("<a href=3D\"x\">caf=C3=A9</a>=\r\n!"), "<a href=\"x\">café</a>!");
        assert_eq!(decode("a=  \nb=09c"), "ab\tc");
        assert_eq!(decode("a=3d=zz=3"), "a==zz=3");
        assert_eq!(decode("end="), "end");
    }

    #[test]
    fn other_encodings_change_nothing() {
        assert_eq!(decoded(b"=3D", b"8bit"), b"=3D");
        assert_eq!(decoded(b"PHA+\r\nQQ==\r\n", b"base64"), b"<p>A");
    }
}
