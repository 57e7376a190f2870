//! Bytes of a known encoding -> text, up to a limit, with a count of the replacements.

use encoding_rs::{Decoder, DecoderResult, Encoding};

/// Text that was decoded.
pub(super) struct Converted {
    pub(super) source: String,
    /// Number of U+FFFD inserted for bytes that are invalid in the encoding.
    pub(super) n_replaced: usize,
    /// Whether the limit cut the text.
    pub(super) is_cut: bool,
}

/// Decodes until the bytes or the limit end. Linear in what is kept; memory grows with the output.
pub(super) fn convert(encoding: &'static Encoding, bytes: &[u8], max_bytes: usize) -> Converted {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut source = String::with_capacity((bytes.len() + SLACK).min(max_bytes + SLACK));
    let mut n_replaced = 0;
    let mut rest = bytes;
    let mut is_done = false;
    while !is_done && source.len() <= max_bytes {
        let result = decode_some(&mut decoder, &mut rest, &mut source);
        match result {
            DecoderResult::InputEmpty => is_done = true,
            DecoderResult::OutputFull => {
                let room = max_bytes + SLACK - source.len();
                source.reserve_exact(room.min(rest.len().max(MIN_GROWTH)));
            }
            DecoderResult::Malformed(..) => {
                source.push(char::REPLACEMENT_CHARACTER);
                n_replaced += 1;
            }
        }
    }
    let is_cut = source.len() > max_bytes;
    source.truncate(source.floor_char_boundary(max_bytes));
    Converted { source, n_replaced, is_cut }
}

fn decode_some(decoder: &mut Decoder, rest: &mut &[u8], source: &mut String) -> DecoderResult {
    let (result, n_read) = decoder.decode_to_string_without_replacement(rest, source, true);
    *rest = &rest[n_read..];
    result
}

/// Bytes beyond the limit, so that the decoder always has room to go on, and the cut is detected.
const SLACK: usize = 16;
/// Smallest growth of the output, in bytes.
const MIN_GROWTH: usize = 64;
