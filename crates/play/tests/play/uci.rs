//! The engine, driven line by line.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use millwright_play::{Play, UciEngine};
use millwright_rules::{Game, Move};

/// Where an engine writes to.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Written {
    fn lines(&self) -> Vec<String> {
        let bytes = self.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
    }

    fn best_moves(&self) -> Vec<String> {
        self.lines().iter().filter_map(|line| line.strip_prefix("bestmove ").map(str::to_owned)).collect()
    }
}

fn engine() -> (UciEngine<Written>, Written) {
    let written = Written::default();
    (UciEngine::new(written.clone(), PathBuf::new()), written)
}

fn tell(lines: &str) -> Vec<String> {
    let (mut engine, written) = engine();
    for line in lines.lines() {
        if engine.obey(line).is_break() {
            break;
        }
        engine.wait_if_limited(line);
    }
    drop(engine);
    written.lines()
}

/// `go` with a limit is waited for, so that the next line finds the engine idle.
trait Waiting {
    fn wait_if_limited(&mut self, line: &str);
}

impl Waiting for UciEngine<Written> {
    fn wait_if_limited(&mut self, line: &str) {
        if line.starts_with("go") && !line.contains("infinite") {
            self.wait();
        }
    }
}

#[test]
fn it_introduces_itself_and_is_ready() {
    let lines = tell("uci\nisready\n");
    assert!(lines[0].starts_with("id name Millwright "));
    assert_eq!(lines[lines.len() - 2..], ["uciok", "readyok"]);
    for option in ["Game", "Stones", "Db", "Hash", "Threads", "MultiPV", "Dialect"] {
        assert!(
            lines.iter().any(|line| line.starts_with(&format!("option name {option} type "))),
            "{option}"
        );
    }
}

#[test]
fn a_search_tells_all_that_is_asked_for_and_ends_in_one_best_move() {
    let lines = tell("position startpos moves d6 f4\ngo depth 4\n");
    assert_eq!(lines.len(), 5);
    for (depth, line) in (1..).zip(&lines[..4]) {
        assert!(line.starts_with(&format!("info depth {depth} multipv 1 score cp ")), "{line}");
        for word in [" nodes ", " nps ", " hashfull ", " tbhits 0 ", " time ", " pv "] {
            assert!(line.contains(word), "{line}");
        }
    }
    let best = lines[3].split(" pv ").nth(1).unwrap().split(' ').next().unwrap();
    assert_eq!(lines[4], format!("bestmove {best}"));
    // Several lines, and only some moves.
    let lines = tell("setoption name MultiPV value 3\ngo depth 2 searchmoves d6 f4 a1 z9\n");
    assert_eq!(lines.len(), 7);
    assert!(lines[4].starts_with("info depth 2 multipv 2 "));
    let mut firsts: Vec<&str> = lines[3..6]
        .iter()
        .map(|line| line.split(" pv ").nth(1).unwrap().split(' ').next().unwrap())
        .collect();
    firsts.sort_unstable();
    assert_eq!(firsts, ["a1", "d6", "f4"]);
}

#[test]
fn wins_and_losses_are_told_in_turns_of_the_winner() {
    let lines = tell("position fen w_a1a4d7_b2d2f2\ngo depth 3\n");
    assert!(lines[0].contains(" score mate 1 "), "{}", lines[0]);
    assert!(lines.last().unwrap().starts_with("bestmove d7-a7x"));
    let lines = tell("position b_a1d1g1_b2d2\ngo depth 3\nposition w_a1a4d7_b2d2f2 moves d7-a7xb2\ngo\n");
    assert_eq!(lines, ["bestmove (none)", "bestmove (none)"]);
}

#[test]
fn what_is_taken_may_be_a_turn_of_its_own() {
    let before = "setoption name Dialect value sanmill\nposition startpos moves a1 d6 d1 f4\n";
    let lines = tell(&format!("{before}go nodes 300 searchmoves g1xd6 g1xf4\n"));
    assert_eq!(lines.len(), 1);
    assert!(lines[0].starts_with("info ") && lines[0].ends_with(" bestmove g1"), "{}", lines[0]);
    let lines = tell(&format!("{before}position startpos moves a1 d6 d1 f4 g1\ngo nodes 300\n"));
    let taken = lines[0].rsplit(' ').next().unwrap();
    assert!(["xd6", "xf4"].contains(&taken), "{}", lines[0]);
    // Both spellings are read, in either dialect.
    let lines = tell(
        "position startpos moves a1 d6 d1 f4 g1 xd6\ngo depth 1\nposition startpos moves a1 d6 d1 f4 g1\n",
    );
    assert!(lines[1].starts_with("bestmove "));
    assert_eq!(lines[2], "info string the last turn closes a mill and must say what it takes");
}

#[test]
fn what_is_wrong_is_told_in_a_line_and_changes_nothing() {
    let (mut engine, written) = engine();
    let bad = [
        "castle",
        "\u{0}\u{1b}[31m\u{fffd}",
        "setoption",
        "setoption name Hash value 0",
        "setoption name Hash value x",
        "setoption name Nothing value 1",
        "setoption name Game value chess",
        "setoption name Stones value 13",
        "setoption name Dialect value klingon",
        "position",
        "position fen nonsense",
        "position startpos moves d6 d6",
        "position startpos moves xd6",
        "position startpos moves a1 d6 d1 f4 g1 g7",
    ];
    for line in bad {
        assert!(engine.obey(line).is_continue());
    }
    let lines = written.lines();
    assert_eq!(lines.len(), bad.len(), "{lines:#?}");
    assert!(lines.iter().all(|line| line.starts_with("info string ") && line.len() < 300), "{lines:#?}");
    assert!(engine.obey("go depth 1").is_continue());
    engine.wait();
    assert_eq!(written.best_moves().len(), 1);
    assert!(engine.obey("quit").is_break());
}

#[test]
fn floods_of_go_and_stop_are_answered_by_one_best_move_each() {
    let (mut engine, written) = engine();
    let _ = engine.obey("setoption name Hash value 1");
    let mut asked = 0;
    for round in 0..100 {
        for line in [
            "go infinite",
            "stop",
            "stop",
            "go nodes 500",
            "isready",
            "position startpos moves d6",
            "go infinite",
            "go infinite",
            "ucinewgame",
            "setoption name Hash value 1",
            "go movetime 1",
            "garbage",
            "position startpos",
        ] {
            asked += usize::from(line.starts_with("go"));
            assert!(engine.obey(line).is_continue());
        }
        if round % 50 == 0 {
            assert!(engine.obey("setoption name Game value lasker").is_continue());
        }
    }
    drop(engine);
    let best = written.best_moves();
    assert_eq!((best.len(), asked), (asked, 500));
    assert!(best.iter().all(|turn| turn.parse::<Move>().is_ok()));
}

#[test]
fn time_is_kept_and_infinite_thought_ends_only_when_told() {
    let (mut engine, written) = engine();
    // A position that is decided at once: the answer is there, and is not given.
    let _ = engine.obey("position w_a1a4d7_b2d2f2");
    let _ = engine.obey("go infinite");
    std::thread::sleep(Duration::from_millis(150));
    assert_eq!(written.best_moves().len(), 0);
    let _ = engine.obey("stop");
    assert_eq!(written.best_moves().len(), 1);
    let _ = engine.obey("position startpos");
    let began = Instant::now();
    let _ = engine.obey("go movetime 100");
    engine.wait();
    // Generous: the tests share the machine with others. The thousand games measure it.
    assert!(began.elapsed() >= Duration::from_millis(99) && began.elapsed() < Duration::from_secs(3));
}

/// Games of the engine against itself, through its own lines: every move legal, every game ended.
fn plays_itself(games: usize, go: &str) -> Duration {
    let mut longest = Duration::ZERO;
    for number in 0..games {
        let game = Game::ALL[number % Game::ALL.len()];
        let (mut engine, written) = engine();
        let _ = engine.obey(&format!("setoption name Game value {game}"));
        let _ = engine.obey("setoption name Hash value 1");
        let mut play = Play::new(game);
        // Another first move for every game.
        let openings = play.position().moves(play.rules());
        play.play(openings[number % openings.len()]).unwrap();
        while play.end().is_none() {
            let moves: Vec<String> = play.moves().iter().map(Move::to_string).collect();
            let _ = engine.obey(&format!("position startpos moves {}", moves.join(" ")));
            let began = Instant::now();
            let _ = engine.obey(go);
            engine.wait();
            longest = longest.max(began.elapsed());
            let best = written.best_moves();
            assert_eq!(best.len(), play.moves().len());
            play.play(best.last().unwrap().parse().unwrap()).unwrap();
        }
    }
    longest
}

#[test]
fn it_plays_legal_games_against_itself() {
    plays_itself(16, "go nodes 300");
}

#[test]
#[ignore = "a minute or two: a thousand games with two milliseconds a move; run it on a machine that does nothing else"]
fn a_thousand_fast_games_without_an_illegal_move_or_overrun() {
    let longest = plays_itself(1000, "go movetime 2");
    println!("longest thought {longest:?}");
    assert!(longest < Duration::from_millis(52), "{longest:?}");
}
