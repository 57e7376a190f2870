//! Equivalence classes: roles that occur equally often on each page. FINDEQ of the paper.

use super::roles::{Role, Roles};
use std::collections::BTreeMap;

/// Minimum number of roles of a class: `SizeThres` of the paper.
pub(super) const MIN_SIZE: usize = 3;
/// Minimum number of pages of a class, if there are as many: `SupThres` of the paper.
const MIN_SUPPORT: usize = 3;

/// Roles that occur equally often on each page.
#[derive(Debug, Clone)]
pub(super) struct EquivalenceClass {
    /// In document order, once the class is valid.
    pub(super) members: Vec<ClassMember>,
    /// Number of occurrences of each member on each page.
    pub(super) vector: Vec<u32>,
}

/// A role of a class.
#[derive(Debug, Clone)]
pub(super) struct ClassMember {
    pub(super) role: Role,
    /// Occurrences: positions among the tokens of each page, page by page.
    pub(super) places: Vec<u32>,
}

impl EquivalenceClass {
    /// Returns the number of pages that contain the class.
    pub(super) fn support(&self) -> usize {
        self.vector.iter().filter(|count| **count > 0).count()
    }

    /// Returns, for each page, the range of its occurrences.
    pub(super) fn ranges(&self) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        self.vector.iter().scan(0, |end, count| {
            let start = *end;
            *end += *count as usize;
            Some(start..*end)
        })
    }
}

/// Returns the classes with enough roles and enough pages, sorted by their vectors.
pub(super) fn find(roles: &Roles) -> Vec<EquivalenceClass> {
    let min_support = MIN_SUPPORT.min(roles.pages.len());
    let mut by_vector: BTreeMap<Vec<u32>, Vec<ClassMember>> = BTreeMap::new();
    for (role, counted) in (0..).zip(count(roles)) {
        if counted.support >= min_support {
            let vector = counted.vector(roles.pages.len());
            let member = ClassMember { role, places: counted.places };
            by_vector.entry(vector).or_default().push(member);
        }
    }
    let large = by_vector.into_iter().filter(|(_, members)| members.len() >= MIN_SIZE);
    large.map(|(vector, members)| EquivalenceClass { members, vector }).collect()
}

/// The occurrences of a role.
#[derive(Debug, Clone, Default)]
struct RoleOccurrences {
    support: usize,
    places: Vec<u32>,
    /// The page of each place.
    pages: Vec<u32>,
}

impl RoleOccurrences {
    fn vector(&self, n_pages: usize) -> Vec<u32> {
        let mut vector = vec![0; n_pages];
        for page in &self.pages {
            vector[*page as usize] += 1;
        }
        vector
    }
}

fn count(roles: &Roles) -> Vec<RoleOccurrences> {
    let mut counted = vec![RoleOccurrences::default(); roles.n_roles];
    for (page, tokens) in (0..).zip(&roles.pages) {
        for (place, role) in (0..).zip(tokens) {
            let counted = &mut counted[*role as usize];
            counted.support += usize::from(counted.pages.last() != Some(&page));
            counted.places.push(place);
            counted.pages.push(page);
        }
    }
    counted
}
