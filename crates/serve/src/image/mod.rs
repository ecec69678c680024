//! Positions as pictures, for forums and other pages: one drawing, written as SVG or as PNG.

mod drawing;
mod png;
mod svg;

use millwright_rules::{Position, Rules};

use self::drawing::Drawing;

/// How a picture is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ImageForm {
    /// Lines and circles.
    Svg,
    /// So many pixels high and wide.
    Png(u32),
}

impl ImageForm {
    /// What it is called in headers.
    pub(crate) const fn mime(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Png(_) => "image/png",
        }
    }
}

/// A position as a picture: board, stones, those in hand, and a ring around the hand of the player to move.
pub(crate) fn image(form: ImageForm, rules: &Rules, position: &Position) -> Vec<u8> {
    let drawing = Drawing::of(rules, position);
    match form {
        ImageForm::Svg => svg::write(&drawing).into_bytes(),
        ImageForm::Png(size) => png::write(&drawing, size),
    }
}
