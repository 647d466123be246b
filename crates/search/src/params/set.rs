//! One value for every parameter, as an engine searches with them.

use super::PARAMS;

/// The values of all parameters.
///
/// In an ordinary build they are constants, so there is only one such set and nothing in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Params(Vec<i32>);

impl Params {
    /// Whether parameters can be set at all: in a build with the feature `tune`.
    pub const CAN_BE_SET: bool = cfg!(feature = "tune");

    /// Sets a parameter, within its range; false if none has this name or all are constants.
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        let Some(index) = PARAMS.iter().position(|row| row.name == name) else { return false };
        let Some(place) = self.0.get_mut(index) else { return false };
        *place = value.clamp(PARAMS[index].min, PARAMS[index].max);
        true
    }

    /// Puts the values in force in this thread, for the search that it begins.
    #[cfg(feature = "tune")]
    pub(crate) fn install(&self) {
        if let Ok(values) = self.0.as_slice().try_into() {
            super::install(values);
        }
    }
}

impl Default for Params {
    fn default() -> Self {
        let rows = if Self::CAN_BE_SET { PARAMS } else { &[] };
        Self(rows.iter().map(|row| row.default).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_their_ranges_and_can_be_set_for_tuners_only() {
        let mut params = Params::default();
        assert!(!params.set("no_such_parameter", 1));
        assert_eq!(params.set(PARAMS[0].name, i32::MAX), Params::CAN_BE_SET);
        assert_eq!(params.0.first().copied(), Params::CAN_BE_SET.then_some(PARAMS[0].max));
        assert_eq!(params == Params::default(), !Params::CAN_BE_SET);
    }
}
