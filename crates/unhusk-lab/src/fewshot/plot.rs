//! Learning curves on the detail pages: F1 over the number of labelled pages.

use super::report::{groups, means};
use super::row::FewshotRow;
use crate::contest::set::BenchmarkSet;
use std::fmt::Write;

const INFALLIBLE: &str = "writing to a string cannot fail";
const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 360.0;
/// Space for the axes; the names of the curves are on the right.
const MARGIN: f64 = 48.0;
const FOR_NAMES: f64 = 150.0;
/// Numbers of labelled pages with a mark on the axis; the axis is logarithmic.
const MARKS: [usize; 5] = [1, 2, 3, 5, 10];
/// Distinguishable without colour, too: a curve with unlabelled pages is solid, one without is dashed.
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#8c6d31", "#555555"];

/// Draws the plot by hand: a dozen lines need no library.
pub(super) fn svg(rows: &[FewshotRow]) -> String {
    let of_set: Vec<FewshotRow> =
        rows.iter().filter(|row| row.set == BenchmarkSet::Swde).cloned().collect();
    let means = means(&of_set);
    let lowest = means.iter().map(|row| row.mean().f1).fold(1.0, f64::min);
    let floor = (lowest * 10.0).floor() / 10.0;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>Value F1 on SWDE over the number of labelled pages</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        WIDTH + FOR_NAMES
    );
    axes(&mut text, floor);
    let curves = groups(&means, |row| (row.method, row.setting.n_unlabelled));
    let mut methods: Vec<&str> = Vec::new();
    for (curve_idx, curve) in curves.iter().enumerate() {
        if !methods.contains(&curve[0].method) {
            methods.push(curve[0].method);
        }
        let colour = COLOURS[(methods.len() - 1) % COLOURS.len()];
        draw(&mut text, curve, colour, floor);
        name(&mut text, curve, colour, curve_idx);
    }
    text.push_str("</svg>\n");
    text
}

#[expect(clippy::cast_precision_loss, reason = "a site has few pages")]
fn x(n_train: usize) -> f64 {
    MARGIN + (WIDTH - 2.0 * MARGIN) * (n_train as f64).ln() / 10f64.ln()
}

fn y(f1: f64, floor: f64) -> f64 {
    HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * (f1 - floor) / (1.0 - floor).max(0.01)
}

fn axes(text: &mut String, floor: f64) {
    for mark in MARKS {
        let (x, bottom) = (x(mark), HEIGHT - MARGIN + 18.0);
        writeln!(text, "<text x=\"{x:.1}\" y=\"{bottom}\" text-anchor=\"middle\">{mark}</text>")
            .expect(INFALLIBLE);
    }
    for step in 0..=5 {
        let f1 = floor + (1.0 - floor) * f64::from(step) / 5.0;
        let y = y(f1, floor);
        let (left, right) = (MARGIN, WIDTH - MARGIN);
        writeln!(
            text,
            "<line x1=\"{left}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{f1:.2}</text>",
            MARGIN - 6.0,
            y + 4.0
        )
        .expect(INFALLIBLE);
    }
    writeln!(
        text,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">labelled pages</text>\
         <text x=\"{MARGIN}\" y=\"{}\">value F1, mean over the sites of SWDE</text>",
        WIDTH / 2.0,
        HEIGHT - 10.0,
        MARGIN - 18.0
    )
    .expect(INFALLIBLE);
}

fn draw(text: &mut String, curve: &[FewshotRow], colour: &str, floor: f64) {
    let point = |row: &FewshotRow| (x(row.setting.n_train), y(row.mean().f1, floor));
    let points: Vec<String> = curve
        .iter()
        .map(|row| {
            let (x, y) = point(row);
            format!("{x:.1},{y:.1}")
        })
        .collect();
    writeln!(
        text,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{}/>",
        points.join(" "),
        dashes(curve)
    )
    .expect(INFALLIBLE);
    for row in curve {
        let (x, y) = point(row);
        writeln!(text, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>")
            .expect(INFALLIBLE);
    }
}

fn dashes(curve: &[FewshotRow]) -> &'static str {
    if curve[0].setting.n_unlabelled == 0 { " stroke-dasharray=\"5 4\"" } else { "" }
}

#[expect(clippy::cast_precision_loss, reason = "curves are few")]
fn name(text: &mut String, curve: &[FewshotRow], colour: &str, curve_idx: usize) {
    let (left, y) = (WIDTH - MARGIN + 12.0, MARGIN + 18.0 * curve_idx as f64);
    let name = match curve[0].setting.n_unlabelled {
        0 => curve[0].method.to_owned(),
        n_unlabelled => format!("{} + {n_unlabelled} unlabelled", curve[0].method),
    };
    writeln!(
        text,
        "<line x1=\"{left}\" x2=\"{}\" y1=\"{y}\" y2=\"{y}\" stroke=\"{colour}\" stroke-width=\"2\"{}/>\
         <text x=\"{}\" y=\"{}\">{name}</text>",
        left + 20.0,
        dashes(curve),
        left + 26.0,
        y + 4.0
    )
    .expect(INFALLIBLE);
}
