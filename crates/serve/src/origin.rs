//! Whose pages may show the explorer in theirs.

use std::str::FromStr;

use axum::http::Uri;
use thiserror::Error;

/// Where pages come from, as a browser sees it: `https://forum.example`, `http://localhost:8000`.
///
/// **Invariant**: a scheme and a host, perhaps with a port, in plain letters: it can stand in a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(String);

/// A text that is no origin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected where pages come from, like https://forum.example or http://localhost:8000")]
pub struct BadOrigin;

impl Origin {
    /// As it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Origin {
    type Err = BadOrigin;
    fn from_str(text: &str) -> Result<Self, BadOrigin> {
        let uri: Uri = text.parse().map_err(|_| BadOrigin)?;
        let has_scheme = matches!(uri.scheme_str(), Some("http" | "https"));
        let host = uri.authority().ok_or(BadOrigin)?.as_str();
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
        let is_whole = text.split_once("://").is_some_and(|(_, rest)| rest == host);
        if has_scheme && is_whole && host.bytes().all(is_plain) {
            return Ok(Self(text.to_owned()));
        }
        Err(BadOrigin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_a_scheme_and_a_host_and_nothing_that_breaks_a_header() {
        for text in ["https://forum.example", "http://localhost:8000", "http://127.0.0.1", "https://[::1]:9"]
        {
            assert_eq!(text.parse::<Origin>().as_ref().map(Origin::as_str), Ok(text));
        }
        for text in [
            "",
            "*",
            "forum.example",
            "https://",
            "https://a.example/",
            "https://a.example/page",
            "ftp://a.example",
            "https://a.example; script-src *",
            "https://a.example 'unsafe-inline'",
            "https://user@a.example",
            "https://*.example",
            "https://a.example\nx",
        ] {
            assert_eq!(text.parse::<Origin>(), Err(BadOrigin), "{text}");
        }
    }
}
