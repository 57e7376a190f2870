//! The native half of the Python package `unhusk`: the module `unhusk._unhusk`.
//!
//! One file per module of the library; each class holds a value of the library and has no logic of its own. What Python
//! users see is typed Python on top, in `python/unhusk`. Work is done without the interpreter's lock, and no panic crosses
//! the border.

mod error;
mod page;
mod record;
mod capsule;
mod batch;
mod wrapper;

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
    use crate::error::LoadError;
    #[pymodule_export]
    use crate::page::Page;
    #[pymodule_export]
    use crate::record::Value;
    #[pymodule_export]
    use crate::wrapper::{Field, Wrapper};
}
