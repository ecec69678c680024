//! Loewer, on the four combinations of rules of the standard game.

use millwright_index::{OpeningPly, orbit_count};
use millwright_rules::Game;

use super::{LOEWER, Paper, by_stones, longest, shares, text};
use crate::cell::{Cell, PaperTable};
use crate::quantity::fixed_percent;
use crate::results::{Comparison, Results, Statistics};

/// His names for the games.
const GAMES: [(Game, &str); 4] = [
    (Game::Standard, "capture_take1"),
    (Game::StandardTakeTwo, "capture_take2"),
    (Game::StandardProtected, "protected_take1"),
    (Game::StandardProtectedTakeTwo, "protected_take2"),
];

pub(super) fn paper(results: &Results) -> Paper {
    let mut tables = vec![table_2(results), table_3(results), table_4(results)];
    let notes = || {
        vec!["All stones are placed. Rows: stones of the player to move; columns: of the other.".to_owned()]
    };
    for (number, game, key) in [
        ("5", Game::StandardProtected, "loewer_table_5_protected_win_loss_draw_percent"),
        ("6", Game::Standard, "loewer_table_6_capture_win_loss_draw_percent"),
    ] {
        let title = format!("{game}: positions won/lost/drawn by the player to move, in percent");
        tables.push(by_stones(
            (&format!("loewer-{number}"), &format!("Table {number}"), title),
            &LOEWER[key],
            notes(),
            |mover, other| {
                let counts = results.movement(game)?.moving(mover, other)?;
                Some(shares(counts, [counts.win, counts.loss, counts.draw], 1, "/"))
            },
        ));
    }
    for (number, game, key) in [
        ("7", Game::StandardProtected, "loewer_table_7_protected_max_plies"),
        ("8", Game::Standard, "loewer_table_8_capture_max_plies"),
    ] {
        let title = format!("{game}: the longest win or loss, in plies");
        tables.push(by_stones(
            (&format!("loewer-{number}"), &format!("Table {number}"), title),
            &LOEWER[key],
            notes(),
            |mover, other| longest(results.movement(game)?, mover, other),
        ));
    }
    tables.push(table_9(results));
    Paper {
        id: "loewer",
        authors: "Loewer",
        title: "Nine Men's Morris under four combinations of rules",
        tables,
        figures: Vec::new(),
    }
}

fn table_2(results: &Results) -> PaperTable {
    let published = &LOEWER["loewer_table_2_four_four_always_capture"];
    let ours = results.movement(Game::Standard).and_then(|of| of.moving(4, 4));
    let mut rows = vec![(
        "draw".to_owned(),
        vec![Cell::new(ours.map(|of| of.draw.to_string()), text(&published["draws"]))],
    )];
    for plies in 0..10_u16 {
        let ours = ours.map(|of| of.plies.get(&plies).copied().unwrap_or(0).to_string());
        rows.push((
            format!("in {plies} plies"),
            vec![Cell::new(ours, text(&published["plies"][plies.to_string()]))],
        ));
    }
    PaperTable {
        id: "loewer-2".to_owned(),
        name: "Table 2".to_owned(),
        title: "standard: four stones against four, positions by their value".to_owned(),
        notes: Vec::new(),
        head: ["value", "positions"].map(str::to_owned).to_vec(),
        rows,
    }
}

fn table_3(results: &Results) -> PaperTable {
    let published = &LOEWER["loewer_table_3_protected_to_capture_endgame"];
    let is_his = |of: &&Comparison| {
        of.opening.is_none() && (of.from, of.to) == (Game::StandardProtected, Game::Standard)
    };
    let found = results.comparisons.iter().find(is_his);
    let total = found.map(|found| &found.total);
    let rows = [
        ("all positions", total.map(|of| of.positions), "total"),
        ("drawn, then lost", total.map(|of| of.draw_to_loss), "draws_to_losses"),
        ("drawn, then won", total.map(|of| of.draw_to_win), "draws_to_wins"),
        ("lost, then drawn", total.map(|of| of.loss_to_draw), "losses_to_draws"),
        ("won, then drawn", total.map(|of| of.win_to_draw), "wins_to_draws"),
        ("lost, then won", total.map(|of| of.loss_to_win), "losses_to_wins"),
        ("won, then lost", total.map(|of| of.win_to_loss), "wins_to_losses"),
    ];
    let row = |(words, ours, key): (&str, Option<u64>, &str)| {
        (words.to_owned(), vec![Cell::new(ours.map(|count| count.to_string()), text(&published[key]))])
    };
    PaperTable {
        id: "loewer-3".to_owned(),
        name: "Table 3".to_owned(),
        title: "What changes once all stones are placed if stones in mills are no longer protected"
            .to_owned(),
        notes: Vec::new(),
        head: ["from standard-protected to standard", "positions"].map(str::to_owned).to_vec(),
        rows: rows.map(row).to_vec(),
    }
}

/// White's wins, Black's wins and draws before the last stone is placed, by Black.
fn before_the_last_stone(statistics: &Statistics) -> Option<[u64; 3]> {
    let plies = OpeningPly::all(&statistics.rules)?;
    let last = plies.last()?;
    let counts = statistics.sum(|subspace| last.has(subspace));
    Some([counts.loss, counts.win, counts.draw])
}

/// Positions before ply 18 that he counts and play cannot lead to: White has fewer than three stones left, or Black with
/// the one in hand. Who is short has lost.
fn out_of_reach() -> [u64; 3] {
    let mut more = [0; 3];
    for white in 0..=9_u8 {
        for black in 0..9_u8 {
            match (white < 3, black + 1 < 3) {
                (true, _) => more[1] += orbit_count(black, white),
                (false, true) => more[0] += orbit_count(black, white),
                (false, false) => {}
            }
        }
    }
    more
}

fn table_4(results: &Results) -> PaperTable {
    let published = &LOEWER["loewer_table_4_ply18_percent_white_black_draw"];
    let row = |(game, name): (Game, &str)| {
        let ours = results.complete(game).and_then(before_the_last_stone);
        let his = ours.map(|ours| {
            let more = out_of_reach();
            [0, 1, 2].map(|place| ours[place] + more[place])
        });
        let cells = [0, 1, 2].map(|place| {
            let ours = his.map(|counts| fixed_percent(counts[place], counts.iter().sum(), 2));
            let published = published[name][place].as_f64().map(|percent| format!("{percent:.2}"));
            Cell::new(ours, published)
        });
        (game.name().to_owned(), cells.to_vec())
    };
    PaperTable {
        id: "loewer-4".to_owned(),
        name: "Table 4".to_owned(),
        title: "Before the last stone is placed: won by White, won by Black, drawn, in percent".to_owned(),
        notes: vec![
            "He also counts 14,517,215 positions that play cannot lead to, in which a player has fewer than three stones left. They are \
             counted here as he does, each lost by the player who is short; without them the second decimal differs."
                .to_owned(),
        ],
        head: ["game", "White", "Black", "drawn"].map(str::to_owned).to_vec(),
        rows: GAMES.map(row).to_vec(),
    }
}

fn table_9(results: &Results) -> PaperTable {
    let published = &LOEWER["loewer_table_9_opening_max_plies"];
    let row = |ply: u8| {
        let cells = GAMES.map(|(game, name)| {
            let of_ply = results.complete(game).and_then(|of| {
                let opening = OpeningPly::all(&of.rules)?;
                let ply = opening.into_iter().find(|known| known.number == ply)?;
                Some(of.sum(|subspace| ply.has(subspace)))
            });
            let ours = of_ply
                .map(|counts| counts.max_plies.map_or_else(|| "-".to_owned(), |plies| plies.to_string()));
            let published = &published[name][usize::from(ply) - 1];
            Cell::new(ours, text(published).or_else(|| Some("-".to_owned())))
        });
        (ply.to_string(), cells.to_vec())
    };
    PaperTable {
        id: "loewer-9".to_owned(),
        name: "Table 9".to_owned(),
        title: "The longest win or loss by the ply of the opening that is about to be made".to_owned(),
        notes: vec![
            "At plies 2 and 3 he has positions that play cannot lead to: a stone was taken before any mill could be closed. They take longer."
                .to_owned(),
        ],
        head: std::iter::once("ply").chain(GAMES.map(|(game, _)| game.name())).map(str::to_owned).collect(),
        rows: (1..=18).map(row).collect(),
    }
}
