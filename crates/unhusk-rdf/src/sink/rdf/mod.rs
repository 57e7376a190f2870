//! Records -> RDF: Turtle, N-Triples, N-Quads, JSON-LD.
//!
//! A record is a node of its class with a statement for each value, typed by the schema; a field without a property
//! gets one of its own, `urn:unhusk:field:` and its name, so that nothing is left out. PROV statements name the page of
//! each record and the wrapper that read it. In N-Quads the graph is the page.

mod plan;
mod statements;
mod writer;

pub use writer::RdfFormat;
pub(crate) use writer::{QuadWriter, Uses};

use super::subject::{Keys, PageName};
use super::{SinkContext, SinkSetupError};
use oxrdf::vocab::{rdf, rdfs};
use oxrdf::{GraphName, Literal, NamedNode, Quad, Term};
use plan::StatementPlan;
use std::io::{self, Write};
use unhusk_page::Warning;
use unhusk_wrapper::record::{Record, TypedReader};
use unhusk_wrapper::sink::{Sink, SourcePage};

/// Namespace of statements about wrappers and pages: a URN, since no server answers for it.
pub const WI: &str = "urn:unhusk:ns:";
/// Namespace of properties for fields that have none.
pub const FIELD: &str = "urn:unhusk:field:";
pub(crate) const PROV: &str = "http://www.w3.org/ns/prov#";

/// Writes records as RDF.
pub(super) struct RdfSink<W: Write> {
    plan: StatementPlan,
    keys: Keys,
    page: SourcePage,
    name: PageName,
    /// Whether the statements about the page were written.
    is_told: bool,
    activity: NamedNode,
    wrapper: NamedNode,
    has_begun: bool,
    reader: TypedReader,
    writer: QuadWriter<W>,
}

impl<W: Write> RdfSink<W> {
    pub(super) fn new(
        context: &SinkContext,
        format: RdfFormat,
        out: W,
    ) -> Result<Self, SinkSetupError> {
        let plan = StatementPlan::new(&context.schema)?;
        let wrapper = format!("urn:sha256:{}", context.wrapper_sha256);
        let page = SourcePage::new("");
        Ok(Self {
            writer: QuadWriter::new(
                format,
                context.schema.prefixes(),
                Uses::Schema(&context.schema),
                out,
            ),
            keys: Keys::new(&context.schema),
            name: PageName::new(&page),
            page,
            is_told: false,
            activity: NamedNode::new_unchecked(format!("{wrapper}#run")),
            wrapper: NamedNode::new_unchecked(wrapper),
            has_begun: false,
            reader: TypedReader::default(),
            plan,
        })
    }

    /// Writes the statements about the wrapper, once.
    fn tell_run(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.has_begun, true) {
            return Ok(());
        }
        let of = |subject: &NamedNode, predicate: NamedNode, object: NamedNode| {
            Quad::new(subject.clone(), predicate, object, GraphName::DefaultGraph)
        };
        let run = [
            of(&self.wrapper, rdf::TYPE.into(), prov("Plan")),
            of(&self.activity, rdf::TYPE.into(), prov("Activity")),
            of(&self.activity, prov("used"), self.wrapper.clone()),
        ];
        run.iter().try_for_each(|quad| self.writer.write(quad))
    }

    /// Writes the statements about the page, once.
    fn tell_page(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.is_told, true) {
            return Ok(());
        }
        let page = NamedNode::new_unchecked(self.name.iri.clone());
        let mut said: Vec<(NamedNode, Term)> = vec![(rdf::TYPE.into(), prov("Entity").into())];
        if !self.page.name.is_empty() {
            said.push((rdfs::LABEL.into(), Literal::new_simple_literal(&self.page.name).into()));
        }
        if let Some(sha256) = &self.page.sha256 {
            said.push((wi("sha256"), Literal::new_simple_literal(sha256).into()));
        }
        said.into_iter().try_for_each(|(predicate, object)| {
            self.writer.write(&Quad::new(page.clone(), predicate, object, GraphName::DefaultGraph))
        })
    }
}

impl<W: Write> Sink for RdfSink<W> {
    fn begin(&mut self, page: &SourcePage) -> io::Result<()> {
        self.page = page.clone();
        self.name = PageName::new(page);
        self.keys.begin_page();
        self.is_told = false;
        Ok(())
    }

    fn write(&mut self, page: &str, record: &Record<'_>) -> io::Result<()> {
        if self.page.name != page {
            self.begin(&SourcePage::new(page))?;
        }
        self.tell_run()?;
        self.tell_page()?;
        let key = self.keys.key(record);
        let page_node = NamedNode::new_unchecked(self.name.iri.clone());
        let subject = NamedNode::new_unchecked(format!("{}#{key}", self.name.iri));
        let mut quads = Vec::new();
        let mut statements = statements::Statements {
            page: &self.name,
            reader: &mut self.reader,
            quads: &mut quads,
        };
        statements.record(self.plan.class.as_ref(), &self.plan.fields, &subject, record);
        statements.say(&subject, &prov("wasDerivedFrom"), page_node.into());
        statements.say(&subject, &prov("wasGeneratedBy"), self.activity.clone().into());
        // Nodes that belong to the record come after the statements about the record itself.
        quads.sort_by_key(|quad| quad.subject != subject.clone().into());
        quads.iter().try_for_each(|quad| self.writer.write(quad))
    }

    fn finish(&mut self) -> io::Result<()> {
        self.tell_run()?;
        self.writer.finish()
    }

    fn warnings(&self) -> Vec<Warning> {
        self.reader.warnings("kept as text")
    }
}

pub(crate) fn prov(name: &str) -> NamedNode {
    NamedNode::new_unchecked(format!("{PROV}{name}"))
}

pub(crate) fn wi(name: &str) -> NamedNode {
    NamedNode::new_unchecked(format!("{WI}{name}"))
}
