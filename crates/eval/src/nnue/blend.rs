//! The mean of networks that have grown out of one another.

use super::{NetworkError, NetworkParts};

impl NetworkParts {
    /// The mean of the numbers of networks of one shape, each counted by its weight, rounded. Facts
    /// are left empty.
    ///
    /// It is a network only where the neurons of all have the same meaning: where one was trained on
    /// from the other, or both from a third. Then it can be better than any of them, since what each
    /// has learned by heart of its own games counts less, and what they have in common does not.
    ///
    /// ```
    /// use ferz_eval::nnue::{Network, NetworkParts};
    /// # let parts = |bias| NetworkParts {
    /// #     hidden: 32, buckets: 1, feature_weights: vec![0; 768 * 32], feature_biases: vec![bias; 32],
    /// #     output_weights: vec![0; 64], output_biases: vec![0], ..NetworkParts::default()
    /// # };
    /// let (old, new) = (parts(10), parts(20));
    /// let blend = NetworkParts::blend(&[(&old, 0.25), (&new, 0.75)])?;
    /// assert_eq!(blend.feature_biases, [18; 32]);
    /// assert!(Network::new(&blend).is_ok());
    /// # Ok::<(), ferz_eval::nnue::NetworkError>(())
    /// ```
    ///
    /// # Errors
    /// If their shapes differ, or if the weights are not positive numbers.
    pub fn blend(networks: &[(&Self, f64)]) -> Result<Self, NetworkError> {
        let sum: f64 = networks.iter().map(|(_, weight)| weight).sum();
        let is_weight = |weight: f64| weight > 0.0 && weight.is_finite();
        if !sum.is_finite() || !networks.iter().all(|(_, weight)| is_weight(*weight)) {
            return Err(NetworkError::Weights);
        }
        let Some((first, _)) = networks.first() else { return Err(NetworkError::Weights) };
        for (other, _) in networks {
            if (first.hidden, first.buckets) != (other.hidden, other.buckets) {
                return Err(NetworkError::Shapes {
                    one: (first.hidden, first.buckets),
                    other: (other.hidden, other.buckets),
                });
            }
            other.check()?;
        }
        let mean = |numbers: fn(&Self) -> &[i16]| -> Vec<i16> {
            let mut sums = vec![0.0; numbers(first).len()];
            for (network, weight) in networks {
                for (total, number) in sums.iter_mut().zip(numbers(network)) {
                    *total += f64::from(*number) * weight / sum;
                }
            }
            sums.into_iter().map(|total: f64| total.round() as i16).collect()
        };
        Ok(Self {
            hidden: first.hidden,
            buckets: first.buckets,
            feature_weights: mean(|parts| &parts.feature_weights),
            feature_biases: mean(|parts| &parts.feature_biases),
            output_weights: mean(|parts| &parts.output_weights),
            output_biases: mean(|parts| &parts.output_biases),
            ..Self::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::FEATURES;

    fn parts(hidden: usize, bias: i16) -> NetworkParts {
        NetworkParts {
            hidden,
            buckets: 1,
            feature_weights: vec![bias / 2; FEATURES * hidden],
            feature_biases: vec![bias; hidden],
            output_weights: vec![-1; 2 * hidden],
            output_biases: vec![i16::MIN],
            ..NetworkParts::default()
        }
    }

    #[test]
    fn one_network_is_its_own_mean() {
        let one = parts(32, 7);
        assert_eq!(NetworkParts::blend(&[(&one, 0.3)]), Ok(one.clone()));
        assert_eq!(NetworkParts::blend(&[(&one, 1.0), (&one, 2.0)]), Ok(one));
    }

    #[test]
    fn weights_count_in_proportion() {
        let (one, other) = (parts(32, 10), parts(32, -20));
        let blend = NetworkParts::blend(&[(&one, 2.0), (&other, 1.0)]).unwrap();
        assert_eq!(blend.feature_biases, [0; 32]);
        let blend = NetworkParts::blend(&[(&one, 20.0), (&other, 80.0)]).unwrap();
        assert_eq!(blend.feature_biases, [-14; 32]);
    }

    #[test]
    fn what_has_no_mean_is_refused() {
        let (one, wide) = (parts(32, 1), parts(64, 1));
        let shapes = NetworkError::Shapes { one: (32, 1), other: (64, 1) };
        assert_eq!(NetworkParts::blend(&[(&one, 1.0), (&wide, 1.0)]), Err(shapes));
        assert_eq!(NetworkParts::blend(&[]), Err(NetworkError::Weights));
        for weight in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let refused = NetworkParts::blend(&[(&one, weight), (&one, 1.0)]);
            assert_eq!(refused, Err(NetworkError::Weights), "{weight}");
        }
        let mut short = parts(32, 1);
        short.feature_biases.pop();
        assert!(matches!(
            NetworkParts::blend(&[(&one, 1.0), (&short, 1.0)]),
            Err(NetworkError::Count { .. })
        ));
    }
}
