//! Figures of the server, as Prometheus reads them.

use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

use crate::app::App;
use crate::process;

/// What the answers are counted by.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    /// The address without what stands in it: `/api/{game}/position`.
    kind: String,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfKind {
    kind: String,
}

/// What is counted as it happens; all else is looked up when somebody asks.
#[derive(Debug)]
pub(crate) struct Metrics {
    answers: Family<Answered, Counter>,
    seconds: Family<OfKind, Histogram>,
    pub(crate) accepted: Counter,
    pub(crate) refused: Counter,
    pub(crate) evicted: Counter,
}

impl Default for Metrics {
    fn default() -> Self {
        Self {
            answers: Family::default(),
            // From a quarter of a millisecond to eight seconds.
            seconds: Family::new_with_constructor(|| Histogram::new(exponential_buckets(0.000_25, 2.0, 16))),
            accepted: Counter::default(),
            refused: Counter::default(),
            evicted: Counter::default(),
        }
    }
}

impl Metrics {
    /// Counts an answer.
    pub(crate) fn count(&self, kind: &str, status: u16, took: Duration) {
        self.answers.get_or_create(&Answered { kind: kind.to_owned(), status }).inc();
        self.seconds.get_or_create(&OfKind { kind: kind.to_owned() }).observe(took.as_secs_f64());
    }

    /// All figures as text.
    pub(crate) fn text(&self, app: &App) -> String {
        let mut registry = Registry::with_prefix("millwright");
        registry.register("requests", "Answers by address and status", self.answers.clone());
        registry.register_with_unit(
            "request_duration",
            "How long answers took",
            Unit::Seconds,
            self.seconds.clone(),
        );
        registry.register("connections_accepted", "Connections so far", self.accepted.clone());
        registry.register("connections_refused", "Connections sent away", self.refused.clone());
        registry.register("connections_evicted", "Idle connections ended for others", self.evicted.clone());
        for (name, help, value) in counted_elsewhere(app) {
            registry.register(name, help, counter(value));
        }
        for (name, help, value) in gauges(app) {
            registry.register(name, help, gauge(value));
        }
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &registry);
        text
    }
}

fn counted_elsewhere(app: &App) -> [(&'static str, &'static str, u64); 6] {
    let chunks = app.library.cache_counts();
    let (hits, misses, _) = app.answers.counts();
    let (survey_hits, survey_misses, _) = app.surveys.counts();
    [
        ("chunk_hits", "Parts of tables that were in memory", chunks.hits),
        ("chunk_misses", "Parts of tables that were read", chunks.misses),
        ("answer_hits", "Answers that were ready", hits),
        ("answer_misses", "Answers that had to be found", misses),
        ("survey_hits", "Positions that were known up to symmetry", survey_hits),
        ("survey_misses", "Positions that were looked up", survey_misses),
    ]
}

fn gauges(app: &App) -> Vec<(&'static str, &'static str, u64)> {
    let chunks = app.library.cache_counts();
    let (_, _, answers) = app.answers.counts();
    let (_, _, surveys) = app.surveys.counts();
    let (small, small_waiting) = app.library.small_counts();
    let [(_, cheap), (_, dear)] = app.gate.load();
    let of = |count: usize| count as u64;
    let mut gauges = vec![
        ("connections", "Connections now", of(app.connections.count())),
        ("chunk_bytes", "Parts of tables in memory", chunks.bytes),
        ("answer_bytes", "Ready answers in memory", answers),
        ("survey_bytes", "Positions with their moves in memory", surveys),
        ("tables_open", "Tables that are open", of(chunks.open_tables)),
        ("small_games", "Small games in memory", of(small)),
        ("small_games_waiting", "Small games to be solved", of(small_waiting)),
        ("cheap_working", "Cheap requests at work", of(cheap.working)),
        ("cheap_waiting", "Cheap requests in the queue", of(cheap.waiting)),
        ("dear_working", "Dear requests at work", of(dear.working)),
        ("dear_waiting", "Dear requests in the queue", of(dear.waiting)),
    ];
    gauges.extend(process::resident_bytes().map(|bytes| ("resident_bytes", "Memory of the process", bytes)));
    gauges.extend(process::open_files().map(|files| ("open_files", "Descriptors of the process", files)));
    gauges
}

fn counter(value: u64) -> Counter {
    let counter = Counter::default();
    counter.inc_by(value);
    counter
}

fn gauge(value: u64) -> Gauge {
    let gauge = Gauge::default();
    gauge.set(i64::try_from(value).unwrap_or(i64::MAX));
    gauge
}
