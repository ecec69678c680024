//! Pictures of counts.

use plotters::prelude::*;

use crate::results::Counts;

/// Colours that stand for those of the page, which has two sets of them.
const STAND_INS: [(RGBColor, &str); 4] = [
    (RGBColor(1, 2, 3), "var(--soft)"),
    (RGBColor(1, 2, 4), "var(--rule)"),
    (RGBColor(1, 2, 5), "var(--win)"),
    (RGBColor(1, 2, 6), "var(--loss)"),
];
const TEXT: RGBColor = STAND_INS[0].0;
const LINES: RGBColor = STAND_INS[1].0;
const WINS: RGBColor = STAND_INS[2].0;
const LOSSES: RGBColor = STAND_INS[3].0;

const SIZE: (u32, u32) = (860, 340);

/// How many positions take how many plies: wins and losses, on a logarithmic scale. `None` if all are drawn.
pub(crate) fn depths(counts: &Counts) -> Option<String> {
    let longest = counts.plies.keys().copied().max()?;
    let most = counts.plies.values().copied().max()?;
    // A drawing that cannot be made is left out: the numbers are in the table beside it.
    draw_depths(counts, longest, most).ok().map(|svg| of_the_page(&svg))
}

#[expect(clippy::cast_precision_loss, reason = "places in a picture")]
fn draw_depths(counts: &Counts, longest: u16, most: u64) -> Result<String, Box<dyn std::error::Error>> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let top = most as f64 * 2.0;
        let mut chart = ChartBuilder::on(&root)
            .margin(10)
            .x_label_area_size(42)
            .y_label_area_size(84)
            .build_cartesian_2d(0_i32..i32::from(longest) + 1, (1_f64..top).log_scale())?;
        let words = ("sans-serif", 13).into_font().color(&TEXT);
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(LINES)
            .axis_style(TEXT)
            .label_style(words.clone())
            .axis_desc_style(words)
            .x_desc("plies to the end")
            .y_desc("positions")
            .y_label_formatter(&|count| power_of_ten(*count))
            .draw()?;
        for (odd, color) in [(true, WINS), (false, LOSSES)] {
            let points = counts.of_parity(odd).map(|(plies, count)| (i32::from(plies), count as f64));
            chart.draw_series(LineSeries::new(points, color.stroke_width(2)))?;
        }
        root.present()?;
    }
    Ok(svg)
}

/// `1`, `1 thousand`, `10 million`: what stands at a line of a logarithmic scale.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a power of ten below 10^12")]
fn power_of_ten(count: f64) -> String {
    let count = count.round() as u64;
    match count {
        0..1_000 => count.to_string(),
        1_000..1_000_000 => format!("{} thousand", count / 1_000),
        1_000_000..1_000_000_000 => format!("{} million", count / 1_000_000),
        _ => format!("{} billion", count / 1_000_000_000),
    }
}

/// The colours of the page instead of those that stand for them, and the width that there is.
fn of_the_page(svg: &str) -> String {
    let mut text = svg.to_owned();
    for (RGBColor(red, green, blue), name) in STAND_INS {
        text = text.replace(&format!("#{red:02X}{green:02X}{blue:02X}"), name);
    }
    let (width, height) = SIZE;
    text.replace(
        &format!("width=\"{width}\" height=\"{height}\""),
        "class=\"chart\" role=\"img\" aria-label=\"Positions by plies to the end: wins and losses\"",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_has_the_colours_of_the_page_and_no_others() {
        let counts =
            Counts { plies: (0..40).map(|plies| (plies, 1 << (plies / 2))).collect(), ..Counts::default() };
        let svg = depths(&counts).unwrap();
        for (_, name) in STAND_INS {
            assert!(svg.contains(name), "{name}");
        }
        assert!(!svg.contains("#0102") && svg.contains("viewBox"), "{svg}");
        assert_eq!(depths(&Counts::default()), None);
    }
}
