//! A game as PGN, in points or in numbers: what is understood is written and read again without a loss.
#![no_main]

use libfuzzer_sys::fuzz_target;
use millwright_fuzz::round_trips;
use millwright_rules::notation::{Pgn, PgnGames, PlayOkGame, Remark, parse_game, parse_games};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Some(pgn) = round_trips::<Pgn>(text) {
        // What a game's tags say is understood or refused.
        if let (Ok(Some(game)), Ok(stones)) = (pgn.game(), pgn.stones()) {
            let rules =
                stones.map_or(game.rules(), |stones| game.rules().with_stones(stones.white, stones.black));
            if let Ok(start) = pgn.start(&rules) {
                let mut position = start;
                for made in &pgn.moves {
                    let legal = position.moves(&rules).contains(&made.chosen);
                    let played = position.play(&rules, made.chosen);
                    assert_eq!(played.is_ok(), legal, "{position} {}", made.chosen);
                    let Ok(next) = played else { break };
                    position = next;
                }
            }
        }
    }
    round_trips::<PlayOkGame>(text);
    if let Some(games) = round_trips::<PgnGames>(text) {
        let remarks = games.0.iter().flat_map(|game| &game.moves).flat_map(|made| &made.remarks);
        for remark in remarks {
            if let Remark::Variation(variation) = remark {
                // Moves or not: it is kept as it is.
                let _ = variation.pgn();
            }
        }
    }
    if let Ok((_, games)) = parse_games(text) {
        let games = PgnGames(games);
        assert_eq!(games.to_string().parse().as_ref(), Ok(&games));
    }
    if let Ok((_, pgn)) = parse_game(text) {
        assert_eq!(pgn.to_string().parse().as_ref(), Ok(&pgn));
    }
});
