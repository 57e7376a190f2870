//! The integration tests of the learners: one binary, one module per topic.

#[path = "../../../unhusk-page/tests/it/at_hand.rs"]
mod at_hand;
mod context;
mod delimiter_laws;
mod induce;
mod induce_laws;
mod labels;
mod labels_real;
mod slack;
mod pattern;
mod site;
mod wien;
