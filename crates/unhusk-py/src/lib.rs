//! The native half of the Python package `unhusk`: the module `unhusk._unhusk`.
//!
//! One file per module of the library; each class holds a value of the library and has no logic of its own. Users of
//! Python get typed Python on top, in `python/unhusk`. Work runs without the interpreter's lock, and no panic crosses
//! the border.

mod error;
mod node;
mod page;
mod capsule;
mod pages;
mod record;
mod batch;
mod wrapper;
mod learner;
mod induce;
mod teach;
mod verify;
mod repair;
mod export;
mod warc;
mod library;
mod observe;
mod follow;

use mimalloc::MiMalloc;

/// Pages are large blocks; see "The engine" in ARCHITECTURE.md.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The native module; use the package `unhusk`.
#[pyo3::pymodule]
mod _unhusk {
    #[pymodule_export]
    use crate::batch::{Batch, BatchSchema};
    #[pymodule_export]
    use crate::error::{LabelError, LearnError, LoadError};
    #[pymodule_export]
    use crate::export::export;
    #[pymodule_export]
    use crate::follow::next_page;
    #[pymodule_export]
    use crate::induce::{InducedSets, induce};
    #[pymodule_export]
    use crate::learner::{LearnedWrapper, learn, methods};
    #[pymodule_export]
    use crate::library::WrapperSet;
    #[pymodule_export]
    use crate::node::Node;
    #[pymodule_export]
    use crate::observe::Evidence;
    #[pymodule_export]
    use crate::page::Page;
    #[pymodule_export]
    use crate::record::Value;
    #[pymodule_export]
    use crate::repair::{Proposal, Repair, repaired};
    #[pymodule_export]
    use crate::teach::{Question, TeachingSession, TeachingVerdict};
    #[pymodule_export]
    use crate::verify::{FieldVerdict, Verdict, verify};
    #[pymodule_export]
    use crate::warc::{WarcPage, WarcReader};
    #[pymodule_export]
    use crate::wrapper::{Field, Wrapper};
}
