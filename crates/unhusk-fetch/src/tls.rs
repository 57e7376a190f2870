//! The cryptography of TLS: its implementation, and a check of the processor.

use crate::failure::{Failure, Reason};
use std::io;
use ureq::tls::TlsConfig;

/// Returns the settings for TLS; fails on a processor without the required instructions.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) fn config(insecure: bool) -> Result<TlsConfig, Failure> {
    if !has_instructions() {
        return Err(unsupported());
    }
    let provider = std::sync::Arc::new(rustls_graviola::default_provider());
    let builder = TlsConfig::builder().unversioned_rustls_crypto_provider(provider);
    Ok(builder.disable_verification(insecure).build())
}

/// Fails: on other processors there is no implementation.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) fn config(_insecure: bool) -> Result<TlsConfig, Failure> {
    Err(unsupported())
}

fn unsupported() -> Failure {
    let detail = "https is not supported on this processor; fetch the pages with another program";
    Failure::new(Reason::Tls, detail)
}

/// Whether the processor has the instructions that the documentation of `graviola` lists.
#[cfg(target_arch = "x86_64")]
fn has_instructions() -> bool {
    is_x86_feature_detected!("aes")
        && is_x86_feature_detected!("pclmulqdq")
        && is_x86_feature_detected!("ssse3")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("adx")
        && is_x86_feature_detected!("avx")
        && is_x86_feature_detected!("avx2")
}

/// Whether the processor has the instructions that the documentation of `graviola` lists.
#[cfg(target_arch = "aarch64")]
fn has_instructions() -> bool {
    use std::arch::is_aarch64_feature_detected;
    is_aarch64_feature_detected!("neon")
        && is_aarch64_feature_detected!("aes")
        && is_aarch64_feature_detected!("pmull")
        && is_aarch64_feature_detected!("sha2")
}

/// Returns the problem if an error comes from TLS.
pub(crate) fn cause(error: &io::Error) -> Option<String> {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    return error.get_ref()?.downcast_ref::<rustls::Error>().map(ToString::to_string);
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    return None;
}
