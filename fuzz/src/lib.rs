//! What the targets share.

use std::fmt::{Debug, Display};
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use millwright_rules::Game;

/// Asserts that what a text says survives being written and read again, and is then written alike.
pub fn round_trips<T: FromStr<Err: Debug> + Display + PartialEq + Debug>(text: &str) -> Option<T> {
    let first: T = text.parse().ok()?;
    let written = first.to_string();
    let second: T = written.parse().unwrap_or_else(|error| panic!("{text:?} became {written:?}: {error:?}"));
    assert_eq!(first, second, "{text:?} became {written:?}");
    assert_eq!(written, second.to_string());
    Some(first)
}

/// The game that the first byte chooses, and the rest.
pub fn game_and_rest(data: &[u8]) -> Option<(Game, &[u8])> {
    let (&first, rest) = data.split_first()?;
    Some((Game::ALL[usize::from(first) % Game::ALL.len()], rest))
}

/// A file with these bytes, in memory where the system has such a place. The same name every time.
pub fn file_of(bytes: &[u8], name: &str) -> PathBuf {
    let shared = Path::new("/dev/shm");
    let parent = if shared.is_dir() { shared.to_owned() } else { std::env::temp_dir() };
    let directory = parent.join(format!("millwright-fuzz-{}", std::process::id()));
    fs::create_dir_all(&directory).expect("a directory can be made");
    let path = directory.join(name);
    fs::write(&path, bytes).expect("a file can be written");
    path
}
