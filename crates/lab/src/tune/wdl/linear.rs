//! A handful of linear equations.

/// Solves `matrix · x = right` by elimination; `None` if the equations do not settle `x`.
pub(super) fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|&i, &j| matrix[i][column].abs().total_cmp(&matrix[j][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (above, below) = matrix.split_at_mut(column + 1);
        let pivot_row = &above[column];
        for (offset, row) in below.iter_mut().enumerate() {
            let factor = row[column] / pivot_row[column];
            for (cell, pivot) in row.iter_mut().zip(pivot_row).skip(column) {
                *cell -= factor * pivot;
            }
            right[column + 1 + offset] -= factor * right[column];
        }
    }
    let mut solution = vec![0.0; size];
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| matrix[row][column] * solution[column]).sum();
        solution[row] = (right[row] - known) / matrix[row][row];
    }
    Some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved_in_any_order_or_refused() {
        let solution =
            solve(vec![vec![0.0, 2.0], vec![4.0, 1.0]], vec![6.0, 7.0]).expect("regular");
        assert!((solution[0] - 1.0).abs() < 1e-9 && (solution[1] - 3.0).abs() < 1e-9);
        assert_eq!(solve(vec![vec![1.0, 2.0], vec![2.0, 4.0]], vec![1.0, 2.0]), None);
    }
}
