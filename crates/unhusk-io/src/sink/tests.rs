//! Files are complete or absent.

use super::{AtomicFile, remove_abandoned};
use std::fs;
use std::io::Write;
use std::path::Path;

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_committed_file_takes_the_place_of_the_older_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv");
    fs::write(&path, "old").unwrap();
    let mut file = AtomicFile::create(&path).unwrap();
    file.write_all(b"new").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "old", "nothing shows before the commit");
    file.commit().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    assert_eq!(names_in(folder.path()), ["out.csv"]);
}

#[test]
fn a_file_that_is_given_up_leaves_the_older_one_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv");
    fs::write(&path, "old").unwrap();
    let mut file = AtomicFile::create(&path).unwrap();
    file.write_all(&vec![b'x'; 100_000]).unwrap();
    drop(file);
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    assert_eq!(names_in(folder.path()), ["out.csv"]);
}

#[test]
fn messages_name_the_path_and_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("no/out.csv");
    let error = AtomicFile::create(&missing).unwrap_err();
    let expected = format!("cannot write `{}`: its folder does not exist", missing.display());
    assert_eq!(error.to_string(), expected);
    let error = AtomicFile::create(folder.path()).unwrap_err();
    assert!(error.to_string().ends_with("it is a folder"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let (target, link) = (folder.path().join("target"), folder.path().join("link"));
    fs::write(&target, "old").unwrap();
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&target, &link).unwrap();
    let mut file = AtomicFile::create(&link).unwrap();
    file.write_all(b"new").unwrap();
    file.commit().unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&target).unwrap(), "new");
    assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);
}

#[cfg(unix)]
#[test]
fn a_device_is_written_to_directly() {
    let mut file = AtomicFile::create(Path::new("/dev/null")).unwrap();
    file.write_all(b"gone").unwrap();
    file.commit().unwrap();
}

#[test]
fn temporary_files_of_killed_programs_are_removed_and_those_of_running_ones_stay() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv");
    let file = AtomicFile::create(&path).unwrap();
    let other = folder.path().join(".unhusk-notes.txt");
    fs::write(&other, "kept").unwrap();
    fs::write(folder.path().join(".unhusk-aB3xYz.tmp"), "half").unwrap();
    assert_eq!(remove_abandoned(&path), [".unhusk-aB3xYz.tmp"]);
    assert!(other.exists());
    file.commit().unwrap();
    assert!(path.exists());
    assert!(remove_abandoned(&path).is_empty());
}
