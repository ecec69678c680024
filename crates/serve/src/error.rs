//! What goes wrong with a request, and what the client is told.

use std::time::Duration;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use millwright_index::Subspace;
use millwright_play::{RecordError, UnknownPlayer};
use millwright_puzzles::{UnknownLevel, UnknownTheme};
use millwright_rules::notation::NotationError;
use millwright_rules::{Game, StoneCountError, UnknownGame};
use millwright_table::{ProbeError, SolveCommand, Trouble};
use serde::Serialize;
use thiserror::Error;
use tracing::Level;
use utoipa::ToSchema;

use crate::limits;
use crate::seldom::Seldom;
use millwright_records::PositionRecord;

/// A request that is not answered as it was asked.
#[derive(Debug, Error)]
pub enum ApiError {
    /// There is no such game.
    #[error(transparent)]
    UnknownGame(#[from] UnknownGame),
    /// The numbers of stones are not those of a game.
    #[error("stones: {0}")]
    Stones(#[from] StoneCountError),
    /// The position cannot be read, or is not one of the game.
    #[error("this is no position of {game}: {source}")]
    Position {
        /// Of which game it should be.
        game: Game,
        /// What is wrong with it.
        source: NotationError,
    },
    /// The text of a position is longer than any position.
    #[error("a position has at most {} bytes, this text has {found}", limits::POSITION_BYTES)]
    LongPosition {
        /// How many it has.
        found: usize,
    },
    /// A game or a move cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A move of a game cannot be read.
    #[error("ply {ply}: {source}")]
    Move {
        /// Which, counted from 1.
        ply: usize,
        /// What is wrong with it.
        source: NotationError,
    },
    /// What was sent is not how a game is asked about.
    #[error("a game is either text, or moves with the start that they begin at")]
    GameBody,
    /// The address is not text.
    #[error("the address is no text in UTF-8")]
    Path(#[from] PathRejection),
    /// A game is not one: a move is not legal, or a tag is wrong.
    #[error(transparent)]
    Game(#[from] RecordError),
    /// The game has more plies than are looked at.
    #[error("a game has at most {} plies here, this one has {found}", limits::GAME_PLIES)]
    LongGame {
        /// How many it has.
        found: usize,
    },
    /// A number is not one that can be asked for.
    #[error("{name}: expected {least} to {most}, found {found}")]
    Number {
        /// What it is called.
        name: &'static str,
        /// The smallest that can be asked for.
        least: usize,
        /// The largest.
        most: usize,
        /// What was asked for.
        found: usize,
    },
    /// A parameter is no number.
    #[error("{name}: expected a number, found {found:?}")]
    NoNumber {
        /// What it is called.
        name: &'static str,
        /// What was sent.
        found: String,
    },
    /// A parameter is not there that has to be.
    #[error("the parameter {0} is missing")]
    NoParameter(&'static str),
    /// There is no such player.
    #[error(transparent)]
    Player(#[from] UnknownPlayer),
    /// There is no such theme.
    #[error(transparent)]
    Theme(#[from] UnknownTheme),
    /// There is no such difficulty.
    #[error(transparent)]
    Level(#[from] UnknownLevel),
    /// There is nothing to draw puzzles from.
    #[error("nothing is known of this game, so there are no puzzles")]
    NoPuzzles,
    /// A move was asked for, and there is none.
    #[error("the game is over: there is no move")]
    Over,
    /// There is no such subspace, or nothing is known about it.
    #[error("nothing is known about subspace {0:?} of this game")]
    Subspace(String),
    /// The parameters of the URL are not understood.
    #[error(
        "what follows the question mark is not understood: a parameter is there twice, or is no text in UTF-8"
    )]
    Query(#[from] QueryRejection),
    /// The body is not understood, or too large.
    #[error("{}", body_trouble(.0))]
    Body(#[from] JsonRejection),
    /// The value that was asked for is in a table that is missing or has been reduced.
    #[error("the value is unknown: the table of subspace {subspace} {why}")]
    Missing {
        /// Of which subspace.
        subspace: Subspace,
        /// What is the matter with it.
        why: &'static str,
        /// The command that makes it.
        command: SolveCommand,
        /// What can be said without it, if it was asked for.
        position: Option<Box<PositionRecord>>,
    },
    /// A table is there and cannot be used.
    #[error("a table cannot be used")]
    Table(#[source] ProbeError),
    /// The results that a report is made of cannot be read.
    #[error("the report cannot be made")]
    Report(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The system has no more files or memory to give.
    #[error("the server has too much open to look that up now")]
    Exhausted(#[source] ProbeError),
    /// Too much is being asked at the same time.
    #[error("too many requests at the same time")]
    Busy,
    /// The server is about to stop, or cannot read its tables.
    #[error("the server is not ready: {0}")]
    NotReady(&'static str),
    /// The request did not arrive in time.
    #[error("the request did not arrive within {} seconds", .0.as_secs_f32())]
    Late(Duration),
    /// The answer took longer than anybody waits.
    #[error("no answer was found within {} seconds", .0.as_secs_f32())]
    TooSlow(Duration),
    /// The body is larger than any.
    #[error("the request is too large")]
    TooLarge {
        /// Bytes that one may have.
        most: usize,
    },
    /// The client calls the server by a name that is not its own.
    #[error("this server does not answer to the name that was asked for")]
    Host,
    /// Small games are still being solved.
    #[error("the small games are still being solved")]
    Solving,
    /// The work on a request broke down.
    #[error("the request could not be finished")]
    Broken,
    /// There is nothing under this address.
    #[error("there is nothing at {0}")]
    NotFound(String),
    /// The address is there, the method is not.
    #[error("this address does not take {0} requests")]
    Method(String),
}

/// An error as JSON.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorRecord {
    /// What is wrong.
    pub error: ErrorFacts,
    /// For a missing table: what can be said without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Box<PositionRecord>>,
}

/// What is wrong, for programs and for people.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorFacts {
    /// For programs.
    pub code: ErrorCode,
    /// For people.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

/// What is wrong, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum ErrorCode {
    BadPosition,
    BadGame,
    BadMove,
    BadStones,
    BadPlayer,
    GameOver,
    BadRequest,
    MissingTable,
    UnknownGame,
    UnknownSubspace,
    NotFound,
    BadMethod,
    Late,
    TooLarge,
    BadHost,
    BadTable,
    Broken,
    Busy,
    NotReady,
}

impl ErrorCode {
    const fn status(self) -> StatusCode {
        match self {
            Self::BadPosition
            | Self::BadGame
            | Self::BadMove
            | Self::BadStones
            | Self::BadPlayer
            | Self::GameOver
            | Self::BadRequest => StatusCode::BAD_REQUEST,
            Self::MissingTable | Self::UnknownGame | Self::UnknownSubspace | Self::NotFound => {
                StatusCode::NOT_FOUND
            }
            Self::BadMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::Late => StatusCode::REQUEST_TIMEOUT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::BadHost => StatusCode::MISDIRECTED_REQUEST,
            Self::BadTable | Self::Broken => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Busy | Self::NotReady => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

/// What is wrong with a body, in words that say nothing about how it is read.
fn body_trouble(rejection: &JsonRejection) -> String {
    match rejection {
        JsonRejection::JsonDataError(_) | JsonRejection::JsonSyntaxError(_) => {
            let cause = std::error::Error::source(rejection).map(ToString::to_string).unwrap_or_default();
            format!("the body is not what is expected here: {cause}")
        }
        JsonRejection::MissingJsonContentType(_) => {
            "the body is to be JSON, and the header Content-Type to say application/json".to_owned()
        }
        _ => "the body cannot be read".to_owned(),
    }
}

impl ApiError {
    fn code(&self) -> ErrorCode {
        match self {
            Self::UnknownGame(_) => ErrorCode::UnknownGame,
            Self::Stones(_) => ErrorCode::BadStones,
            Self::Position { .. } | Self::LongPosition { .. } => ErrorCode::BadPosition,
            Self::Move { .. } | Self::Game(RecordError::Illegal { .. }) => ErrorCode::BadMove,
            Self::Notation(_) | Self::Game(_) => ErrorCode::BadGame,
            Self::LongGame { .. } | Self::TooLarge { .. } => ErrorCode::TooLarge,
            Self::Player(_) => ErrorCode::BadPlayer,
            Self::Over => ErrorCode::GameOver,
            Self::Subspace(_) => ErrorCode::UnknownSubspace,
            Self::Body(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                ErrorCode::TooLarge
            }
            Self::Query(_)
            | Self::Path(_)
            | Self::GameBody
            | Self::Body(_)
            | Self::Number { .. }
            | Self::NoNumber { .. }
            | Self::NoParameter(_)
            | Self::Theme(_)
            | Self::Level(_) => ErrorCode::BadRequest,
            Self::Missing { .. } | Self::NoPuzzles => ErrorCode::MissingTable,
            Self::Table(_) => ErrorCode::BadTable,
            Self::Busy | Self::Solving | Self::Exhausted(_) | Self::TooSlow(_) => ErrorCode::Busy,
            Self::NotReady(_) => ErrorCode::NotReady,
            Self::Late(_) => ErrorCode::Late,
            Self::Host => ErrorCode::BadHost,
            Self::Broken | Self::Report(_) => ErrorCode::Broken,
            Self::NotFound(_) => ErrorCode::NotFound,
            Self::Method(_) => ErrorCode::BadMethod,
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            Self::Position { .. } => {
                Some("positions look like w_a1d1.7_d6f4.7, or are Sanmill FENs or MFENs".to_owned())
            }
            Self::Missing { command, .. } => Some(format!("make it with: {command}")),
            Self::Table(_) => {
                Some("the server's log says which; millwright verify checks them all".to_owned())
            }
            Self::Busy | Self::Solving | Self::Exhausted(_) | Self::TooSlow(_) => {
                Some("try again in a second".to_owned())
            }
            Self::TooLarge { most } => Some(format!("a request has at most {most} bytes here")),
            Self::Host => Some("millwright serve --allow-host NAME lets it".to_owned()),
            Self::GameBody => {
                Some("send {\"text\": \"1. d6 f4\"} or {\"moves\": [\"d6\", \"f4\"]}".to_owned())
            }
            Self::NotFound(_)
            | Self::Method(_)
            | Self::Query(_)
            | Self::Path(_)
            | Self::Body(_)
            | Self::NoParameter(_) => Some("/api/openapi.json lists what there is".to_owned()),
            _ => None,
        }
    }
}

impl ApiError {
    /// A probe that failed for another reason than a missing value.
    pub(crate) fn of_probe(error: ProbeError) -> Self {
        match &error {
            ProbeError::Table(inner) if inner.trouble() == Trouble::Exhausted => Self::Exhausted(error),
            _ => Self::Table(error),
        }
    }

    /// How much it matters to whoever runs the server; clients make mistakes all day long.
    fn level(&self) -> Level {
        match self {
            Self::Table(_) | Self::Report(_) | Self::Broken => Level::ERROR,
            Self::Exhausted(_) | Self::TooSlow(_) => Level::WARN,
            _ => Level::DEBUG,
        }
    }

    /// Tells the log, which alone is told about files.
    fn log(&self, status: StatusCode) {
        let (status, cause) = (status.as_u16(), std::error::Error::source(self).map(ToString::to_string));
        let cause = cause.unwrap_or_default();
        match self.level() {
            Level::ERROR => tracing::error!(status, cause, "{self}"),
            Level::WARN => {
                static SELDOM: Seldom = Seldom::new();
                SELDOM.log(|unsaid| tracing::warn!(status, cause, unsaid, "{self}"));
            }
            _ => tracing::debug!(status, cause, "{self}"),
        }
    }

    /// As JSON.
    pub(crate) fn record(self) -> (StatusCode, ErrorRecord) {
        let code = self.code();
        let status = code.status();
        self.log(status);
        let error = ErrorFacts { code, message: self.to_string(), hint: self.hint() };
        let position = if let Self::Missing { position, .. } = self { position } else { None };
        (status, ErrorRecord { error, position })
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let must_close = matches!(self, Self::Late(_) | Self::TooLarge { .. });
        let (status, record) = self.record();
        let mut response = (status, Json(record)).into_response();
        let headers = response.headers_mut();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        if status.is_server_error() {
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        if must_close {
            // The rest of the request is not read.
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}
