//! Records -> text formats.
