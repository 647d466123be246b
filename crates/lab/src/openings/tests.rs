//! Small books with shallow searches.

use ferz_rules::Epd;

use super::*;

fn book(settings: &BookSettings, threads: usize) -> Vec<Opening> {
    let threads = NonZeroUsize::new(threads).expect("not zero");
    make_book(settings, threads, &AtomicBool::new(false), &|_| {})
}

const SMALL: BookSettings =
    BookSettings { lines: 20, plies: 8..=9, nodes: 400, max_score: 50, chess960: false, seed: 3 };

#[test]
fn books_are_even_unique_and_repeatable() {
    let one = book(&SMALL, 1);
    assert_eq!(one.len(), 20);
    assert_eq!(one, book(&SMALL, 3));
    assert_ne!(one, book(&BookSettings { seed: 4, ..SMALL }, 1));
    let keys: HashSet<Key> = one.iter().map(|opening| opening.position.key()).collect();
    assert_eq!(keys.len(), one.len());
    for opening in &one {
        assert!(opening.score.abs() <= 50 && !opening.position.in_check(), "{opening}");
        assert!((8..=9).contains(&opening.position.ply()), "{opening}");
    }
}

#[test]
fn lines_read_back() {
    let settings = BookSettings { chess960: true, lines: 10, ..SMALL };
    let openings = book(&settings, 2);
    assert!(openings.iter().any(|opening| opening.position.needs_chess960()));
    for opening in openings {
        let epd: Epd = opening.to_string().parse().expect("legal");
        assert_eq!(epd.position, opening.position);
        assert_eq!(epd.value("ce"), Some(opening.score.to_string().as_str()));
    }
}

#[test]
fn a_book_that_runs_dry_ends() {
    // There are only twenty first moves.
    let settings = BookSettings { lines: 50, plies: 1..=1, nodes: 1, max_score: 1000, ..SMALL };
    assert_eq!(book(&settings, 1).len(), 20);
}
