//! Learners of the delimiter classes.
