//! What all requests share.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use axum::http::HeaderValue;

use crate::answer_cache::AnswerCache;
use crate::connections::Connections;
use crate::gate::Gate;
use crate::library::Library;
use crate::metrics::Metrics;
use crate::page;
use crate::report::Report;
use crate::settings::Settings;
use crate::solving::Solving;
use crate::survey_cache::SurveyCache;

/// What all requests share.
#[derive(Clone, Debug)]
pub struct App {
    pub(crate) library: Arc<Library>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) gate: Gate,
    pub(crate) answers: Arc<AnswerCache>,
    pub(crate) surveys: Arc<SurveyCache>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) connections: Arc<Connections>,
    /// What browsers may do with the page.
    pub(crate) page_policy: HeaderValue,
    /// What is solved beside the server.
    pub(crate) solving: Option<Arc<Solving>>,
    /// The pages at `/report`.
    pub(crate) report: Option<Arc<Report>>,
    stopping: Arc<AtomicBool>,
}

impl App {
    /// Answers from a library, with as many requests at work as the machine has processors. What goes wrong on the
    /// server's side is told to the log (`tracing`): clients are not told about files.
    #[must_use]
    pub fn new(library: Arc<Library>, settings: Settings) -> Self {
        let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Self {
            answers: Arc::new(AnswerCache::new(library.answer_bytes() / 2)),
            surveys: Arc::new(SurveyCache::new(library.answer_bytes() / 2)),
            connections: Connections::new(&settings),
            page_policy: page::policy(&settings.embedders),
            library,
            settings: Arc::new(settings),
            gate: Gate::new(processors),
            metrics: Arc::default(),
            solving: None,
            report: None,
            stopping: Arc::default(),
        }
    }

    /// The same, told about a solve that goes on beside it.
    #[must_use]
    pub fn beside(self, solving: Arc<Solving>) -> Self {
        Self { solving: Some(solving), ..self }
    }

    /// The same with a report of results.
    #[must_use]
    pub fn with_report(self, report: Report) -> Self {
        Self { report: Some(Arc::new(report)), ..self }
    }

    /// Says that no more requests should come.
    pub(crate) fn begin_to_stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }
}
