//! The file that the games of a match are saved in, one after the other.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use millwright_play::{Match, Played, Score};
use millwright_rules::notation::{Pgn, TagName};

use crate::date::Date;

/// Games of one match.
pub(super) struct GamesFile {
    path: PathBuf,
    file: File,
    saved: Vec<(u32, Score, bool)>,
}

impl GamesFile {
    /// A file that is new or has games of this match. The last game may have been cut off: then it is played again.
    pub(super) fn open(path: &Path, of: &Match) -> anyhow::Result<Self> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        let games = split(&text);
        let mut saved = Vec::new();
        let mut whole = 0;
        for (place, game) in games.iter().enumerate() {
            let read = game.parse::<Pgn>().ok();
            let found = read.as_ref().and_then(|pgn| Some((Played::of_saved(pgn, of)?, pgn)));
            match found {
                Some(((number, score), pgn)) => {
                    saved.push((number, score, pgn.tags.get(&TagName::FORFEIT).is_some()));
                    whole += game.len();
                }
                None if place + 1 == games.len() && is_cut_off(game, read.as_ref()) => {}
                None => {
                    bail!(
                        "{} has games of another match (game {}); choose another file",
                        path.display(),
                        place + 1
                    )
                }
            }
        }
        let cannot_write = || format!("cannot write {}", path.display());
        let file = OpenOptions::new().create(true).append(true).open(path).with_context(cannot_write)?;
        file.set_len(whole as u64).with_context(cannot_write)?;
        Ok(Self { path: path.to_owned(), file, saved })
    }

    /// The games that were there: their numbers, scores, and whether they were forfeited.
    pub(super) fn saved(&self) -> &[(u32, Score, bool)] {
        &self.saved
    }

    /// Adds a game, with the day on which it was played.
    pub(super) fn add(&mut self, played: &Played) -> anyhow::Result<()> {
        let mut pgn = played.pgn();
        pgn.tags.set(TagName::DATE, &Date::today().to_string());
        let text = format!("{pgn}\n\n");
        let written = self.file.write_all(text.as_bytes());
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// The texts of the games, each with what follows it up to the next.
fn split(text: &str) -> Vec<&str> {
    let mut starts: Vec<usize> = text.match_indices("[Event ").map(|(start, _)| start).collect();
    starts.retain(|&start| start == 0 || text[..start].ends_with('\n'));
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &text[start..end]).collect()
}

/// Whether a game is the beginning of one that was being written when the program was ended.
fn is_cut_off(game: &str, read: Option<&Pgn>) -> bool {
    !game.ends_with("\n\n") || read.is_none()
}
