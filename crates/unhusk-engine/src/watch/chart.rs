//! Small charts: a row of blocks for text, a line for pages.

use std::fmt::Write;

const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const WIDTH: usize = 160;
const HEIGHT: usize = 28;

/// A row of blocks, one for each number; the highest is the largest of them, or `most`.
pub(super) fn blocks(numbers: &[Option<usize>], most: Option<usize>) -> String {
    let highest = most.or_else(|| numbers.iter().flatten().copied().max()).unwrap_or(0).max(1);
    let block = |number: &Option<usize>| match number {
        Some(number) => BLOCKS[(number * (BLOCKS.len() - 1) / highest).min(BLOCKS.len() - 1)],
        None => ' ',
    };
    numbers.iter().map(block).collect()
}

/// Draws a line as an SVG element, which contains only numbers and constant words.
pub(super) fn line(numbers: &[Option<usize>], most: Option<usize>, says: &str) -> String {
    let highest = most.or_else(|| numbers.iter().flatten().copied().max()).unwrap_or(0).max(1);
    let step = WIDTH.saturating_sub(4) / numbers.len().saturating_sub(1).max(1);
    let mut points = String::new();
    let mut last = (2, HEIGHT - 2);
    for (at, number) in numbers.iter().enumerate().filter_map(|(at, number)| Some((at, (*number)?)))
    {
        last = (2 + at * step, HEIGHT - 2 - number.min(highest) * (HEIGHT - 4) / highest);
        // Writing to a string cannot fail.
        let _ = write!(points, "{},{} ", last.0, last.1);
    }
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" aria-label=\"{says}\">\
         <polyline points=\"{}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\"/>\
         <circle cx=\"{}\" cy=\"{}\" r=\"2.5\" fill=\"currentColor\"/></svg>",
        points.trim_end(),
        last.0,
        last.1
    )
}

/// A day and a time, in UTC: `2026-11-18 14:00`.
pub(super) fn date(time: u64) -> String {
    let days = time / 86_400;
    // The civil calendar, from 1 March of the year 0, in eras of 400 years.
    let shifted = days + 719_468;
    let era = shifted / 146_097;
    let day_of_era = shifted % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute) = (time % 86_400 / 3600, time % 3600 / 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}")
}
