//! How right an extraction is: precision, recall, F1.
