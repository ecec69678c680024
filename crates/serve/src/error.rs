//! What goes wrong with a request, and what the client is told.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use millwright_index::Subspace;
use millwright_play::{RecordError, UnknownPlayer};
use millwright_rules::notation::NotationError;
use millwright_rules::{Game, StoneCountError, UnknownGame};
use millwright_table::{ProbeError, SolveCommand};
use serde::Serialize;
use thiserror::Error;
use utoipa::ToSchema;

use crate::limits;
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
    #[error("{}", .0.body_text())]
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
    /// There is no such player.
    #[error(transparent)]
    Player(#[from] UnknownPlayer),
    /// A move was asked for, and there is none.
    #[error("the game is over: there is no move")]
    Over,
    /// There is no such subspace, or nothing is known about it.
    #[error("nothing is known about subspace {0:?} of this game")]
    Subspace(String),
    /// The parameters of the URL are not understood.
    #[error("{}", .0.body_text())]
    Query(#[from] QueryRejection),
    /// The body is not understood, or too large.
    #[error("{}", .0.body_text())]
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
    /// Too much is being asked at the same time.
    #[error("too many requests at the same time")]
    Busy,
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
    #[schema(example = "bad-position")]
    pub code: &'static str,
    /// For people.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl ApiError {
    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            Self::UnknownGame(_) => (StatusCode::NOT_FOUND, "unknown-game"),
            Self::Stones(_) => (StatusCode::BAD_REQUEST, "bad-stones"),
            Self::Position { .. } | Self::LongPosition { .. } => (StatusCode::BAD_REQUEST, "bad-position"),
            Self::Move { .. } | Self::Game(RecordError::Illegal { .. }) => {
                (StatusCode::BAD_REQUEST, "bad-move")
            }
            Self::Notation(_) | Self::Game(_) => (StatusCode::BAD_REQUEST, "bad-game"),
            Self::LongGame { .. } => (StatusCode::PAYLOAD_TOO_LARGE, "too-large"),
            Self::Player(_) => (StatusCode::BAD_REQUEST, "bad-player"),
            Self::Over => (StatusCode::BAD_REQUEST, "game-over"),
            Self::Subspace(_) => (StatusCode::NOT_FOUND, "unknown-subspace"),
            Self::Query(_) | Self::Path(_) | Self::GameBody => (StatusCode::BAD_REQUEST, "bad-request"),
            Self::Body(rejection) => match rejection.status() {
                StatusCode::PAYLOAD_TOO_LARGE => (StatusCode::PAYLOAD_TOO_LARGE, "too-large"),
                _ => (StatusCode::BAD_REQUEST, "bad-request"),
            },
            Self::Missing { .. } => (StatusCode::NOT_FOUND, "missing-table"),
            Self::Table(_) => (StatusCode::INTERNAL_SERVER_ERROR, "bad-table"),
            Self::Busy | Self::Solving => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
            Self::Broken => (StatusCode::INTERNAL_SERVER_ERROR, "broken"),
            Self::NotFound(_) => (StatusCode::NOT_FOUND, "not-found"),
            Self::Method(_) => (StatusCode::METHOD_NOT_ALLOWED, "bad-method"),
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
            Self::Busy | Self::Solving => Some("try again in a second".to_owned()),
            Self::Body(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Some(format!("a request has at most {} bytes", limits::BODY_BYTES))
            }
            Self::GameBody | Self::Body(_) => {
                Some("send {\"text\": \"1. d6 f4\"} or {\"moves\": [\"d6\", \"f4\"]}".to_owned())
            }
            Self::NotFound(_) | Self::Method(_) | Self::Query(_) | Self::Path(_) => {
                Some("/api/openapi.json lists what there is".to_owned())
            }
            _ => None,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code) = self.status_and_code();
        let facts = ErrorFacts { code, message: self.to_string(), hint: self.hint() };
        // Whoever serves the router may log it: the client is not told about files.
        let (position, cause) = match self {
            Self::Missing { position, .. } => (position, None),
            Self::Table(error) => (None, Some(error.to_string())),
            _ => (None, None),
        };
        let mut response = (status, Json(ErrorRecord { error: facts, position })).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        if let Some(cause) = cause {
            response.extensions_mut().insert(Cause(cause));
        }
        response
    }
}

/// Why a request failed, for the log of the server alone.
#[derive(Clone, Debug)]
pub(crate) struct Cause(pub(crate) String);
