//! The reported slack of delimiters, tried out: every string of an interval reads the labels, and the next shorter or
//! longer one does not, or is not at all places of the learnt one.

use proptest::prelude::*;
use unhusk_learn::example::{
    Example, Label, LabelCell, LabelledRecord, Place, PlaceTarget, TrainingSet,
};
use unhusk_learn::{CATALOG, Settings, find_method};
use unhusk_page::{Page, Span};
use unhusk_wrapper::delimiter::{
    Delimiter, DelimiterLevel, DelimiterWrapper, Levels, OptionalDelimiter, Pair, Pairs,
};
use unhusk_wrapper::record::{Cell, Field, Schema};
use unhusk_wrapper::{AnyWrapper, DelimiterSide, Extract, Slack};

/// A page and its values, record by record.
type LabelledSource = (String, Vec<Vec<Span>>);

const NAMES: [&str; 2] = ["a", "b"];

#[test]
fn the_paper_s_page_has_the_slack_counted_by_hand() {
    // Behind the head, `<B>` of `<B>Codes</B>` is passed over; the tail is what makes `<B>End` no record.
    let rows = "<B>Congo</B> <I>242</I><BR><B>Egypt</B> <I>20</I><BR>";
    let source = format!("<B>Codes</B><P>{rows}<HR><B>End</B>");
    let spans = [[(18, 23), (31, 34)], [(45, 50), (58, 60)]];
    let spans = spans.map(|record| record.map(|(start, end)| Span::new(start, end)).to_vec());
    let (wrapper, all_slack) = learn("hlrt", &[(source, spans.to_vec())]).expect("hlrt fits");
    let AnyWrapper::Delimiter(DelimiterWrapper::Hlrt(rule)) = wrapper else {
        panic!("{wrapper:?}")
    };
    assert_eq!((&*rule.head, &*rule.tail, &*rule.fields[0].left), ("<P>", "<HR>", "<B>"));
    let reported = |side: DelimiterSide| {
        let of_side = |one: &&Slack| one.side == side && one.field.as_deref() != Some("b");
        let found = all_slack.iter().find(of_side).expect("it is reported");
        (<(usize, usize)>::from(found.bytes), found.longest.as_str())
    };
    // `>` is found in the end tags; `P><B>`, being common, would begin before the head ends on the first row.
    assert_eq!(reported(DelimiterSide::Left), ((2, 3), "<B>"));
    // Even behind the first `>`, that of the title's `<B>`, the next `<B>` is that of a row.
    assert_eq!(reported(DelimiterSide::Head), ((1, 15), "<B>Codes</B><P>"));
    // `<` begins every tag, `<H` only this one.
    assert_eq!(reported(DelimiterSide::Tail), ((2, 14), "<HR><B>End</B>"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn the_slack_is_exact(pages in pages()) {
        for method in CATALOG.iter().filter(|method| AnyWrapper::CLASSES.contains(&method.name)) {
            let Some((wrapper, all_slack)) = learn(method.name, &pages) else { continue };
            check(&wrapper, &all_slack, &pages);
        }
    }
}

/// Two pages of one template: strings of few letters, so that much of one occurs in another.
fn pages() -> impl Strategy<Value = Vec<LabelledSource>> {
    let text = |most: usize| {
        proptest::collection::vec(prop::sample::select(vec!["<", ">", "a", "é"]), 0..=most)
            .prop_map(|letters| letters.concat())
    };
    let value = || {
        proptest::collection::vec(prop::sample::select(vec!["x", "y", "a"]), 1..=2)
            .prop_map(|letters| letters.concat())
    };
    let rows = move || proptest::collection::vec((value(), value()), 0..4);
    let template = (text(3), text(3), text(2), text(2), text(3), text(4));
    let noise = (text(2), text(2), text(2), text(2));
    (template, noise, rows(), rows(), 1..=2_usize).prop_map(
        |((head, left, right, inner, between, tail), noise, first, second, n_fields)| {
            let page = |before: &str, behind: &str, rows: &[(String, String)]| {
                let mut source = format!("{before}{head}");
                let push = |source: &mut String, value: &str| {
                    source.push_str(value);
                    Span::new(source.len() - value.len(), source.len())
                };
                let mut records = Vec::new();
                for (a, b) in rows {
                    source.push_str(&left);
                    let mut record = vec![push(&mut source, a)];
                    source.push_str(&right);
                    if n_fields == 2 {
                        source.push_str(&inner);
                        record.push(push(&mut source, b));
                        source.push_str(&right);
                    }
                    source.push_str(&between);
                    records.push(record);
                }
                source.push_str(&tail);
                source.push_str(behind);
                (source, records)
            };
            vec![page(&noise.0, &noise.1, &first), page(&noise.2, &noise.3, &second)]
        },
    )
}

fn learn(class: &str, pages: &[LabelledSource]) -> Option<(AnyWrapper, Vec<Slack>)> {
    let parsed: Vec<Page> = pages.iter().map(|(source, _)| Page::from(source.as_str())).collect();
    let cell = |&span: &Span| {
        let place = Place { span, target: PlaceTarget::Range };
        LabelCell::One(Label { candidates: vec![place], text: None })
    };
    let record = |record: &Vec<Span>| LabelledRecord { cells: record.iter().map(cell).collect() };
    let example = |(page, (_, records)): (_, &LabelledSource)| Example {
        name: "page".into(),
        page,
        complete: true,
        records: records.iter().map(record).collect(),
        negatives: Vec::new(),
    };
    let examples = parsed.iter().zip(pages).map(example).collect();
    let set = TrainingSet::from_examples(schema(pages), examples).ok()?;
    let method = find_method(class).expect("a method");
    let learned = method.learn(&set, &Settings::default()).ok()?;
    Some((learned.wrapper, learned.slack))
}

fn schema(pages: &[LabelledSource]) -> Schema {
    let n_fields = pages.iter().flat_map(|(_, records)| records).map(Vec::len).max().unwrap_or(1);
    Schema::new(NAMES[..n_fields].iter().map(|name| Field::new(*name)).collect()).expect("usable")
}

fn check(wrapper: &AnyWrapper, all_slack: &[Slack], pages: &[LabelledSource]) {
    for slack in all_slack {
        let n = slack.longest.len();
        assert_eq!(slack.bytes.longest, n, "nothing here is long enough to be cut");
        let string = |bytes: usize| {
            if slack.side.shares_ends() {
                slack.longest.get(n - bytes..)
            } else {
                slack.longest.get(..bytes)
            }
        };
        let context = || format!("{slack:?} of {wrapper:?} on {pages:?}");
        let Some(learnt) = string_of(wrapper, slack) else { panic!("{}", context()) };
        // Empty left delimiters of values that follow at once have no slack to try.
        if learnt.is_empty() {
            continue;
        }
        assert_eq!(string(learnt.len()), Some(learnt.as_str()), "{}", context());
        for bytes in (slack.bytes.shortest..=n).filter_map(string) {
            assert!(reads(&with(wrapper, slack, bytes), pages), "{bytes:?}: {}", context());
        }
        let shorter = (1..slack.bytes.shortest).rev().find_map(string);
        if let Some(shorter) = shorter {
            assert!(!reads(&with(wrapper, slack, shorter), pages), "{shorter:?}: {}", context());
        }
        for letter in ["<", ">", "a", "é", "x", "y"] {
            let longer = if slack.side.shares_ends() {
                format!("{letter}{}", slack.longest)
            } else {
                format!("{}{letter}", slack.longest)
            };
            if is_joint(slack, wrapper) && stands_wherever_found(wrapper, slack, &longer, pages) {
                assert!(!reads(&with(wrapper, slack, &longer), pages), "{longer:?}: {}", context());
            }
        }
    }
}

/// Whether the string depends on others: the rest keeps to the space between two values, which is stricter.
fn is_joint(slack: &Slack, wrapper: &AnyWrapper) -> bool {
    let is_nested = matches!(wrapper, AnyWrapper::Delimiter(rule) if rule.is_nested());
    match slack.side {
        DelimiterSide::Right => false,
        DelimiterSide::Left => is_nested || slack.field.as_deref() == Some("a"),
        _ => true,
    }
}

/// Whether a longer string is at every place of the learnt one, within the searched text.
fn stands_wherever_found(
    wrapper: &AnyWrapper,
    slack: &Slack,
    longer: &str,
    pages: &[LabelledSource],
) -> bool {
    let learnt = |side: DelimiterSide| {
        let field = None;
        let side = Slack { field, side, bytes: (0, 0).into(), longest: String::new() };
        string_of(wrapper, &side).unwrap_or_default()
    };
    let (head, tail) = (learnt(DelimiterSide::Head), learnt(DelimiterSide::Tail));
    let (open, close) = (learnt(DelimiterSide::Open), learnt(DelimiterSide::Close));
    let is_nested = matches!(wrapper, AnyWrapper::Delimiter(rule) if rule.is_nested());
    pages.iter().all(|(source, records)| {
        let find = |text: &str, from: usize| source[from..].find(text).map(|at| from + at);
        let start = find(&head, 0).expect("a head") + head.len();
        let mut stands = slack.side != DelimiterSide::Head || source[..start].ends_with(longer);
        let mut from = start;
        for record in records {
            let opened = find(&open, from).expect("an opening string");
            let value = record[0].start as usize;
            stands &= slack.side != DelimiterSide::Open
                || source[opened..value.max(opened)].starts_with(longer);
            for (column, span) in record.iter().enumerate() {
                let (start, end) = (span.start as usize, span.end as usize);
                let is_it = slack.side == DelimiterSide::Left
                    && slack.field.as_deref() == Some(NAMES[column])
                    && (is_nested || column == 0);
                let searched_from = if column == 0 { opened } else { from };
                stands &= !is_it || source[searched_from..start].ends_with(longer);
                from = end;
            }
            let closed = find(&close, from).expect("a closing string") + close.len();
            stands &= slack.side != DelimiterSide::Close || source[from..closed].ends_with(longer);
            from = closed;
        }
        let at = if tail.is_empty() { None } else { find(&tail, from) };
        stands
            && (slack.side != DelimiterSide::Tail
                || at.is_none_or(|at| source[at..].starts_with(longer)))
    })
}

fn reads(wrapper: &AnyWrapper, pages: &[LabelledSource]) -> bool {
    let schema = schema(pages);
    let span = |cell: &Cell<'_>| match cell {
        Cell::One(value) => Some(value.span),
        _ => None,
    };
    pages.iter().all(|(source, records)| {
        let page = Page::from(source.as_str());
        let found = wrapper.extract(&schema, &page);
        let spans =
            found.records.iter().map(|record| record.cells.iter().map(span).collect::<Vec<_>>());
        let labels =
            records.iter().map(|record| record.iter().copied().map(Some).collect::<Vec<_>>());
        found.warnings.is_empty() && spans.eq(labels)
    })
}

/// The learnt string that a slack is of; `None` if the class has none such.
fn string_of(wrapper: &AnyWrapper, slack: &Slack) -> Option<String> {
    let mut found = None;
    let mut wrapper = wrapper.clone();
    replace(&mut wrapper, slack, &mut |string| {
        found = Some(string.to_owned());
        string.to_owned()
    });
    found
}

fn with(wrapper: &AnyWrapper, slack: &Slack, string: &str) -> AnyWrapper {
    let mut wrapper = wrapper.clone();
    replace(&mut wrapper, slack, &mut |_| string.to_owned());
    wrapper
}

fn replace(wrapper: &mut AnyWrapper, slack: &Slack, by: &mut dyn FnMut(&str) -> String) {
    use DelimiterSide::{Close, Head, Open, Tail};
    match wrapper {
        AnyWrapper::Delimiter(DelimiterWrapper::Lr(rule)) => in_pairs(&mut rule.fields, slack, by),
        AnyWrapper::Delimiter(DelimiterWrapper::Hlrt(rule)) => match slack.side {
            Head => landmark(&mut rule.head, by),
            Tail => landmark(&mut rule.tail, by),
            _ => in_pairs(&mut rule.fields, slack, by),
        },
        AnyWrapper::Delimiter(DelimiterWrapper::Oclr(rule)) => match slack.side {
            Open => delimiter(&mut rule.open, by),
            Close => landmark(&mut rule.close, by),
            _ => in_pairs(&mut rule.fields, slack, by),
        },
        AnyWrapper::Delimiter(DelimiterWrapper::Hoclrt(rule)) => match slack.side {
            Head => landmark(&mut rule.head, by),
            Tail => landmark(&mut rule.tail, by),
            Open => delimiter(&mut rule.open, by),
            Close => landmark(&mut rule.close, by),
            _ => in_pairs(&mut rule.fields, slack, by),
        },
        AnyWrapper::Delimiter(DelimiterWrapper::NLr(rule)) => {
            in_levels(&mut rule.fields, slack, by);
        }
        AnyWrapper::Delimiter(DelimiterWrapper::NHlrt(rule)) => match slack.side {
            Head => landmark(&mut rule.head, by),
            Tail => landmark(&mut rule.tail, by),
            _ => in_levels(&mut rule.fields, slack, by),
        },
        _ => {}
    }
}

fn in_pairs(pairs: &mut Pairs, slack: &Slack, by: &mut dyn FnMut(&str) -> String) {
    let mut changed: Vec<Pair> = pairs.clone().into();
    for pair in changed.iter_mut().filter(|pair| slack.field.is_some() && pair.field == slack.field)
    {
        match slack.side {
            DelimiterSide::Left => landmark(&mut pair.left, by),
            _ => delimiter(&mut pair.right, by),
        }
    }
    *pairs = Pairs::new(changed).expect("a rule");
}

fn in_levels(levels: &mut Levels, slack: &Slack, by: &mut dyn FnMut(&str) -> String) {
    let mut changed: Vec<DelimiterLevel> = levels.clone().into();
    for level in
        changed.iter_mut().filter(|level| slack.field.is_some() && level.field == slack.field)
    {
        match slack.side {
            DelimiterSide::Left => delimiter(&mut level.left, by),
            _ => delimiter(&mut level.right, by),
        }
    }
    *levels = Levels::new(changed).expect("a rule");
}

fn landmark(string: &mut OptionalDelimiter, by: &mut dyn FnMut(&str) -> String) {
    *string = OptionalDelimiter::new(by(string)).expect("short");
}

fn delimiter(string: &mut Delimiter, by: &mut dyn FnMut(&str) -> String) {
    *string = Delimiter::new(by(string)).expect("short and not empty");
}
