//! Which positions of a game can arise, and how forgiving they are.

use maud::{Markup, html};
use millwright_index::Subspace;

use super::shares::{bar, percents};
use crate::census::{Arising, ArisingCounts, Choice, Choices, OfWorth};
use crate::quantity::{percent, share, thousands};

/// The subspaces whose drawn positions are the most treacherous, so many.
const TREACHEROUS: usize = 10;
/// Those with fewer drawn positions are left out.
const ENOUGH_DRAWN: u64 = 1_000_000;

/// Positions that can arise, in all and by stones on the board.
pub(super) fn arising(arising: &Arising) -> Markup {
    let ArisingCounts { all, any, keeping } = &arising.total;
    html! {
        section {
            h2 { "What can arise" }
            p { "From the empty board, by any play, " strong { (percent(any.positions, all.positions, 1)) " %" } " of all positions can arise; "
                (percent(keeping.positions, all.positions, 1)) " % can if nobody gives away his result." }
            div class="wide" { table {
                thead { tr { th { "positions" } th class="number" { "up to symmetry" } th { "won / drawn / lost, %" } th class="number" { "longest" } } }
                tbody { @for (words, counts) in [("all", all), ("by any play", any), ("if nobody gives away his result", keeping)] { tr {
                    th scope="row" { (words) } td class="number" { (thousands(counts.positions)) }
                    td { @if counts.positions > 0 { (bar(counts)) (percents(counts, 1)) } }
                    td class="number" { @if let Some(plies) = counts.max_plies { (plies) } }
                } } }
            } }
            h3 { "By any play, in percent; no stones in hand" }
            p class="note" { "Rows: stones of the player to move; columns: of the other." }
            (by_stones(arising))
        }
    }
}

fn by_stones(arising: &Arising) -> Markup {
    let most = arising.rules.stones.white.get().max(arising.rules.stones.black.get());
    html! {
        div class="wide" { table class="paper heat" {
            thead { tr { th { "stones" } @for other in 3..=most { th { (other) } } } }
            tbody { @for mover in 3..=most { tr {
                th scope="row" { (mover) }
                @for other in 3..=most {
                    @match arising.subspaces.get(&Subspace { mover, other, mover_hand: 0, other_hand: 0 }) {
                        Some(ArisingCounts { all, any, .. }) => {
                            @let strength = 100.0 * share(any.positions, all.positions);
                            td style=(format!("background:color-mix(in oklab, var(--deep) {strength:.0}%, transparent)")) {
                                (percent(any.positions, all.positions, 1))
                            }
                        }
                        None => td {},
                    }
                }
            } } }
        } }
    }
}

/// How many moves keep what positions are worth.
pub(super) fn choices(choices: &Choices) -> Markup {
    let Choice { win, draw } = &choices.total;
    let mut treacherous: Vec<(&Subspace, &OfWorth)> = choices
        .subspaces
        .iter()
        .map(|(subspace, choice)| (subspace, &choice.draw))
        .filter(|(_, draw)| draw.positions >= ENOUGH_DRAWN)
        .collect();
    treacherous.sort_by(|(_, one), (_, other)| {
        share(other.losing, other.moves).total_cmp(&share(one.losing, one.moves))
    });
    treacherous.truncate(TREACHEROUS);
    html! {
        section {
            h2 { "How forgiving positions are" }
            p { "In " strong { (percent(win.only_move, win.positions, 1)) " %" } " of the won positions one move alone wins; of all their moves "
                (percent(win.keeping, win.moves, 1)) " % do. In " strong { (percent(draw.only_move, draw.positions, 1)) " %" }
                " of the drawn ones one move alone draws; " (percent(draw.keeping, draw.moves, 1)) " % of their moves do, and "
                (percent(draw.losing, draw.moves, 1)) " % lose." }
            @if !treacherous.is_empty() {
                h3 { "Where drawn positions are the most treacherous" }
                p class="note" { "Subspaces with a million drawn positions or more: stones on the board of the player to move and of the other, then in hand." }
                div class="wide" { table {
                    thead { tr { th { "subspace" } th class="number" { "drawn" } th class="number" { "one move draws, %" } th class="number" { "moves that lose, %" } } }
                    tbody { @for (subspace, draw) in treacherous { tr {
                        th scope="row" { (subspace) } td class="number" { (thousands(draw.positions)) }
                        td class="number" { (percent(draw.only_move, draw.positions, 1)) }
                        td class="number" { (percent(draw.losing, draw.moves, 1)) }
                    } } }
                } }
            }
        }
    }
}
