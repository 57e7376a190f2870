//! The page of results.

use crate::drift::case;
use unhusk::verify::score::THRESHOLD;

/// `docs/results/drift.md`.
pub(in crate::drift) fn document(tables: &str) -> String {
    format!(
        "\
# Changed sites

Made by `cargo run --release -p unhusk-lab -- drift`; every case in `crates/unhusk-lab/results/drift.csv`.

A wrapper is learnt by `auto` from three labelled pages of a site (one of Estuka, whose sites have three pages), which also give its profile; up to 12 other pages of the site then undergo a simulated event and are verified together.
Real redesigns are in [Real redesigns](drift-real.md); *cousin* are the pages of another site with the same fields.

A case is a site after an event.
It has **drifted** if some field keeps less than {lost} of the F1 that it had on the same pages before; it reads **right** if every field keeps {kept}; a case in between is blurred, and its alarms are counted separately.
Pages of other sites always count as drifted.
Weights of `verify` and thresholds of RAPTURE and `DataProg` (best F1 of alarms) come from the half of the sites that does not contain the case.
The signals of `verify`, its threshold ({THRESHOLD}), the limits of *drifted* and *right* and the way fields are removed were chosen on all of these sites: the figures of `verify` are development scores.
The shipped weights come from all of them; the end of this page compares them with those fitted in this run.

* **labels**, **attributes**, **classes**, **tags**, **order**, **siblings**, **wrappers**, **all**: as in [Redesigned sites](redesign.md).
* **harmless**: comments, attributes and a script, none of them visible.
* **divs**: tables become `div` elements; **columns**: the first column of every table becomes its last; **rebuilt**: all and divs.
* **removed 1**, **removed 2**: the values of the first or second field are gone, with the element that contains nothing else but a caption.
* **cousin**, **stranger**, **error**: pages of the next site of the same kind, of another kind, and an error page.

*Repairs* are tried for every drifted case, on the changed pages together with the changed training pages, and on the others only; without an alarm of the shipped weights, and with known values among those read, nothing is repaired.
A repair has fixed the wrapper if it was accepted and its F1 on the changed pages is at least 0.9 of what it was before the change; *accepted under 0.9* counts those whose F1 itself is less, whatever it was before.
The tests that a repair must pass, and their limits, were chosen on repairs of these sites, too.

{tables}",
        lost = case::LOST,
        kept = case::KEPT,
    )
}
