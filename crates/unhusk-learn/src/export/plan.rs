//! The plan of an export of a tree wrapper: expressions, and how their results become values.

use super::ExportNote;
use super::candidate::ExportCandidate;
use std::collections::BTreeSet;
use unhusk_page::select::css::Css;
use unhusk_page::select::xpath::{XPath, XPathValue};
use unhusk_page::select::{Evaluator, SelectError, Selected};
use unhusk_page::{NodeId, Page, fold};
use unhusk_wrapper::internal::sort;
use unhusk_wrapper::record::Field;
use unhusk_wrapper::site::{Cut, NodeTarget, Reach};

/// Expressions for records and fields.
#[derive(Debug, Clone)]
pub(super) struct ExportPlan {
    pub(super) records: RecordPlan,
    pub(super) fields: Vec<FieldPlan>,
    /// Visits of nodes that the choice of the expressions took.
    pub(super) n_visits: u64,
}

/// The nodes of records.
#[derive(Debug, Clone)]
pub(super) enum RecordPlan {
    /// The page is one record.
    Page,
    /// Each of the selected nodes is a record, or begins one.
    Nodes {
        expressions: Vec<SelectorExpression>,
        reach: Reach,
        /// Fields that a record must have.
        required: Vec<usize>,
        notes: Vec<String>,
    },
    /// The n-th values of all fields make the n-th record.
    Turns,
}

/// The plan of one field.
#[derive(Debug, Clone)]
pub(super) struct FieldPlan {
    pub(super) name: String,
    pub(super) many: bool,
    /// Whether equal values count once.
    pub(super) distinct: bool,
    /// A field with one value takes the first match of the first selector that has one; other fields take all
    /// matches.
    pub(super) steps: Vec<ValueSelector>,
    /// Whether the wrapper has a rule for the field.
    pub(super) is_learnt: bool,
    pub(super) notes: Vec<String>,
}

/// An expression and the part of its matches that is the value.
#[derive(Debug, Clone)]
pub(super) struct ValueSelector {
    pub(super) expression: SelectorExpression,
    pub(super) target: NodeTarget,
    /// The part of the text that is the value.
    pub(super) cut: Cut,
}

/// An expression, as text and compiled.
#[derive(Debug, Clone)]
pub(super) struct SelectorExpression {
    pub(super) text: String,
    compiled: CompiledExpression,
}

#[derive(Debug, Clone)]
enum CompiledExpression {
    Xpath(XPath),
    Css(Css),
}

/// Values of an expression, with their nodes.
pub(super) type FoundValues = Vec<(Option<Selected>, String)>;

impl SelectorExpression {
    pub(super) fn xpath(text: String) -> Result<Self, SelectError> {
        let compiled = CompiledExpression::Xpath(XPath::new(&text)?);
        Ok(Self { text, compiled })
    }

    pub(super) fn css(text: String) -> Result<Self, SelectError> {
        let compiled = CompiledExpression::Css(Css::new(&text)?);
        Ok(Self { text, compiled })
    }

    /// Returns the selected nodes of the page; none if that exceeds the evaluator's limit.
    pub(super) fn nodes(&self, evaluator: &mut Evaluator<'_>) -> Vec<NodeId> {
        let items = match self.run(evaluator, NodeId::DOCUMENT) {
            Ok(XPathValue::Items(items)) => items,
            _ => Vec::new(),
        };
        let node = |item| if let Selected::Node(node) = item { Some(node) } else { None };
        items.into_iter().filter_map(node).collect()
    }

    fn run(&self, evaluator: &mut Evaluator<'_>, from: NodeId) -> Result<XPathValue, SelectError> {
        match &self.compiled {
            CompiledExpression::Xpath(xpath) => xpath.run(evaluator, from),
            CompiledExpression::Css(css) => css.run(evaluator, from).map(XPathValue::Items),
        }
    }
}

impl ValueSelector {
    /// Returns the values in each record, in document order, without blank ones. Once the evaluator's limit is reached
    /// the remaining records have none.
    pub(super) fn values<'r>(
        &self,
        page: &Page,
        evaluator: &mut Evaluator<'_>,
        regions: impl Iterator<Item = &'r RecordNodes>,
    ) -> Vec<FoundValues> {
        let mut found = Vec::new();
        for region in regions {
            found.push(
                region.iter().flat_map(|&node| self.seen_from(page, evaluator, node)).collect(),
            );
        }
        found
    }

    fn seen_from(&self, page: &Page, evaluator: &mut Evaluator<'_>, from: NodeId) -> FoundValues {
        let raw = match self.expression.run(evaluator, from) {
            Err(_) => Vec::new(),
            Ok(XPathValue::Text(text)) => vec![(None, text)],
            Ok(XPathValue::Items(items)) => {
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

    /// Returns the texts of a selected item.
    fn texts(&self, page: &Page, item: Selected) -> FoundValues {
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
                // CSS selected the element that contains the text.
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
    /// Returns the plan of a field without a rule.
    pub(super) fn without_rule(field: &Field) -> Self {
        Self {
            name: field.name.clone(),
            many: field.many,
            distinct: false,
            steps: Vec::new(),
            is_learnt: false,
            notes: vec!["the wrapper has no rule for this field, which stays empty".to_owned()],
        }
    }

    /// Returns the plan of a field of nested records.
    pub(super) fn nested(field: &Field) -> Self {
        let notes = vec!["not expressible: its values are records".to_owned()];
        Self { is_learnt: true, notes, ..Self::without_rule(field) }
    }

    /// Returns the values of the field in each record.
    pub(super) fn values(
        &self,
        page: &Page,
        evaluator: &mut Evaluator<'_>,
        regions: &[RecordNodes],
    ) -> Vec<Vec<String>> {
        let found = self.steps.iter().map(|step| {
            evaluator.allow(usize::MAX);
            step.values(page, evaluator, regions.iter())
        });
        let found: Vec<Vec<FoundValues>> = found.collect();
        let in_region = |at: usize| found.iter().map(move |of_step| &of_step[at]);
        (0..regions.len()).map(|at| taken(self.many, self.distinct, in_region(at))).collect()
    }
}

/// The nodes of a record: one, or a run of siblings.
pub(super) type RecordNodes = Vec<NodeId>;

/// Returns the nodes of the record that begins at `node`; `begins` contains all nodes that begin a record, sorted. A
/// run contains elements only: an expression cannot be evaluated relative to a text.
pub(super) fn record_nodes(
    page: &Page,
    node: NodeId,
    reach: Reach,
    begins: &[NodeId],
) -> RecordNodes {
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

/// Joins selectors into one, since only a single expression returns its matches in page order. Drops those that
/// cannot be joined to the first; the comparison shows the cost.
pub(super) fn joined(steps: Vec<ValueSelector>) -> Vec<ValueSelector> {
    let mut steps = steps.into_iter();
    let Some(first) = steps.next() else { return Vec::new() };
    if !matches!(first.expression.compiled, CompiledExpression::Xpath(_)) || !first.cut.is_nothing()
    {
        return vec![first];
    }
    let same = steps.filter(|step| step.target == first.target && step.cut.is_nothing());
    let texts: Vec<String> = std::iter::once(first.expression.text.clone())
        .chain(same.map(|step| step.expression.text))
        .collect();
    match SelectorExpression::xpath(texts.join(" | ")) {
        Ok(expression) => vec![ValueSelector { expression, ..first }],
        Err(_) => vec![first],
    }
}

/// Returns the values of a field from the results of its selectors.
pub(super) fn taken<'f>(
    many: bool,
    distinct: bool,
    mut found: impl Iterator<Item = &'f FoundValues>,
) -> Vec<String> {
    if !many {
        let first = found.find_map(|found| found.first());
        return first.map(|(_, text)| text.clone()).into_iter().collect();
    }
    let mut all: Vec<&(Option<Selected>, String)> = found.flatten().collect();
    sort::by_key(&mut all, |found| found.0);
    all.dedup_by(|a, b| a.0.is_some() && a.0 == b.0);
    let mut seen = BTreeSet::new();
    let texts = all.into_iter().map(|(_, text)| text);
    texts.filter(|text| !distinct || seen.insert(text.as_str())).cloned().collect()
}

impl ExportPlan {
    /// Returns fields with notes on them.
    pub(super) fn notes(&self) -> Vec<ExportNote> {
        let mut all = Vec::new();
        if let RecordPlan::Nodes { notes, .. } = &self.records {
            let note =
                |note: &String| ExportNote { field: "record".to_owned(), note: note.clone() };
            all.extend(notes.iter().map(note));
        }
        for field in &self.fields {
            let note = |note: &String| ExportNote { field: field.name.clone(), note: note.clone() };
            all.extend(field.notes.iter().map(note));
        }
        all
    }
}

impl ExportCandidate {
    pub(super) fn into_step(self) -> ValueSelector {
        self.step
    }
}

#[cfg(test)]
mod tests {
    use super::{SelectorExpression, ValueSelector, joined};
    use unhusk_wrapper::site::{Cut, Mark, NodeTarget};

    fn step(xpath: &str, target: NodeTarget, cut: Cut) -> ValueSelector {
        let expression = SelectorExpression::xpath(xpath.to_owned()).expect("it parses");
        ValueSelector { expression, target, cut }
    }

    #[test]
    fn one_expression_selects_all_values_in_page_order() {
        let text = |xpath| step(xpath, NodeTarget::Text, Cut::default());
        let mark = Mark { text: ":".to_owned(), last: false, optional: false };
        let cut = step("//u/text()", NodeTarget::Text, Cut { after: Some(mark), before: None });
        let element = step("//i", NodeTarget::Element, Cut::default());
        let one = joined(vec![text("//b/text()"), cut, text("//p/text()"), element]);
        let texts: Vec<&str> = one.iter().map(|step| step.expression.text.as_str()).collect();
        assert_eq!(texts, ["//b/text() | //p/text()"]);
    }
}
