//! Transcripts of the real program, each in a folder of its own.

mod program;

mod extract;
mod formats;
mod help;
mod hostile;
mod manners;
