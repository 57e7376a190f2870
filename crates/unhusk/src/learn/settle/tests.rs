//! Settling by hand.
