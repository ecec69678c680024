//! A drawing as SVG.

use std::fmt::Write;

use super::drawing::{Drawing, Rgb, SIDE, Shape};

pub(super) fn write(drawing: &Drawing) -> String {
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\" width=\"{SIDE}\" height=\"{SIDE}\" \
         role=\"img\"><title>{}</title><rect width=\"100%\" height=\"100%\" fill=\"{}\"/>",
        drawing.words,
        hex(drawing.background)
    );
    for shape in &drawing.shapes {
        // Writing to a string cannot fail.
        let _ = match *shape {
            Shape::Line { from, to, width, color } => write!(
                text,
                "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{width}\" \
                 stroke-linecap=\"round\"/>",
                from.x,
                from.y,
                to.x,
                to.y,
                hex(color)
            ),
            Shape::Disc { at, radius, color } => {
                write!(
                    text,
                    "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"{}\"/>",
                    at.x,
                    at.y,
                    hex(color)
                )
            }
            Shape::Ring { at, radius, width, color } => write!(
                text,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\"/>",
                at.x,
                at.y,
                hex(color)
            ),
        };
    }
    text.push_str("</svg>");
    text
}

fn hex(Rgb(red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
