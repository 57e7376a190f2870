//! One record -> its statements.

use super::plan::PredicatePlan;
use crate::sink::subject::{PageName, encoded};
use oxrdf::vocab::{rdf, xsd};
use oxrdf::{Literal, NamedNode, Quad, Term};
use unhusk_wrapper::record::{Cell, Date, Record, Typed, TypedReader, Value};

/// Collects the statements of a record, in the graph of its page.
pub(super) struct Statements<'s> {
    pub(super) page: &'s PageName,
    pub(super) reader: &'s mut TypedReader,
    pub(super) quads: &'s mut Vec<Quad>,
}

const SCHEMA: &str = "https://schema.org/";

/// Properties that are amounts by themselves; their currency is a property of the same resource.
const PRICES: [&str; 5] = ["price", "lowPrice", "highPrice", "minPrice", "maxPrice"];

impl Statements<'_> {
    pub(super) fn say(&mut self, subject: &NamedNode, predicate: &NamedNode, object: Term) {
        let graph = NamedNode::new_unchecked(self.page.iri.clone());
        self.quads.push(Quad::new(subject.clone(), predicate.clone(), object, graph));
    }

    /// Adds the statements of a record. Recurses on the nesting of the schema, which is limited. Nodes of nested
    /// records come after the node that they belong to, so that writers can keep the statements of a node together.
    pub(super) fn record(
        &mut self,
        class: Option<&NamedNode>,
        fields: &[PredicatePlan],
        subject: &NamedNode,
        record: &Record<'_>,
    ) {
        if let Some(class) = class {
            self.say(subject, &rdf::TYPE.into(), class.clone().into());
        }
        let mut later = Vec::new();
        for (field, cell) in fields.iter().zip(&record.cells) {
            match cell {
                Cell::Absent => {}
                Cell::One(value) => self.value(field, subject, value, 1, &mut later),
                Cell::Many(values) => {
                    for (at, value) in values.iter().enumerate() {
                        self.value(field, subject, value, at + 1, &mut later);
                    }
                }
                Cell::Nested(records) => {
                    for (at, nested) in records.iter().enumerate() {
                        let node = part(subject, field, at + 1);
                        self.say(subject, &field.predicate, node.clone().into());
                        later.push(Later::Record { field, node, record: nested });
                    }
                }
            }
        }
        for part in later {
            match part {
                Later::Record { field, node, record } => {
                    self.record(field.class.as_ref(), &field.fields, &node, record);
                }
                Later::Money { node, amount, currency } => self.money(&node, amount, currency),
            }
        }
    }

    fn value<'r>(
        &mut self,
        field: &'r PredicatePlan,
        subject: &NamedNode,
        value: &Value<'_>,
        number: usize,
        later: &mut Vec<Later<'r>>,
    ) {
        let object = match self.reader.read(&field.name, field.datatype, &value.text) {
            Typed::Number(number) => Literal::new_typed_literal(number, xsd::DECIMAL).into(),
            Typed::Date(date) => date_literal(date).into(),
            Typed::Language(tag) => Literal::new_typed_literal(tag, xsd::LANGUAGE).into(),
            Typed::Url(reference) => self.address(&reference),
            Typed::Price { amount, currency } => {
                let decimal = Literal::new_typed_literal(&amount, xsd::DECIMAL);
                match currency {
                    None => decimal.into(),
                    Some(currency) if is_price(field) => {
                        self.say(subject, &schema("priceCurrency"), Literal::from(currency).into());
                        decimal.into()
                    }
                    Some(currency) => {
                        let node = part(subject, field, number);
                        later.push(Later::Money { node: node.clone(), amount: decimal, currency });
                        node.into()
                    }
                }
            }
            Typed::Text(text) => Literal::new_simple_literal(text).into(),
            // A type that a later library added: the text is correct, too.
            _ => Literal::new_simple_literal(&*value.text).into(),
        };
        self.say(subject, &field.predicate, object);
    }

    fn address(&mut self, reference: &str) -> Term {
        match self.page.resolve(reference).and_then(|iri| NamedNode::new(iri).ok()) {
            Some(node) => node.into(),
            // Relative, and the page has no address: the type still marks it as an address.
            None => Literal::new_typed_literal(reference, xsd::ANY_URI).into(),
        }
    }

    /// Adds an amount as a node of its own, with its currency.
    fn money(&mut self, node: &NamedNode, amount: Literal, currency: &str) {
        self.say(node, &rdf::TYPE.into(), schema("MonetaryAmount").into());
        self.say(node, &schema("value"), amount.into());
        self.say(node, &schema("currency"), Literal::from(currency).into());
    }
}

/// A node whose statements follow those of the node before it.
enum Later<'r> {
    Record { field: &'r PredicatePlan, node: NamedNode, record: &'r Record<'r> },
    Money { node: NamedNode, amount: Literal, currency: &'static str },
}

/// `#key/offers/2`.
fn part(subject: &NamedNode, field: &PredicatePlan, number: usize) -> NamedNode {
    let name = field.name.rsplit('.').next().unwrap_or(&field.name);
    NamedNode::new_unchecked(format!("{}/{}/{number}", subject.as_str(), encoded(name)))
}

fn is_price(field: &PredicatePlan) -> bool {
    let iri = crate::vocabulary::secure(field.predicate.as_str());
    iri.strip_prefix(SCHEMA).is_some_and(|name| PRICES.contains(&name))
}

fn schema(name: &str) -> NamedNode {
    NamedNode::new_unchecked(format!("{SCHEMA}{name}"))
}

fn date_literal(date: Date) -> Literal {
    let datatype = match date {
        Date { time: Some(_), .. } => xsd::DATE_TIME,
        Date { day: Some(_), .. } => xsd::DATE,
        Date { month: Some(_), .. } => xsd::G_YEAR_MONTH,
        _ => xsd::G_YEAR,
    };
    Literal::new_typed_literal(date.to_string(), datatype)
}
