//! A library of wrappers that eight writers and four readers use at once.

use anyhow::{Context, ensure};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use unhusk::page::Page;
use unhusk::{Learner, Wrapper};
use unhusk_engine::library::{Library, Replaces};

const N_WRITERS: usize = 8;
const N_READERS: usize = 4;
const NAME: &str = "shop";

/// Saves and loads versions of one wrapper, and checks that none was lost and none was read torn.
pub(super) fn write(n_saves: usize) -> anyhow::Result<String> {
    let folder = tempfile::tempdir()?;
    let library = Library::new(folder.path());
    let wrapper = wrapper()?;
    let (is_over, n_loads) = (AtomicBool::new(false), AtomicU64::new(0));
    thread::scope(|scope| {
        let readers: Vec<_> = (0..N_READERS)
            .map(|_| {
                scope.spawn(|| -> anyhow::Result<()> {
                    while !is_over.load(Ordering::SeqCst) {
                        library.get(NAME)?;
                        n_loads.fetch_add(1, Ordering::SeqCst);
                    }
                    Ok(())
                })
            })
            .collect();
        let writers: Vec<_> = (0..N_WRITERS)
            .map(|writer| {
                let (library, wrapper) = (&library, &wrapper);
                scope.spawn(move || save(library, wrapper, writer, n_saves))
            })
            .collect();
        let written = writers.into_iter().try_for_each(joined);
        is_over.store(true, Ordering::SeqCst);
        readers.into_iter().try_for_each(joined)?;
        written
    })?;
    let history = library.history(NAME)?;
    let numbers: BTreeSet<u32> = history.iter().map(|version| version.number).collect();
    let n_written = N_WRITERS * n_saves;
    ensure!(numbers.len() == n_written, "{} of {n_written} versions are there", numbers.len());
    ensure!(library.verify()?.is_empty(), "the library is damaged");
    Ok(format!(
        "{N_WRITERS} writers saved {n_written} versions of one wrapper while {N_READERS} readers loaded it {} times: none was lost, none was \
         read torn.",
        n_loads.into_inner()
    ))
}

fn joined(thread: thread::ScopedJoinHandle<'_, anyhow::Result<()>>) -> anyhow::Result<()> {
    thread.join().ok().context("a thread panicked")?
}

/// Saves versions that all differ.
fn save(library: &Library, wrapper: &Wrapper, writer: usize, n_saves: usize) -> anyhow::Result<()> {
    for save in 0..n_saves {
        let mut version = wrapper.clone();
        version.applies.url = Some(format!("https://shop.example/{writer}/{save}/*"));
        library.add(NAME, &version, Replaces::Anything)?;
    }
    Ok(())
}

fn wrapper() -> anyhow::Result<Wrapper> {
    let page = Page::from_bytes(b"<p><b>Mug</b> 12</p><p><b>Tray</b> 30</p>");
    let labels = unhusk::example::Labels::parse(
        "labels.json",
        r#"{"unhusk": "labels/1", "pages": [{"path": "1.html", "records": [{"name": "Mug"}, {"name": "Tray"}]}]}"#,
    )?;
    let learner = Learner::auto().labelled_page(labels.pages()[0].clone(), &page);
    Ok(learner.learn().map_err(|error| anyhow::anyhow!("{error}"))?.wrapper)
}
