//! Blocking work, so much at a time: what is cheap in one lane, what is dear in another, each fair between clients.

use std::sync::Arc;

use tokio::time::timeout;

use crate::client::Client;
use crate::error::ApiError;
use crate::fair_queue::{FairQueue, Price};
use crate::limits;

impl Price {
    /// A position with its moves.
    pub(crate) const POSITION: Self = Self(1);
    /// A picture of a position.
    pub(crate) const IMAGE: Self = Self(8);
    /// A list of all games: some directories.
    pub(crate) const GAMES: Self = Self(4);
    /// A position that no table has: half a second.
    pub(crate) const SEARCH: Self = Self(1_000);
    /// Some puzzles: positions looked up all over the tables, for a second or two.
    pub(crate) const PUZZLES: Self = Self(2_000);
    /// The heads of all tables of a game.
    pub(crate) const STATISTICS: Self = Self(200);

    /// A line of so many plies at most.
    pub(crate) const fn line(plies: usize) -> Self {
        Self(plies as u64)
    }

    /// So many positions with their moves.
    pub(crate) const fn positions(count: usize) -> Self {
        Self(count as u64)
    }

    /// A game of so many bytes: its positions are looked up without their moves.
    pub(crate) const fn game(bytes: usize) -> Self {
        Self(1 + bytes as u64 / 64)
    }

    /// A search of so many positions.
    pub(crate) const fn nodes(nodes: u64) -> Self {
        Self(1 + nodes / 1_000)
    }

    /// What takes a few milliseconds at most.
    const fn is_cheap(self) -> bool {
        self.0 <= 16
    }
}

/// Lets twice as many requests work as there are processors, since some of them wait for the disk or for their
/// answer to be taken, and beside them half as many whose work takes long.
#[derive(Clone, Debug)]
pub(crate) struct Gate {
    cheap: Arc<FairQueue>,
    dear: Arc<FairQueue>,
}

/// How much is being worked on, and how much waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Load {
    pub(crate) working: usize,
    pub(crate) waiting: usize,
}

impl Gate {
    pub(crate) fn new(processors: usize) -> Self {
        Self { cheap: FairQueue::new(2 * processors), dear: FairQueue::new(processors.div_ceil(2)) }
    }

    /// Does blocking work when it is its turn.
    ///
    /// # Errors
    /// What the work says; [`ApiError::Busy`] if too many wait or the turn takes too long to come.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        client: Client,
        price: Price,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let lane = if price.is_cheap() { &self.cheap } else { &self.dear };
        let turn = timeout(limits::PATIENCE, lane.turn(client, price)).await;
        let turn = turn.map_err(|_| ApiError::Busy)?.map_err(|_| ApiError::Busy)?;
        let span = tracing::Span::current();
        let result = tokio::task::spawn_blocking(move || {
            // Held by the work: a client that goes away does not make room for another one.
            let _turn = turn;
            span.in_scope(work)
        });
        result.await.map_err(|_| ApiError::Broken)?
    }

    /// The load of the cheap lane and of the dear one.
    pub(crate) fn load(&self) -> [(&'static str, Load); 2] {
        let of = |queue: &FairQueue| {
            let (working, waiting) = queue.load();
            Load { working, waiting }
        };
        [("cheap", of(&self.cheap)), ("dear", of(&self.dear))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_that_panics_is_an_error_and_its_place_is_free_again() {
        let gate = Gate::new(1);
        let panics = || -> Result<(), ApiError> { panic!("on purpose") };
        for price in [Price::POSITION, Price::SEARCH] {
            assert!(matches!(gate.run(Client::HERE, price, panics).await, Err(ApiError::Broken)));
            assert!(gate.run(Client::HERE, price, || Ok(())).await.is_ok());
        }
    }

    #[tokio::test]
    async fn what_is_cheap_does_not_wait_for_what_is_dear() {
        let gate = Gate::new(1);
        let (release, wait) = std::sync::mpsc::channel::<()>();
        let dear = tokio::spawn({
            let gate = gate.clone();
            let work = move || wait.recv().map_err(|_| ApiError::Broken);
            async move { gate.run(Client::HERE, Price::SEARCH, work).await }
        });
        gate.run(Client::HERE, Price::POSITION, || Ok(())).await.unwrap();
        release.send(()).unwrap();
        dear.await.unwrap().unwrap();
    }
}
