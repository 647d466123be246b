//! Many short lists of row numbers, one behind the other.

/// Lists of row numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    /// Where each list ends; the next begins there.
    ends: Vec<u32>,
    items: Vec<u16>,
}

impl Lists {
    /// Forgets all lists.
    pub(super) fn clear(&mut self) {
        self.ends.clear();
        self.items.clear();
    }

    /// Adds a list.
    pub(super) fn push(&mut self, list: impl IntoIterator<Item = u16>) {
        self.items.extend(list);
        self.ends.push(self.items.len() as u32);
    }

    /// How many lists there are.
    pub(super) const fn len(&self) -> usize {
        self.ends.len()
    }

    /// All lists in order.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = &[u16]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.items[start as usize..end as usize])
    }

    /// For each of `count` rows, the numbers of the lists that name it, in rising order.
    pub(super) fn transpose(&self, count: usize, rows: &mut Self) {
        // First the length of each list, then where it ends, and last, filling from behind, where
        // it begins; the ends are what the beginnings of the next lists have become.
        rows.ends.clear();
        rows.ends.resize(count, 0);
        for &row in &self.items {
            rows.ends[usize::from(row)] += 1;
        }
        let mut start = 0;
        for end in &mut rows.ends {
            (start, *end) = (start + *end, start);
        }
        rows.items.resize(self.items.len(), 0);
        for (number, list) in self.iter().enumerate() {
            for &row in list {
                let place = &mut rows.ends[usize::from(row)];
                rows.items[*place as usize] = number as u16;
                *place += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transposed_list_names_those_who_named_it() {
        let mut lists = Lists::default();
        for list in [vec![3, 0], vec![], vec![2, 3, 0]] {
            lists.push(list);
        }
        let mut rows = Lists::default();
        lists.transpose(5, &mut rows);
        let found: Vec<&[u16]> = rows.iter().collect();
        assert_eq!(found, [&[0, 2][..], &[], &[2], &[0, 2], &[]]);
        rows.transpose(3, &mut lists);
        assert_eq!(lists.iter().collect::<Vec<_>>(), [&[0, 3][..], &[], &[0, 2, 3]]);
    }
}
