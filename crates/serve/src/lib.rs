//! The HTTP API and the web explorer.
//!
//! [`router`] answers requests from the tables of a [`Library`]. [`serve`] and [`run`] do so on a socket until they are told
//! to stop. `GET /api/openapi.json` describes the API for programs, `docs/api.md` for people, `docs/hosting.md` is for
//! whoever runs a server.
//!
//! **Invariants**: work per request is bounded ([`limits`]), and so is all that is kept in memory; every answer below `/api`
//! is JSON, errors included; no part of a URL reaches the file system.
#![forbid(unsafe_code)]

mod answer;
mod answer_cache;
mod app;
mod arrival;
mod client;
mod connection;
mod connections;
mod error;
mod fair_queue;
mod gate;
mod handlers;
mod holdings;
mod image;
mod library;
pub mod limits;
mod metrics;
mod openapi;
mod origin;
mod packed_draws;
mod packed_tables;
mod page;
mod process;
mod report;
mod request;
mod router;
mod seldom;
mod server;
mod settings;
mod small_games;
mod solving;
mod survey_cache;
mod watched_stream;

pub use app::App;
/// The name of a header, as `--proxy-header` takes it.
pub use axum::http::HeaderName;
pub use client::{Client, TrustedProxies};
pub use error::{ApiError, ErrorCode, ErrorFacts, ErrorRecord};
pub use library::{Library, LibraryLimits, Shelf};
pub use origin::{BadOrigin, Origin};
pub use report::Report;
pub use router::router;
pub use server::{Flags, run, serve};
pub use settings::{Deadlines, Hosts, MetricsFor, Settings};
pub use solving::Solving;
