//! Players on a solved game.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use millwright_index::UnitGraph;
use millwright_play::{ChooseError, End, Fallback, Percent, Play, Player, Random};
use millwright_rules::notation::parse_position;
use millwright_rules::{ByColor, Color, Game, Over, StoneCount, Value};
use millwright_solve::{MemoryTables, UnitOptions};
use millwright_table::{ProbeError, TableDirectory, Tablebase};

const THREE: ByColor<StoneCount> = ByColor { white: StoneCount::MIN, black: StoneCount::MIN };

/// A tablebase without any table on disk.
fn nothing_known(game: Game) -> Tablebase {
    let nowhere = tempfile::tempdir().expect("there is a place for temporary files");
    Tablebase::new(TableDirectory::new(nowhere.path(), game), 1 << 20)
}

/// The game with three stones each, solved in memory.
fn three_stones(game: Game) -> Tablebase {
    let stop = AtomicBool::new(false);
    let options = UnitOptions::new(&stop);
    let graph = UnitGraph::extended(&game.rules(), StoneCount::MIN);
    let tablebase = nothing_known(game);
    let tables = MemoryTables::solve(&graph, &options).expect("it is small");
    tablebase.add_in_memory(Arc::new(tables));
    tablebase
}

fn match_of(players: ByColor<Player>, tablebase: &Tablebase, game: Game, seed: u64) -> Play {
    let mut random = Random::from_seed(seed);
    let mut play = Play::with_stones(game, THREE);
    while play.end().is_none() {
        let player = players[play.position().turn()];
        let chosen = player.choose(&play, tablebase, &mut random).expect("it is known");
        play.play(chosen.chosen).expect("it is legal");
    }
    play
}

#[test]
fn two_strong_players_take_exactly_as_many_plies_as_the_value_says() {
    for game in [Game::Standard, Game::Lasker, Game::Morabaraba] {
        let tablebase = three_stones(game);
        let start = Play::with_stones(game, THREE);
        let value = tablebase.value_of(start.position()).unwrap();
        for (seed, player) in (0..10).zip([Player::Strong, Player::Ultra].into_iter().cycle()) {
            let play = match_of(ByColor::both(player), &tablebase, game, seed);
            match value {
                Value::Draw => assert_eq!(play.end().unwrap().winner(), None, "{game}"),
                Value::Win(plies) | Value::Loss(plies) => {
                    assert_eq!(play.moves().len(), usize::from(plies), "{game}");
                    let winner = if plies % 2 == 1 { Color::White } else { Color::Black };
                    assert_eq!(play.end().unwrap().winner(), Some(winner), "{game}");
                }
            }
        }
    }
}

#[test]
fn no_strong_player_ever_makes_his_position_worse() {
    let tablebase = three_stones(Game::Standard);
    let players = ByColor { white: Player::Strong, black: Player::Random };
    for seed in 0..20 {
        let play = match_of(players, &tablebase, Game::Standard, seed);
        // White has a win in 23 at the start; against random moves it only gets shorter.
        assert_eq!(play.end().unwrap().winner(), Some(Color::White));
        assert!(play.moves().len() <= 23);
        for pair in play.positions().windows(2).step_by(2) {
            let [before, after] = [0, 1].map(|at| tablebase.value_of(&pair[at]).unwrap());
            assert_eq!(after.seen_from_parent(), before);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game_and_others_vary() {
    let tablebase = three_stones(Game::Standard);
    let erring = Player::Erring(Percent::new(40).unwrap());
    for players in [
        ByColor::both(Player::Strong),
        ByColor { white: erring, black: Player::Ultra },
        ByColor::both(Player::Random),
    ] {
        let played = |seed| match_of(players, &tablebase, Game::Standard, seed);
        assert_eq!(played(1), played(1));
        assert!((2..6).any(|seed| played(seed) != played(1)), "{players:?}");
    }
}

#[test]
fn who_errs_loses_games_that_are_won() {
    let tablebase = three_stones(Game::Standard);
    let players = ByColor { white: Player::Erring(Percent::new(60).unwrap()), black: Player::Strong };
    let winners: Vec<_> = (0..40)
        .map(|seed| match_of(players, &tablebase, Game::Standard, seed).end().unwrap().winner())
        .collect();
    assert!(winners.contains(&Some(Color::Black)), "{winners:?}");
}

#[test]
fn without_tables_some_cannot_play_and_others_search_and_say_so() {
    let tablebase = nothing_known(Game::Standard);
    let mut random = Random::from_seed(0);
    let start = Play::new(Game::Standard);
    for player in [Player::PlainStrong, Player::PlainUltra, Player::Erring(Percent::new(99).unwrap())] {
        assert!(player.needs_tables());
        let error = player.choose(&start, &tablebase, &mut random).unwrap_err();
        assert!(matches!(error, ChooseError::Probe(ProbeError::Missing { .. })), "{error}");
        assert!(error.to_string().contains("the table of subspace 0_1_9_8 is missing"), "{error}");
    }
    for name in ["random", "beginner-30", "engine:1000", "engine-1", "engine-5", "paper:1000-2000"] {
        let player: Player = name.parse().unwrap();
        assert!(!player.needs_tables());
        assert_eq!(player.choose(&start, &tablebase, &mut random).unwrap().fallback, None, "{name}");
    }
    let choice = Player::Ultra.choose(&start, &tablebase, &mut random).unwrap();
    assert_eq!(choice.fallback, Some(Fallback::Search(Player::Ultra)));
    assert_eq!(
        choice.fallback.unwrap().to_string(),
        "no table has all moves of this position: ultra searches, and may be wrong"
    );
}

/// The position of a user who found that a player for whom all draws are the same never closed his open mill.
#[test]
fn between_equal_draws_the_one_that_closes_mills_is_taken() {
    let stones = StoneCount::new(5).unwrap();
    let rules = Game::Standard.rules().with_stones(stones, stones);
    let tablebase = nothing_known(Game::Standard);
    let small = MemoryTables::solve_small(&rules, &AtomicBool::new(false)).expect("it is small");
    tablebase.add_in_memory(Arc::new(small));
    let position = parse_position("w_d6d5.3_c4e3.3", &rules).unwrap();
    for player in [Player::Ultra, Player::Strong] {
        let mut play =
            Play::with_stones(Game::Standard, ByColor::both(stones)).starting_at(position).unwrap();
        let mut random = Random::from_seed(1);
        for ply in 0..3 {
            let choice = player.choose(&play, &tablebase, &mut random).unwrap();
            let told = (player == Player::Ultra && ply == 0).then_some(Fallback::PlainDraws(player));
            assert!(ply > 0 || choice.fallback == told, "{choice:?}");
            play.play(choice.chosen).unwrap();
        }
        assert!(play.moves().iter().step_by(2).any(|turn| !turn.taken.is_empty()), "{}", play.move_list());
    }
}

#[test]
fn where_the_game_is_over_there_is_no_move_to_choose() {
    let rules = Game::Standard.rules();
    let over = parse_position("b_a1d1g1_b2d2", &rules).unwrap();
    let end = Play::new(Game::Standard).starting_at(over).unwrap().end();
    assert_eq!(end, Some(End::Over { over: Over::TooFewStones, mover: Color::Black }));
    for player in [Player::Strong, Player::Random] {
        let play = Play::new(Game::Standard).starting_at(over).unwrap();
        let error = player.choose(&play, &nothing_known(Game::Standard), &mut Random::from_seed(0));
        assert!(matches!(error, Err(ChooseError::NoMove)));
    }
}
