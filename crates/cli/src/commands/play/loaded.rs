//! A game that was begun elsewhere.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use millwright_play::Play;
use millwright_rules::notation::{Pgn, TagName, parse_games};

use crate::args::PlayArgs;
use crate::quantities::counted;

/// A game as its file has it, and as far as it was played.
pub(super) struct Loaded {
    pub(super) pgn: Pgn,
    pub(super) play: Play,
}

impl Loaded {
    /// Reads the game that was asked for. It must be the one that is to be played.
    pub(super) fn read(path: &Path, args: &PlayArgs, empty: &Play) -> anyhow::Result<Self> {
        let name = path.display();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let (_, mut games) = parse_games(&text).with_context(|| format!("cannot read {name}"))?;
        let count = games.len();
        let place = usize::try_from(args.game_number).unwrap_or(usize::MAX) - 1;
        ensure!(
            place < count,
            "{name} has {}, not {}; choose one with --game-number",
            counted(count as u64, "game"),
            args.game_number
        );
        let pgn = games.swap_remove(place);
        let play =
            Play::from_pgn(&pgn, empty).with_context(|| format!("{name}, game {}", args.game_number))?;
        let (typed, found) = (empty.game(), play.game());
        ensure!(
            (typed, empty.rules().stones) == (found, play.rules().stones),
            "{name} has a game of {found} with {} stones; play it with: millwright play {found} --stones {} --load {name}",
            play.rules().stones,
            play.rules().stones,
        );
        Ok(Self { pgn, play })
    }
}

/// Takes over what a file tells about a game that went on: its tags, but for those that follow from the moves, and what it says
/// about the moves that were not taken back.
pub(super) fn keep_what_was_told(pgn: &mut Pgn, loaded: &Pgn) {
    let follows = [TagName::RESULT, TagName::PLY_COUNT, TagName::TERMINATION];
    for (name, text) in loaded.tags.iter().filter(|(name, _)| !follows.contains(name)) {
        pgn.tags.set(name.clone(), text);
    }
    pgn.before.clone_from(&loaded.before);
    for (made, told) in pgn.moves.iter_mut().zip(&loaded.moves) {
        if made.chosen != told.chosen {
            break;
        }
        made.clone_from(told);
    }
}
