//! Where tables are that were looked for one level too high or too low.

use std::fs;
use std::path::{Path, PathBuf};

use millwright_rules::Game;
use millwright_table::TableDirectory;

/// The directories that have tables and that somebody may have meant who typed this one, which has none.
///
/// A directory of tables has a directory for each game. Whoever names the directory of a game is one level too low, whoever
/// names what the directory of tables is in is one too high.
pub(crate) fn meant(db: &Path) -> Vec<PathBuf> {
    if has_games(db) {
        return Vec::new();
    }
    let above = above(db).filter(|above| has_games(above));
    // A directory beside this one has tables perhaps; one that has some itself is that of a game.
    let below = || {
        let entries = fs::read_dir(db).into_iter().flatten().flatten();
        let mut found: Vec<PathBuf> =
            entries.map(|entry| entry.path()).filter(|path| path.is_dir() && has_games(path)).collect();
        found.sort();
        found
    };
    match above {
        Some(above) if is_of_a_game(db) => vec![above],
        _ => below(),
    }
}

/// The directory that this one is in.
fn above(db: &Path) -> Option<PathBuf> {
    match db.parent() {
        Some(parent) if !parent.as_os_str().is_empty() && db.file_name().is_some() => Some(parent.to_owned()),
        _ => fs::canonicalize(db).ok()?.parent().map(Path::to_owned),
    }
}

/// Whether it is called like a game.
fn is_of_a_game(db: &Path) -> bool {
    let place = fs::canonicalize(db).unwrap_or_else(|_| db.to_owned());
    let name = place.file_name().and_then(|name| name.to_str());
    Game::every().any(|game| Some(game.name()) == name)
}

/// Whether there are tables of some game.
fn has_games(db: &Path) -> bool {
    let has_tables = |game: Game| {
        let directory = TableDirectory::new(db, game);
        directory.path().is_dir() && directory.contents().is_ok_and(|contents| !contents.tables.is_empty())
    };
    Game::every().any(has_tables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_level_too_high_or_too_low_is_recognised_and_nothing_else_is() {
        let root = tempfile::tempdir().unwrap();
        let db = root.path().join("db");
        let game = db.join("standard");
        fs::create_dir_all(&game).unwrap();
        assert_eq!(meant(&game), Vec::<PathBuf>::new(), "there are no tables anywhere");
        fs::write(game.join("3_3_0_0.mill"), "").unwrap();
        assert_eq!(meant(&db), Vec::<PathBuf>::new(), "here they are");
        let only = std::slice::from_ref(&db);
        assert_eq!(meant(&game), only);
        assert_eq!(meant(&game.join(".")), only);
        assert_eq!(meant(root.path()), only);
        assert_eq!(meant(&root.path().join("not there")), Vec::<PathBuf>::new());
        let other = root.path().join("a second one");
        fs::create_dir_all(other.join("lasker")).unwrap();
        fs::write(other.join("lasker/3_3_0_0.mill"), "").unwrap();
        assert_eq!(meant(root.path()), [other, db]);
    }
}
