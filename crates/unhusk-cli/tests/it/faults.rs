//! Faults of the disk: the n-th write, sync, rename or open fails, for every n until a run without a fault.
//!
//! A small library in front of the C library makes the calls fail, so that the whole program is tested unchanged.
#![cfg(target_os = "linux")]

use crate::program::Folder;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// Fails the n-th call of a kind (`UNHUSK_FAULT=kind:n:errno`) that is about a file of the test's folder.
const SHIM: &str = r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long n_calls;

static int fails(const char *kind) {
    const char *fault = getenv("UNHUSK_FAULT");
    size_t len = strlen(kind);
    if (!fault || strncmp(fault, kind, len) || fault[len] != ':') return 0;
    char *rest;
    long n = strtol(fault + len + 1, &rest, 10);
    if (atomic_fetch_add(&n_calls, 1) + 1 != n) return 0;
    errno = atoi(rest + 1);
    return 1;
}

static int is_ours(int fd) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, sizeof path - 1);
    if (n <= 0) return 0;
    path[n] = 0;
    const char *folder = getenv("UNHUSK_FAULT_FOLDER");
    return folder && !strncmp(path, folder, strlen(folder));
}

ssize_t write(int fd, const void *bytes, size_t n) {
    ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    if (is_ours(fd) && fails("write")) return -1;
    return real(fd, bytes, n);
}

int fsync(int fd) {
    int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
    return fails("fsync") ? -1 : real(fd);
}

int rename(const char *from, const char *to) {
    int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
    return fails("rename") ? -1 : real(from, to);
}

int renameat2(int a, const char *from, int b, const char *to, unsigned flags) {
    int (*real)(int, const char *, int, const char *, unsigned) = dlsym(RTLD_NEXT, "renameat2");
    return fails("rename") ? -1 : real(a, from, b, to, flags);
}

int open64(const char *path, int flags, ...) {
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open64");
    va_list args;
    va_start(args, flags);
    mode_t mode = va_arg(args, mode_t);
    va_end(args);
    if ((flags & O_ACCMODE) != O_RDONLY && fails("open")) return -1;
    return real(path, flags, mode);
}
"#;

/// Kinds of faults, with the errors that the operating system gives: ENOSPC 28, EIO 5, EROFS 30, EACCES 13.
const FAULTS: [(&str, &[i32]); 4] =
    [("write", &[28, 5]), ("fsync", &[28, 5]), ("rename", &[28, 30]), ("open", &[28, 30, 13])];

/// More calls of a kind than a run makes.
const MAX_CALLS: usize = 60;

/// Builds the library, with the compiler that Rust links with.
fn shim(folder: &Folder) -> PathBuf {
    folder.write("shim.c", SHIM);
    let library = folder.path().join("shim.so");
    let built = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .arg(&library)
        .arg(folder.path().join("shim.c"))
        .arg("-ldl")
        .status();
    assert!(built.unwrap().success());
    library
}

fn run(folder: &Folder, library: &PathBuf, fault: &str, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_unhusk"))
        .args(args)
        .current_dir(folder.path())
        .env("LD_PRELOAD", library)
        .env("UNHUSK_FAULT", fault)
        .env("UNHUSK_FAULT_FOLDER", folder.path().canonicalize().unwrap())
        .output()
        .unwrap()
}

/// Runs a command with every fault; `check` sees each outcome. Returns how many faults there were.
fn with_every_fault(folder: &Folder, args: &[&str], mut check: impl FnMut(&str, &Output)) -> usize {
    let library = shim(folder);
    let mut n_faults = 0;
    for (kind, errors) in FAULTS {
        for error in errors {
            for n in 1..=MAX_CALLS {
                let fault = format!("{kind}:{n}:{error}");
                let output = run(folder, &library, &fault, args);
                check(&fault, &output);
                // A run with fewer calls than n had no fault.
                if output.status.success() {
                    break;
                }
                assert!(n < MAX_CALLS, "{fault}: no run without a fault");
                n_faults += 1;
            }
        }
    }
    n_faults
}

fn message(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn an_older_file_stays_when_the_disk_fails() {
    let folder = Folder::with_countries();
    let args = ["extract", "w.json", "1.html", "2.html", "-o", "out.csv", "--summary", "sum.json"];
    let whole = "_page,country,code\n1.html,Congo,242\n1.html,Egypt,20\n2.html,Spain,34\n";
    let mut n_seen = 0;
    folder.write("out.csv", "older\n");
    let n_faults = with_every_fault(&folder, &args, |fault, output| {
        let now = folder.read("out.csv");
        assert!(now == "older\n" || now == whole, "{fault}: {now}");
        if !output.status.success() {
            assert_eq!(output.status.code(), Some(2), "{fault}: {}", message(output));
            let message = message(output);
            assert!(
                message.contains("out.csv") || message.contains("sum.json"),
                "{fault}: {message}"
            );
        }
        let left = fs::read_dir(folder.path()).unwrap();
        let left = left.filter(|entry| {
            entry.as_ref().unwrap().file_name().to_string_lossy().ends_with(".tmp")
        });
        assert_eq!(left.count(), 0, "{fault}: a temporary file is left");
        folder.write("out.csv", "older\n");
        n_seen += 1;
    });
    assert!(n_faults >= 8, "{n_faults} faults in {n_seen} runs");
}

#[test]
fn a_run_with_a_folder_goes_on_after_every_fault() {
    let folder = Folder::with_countries();
    let args = ["extract", "w.json", "1.html", "2.html", "-o", "out.csv", "--resume", "run"];
    let whole = "_page,country,code\n1.html,Congo,242\n1.html,Egypt,20\n2.html,Spain,34\n";
    let n_faults = with_every_fault(&folder, &args, |fault, output| {
        if !output.status.success() {
            assert_eq!(output.status.code(), Some(2), "{fault}: {}", message(output));
            let again = folder.run(&args);
            assert_eq!(again.code, 0, "{fault}: {}", again.stderr);
        }
        assert_eq!(folder.read("out.csv"), whole, "{fault}");
        fs::remove_file(folder.path().join("out.csv")).unwrap();
        fs::remove_dir_all(folder.path().join("run")).unwrap();
    });
    assert!(n_faults >= 20, "{n_faults} faults");
}
