//! OCLR: the pairs of LR inside an opening and a closing string around every record.

use super::super::TableClass;
use super::super::fragments::Fragments;
use super::super::frame::landmark;
use super::super::misfit::Misfit;
use super::super::sides::ColumnDelimiters;
use super::conditions::BlockConditions;
use super::{BlockStrings, PageEnds, delimiter, find};
use crate::Settings;
use unhusk_wrapper::delimiter::{Lr, Oclr, OptionalDelimiter, RuleStrings};

impl TableClass for Oclr {
    const CLASS: &'static str = "oclr";
    const HAS_HEAD: bool = false;

    fn fit(fragments: &Fragments<'_>, settings: &Settings) -> Result<Self, Misfit> {
        if let Ok(Lr { fields }) = Lr::fit(fragments, settings) {
            let open = delimiter(&fields[0].left)?;
            return Ok(Self { open, close: OptionalDelimiter::default(), fields });
        }
        let sides = ColumnDelimiters::of(fragments)?;
        let block = BlockConditions::of(fragments)?;
        let found = find(&block, PageEnds::OfPage, settings.preference)?;
        let Some(BlockStrings { left, open, close, .. }) = found else {
            return Err(block.misfit());
        };
        Ok(Self {
            open: delimiter(open)?,
            close: landmark(close)?,
            fields: sides.pairs(left, settings.preference),
        })
    }

    fn strings(&self) -> RuleStrings<'_> {
        self.into()
    }
}
