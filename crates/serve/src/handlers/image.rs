//! `/image/{game}/{file}`.

use axum::Extension;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::answer::{Answer, Keeping};
use crate::app::App;
use crate::client::Client;
use crate::error::{ApiError, ErrorRecord};
use crate::fair_queue::Price;
use crate::image::{ImageForm, image as draw};
use crate::limits;
use crate::request::{Asked, in_range, number};

/// How a picture is to be.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ImageQuery {
    /// Stones for each player, 3 to 12: one number for both or White's,Black's. The game's own if left out.
    stones: Option<String>,
    /// Pixels of a PNG in a row, 64 to 1024; 480 if left out.
    #[param(value_type = Option<usize>, minimum = 64, maximum = 1024)]
    size: Option<String>,
}

/// A position as a picture, for forums and other pages
#[utoipa::path(
    get,
    path = "/image/{game}/{file}",
    params(
        ("game" = String, Path, description = "As in /api/games", example = "standard"),
        ("file" = String, Path, description = "A position in any notation, and behind it .svg or .png", example = "w_a1d1.7_d6f4.7.png"),
        ImageQuery,
    ),
    responses(
        (status = 200, content_type = "image/svg+xml", body = String, description = "Or image/png"),
        (status = 400, body = ErrorRecord),
        (status = 404, body = ErrorRecord),
    )
)]
pub(crate) async fn image(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    path: Result<Path<(String, String)>, PathRejection>,
    query: Result<Query<ImageQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Path((game, file)) = path?;
    let Query(ImageQuery { stones, size }) = query?;
    let asked = Asked::new(&game, stones.as_deref())?;
    let size = number("size", size.as_deref())?.unwrap_or(limits::IMAGE_PIXELS);
    let size = in_range("size", size, limits::LEAST_IMAGE_PIXELS..=limits::MOST_IMAGE_PIXELS)?;
    let (text, form) = match file.rsplit_once('.') {
        Some((text, "svg")) => (text, ImageForm::Svg),
        Some((text, "png")) => (text, ImageForm::Png(u32::try_from(size).map_err(|_| ApiError::Broken)?)),
        _ => return Err(ApiError::NotFound(format!("/image/{game}/{file}"))),
    };
    let position = asked.position(text)?;
    let work = move || {
        let mime = HeaderValue::from_static(form.mime());
        Ok(Answer::new(mime, Keeping::Days, draw(form, &asked.rules, &position).into()))
    };
    let mut response = app.gate.run(client, Price::IMAGE, work).await?.respond(&headers);
    // A picture of ours runs nothing, whoever opens it.
    let nothing = HeaderValue::from_static("default-src 'none'");
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, nothing);
    Ok(response)
}
