//! Whole games, analysed position by position and judged move by move.
//!
//! A review is one search of the queue, which pauses between positions when others wait. Every
//! opinion is written down before anybody hears of it, so a review that was under way goes on after
//! a restart with the next position.

mod codec;
mod reader;
mod record;
mod request;
mod view;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use ferz_engine::TableSettings;
use ferz_lab::analysis::Opinion;
use serde_json::json;

pub(crate) use record::{Review, ReviewState};
pub(crate) use request::NewReview;
pub(crate) use view::{ReviewEntry, ReviewHead, ReviewList, ReviewView};

use crate::config::Limits;
use crate::error::{ApiError, Code};
use crate::guard::Client;
use crate::hub::{Hub, Topic};
use crate::queue::{Lane, Queue, Search, Ticket};
use crate::store::GameStore;
use crate::time::now;
use reader::Reader;

/// The reviews of games.
pub(crate) struct Reviews {
    store: Arc<GameStore>,
    hub: Arc<Hub>,
    queue: Arc<Queue>,
    limits: Limits,
    endgames: TableSettings,
    running: Mutex<HashMap<i64, Arc<Job>>>,
    /// For searches, which come back here with opinions.
    itself: Weak<Self>,
}

/// A review under way.
struct Job {
    id: i64,
    review: Mutex<Review>,
    /// Nothing is to be searched any more.
    is_over: AtomicBool,
    ticket: Mutex<Option<Ticket>>,
}

impl Job {
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}

impl Reviews {
    /// Goes on with every review that was under way.
    pub(crate) fn open(
        store: Arc<GameStore>,
        hub: Arc<Hub>,
        queue: Arc<Queue>,
        limits: Limits,
        endgames: TableSettings,
    ) -> Result<Arc<Self>, ApiError> {
        let reviews = Arc::new_cyclic(|itself| Self {
            store,
            hub,
            queue,
            limits,
            endgames,
            running: Mutex::default(),
            itself: itself.clone(),
        });
        for id in reviews.store.reviews_under_way()? {
            // A review that this version cannot go on with must not keep the server from starting.
            if reviews.resume(id).is_err() {
                reviews.store.set_review_state(id, ReviewState::Stopped)?;
            }
        }
        Ok(reviews)
    }

    /// Starts a review.
    pub(crate) fn start(&self, request: NewReview, owner: Client) -> Result<ReviewHead, ApiError> {
        let request = request.settled(&self.limits)?;
        let mut review = Review::new(request, owner, now())?;
        let mut running = lock(&self.running);
        self.check_room(&running)?;
        if self.store.review_count()? >= self.limits.stored_reviews {
            let message = "there are too many reviews: delete some";
            return Err(ApiError::new(Code::TooManyJobs, message));
        }
        review.id = self.store.create_review(&review)?;
        let id = review.id;
        if let Err(error) = self.run(&mut running, review) {
            self.store.delete_review(id)?;
            return Err(error);
        }
        drop(running);
        self.head(id)
    }

    /// Goes on with a review that was stopped.
    pub(crate) fn resume(&self, id: i64) -> Result<ReviewHead, ApiError> {
        let mut running = lock(&self.running);
        if running.contains_key(&id) {
            return Err(ApiError::new(Code::AlreadyRunning, format!("review {id} is running")));
        }
        let mut review = self.load(id)?;
        if review.is_complete() {
            return Err(ApiError::new(Code::RunEnded, format!("review {id} is complete")));
        }
        self.check_room(&running)?;
        review.state = ReviewState::Running;
        self.store.set_review_state(id, ReviewState::Running)?;
        if let Err(error) = self.run(&mut running, review) {
            self.store.set_review_state(id, ReviewState::Stopped)?;
            return Err(error);
        }
        drop(running);
        let head = self.head(id)?;
        self.tell_state(&head);
        Ok(head)
    }

    fn check_room(&self, running: &HashMap<i64, Arc<Job>>) -> Result<(), ApiError> {
        if running.len() >= self.limits.reviews {
            let message = format!("{} reviews are under way: stop one first", running.len());
            return Err(ApiError::new(Code::TooManyJobs, message));
        }
        Ok(())
    }

    /// Puts a review in the queue. Searches wait for `running` before they end it.
    fn run(
        &self,
        running: &mut HashMap<i64, Arc<Job>>,
        mut review: Review,
    ) -> Result<(), ApiError> {
        let id = review.id;
        let Some(game) = review.next_game() else {
            return self.store.set_review_state(id, ReviewState::Complete);
        };
        let settings = review.request.settings(&self.endgames)?;
        let limits = review.request.search_limits(&self.limits);
        let client = review.owner.clone();
        let job = Arc::new(Job {
            id,
            review: Mutex::new(review),
            is_over: AtomicBool::new(false),
            ticket: Mutex::default(),
        });
        let watcher = Reader::new(self.itself.clone(), Arc::clone(&job), limits);
        let ticket = self.queue.submit(Search {
            client,
            lane: Lane::Review,
            key: format!("review:{id}"),
            settings,
            game,
            watcher: Box::new(watcher),
        })?;
        *lock(&job.ticket) = Some(ticket);
        running.insert(id, job);
        Ok(())
    }

    /// Stops a review; its opinions are kept.
    pub(crate) fn stop(&self, id: i64) -> Result<ReviewHead, ApiError> {
        let job = lock(&self.running).get(&id).cloned();
        let Some(job) = job else {
            self.load(id)?;
            return Err(ApiError::new(Code::NotRunning, format!("review {id} is not running")));
        };
        self.store.set_review_state(id, ReviewState::Stopped)?;
        self.halt(&job);
        self.head(id)
    }

    /// Ends the search of a review, which then comes back to `leave`.
    fn halt(&self, job: &Job) {
        job.is_over.store(true, Ordering::Relaxed);
        let ticket = lock(&job.ticket).clone();
        if let Some(ticket) = ticket {
            self.queue.stop(&ticket);
        }
    }

    pub(crate) fn delete(&self, id: i64) -> Result<(), ApiError> {
        let job = lock(&self.running).remove(&id);
        if let Some(job) = job {
            self.halt(&job);
        }
        if !self.store.delete_review(id)? {
            return Err(no_review(id));
        }
        self.hub.end(&Topic::Review(id));
        Ok(())
    }

    /// Writes an opinion of the next position down and tells of it.
    fn keep(&self, job: &Job, opinion: Opinion) {
        let mut review = lock(&job.review);
        let (ply, now) = (review.opinions.len(), now());
        let text = codec::encode(&opinion);
        if self.store.keep_opinion(job.id, ply, &text, now).is_err() {
            drop(review);
            self.leave(job, ReviewState::Failed);
            return;
        }
        review.updated = now;
        review.opinions.push(opinion);
        // What is over needs no search, so more than one position may be done now.
        let is_complete = review.next_game().is_none();
        self.hub.publish(&Topic::Review(job.id), || {
            let points = &review.points()[ply..];
            json!({ "kind": "progress", "review": review.head(), "points": points })
        });
        drop(review);
        if is_complete {
            self.leave(job, ReviewState::Complete);
        }
    }

    /// A review is no longer under way.
    fn leave(&self, job: &Job, state: ReviewState) {
        job.is_over.store(true, Ordering::Relaxed);
        let head = {
            let mut review = lock(&job.review);
            review.state = state;
            review.head()
        };
        // If the store fails now, the review is found unfinished after the next start and goes on.
        let _ = self.store.set_review_state(job.id, state);
        lock(&self.running).remove(&job.id);
        self.tell_state(&head);
    }

    fn tell_state(&self, head: &ReviewHead) {
        let topic = Topic::Review(head.entry.id);
        self.hub.publish(&topic, || json!({ "kind": "state", "review": head }));
    }

    /// Looks at a review, in memory while it is under way.
    fn look<T>(&self, id: i64, see: impl FnOnce(&Review) -> T) -> Result<T, ApiError> {
        let job = lock(&self.running).get(&id).cloned();
        match job {
            Some(job) => Ok(see(&lock(&job.review))),
            None => Ok(see(&self.load(id)?)),
        }
    }

    fn load(&self, id: i64) -> Result<Review, ApiError> {
        let row = self.store.review(id)?.ok_or_else(|| no_review(id))?;
        Review::from_rows(&row, &self.store.opinions(id)?)
    }

    pub(crate) fn head(&self, id: i64) -> Result<ReviewHead, ApiError> {
        self.look(id, Review::head)
    }

    pub(crate) fn view(&self, id: i64) -> Result<ReviewView, ApiError> {
        self.look(id, Review::view)
    }

    /// The game with everything that was found so far.
    pub(crate) fn pgn(&self, id: i64) -> Result<String, ApiError> {
        self.look(id, Review::annotated)
    }

    /// Reviews, the newest first.
    pub(crate) fn list(&self, limit: u32, offset: u32) -> Result<ReviewList, ApiError> {
        let total = self.store.review_count()?;
        Ok(ReviewList { reviews: self.store.review_list(limit, offset)?, total })
    }
}

fn no_review(id: i64) -> ApiError {
    ApiError::new(Code::NoReview, format!("there is no review {id}"))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
