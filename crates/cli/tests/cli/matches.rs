//! `millwright match`: results, files, and engines that misbehave.

use std::fs;
use std::path::Path;

use millwright_play::Play;
use millwright_rules::Game;
use millwright_rules::notation::Pgn;

use crate::binary::{Db, Ran};

fn play(db: &Db, args: &str) -> Ran {
    db.run(&[&["match"], &args.split(' ').collect::<Vec<_>>()[..]].concat())
}

#[cfg(unix)]
fn fake_engine(db: &Db, name: &str, on_go: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = db.path().join(name);
    let text = format!(
        "#!/bin/sh\nwhile read line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; \
         go*) {on_go};; quit) exit 0;; esac; done\n"
    );
    fs::write(&path, text).expect("written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("made a program");
    format!("uci:{}", path.display())
}

/// The games of a file, each legal to its end.
fn games(path: &Path) -> Vec<Pgn> {
    let text = fs::read_to_string(path).expect("it was saved");
    let starts = text.replace("\n\n[Event ", "\n\n\u{1}[Event ");
    let games =
        starts.split('\u{1}').map(|game| game.parse().unwrap_or_else(|error| panic!("{error}: {game}")));
    let games: Vec<Pgn> = games.collect();
    for game in &games {
        Play::from_pgn(game, &Play::new(Game::Standard)).unwrap_or_else(|error| panic!("{error}"));
    }
    games
}

#[test]
fn the_result_is_told_for_people_and_for_programs() {
    let db = Db::empty();
    let args = "--first engine-5 --second random --games 6 --stones 4 --seed 3";
    let text = play(&db, args).expect_success();
    assert!(text.starts_with("engine-5 v random, standard, 6 games\nwon "), "{text}");
    let json: serde_json::Value =
        serde_json::from_str(&play(&db, &format!("{args} --format json")).expect_success()).expect("JSON");
    let [wins, draws, losses] =
        ["wins", "draws", "losses"].map(|name| json[name].as_u64().expect("a number"));
    assert_eq!((wins + draws + losses, json["games"].as_u64()), (6, Some(6)));
    assert!(wins >= 4, "{json}");
    assert!(text.contains(&format!("won         {wins:>6}\n")), "{text}");
}

#[test]
fn a_match_goes_on_where_it_was_and_a_game_that_was_cut_off_is_played_again() {
    let db = Db::empty();
    let file = db.path().join("games.pgn");
    let args =
        format!("--first engine-4 --second engine-3 --stones 5 --opening-plies 2 --pgn {}", file.display());
    let whole = play(&db, &format!("{args} --games 6")).expect_success();
    let saved = fs::read_to_string(&file).expect("it was saved");
    assert_eq!(games(&file).len(), 6);
    // The first three games and a part of the fourth.
    let fourth = saved.match_indices("[Event ").nth(3).expect("there are six").0;
    fs::write(&file, &saved[..fourth + 120]).expect("written");
    let ran = play(&db, &format!("{args} --games 6"));
    assert!(ran.stderr.contains("note: 3 games played before\n"), "{ran:?}");
    assert_eq!(ran.expect_success(), whole);
    assert_eq!(fs::read_to_string(&file).expect("it was saved"), saved);
    // Nothing is left to do, and more games can be asked for.
    assert_eq!(play(&db, &format!("{args} --games 6")).expect_success(), whole);
    play(&db, &format!("{args} --games 8")).expect_success();
    assert_eq!(games(&file).len(), 8);
    let error = play(&db, &format!("{args} --games 6 --seed 9")).expect_error();
    assert!(error.ends_with("has games of another match (game 1); choose another file"), "{error}");
}

#[cfg(unix)]
#[test]
fn engines_that_hang_end_or_cheat_lose_with_the_reason_named() {
    let db = Db::empty();
    for (name, on_go, reason) in [
        ("hangs", "sleep 0", "did not answer go within 1 s"),
        ("ends", "exit 3", "has ended by itself"),
        ("cheats", "echo bestmove a1", "played a1, which is not legal here"),
        ("babbles", "echo bestmove resign", "answered \"resign\", which is no turn"),
    ] {
        let engine = fake_engine(&db, name, on_go);
        let file = db.path().join(format!("{name}.pgn"));
        let path = file.display().to_string();
        let args = ["match", "--first", &engine, "--second", "random", "--games", "2", "--time-limit", "1"];
        let ran = db.run(&[&args[..], &["--pgn", &path, "--nodes", "10"]].concat());
        assert!(ran.stderr.contains(&format!("note: game 1: White {reason}\n")), "{ran:?}");
        let text = ran.expect_success();
        assert!(text.contains("lost             2\nforfeits         2\n"), "{text}");
        for game in games(&file) {
            assert!(game.to_string().contains("[Termination \"forfeit\"]"), "{game}");
        }
    }
}

#[cfg(unix)]
#[test]
fn our_own_engine_plays_as_any_other() {
    let db = Db::empty();
    let engine = format!("uci:{} engine", crate::binary::MILLWRIGHT);
    let ran = db.run(&[
        "match", "--first", &engine, "--second", "random", "--games", "2", "--game", "lasker", "--nodes",
        "200",
    ]);
    let text = ran.expect_success();
    assert!(text.contains("won              2\n") && !text.contains("forfeits"), "{text}");
}

#[test]
fn what_is_mistyped_is_explained_in_a_line() {
    let db = Db::empty();
    for (args, expected) in [
        ("--first nobody --second random", "there is no player \"nobody\""),
        ("--first uci: --second random", "uci: needs a command"),
        ("--first engine --second paper --nodes 5-3", "nodes are a number like 100000"),
        ("--first engine --second paper --nodes 0", "nodes are a number like 100000"),
        ("--first strong-plain --second random --games 1", "the table of subspace"),
        (
            "--first random --second random --pgn /no/such/directory/games.pgn",
            "cannot write /no/such/directory",
        ),
        ("--first random --second random --games 0", "0 is not in 1..=1000000"),
    ] {
        let error = play(&db, args).expect_error();
        assert!(error.contains(expected) && error.lines().count() == 1, "{args}: {error}");
    }
}
