//! Opening and closing strings as a person would write them.

use super::super::*;
use super::{example, read, set, spans};
use unhusk_page::{Page, Span};

/// Countries and codes of numbered rows.
fn rows(source: &str) -> Vec<Span> {
    spans(
        source,
        source.find("Congo").expect("rows"),
        &["Congo", "242", "Egypt", "20", "Spain", "34"],
    )
}

const ALL: [[&str; 2]; 3] = [["Congo", "242"], ["Egypt", "20"], ["Spain", "34"]];

fn learn<W: TableClass + Into<AnyWrapper> + Clone>(source: &str) -> W {
    let page = Page::from(source);
    let set = set(&["country", "code"], vec![example(&page, 2, &rows(source))]);
    let wrapper: W = TableLearner::default().learn(&set).expect("fits").wrapper;
    assert_eq!(read(wrapper.clone(), &set, &page), ALL);
    wrapper
}

/// The notes between the rows contain all the text that is common to the left of the rows.
const NOTES: &str = "<H1>0 <B>Codes</B></H1><UL><LI>1 <B>Congo</B> <I>242</I><P>2 <B>Africa</B>\
    <LI>3 <B>Egypt</B> <I>20</I><P>4 <B>Africa</B><LI>5 <B>Spain</B> <I>34</I></UL><P>6 <B>Europe</B>";

#[test]
fn a_tag_opens_the_records() {
    let oclr: Oclr = learn(NOTES);
    assert_eq!((&*oclr.open, &*oclr.close), ("<LI>", ""));
    let hoclrt: Hoclrt = learn(NOTES);
    assert_eq!((&*hoclrt.open, &*hoclrt.close), ("<LI>", ""));
}

/// The tags differ, so that only their common beginning opens all records. If extraction ends at a tail, a whole tag
/// opens them too: `</B>`, which OCLR also finds behind the last record.
#[test]
fn a_part_of_a_tag_that_opens_the_records_is_cut_behind_a_word() {
    let mut source = NOTES.to_owned();
    for class in ["a", "b", "c"] {
        source = source.replacen("<LI>", &format!("<LI CLASS={class}>"), 1);
    }
    let oclr: Oclr = learn(&source);
    assert_eq!((&*oclr.open, &*oclr.close), ("<LI", ""));
    let hoclrt: Hoclrt = learn(&source);
    assert_eq!((&*hoclrt.open, &*hoclrt.close), ("</B>", ""));
}

/// A note opens like a record, and nothing between the two openings marks the record. So the rule must skip the opening
/// of the note.
#[test]
fn a_tag_closes_the_records() {
    let source = "<H1>0 <B>Codes</B></H1><UL><LI>1 <B>Congo</B> <I>242</I><LI>2 <B>Africa\
        <LI>3 <B>Egypt</B> <I>20</I><LI>4 <B>Europe<LI>5 <B>Spain</B> <I>34</I></UL><LI>6 <B>End";
    let oclr: Oclr = learn(source);
    assert_eq!((&*oclr.open, &*oclr.close), ("<LI>", "<LI>"));
}
