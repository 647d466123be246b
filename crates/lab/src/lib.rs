#![doc = include_str!("../README.md")]

mod adjudicate;
pub mod analysis;
mod book;
mod clock;
mod contest;
pub mod data;
pub mod evolve;
pub mod explain;
mod fingerprint;
mod game;
mod group;
mod limit;
pub mod openings;
mod player;
mod queue;
mod random;
mod record;
pub mod report;
mod standings;
pub mod stats;
mod steal;
mod store;
pub mod studies;
pub mod suite;
mod summary;
pub mod train;
mod trial;
pub mod tune;

pub use adjudicate::{Adjudication, DrawRule, ResignRule, Rules, TableResults, TableRule};
pub use book::{Book, BookError, BookFormat, BookOrder, BookSpec, Opening};
pub use contest::{Contest, ContestError, Encounter, EncounterRecord, Format, FormatError, Games};
pub use game::{GameError, GameSetup, Seat, play_game};
pub use group::Group;
pub use limit::{Limit, TimeControl, TimeControlError};
pub use player::{
    Answer, Failure, Fault, Opinion, Player, PlayerError, PlayerFault, PlayerKind, PlayerSpec,
    SpecError, Turn,
};
pub use random::Random;
pub use record::{Ending, GameRecord, MoveRecord, PgnHead, pgn_of};
pub use standings::{Effort, Faults, PlayerTally, Score, Standings};
pub use store::{
    HealthInfo, Identity, Manifest, ManifestPlayer, RunInfo, SpeedupInfo, Store, StoreChronicle,
    StoreError, StoreKeeper, StoreNotebook, StoredGame, TrainingInfo,
};
pub use summary::{Summary, plus_minus};
pub use trial::{Forget, Keeper, KeeperError, Progress, Trial, TrialError, count, llr};
