//! What can be wrong with results.

use thiserror::Error;

/// A document that is no result, or not one that can be used.
#[derive(Debug, Error)]
pub enum ResultsError {
    /// It is no JSON, or has not the fields that it should have.
    #[error("{document} cannot be read: {source}")]
    Json {
        /// Its name.
        document: String,
        /// What is wrong with it.
        #[source]
        source: serde_json::Error,
    },
    /// It is JSON of another kind.
    #[error("{document} has neither statistics, starts, draws, a comparison nor a match in it")]
    Unknown {
        /// Its name.
        document: String,
    },
    /// It is about a game that nobody knows.
    #[error("{document} is about {game:?}, which is no game; `millwright games` lists them")]
    Game {
        /// Its name.
        document: String,
        /// What it says.
        game: String,
    },
    /// Counts that cannot be those of a game.
    #[error("{document}: {what}")]
    Counts {
        /// Its name.
        document: String,
        /// What does not add up.
        what: String,
    },
}
