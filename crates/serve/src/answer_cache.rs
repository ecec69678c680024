//! Ready answers, kept while they are asked for.

use std::sync::Arc;

use millwright_rules::{ByColor, Position, StoneCount};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::answer::Answer;
use crate::library::ShelfId;
use crate::request::Asked;

/// What was asked. A position is the same in every notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Question {
    /// Of which tables: when they change, nobody asks for the old answer any more.
    pub(crate) shelf: ShelfId,
    stones: ByColor<StoneCount>,
    about: About,
}

/// What about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum About {
    /// A position and its moves.
    Position(Position),
    /// Best play from a position, so many plies at most.
    Line(Position, usize),
    /// All subspaces.
    Statistics,
}

impl Question {
    pub(crate) fn new(shelf: ShelfId, asked: &Asked, about: About) -> Self {
        Self { shelf, stones: asked.rules.stones, about }
    }
}

/// Answers by question, up to so many bytes.
#[derive(Debug)]
pub(crate) struct AnswerCache(Cache<Question, Arc<Answer>, ByWeight>);

impl AnswerCache {
    pub(crate) fn new(bytes: u64) -> Self {
        let answers = usize::try_from(bytes >> 13).unwrap_or(usize::MAX).clamp(1, 1 << 20);
        Self(Cache::with_weighter(answers, bytes, ByWeight))
    }

    pub(crate) fn get(&self, question: &Question) -> Option<Arc<Answer>> {
        self.0.get(question)
    }

    pub(crate) fn keep(&self, question: Question, answer: &Arc<Answer>) {
        self.0.insert(question, Arc::clone(answer));
    }

    /// Hits, misses and bytes.
    pub(crate) fn counts(&self) -> (u64, u64, u64) {
        (self.0.hits(), self.0.misses(), self.0.weight())
    }
}

#[derive(Clone, Debug)]
struct ByWeight;

impl Weighter<Question, Arc<Answer>> for ByWeight {
    fn weight(&self, _question: &Question, answer: &Arc<Answer>) -> u64 {
        (answer.weight() + 2 * size_of::<Question>()) as u64
    }
}
