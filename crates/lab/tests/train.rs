//! Trainings as a whole: what they learn, that they repeat themselves, and what they leave.

use std::convert::Infallible;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use ferz_eval::nnue::{FEATURES, Facts, Network, QB, SCALE, active_features, output_bucket};
use ferz_lab::data::{DataScore, Filter, Foresight, Labelled, PackedBoard, RecordedGame, Wdl};
use ferz_lab::train::{
    CheckpointError, Dataset, DatasetError, Event, LoadSettings, Parameters, QuantisationError,
    RateSchedule, RateShape, Shape, ShareSchedule, TrainSettings, Trainer, quantise,
};
use ferz_lab::{Random, Store};
use ferz_rules::{Position, StartNumber};

const SHAPE: Shape = Shape { hidden: 32, buckets: 2 };

/// Positions of random games with random labels.
fn some_boards(seed: u64, count: usize) -> Vec<PackedBoard> {
    let mut random = Random::new(seed);
    let mut boards = Vec::new();
    while boards.len() < count {
        let mut position = Position::chess960(StartNumber::new(random.below(960) as u16).unwrap());
        for _ in 0..random.below(100) {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            position.play(legal[random.below(legal.len())]);
        }
        let score = DataScore::new(random.below(1600) as i16 - 800);
        let result = [Wdl::BlackWin, Wdl::Draw, Wdl::WhiteWin][random.below(3)];
        boards.push(PackedBoard::new(&Labelled { position, score, result }));
    }
    boards
}

fn some_data() -> Dataset {
    Dataset { training: some_boards(1, 700), validation: some_boards(2, 90), games: 0 }
}

fn settings() -> TrainSettings {
    TrainSettings {
        shape: SHAPE,
        epochs: 3,
        batch: NonZeroUsize::new(100).unwrap(),
        rate: RateSchedule { first: 0.01, last: 0.001, shape: RateShape::Cosine, warm_up: 2 },
        share: ShareSchedule { first: 0.2, last: 0.6 },
        threads: NonZeroUsize::new(2).unwrap(),
        ..TrainSettings::default()
    }
}

/// Goes on for so many batches.
fn run_for(trainer: &mut Trainer<'_>, batches: usize) {
    let stop = AtomicBool::new(batches == 0);
    let mut done = 0;
    let result: Result<(), Infallible> = trainer.run(&stop, &mut |_, event| {
        done += usize::from(matches!(event, Event::Batch(_)));
        stop.store(done >= batches, Ordering::Relaxed);
        Ok(())
    });
    result.unwrap();
}

fn trained(settings: &TrainSettings, data: &Dataset) -> Parameters {
    let mut trainer = Trainer::new(settings.clone(), data);
    run_for(&mut trainer, usize::MAX);
    assert!(trainer.is_finished() && trainer.curve().len() == settings.epochs as usize);
    trainer.parameters().clone()
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn the_seed_decides_a_training() {
    let data = some_data();
    let first = trained(&settings(), &data);
    assert_eq!(first, trained(&settings(), &data));
    assert_ne!(first, trained(&TrainSettings { seed: 2, ..settings() }, &data));
}

#[test]
fn another_number_of_threads_only_rounds_differently() {
    let data = some_data();
    let one = trained(&settings(), &data);
    let other =
        trained(&TrainSettings { threads: NonZeroUsize::new(3).unwrap(), ..settings() }, &data);
    let pairs = one.values().iter().zip(other.values());
    let most = pairs.map(|(one, other)| (one - other).abs()).fold(0.0, f32::max);
    assert!(most < 0.01, "{most}");
}

#[test]
fn a_resumed_training_ends_as_an_undisturbed_one() {
    let data = some_data();
    let mut undisturbed = Trainer::new(settings(), &data);
    run_for(&mut undisturbed, usize::MAX);
    let path = scratch("resume.bin");
    // Within the first epoch, at the end of it, and in the last one.
    for batches in [3, 7, 18] {
        let mut trainer = Trainer::new(settings(), &data);
        run_for(&mut trainer, batches);
        trainer.save(&path).unwrap();
        let mut trainer = Trainer::resume(settings(), &data, &path).unwrap();
        run_for(&mut trainer, usize::MAX);
        assert_eq!(trainer.parameters(), undisturbed.parameters(), "after {batches} batches");
        assert_eq!(trainer.curve(), undisturbed.curve());
    }
    fs::remove_file(path).unwrap();
}

#[test]
fn a_checkpoint_of_something_else_is_refused() {
    let data = some_data();
    let path = scratch("refuse.bin");
    Trainer::new(settings(), &data).save(&path).unwrap();
    let refused = |settings: TrainSettings, data: &Dataset| {
        Trainer::resume(settings, data, &path).expect_err("refused").to_string()
    };
    let longer = refused(TrainSettings { epochs: 9, ..settings() }, &data);
    assert!(longer.contains("epochs=3") && longer.contains("epochs=9"), "{longer}");
    let mut other = data.clone();
    other.training.swap(3, 5);
    assert!(refused(settings(), &other).contains("data=700+90"));

    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(&path, &bytes).unwrap();
    assert!(matches!(Trainer::resume(settings(), &data, &path), Err(CheckpointError::Damaged)));
    for len in [0, 7, 100, middle] {
        fs::write(&path, &bytes[..len]).unwrap();
        assert!(Trainer::resume(settings(), &data, &path).is_err(), "{len}");
    }
    fs::remove_file(path).unwrap();
}

#[test]
fn a_few_positions_are_learned_by_heart() {
    let data = Dataset { training: some_boards(3, 60), ..Dataset::default() };
    let settings = TrainSettings {
        epochs: 250,
        rate: RateSchedule { first: 0.01, last: 0.001, shape: RateShape::Constant, warm_up: 0 },
        share: ShareSchedule { first: 0.5, last: 0.5 },
        ..settings()
    };
    let mut trainer = Trainer::new(settings, &data);
    run_for(&mut trainer, usize::MAX);
    let (first, last) = (&trainer.curve()[0], &trainer.curve()[249]);
    assert!(first.training > 0.02 && last.training < 1e-4, "{first:?} {last:?}");
    assert_eq!(last.validation, None);
}

/// The value of a position in centipawns, from the documented order of the parameters.
fn plain_value(parameters: &Parameters, position: &Position) -> f64 {
    let Shape { hidden, buckets } = parameters.shape();
    let values: Vec<f64> = parameters.values().iter().copied().map(f64::from).collect();
    let (weights, rest) = values.split_at(FEATURES * hidden);
    let (biases, rest) = rest.split_at(hidden);
    let (output_weights, output_biases) = rest.split_at(buckets * 2 * hidden);
    let bucket = output_bucket(buckets, position.occupied().len() as usize);
    let mut value = output_biases[bucket];
    for (side, color) in [position.turn(), !position.turn()].into_iter().enumerate() {
        for neuron in 0..hidden {
            let active = active_features(position, color);
            let sum: f64 = active.map(|input| weights[input * hidden + neuron]).sum();
            let clipped = (sum + biases[neuron]).clamp(0.0, 1.0);
            value += clipped * clipped * output_weights[(2 * bucket + side) * hidden + neuron];
        }
    }
    value * f64::from(SCALE)
}

#[test]
fn rounding_costs_what_is_reported() {
    let data = some_data();
    let parameters = trained(&settings(), &data);
    let mut facts = Facts::default();
    facts.set("name", "toy").unwrap();
    let network = quantise(&parameters, facts).unwrap();
    assert_eq!(Network::from_bytes(&network.to_bytes()).unwrap(), network);
    let error = QuantisationError::measure(&parameters, &network, &data.validation);
    assert_eq!(error.positions, 90);
    assert!(error.mean > 0.0 && error.mean < 8.0 && error.max < 40.0, "{error:?}");
    for board in &data.validation {
        let position = board.unpack().unwrap().position;
        let off = plain_value(&parameters, &position) - f64::from(network.evaluate(&position));
        assert!(off.abs() <= error.max + 0.01, "{off} {error:?}");
    }
}

#[test]
fn weights_that_settle_lose_less_by_rounding() {
    let data = some_data();
    let rounding = |settle: f64| {
        let parameters = trained(&TrainSettings { epochs: 10, settle, ..settings() }, &data);
        let network = quantise(&parameters, Facts::default()).unwrap();
        let outputs = &parameters.values()[(FEATURES + 1) * SHAPE.hidden..];
        let outputs = &outputs[..outputs.len() - SHAPE.buckets];
        let steps = outputs.iter().map(|weight| weight * QB as f32);
        let is_settled = steps.clone().all(|step| (step - step.round()).abs() < 1e-4);
        assert_eq!(is_settled, settle > 0.0);
        QuantisationError::measure(&parameters, &network, &data.validation).mean
    };
    let (loose, settled) = (rounding(0.0), rounding(0.3));
    assert!(settled < 0.6 * loose, "{settled} and {loose}");
}

#[test]
fn the_store_keeps_the_curve() {
    let data = some_data();
    let mut trainer = Trainer::new(settings(), &data);
    run_for(&mut trainer, usize::MAX);
    let store = Store::open(Path::new(":memory:")).unwrap();
    let id = store.begin_training(&trainer.identity()).unwrap();
    for epoch in trainer.curve() {
        store.keep_epoch(id, epoch).unwrap();
        store.keep_epoch(id, epoch).unwrap();
    }
    assert_eq!(store.begin_training(&trainer.identity()).unwrap(), id);
    assert_ne!(store.begin_training("another").unwrap(), id);
    assert_eq!(store.training_curve(id).unwrap(), trainer.curve());
}

/// A game of random moves whose score is its number, so that its positions can be recognised.
fn numbered_game(number: i16) -> RecordedGame {
    let mut random = Random::new(number as u64);
    let start = Position::startpos();
    let mut position = start.clone();
    let mut moves = Vec::new();
    for _ in 0..60 {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[random.below(legal.len())];
        moves.push((mv, DataScore::new(number)));
        position.play(mv);
    }
    RecordedGame { start, result: Wdl::Draw, moves }
}

#[test]
fn whole_games_are_kept_for_checking() {
    let path = scratch("games.vf");
    let mut bytes = Vec::new();
    for number in 1..=60 {
        numbered_game(number).write(&mut bytes);
    }
    // A last game that was cut off does no harm.
    bytes.truncate(bytes.len() - 5);
    fs::write(&path, bytes).unwrap();
    let settings = LoadSettings {
        filter: Filter::default(),
        foresight: Foresight::NONE,
        validation: 0.3,
        seed: 4,
        memory: 1 << 30,
    };
    let files = [path.clone()];
    let data = Dataset::load(&files, &[], &settings).unwrap();
    assert_eq!(data.games, 59);
    let games = |boards: &[PackedBoard]| -> std::collections::BTreeSet<i16> {
        boards.iter().map(|board| board.score().abs()).collect()
    };
    let (learned, unseen) = (games(&data.training), games(&data.validation));
    assert!(learned.is_disjoint(&unseen) && learned.len() + unseen.len() == 59);
    assert!((8..30).contains(&unseen.len()), "{}", unseen.len());

    // Positions that were written out are the same ones, and all of them.
    let positions = scratch("positions.bin");
    let bytes: Vec<u8> = data.training.iter().flat_map(PackedBoard::to_bytes).collect();
    fs::write(&positions, &bytes).unwrap();
    let again = Dataset::load(std::slice::from_ref(&positions), &files, &settings).unwrap();
    assert_eq!(again.training, data.training);
    assert_eq!(again.validation.len(), data.training.len() + data.validation.len());

    // All of these games were drawn, so who looks ahead thinks less of every score.
    let foresight = Foresight { share: 0.9, ..Foresight::NONE };
    let ahead = LoadSettings { foresight, ..settings.clone() };
    let ahead = Dataset::load(&files, &[], &ahead).unwrap();
    assert_eq!(ahead.training.len(), data.training.len());
    let scores = ahead.training.iter().zip(&data.training);
    let mut scores = scores.map(|(ahead, plain)| (ahead.score().abs(), plain.score().abs()));
    assert!(scores.clone().all(|(ahead, plain)| ahead <= plain));
    assert!(scores.any(|(ahead, plain)| ahead < plain));

    let (_, error) =
        Dataset::load(&files, &[], &LoadSettings { memory: 999, ..settings }).unwrap_err();
    assert!(matches!(error, DatasetError::Memory { .. }), "{error}");
    fs::remove_file(path).unwrap();
    fs::remove_file(positions).unwrap();
}
