//! HOCLRT: OCLR between a head and a tail.

use super::super::Fit;
use super::super::fragments::Fragments;
use super::super::frame::landmark;
use super::super::misfit::Misfit;
use super::super::sides::Sides;
use super::conditions::Block;
use super::{Ends, Strings, delimiter, find};
use crate::{Settings, TailRule};
use unhusk_wrapper::delimiter::{Hlrt, Hoclrt, OptionalDelimiter, RuleStrings};

impl Fit for Hoclrt {
    const CLASS: &'static str = "hoclrt";
    const HAS_HEAD: bool = true;

    fn fit(fragments: &Fragments<'_>, settings: &Settings) -> Result<Self, Misfit> {
        if let Ok(Hlrt { head, tail, fields }) = Hlrt::fit(fragments, settings) {
            let open = delimiter(&fields[0].left)?;
            return Ok(Self { head, tail, open, close: OptionalDelimiter::default(), fields });
        }
        let sides = Sides::of(fragments)?;
        let block = Block::of(fragments)?;
        let found = strings(&block, settings)?;
        let Some(Strings { left, open, close, head, tail }) = found else {
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

fn strings<'p>(block: &Block<'p>, settings: &Settings) -> Result<Option<Strings<'p>>, Misfit> {
    if block.tails.is_empty() {
        // Nothing is known of what stands behind the records.
        return find(block, Ends::Head, settings.preference);
    }
    let found = find(block, Ends::HeadAndTail, settings.preference)?;
    if found.is_none() && settings.tail == TailRule::OrEndOfPage {
        return find(block, Ends::Head, settings.preference);
    }
    Ok(found)
}
