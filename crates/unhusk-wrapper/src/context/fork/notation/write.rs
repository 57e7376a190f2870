//! From fork sets to text.

use crate::context::fork::shape::{ForkShape, Forks, Window};
use crate::context::fork::symbol::NodeSymbol;

/// Writes all forks of a set, sorted, alternatives too, so that equal sets have equal texts; `None` if the text exceeds
/// `max_bytes`. `name` writes a symbol.
pub fn write(
    forks: &Forks,
    name: &dyn Fn(NodeSymbol, &mut String),
    max_bytes: usize,
) -> Option<Vec<String>> {
    let needed = needed(forks);
    let mut texts: Vec<String> = Vec::with_capacity(forks.shapes().len());
    let mut n_bytes = 0;
    // The children of a shape precede it.
    for (shape, is_needed) in forks.shapes().iter().zip(needed) {
        let text =
            if is_needed { write_set(shape, name, &texts, max_bytes)? } else { String::new() };
        n_bytes += text.len();
        // The size of the parts of the roots is bounded too.
        if n_bytes / 4 > max_bytes {
            return None;
        }
        texts.push(text);
    }
    let mut roots: Vec<String> =
        forks.roots().iter().map(|&root| texts[root as usize].clone()).collect();
    roots.sort_unstable();
    (roots.iter().map(String::len).sum::<usize>() <= max_bytes).then_some(roots)
}

/// Returns, for each shape, whether it is a root or a part of one.
fn needed(forks: &Forks) -> Vec<bool> {
    let mut needed = vec![false; forks.shapes().len()];
    for &root in forks.roots() {
        needed[root as usize] = true;
    }
    for (at, shape) in forks.shapes().iter().enumerate().rev() {
        if needed[at] {
            shape.windows.iter().flatten().for_each(|&child| needed[child as usize] = true);
        }
    }
    needed
}

fn write_set(
    shape: &ForkShape,
    name: &dyn Fn(NodeSymbol, &mut String),
    texts: &[String],
    max_bytes: usize,
) -> Option<String> {
    let children = shape.windows.iter().flatten();
    if children.map(|&child| 1 + texts[child as usize].len()).sum::<usize>() > max_bytes {
        return None;
    }
    let mut out = String::new();
    name(shape.symbol, &mut out);
    if shape.marked {
        out.push_str(":X");
    }
    let text = |window: &Window| {
        let texts: Vec<&str> = window.iter().map(|&child| &*texts[child as usize]).collect();
        texts.join(",")
    };
    let mut windows: Vec<String> =
        shape.windows.iter().filter(|window| !window.is_empty()).map(text).collect();
    windows.sort_unstable();
    if !windows.is_empty() {
        out.extend(["(", &windows.join("|"), ")"]);
    }
    Some(out)
}
