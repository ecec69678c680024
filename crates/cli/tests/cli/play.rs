//! `millwright play`: games through pipes, and between players of the tables.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use millwright_play::{End, Play};
use millwright_rules::notation::{Form, GameResult, Pgn, TagName, write_position};
use millwright_rules::{Color, Game};

use crate::binary::{Db, MILLWRIGHT, Ran, ran};

/// The whole standard game with three stones each: White wins in 23 plies.
fn three_stones() -> Db {
    let db = Db::empty();
    db.run(&["solve", "standard", "--stones", "3"]).expect_success();
    db
}

/// Runs `millwright play standard ARGS` and types this.
fn play(db: &Db, args: &[&str], typed: impl AsRef<[u8]>) -> Ran {
    let mut command = db.command(&[&["play", "standard"], args].concat());
    let streams = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = streams.spawn().expect("the binary runs");
    // Who has heard enough hangs up: no reason to fail.
    let _ = child.stdin.take().expect("it is piped").write_all(typed.as_ref());
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    Ran { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

fn read(pgn: &str) -> (Pgn, Play) {
    let pgn: Pgn = pgn.parse().unwrap_or_else(|error| panic!("{error}:\n{pgn}"));
    let play = Play::from_pgn(&pgn, &Play::new(Game::Standard)).unwrap_or_else(|error| panic!("{error}"));
    (pgn, play)
}

const HUMANS: [&str; 4] = ["--white", "human", "--black", "human"];

#[test]
fn a_game_between_two_people_through_a_pipe_is_printed_as_it_was_played() {
    let db = Db::empty();
    let ran = play(&db, &[&HUMANS[..], &["--stones", "3"]].concat(), {
        "d6\n# a comment\n\nd2\nf4\nf2\nB4\n b2 xb4\nd6-a1\nb2-b4\na1-a4\nb4-g7\nf4-c4\n"
    });
    // Black closes a mill with the sixth ply and takes one of three stones: the rest is not read.
    assert_eq!(ran.stderr, "White has fewer than three stones and has lost.\n");
    let (pgn, played) = read(&ran.expect_success());
    assert_eq!(pgn.result, GameResult::Win(Color::Black));
    assert_eq!(played.move_list().to_string(), "d6, d2; f4, f2; b4, b2xb4; Black wins");
    assert_eq!(pgn.tags.get(&TagName::WHITE), Some("human"));
    assert_eq!(pgn.tags.get(&TagName::TERMINATION), Some("too-few-stones"));
}

#[test]
fn who_follows_the_hints_wins_in_as_many_plies_as_the_value_says() {
    let db = three_stones();
    let mut command = db.command(&["play", "standard", "--stones", "3", "--seed", "5"]);
    let streams = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = streams.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let mut plies_left = 23;
    while plies_left > 0 {
        writeln!(stdin, "hint").unwrap();
        let hint = said.next().unwrap();
        let (turn, value) = hint.split_once(' ').unwrap();
        assert_eq!(value, format!("(win in {plies_left})"));
        writeln!(stdin, "{turn}").unwrap();
        if plies_left > 1 {
            assert!(said.next().unwrap().starts_with("Black plays "));
        }
        plies_left -= 2;
    }
    let rest: Vec<String> = said.collect();
    assert_eq!(rest, ["Black has fewer than three stones and has lost."]);
    let output = child.wait_with_output().unwrap();
    let (pgn, played) = read(std::str::from_utf8(&output.stdout).unwrap());
    assert_eq!((played.moves().len(), pgn.result), (23, GameResult::Win(Color::White)));
    assert_eq!(pgn.tags.get(&TagName::BLACK), Some("Millwright strong"));
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let db = three_stones();
    let game = |players: [&str; 2], seed: &str| {
        let args = [
            "play", "standard", "--stones", "3", "--white", players[0], "--black", players[1], "--seed", seed,
        ];
        db.run(&args).expect_success()
    };
    for players in [["strong", "strong"], ["erring-50", "ultra"], ["random", "random"]] {
        assert_eq!(game(players, "1"), game(players, "1"));
        assert!(["2", "3", "4"].iter().any(|seed| game(players, seed) != game(players, "1")), "{players:?}");
    }
    let (_, strong) = read(&game(["strong", "strong"], "1"));
    assert_eq!(strong.moves().len(), 23);
    // Without a seed the one that was used is told.
    let ran = db.run(&["play", "standard", "--stones", "3", "--white", "random", "--black", "random"]);
    let seed = ran.stderr.lines().find_map(|line| line.strip_prefix("note: --seed ")).unwrap();
    let seed = seed.split(' ').next().unwrap().to_owned();
    assert_eq!(game(["random", "random"], &seed), ran.expect_success());
}

#[test]
fn draws_by_repetition_and_by_fifty_plies_end_a_game() {
    let db = Db::empty();
    let position = ["--position", "w_a1d7c3_g1e5b2"];
    let args = [&HUMANS[..], &position].concat();
    let ran = play(&db, &args, "a1-a4\ng1-g4\na4-a1\ng4-g1\n".repeat(3));
    assert_eq!(ran.stderr, "The position has occurred 3 times, a draw.\n");
    let (pgn, played) = read(&ran.expect_success());
    assert_eq!((played.moves().len(), played.end()), (8, Some(End::Repetition)));
    assert_eq!(pgn.result, GameResult::Draw);

    let (white, black) = (["a1", "a4", "a7", "b4", "b6"], ["g1", "g4", "g7", "f2", "f4", "f6", "e3"]);
    let typed: String = (0..40)
        .map(|round| {
            let step = |points: &[&str]| {
                format!("{}-{}\n", points[round % points.len()], points[(round + 1) % points.len()])
            };
            step(&white) + &step(&black)
        })
        .collect();
    let ran = play(&db, &args, typed);
    assert_eq!(ran.stderr, "Nobody has placed or taken a stone for 50 plies, a draw.\n");
    let (pgn, played) = read(&ran.expect_success());
    assert_eq!((played.moves().len(), played.end()), (50, Some(End::FiftyMoves)));
    assert_eq!(pgn.tags.get(&TagName::TERMINATION), Some("fifty-moves"));
}

#[test]
fn wrong_input_is_explained_and_asked_again() {
    let db = Db::empty();
    let mut typed = b"d6\nd6\nd6-d5\nz9\ncastle\nsave\n\xff\xfe\n".to_vec();
    typed.extend([b'x'; 10_000]);
    typed.extend(b"\nundo\nundo\nundo\na1\nquit\nd7\n");
    let ran = play(&db, &[&HUMANS[..], &["--stones", "3"]].concat(), typed);
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!(
        lines[..5],
        [
            "d6 is not legal: d6 is not empty",
            "d6-d5 is not legal: the stones in hand must be placed first",
            "move, column 1: expected a point of the board, found \"z9\"; type help for what is understood",
            "move, column 1: expected a point of the board, found \"castle\"; type help for what is understood",
            "save where? save FILE",
        ]
    );
    assert!(lines[5].contains('\u{fffd}') && lines.iter().all(|line| line.len() < 200), "{lines:?}");
    assert_eq!(
        lines[lines.len() - 2..],
        ["there is no turn of yours to take back", "The game has not ended."]
    );
    let (pgn, played) = read(&ran.expect_success());
    assert_eq!((played.move_list().to_string().as_str(), pgn.result), ("a1", GameResult::Open));
}

#[test]
fn values_moves_and_the_board_are_shown_on_request() {
    let db = three_stones();
    let args = ["--stones", "3", "--position", "w_a1a4d7_b2d2f2"];
    let ran = play(&db, &args, "help\nboard\nmoves\nvalue\nhint\nresign\n");
    for shown in [
        "  undo                  take your last turn back\n",
        "7  .-----------O-----------.\n",
        "White O, Black @\n",
        "d7-a7xb2 d7-a7xd2 d7-a7xf2",
        "White to move wins in 1 ply.\n\nwin in 1    d7-a7xb2 d7-a7xd2 d7-a7xf2\n",
        "\nd7-a7xb2 (win in 1)\nWhite has resigned.\n",
    ] {
        assert!(ran.stderr.contains(shown), "{shown}: {}", ran.stderr);
    }
    assert!(!ran.stderr.contains("White>"), "nobody is asked through a pipe");
    let (pgn, played) = read(&ran.expect_success());
    assert_eq!(played.end(), Some(End::Resignation(Color::White)));
    assert_eq!(pgn.result, GameResult::Win(Color::Black));
}

#[test]
fn a_turn_is_taken_back_with_the_answer_to_it() {
    let db = three_stones();
    let ran = play(&db, &["--stones", "3", "--seed", "1"], "d6\nundo\nundo\nf4\n");
    assert!(ran.stderr.contains("there is no turn of yours to take back\n"), "{}", ran.stderr);
    let (_, played) = read(&ran.expect_success());
    assert_eq!((played.moves().len(), played.moves()[0].to_string().as_str()), (2, "f4"));
    // A machine that has begun has nothing taken back.
    let ran = play(&db, &["--stones", "3", "--white", "strong", "--black", "human"], "undo\n");
    assert!(ran.stderr.contains("there is no turn of yours to take back\n"), "{}", ran.stderr);
    assert_eq!(read(&ran.expect_success()).1.moves().len(), 1);
}

#[test]
fn games_are_saved_and_no_file_is_overwritten() {
    let db = three_stones();
    let path = |name: &str| db.path().join(name).to_str().unwrap().to_owned();
    let (at_end, on_request) = (path("end.pgn"), path("request.pgn"));
    let typed = format!("d6\nsave {on_request}\nundo\nf4\nsave {on_request}\nsave {at_end}\n");
    let ran = play(&db, &["--stones", "3", "--save", &at_end], typed);
    assert!(ran.stderr.contains("request.pgn\n") && ran.stderr.contains("saved "), "{}", ran.stderr);
    let printed = ran.expect_success();
    for saved in [&on_request, &at_end] {
        assert_eq!(fs::read_to_string(saved).unwrap(), printed);
    }
    assert_eq!(read(&printed).1.moves()[0].to_string(), "f4");

    let other = path("other.pgn");
    let printed = play(&db, &["--stones", "3", "--save", &other], "d6\n").expect_success();
    assert_eq!(fs::read_to_string(&other).unwrap(), printed);
    let ran = play(&db, &["--stones", "3", "--save", &other], "f4\n");
    assert_eq!(db.redacted(&ran.expect_error()), "error: DB/other.pgn is there already; choose another name");
    assert_eq!(fs::read_to_string(&other).unwrap(), printed);
    let ran = play(&db, &["--stones", "3"], format!("save {other}\nquit\n"));
    assert!(ran.stderr.contains("other.pgn is there already"), "{}", ran.stderr);
    ran.expect_success();
}

#[test]
fn a_game_has_the_day_on_which_it_was_played() {
    let db = Db::empty();
    let mut command = db.command(&[&["play", "standard"], &HUMANS[..]].concat());
    let date = |ran: Ran| read(&ran.expect_success()).0.tags.get(&TagName::DATE).unwrap().to_owned();
    // 23 November 2003, a second before midnight.
    let told = ran(command.stdin(Stdio::null()).env("SOURCE_DATE_EPOCH", "1069631999"));
    assert_eq!(date(told), "2003.11.23");
    let today = date(ran(command.stdin(Stdio::null()).env_remove("SOURCE_DATE_EPOCH")));
    assert!(today.as_str() > "2026" && today.len() == "2026.01.01".len(), "{today}");
}

#[test]
fn a_loaded_game_goes_on_and_keeps_what_was_told_about_it() {
    let db = three_stones();
    let file = db.path().join("begun.pgn");
    let text = "[Event \"Club\"]\n[White \"Ann\"]\n[Stones \"3\"]\n\n1. d6! {hers} (1. a1) 1... f4 *\n\n[Event \"2\"]\n[Stones \"3\"]\n\n1. a1 *\n";
    fs::write(&file, text).unwrap();
    let load = ["--stones", "3", "--load", file.to_str().unwrap(), "--seed", "1"];
    let (pgn, played) = read(&play(&db, &load, "d2\nquit\n").expect_success());
    let moves: Vec<String> = played.moves().iter().take(3).map(ToString::to_string).collect();
    assert_eq!(moves, ["d6", "f4", "d2"]);
    assert_eq!(played.moves().len(), 4, "and the answer");
    let tag = |name| pgn.tags.get(&name).unwrap();
    assert_eq!((tag(TagName::EVENT), tag(TagName::WHITE)), ("Club", "Ann"));
    assert_eq!((tag(TagName::BLACK), tag(TagName::PLY_COUNT)), ("Millwright strong", "4"));
    assert!(pgn.to_string().contains("1. d6! {hers} (1. a1) 1... f4 2. d2"), "{pgn}");
    // What is taken back takes what was said about it along.
    let (pgn, _) = read(&play(&db, &load, "undo\nundo\na1\nquit\n").expect_success());
    assert!(!pgn.to_string().contains("hers"), "{pgn}");
    let second = [&load[..], &["--game-number", "2"]].concat();
    assert_eq!(read(&play(&db, &second, "quit\n").expect_success()).1.moves()[0].to_string(), "a1");
    let third = play(&db, &[&load[..], &["--game-number", "3"]].concat(), "").expect_error();
    assert!(third.ends_with("begun.pgn has 2 games, not 3; choose one with --game-number"), "{third}");
    let other = play(&db, &["--load", file.to_str().unwrap()], "").expect_error();
    assert!(
        other.contains("has a game of standard with 3 stones; play it with: millwright play standard"),
        "{other}"
    );
}

#[test]
fn values_signs_and_better_moves_are_written_into_a_file() {
    let db = three_stones();
    let file = db.path().join("game.pgn");
    let text = "[White \"Ann\"]\n[Stones \"3\"]\n[FEN \"w_a1a4d7_b2d2f2\"]\n\n1. d7-g7 {hm} *\n\n[Stones \"3\"]\n\n1. d6 f4 *\n";
    fs::write(&file, text).unwrap();
    let out = db.path().join("annotated.pgn");
    let names = [file.to_str().unwrap(), out.to_str().unwrap()];
    let ran = db.run(&["annotate", names[0], "--out", names[1]]);
    assert!(ran.stderr.contains("note: 2 games: "), "{}", ran.stderr);
    assert_eq!(ran.expect_success(), "");
    let written = fs::read_to_string(&out).unwrap();
    assert!(written.contains("; d7-a7xb2 wins in 1} {hm} (1. d7-a7xb2) *"), "{written}");
    assert!(
        written.contains("[White \"Ann\"]") && written.matches("[Stones \"3\"]").count() == 2,
        "{written}"
    );
    assert_eq!(db.run(&["annotate", names[1]]).expect_success(), written, "nothing is written twice");
    let error = db.run(&["annotate", names[0], "--out", names[1]]).expect_error();
    assert!(error.contains("is there already"), "{error}");
    fs::write(&file, "1. d6 d6").unwrap();
    let error = db.redacted(&db.run(&["annotate", names[0]]).expect_error());
    assert!(error.starts_with("error: DB/game.pgn, game 1: ply 2"), "{error}");
}

#[test]
fn a_closed_pipe_ends_the_game_and_it_is_saved() {
    let db = three_stones();
    let file = db.path().join("game.pgn");
    let mut command =
        db.command(&["play", "standard", "--stones", "3", "--white", "random", "--black", "random"]);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = command.arg("--save").arg(&file).stdout(writer).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(read(&fs::read_to_string(file).unwrap()).1.end().is_some());
}

#[test]
fn whoever_needs_tables_says_so_before_the_first_turn() {
    let db = Db::empty();
    let ran = play(&db, &["--black", "strong-plain"], "d6\n");
    assert_eq!(
        db.redacted(&ran.expect_error()),
        "error: the table of subspace 0_1_9_8 is missing: there is no DB/standard/0_1_9_8.mill; make it with: \
         millwright solve standard --stones 9 --db DB"
    );
}

#[test]
fn without_tables_the_engine_plays_and_what_it_says_is_no_value() {
    let db = Db::empty();
    for game in ["standard", "lasker", "morabaraba"] {
        let mut command = db.command(&["play", game, "--black", "engine:2000"]);
        let output = command.stdin(Stdio::from(typed_file(&db, "d6\nquit\n"))).output().unwrap();
        let pgn: Pgn = String::from_utf8(output.stdout).unwrap().parse().unwrap();
        assert_eq!(pgn.moves.len(), 2, "{game}");
    }
    // Whoever would know searches where nothing is known, and says so once.
    let ran = play(&db, &[], "d6\nhint\nvalue\n");
    let fallback = "note: no table has all moves of this position: strong searches, and may be wrong\n";
    assert_eq!(ran.stderr.matches(fallback).count(), 1, "{}", ran.stderr);
    assert!(ran.stderr.contains(", an estimate)\n"), "{}", ran.stderr);
    let estimate = "Unknown: no table has this position. An estimate, looking ";
    assert!(ran.stderr.contains(estimate), "{}", ran.stderr);
    assert_eq!(read(&ran.expect_success()).1.moves().len(), 2);
}

/// A file with what is typed.
fn typed_file(db: &Db, typed: &str) -> fs::File {
    let path = db.path().join("typed");
    fs::write(&path, typed).expect("written");
    fs::File::open(path).expect("it was written")
}

#[test]
fn small_games_need_no_tables() {
    let db = Db::empty();
    let ran = db.run(&["play", "morabaraba", "--stones", "4", "--white", "strong", "--black", "strong"]);
    assert!(
        ran.stderr.starts_with(
            "note: no table has all about this position: solving all games with up to 5 stones each\n"
        ),
        "{ran:?}"
    );
    let pgn: Pgn = ran.expect_success().parse().unwrap();
    assert_eq!(pgn.game(), Ok(Some(Game::Morabaraba)));
    assert!(Play::from_pgn(&pgn, &Play::new(Game::Standard)).unwrap().end().is_some());
}

#[test]
fn the_ultra_strong_player_takes_a_draw_that_no_other_beats() {
    let db = Db::empty();
    db.run(&["solve", "standard", "--stones", "3,4", "--ultra"]).expect_success();
    let game = ["standard", "--stones", "3,4"];
    let players = ["--white", "ultra", "--black", "ultra", "--seed", "2"];
    let (_, played) = read(&db.run(&[&["play"], &game[..], &players].concat()).expect_success());
    assert_eq!(played.end().and_then(End::winner), None);
    for (position, turn) in played.positions().iter().zip(played.moves()).take(12) {
        let asked = write_position(Form::Short, position);
        let answer = db.json(&["query", game[0], &asked, game[1], game[2]]);
        let moves = answer["moves"].as_array().unwrap();
        let made = moves.iter().find(|other| other["move"] == turn.to_string()).unwrap();
        for field in ["outcome", "rank", "depth"] {
            assert_eq!(made[field], moves[0][field], "{asked}: {turn}");
        }
    }
}

#[test]
fn nobody_else_plays() {
    for name in ["", "Human", "erring-0", "erring-100", "perfect"] {
        let output = Command::new(MILLWRIGHT).args(["play", "standard", "--black", name]).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.starts_with("error: ") && stderr.lines().count() == 1, "{stderr}");
        let players = "the players are human, strong, ultra, engine, engine:NODES, engine-1 to engine-10, ";
        assert!(stderr.contains(players) || name.is_empty(), "{stderr}");
    }
}

#[test]
fn a_game_that_has_ended_before_it_begins_is_told_at_once() {
    let ran = play(&Db::empty(), &["--position", "b_a1d1g1_b2d2"], "");
    assert_eq!(ran.stderr, "Black has fewer than three stones and has lost.\n");
    assert_eq!(read(&ran.stdout).0.result, GameResult::Win(Color::White));
}

#[test]
fn a_game_that_is_to_be_saved_survives_whatever_ends_the_program() {
    let db = three_stones();
    let file = db.path().join("game.pgn");
    let args = ["play", "standard", "--stones", "3", "--save", file.to_str().unwrap()];
    let mut child = db.command(&args).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut typed = child.stdin.take().unwrap();
    typed.write_all(b"a1\n").unwrap();
    let saved = || fs::read_to_string(&file).ok().and_then(|text| text.parse::<Pgn>().ok());
    // Both moves are there as soon as it is our turn again.
    while saved().is_none_or(|pgn| pgn.moves.len() < 2) {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(saved().unwrap().moves[0].chosen.to_string(), "a1");
}
