//! Pages stored in a column of a Parquet file.

mod decompress;
mod error;
mod pages;

#[cfg(test)]
mod tests;

pub use error::PagesError;
pub use pages::{PageRow, ParquetPages};
