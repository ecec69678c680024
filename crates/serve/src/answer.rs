//! Answers that are ready to be sent: bytes, what they are, and their tag.

use std::io::Write;
use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

use crate::error::ApiError;

/// Below this many bytes an answer fits in a packet, compressed or not.
const SMALLEST_COMPRESSED: usize = 1_400;

/// Half of what can be gained takes a tenth of the time.
const LEVEL: Compression = Compression::new(2);

/// What is answered, sent to as many clients as ask for it. Compressed once, when the first one wants it so.
#[derive(Debug)]
pub(crate) struct Answer {
    status: StatusCode,
    mime: HeaderValue,
    /// How long others may keep it without asking again.
    keeping: Keeping,
    bytes: Bytes,
    tag: HeaderValue,
    compressed: OnceLock<Option<Bytes>>,
}

/// How long browsers and proxies may keep an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keeping {
    /// As long as tables usually stay as they are.
    Minutes,
    /// They ask each time whether it is still the same.
    Asking,
    /// It is the same for ever, but for how it looks.
    Days,
}

impl Keeping {
    const fn header(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Minutes => "public, max-age=300",
            Self::Asking => "no-cache",
            Self::Days => "public, max-age=604800",
        })
    }
}

impl Answer {
    /// Of some bytes.
    pub(crate) fn new(mime: HeaderValue, keeping: Keeping, bytes: Bytes) -> Self {
        let hash = blake3::hash(&bytes).to_hex();
        // Weak: whether it is sent compressed or not, it is the same answer in other bytes.
        let tag = HeaderValue::from_str(&format!("W/\"{}\"", &hash[..32])).expect("hexadecimal digits");
        Self { status: StatusCode::OK, mime, keeping, bytes, tag, compressed: OnceLock::new() }
    }

    /// A record as JSON.
    ///
    /// # Errors
    /// Never: records have no keys but text.
    pub(crate) fn json(record: &impl Serialize, keeping: Keeping) -> Result<Arc<Self>, ApiError> {
        let bytes = serde_json::to_vec(record).map_err(|_| ApiError::Broken)?;
        // Without what the buffer had left over: it may stay for long.
        let bytes = Bytes::from(bytes.into_boxed_slice());
        Ok(Arc::new(Self::new(HeaderValue::from_static("application/json"), keeping, bytes)))
    }

    /// The same with another status.
    pub(crate) fn with_status(self: Arc<Self>, status: StatusCode) -> Arc<Self> {
        let Self { mime, keeping, bytes, .. } = &*self;
        Arc::new(Self { status, ..Self::new(mime.clone(), *keeping, bytes.clone()) })
    }

    /// The memory that it takes: as if it were compressed, which it may be at any time.
    pub(crate) fn weight(&self) -> usize {
        size_of::<Self>() + self.bytes.len() + self.bytes.len() / 4
    }

    /// Sends it, or says that the client has it.
    pub(crate) fn respond(&self, asked: &HeaderMap) -> Response {
        let mut headers = HeaderMap::with_capacity(5);
        headers.insert(header::ETAG, self.tag.clone());
        headers.insert(header::CACHE_CONTROL, self.keeping.header());
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if self.status == StatusCode::OK && self.is_known(asked) {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        headers.insert(header::CONTENT_TYPE, self.mime.clone());
        let compressed = takes_gzip(asked).then(|| self.compressed()).flatten();
        if compressed.is_some() {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        let body = axum::body::Body::from(compressed.unwrap_or_else(|| self.bytes.clone()));
        let mut response = Response::new(body);
        *response.status_mut() = self.status;
        *response.headers_mut() = headers;
        response
    }

    /// Compressed, if that is worth it.
    fn compressed(&self) -> Option<Bytes> {
        let compress = || {
            if self.bytes.len() < SMALLEST_COMPRESSED {
                return None;
            }
            let mut encoder = GzEncoder::new(Vec::with_capacity(self.bytes.len() / 4), LEVEL);
            let compressed = encoder.write_all(&self.bytes).and_then(|()| encoder.finish()).ok()?;
            (compressed.len() < self.bytes.len()).then(|| compressed.into_boxed_slice().into())
        };
        self.compressed.get_or_init(compress).clone()
    }

    /// Whether the client has it already.
    fn is_known(&self, asked: &HeaderMap) -> bool {
        let tag = without_weakness(self.tag.to_str().unwrap_or_default());
        let is_ours = |text: &str| text.trim() == "*" || without_weakness(text) == tag;
        words(asked, &header::IF_NONE_MATCH).any(is_ours)
    }
}

/// What an entity tag says, be it weak or strong.
fn without_weakness(tag: &str) -> &str {
    tag.trim().trim_start_matches("W/")
}

fn takes_gzip(asked: &HeaderMap) -> bool {
    words(asked, &header::ACCEPT_ENCODING).any(|word| {
        let (name, quality) = word.split_once(';').unwrap_or((word, "q=1"));
        let is_refused = quality.trim().trim_start_matches("q=").parse() == Ok(0.0_f32);
        name.trim().eq_ignore_ascii_case("gzip") && !is_refused
    })
}

/// What stands between the commas of a header.
fn words<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    headers.get_all(name).iter().filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(','))
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::BodyExt;

    fn answer(bytes: usize) -> Answer {
        Answer::new(HeaderValue::from_static("text/plain"), Keeping::Minutes, vec![b'a'; bytes].into())
    }

    fn asking(name: HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, value.parse().unwrap())])
    }

    #[tokio::test]
    async fn large_answers_are_compressed_for_those_who_take_it() {
        for (bytes, accepted, is_compressed) in [
            (10_000, "gzip", true),
            (10_000, "br;q=1.0, GZIP;q=0.5", true),
            (10_000, "gzip;q=0, br", false),
            (10_000, "br", false),
            (100, "gzip", false),
        ] {
            let answer = answer(bytes);
            let response = answer.respond(&asking(header::ACCEPT_ENCODING, accepted));
            assert_eq!(
                response.headers().contains_key(header::CONTENT_ENCODING),
                is_compressed,
                "{accepted}"
            );
            let sent = response.into_body().collect().await.unwrap().to_bytes();
            let mut text = Vec::new();
            if is_compressed {
                std::io::copy(&mut flate2::read::GzDecoder::new(&sent[..]), &mut text).unwrap();
                assert!(sent.len() < bytes / 10);
            } else {
                text.extend(&sent);
            }
            assert_eq!(text, vec![b'a'; bytes]);
        }
    }

    #[test]
    fn whoever_has_an_answer_is_not_sent_it_again() {
        let answer = answer(2_000);
        let tag = answer.tag.to_str().unwrap();
        for known in [tag, &format!("\"x\", {tag}"), tag.trim_start_matches("W/"), "*"] {
            let response = answer.respond(&asking(header::IF_NONE_MATCH, known));
            assert_eq!(
                (response.status(), &response.headers()[header::ETAG]),
                (StatusCode::NOT_MODIFIED, &answer.tag)
            );
        }
        let response = answer.respond(&asking(header::IF_NONE_MATCH, "\"another\""));
        assert_eq!(response.status(), StatusCode::OK);
    }
}
