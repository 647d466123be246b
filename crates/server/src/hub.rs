//! Who is told what: topics with numbered events, and those who follow them.
//!
//! Nothing is ever queued for a client. A topic remembers its last events; a follower remembers
//! which it has sent and is only told *that* there is more. One who is slow or comes back finds
//! either all the events that it has missed or, if they are forgotten, takes a snapshot instead. So
//! the memory that a client can hold does not depend on how fast it reads.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde_json::json;
use tokio::sync::Notify;

use crate::id::GameId;
use crate::time::now;

/// How many events a topic remembers.
const REMEMBERED: usize = 32;
/// Milliseconds after which a topic without followers forgets its events.
const MEMORY: u64 = 60_000;

/// Something that can be followed.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Topic {
    /// The list of games.
    Games,
    /// One game.
    Game(GameId),
    /// The list of experiments.
    Runs,
    /// One experiment.
    Run(i64),
    /// The review of one game.
    Review(i64),
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Games => f.write_str("games"),
            Self::Game(id) => write!(f, "game:{id}"),
            Self::Runs => f.write_str("runs"),
            Self::Run(run) => write!(f, "run:{run}"),
            Self::Review(review) => write!(f, "review:{review}"),
        }
    }
}

impl FromStr for Topic {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match (text, text.split_once(':')) {
            ("games", _) => Ok(Self::Games),
            ("runs", _) => Ok(Self::Runs),
            (_, Some(("game", id))) => id.parse().map(Self::Game),
            (_, Some(("run", run))) => run.parse().map(Self::Run).map_err(|_| ()),
            (_, Some(("review", review))) => review.parse().map(Self::Review).map_err(|_| ()),
            _ => Err(()),
        }
    }
}

/// One who follows topics: knows which of them have something new.
#[derive(Default)]
pub(crate) struct Follower {
    news: Mutex<BTreeSet<Topic>>,
    awake: Notify,
}

impl Follower {
    /// Waits until there is something new.
    pub(crate) async fn wait(&self) {
        self.awake.notified().await;
    }

    /// One topic with something new.
    pub(crate) fn take(&self) -> Option<Topic> {
        lock(&self.news).pop_first()
    }

    pub(crate) fn tell(&self, topic: &Topic) {
        lock(&self.news).insert(topic.clone());
        self.awake.notify_one();
    }
}

/// What a follower has to send next.
pub(crate) enum News {
    /// These events, each with its number.
    Events(Vec<(u64, Arc<str>)>),
    /// So much has been forgotten that only a snapshot helps.
    Snapshot,
    /// The thing itself is gone.
    Gone,
}

#[derive(Default)]
struct TopicState {
    seq: u64,
    events: VecDeque<(u64, Arc<str>)>,
    followers: HashMap<u64, Arc<Follower>>,
    is_gone: bool,
    active: u64,
}

/// All topics.
#[derive(Default)]
pub(crate) struct Hub {
    topics: Mutex<HashMap<Topic, TopicState>>,
    names: AtomicU64,
}

impl Hub {
    /// A name for a new follower.
    pub(crate) fn name(&self) -> u64 {
        self.names.fetch_add(1, Ordering::Relaxed)
    }

    pub(crate) fn follow(&self, topic: &Topic, name: u64, follower: &Arc<Follower>) {
        let mut topics = lock(&self.topics);
        let state = topics.entry(topic.clone()).or_default();
        state.active = now();
        state.followers.insert(name, Arc::clone(follower));
    }

    pub(crate) fn leave(&self, topic: &Topic, name: u64) {
        if let Some(state) = lock(&self.topics).get_mut(topic) {
            state.followers.remove(&name);
            state.active = now();
        }
    }

    /// The number of a topic's last event, of those that count here.
    pub(crate) fn seq(&self, topic: &Topic) -> u64 {
        lock(&self.topics).get(topic).map_or(0, |state| state.seq)
    }

    /// Tells of an event under the next number. It is made only if somebody listens.
    pub(crate) fn publish<T: Serialize>(&self, topic: &Topic, data: impl FnOnce() -> T) {
        {
            let mut topics = lock(&self.topics);
            let state = topics.entry(topic.clone()).or_default();
            if state.followers.is_empty() {
                state.seq += 1;
                state.events.clear();
                return;
            }
        }
        // Made without the lock, so two at a time may change places: the events of lists can.
        let data = json!(data());
        let mut topics = lock(&self.topics);
        let state = topics.entry(topic.clone()).or_default();
        let seq = state.seq + 1;
        state.add(topic, seq, &data);
    }

    /// Tells of an event under a number that the thing itself has counted.
    pub(crate) fn publish_numbered<T: Serialize>(
        &self,
        topic: &Topic,
        seq: u64,
        data: impl FnOnce() -> T,
    ) {
        let has_followers = lock(&self.topics)
            .get(topic)
            .is_some_and(|state| !state.followers.is_empty() || !state.events.is_empty());
        if has_followers {
            let data = json!(data());
            lock(&self.topics).entry(topic.clone()).or_default().add(topic, seq, &data);
        }
    }

    /// Tells that there is no such thing any more.
    pub(crate) fn end(&self, topic: &Topic) {
        if let Some(state) = lock(&self.topics).get_mut(topic) {
            state.is_gone = true;
            state.wake(topic);
        }
    }

    /// What comes after this number, up to the present one.
    pub(crate) fn news(&self, topic: &Topic, after: u64) -> News {
        let topics = lock(&self.topics);
        let Some(state) = topics.get(topic) else { return News::Snapshot };
        if state.is_gone {
            return News::Gone;
        }
        let missing: Vec<_> =
            state.events.iter().filter(|(seq, _)| *seq > after).cloned().collect();
        match missing.first() {
            Some((first, _)) if *first == after + 1 => News::Events(missing),
            None if state.seq == after => News::Events(Vec::new()),
            _ => News::Snapshot,
        }
    }

    /// Forgets what nobody has followed for a while. Numbers of lists and runs are kept, since
    /// they are counted here.
    pub(crate) fn tidy(&self) {
        let now = now();
        lock(&self.topics).retain(|topic, state| {
            let is_forgotten = state.followers.is_empty() && now > state.active + MEMORY;
            if is_forgotten {
                state.events = VecDeque::new();
            }
            !(is_forgotten && (matches!(topic, Topic::Game(_)) || state.is_gone))
        });
    }
}

impl TopicState {
    fn add(&mut self, topic: &Topic, seq: u64, data: &serde_json::Value) {
        let text = json!({ "type": "event", "topic": topic.to_string(), "seq": seq, "data": data });
        // A gap means that an event was not made because nobody listened.
        if self.events.back().is_some_and(|(last, _)| last + 1 != seq) {
            self.events.clear();
        }
        if self.events.len() == REMEMBERED {
            self.events.pop_front();
        }
        self.events.push_back((seq, text.to_string().into()));
        self.seq = seq;
        self.active = now();
        self.wake(topic);
    }

    fn wake(&self, topic: &Topic) {
        for follower in self.followers.values() {
            follower.tell(topic);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_events(news: &News, expected: &[u64]) {
        let News::Events(events) = news else { panic!("no events") };
        assert_eq!(events.iter().map(|(seq, _)| *seq).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn missed_events_come_again_and_forgotten_ones_need_a_snapshot() {
        let (hub, topic) = (Hub::default(), Topic::Runs);
        let follower = Arc::new(Follower::default());
        hub.follow(&topic, hub.name(), &follower);
        for number in 0..3 {
            hub.publish(&topic, || number);
        }
        assert_eq!((follower.take(), follower.take()), (Some(topic.clone()), None));
        check_events(&hub.news(&topic, 0), &[1, 2, 3]);
        check_events(&hub.news(&topic, 2), &[3]);
        check_events(&hub.news(&topic, 3), &[]);
        assert!(matches!(hub.news(&topic, 9), News::Snapshot), "a number of another life");
        for number in 0..40 {
            hub.publish(&topic, || number);
        }
        assert!(matches!(hub.news(&topic, 3), News::Snapshot));
        check_events(&hub.news(&topic, 42), &[43]);
    }

    #[test]
    fn what_nobody_hears_is_counted_but_not_made() {
        let (hub, topic) = (Hub::default(), Topic::Games);
        hub.publish(&topic, || -> u8 { panic!("nobody listens") });
        assert_eq!(hub.seq(&topic), 1);
        assert!(matches!(hub.news(&topic, 0), News::Snapshot));
    }

    #[test]
    fn topics_are_read_as_they_are_written() {
        let game = Topic::Game(GameId::random());
        let topics = [Topic::Games, Topic::Runs, Topic::Run(7), Topic::Review(7), game];
        for topic in topics {
            assert_eq!(topic.to_string().parse(), Ok(topic));
        }
        for text in ["", "game:", "game:../x", "run:x", "board"] {
            assert_eq!(text.parse::<Topic>(), Err(()), "{text}");
        }
    }
}
