//! Labels -> wrapper -> records of a page, in the form in which the screen shows them.

mod boxes;
mod guess;
mod learn;
mod page;

pub use guess::{guess_name, guess_type};
pub use learn::{LearnInput, LearnProblem, LearntTask, learn, learn_in_time};
pub use page::{PageReading, ReadRecord, ReadValue, read_page};
