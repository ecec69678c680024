//! Matches between our own players.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use millwright_play::{Contestant, Match, MatchError, Nodes, Play, Played, Tally};
use millwright_rules::{Color, Game};
use millwright_table::{TableDirectory, Tablebase};

fn nothing_known(game: Game) -> Tablebase {
    let nowhere = tempfile::tempdir().unwrap();
    Tablebase::new(TableDirectory::new(nowhere.path(), game), 1 << 20)
}

fn match_of(first: &str, second: &str, games: u32) -> Match {
    Match {
        game: Game::Standard,
        stones: Game::Standard.rules().stones,
        first: first.parse().unwrap(),
        second: second.parse().unwrap(),
        games,
        nodes: Nodes::new(100, 300),
        opening_plies: 2,
        seed: 5,
        time_limit: Duration::from_secs(5),
    }
}

fn run(of: &Match, done: &BTreeSet<u32>, concurrency: usize) -> Vec<Played> {
    let mut played = Vec::new();
    let stop = AtomicBool::new(false);
    of.run(&nothing_known(of.game), (done, concurrency), &stop, &mut |game| {
        played.push(game);
        true
    })
    .unwrap();
    played.sort_by_key(|game| game.number);
    played
}

#[test]
fn games_are_the_same_whoever_plays_them_when() {
    let of = match_of("engine", "paper", 8);
    let all = run(&of, &BTreeSet::new(), 1);
    assert_eq!(all.iter().map(|game| game.number).collect::<Vec<_>>(), (1..=8).collect::<Vec<_>>());
    assert_eq!(run(&of, &BTreeSet::new(), 3), all);
    let rest = run(&of, &BTreeSet::from([1, 2, 3, 5]), 2);
    assert_eq!(rest, [&all[3], &all[5], &all[6], &all[7]].map(Clone::clone));
    // Two games in a row begin alike, with sides switched.
    for pair in all.chunks(2) {
        assert_eq!(pair[0].play.moves()[..2], pair[1].play.moves()[..2]);
        assert_eq!((pair[0].first, pair[1].first), (Color::White, Color::Black));
    }
    assert!(all[0].play.moves()[..2] != all[2].play.moves()[..2]);
}

#[test]
fn every_game_is_saved_legal_and_known_again() {
    let of = match_of("engine-6", "random", 10);
    let mut tally = Tally::default();
    for game in run(&of, &BTreeSet::new(), 1) {
        let pgn: millwright_rules::notation::Pgn = game.pgn().to_string().parse().unwrap();
        let play = Play::from_pgn(&pgn, &Play::new(Game::Lasker)).unwrap();
        assert_eq!(play, game.play);
        assert!(play.end().is_some());
        assert_eq!(Played::of_saved(&pgn, &of), Some((game.number, game.score())));
        assert_eq!(Played::of_saved(&pgn, &Match { seed: 6, ..of.clone() }), None);
        tally.add(game.score());
    }
    assert!(tally.wins >= 9, "{tally:?}");
}

#[test]
fn a_match_that_needs_tables_says_so() {
    let of = match_of("strong-plain", "random", 3);
    let stop = AtomicBool::new(false);
    let error = of.run(&nothing_known(of.game), (&BTreeSet::new(), 2), &stop, &mut |_| true).unwrap_err();
    assert!(matches!(error, MatchError::Choose { .. }));
    assert!(error.to_string().starts_with("strong-plain cannot play on: the table of subspace "), "{error}");
    let of = Match { opening_plies: 4000, ..match_of("random", "random", 1) };
    let error = of.run(&nothing_known(of.game), (&BTreeSet::new(), 1), &stop, &mut |_| true).unwrap_err();
    assert_eq!(error.to_string(), "no game of 4000 plies at random goes on; use fewer");
}

#[test]
fn engines_that_do_not_run_or_say_nothing_lose() {
    for (command, reason) in
        [("uci:/no/such/engine", "cannot be started"), ("uci:true", "has ended by itself")]
    {
        let of = Match { opening_plies: 0, ..match_of(command, "random", 2) };
        for game in run(&of, &BTreeSet::new(), 1) {
            let forfeit = game.forfeit.clone().unwrap();
            assert_eq!((forfeit.color, game.play.moves().len()), (game.first, 0));
            assert!(forfeit.reason.starts_with(reason), "{}", forfeit.reason);
            assert_eq!(Played::of_saved(&game.pgn(), &of), Some((game.number, millwright_play::Score::Loss)));
        }
    }
    assert!("uci: ".parse::<Contestant>().is_err() && "nobody".parse::<Contestant>().is_err());
}
