//! One archive or a part of it, from a file or from a stream.

use super::super::super::capture::ArchiveOptions;
use super::super::super::testing::{body, gzip};
use super::super::WarcPages;
use super::{A, B, C, three};
use std::fs;
use std::io::Cursor;

/// The URL of each page with its offset and length; the message of a broken record.
fn listed(pages: WarcPages) -> Vec<String> {
    pages
        .map(|page| match page {
            Ok(page) => {
                let offset = page.capture.as_ref().unwrap().offset;
                format!("{} at {offset}, {} bytes", page.name, body(&page).len())
            }
            Err(error) => error.to_string(),
        })
        .collect()
}

#[test]
fn a_part_has_the_pages_that_begin_in_it_at_their_offsets_in_the_archive() {
    let members = three().map(|record| gzip(&record));
    let [first, second, _] = members.each_ref().map(|member| member.len() as u64);
    let archive = members.concat();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.warc.gz");
    fs::write(&path, &archive).unwrap();
    let options = ArchiveOptions::default();
    let in_file =
        |offset, length| listed(WarcPages::in_file(&path, offset, length, &options).unwrap());
    let one = format!("{A} at 0, 6 bytes");
    let two = format!("{B} at {first}, 6 bytes");
    let three = format!("{C} at {}, 8 bytes", first + second);
    assert_eq!(in_file(0, u64::MAX), [one.clone(), two.clone(), three.clone()]);
    assert_eq!(in_file(first, second), std::slice::from_ref(&two));
    assert_eq!(in_file(first, u64::MAX), [two.clone(), three.clone()]);

    let start = usize::try_from(first).unwrap();
    let rest = Cursor::new(archive[start..].to_vec());
    let streamed = WarcPages::in_stream("s3://crawl/a.warc.gz", rest, first, &options).unwrap();
    assert_eq!(listed(streamed), [two, three]);
}

#[test]
fn what_is_broken_is_reported_at_its_offset_in_the_archive() {
    let members = three().map(|record| gzip(&record));
    let first = members[0].len();
    let mut archive = members.concat();
    archive[first + 30] ^= 0xFF;
    let rest = Cursor::new(archive[first..].to_vec());
    let options = ArchiveOptions::default();
    let pages = WarcPages::in_stream("a.warc.gz", rest, first as u64, &options).unwrap();
    let items = listed(pages);
    assert_eq!(items.len(), 2, "{items:?}");
    assert!(items[0].contains(&format!("at byte {first} of `a.warc.gz`")), "{items:?}");
    assert!(items[1].starts_with(C), "{items:?}");
}
