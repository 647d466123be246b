//! The threads of an engine: one that leads a search and those that help it.

use std::io;
use std::sync::Arc;

use ferz_rules::Game;
use ferz_search::{Limits, Shared};

use crate::player::Player;
use crate::settings::Settings;
use crate::thinker::Thinker;

/// Nodes of a search that only warms up: they touch what most searches touch, in milliseconds.
const WARM_UP: u64 = 10_000;

/// A thread and its player, who is away while they search.
#[derive(Default)]
pub(crate) struct Member {
    thinker: Thinker,
    player: Option<Player>,
}

impl Member {
    /// Hands over a search, with the member's player or a new one.
    ///
    /// # Errors
    /// If the machine has no thread to give.
    pub(crate) fn start(
        &mut self,
        settings: &Settings,
        job: impl FnOnce(&mut Player) + Send + 'static,
    ) -> io::Result<()> {
        let mut player = self.player.take().unwrap_or_else(|| Player::new(settings));
        self.thinker.start(move || {
            job(&mut player);
            player
        })
    }

    /// Waits for a search under way. A player that did not survive it is replaced by the next.
    pub(crate) fn wait(&mut self) {
        if let Some(player) = self.thinker.wait() {
            self.player = Some(player);
        }
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.thinker.is_busy()
    }

    /// The player, who is not away.
    pub(crate) fn player(&mut self, settings: &Settings) -> &mut Player {
        self.player.get_or_insert_with(|| Player::new(settings))
    }

    fn new_game(&mut self) {
        if let Some(player) = &mut self.player {
            player.new_game();
        }
    }
}

/// All members; the leader is there from the beginning.
#[derive(Default)]
pub(crate) struct Crew {
    pub(crate) leader: Member,
    helpers: Vec<Member>,
}

impl Crew {
    /// A crew as large as the settings say. Players are made now, so that no search has to wait
    /// for theirs.
    pub(crate) fn new(settings: &Settings) -> Self {
        let mut crew = Self::default();
        crew.engage(settings);
        crew
    }

    /// Grows or shrinks to the number of threads in the settings. Nobody may be searching.
    pub(crate) fn engage(&mut self, settings: &Settings) {
        self.helpers.resize_with(settings.threads.max(1) - 1, Member::default);
        self.leader.player(settings);
        for helper in &mut self.helpers {
            helper.player(settings);
        }
    }

    /// Gives everybody a new player.
    pub(crate) fn replace_players(&mut self, settings: &Settings) {
        self.leader.player = None;
        self.helpers.iter_mut().for_each(|helper| helper.player = None);
        self.engage(settings);
    }

    /// Lets the helpers begin; the leader has to tell them when to end.
    pub(crate) fn send_helpers(
        &mut self,
        settings: &Settings,
        shared: &Arc<Shared>,
        game: &Game,
        limits: &Limits,
    ) {
        for (index, helper) in self.helpers.iter_mut().enumerate() {
            let (shared, game, limits) = (Arc::clone(shared), game.clone(), limits.clone());
            let help = move |player: &mut Player| player.help(&shared, &game, &limits, index + 1);
            // A machine that has no more threads to give searches with those it has.
            let _ = helper.start(settings, help);
        }
    }

    /// Lets everybody search a little in the own thread and waits. Nobody may be searching.
    pub(crate) fn warm_up(&mut self, settings: &Settings, shared: &Arc<Shared>) {
        let game = Game::default();
        let limits = Limits { nodes: Some(WARM_UP), ..Limits::default() };
        shared.begin(false);
        let (table, start, few) = (Arc::clone(shared), game.clone(), limits.clone());
        let lead = move |player: &mut Player| {
            player.think(&table, &start, &few, 1, &mut |_| {});
        };
        self.leader.start(settings, lead).expect("a machine that can start one thread");
        self.send_helpers(settings, shared, &game, &limits);
        self.wait();
    }

    /// Waits for everybody.
    pub(crate) fn wait(&mut self) {
        self.leader.wait();
        self.helpers.iter_mut().for_each(Member::wait);
    }

    /// Forgets what earlier games have taught.
    pub(crate) fn new_game(&mut self) {
        self.leader.new_game();
        self.helpers.iter_mut().for_each(Member::new_game);
    }
}
