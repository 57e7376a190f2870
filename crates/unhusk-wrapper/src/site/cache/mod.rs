//! What is computed at most once per page, or per wrapper and page.
//!
//! A wrapper asks little of most pages. So nothing here is computed before a rule asks for it, and each cache is filled only
//! as far as rules ask. All caches work alike: `new` is cheap, and every other method answers as if there were no cache.
//! They are owned by the [`PageIndex`](super::matcher::page_index::PageIndex), or by the reading of one page, and no cache is
//! shared between pages or threads.
//!
//! | cache | answers | saves |
//! | --- | --- | --- |
//! | [`captions`] | the caption of a text, its hash, and the texts with a prefix | folding texts, most of which no rule names |
//! | [`landmarks`] | the nearest landmark before or behind a text | walking back from every text |
//! | [`paths`] | the nodes below some tags | asking every node for the elements around it |
//! | [`positions`] | the position of a node among its siblings | counting siblings for every node |
//! | [`token_masks`] | which tokens of interest an element has | splitting attributes again |
//! | [`shapes`] | which nodes rules select in a record | matching rules in records that look the same |

pub(in crate::site) mod captions;
pub(in crate::site) mod landmarks;
pub(in crate::site) mod paths;
pub(in crate::site) mod positions;
pub(in crate::site) mod shapes;
pub(in crate::site) mod token_masks;
