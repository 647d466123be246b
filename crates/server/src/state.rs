//! What all requests share.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::MissedTickBehavior;

use crate::analysis::Analyses;
use crate::config::Config;
use crate::error::ApiError;
use crate::explain::Explainer;
use crate::hall::Hall;
use crate::hub::{Hub, Topic};
use crate::id::random_name;
use crate::lab::Laboratory;
use crate::queue::Queue;
use crate::review::Reviews;
use crate::store::{GameStore, Which};

/// How often flags are looked at.
const TICK: Duration = Duration::from_millis(100);
/// Every so many ticks the server notes that it is alive.
const TICKS_PER_BEAT: u32 = 10;
/// Every so many ticks topics are tidied.
const TICKS_PER_TIDY: u32 = 100;

/// How many games a list has that is followed.
const LIST_LENGTH: usize = 50;

/// The server's state, cheap to copy.
#[derive(Clone)]
pub struct AppState(Arc<Inner>);

struct Inner {
    config: Config,
    boot: String,
    hub: Arc<Hub>,
    hall: Arc<Hall>,
    analyses: Analyses,
    explainer: Explainer,
    reviews: Arc<Reviews>,
    lab: Arc<Laboratory>,
    sockets: AtomicUsize,
}

impl AppState {
    /// Opens the store and goes on with every game in it.
    ///
    /// # Errors
    /// If the store cannot be used.
    pub fn open(config: Config) -> Result<Self, ApiError> {
        let store = Arc::new(GameStore::open(&config.store)?);
        let hub = Arc::<Hub>::default();
        let queue = Arc::new(Queue::new(&config.limits));
        let limits = config.limits.clone();
        let path = config.store.clone();
        let lab = Laboratory::open(path, Arc::clone(&store), Arc::clone(&hub), limits.clone())?;
        let endgames = config.table_settings();
        let hall = Hall::open(
            Arc::clone(&store),
            Arc::clone(&hub),
            Arc::clone(&queue),
            limits.clone(),
            endgames.clone(),
        )?;
        let reviews = Reviews::open(
            store,
            Arc::clone(&hub),
            Arc::clone(&queue),
            limits.clone(),
            endgames.clone(),
        )?;
        let explainer = Explainer::new(Arc::clone(&queue), limits.clone(), endgames.clone());
        Ok(Self(Arc::new(Inner {
            config,
            boot: random_name(),
            hub,
            hall,
            analyses: Analyses::new(queue, limits, endgames),
            explainer,
            reviews,
            lab,
            sockets: AtomicUsize::new(0),
        })))
    }

    pub(crate) fn config(&self) -> &Config {
        &self.0.config
    }

    pub(crate) fn boot(&self) -> &str {
        &self.0.boot
    }

    pub(crate) fn hub(&self) -> &Arc<Hub> {
        &self.0.hub
    }

    pub(crate) fn hall(&self) -> &Arc<Hall> {
        &self.0.hall
    }

    pub(crate) fn analyses(&self) -> &Analyses {
        &self.0.analyses
    }

    pub(crate) fn explainer(&self) -> &Explainer {
        &self.0.explainer
    }

    pub(crate) fn reviews(&self) -> &Arc<Reviews> {
        &self.0.reviews
    }

    pub(crate) fn lab(&self) -> &Arc<Laboratory> {
        &self.0.lab
    }

    pub(crate) fn sockets(&self) -> &AtomicUsize {
        &self.0.sockets
    }

    /// Everything about a topic, and the number of the last event that is in it.
    pub(crate) async fn snapshot(&self, topic: &Topic) -> Result<(u64, Value), ApiError> {
        let (state, topic) = (self.clone(), topic.clone());
        blocking(move || {
            // The number first: an event that comes between the two is told again.
            let seq = state.hub().seq(&topic);
            match &topic {
                Topic::Game(id) => {
                    let game = state.hall().view(id)?;
                    Ok((game.head.seq, json!(game)))
                }
                Topic::Games => Ok((seq, json!(state.hall().list(Which::All, LIST_LENGTH, 0)?))),
                Topic::Runs => Ok((seq, json!(state.lab().list(LIST_LENGTH, 0)?))),
                Topic::Run(run) => Ok((seq, json!(state.lab().run(*run)?))),
                Topic::Review(review) => Ok((seq, json!(state.reviews().view(*review)?))),
            }
        })
        .await
    }

    /// Does what has to be done from time to time, until it is dropped.
    pub async fn keep_time(self) {
        let mut ticks = tokio::time::interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut number = 0_u32;
        loop {
            ticks.tick().await;
            number = number.wrapping_add(1);
            let state = self.clone();
            let work = tokio::task::spawn_blocking(move || state.tick(number));
            // A tick that panics would be a bug; the next one still comes.
            let _ = work.await;
        }
    }

    fn tick(&self, number: u32) {
        self.hall().tick();
        if number.is_multiple_of(TICKS_PER_BEAT) {
            // If the store fails, the clocks lose a second after the next start.
            let _ = self.hall().beat();
        }
        if number.is_multiple_of(TICKS_PER_TIDY) {
            self.hub().tidy();
        }
    }
}

/// Runs what may wait for the store or a lock where nobody else is kept waiting.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(error) => Err(ApiError::internal(error)),
    }
}
