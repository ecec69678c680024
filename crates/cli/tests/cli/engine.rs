//! `millwright engine`: driven through a pipe, as a program that shows boards would.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use millwright_play::Play;
use millwright_rules::{Game, Move};

use crate::binary::{Db, MILLWRIGHT};

/// An engine at the other end of two pipes.
struct Driven {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Driven {
    fn start() -> Self {
        let mut command = Command::new(MILLWRIGHT);
        command.args(["engine", "--db", "/no/such/directory"]);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the binary runs");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Self { input: child.stdin.take(), child, lines }
    }

    fn say(&mut self, lines: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("it listens");
        input.write_all(lines.as_ref()).expect("it listens");
        input.write_all(b"\n").expect("it listens");
    }

    fn until(&self, beginning: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(Duration::from_mins(1)).expect("it answers");
            if line.starts_with(beginning) {
                return line;
            }
        }
    }

    /// Hangs up, and returns what it still had to say.
    fn hang_up(mut self) -> Vec<String> {
        drop(self.input.take());
        let rest = self.lines.iter().collect();
        assert!(self.child.wait().expect("it ends").success());
        rest
    }
}

#[test]
fn a_game_is_played_through_a_pipe() {
    let mut engine = Driven::start();
    engine.say("uci");
    engine.until("uciok");
    engine.say("setoption name Hash value 1\nsetoption name Game value morabaraba\nucinewgame\nisready");
    engine.until("readyok");
    let mut play = Play::new(Game::Morabaraba);
    while play.end().is_none() && play.moves().len() < 60 {
        let moves: Vec<String> = play.moves().iter().map(Move::to_string).collect();
        engine.say(format!("position startpos moves {}\ngo nodes 500", moves.join(" ")));
        let best = engine.until("bestmove ");
        play.play(best["bestmove ".len()..].parse().expect("a turn")).expect("a legal one");
    }
    assert_eq!(engine.hang_up(), [""; 0]);
}

#[test]
fn garbage_and_floods_get_one_best_move_for_each_go_and_the_end_of_input_ends_it() {
    let mut engine = Driven::start();
    for _ in 0..200 {
        engine.say([0xFF, 0xFE, 0, b'x']);
        engine.say("go infinite\nstop\nstop\ngo nodes 100\ngo depth 2\nposition what ever\ngo infinite");
    }
    engine.say("x".repeat(3 << 20));
    engine.say("go infinite");
    let best = engine.hang_up().iter().filter(|line| line.starts_with("bestmove ")).count();
    assert_eq!(best, 200 * 4 + 1);
}

#[test]
fn quit_ends_it_at_once_and_what_was_asked_is_answered() {
    let mut engine = Driven::start();
    engine.say("go infinite\nquit\ngo infinite");
    let said: Vec<String> = engine.lines.iter().collect();
    assert_eq!(said.iter().filter(|line| line.starts_with("bestmove ")).count(), 1);
    assert!(engine.child.wait().expect("it ends").success());
}

#[test]
fn tables_are_used_where_they_are() {
    let db = Db::solved("3");
    let mut command = db.command(&["engine"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the binary runs");
    let mut input = child.stdin.take().expect("it is piped");
    // The longest win with three stones each takes 26 plies and more: no search of two plies sees it.
    writeln!(input, "setoption name Stones value 3\nposition w_a1d7c3_g1e5b2\ngo depth 2")
        .expect("it listens");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8(output.stdout).expect("text");
    let last = said.lines().rfind(|line| line.starts_with("info depth")).expect("it searched");
    assert!(last.contains(" score mate ") && !last.contains(" tbhits 0 "), "{said}");
}
