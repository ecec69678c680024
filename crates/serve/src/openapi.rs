//! The description of the API for programs.

use axum::Json;
use utoipa::OpenApi;

use crate::error::ErrorRecord;
use crate::handlers;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Millwright",
        description = "Nine Men's Morris and its relatives, solved: what positions and moves are worth."
    ),
    paths(
        handlers::health,
        handlers::games,
        handlers::one_game,
        handlers::position,
        handlers::line,
        handlers::game,
        handlers::reply,
        handlers::statistics,
        handlers::subspace,
    ),
    components(schemas(ErrorRecord))
)]
struct Description;

/// The description.
pub(crate) async fn description() -> Json<utoipa::openapi::OpenApi> {
    Json(Description::openapi())
}
