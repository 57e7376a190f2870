//! Signals of verification in files of figures.

use unhusk::verify::signals::{NAMES, Signals};

/// The signals that are not 0: `count 0.50 doubt 0.20`.
pub(crate) fn raised(signals: &Signals) -> String {
    let raised = NAMES.iter().zip(signals).filter(|(_, signal)| **signal > 0.0);
    let raised: Vec<String> = raised.map(|(name, signal)| format!("{name} {signal:.2}")).collect();
    raised.join(" ")
}
