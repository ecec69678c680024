//! The HTTP API and the web explorer.
//!
//! [`router`] answers requests from the tables of a [`Library`]; [`serve`] and [`run`] do so on a socket until they are told
//! to stop.
//! The API is described by `GET /api/openapi.json`, and for people in `docs/api.md`.
//!
//! **Invariants**: work per request is bounded ([`limits`]); every answer below `/api` is JSON, errors included; no part
//! of a URL reaches the file system.
#![forbid(unsafe_code)]

mod error;
mod gate;
mod handlers;
mod library;
pub mod limits;
mod openapi;
mod page;
mod request;
mod server;

pub use error::{ApiError, ErrorFacts, ErrorRecord};
pub use library::{Library, Shelf};
pub use server::{App, router, run, serve};
