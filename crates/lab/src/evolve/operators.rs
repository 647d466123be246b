//! Birth and selection: Algorithms 3 to 6.

use ferz_eval::evolved::{Chromosome, ChromosomeKind, Genes, Principle};

use super::settings::{EvolveSettings, FirstTables, Mutation};
use super::smooth::mutate_table;
use crate::Random;

/// Random principles are weighed up to so much either way, random squares up to half of it.
const FIRST_RANGE: f64 = 1.0;

/// What random numbers are for, so that no two uses share a sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    Birth = 1,
    Breeding = 2,
    Starts = 3,
    Samples = 4,
    Labels = 5,
}

/// The random numbers of one thing among many.
pub(super) fn stream(seed: u64, purpose: Purpose, part: u64, number: u64) -> Random {
    let seed = Random::nth(seed, purpose as u64).bits();
    Random::nth(Random::nth(seed, part).bits(), number)
}

/// An individual of the first generation. The principles are random in any case.
pub fn first_individual(settings: &EvolveSettings, number: u32) -> Chromosome {
    let mut random = stream(settings.seed, Purpose::Birth, 0, number.into());
    random_chromosome(settings.kind, settings.first_tables, &mut random)
}

/// A chromosome that nobody has chosen.
pub fn random_chromosome(
    kind: ChromosomeKind,
    tables: FirstTables,
    random: &mut Random,
) -> Chromosome {
    let mut values = Chromosome::original(kind).values();
    for stage in values.chunks_mut(Genes::COUNT) {
        let (principles, squares) = stage.split_at_mut(Principle::COUNT);
        principles.fill_with(|| around_zero(random, FIRST_RANGE));
        if tables == FirstTables::Random {
            squares.fill_with(|| around_zero(random, FIRST_RANGE / 2.0));
        }
    }
    chromosome(kind, &values)
}

/// The next generation: the elite, then children. `ranking` has the best first.
pub(super) fn next_generation(
    settings: &EvolveSettings,
    generation: u32,
    population: &[Chromosome],
    ranking: &[usize],
) -> Vec<Chromosome> {
    let elite =
        ranking.iter().take(settings.elite as usize).map(|&place| population[place].clone());
    let mut next: Vec<Chromosome> = elite.collect();
    let strength = settings.strength_after(generation);
    for number in next.len()..population.len() {
        let part = u64::from(generation);
        let mut random = stream(settings.seed, Purpose::Breeding, part, number as u64);
        let mut parent =
            || &population[tournament(settings.tournament_size(), ranking, &mut random)];
        let (first, second) = (parent().values(), parent().values());
        let mut child = crossover(settings.blend, &first, &second, &mut random);
        mutate(settings, strength, &mut child, &mut random);
        next.push(chromosome(settings.kind, &child));
    }
    next
}

/// Algorithm 4: the best of a few that chance has chosen.
fn tournament(size: usize, ranking: &[usize], random: &mut Random) -> usize {
    // Places in the ranking, so that the best is the least; nobody is drawn twice.
    let mut places: Vec<usize> = (0..ranking.len()).collect();
    for taken in 0..size.min(places.len()) {
        let other = taken + random.below(places.len() - taken);
        places.swap(taken, other);
    }
    ranking[places.into_iter().take(size).min().unwrap_or(0)]
}

/// Algorithm 5: each gene somewhere between those of the parents.
fn crossover((low, high): (f64, f64), one: &[f64], two: &[f64], random: &mut Random) -> Vec<f64> {
    let blend = |(one, two): (&f64, &f64)| {
        let share = low + (high - low) * random.fraction();
        share * one + (1.0 - share) * two
    };
    one.iter().zip(two).map(blend).collect()
}

/// Algorithm 6, whose listing is lost: with this rate a gene changes by up to the strength.
fn mutate(settings: &EvolveSettings, strength: f64, values: &mut [f64], random: &mut Random) {
    for stage in values.chunks_mut(Genes::COUNT) {
        let (principles, squares) = stage.split_at_mut(Principle::COUNT);
        shake(principles, settings.rate, strength, random);
        match settings.mutation {
            Mutation::Plain => shake(squares, settings.rate, strength, random),
            Mutation::Smooth => {
                for table in squares.chunks_mut(64) {
                    if random.fraction() < settings.rate {
                        mutate_table(table, strength, random);
                    }
                }
            }
        }
    }
}

fn shake(genes: &mut [f64], rate: f64, strength: f64, random: &mut Random) {
    for gene in genes {
        if random.fraction() < rate {
            *gene += around_zero(random, strength);
        }
    }
}

/// A number up to this far from zero.
pub(super) fn around_zero(random: &mut Random, reach: f64) -> f64 {
    reach * (2.0 * random.fraction() - 1.0)
}

fn chromosome(kind: ChromosomeKind, values: &[f64]) -> Chromosome {
    Chromosome::from_values(kind, values).expect("as many values as the parents have")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> EvolveSettings {
        EvolveSettings { population: 12, generations: 4, ..EvolveSettings::default() }
    }

    fn first(settings: &EvolveSettings) -> Vec<Chromosome> {
        (0..settings.population).map(|number| first_individual(settings, number)).collect()
    }

    #[test]
    fn the_first_generation_has_random_principles_and_given_tables() {
        let settings = small();
        let (one, two) = (first_individual(&settings, 0), first_individual(&settings, 1));
        assert_ne!(one.stages()[0].principles, two.stages()[0].principles);
        assert_eq!(one.stages()[0].tables, Chromosome::default().stages()[0].tables);
        assert_eq!(one, first_individual(&settings, 0), "a seed says everything");
        let wild = EvolveSettings { first_tables: FirstTables::Random, ..settings };
        assert_ne!(first_individual(&wild, 0).stages()[0].tables, one.stages()[0].tables);
    }

    #[test]
    fn the_elite_lives_on_and_children_lie_between_their_parents() {
        let settings = EvolveSettings { strength: 0.0, ..small() };
        let population = first(&settings);
        let ranking: Vec<usize> = (0..12).rev().collect();
        let next = next_generation(&settings, 0, &population, &ranking);
        assert_eq!(next.len(), 12);
        assert_eq!(next[..2], [population[11].clone(), population[10].clone()]);
        let ends = |gene: usize| {
            let genes = population.iter().map(|one| one.values()[gene]);
            (genes.clone().fold(f64::MAX, f64::min), genes.fold(f64::MIN, f64::max))
        };
        for child in &next[2..] {
            let (low, high) = ends(3);
            assert!((low..=high).contains(&child.values()[3]));
        }
    }

    #[test]
    fn tournaments_favour_the_best_and_leave_out_the_worst() {
        let ranking: Vec<usize> = (0..10).map(|place| 100 + place).collect();
        let mut random = Random::new(1);
        let mut wins = [0; 10];
        for _ in 0..4000 {
            wins[tournament(3, &ranking, &mut random) - 100] += 1;
        }
        // The chance of the best is 3 in 10; the two worst can never win among three.
        assert!((1050..1350).contains(&wins[0]), "{wins:?}");
        assert_eq!(wins[8..], [0, 0]);
        assert!(wins.is_sorted_by(|one, two| one + 80 >= *two), "{wins:?}");
    }

    #[test]
    fn mutation_reaches_as_far_as_its_strength_which_fades() {
        let settings = small();
        let farthest = |strength: f64| {
            let mut values = vec![0.0; Genes::COUNT];
            mutate(&settings, strength, &mut values, &mut Random::new(5));
            values.into_iter().fold(0.0, |most: f64, value| most.max(value.abs()))
        };
        assert!((0.28..=0.3).contains(&farthest(settings.strength_after(0))));
        assert!((0.07..=0.075).contains(&farthest(settings.strength_after(3))));
        let mut values = vec![0.0; Genes::COUNT];
        let rare = EvolveSettings { rate: 0.1, ..settings };
        mutate(&rare, 0.3, &mut values, &mut Random::new(5));
        let changed = values.iter().filter(|value| **value != 0.0).count();
        assert!((20..65).contains(&changed), "{changed} of 402");
    }
}
