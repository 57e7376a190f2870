//! The program `unhusk`.

fn main() {}
