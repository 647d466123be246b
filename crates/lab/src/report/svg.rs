//! The few shapes that a plot needs.

use std::fmt::{self, Write};

use super::escape;

/// A drawing.
#[derive(Clone, PartialEq, Debug)]
pub struct Svg {
    width: f64,
    height: f64,
    body: String,
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// Colours that people who see few colours can tell apart (Okabe and Ito).
pub(super) const PALETTE: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999"];

impl Svg {
    /// An empty drawing.
    pub fn new(width: f64, height: f64) -> Self {
        Self { width, height, body: String::new() }
    }

    fn add(&mut self, element: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.body.write_fmt(element);
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), color: &str, width: f64) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.add(format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{color}\" \
             stroke-width=\"{width}\"/>"
        ));
    }

    pub(super) fn rect(&mut self, corner: (f64, f64), size: (f64, f64), fill: &str) {
        let ((x, y), (width, height)) = (corner, size);
        self.add(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{fill}\"/>",
            width.max(0.0),
            height.max(0.0)
        ));
    }

    pub(super) fn circle(&mut self, center: (f64, f64), radius: f64, fill: &str) {
        let (x, y) = center;
        self.add(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{fill}\"/>"
        ));
    }

    pub(super) fn path(&mut self, points: &[(f64, f64)], color: &str) {
        let points = points.iter().fold(String::new(), |mut text, (x, y)| {
            let _ = write!(text, "{x:.1},{y:.1} ");
            text
        });
        self.add(format_args!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>",
            points.trim_end()
        ));
    }

    pub(super) fn text(&mut self, at: (f64, f64), anchor: Anchor, text: &str) {
        let (x, y) = at;
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        self.add(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
            escape(text)
        ));
    }
}

impl fmt::Display for Svg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, height, body } = self;
        write!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\">\
             {body}</svg>"
        )
    }
}
