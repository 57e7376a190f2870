//! Tests against independent programs.

mod warc_oracle;
