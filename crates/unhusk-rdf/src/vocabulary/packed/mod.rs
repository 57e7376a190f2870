//! The embedded vocabularies: tables of lines, unpacked when they are needed.

use super::{RdfClass, RdfProperty, Vocabulary};
use std::collections::BTreeSet;
use unhusk_page::internal::decode_references;
use unhusk_wrapper::record::Prefixes;

/// The prefix of a vocabulary, and its table.
const TABLES: [(&str, &str); 5] = [
    ("schema", include_str!("schema.tsv")),
    ("dcterms", include_str!("dcterms.tsv")),
    ("dc", include_str!("dc.tsv")),
    ("foaf", include_str!("foaf.tsv")),
    ("rdfs", include_str!("rdfs.tsv")),
];

pub(super) fn unpack() -> Vocabulary {
    let mut vocabulary = Vocabulary::default();
    for (own, table) in TABLES {
        for line in table.lines() {
            add(&mut vocabulary, own, line);
        }
    }
    vocabulary
}

/// `c` or `p`, name, super-classes or domains, ranges, successor, description.
fn add(vocabulary: &mut Vocabulary, own: &str, line: &str) {
    let mut columns = line.split('\t');
    let mut column = || columns.next().unwrap_or_default();
    let (kind, name, of, ranges, newer, about) =
        (column(), column(), column(), column(), column(), column());
    let names = |list: &str| -> BTreeSet<String> {
        list.split_ascii_whitespace().map(|name| whole(own, name)).collect()
    };
    let iri = whole(own, name);
    let about = decode_references(about).into_owned();
    let newer = newer.split_ascii_whitespace().next().map(|name| whole(own, name));
    if kind == "c" {
        let class = RdfClass { iri: iri.clone(), parents: names(of), about, newer };
        vocabulary.classes.insert(iri, class);
    } else {
        let (domains, ranges) = (names(of), names(ranges));
        let property = RdfProperty { iri: iri.clone(), domains, ranges, about, newer };
        vocabulary.properties.insert(iri, property);
    }
}

fn whole(own: &str, name: &str) -> String {
    let written = if name.contains(':') { name.to_owned() } else { format!("{own}:{name}") };
    Prefixes::default().resolve(&written).unwrap_or(written)
}
