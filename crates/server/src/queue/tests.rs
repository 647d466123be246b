use std::sync::mpsc;

use super::*;

/// Says what happens to a search.
struct Teller {
    name: &'static str,
    limits: SearchLimits,
    sender: mpsc::Sender<(&'static str, bool)>,
}

impl Watcher for Teller {
    fn waiting(&mut self, _: usize) {}

    fn begin(&mut self) -> SearchLimits {
        self.limits.clone()
    }

    fn report(&mut self, _: &Position, _: &Report) {}

    fn finished(&mut self, _: &Position, result: Option<&SearchResult>) {
        let _ = self.sender.send((self.name, result.is_some_and(|result| result.best.is_some())));
    }
}

struct Office {
    queue: Queue,
    sender: mpsc::Sender<(&'static str, bool)>,
    receiver: mpsc::Receiver<(&'static str, bool)>,
}

impl Office {
    fn new() -> Self {
        let limits =
            Limits { searches: 2, analysis_turn: 50, queue_per_client: 2, ..Limits::default() };
        let (sender, receiver) = mpsc::channel();
        Self { queue: Queue::new(&limits), sender, receiver }
    }

    fn submit(
        &self,
        client: &str,
        lane: Lane,
        name: &'static str,
        depth: Option<i32>,
    ) -> Result<Ticket, ApiError> {
        let limits = SearchLimits { depth, ..SearchLimits::default() };
        self.queue.submit(Search {
            client: Client(client.into()),
            lane,
            key: client.to_owned(),
            settings: Settings { hash: 1, ..Settings::default() },
            game: Game::default(),
            watcher: Box::new(Teller { name, limits, sender: self.sender.clone() }),
        })
    }

    fn next(&self) -> (&'static str, bool) {
        self.receiver.recv_timeout(Duration::from_mins(1)).expect("a search ends")
    }
}

#[test]
fn moves_pass_endless_analyses_and_a_stop_ends_them() {
    let office = Office::new();
    let endless = office.submit("ann", Lane::Analysis, "endless", None).expect("room");
    office.submit("bob", Lane::Move, "move", Some(1)).expect("room");
    assert_eq!(office.next(), ("move", true));
    // Another client's analysis gets its turn too, though the only place is taken.
    office.submit("bob", Lane::Analysis, "short", Some(1)).expect("room");
    assert_eq!(office.next(), ("short", true));
    office.queue.stop(&endless);
    assert_eq!(office.next().0, "endless");
}

#[test]
fn one_client_cannot_fill_the_queue() {
    let office = Office::new();
    let first = office.submit("ann", Lane::Analysis, "first", None).expect("room");
    let second = office.submit("ann", Lane::Analysis, "second", None).expect("room");
    let third = office.submit("ann", Lane::Analysis, "third", None);
    assert_eq!(third.err().map(|error| error.code()), Some(Code::TooManySearches));
    office.queue.stop(&second);
    assert_eq!(office.next(), ("second", false), "it had not begun");
    office.queue.stop(&first);
    assert_eq!(office.next().0, "first");
}

/// Searches the same position again and again.
struct Repeater {
    left: u32,
    teller: Teller,
}

impl Watcher for Repeater {
    fn waiting(&mut self, _: usize) {}

    fn begin(&mut self) -> SearchLimits {
        self.teller.limits.clone()
    }

    fn report(&mut self, _: &Position, _: &Report) {}

    fn finished(&mut self, position: &Position, result: Option<&SearchResult>) {
        self.teller.finished(position, result);
    }

    fn next(&mut self) -> Option<Game> {
        self.left = self.left.checked_sub(1)?;
        Some(Game::default())
    }
}

#[test]
fn a_review_of_many_positions_lets_others_pass_and_a_question_is_answered_at_once() {
    let office = Office::new();
    let search = |name, left, nodes| {
        let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::default() };
        let teller = Teller { name, limits, sender: office.sender.clone() };
        Search {
            client: Client("ann".into()),
            lane: Lane::Review,
            key: name.to_owned(),
            settings: Settings { hash: 1, ..Settings::default() },
            game: Game::default(),
            watcher: Box::new(Repeater { left, teller }),
        }
    };
    let review = office.queue.submit(search("review", u32::MAX, 500)).expect("room");
    assert_eq!(office.next(), ("review", true));
    office.submit("ann", Lane::Analysis, "own", Some(1)).expect("room");
    while office.next().0 != "own" {}
    assert_eq!(office.next(), ("review", true), "it goes on");
    office.queue.stop(&review);
    while office.receiver.recv_timeout(Duration::from_millis(300)).is_ok() {}
    // An endless analysis of the same client does not keep a question waiting for a whole turn.
    let endless = office.submit("ann", Lane::Analysis, "endless", None).expect("room");
    office.submit("ann", Lane::Question, "question", Some(1)).expect("room");
    assert_eq!(office.next(), ("question", true));
    office.queue.stop(&endless);
    assert_eq!(office.next().0, "endless");
}

#[test]
fn games_that_play_themselves_do_not_starve_their_clients_analysis() {
    let mut state = State::default();
    let mut wait = |lane, name| {
        let (sender, _) = mpsc::channel();
        let limits = SearchLimits::default();
        let search = Search {
            client: Client("ann".into()),
            lane,
            key: String::new(),
            settings: Settings::default(),
            game: Game::default(),
            watcher: Box::new(Teller { name, limits, sender }),
        };
        let ticket = Ticket { number: 0, control: Arc::default() };
        state.line.push(search.client.clone(), Waiting { ticket, search });
    };
    for (lane, name) in [
        (Lane::Move, "move"),
        (Lane::Analysis, "analysis"),
        (Lane::Move, "next move"),
        (Lane::Question, "question"),
    ] {
        wait(lane, name);
    }
    let lanes: Vec<_> =
        std::iter::from_fn(|| state.next(false)).map(|waiting| waiting.search.lane).collect();
    assert_eq!(lanes, [Lane::Question, Lane::Move, Lane::Analysis, Lane::Move]);
}
