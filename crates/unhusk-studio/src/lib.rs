//! Teach unhusk by clicking: `unhusk studio pages/` opens a local web page on which the user clicks one price, sees all
//! prices, corrects errors, names the columns and saves the wrapper.
//!
//! ```text
//! click in the frame -> place -> gesture -> event -> log -> state -> labels -> learner -> reading -> marks
//! ```
//!
//! | module | purpose |
//! | --- | --- |
//! | [`place`] | nodes and offsets of the frame <-> byte ranges of the source |
//! | [`view`] | a page as data, without anything that acts or loads |
//! | [`pages`] | the pages of a task |
//! | [`task`] | labels and edits of the user: events, log, state |
//! | [`read`] | labels -> wrapper -> values on a page |
//! | [`gesture`] | the meaning of a click |
//! | [`studio`] | every request of the app, as a method |
//! | [`server`] | the two local origins, and the checks of requests |
//!
//! Pages are untrusted. They are parsed here and sent as data; the frame builds the tree anew, in a sandbox without an
//! origin, under a policy that allows no load and no script but the frame's own.

pub mod place;
pub mod view;
pub mod pages;
pub mod task;
pub mod read;
pub mod gesture;
pub mod studio;
pub mod server;
