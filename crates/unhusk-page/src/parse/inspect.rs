//! Views of the parser for conformance tests: its tokens, fragments, and the scripting flag.

use super::store::{Nul, ParseStore};
use super::tokenizer::{ContentModel, Token as Raw, Tokenizer};
use crate::{Limits, Namespace, Tree};
use std::sync::Arc;

/// A token as the html5lib tests write it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InspectedToken {
    /// Name, attributes in source order, `/>`.
    Start(String, Vec<(String, String)>, bool),
    /// Name.
    End(String),
    /// Data, references decoded.
    Text(String),
    /// Data.
    Comment(String),
    /// Name, public and system identifier, and whether it is in order.
    Doctype(Option<String>, Option<String>, Option<String>, bool),
}

/// Returns the tokens of a source; `state` is the initial state as the html5lib tests name it.
pub fn tokens(source: &str, state: &str, last_start_tag: Option<&str>) -> Vec<InspectedToken> {
    let mut store = ParseStore::new(&Limits::default());
    let mut tokenizer = Tokenizer::new(source);
    tokenizer.content = match state {
        "RCDATA state" => ContentModel::RcData,
        "RAWTEXT state" => ContentModel::RawText,
        "Script data state" => ContentModel::ScriptData,
        "PLAINTEXT state" => ContentModel::PlainText,
        "CDATA section state" => ContentModel::CData,
        _ => ContentModel::Data,
    };
    if let Some(name) = last_start_tag {
        tokenizer.last_start_tag = store.names.intern(name, 0, name.len());
    }
    let mut tokens = Vec::new();
    loop {
        let token = match tokenizer.next(&mut store, false) {
            Raw::Eof => return tokens,
            token => owned(token, &mut store, source),
        };
        match (tokens.last_mut(), token) {
            (Some(InspectedToken::Text(last)), InspectedToken::Text(more)) => last.push_str(&more),
            (_, token) => tokens.push(token),
        }
    }
}

fn owned(token: Raw, store: &mut ParseStore, source: &str) -> InspectedToken {
    match token {
        Raw::Start(tag) => {
            let attribute = |(at, name)| {
                (store.names.text(name).to_owned(), store.value(at, source).to_owned())
            };
            let attributes = store.list(tag.attributes).map(attribute).collect();
            InspectedToken::Start(
                store.names.text(tag.name).to_owned(),
                attributes,
                tag.is_self_closing,
            )
        }
        Raw::End(tag) => InspectedToken::End(store.names.text(tag.name).to_owned()),
        Raw::Text(text) => {
            let nul = match text.content {
                ContentModel::Data | ContentModel::CData => Nul::Keep,
                _ => Nul::Replace,
            };
            let written = &source[text.start as usize..text.end as usize];
            let range = store.decode(written, text.content.references(), nul);
            InspectedToken::Text(store.decoded[range.0 as usize..range.1 as usize].to_owned())
        }
        Raw::Comment(comment) => {
            let buffer = if comment.is_decoded { &store.decoded } else { source };
            InspectedToken::Comment(
                buffer[comment.data.0 as usize..comment.data.1 as usize].to_owned(),
            )
        }
        Raw::Doctype(doctype) => InspectedToken::Doctype(
            doctype.name,
            doctype.public_id,
            doctype.system_id,
            !doctype.force_quirks,
        ),
        Raw::Eof => InspectedToken::Text(String::new()),
    }
}

/// The tree of a source that is the content of an element.
pub fn fragment(source: &str, context: &str, namespace: Namespace) -> Tree {
    super::fragment(&Arc::from(source), (context, namespace), &Limits::default())
}

/// The tree of a document as a browser that runs scripts sees it.
pub fn document_with_scripting(source: &str) -> Tree {
    super::document_with_scripting(&Arc::from(source), &Limits::default())
}
