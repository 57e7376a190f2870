//! A choice in words.

use unhusk_wrapper::{Agreement, AnyWrapper, Robustness, RunnerUp};

/// Speaks for a class that was taken although `site` reads all labels.
pub(super) const FINDS_MORE: &str = "and it finds more records that look like the given ones";

/// One paragraph: why this class, how the runner-up compares. `fits` is how many of how many labelled pages are
/// read as labelled, and `ground` what speaks for the class beside the labels.
pub(super) fn reason(
    wrapper: &AnyWrapper,
    (fits, ground): ((usize, usize), &str),
    robust: Option<&Robustness>,
    runner_up: Option<&RunnerUp>,
) -> String {
    let class = wrapper.class();
    let taken = format!("`{class}` was taken: it {}, {}", reads(fits), ground);
    let Some(other) = runner_up else {
        return format!("{taken}; of other classes, none fits that could be learnt quickly");
    };
    let next = format!("next came `{}`, which {}", other.class, reads((other.fits, fits.1)));
    let mut sentences = vec![taken, next];
    sentences.push(compared(other));
    if let Some((ours, theirs)) = robust.zip(other.robustness.as_ref()) {
        let percent = |robust: &Robustness| (robust.overall() * 100.0 + 1e-9).floor();
        sentences.push(format!(
            "when pages change, `{class}` keeps {:.0} % of its values and `{}` {:.0} %",
            percent(ours),
            other.class,
            percent(theirs)
        ));
    }
    sentences.join("; ")
}

/// What speaks for a class beside the labels.
pub(super) fn ground(wrapper: &AnyWrapper, fits: (usize, usize)) -> &'static str {
    match wrapper {
        _ if fits.0 < fits.1 => "and no other class that was tried reads every label",
        AnyWrapper::Site(_) => {
            "and it is preferred where it fits: it held best on the sites that methods were compared on"
        }
        _ if wrapper.is_delimiter() => {
            "where rules that vote on nodes do not, and no simpler class of delimiters does"
        }
        _ => "and no class before it does",
    }
}

fn compared(other: &RunnerUp) -> String {
    let fields: Vec<String> = other.differs.iter().map(|field| format!("`{field}`")).collect();
    let fields = fields.join(", ");
    match other.agreement {
        None if fields.is_empty() => "both read the same there".to_owned(),
        None => format!("they differ there in {fields}"),
        Some(Agreement { pages, values, same, .. }) => {
            let pages = if pages == 1 { "1 page".to_owned() } else { format!("{pages} pages") };
            let values =
                if values == 1 { "1 value".to_owned() } else { format!("{values} values") };
            if fields.is_empty() {
                return format!("on {pages} without labels both read the same {values}");
            }
            format!(
                "on {pages} without labels both read {same} of {values} alike, and differ in {fields}"
            )
        }
    }
}

/// How many of how many labelled pages are read as labelled.
fn reads(fits: (usize, usize)) -> String {
    match fits {
        (1, 1) => "reads the labelled page as labelled".to_owned(),
        (0, 1) => "does not read the labelled page quite as labelled".to_owned(),
        (part, whole) if part == whole => format!("reads all {whole} labelled pages as labelled"),
        (part, whole) => format!("reads {part} of {whole} labelled pages as labelled"),
    }
}
