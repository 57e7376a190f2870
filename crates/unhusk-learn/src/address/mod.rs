//! The pages to which a wrapper applies, as a pattern of their addresses.

/// Returns the pattern of the addresses of labelled pages: the address itself if there is only one; of several, their
/// common beginning up to the last `/`, and `*`. `None` where the pattern would be empty or reveal too much: addresses
/// of different hosts, of files, or with a password in them.
///
/// ```
/// use unhusk_learn::url_pattern;
/// let urls = ["https://example.org/shop/mug", "https://example.org/shop/cup?size=2"];
/// assert_eq!(url_pattern(urls).as_deref(), Some("https://example.org/shop/*"));
/// ```
pub fn url_pattern<'u>(urls: impl IntoIterator<Item = &'u str>) -> Option<String> {
    let mut urls = urls.into_iter();
    let first = urls.next()?;
    let origin = origin(first)?;
    let mut common = first;
    let mut is_one = true;
    for url in urls {
        if self::origin(url) != Some(origin) {
            return None;
        }
        is_one &= url == first;
        common = common_prefix(common, url);
    }
    if is_one {
        return Some(first.to_owned());
    }
    let path = common.get(origin.len()..).unwrap_or_default();
    let folder = path.rfind('/').map_or("/", |slash| &path[..=slash]);
    Some(format!("{origin}{folder}*"))
}

/// Returns `https://example.org:8080`; `None` for files, whose path is private, and for a host with `@`, which a
/// password may precede.
fn origin(url: &str) -> Option<&str> {
    let (scheme, rest) = url.split_once("://")?;
    let is_web = ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
    let host = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    let is_public = !host.is_empty() && !host.contains('@');
    (is_web && is_public).then(|| &url[..scheme.len() + 3 + host.len()])
}

fn common_prefix<'u>(a: &'u str, b: &str) -> &'u str {
    let differ = a.bytes().zip(b.bytes()).position(|(a, b)| a != b);
    let n_common = differ.unwrap_or(a.len().min(b.len()));
    &a[..a.floor_char_boundary(n_common)]
}

#[cfg(test)]
mod tests;
