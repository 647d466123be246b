//! The signature is a signature.

use ferz_engine::{Settings, bench};

#[test]
fn the_same_positions_have_the_same_nodes() {
    let mut positions = Vec::new();
    let settings = Settings::default();
    let first =
        bench(&settings, 6, &mut |index, count, nodes| positions.push((index, count, nodes)));
    let second = bench(&settings, 6, &mut |_, _, _| {});
    assert_eq!(first.nodes, second.nodes);
    assert_eq!(first.nodes, positions.iter().map(|(_, _, nodes)| nodes).sum::<u64>());
    assert_eq!(positions.len(), positions[0].1);
}
