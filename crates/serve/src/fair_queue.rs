//! Whose turn it is: a queue that is fair between clients, whatever each of them asks for.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::oneshot;

use crate::client::Client;
use crate::limits;

/// How much work something is, in positions that are looked up with all their moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Price(pub(crate) u64);

/// Lets so much be worked on at a time. Who waits is let in by turns, client by client: a client whose work has cost more
/// so far waits for those whose work has cost less (fair queueing by start times).
#[derive(Debug)]
pub(crate) struct FairQueue {
    state: Mutex<State>,
    places: usize,
}

#[derive(Debug)]
struct State {
    free: usize,
    waiting: usize,
    /// How many have come.
    entered: u64,
    /// The start time of what was let in last, in units of work.
    now: u64,
    flows: HashMap<Client, Flow>,
}

/// What a client has waiting, and what it has had.
#[derive(Debug)]
struct Flow {
    waiting: VecDeque<Waiter>,
    /// What all that waits costs.
    price: u64,
    /// Where the work that was let in ends, in the time of the queue.
    finish: u64,
    /// What was asked for lately and has not come back to the budget yet.
    spent: u64,
    spent_at: Instant,
}

#[derive(Debug)]
struct Waiter {
    /// Who came first goes first where nothing else decides.
    number: u64,
    price: Price,
    turn: oneshot::Sender<Turn>,
}

/// A place at work. Whoever has it gives it back by dropping it.
#[derive(Debug)]
pub(crate) struct Turn(Option<Arc<FairQueue>>);

/// The queue is full, or this client has asked for too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// Clients that are remembered without waiting for anything. Beyond it, those are forgotten.
const REMEMBERED: usize = 4_096;

impl FairQueue {
    pub(crate) fn new(places: usize) -> Arc<Self> {
        let state = State { free: places, waiting: 0, entered: 0, now: 0, flows: HashMap::new() };
        Arc::new(Self { state: Mutex::new(state), places })
    }

    /// Waits for a turn.
    ///
    /// # Errors
    /// If too much waits already, of all clients or of this one.
    pub(crate) async fn turn(self: &Arc<Self>, client: Client, price: Price) -> Result<Turn, Full> {
        let (turn, come) = oneshot::channel();
        self.enter(client, price, turn)?;
        // Who is pushed out to make room for another client sees the sender go.
        come.await.map_err(|_| Full)
    }

    /// How many are at work, and how many wait.
    pub(crate) fn load(&self) -> (usize, usize) {
        let state = self.lock();
        (self.places - state.free, state.waiting)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enter(
        self: &Arc<Self>,
        client: Client,
        price: Price,
        turn: oneshot::Sender<Turn>,
    ) -> Result<(), Full> {
        let mut state = self.lock();
        state.admit(client, price)?;
        let (now, number) = (state.now, state.entered);
        state.entered += 1;
        let flow = state.flows.entry(client).or_insert_with(|| Flow::new(now));
        flow.spend(price);
        flow.price += price.0;
        flow.waiting.push_back(Waiter { number, price, turn });
        state.waiting += 1;
        self.let_in(&mut state);
        Ok(())
    }

    /// Lets in whoever comes next, while there are places.
    fn let_in(self: &Arc<Self>, state: &mut State) {
        while state.free > 0 {
            let Some(waiter) = state.next() else { return };
            state.free -= 1;
            if let Err(mut unwanted) = waiter.turn.send(Turn(Some(Arc::clone(self)))) {
                // Gone meanwhile: the place is given back here, where the queue is locked.
                unwanted.0 = None;
                state.free += 1;
            }
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(queue) = self.0.take() {
            let mut state = queue.lock();
            state.free += 1;
            queue.let_in(&mut state);
        }
    }
}

impl Flow {
    fn new(now: u64) -> Self {
        Self { waiting: VecDeque::new(), price: 0, finish: now, spent: 0, spent_at: Instant::now() }
    }

    /// What has been spent and not come back.
    fn spent(&self) -> u64 {
        let seconds = self.spent_at.elapsed().as_millis().min(1 << 32);
        let back = u64::try_from(seconds).unwrap_or(u64::MAX) * limits::BUDGET_PER_SECOND / 1_000;
        self.spent.saturating_sub(back)
    }

    fn spend(&mut self, price: Price) {
        self.spent = self.spent() + price.0;
        self.spent_at = Instant::now();
    }
}

impl State {
    /// Whether a client may wait with something of this price; makes room for it where another client takes too much.
    fn admit(&mut self, client: Client, price: Price) -> Result<(), Full> {
        let (own, own_price, spent) =
            self.flows.get(&client).map_or((0, 0, 0), |flow| (flow.waiting.len(), flow.price, flow.spent()));
        let others_wait = self.waiting > own;
        let is_over_budget = spent + price.0 > limits::BUDGET && spent > 0;
        if own_price + price.0 > limits::WAITING_PRICE || (others_wait && is_over_budget) {
            return Err(Full);
        }
        if self.waiting >= limits::WAITING {
            self.forget_the_gone();
        }
        if self.waiting >= limits::WAITING {
            let longest = self.flows.iter().max_by_key(|(_, flow)| flow.waiting.len());
            let (&heaviest, length) =
                longest.map(|(client, flow)| (client, flow.waiting.len())).ok_or(Full)?;
            if length <= own + 1 {
                return Err(Full);
            }
            let flow = self.flows.get_mut(&heaviest).ok_or(Full)?;
            if let Some(last) = flow.waiting.pop_back() {
                flow.price -= last.price.0;
                self.waiting -= 1;
            }
        }
        if self.flows.len() >= REMEMBERED {
            self.flows.retain(|_, flow| !flow.waiting.is_empty());
        }
        Ok(())
    }

    fn forget_the_gone(&mut self) {
        for flow in self.flows.values_mut() {
            flow.waiting.retain(|waiter| !waiter.turn.is_closed());
            flow.price = flow.waiting.iter().map(|waiter| waiter.price.0).sum();
        }
        self.waiting = self.flows.values().map(|flow| flow.waiting.len()).sum();
    }

    /// Takes the one who comes next from the queue.
    fn next(&mut self) -> Option<Waiter> {
        loop {
            let now = self.now;
            let key = |flow: &Flow| Some((flow.finish.max(now), flow.waiting.front()?.number));
            let waiting = self.flows.values_mut().filter_map(|flow| Some((key(flow)?, flow)));
            let (_, flow) = waiting.min_by_key(|(key, _)| *key)?;
            let waiter = flow.waiting.pop_front()?;
            flow.price -= waiter.price.0;
            self.waiting -= 1;
            if waiter.turn.is_closed() {
                continue;
            }
            let start = flow.finish.max(now);
            flow.finish = start + waiter.price.0;
            self.now = start;
            return Some(waiter);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn client(number: u8) -> Client {
        Client::of(IpAddr::from([192, 0, 2, number]))
    }

    /// Enters without waiting.
    fn queued(queue: &Arc<FairQueue>, who: u8, price: u64) -> Result<oneshot::Receiver<Turn>, Full> {
        let (turn, come) = oneshot::channel();
        queue.enter(client(who), Price(price), turn).map(|()| come)
    }

    /// Who is let in when, one at a time.
    fn order(
        queue: &Arc<FairQueue>,
        first: Turn,
        mut waiting: Vec<(u8, oneshot::Receiver<Turn>)>,
    ) -> Vec<u8> {
        drop(first);
        let mut order = Vec::new();
        while !waiting.is_empty() {
            let come = |(_, come): &mut (u8, oneshot::Receiver<Turn>)| come.try_recv().ok();
            let (place, turn) =
                waiting.iter_mut().enumerate().find_map(|(at, one)| Some((at, come(one)?))).unwrap();
            order.push(waiting.remove(place).0);
            drop(turn);
        }
        assert_eq!(queue.load(), (0, 0));
        order
    }

    #[tokio::test]
    async fn clients_come_by_turns_whatever_each_has_waiting() {
        let queue = FairQueue::new(1);
        let first = queue.turn(client(9), Price(1)).await.unwrap();
        let asked = [1, 1, 1, 1, 2, 2, 3].map(|who| (who, queued(&queue, who, 10).unwrap()));
        assert_eq!(order(&queue, first, asked.into()), [1, 2, 3, 1, 2, 1, 1]);
    }

    #[tokio::test]
    async fn who_asks_for_cheap_things_comes_more_often() {
        let queue = FairQueue::new(1);
        let first = queue.turn(client(9), Price(1)).await.unwrap();
        let prices = [(1, 100), (1, 100), (2, 30), (2, 30), (2, 30), (2, 30)];
        let asked = prices.map(|(who, price)| (who, queued(&queue, who, price).unwrap()));
        let found = order(&queue, first, asked.into());
        let second_of_the_dear = found.iter().rposition(|who| *who == 1).unwrap();
        assert!(second_of_the_dear >= 4, "{found:?}");
    }

    #[tokio::test]
    async fn a_full_queue_makes_room_for_whoever_has_less_in_it() {
        let queue = FairQueue::new(1);
        let _first = queue.turn(client(9), Price(1)).await.unwrap();
        let mut of_one: Vec<_> = (0..limits::WAITING).map(|_| queued(&queue, 1, 1).unwrap()).collect();
        assert_eq!(queued(&queue, 1, 1).err(), Some(Full));
        let mut of_two = queued(&queue, 2, 1).unwrap();
        assert!(
            of_one
                .pop()
                .unwrap()
                .try_recv()
                .is_err_and(|error| error == oneshot::error::TryRecvError::Closed)
        );
        assert!(of_two.try_recv().is_err_and(|error| error == oneshot::error::TryRecvError::Empty));
        assert_eq!(queue.load(), (1, limits::WAITING));
    }

    #[tokio::test]
    async fn a_client_over_its_budget_is_sent_away_only_where_others_wait() {
        let queue = FairQueue::new(1);
        let first = queue.turn(client(1), Price(limits::BUDGET)).await.unwrap();
        let alone = queued(&queue, 1, 1).unwrap();
        drop(alone);
        let other = queued(&queue, 2, 1).unwrap();
        assert_eq!(queued(&queue, 1, limits::BUDGET / 2).err(), Some(Full));
        drop((other, first));
        queued(&queue, 1, 1).unwrap();
    }

    #[tokio::test]
    async fn who_has_gone_is_not_let_in_and_holds_no_place() {
        let queue = FairQueue::new(1);
        let first = queue.turn(client(9), Price(1)).await.unwrap();
        for _ in 0..10 {
            drop(queued(&queue, 1, 1).unwrap());
        }
        let mut last = queued(&queue, 2, 1).unwrap();
        drop(first);
        drop(last.try_recv().unwrap());
        assert_eq!(queue.load(), (0, 0));
    }
}
