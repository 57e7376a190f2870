//! Where tokens stand in the classes: the innermost one around each, and behind which of its members. DIFFEQ of the
//! paper gives a token another role in each such gap.

use super::classes::Class;
use super::roles::{Role, Roles};

/// A gap: the class, and the member that it is behind.
pub(super) type Gap = (u32, u32);

/// Where a token stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// The innermost gap that it is in; for a token of a class, the innermost around that.
    pub(super) gap: Option<Gap>,
    /// The gap that begins behind it, if it is a token of a class.
    pub(super) member: Option<Gap>,
}

/// Other roles for tokens in other gaps.
pub(super) fn differentiate(roles: &Roles, classes: &[Class]) -> Roles {
    let members = members(roles, classes);
    let pages = roles.pages.iter().map(|page| {
        let gaps = places(page, &members, classes).into_iter().map(|place| place.gap);
        page.iter().copied().zip(gaps)
    });
    Roles::of(pages)
}

/// For each role the class that it is of, and its number in that.
pub(super) fn members(roles: &Roles, classes: &[Class]) -> Vec<Option<Gap>> {
    let mut members = vec![None; roles.n_roles];
    for (number, class) in (0..).zip(classes) {
        for (nth, member) in (0..).zip(&class.members) {
            members[member.role as usize] = Some((number, nth));
        }
    }
    members
}

/// Where each token of a page stands.
pub(super) fn places(page: &[Role], members: &[Option<Gap>], classes: &[Class]) -> Vec<Place> {
    // The gaps around the token, the innermost last.
    let mut around: Vec<Gap> = Vec::new();
    let place = |role: &Role| {
        let member = members[*role as usize];
        let Some((class, nth)) = member else {
            return Place { gap: around.last().copied(), member };
        };
        if nth > 0 {
            // Valid classes nest, so that the class is the innermost.
            around.pop();
        }
        let gap = around.last().copied();
        if nth as usize + 1 < classes[class as usize].members.len() {
            around.push((class, nth));
        }
        Place { gap, member }
    };
    page.iter().map(place).collect()
}
