//! The paths down to the values of a contextual rule: elements and their tokens, without their neighbours.

use super::ContextSelector;
use super::fork::{ElementName, Forks, ShapeId, SymbolNames};

/// Most paths that are searched for.
const MAX_PATHS: usize = 64;

/// The elements around each marked node of a selector, the nearest first; a marked element is its own nearest.
/// Paths that are parts of longer ones are left out.
pub fn marked_paths(selector: &ContextSelector) -> Vec<Vec<ElementName>> {
    let (mut forks, mut names) = (Forks::default(), SymbolNames::default());
    let Ok(roots) = selector.read_forks(&mut forks, &mut names) else { return Vec::new() };
    let mut paths: Vec<Vec<ElementName>> = Vec::new();
    let leads = leading(&forks);
    let mut waiting: Vec<(ShapeId, Vec<ElementName>)> =
        roots.into_iter().rev().map(|root| (root, Vec::new())).collect();
    while let Some((id, mut above)) = waiting.pop() {
        let shape = forks.shape(id);
        if !shape.symbol.is_text() {
            above.extend(names.elements().get(shape.symbol.id()).cloned());
        }
        if shape.marked {
            above.reverse();
            paths.push(above);
            if paths.len() == MAX_PATHS {
                break;
            }
            continue;
        }
        let mut below: Vec<ShapeId> = shape.windows.iter().flatten().copied().collect();
        below.retain(|&child| leads[child as usize]);
        below.sort_unstable();
        below.dedup();
        waiting.extend(below.into_iter().rev().map(|child| (child, above.clone())));
    }
    paths.sort();
    paths.dedup();
    let is_part = |path: &Vec<ElementName>| {
        paths.iter().any(|longer| longer.len() > path.len() && longer.starts_with(path))
    };
    paths.iter().filter(|path| !is_part(path)).cloned().collect()
}

/// Returns, for each shape, whether it contains the mark.
fn leading(forks: &Forks) -> Vec<bool> {
    let mut leads: Vec<bool> = Vec::with_capacity(forks.shapes().len());
    // The children of a shape precede it.
    for shape in forks.shapes() {
        let is_below = shape.windows.iter().flatten().any(|&child| leads[child as usize]);
        leads.push(shape.marked || is_below);
    }
    leads
}
