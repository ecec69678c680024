//! A hundred games in the dialects that other programs, sites and papers write: what is read comes back byte for byte, or with
//! differences that have names. And texts that somebody has damaged, by the hundred thousand.

use std::collections::BTreeSet;
use std::fmt::Write;

use millwright_play::{Play, Player, Random};
use millwright_rules::notation::{MoveList, Pgn, PgnGames, PlayOk, PlayOkGame, parse_games, variant_of_game};
use millwright_rules::{Color, Game, Move, PointSet};
use millwright_table::{TableDirectory, Tablebase};

/// A game by chance, with at most so many plies.
fn game(game: Game, seed: u64, plies: usize) -> Play {
    let nowhere = tempfile::tempdir().unwrap();
    let tablebase = Tablebase::new(TableDirectory::new(nowhere.path(), game), 1 << 16);
    let mut random = Random::from_seed(seed);
    let mut play = Play::new(game);
    while play.end().is_none() && play.moves().len() < plies {
        play.play(Player::Random.choose(&play, &tablebase, &mut random).unwrap().chosen).unwrap();
    }
    play
}

/// What a text differs in from what was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Difference {
    /// Lines end elsewhere, or blanks are others.
    Blanks,
    /// A capture that was a token of its own is part of its move.
    Captures,
    /// Black's number is there or not, as our own rule for it has it.
    Numbers,
    /// The result stands behind the moves, too.
    Result,
}

/// The words of a text, whatever lies between them: comments whole, move numbers left out.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let close = match rest.chars().next() {
            Some('{') => rest.find('}').map(|end| end + 1),
            Some('[') => rest.find("]\n").map(|end| end + 1),
            _ => rest.find(|next: char| next.is_whitespace() || matches!(next, '{' | '(' | ')')),
        };
        let length = close.unwrap_or(rest.len()).max(1);
        let word = rest[..length].split_whitespace().collect::<Vec<_>>().join(" ");
        let is_number =
            word.ends_with('.') && word.trim_end_matches('.').bytes().all(|byte| byte.is_ascii_digit());
        if !is_number {
            words.push(word);
        }
        rest = rest[length..].trim_start();
    }
    words
}

/// Joins captures that stand alone to the move before them, behind which its signs come.
fn with_captures_joined(words: &[String]) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    for word in words {
        match joined.last_mut() {
            Some(last) if word.starts_with('x') => last.push_str(word),
            _ => joined.push(word.clone()),
        }
    }
    joined
}

/// The names of all differences; panics where one has none.
fn differences(read: &str, written: &str) -> BTreeSet<Difference> {
    let mut found = BTreeSet::new();
    if read == written {
        return found;
    }
    let blanks = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    if blanks(read) == blanks(written) {
        return BTreeSet::from([Difference::Blanks]);
    }
    found.insert(Difference::Blanks);
    let (mut before, mut after) = (words(read), words(written));
    if before == after {
        found.insert(Difference::Numbers);
    } else {
        before = with_captures_joined(&before);
        found.insert(Difference::Captures);
    }
    if before.len() + 1 == after.len() {
        after.pop();
        found.insert(Difference::Result);
    }
    assert_eq!(before, after, "{read}\n---\n{written}");
    found
}

/// Tags as programs write them.
fn tags(play: &Play, seed: u64) -> String {
    let result = play.end().map_or("*", |end| end.result().name());
    format!(
        "[Event \"Open \\\"{seed}\\\"\"]\n[Site \"?\"]\n[Date \"20{:02}.05.17\"]\n[Round \"{seed}\"]\n\
         [White \"M\u{fc}ller, {seed}\"]\n[Black \"B\\\\B\"]\n[Result \"{result}\"]\n[Variant \"{}\"]\n\n",
        seed % 30,
        variant_of_game(play.game())
    )
}

fn result(play: &Play) -> &'static str {
    play.end().map_or("*", |end| end.result().name())
}

/// A move and its captures as tokens of their own.
fn apart(turn: Move, text: impl Fn(Move) -> String) -> String {
    let quiet = Move { taken: PointSet::EMPTY, ..turn };
    let mut words = text(quiet);
    for taken in turn.taken {
        let _ = write!(words, " x{taken}");
    }
    words
}

/// A line for each pair of moves, as Sanmill has it, with comments, signs and variations; captures are part of their moves, or
/// tokens of their own.
fn sanmill(play: &Play, seed: u64, captures_apart: bool) -> String {
    let mut text = tags(play, seed);
    for (ply, &turn) in play.moves().iter().enumerate() {
        let name = if captures_apart { apart(turn, |turn| turn.to_string()) } else { turn.to_string() };
        match ply % 2 {
            0 => _ = write!(text, "{}{}. {name}", if ply > 0 { "\n" } else { "" }, 1 + ply / 2),
            _ => _ = write!(text, " {name}"),
        }
        // Behind Black's moves alone, so that no number of his own is needed.
        match (ply % 2, (ply as u64 + seed) % 14) {
            (1, 1) => text.push_str("! {a plan, perhaps}"),
            (1, 3) => text.push_str(" $2 {Gr\u{fc}n: [%clk 0:01:02]}"),
            (1, 5) => _ = write!(text, "?? ({}... a1 {{better}} (d1) {}. g7!)", 1 + ply / 2, 2 + ply / 2),
            _ => {}
        }
    }
    text + " " + result(play) + "\n"
}

/// Numbers in one line, as `PlayOK` has it.
fn playok(play: &Play, seed: u64) -> String {
    let mut text = format!("[Event \"?\"]\n[Site \"PlayOK\"]\n[Round \"{seed}\"]\n\n");
    for (ply, &turn) in play.moves().iter().enumerate() {
        if ply % 2 == 0 {
            let _ = write!(text, "{}. ", 1 + ply / 2);
        }
        let _ = write!(text, "{} ", PlayOk(turn));
    }
    text + result(play)
}

/// Pairs with semicolons between them, as papers print games.
fn list(play: &Play) -> String {
    let pairs = play.moves().chunks(2);
    let pairs = pairs.map(|pair| pair.iter().map(Move::to_string).collect::<Vec<_>>().join(", "));
    pairs.collect::<Vec<_>>().join("; ")
}

/// The games that all tests here are about.
fn hundred() -> Vec<(u64, Play)> {
    let games = [Game::Standard, Game::Lasker, Game::Morabaraba, Game::StandardTakeTwo];
    let numbered = |(number, seed): (usize, u64)| (seed, game(games[number % 4], seed, 24 + number % 50));
    (0..100).zip(0..).map(numbered).collect()
}

fn moves(pgn: &Pgn) -> Vec<Move> {
    pgn.moves.iter().map(|made| made.chosen).collect()
}

#[test]
fn a_hundred_games_come_back_byte_for_byte_or_with_named_differences() {
    let mut named = BTreeSet::new();
    for (seed, play) in hundred() {
        for (captures_apart, may_differ) in
            [(false, vec![Difference::Blanks]), (true, vec![Difference::Blanks, Difference::Captures])]
        {
            let text = sanmill(&play, seed, captures_apart);
            let pgn: Pgn = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(moves(&pgn), play.moves(), "{text}");
            let written = pgn.to_string();
            let found = differences(&text, &written);
            assert!(found.iter().all(|difference| may_differ.contains(difference)), "{found:?}: {text}");
            // What we wrote ourselves comes back byte for byte.
            assert_eq!(written.parse::<Pgn>().unwrap().to_string(), written);
            named.extend(found);
        }
        let text = playok(&play, seed);
        let numbers: PlayOkGame = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(moves(&numbers.0), play.moves());
        assert!(differences(&text, &numbers.to_string()).iter().all(|found| *found == Difference::Blanks));
        let text = list(&play);
        let listed: MoveList = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(listed.to_string(), text, "a list comes back byte for byte");
    }
    assert_eq!(named, BTreeSet::from([Difference::Blanks, Difference::Captures]));
}

#[test]
fn all_of_them_in_one_file_are_a_hundred_games() {
    let texts: Vec<String> =
        hundred().iter().map(|(seed, play)| sanmill(play, *seed, seed % 2 == 0)).collect();
    let games: PgnGames = texts.join("\n").parse().unwrap();
    assert_eq!(games.0.len(), 100);
    for (game, text) in games.0.iter().zip(&texts) {
        assert_eq!(Ok(game), text.parse().as_ref());
    }
    assert_eq!(games.to_string().parse().as_ref(), Ok(&games));
}

#[test]
fn a_hundred_thousand_damaged_texts_are_read_or_refused_and_nothing_is_lost_of_what_is_read() {
    let texts: Vec<String> = hundred()
        .iter()
        .take(40)
        .flat_map(|(seed, play)| [sanmill(play, *seed, seed % 2 == 0), playok(play, *seed)])
        .collect();
    let pieces = [
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "\"",
        "x",
        ";",
        "\n",
        "%",
        "$",
        "1-0",
        "*",
        "99999999999",
        "...",
        "\u{feff}",
        "-",
        "[A \"\"]",
    ];
    let mut random = Random::from_seed(18);
    let mut read = 0;
    for _ in 0..100_000 {
        let mut text: Vec<char> = texts[random.below(texts.len())].chars().take(600).collect();
        for _ in 0..=random.below(4) {
            let at = random.below(text.len().max(1)).min(text.len());
            match random.below(4) {
                0 => drop(text.drain(at..(at + random.below(30)).min(text.len()))),
                1 => drop(text.splice(at..at, pieces[random.below(pieces.len())].chars())),
                2 => text.truncate(at),
                _ => {
                    let copied: Vec<char> = text[at..(at + random.below(60)).min(text.len())].to_vec();
                    drop(text.splice(at..at, copied));
                }
            }
        }
        let text: String = text.into_iter().collect();
        let Ok((_, games)) = parse_games(&text) else { continue };
        let games = PgnGames(games);
        assert_eq!(games.to_string().parse().as_ref(), Ok(&games), "{text}");
        read += 1;
    }
    assert!((10_000..90_000).contains(&read), "{read} of them were read");
}

#[test]
fn the_first_player_is_whoever_the_file_says() {
    let pgn: Pgn = "[FEN \"b_a1d1g1_b2d2f4\"]\n\n1... b2-a4 2. a1-a7 *".parse().unwrap();
    let play = Play::from_pgn(&pgn, &Play::new(Game::Standard)).unwrap();
    assert_eq!(play.start().turn(), Color::Black);
}
