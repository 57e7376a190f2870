//! What is exported of a tree wrapper: expressions, and what is done with what they select.

use super::candidate::Candidate;
use std::collections::BTreeSet;
use unhusk_page::select::css::Css;
use unhusk_page::select::xpath::{Outcome, XPath};
use unhusk_page::select::{Evaluator, SelectError, Selected};
use unhusk_page::{NodeId, Page, fold};
use unhusk_wrapper::record::Field;
use unhusk_wrapper::site::{Cut, NodeTarget, Reach};

/// Expressions for records and fields.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    pub(super) records: RecordPlan,
    pub(super) fields: Vec<FieldPlan>,
}

/// Where records are.
#[derive(Debug, Clone)]
pub(super) enum RecordPlan {
    /// The page is one record.
    Page,
    /// Each of the selected nodes is one, or begins one.
    Nodes {
        expressions: Vec<Expression>,
        reach: Reach,
        /// Fields without which a node is no record.
        required: Vec<usize>,
        notes: Vec<String>,
    },
    /// The first values of all fields are one, the second ones, and so on.
    Turns,
}

/// One field.
#[derive(Debug, Clone)]
pub(super) struct FieldPlan {
    pub(super) name: String,
    pub(super) many: bool,
    /// Whether equal values count once.
    pub(super) distinct: bool,
    /// For a single value the first that finds something is taken; else all are.
    pub(super) steps: Vec<Step>,
    /// Whether the wrapper has a rule for it.
    pub(super) is_learnt: bool,
    pub(super) notes: Vec<String>,
}

/// One way to find values.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub(super) expression: Expression,
    pub(super) target: NodeTarget,
    /// What of a text is the value.
    pub(super) cut: Cut,
}

/// An expression, as it is written and ready to run.
#[derive(Debug, Clone)]
pub(super) struct Expression {
    pub(super) text: String,
    ready: Ready,
}

#[derive(Debug, Clone)]
enum Ready {
    Xpath(XPath),
    Css(Css),
}

/// Values that an expression found, and where.
pub(super) type Found = Vec<(Option<Selected>, String)>;

impl Expression {
    pub(super) fn xpath(text: String) -> Result<Self, SelectError> {
        let ready = Ready::Xpath(XPath::new(&text)?);
        Ok(Self { text, ready })
    }

    pub(super) fn css(text: String) -> Result<Self, SelectError> {
        let ready = Ready::Css(Css::new(&text)?);
        Ok(Self { text, ready })
    }

    /// The nodes that are selected on the page; none if that takes too much work.
    pub(super) fn nodes(&self, evaluator: &mut Evaluator<'_>) -> Vec<NodeId> {
        let items = match self.run(evaluator, NodeId::DOCUMENT) {
            Ok(Outcome::Items(items)) => items,
            _ => Vec::new(),
        };
        let node = |item| if let Selected::Node(node) = item { Some(node) } else { None };
        items.into_iter().filter_map(node).collect()
    }

    fn run(&self, evaluator: &mut Evaluator<'_>, from: NodeId) -> Result<Outcome, SelectError> {
        match &self.ready {
            Ready::Xpath(xpath) => xpath.run(evaluator, from),
            Ready::Css(css) => css.run(evaluator, from).map(Outcome::Items),
        }
    }
}

impl Step {
    /// The values in each of some regions, in document order. Blank ones do not count. Once this took too much work
    /// there are no more.
    pub(super) fn values<'r>(
        &self,
        page: &Page,
        evaluator: &mut Evaluator<'_>,
        regions: impl Iterator<Item = &'r Region>,
    ) -> Vec<Found> {
        let mut found = Vec::new();
        for region in regions {
            found.push(
                region.iter().flat_map(|&node| self.seen_from(page, evaluator, node)).collect(),
            );
        }
        found
    }

    fn seen_from(&self, page: &Page, evaluator: &mut Evaluator<'_>, from: NodeId) -> Found {
        let raw = match self.expression.run(evaluator, from) {
            Err(_) => Vec::new(),
            Ok(Outcome::Text(text)) => vec![(None, text)],
            Ok(Outcome::Items(items)) => {
                items.into_iter().flat_map(|item| self.texts(page, item)).collect()
            }
        };
        let value = |(item, text): (Option<Selected>, String)| {
            let part = self.cut.apply(&text)?;
            let text = fold(&text[part]).into_owned();
            (!text.is_empty()).then_some((item, text))
        };
        raw.into_iter().filter_map(value).collect()
    }

    /// What an item says.
    fn texts(&self, page: &Page, item: Selected) -> Found {
        let tree = page.tree();
        let text = |node: NodeId| (Some(Selected::Node(node)), tree.text(node).to_owned());
        match item {
            Selected::Attribute(element, at) => {
                let value = tree.attributes(element).nth(at as usize);
                value.map(|value| (Some(item), value.value.to_owned())).into_iter().collect()
            }
            Selected::Node(node) if !tree.is_element(node) => vec![text(node)],
            Selected::Node(node) => match &self.target {
                NodeTarget::Element => vec![(Some(item), tree.reader_text(node))],
                // CSS has selected the element.
                NodeTarget::Text => {
                    let texts = tree.children(node).filter(|&child| is_text(page, child));
                    texts.map(text).collect()
                }
                NodeTarget::Attribute(name) => {
                    let value = tree.attribute(node, name);
                    value.map(|value| (Some(item), value.value.to_owned())).into_iter().collect()
                }
            },
        }
    }
}

fn is_text(page: &Page, node: NodeId) -> bool {
    page.tree().kind(node) == unhusk_page::NodeKind::Text
}

impl FieldPlan {
    /// That of a field for which nothing was learnt.
    pub(super) fn without_rule(field: &Field) -> Self {
        Self {
            name: field.name.clone(),
            many: field.many,
            distinct: false,
            steps: Vec::new(),
            is_learnt: false,
            notes: vec!["the wrapper has no rule for it, so it stays empty".to_owned()],
        }
    }

    /// That of a field whose values are records.
    pub(super) fn nested(field: &Field) -> Self {
        let notes = vec!["not expressible: its values are records of their own".to_owned()];
        Self { is_learnt: true, notes, ..Self::without_rule(field) }
    }

    /// The values in each of some regions.
    pub(super) fn values(
        &self,
        page: &Page,
        evaluator: &mut Evaluator<'_>,
        regions: &[Region],
    ) -> Vec<Vec<String>> {
        let found = self.steps.iter().map(|step| {
            evaluator.allow(usize::MAX);
            step.values(page, evaluator, regions.iter())
        });
        let found: Vec<Vec<Found>> = found.collect();
        let in_region = |at: usize| found.iter().map(move |of_step| &of_step[at]);
        (0..regions.len()).map(|at| taken(self.many, self.distinct, in_region(at))).collect()
    }
}

/// The nodes that a record is made of: one, or a run of siblings.
pub(super) type Region = Vec<NodeId>;

/// The region of the record that begins at a node; `begins` are all nodes that begin one, in order. Of a run only
/// elements count: nothing can be seen from a text.
pub(super) fn region(page: &Page, node: NodeId, reach: Reach, begins: &[NodeId]) -> Region {
    let tree = page.tree();
    let mut region = vec![node];
    if reach == Reach::Run {
        let siblings =
            std::iter::successors(tree.next_sibling(node), |node| tree.next_sibling(*node));
        let run = siblings.take_while(|sibling| begins.binary_search(sibling).is_err());
        region.extend(run.filter(|sibling| tree.is_element(*sibling)));
    }
    region
}

/// Steps for all values as one: what several expressions select is in the order of the page only if it is selected at
/// once. Steps that cannot be joined to the first are left out, and comparing tells what that costs.
pub(super) fn joined(steps: Vec<Step>) -> Vec<Step> {
    let mut steps = steps.into_iter();
    let Some(first) = steps.next() else { return Vec::new() };
    if !matches!(first.expression.ready, Ready::Xpath(_)) || !first.cut.is_nothing() {
        return vec![first];
    }
    let same = steps.filter(|step| step.target == first.target && step.cut.is_nothing());
    let texts: Vec<String> = std::iter::once(first.expression.text.clone())
        .chain(same.map(|step| step.expression.text))
        .collect();
    match Expression::xpath(texts.join(" | ")) {
        Ok(expression) => vec![Step { expression, ..first }],
        Err(_) => vec![first],
    }
}

/// The values of a field, of what its steps have found in turn.
pub(super) fn taken<'f>(
    many: bool,
    distinct: bool,
    mut found: impl Iterator<Item = &'f Found>,
) -> Vec<String> {
    if !many {
        let first = found.find_map(|found| found.first());
        return first.map(|(_, text)| text.clone()).into_iter().collect();
    }
    let mut all: Vec<&(Option<Selected>, String)> = found.flatten().collect();
    all.sort_by_key(|found| found.0);
    all.dedup_by(|a, b| a.0.is_some() && a.0 == b.0);
    let mut seen = BTreeSet::new();
    let texts = all.into_iter().map(|(_, text)| text);
    texts.filter(|text| !distinct || seen.insert(text.as_str())).cloned().collect()
}

impl Plan {
    /// What is to be said of fields.
    pub(super) fn notes(&self) -> Vec<(String, String)> {
        let mut all = Vec::new();
        if let RecordPlan::Nodes { notes, .. } = &self.records {
            all.extend(notes.iter().map(|note| ("record".to_owned(), note.clone())));
        }
        for field in &self.fields {
            all.extend(field.notes.iter().map(|note| (field.name.clone(), note.clone())));
        }
        all
    }
}

impl Candidate {
    pub(super) fn into_step(self) -> Step {
        self.step
    }
}

#[cfg(test)]
mod tests {
    use super::{Expression, Step, joined};
    use unhusk_wrapper::site::{Cut, Mark, NodeTarget};

    fn step(xpath: &str, target: NodeTarget, cut: Cut) -> Step {
        let expression = Expression::xpath(xpath.to_owned()).expect("it parses");
        Step { expression, target, cut }
    }

    #[test]
    fn all_values_are_selected_at_once_so_that_they_stand_in_the_order_of_the_page() {
        let text = |xpath| step(xpath, NodeTarget::Text, Cut::default());
        let mark = Mark { text: ":".to_owned(), last: false };
        let cut = step("//u/text()", NodeTarget::Text, Cut { after: Some(mark), before: None });
        let element = step("//i", NodeTarget::Element, Cut::default());
        let one = joined(vec![text("//b/text()"), cut, text("//p/text()"), element]);
        let texts: Vec<&str> = one.iter().map(|step| step.expression.text.as_str()).collect();
        assert_eq!(texts, ["//b/text() | //p/text()"]);
    }
}
