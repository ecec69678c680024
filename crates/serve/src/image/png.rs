//! A drawing as PNG: pixels by their distance to shapes, in the chunks of RFC 2083.

use std::io::Write;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

use super::drawing::{Drawing, Place, Rgb, SIDE, Shape};

/// What a file begins with.
const SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a];

/// Eight bits for each of red, green and blue; compressed, filtered and interlaced as usual.
const TRUE_COLOUR: [u8; 5] = [8, 2, 0, 0, 0];

/// Bytes of a pixel.
const PIXEL: usize = 3;

/// A file of so many pixels in a row and so many rows.
pub(super) fn write(drawing: &Drawing, size: u32) -> Vec<u8> {
    let pixels = Canvas::of(drawing, size).0;
    let mut rows = ZlibEncoder::new(Vec::new(), Compression::default());
    for row in pixels.chunks(PIXEL * size as usize) {
        // Each row as it is, without a filter. Writing to memory does not fail.
        let _ = rows.write_all(&[0]).and_then(|()| rows.write_all(row));
    }
    let head = [&size.to_be_bytes()[..], &size.to_be_bytes(), &TRUE_COLOUR].concat();
    let mut file = SIGNATURE.to_vec();
    add_chunk(&mut file, *b"IHDR", &head);
    add_chunk(&mut file, *b"IDAT", &rows.finish().unwrap_or_default());
    add_chunk(&mut file, *b"IEND", &[]);
    file
}

fn add_chunk(file: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    let length = u32::try_from(data.len()).expect("a picture has less than 4 GiB");
    let mut sum = Crc::new();
    sum.update(&kind);
    sum.update(data);
    file.extend(length.to_be_bytes());
    file.extend(kind);
    file.extend(data);
    file.extend(sum.sum().to_be_bytes());
}

/// Pixels, row after row.
struct Canvas(Vec<u8>);

impl Canvas {
    #[expect(clippy::cast_precision_loss, reason = "sizes are below 10,000")]
    fn of(drawing: &Drawing, size: u32) -> Self {
        let Rgb(red, green, blue) = drawing.background;
        let mut canvas = Self([red, green, blue].repeat(size as usize * size as usize));
        let scale = SIDE / size as f32;
        for shape in &drawing.shapes {
            canvas.draw(shape, size, scale);
        }
        canvas
    }

    /// Mixes the colour of a shape into the pixels that it covers, those at its edge by how much of them.
    #[expect(clippy::cast_precision_loss, reason = "sizes are below 10,000")]
    fn draw(&mut self, shape: &Shape, size: u32, scale: f32) {
        let (color, from, to) = bounds(shape);
        let [left, top] = [from.x, from.y].map(|least| pixel(least / scale - 1.0, size));
        let [right, bottom] = [to.x, to.y].map(|most| pixel(most / scale + 2.0, size));
        for y in top..bottom {
            for x in left..right {
                let at = Place { x: (x as f32 + 0.5) * scale, y: (y as f32 + 0.5) * scale };
                let covered = (0.5 - distance(shape, at) / scale).clamp(0.0, 1.0);
                if covered > 0.0 {
                    self.mix((y * size + x) as usize, color, covered);
                }
            }
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between two bytes lie bytes"
    )]
    fn mix(&mut self, pixel: usize, Rgb(red, green, blue): Rgb, covered: f32) {
        let old = &mut self.0[PIXEL * pixel..PIXEL * (pixel + 1)];
        for (old, new) in old.iter_mut().zip([red, green, blue]) {
            let mixed = f32::from(*old) + (f32::from(new) - f32::from(*old)) * covered;
            *old = mixed.round() as u8;
        }
    }
}

/// The nearest pixel that there is.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is not below 0, and sizes are small"
)]
fn pixel(at: f32, size: u32) -> u32 {
    (at.max(0.0) as u32).min(size)
}

/// The colour of a shape, and the corners of what it lies in.
fn bounds(shape: &Shape) -> (Rgb, Place, Place) {
    let around = |at: Place, reach: f32| {
        (Place { x: at.x - reach, y: at.y - reach }, Place { x: at.x + reach, y: at.y + reach })
    };
    match *shape {
        Shape::Line { from, to, width, color } => {
            let least = Place { x: from.x.min(to.x) - width, y: from.y.min(to.y) - width };
            (color, least, Place { x: from.x.max(to.x) + width, y: from.y.max(to.y) + width })
        }
        Shape::Disc { at, radius, color } => {
            let (least, most) = around(at, radius);
            (color, least, most)
        }
        Shape::Ring { at, radius, width, color } => {
            let (least, most) = around(at, radius + width);
            (color, least, most)
        }
    }
}

/// How far a place is from the edge of a shape; less than 0 inside.
fn distance(shape: &Shape, at: Place) -> f32 {
    let to_point = |other: Place| (at.x - other.x).hypot(at.y - other.y);
    match *shape {
        Shape::Disc { at: center, radius, .. } => to_point(center) - radius,
        Shape::Ring { at: center, radius, width, .. } => (to_point(center) - radius).abs() - width / 2.0,
        Shape::Line { from, to, width, .. } => {
            let (dx, dy) = (to.x - from.x, to.y - from.y);
            let along = ((at.x - from.x) * dx + (at.y - from.y) * dy) / (dx * dx + dy * dy).max(f32::EPSILON);
            let along = along.clamp(0.0, 1.0);
            to_point(Place { x: from.x + along * dx, y: from.y + along * dy }) - width / 2.0
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::ZlibDecoder;
    use millwright_rules::Game;
    use millwright_rules::notation::parse_position;

    use super::*;

    /// The pixels of a file, read by what the standard says and not by what wrote it.
    fn pixels(file: &[u8], size: usize) -> Vec<u8> {
        assert_eq!(&file[1..4], b"PNG");
        let (mut at, mut data, mut kinds) = (8, Vec::new(), Vec::new());
        while at < file.len() {
            let length = u32::from_be_bytes(file[at..at + 4].try_into().unwrap()) as usize;
            let kind = &file[at + 4..at + 8];
            if kind == b"IDAT" {
                data.extend(&file[at + 8..at + 8 + length]);
            }
            kinds.push(kind.to_vec());
            at += 12 + length;
        }
        assert_eq!((at, kinds), (file.len(), vec![b"IHDR".to_vec(), b"IDAT".to_vec(), b"IEND".to_vec()]));
        let mut rows = Vec::new();
        ZlibDecoder::new(&data[..]).read_to_end(&mut rows).unwrap();
        assert_eq!(rows.len(), size * (1 + PIXEL * size));
        rows.chunks(1 + PIXEL * size).flat_map(|row| row[1..].to_vec()).collect()
    }

    #[test]
    fn stones_are_where_they_belong() {
        let rules = Game::Standard.rules();
        let position = parse_position("w_a1.8_g7.8", &rules).unwrap();
        for size in [64, 480, 700] {
            let file = super::super::image(super::super::ImageForm::Png(size), &rules, &position);
            let size = size as usize;
            let pixels = pixels(&file, size);
            let color = |x: usize, y: usize| {
                let at = PIXEL * (y * size / 480 * size + x * size / 480);
                (pixels[at], pixels[at + 1], pixels[at + 2])
            };
            // a1 is below on the left, g7 above on the right.
            assert_eq!(color(72, 408), (0xfb, 0xfa, 0xf5), "{size}");
            assert_eq!(color(408, 72), (0x26, 0x24, 0x22), "{size}");
            assert_eq!(color(2, 2), (0xe9, 0xd8, 0xb4), "{size}");
            assert_eq!(color(240, 240), (0xe9, 0xd8, 0xb4), "{size}: nothing in the middle");
        }
    }
}
