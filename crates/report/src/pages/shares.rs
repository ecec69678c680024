//! Won, drawn and lost, as a bar and as numbers.

use maud::{Markup, html};

use crate::quantity::{percent, share, thousands};
use crate::results::Counts;

/// The words for a value of a start: `W23`, `D`, `L12`.
pub(crate) fn tone(value: &str) -> &'static str {
    match value.as_bytes().first() {
        Some(b'W') => "win",
        Some(b'L') => "loss",
        Some(b'D') => "draw",
        _ => "none",
    }
}

/// A bar of three parts.
pub(super) fn bar(counts: &Counts) -> Markup {
    let width = |part: u64| format!("flex-grow:{:.4}", share(part, counts.positions));
    html! {
        span class="bar" aria-hidden="true" {
            span class="win" style=(width(counts.win)) {}
            span class="draw" style=(width(counts.draw)) {}
            span class="loss" style=(width(counts.loss)) {}
        }
    }
}

/// The shares in percent, in the colours of the outcomes.
pub(super) fn percents(counts: &Counts, decimals: u32) -> Markup {
    let text = |part| percent(part, counts.positions, decimals);
    html! {
        span class="win" { (text(counts.win)) } " / " span class="draw" { (text(counts.draw)) } " / "
        span class="loss" { (text(counts.loss)) }
    }
}

/// All of it as a list.
pub(super) fn summary(counts: &Counts) -> Markup {
    let line = |tone: &str, words: &str, part: u64| {
        html! {
            dt class=(tone) { (words) }
            dd { (thousands(part)) " (" (percent(part, counts.positions, 2)) " %)" }
        }
    };
    html! {
        (bar(counts))
        dl class="numbers" {
            dt { "positions" } dd { (thousands(counts.positions)) }
            (line("win", "won by the player to move", counts.win))
            (line("draw", "drawn", counts.draw))
            (line("loss", "lost by the player to move", counts.loss))
            @if let Some(win) = counts.longest_win() { dt { "longest win" } dd { (win) " plies" } }
            @if let Some(loss) = counts.of_parity(false).map(|(plies, _)| plies).max() { dt { "longest loss" } dd { (loss) " plies" } }
        }
    }
}
