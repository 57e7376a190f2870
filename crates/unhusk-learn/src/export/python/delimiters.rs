//! Delimiter wrappers as Python programs on `str.find`, with the cursor rules of the wrapper.

use super::literal::string;
use super::{agreement, blocks, spider};
use crate::export::check::AgreementTally;
use crate::export::delimiters::DelimiterStrings;
use crate::export::{Export, Notation, lines};
use unhusk_wrapper::record::Field;

/// Writes a module: the strings, the function that reads a page, and its helpers.
pub(in crate::export) fn write(
    export: &Export,
    rule: &DelimiterStrings,
    tally: &AgreementTally,
) -> String {
    let mut out = lines::head(export, tally) + &agreement(export, tally) + "\n";
    out += "import html as references\nimport re\nimport unicodedata\n";
    if export.notation == Notation::Scrapy {
        out += "\nimport scrapy\n";
    }
    out += "\n";
    for (name, text) in [("HEAD", &rule.head), ("TAIL", &rule.tail), ("CLOSE", &rule.close)] {
        out.extend([format!("{name} = {}\n", string(text))]);
    }
    match &rule.shape {
        None => {
            let gate = if rule.open.is_empty() { &rule.pairs[0].1 } else { &rule.open };
            out.extend([format!("# Begins a record.\nOPEN = {}\n", string(gate))]);
            out += &pairs(rule);
            let names = export.schema.fields().iter().map(|field| string(&field.name));
            out.extend([format!("NAMES = [{}]\n", names.collect::<Vec<_>>().join(", "))]);
            out += TABLE;
        }
        Some(shape) => {
            out += &pairs(rule);
            out += "# For each level, the nesting depth of its record, and whether its values are a list.\n";
            let level = |level: &unhusk_wrapper::delimiter::LevelCell| {
                format!("({}, {})", level.depth, if level.many { "True" } else { "False" })
            };
            let levels: Vec<String> = shape.levels.iter().map(level).collect();
            out.extend([format!("LEVELS = [{}]\n", levels.join(", "))]);
            out += &empty_records(export.schema.fields());
            out += NEST;
        }
    }
    out.extend([format!("\n\n{}{TEXT}", blocks())]);
    out + &spider(export, "extract(response.text)")
}

fn pairs(rule: &DelimiterStrings) -> String {
    let mut out = "# Fields in page order, with the strings left and right of their values.\n\
         FIELDS = [\n"
        .to_owned();
    for (field, left, right) in &rule.pairs {
        out.extend([format!("    ({}, {}, {}),\n", string(field), string(left), string(right))]);
    }
    out + "]\n"
}

/// Writes an empty record for each depth, and the names of the fields of nested records.
fn empty_records(fields: &[Field]) -> String {
    let (mut empty, mut nested) = (Vec::new(), Vec::new());
    let mut inner = Some(fields);
    while let Some(fields) = inner {
        let entry = |field: &Field| {
            let value = if field.many || field.is_nested() { "[]" } else { "None" };
            format!("{}: {value}", string(&field.name))
        };
        let entries: Vec<String> = fields.iter().map(entry).collect();
        empty.push(format!("    lambda: {{{}}},\n", entries.join(", ")));
        let field = fields.iter().find(|field| field.is_nested());
        nested.extend(field.map(|field| string(&field.name)));
        inner = field.map(|field| field.fields.as_slice());
    }
    format!(
        "# An empty record for each depth, and the fields of nested records.\n\
         EMPTY = [\n{}]\nNESTED = [{}]\n",
        empty.concat(),
        nested.join(", ")
    )
}

const TABLE: &str = r#"

def extract(html):
    """The records of a page, as a list of dicts."""
    return list(records(html))


def records(html):
    cursor = html.find(HEAD)
    if cursor < 0:
        return
    cursor += len(HEAD)
    while True:
        start = html.find(OPEN, cursor)
        tail = html.find(TAIL, cursor) if TAIL else -1
        if start < 0 or 0 <= tail <= start:
            return
        record, cursor = dict.fromkeys(NAMES), start
        for field, left, right in FIELDS:
            begin = html.find(left, cursor)
            end = html.find(right, begin + len(left)) if begin >= 0 else -1
            if end < 0:
                return
            # The right string may be part of the next left one: it is not skipped.
            record[field], cursor = text(html[begin + len(left):end]), end
        yield record
        if CLOSE:
            cursor = html.find(CLOSE, cursor)
            if cursor < 0:
                return
            cursor += len(CLOSE)
"#;

const NEST: &str = r#"

def extract(html):
    """The records of a page, as a list of dicts."""
    records, stack = [], []
    for level, value in values(html):
        depth, is_list = LEVELS[level]
        del stack[depth + 1:]
        if len(stack) > depth:
            last = stack[depth][1]
            if last > level or (last == level and not is_list):
                del stack[depth:]
        while len(stack) <= depth:
            record = EMPTY[len(stack)]()
            (stack[-1][0][NESTED[len(stack) - 1]] if stack else records).append(record)
            stack.append([record, -1])
        stack[depth][1] = level
        record, field = stack[depth][0], FIELDS[level][0]
        if is_list:
            record[field].append(value)
        else:
            record[field] = value
    return records


def values(html):
    """The level and the text of each value, in page order."""
    cursor = html.find(HEAD)
    if cursor < 0:
        return
    cursor += len(HEAD)
    n_allowed = 1
    while True:
        found = [(html.find(left, cursor), -level) for level, (_, left, _) in enumerate(FIELDS[:n_allowed])]
        # Of several that begin at one place, the deepest.
        start, level = min((place for place in found if place[0] >= 0), default=(-1, 0))
        tail = html.find(TAIL, cursor) if TAIL else -1
        if start < 0 or 0 <= tail <= start:
            return
        level = -level
        _, left, right = FIELDS[level]
        begin = start + len(left)
        cursor = html.find(right, begin)
        if cursor < 0:
            return
        yield level, text(html[begin:cursor])
        n_allowed = min(level + 2, len(FIELDS))
"#;

const TEXT: &str = r#"

def text(source):
    """The text that a reader sees: markup removed, references decoded, white space folded."""
    source = re.sub(r"</?([a-zA-Z][a-zA-Z0-9]*)[^>]*>", border, source)
    return " ".join(unicodedata.normalize("NFC", references.unescape(source)).split())


def border(tag):
    return " " if tag[1].lower() in BLOCKS else ""
"#;
