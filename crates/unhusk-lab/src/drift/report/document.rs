//! The page of results.

use crate::drift::case;
use unhusk::verify::score::THRESHOLD;

/// `docs/results/drift.md`.
pub(in crate::drift) fn document(tables: &str) -> String {
    format!(
        "\
# Changed sites

Made by `cargo run --release -p unhusk-lab -- drift`; every case in `crates/unhusk-lab/results/drift.csv`.

A wrapper is learnt by `auto` from three labelled pages of a site (one of Estuka, whose sites have three pages), and its profile is made of them; other pages of the site (12 at most) then go through a simulated event and are verified together.
No set at hand has one site before and after a real change; *cousin* is as near as they come: the pages of another site with the same fields.

A case is a site after an event.
It has **drifted** if some field keeps less than {lost} of the F1 that it had on the same pages before; it reads **right** if every field keeps {kept}; what lies between is blurred, and alarms there are counted apart.
Pages of other sites have always drifted.
Weights of `verify` and thresholds of RAPTURE and `DataProg` (best F1 of alarms) come from sites that are not in the case's half.
The signals of `verify`, its threshold ({THRESHOLD}), the borders of *drifted* and *right* and the way fields are removed were chosen while looking at all of these sites: read the figures of `verify` as development scores.
The weights that are shipped come from all of them; what they give in this run stands beside them at the end of this page.

* **labels**, **attributes**, **classes**, **tags**, **order**, **siblings**, **wrappers**, **all**: as in [Redesigned sites](redesign.md).
* **harmless**: comments, attributes and a script that nobody sees.
* **divs**: tables become boxes; **columns**: the first column of every table is its last; **rebuilt**: all and divs.
* **removed 1**, **removed 2**: the values of the first or second field are gone, with the element that holds nothing else but a label.
* **cousin**, **stranger**, **error**: pages of the next site of the same kind, of another kind, and a page that says that there was an error.

*Repairs* are tried for every drifted case, on the changed pages together with those that were learnt from as they are after the change, and on the others only; where no alarm is raised with the shipped weights and known values are read, nothing is repaired.
A repair has mended the wrapper if it was accepted and its F1 on the changed pages is at least 0.9 of what it was before the change; *accepted under 0.9* counts those whose F1 itself is less, whatever it was before.
The tests that a repair must stand, and their borders, were chosen while looking at repairs of these sites, too.

{tables}",
        lost = case::LOST,
        kept = case::KEPT,
    )
}
