//! A WARC archive to Parquet: speed beside parsing alone, and memory on a large one.

use super::process::{Best, measured, thread_seconds};
use super::speed::{Site, path_text, prepare};
use super::{Args, Figure};
use anyhow::Context;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use unhusk::Page;

const SITE: &str = "swde/movie/imdb";

pub(super) fn measure(args: &Args, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let (site, _) = prepare(args, SITE)?;
    let members = members(&site)?;
    let archive = args.work.join("pages.warc.gz");
    let megabytes = write_archive(&archive, &members, args.megabytes as f64)?;
    let extract = |archive: &Path, jobs: &str, ending: &str| {
        let wrapper = path_text(&site.wrapper)?;
        let archive = path_text(archive)?;
        let out = path_text(&args.work.join(format!("out.{ending}")))?;
        measured(&args.program, &["extract", &wrapper, &archive, "-j", jobs, "-o", &out, "-q"])
    };
    let (mut one, mut two, mut parsing) = (Best::default(), Best::default(), Best::default());
    for _ in 0..args.repeat.max(1) {
        one.keep(extract(&archive, "1", "parquet")?.processor_seconds);
        two.keep(extract(&archive, "2", "parquet")?.seconds);
        parsing.keep(parse_seconds(&members, megabytes)?);
    }
    let times = |what, time: &Best| Figure::new(what, "imdb", parsing.0 / time.0, "times");
    figures.extend([
        Figure::new("WARC to Parquet, one thread", "imdb", megabytes / one.0, "MB/s"),
        Figure::new("WARC to Parquet, two threads", "imdb", megabytes / two.0, "MB/s"),
        times("WARC to Parquet, one thread, beside parsing alone", &one),
        times("WARC to Parquet, two threads, beside parsing alone", &two),
    ]);
    fs::remove_file(&archive)?;
    let large = args.work.join("large.warc.gz");
    let megabytes = write_archive(&large, &members, args.gigabytes * 1000.0)?;
    for ending in ["parquet", "sqlite"] {
        drop(fs::remove_file(args.work.join(format!("out.{ending}"))));
        let run = extract(&large, "2", ending)?;
        let subject = format!("{:.1} GB of pages to {ending}", megabytes / 1000.0);
        figures.push(Figure::new("peak memory", &subject, run.peak_megabytes, "MB"));
        figures.push(Figure::new("speed", &subject, megabytes / run.seconds, "MB/s"));
    }
    Ok(fs::remove_file(&large)?)
}

/// A page, and its record as stored.
struct Member {
    html: Vec<u8>,
    packed: Vec<u8>,
}

fn members(site: &Site) -> anyhow::Result<Vec<Member>> {
    let member = |(number, path): (usize, &PathBuf)| {
        let html = fs::read(path).with_context(|| path.display().to_string())?;
        let http = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n",
            html.len()
        );
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        write!(
            gzip,
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.org/{number}\r\n\
             WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012}>\r\n\
             Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n{http}",
            http.len() + html.len()
        )?;
        gzip.write_all(&html)?;
        gzip.write_all(b"\r\n\r\n")?;
        Ok(Member { packed: gzip.finish()?, html })
    };
    site.pages.iter().enumerate().map(member).collect()
}

/// Writes records one after the other, again and again, up to a number of megabytes of HTML; returns that number.
fn write_archive(path: &Path, members: &[Member], megabytes: f64) -> anyhow::Result<f64> {
    let mut file = BufWriter::new(File::create(path).with_context(|| path.display().to_string())?);
    let mut written = 0.0;
    for member in members.iter().cycle() {
        file.write_all(&member.packed)?;
        written += member.html.len() as f64 / 1e6;
        if written >= megabytes {
            break;
        }
    }
    file.flush()?;
    Ok(written)
}

/// Returns the processor time to parse a number of megabytes of the pages, which are in memory.
fn parse_seconds(members: &[Member], megabytes: f64) -> anyhow::Result<f64> {
    thread_seconds(|| {
        let mut parsed = 0.0;
        for member in members.iter().cycle() {
            let page = Page::from_bytes(&member.html);
            std::hint::black_box(page.tree().len());
            parsed += member.html.len() as f64 / 1e6;
            if parsed >= megabytes {
                break;
            }
        }
        Ok(())
    })
}
