//! Tree wrappers as Python programs on `parsel`.

use super::literal::{optional, string};
use super::{agreement, blocks, spider};
use crate::export::check::AgreementTally;
use crate::export::plan::{ExportPlan, FieldPlan, RecordPlan, ValueSelector};
use crate::export::{Export, Notation, lines};
use unhusk_wrapper::site::{Mark, NodeTarget, Reach};

/// Writes a module: imports, the function that reads a page, and its helpers.
pub(in crate::export) fn write(
    export: &Export,
    plan: &ExportPlan,
    tally: &AgreementTally,
) -> String {
    let needs_elements = steps(plan).any(|step| step.target == NodeTarget::Element);
    let needs_cuts = steps(plan).any(|step| !step.cut.is_nothing());
    let mut out = lines::head(export, tally) + &agreement(export, tally) + "\n";
    out += "import unicodedata\n\n";
    if export.notation == Notation::Scrapy {
        out += "import scrapy\n";
    }
    if needs_elements {
        out += "from lxml import etree\n";
    }
    out += "from parsel import Selector\n\n\n";
    out += EXTRACT;
    out += &records(plan);
    out += FOLD;
    if has_runs(plan) {
        out += RUNS;
    }
    if needs_elements {
        out.extend([format!("\n\n{}{ELEMENTS}", blocks())]);
    }
    if needs_cuts {
        out += CUT;
    }
    out + &spider(export, "records(response)")
}

fn steps(plan: &ExportPlan) -> impl Iterator<Item = &ValueSelector> {
    plan.fields.iter().flat_map(|field| &field.steps)
}

/// Whether a record is a node with its following siblings.
fn has_runs(plan: &ExportPlan) -> bool {
    matches!(&plan.records, RecordPlan::Nodes { reach: Reach::Run, .. })
}

const EXTRACT: &str = "\
def extract(html):
    \"\"\"The records of a page, as a list of dicts.\"\"\"
    return list(records(Selector(text=html)))


";

fn records(plan: &ExportPlan) -> String {
    let mut out =
        "def records(page):\n    \"\"\"The records of a selector or a response.\"\"\"\n".to_owned();
    if let RecordPlan::Turns = plan.records {
        out += "    columns = {\n";
        plan.fields.iter().for_each(|field| out += &entry(field, "page", 2));
        out += "    }\n    if len({len(column) for column in columns.values()}) == 1:\n        \
                for row in zip(*columns.values()):\n            yield dict(zip(columns, row))\n";
        return out;
    }
    let nodes = match &plan.records {
        RecordPlan::Nodes { expressions, .. } => {
            let all: Vec<&str> = expressions.iter().map(|one| one.text.as_str()).collect();
            if all.is_empty() {
                "[]".to_owned()
            } else {
                let found = format!("page.xpath({})", string(&all.join(" | ")));
                if has_runs(plan) { format!("runs({found})") } else { found }
            }
        }
        _ => "[page]".to_owned(),
    };
    out.extend([format!("    for node in {nodes}:\n        record = {{\n")]);
    plan.fields.iter().for_each(|field| out += &entry(field, "node", 3));
    out += "        }\n";
    let required: Vec<String> = match &plan.records {
        RecordPlan::Nodes { required, .. } => {
            required.iter().filter_map(|&at| Some(string(&plan.fields.get(at)?.name))).collect()
        }
        _ => Vec::new(),
    };
    let condition = if required.is_empty() {
        "any(record.values())".to_owned()
    } else {
        let trailing = if required.len() == 1 { "," } else { "" };
        format!("all(record[name] for name in ({}{trailing}))", required.join(", "))
    };
    out + &format!("        if {condition}:\n            yield record\n")
}

/// Writes a field of the dict: `"price": first(texts(node, "//b/text()")),`.
fn entry(field: &FieldPlan, node: &str, depth: usize) -> String {
    let pad = "    ".repeat(depth);
    let name = string(&field.name);
    let found: Vec<String> = field.steps.iter().map(|step| call(step, node)).collect();
    let value = match (&found[..], field.many) {
        ([], false) => "None".to_owned(),
        ([], true) => "[]".to_owned(),
        (found, false) => format!("first({})", found.join(", ")),
        (found, true) if field.distinct => {
            format!("list(dict.fromkeys({}))", found.join(" + "))
        }
        (found, true) => found.join(" + "),
    };
    format!("{pad}{name}: {value},\n")
}

fn call(step: &ValueSelector, node: &str) -> String {
    let function = if step.target == NodeTarget::Element { "elements" } else { "texts" };
    let mut found = format!("{function}({node}, {})", string(&step.expression.text));
    if step.cut.is_nothing() || step.target == NodeTarget::Element {
        found = format!("folded({found})");
    }
    if step.cut.is_nothing() {
        return found;
    }
    let mark = |mark: &Option<Mark>| {
        let text = optional(mark.as_ref().map(|mark| mark.text.as_str()));
        let find =
            if mark.as_ref().is_some_and(|mark| mark.last) { "str.rfind" } else { "str.find" };
        format!("{find}, {text}")
    };
    format!("folded(cut({found}, {}, {}))", mark(&step.cut.after), mark(&step.cut.before))
}

const FOLD: &str = r#"

def first(*found):
    """The first value of the first list that has one."""
    return next((values[0] for values in found if values), None)


def folded(values):
    """The values with white space folded, without blank ones."""
    values = (" ".join(unicodedata.normalize("NFC", value).split()) for value in values)
    return [value for value in values if value]


def texts(node, xpath):
    """The texts or attributes that an expression selects."""
    return node.xpath(xpath).getall()
"#;

const RUNS: &str = r#"

def runs(begins):
    """Each element with its following siblings, up to the next of the elements."""
    known = {begin.root for begin in begins}
    for begin in begins:
        run = begin.xpath(".")
        sibling = begin.xpath("following-sibling::*[1]")
        while sibling and sibling[0].root not in known:
            run.extend(sibling)
            sibling = sibling[0].xpath("following-sibling::*[1]")
        yield run
"#;

const ELEMENTS: &str = r#"

def elements(node, xpath):
    """The texts that a reader sees in the elements that an expression selects."""
    return [reader_text(found.root) for found in node.xpath(xpath)]


def reader_text(element):
    parts, n_hidden = [], 0
    for event, node in etree.iterwalk(element, events=("start", "end", "comment", "pi")):
        if event in ("start", "end") and isinstance(node.tag, str):
            is_hidden = node.tag in ("script", "style", "template")
            if event == "start":
                n_hidden += is_hidden
                parts.append(" " if node.tag in BLOCKS else "")
                parts.append("" if n_hidden else node.text or "")
                continue
            n_hidden -= is_hidden
            parts.append(" " if node.tag in BLOCKS else "")
        if event != "start" and node is not element and not n_hidden:
            parts.append(node.tail or "")
    return "".join(parts)
"#;

const CUT: &str = r#"

def cut(values, find_after, after, find_before, before):
    """The text after one string and before another; values that lack one are dropped."""
    for value in values:
        start = 0 if after is None else find_after(value, after)
        if start < 0:
            continue
        value = value[start + len(after or ""):]
        end = len(value) if before is None else find_before(value, before)
        if end >= 0:
            yield value[:end]
"#;

#[cfg(test)]
mod tests {
    use super::ELEMENTS;
    use unhusk_page::Visibility;

    #[test]
    fn the_program_hides_the_tags_that_pages_hide() {
        let tags: Vec<String> =
            Visibility::Rendered.hidden_tags().map(|tag| format!("{tag:?}")).collect();
        let condition = format!("node.tag in ({})", tags.join(", "));
        assert!(ELEMENTS.contains(&condition), "{condition}");
    }
}
