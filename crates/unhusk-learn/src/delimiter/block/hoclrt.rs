//! HOCLRT: OCLR between a head and a tail.

use super::super::TableClass;
use super::super::fragments::Fragments;
use super::super::frame::landmark;
use super::super::misfit::Misfit;
use super::super::sides::ColumnDelimiters;
use super::conditions::BlockConditions;
use super::{BlockStrings, PageEnds, delimiter, find};
use crate::{Settings, TailRule};
use unhusk_wrapper::delimiter::{Hlrt, Hoclrt, OptionalDelimiter, RuleStrings};

impl TableClass for Hoclrt {
    const CLASS: &'static str = "hoclrt";
    const HAS_HEAD: bool = true;

    fn fit(fragments: &Fragments<'_>, settings: &Settings) -> Result<Self, Misfit> {
        if let Ok(Hlrt { head, tail, fields }) = Hlrt::fit(fragments, settings) {
            let open = delimiter(&fields[0].left)?;
            return Ok(Self { head, tail, open, close: OptionalDelimiter::default(), fields });
        }
        let sides = ColumnDelimiters::of(fragments)?;
        let block = BlockConditions::of(fragments)?;
        let found = strings(&block, settings)?;
        let Some(BlockStrings { left, open, close, head, tail }) = found else {
            return Err(block.misfit());
        };
        Ok(Self {
            head: landmark(head)?,
            tail: landmark(tail)?,
            open: delimiter(open)?,
            close: landmark(close)?,
            fields: sides.pairs(left, settings.preference),
        })
    }

    fn strings(&self) -> RuleStrings<'_> {
        self.into()
    }
}

fn strings<'p>(
    block: &BlockConditions<'p>,
    settings: &Settings,
) -> Result<Option<BlockStrings<'p>>, Misfit> {
    if block.tails.is_empty() {
        // The text behind the records is unknown.
        return find(block, PageEnds::Head, settings.preference);
    }
    let found = find(block, PageEnds::HeadAndTail, settings.preference)?;
    if found.is_none() && settings.tail == TailRule::OrEndOfPage {
        return find(block, PageEnds::Head, settings.preference);
    }
    Ok(found)
}
