//! The connections of now: whose they are, which are idle, and who has to go when there are too many.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

use crate::client::Client;
use crate::limits;
use crate::settings::Settings;

/// All connections. There are never more than [`Settings::connections`], but for those that are being ended: an eighth.
#[derive(Debug)]
pub(crate) struct Connections {
    most: usize,
    /// `None`: the usual number, and no limit for this machine.
    most_per_client: Option<usize>,
    open: Mutex<Open>,
    began: Instant,
    /// Told when one has ended.
    ended: Notify,
    /// For those that are told that there are too many.
    refusals: Arc<Semaphore>,
}

#[derive(Debug, Default)]
struct Open {
    next: u64,
    by_number: HashMap<u64, Arc<Activity>>,
    by_client: HashMap<Client, usize>,
}

/// What a connection does.
#[derive(Debug)]
pub(crate) struct Activity {
    client: Client,
    /// Whether a request of it is being answered.
    working: AtomicBool,
    /// How often bytes have come.
    reads: AtomicU64,
    /// How often they had when a request was last begun.
    reads_before: AtomicU64,
    /// When bytes last came or went, in milliseconds since the server began.
    moved: AtomicU64,
    began: Instant,
    /// Whether it has been chosen to end.
    is_to_end: AtomicBool,
    end: Notify,
}

/// A place among the connections, until it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    connections: Arc<Connections>,
    number: u64,
    pub(crate) activity: Arc<Activity>,
}

/// What comes of a new connection.
#[derive(Debug)]
pub(crate) enum Admission {
    /// It has a place; another had to go for it or not.
    Admitted {
        place: Place,
        /// Whether an idle one was ended for it.
        evicts: bool,
    },
    /// Its client has as many as it may have, or all others are at work.
    Refused,
    /// Others have been told to end for those that came before, and have not ended yet.
    NotYet,
}

impl Connections {
    pub(crate) fn new(settings: &Settings) -> Arc<Self> {
        Arc::new(Self {
            most: settings.connections.max(1),
            most_per_client: settings.connections_per_client,
            open: Mutex::default(),
            began: Instant::now(),
            ended: Notify::new(),
            refusals: Arc::new(Semaphore::new(settings.refusals)),
        })
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.lock().by_number.len()
    }

    /// A place for a connection. `is_proxy`: it carries the requests of many clients.
    pub(crate) fn admit(self: &Arc<Self>, client: Client, is_proxy: bool) -> Admission {
        let mut open = self.lock();
        let usual = if client.is_here() { usize::MAX } else { limits::CONNECTIONS_PER_CLIENT };
        let most = if is_proxy { usize::MAX } else { self.most_per_client.unwrap_or(usual) };
        if open.by_client.get(&client).is_some_and(|&count| count >= most) {
            return Admission::Refused;
        }
        if open.by_number.len() >= self.most + self.most / 8 {
            return Admission::NotYet;
        }
        let is_full = open.by_number.len() >= self.most;
        if is_full && !open.end_an_idle_one() {
            return Admission::Refused;
        }
        let number = open.next;
        open.next += 1;
        let activity = Arc::new(Activity::new(client, self.began));
        open.by_number.insert(number, Arc::clone(&activity));
        *open.by_client.entry(client).or_default() += 1;
        let place = Place { connections: Arc::clone(self), number, activity };
        Admission::Admitted { place, evicts: is_full }
    }

    /// Ends one that is idle, where there is one, because descriptors are needed.
    pub(crate) fn end_an_idle_one(&self) -> bool {
        self.lock().end_an_idle_one()
    }

    /// To be told that there are too many, unless many others are told just now.
    pub(crate) fn may_be_told(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.refusals).try_acquire_owned().ok()
    }

    /// How many have a request that is being answered.
    pub(crate) fn working(&self) -> usize {
        self.lock().by_number.values().filter(|activity| activity.is_working()).count()
    }

    /// Returns when one has ended since it was called.
    pub(crate) async fn one_has_ended(&self) {
        self.ended.notified().await;
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    /// Ends the connection that has done nothing for longest, of the client that has most of them.
    fn end_an_idle_one(&mut self) -> bool {
        let idle = self.by_number.values().filter(|activity| activity.is_idle());
        let counts = &self.by_client;
        let heaviest_first = |activity: &&Arc<Activity>| {
            let count = counts.get(&activity.client).copied().unwrap_or_default();
            (count, std::cmp::Reverse(activity.moved.load(Ordering::Relaxed)))
        };
        let Some(chosen) = idle.max_by_key(heaviest_first) else { return false };
        chosen.is_to_end.store(true, Ordering::Relaxed);
        chosen.end.notify_one();
        true
    }
}

impl Activity {
    fn new(client: Client, began: Instant) -> Self {
        let activity = Self {
            client,
            working: AtomicBool::new(false),
            reads: AtomicU64::new(0),
            reads_before: AtomicU64::new(0),
            moved: AtomicU64::new(0),
            began,
            is_to_end: AtomicBool::new(false),
            end: Notify::new(),
        };
        activity.has_moved();
        activity
    }

    /// Bytes have come or gone.
    pub(crate) fn has_moved(&self) {
        let now = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.moved.store(now, Ordering::Relaxed);
    }

    /// Bytes have come.
    pub(crate) fn has_read(&self) {
        self.reads.fetch_add(1, Ordering::Relaxed);
        self.has_moved();
    }

    /// Whether a request that is begun now was sent together with the one before, without waiting for an answer.
    pub(crate) fn is_pipelined(&self) -> bool {
        let reads = self.reads.load(Ordering::Relaxed);
        self.reads_before.swap(reads, Ordering::Relaxed) == reads
    }

    /// A request has come, or its answer has been found.
    pub(crate) fn set_working(&self, working: bool) {
        self.working.store(working, Ordering::Relaxed);
    }

    fn is_working(&self) -> bool {
        self.working.load(Ordering::Relaxed)
    }

    fn is_idle(&self) -> bool {
        !self.is_working() && !self.is_to_end.load(Ordering::Relaxed)
    }

    /// Returns when the connection has to make room for another.
    pub(crate) async fn has_to_end(&self) {
        self.end.notified().await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.connections.lock();
        open.by_number.remove(&self.number);
        if let Some(count) = open.by_client.get_mut(&self.activity.client) {
            *count -= 1;
            if *count == 0 {
                open.by_client.remove(&self.activity.client);
            }
        }
        drop(open);
        self.connections.ended.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn client(number: u8) -> Client {
        Client::of(IpAddr::from([192, 0, 2, number]))
    }

    fn connections(most: usize, per_client: Option<usize>) -> Arc<Connections> {
        let settings =
            Settings { connections: most, connections_per_client: per_client, ..Settings::default() };
        Connections::new(&settings)
    }

    fn place(connections: &Arc<Connections>, who: Client) -> Option<(Place, bool)> {
        match connections.admit(who, false) {
            Admission::Admitted { place, evicts } => Some((place, evicts)),
            Admission::Refused | Admission::NotYet => None,
        }
    }

    #[test]
    fn a_client_has_so_many_and_a_proxy_as_many_as_it_likes() {
        let all = connections(100, Some(2));
        let first = place(&all, client(1)).unwrap();
        let _second = place(&all, client(1)).unwrap();
        assert!(place(&all, client(1)).is_none());
        assert!(matches!(all.admit(client(1), true), Admission::Admitted { .. }));
        let _other = place(&all, client(2)).unwrap();
        drop(first);
        assert!(place(&all, client(1)).is_some());
    }

    #[test]
    fn who_has_most_idle_ones_makes_room_for_a_new_one() {
        let all = connections(8, None);
        let polite = place(&all, client(9)).unwrap().0;
        let greedy: Vec<Place> = (0..7).map(|_| place(&all, client(1)).unwrap().0).collect();
        greedy[0].activity.set_working(true);
        let (new, evicts) = place(&all, client(2)).unwrap();
        assert!(evicts);
        let ending: Vec<bool> =
            greedy.iter().map(|place| place.activity.is_to_end.load(Ordering::Relaxed)).collect();
        assert_eq!(ending.iter().filter(|&&ending| ending).count(), 1, "{ending:?}");
        assert!(!ending[0] && polite.activity.is_idle() && new.activity.is_idle());
    }

    #[test]
    fn those_that_are_told_to_end_are_waited_for_when_there_are_too_many_of_them() {
        let all = connections(8, None);
        let mut open: Vec<Place> = (0..9).map(|who| place(&all, client(who)).unwrap().0).collect();
        assert!(matches!(all.admit(client(9), false), Admission::NotYet));
        open.retain(|place| place.activity.is_idle());
        assert_eq!(open.len(), 8);
        assert!(matches!(all.admit(client(9), false), Admission::Admitted { evicts: true, .. }));
    }

    #[test]
    fn where_all_are_at_work_nobody_is_let_in() {
        let all = connections(4, None);
        let open: Vec<Place> = (0..4).map(|who| place(&all, client(who)).unwrap().0).collect();
        for place in &open {
            place.activity.set_working(true);
        }
        assert!(place(&all, client(9)).is_none());
        assert_eq!((all.count(), all.working()), (4, 4));
        drop(open);
        assert_eq!((all.count(), all.working()), (0, 0));
        assert!(place(&all, client(9)).is_some());
    }
}
