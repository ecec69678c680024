//! Blocking work, so much at a time.

use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::error::ApiError;
use crate::limits;

/// Lets as many requests work as there are processors, and a limited number wait.
#[derive(Clone, Debug)]
pub(crate) struct Gate {
    inside: Arc<Semaphore>,
    working: Arc<Semaphore>,
}

impl Gate {
    pub(crate) fn new(working: usize) -> Self {
        Self {
            inside: Arc::new(Semaphore::new(working + limits::WAITING)),
            working: Arc::new(Semaphore::new(working)),
        }
    }

    /// Does blocking work when it is its turn.
    ///
    /// # Errors
    /// What the work says; [`ApiError::Busy`] if too many wait or the turn takes too long to come.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let _inside = self.inside.try_acquire().map_err(|_| ApiError::Busy)?;
        let turn = timeout(limits::PATIENCE, Arc::clone(&self.working).acquire_owned()).await;
        let permit = turn.map_err(|_| ApiError::Busy)?.map_err(|_| ApiError::Busy)?;
        let result = tokio::task::spawn_blocking(move || {
            // Held by the work: a client that goes away does not make room for another one.
            let _permit = permit;
            work()
        });
        result.await.map_err(|_| ApiError::Broken)?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn those_beyond_the_limit_are_sent_away_and_come_in_later() {
        let gate = Gate::new(1);
        let (release, wait) = std::sync::mpsc::channel::<()>();
        let first = tokio::spawn({
            let gate = gate.clone();
            async move { gate.run(move || wait.recv().map_err(|_| ApiError::Broken)).await }
        });
        let waiting: Vec<_> = (0..limits::WAITING)
            .map(|number| {
                let gate = gate.clone();
                tokio::spawn(async move { gate.run(move || Ok(number)).await })
            })
            .collect();
        while gate.inside.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(matches!(gate.run(|| Ok(())).await, Err(ApiError::Busy)));
        release.send(()).expect("the first is still there");
        first.await.expect("no panic").expect("it was released");
        for (number, waiting) in waiting.into_iter().enumerate() {
            assert_eq!(waiting.await.expect("no panic").expect("its turn came"), number);
        }
        assert!(gate.run(|| Ok(())).await.is_ok());
    }

    #[tokio::test]
    async fn work_that_panics_is_an_error_and_its_place_is_free_again() {
        let gate = Gate::new(1);
        let panics = || -> Result<(), ApiError> { panic!("on purpose") };
        assert!(matches!(gate.run(panics).await, Err(ApiError::Broken)));
        assert!(gate.run(|| Ok(())).await.is_ok());
    }
}
