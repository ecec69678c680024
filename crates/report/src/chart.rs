//! Pictures of counts.

use std::collections::BTreeMap;

use plotters::coord::ranged1d::ValueFormatter;
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
    draw_depths(counts, longest, most)
        .ok()
        .map(|svg| of_the_page(&svg, "Positions by plies to the end: wins and losses"))
}

/// How many positions are won in how many of the winner's moves, beyond some number of these. `None` if there are none.
pub(crate) fn wins_by_moves(wins: &BTreeMap<u16, u64>, beyond: u16) -> Option<String> {
    let shown: Vec<(u16, u64)> = wins.range(beyond + 1..).map(|(&moves, &count)| (moves, count)).collect();
    draw_wins(&shown).ok()?.map(|svg| of_the_page(&svg, "Positions by the winner's moves"))
}

#[expect(clippy::cast_precision_loss, reason = "places in a picture")]
fn draw_wins(shown: &[(u16, u64)]) -> Result<Option<String>, Box<dyn std::error::Error>> {
    let (Some(&(first, _)), Some(&(last, _))) = (shown.first(), shown.last()) else { return Ok(None) };
    let most = shown.iter().map(|&(_, count)| count).max().unwrap_or(1);
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let (from, to) = (i32::from(first), i32::from(last) + 1);
        let mut chart = ChartBuilder::on(&root)
            .margin(10)
            .x_label_area_size(42)
            .y_label_area_size(84)
            .build_cartesian_2d(from..to, 0_f64..most as f64 * 1.05)?;
        draw_scales(&mut chart, "moves of the winner", rounded)?;
        let bars = shown.iter().map(|&(moves, count)| {
            Rectangle::new([(i32::from(moves), 0.0), (i32::from(moves) + 1, count as f64)], WINS.filled())
        });
        chart.draw_series(bars)?;
        root.present()?;
    }
    Ok(Some(svg))
}

/// Lines across, and what stands beside the scales: positions upwards.
fn draw_scales<X, Y>(
    chart: &mut ChartContext<'_, SVGBackend<'_>, Cartesian2d<X, Y>>,
    across: &str,
    in_words: fn(f64) -> String,
) -> Result<(), Box<dyn std::error::Error>>
where
    X: Ranged<ValueType = i32> + ValueFormatter<i32>,
    Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let words = ("sans-serif", 13).into_font().color(&TEXT);
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(LINES)
        .axis_style(TEXT)
        .label_style(words.clone())
        .axis_desc_style(words)
        .x_desc(across)
        .y_desc("positions")
        .y_label_formatter(&|count| in_words(*count))
        .draw()?;
    Ok(())
}

/// `0`, `500 thousand`, `1.5 billion`: what stands at a line of a plain scale.
fn rounded(count: f64) -> String {
    let scales = [(1e9, "billion"), (1e6, "million"), (1e3, "thousand")];
    match scales.into_iter().find(|(scale, _)| count >= *scale) {
        Some((scale, word)) => format!("{} {word}", (count / scale * 10.0).round() / 10.0),
        None => format!("{count}"),
    }
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
        draw_scales(&mut chart, "plies to the end", power_of_ten)?;
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
fn of_the_page(svg: &str, words: &str) -> String {
    let mut text = svg.to_owned();
    for (RGBColor(red, green, blue), name) in STAND_INS {
        text = text.replace(&format!("#{red:02X}{green:02X}{blue:02X}"), name);
    }
    let (width, height) = SIZE;
    text.replace(
        &format!("width=\"{width}\" height=\"{height}\""),
        &format!("class=\"chart\" role=\"img\" aria-label=\"{words}\""),
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

    #[test]
    fn wins_are_drawn_from_where_one_wants_to_see_them() {
        let wins = (1..40).map(|moves| (moves, 1000 - u64::from(moves))).collect();
        let svg = wins_by_moves(&wins, 0).unwrap();
        assert_eq!(svg.matches("var(--win)").count(), 39);
        assert_eq!(wins_by_moves(&wins, 30).unwrap().matches("var(--win)").count(), 9);
        assert_eq!(wins_by_moves(&wins, 39), None);
    }

    #[test]
    fn lines_of_a_plain_scale_are_short_words() {
        let words = [0.0, 500.0, 2e3, 1.5e6, 7e9].map(rounded);
        assert_eq!(words, ["0", "500", "2 thousand", "1.5 million", "7 billion"]);
    }
}
