//! Position of tokens in the classes: the innermost class around each token, and the member before it. DIFFEQ of the
//! paper gives a token another role in each such gap.

use super::classes::EquivalenceClass;
use super::roles::{Role, Roles};

/// A gap: the class, and the member before the gap.
pub(super) type ClassGap = (u32, u32);

/// Position of a token in the classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TokenPlace {
    /// The innermost gap around the token; for a token of a class, the innermost gap around the class.
    pub(super) gap: Option<ClassGap>,
    /// The gap that begins after the token, if it belongs to a class.
    pub(super) member: Option<ClassGap>,
}

/// Returns roles that differ between gaps.
pub(super) fn differentiate(roles: &Roles, classes: &[EquivalenceClass]) -> Roles {
    let members = members(roles, classes);
    let pages = roles.pages.iter().map(|page| {
        let gaps = places(page, &members, classes).into_iter().map(|place| place.gap);
        page.iter().copied().zip(gaps)
    });
    Roles::of(pages)
}

/// Returns, for each role, its class and its index there.
pub(super) fn members(roles: &Roles, classes: &[EquivalenceClass]) -> Vec<Option<ClassGap>> {
    let mut members = vec![None; roles.n_roles];
    for (number, class) in (0..).zip(classes) {
        for (nth, member) in (0..).zip(&class.members) {
            members[member.role as usize] = Some((number, nth));
        }
    }
    members
}

/// Returns the position of each token of a page.
pub(super) fn places(
    page: &[Role],
    members: &[Option<ClassGap>],
    classes: &[EquivalenceClass],
) -> Vec<TokenPlace> {
    // The gaps around the token, the innermost last.
    let mut around: Vec<ClassGap> = Vec::new();
    let place = |role: &Role| {
        let member = members[*role as usize];
        let Some((class, nth)) = member else {
            return TokenPlace { gap: around.last().copied(), member };
        };
        if nth > 0 {
            // Valid classes nest, so this class is the innermost.
            around.pop();
        }
        let gap = around.last().copied();
        if nth as usize + 1 < classes[class as usize].members.len() {
            around.push((class, nth));
        }
        TokenPlace { gap, member }
    };
    page.iter().map(place).collect()
}
