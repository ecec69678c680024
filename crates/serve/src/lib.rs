//! The HTTP API and the web explorer.
//!
//! [`router`] answers requests from the tables of a [`Library`]. [`serve`] and [`run`] do so on a socket until they are told
//! to stop. `GET /api/openapi.json` describes the API for programs, `docs/api.md` for people.
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
