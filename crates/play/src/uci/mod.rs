//! The protocol in which programs that play mill talk to programs that show it: UCI, as chess players have it.
//!
//! | file | what it knows |
//! |---|---|
//! | `command` | what may be sent to an engine |
//! | `options` | what can be set |
//! | `received` | the position that was sent, a turn that is only half made included |
//! | `server` | our own engine, as others drive it |
//! | `client` | engines of others, as we drive them |

mod client;
mod command;
mod options;
mod received;
mod server;

pub use client::{Client, ClientError};
pub use server::UciEngine;
