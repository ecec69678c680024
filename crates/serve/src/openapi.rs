//! The description of the API for programs.

use std::sync::{Arc, OnceLock};

use axum::http::HeaderMap;
use axum::response::Response;
use utoipa::OpenApi;

use crate::answer::{Answer, Keeping};
use crate::error::{ApiError, ErrorRecord};
use crate::handlers;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Millwright",
        description = "Nine Men's Morris and its relatives, solved: what positions and moves are worth."
    ),
    paths(
        handlers::health,
        handlers::ready,
        handlers::games,
        handlers::one_game,
        handlers::position,
        handlers::positions,
        handlers::line,
        handlers::game,
        handlers::reply,
        handlers::puzzles,
        handlers::image,
        handlers::statistics,
        handlers::subspace,
    ),
    components(schemas(ErrorRecord))
)]
struct Description;

/// The description.
pub(crate) async fn description(headers: HeaderMap) -> Result<Response, ApiError> {
    static READY: OnceLock<Arc<Answer>> = OnceLock::new();
    if let Some(answer) = READY.get() {
        return Ok(answer.respond(&headers));
    }
    let answer = Answer::json(&Description::openapi(), Keeping::Asking)?;
    Ok(READY.get_or_init(|| answer).respond(&headers))
}
