//! Tests against independent programs.
#![expect(clippy::unwrap_used, reason = "what helps a test fails as the test would")]

mod warc_oracle;
