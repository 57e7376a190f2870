//! One source file: the modules that it declares, and the paths of its own crate that it names.

use super::tokens::{LexedToken, tokens};

/// Declarations and paths of a file, without test code (`#[cfg(test)]`).
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Source {
    /// Modules in files of their own, with the path in `#[path]`.
    pub(super) modules: Vec<(String, Option<String>)>,
    /// Modules that are written in the file itself.
    pub(super) inline: Vec<String>,
    pub(super) paths: Vec<Named>,
}

/// A path that is named in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    /// The inline modules around it, outermost first.
    pub(super) within: Vec<String>,
    /// Its segments: `crate`, `self` and `super` as written, `*` for everything.
    pub(super) segments: Vec<String>,
    /// The name that a `use` gives it.
    pub(super) alias: Option<String>,
    pub(super) line: usize,
}

/// Reads a source text.
pub(super) fn read(text: &str) -> Source {
    let mut reader = UseReader { tokens: tokens(text), at: 0, depth: 0, within: Vec::new() };
    let mut source = Source::default();
    let mut path_attribute = None;
    while let Some(token) = reader.token() {
        match token.text {
            "#" => match reader.attribute() {
                ItemAttribute::Test => reader.skip_item(),
                ItemAttribute::Path(path) => path_attribute = Some(path),
                ItemAttribute::Other => {}
            },
            "mod" => {
                let name = reader.tokens.get(reader.at + 1).map_or("", |name| name.text).to_owned();
                reader.at += 2;
                match reader.token().map(|token| token.text) {
                    Some(";") => source.modules.push((name, path_attribute.take())),
                    Some("{") => {
                        source.inline.push(name.clone());
                        reader.within.push((name, reader.depth));
                    }
                    _ => {}
                }
            }
            "use" => {
                reader.at += 1;
                let mut leaves = Vec::new();
                reader.use_tree(&[], &mut leaves);
                source.paths.extend(leaves);
            }
            "crate" | "super" | "self" if reader.is_path_start() => {
                source.paths.push(reader.inline_path());
            }
            _ => reader.step(token.text),
        }
    }
    source
}

enum ItemAttribute {
    /// The item is test code.
    Test,
    /// The file of a module.
    Path(String),
    Other,
}

struct UseReader<'s> {
    tokens: Vec<LexedToken<'s>>,
    at: usize,
    depth: usize,
    within: Vec<(String, usize)>,
}

impl<'s> UseReader<'s> {
    fn token(&self) -> Option<LexedToken<'s>> {
        self.tokens.get(self.at).copied()
    }

    fn text(&self, at: usize) -> &'s str {
        self.tokens.get(at).map_or("", |token| token.text)
    }

    fn line(&self) -> usize {
        self.token().map_or(0, |token| token.line)
    }

    /// Moves behind a token, into or out of a block.
    fn step(&mut self, text: &str) {
        self.at += 1;
        match text {
            "{" => self.depth += 1,
            "}" => {
                self.depth = self.depth.saturating_sub(1);
                self.within.pop_if(|(_, depth)| *depth == self.depth);
            }
            _ => {}
        }
    }

    /// Moves behind a group of brackets that begins here.
    fn skip_group(&mut self) {
        let mut depth = 0_usize;
        while let Some(token) = self.token() {
            self.at += 1;
            match token.text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// Moves behind an attribute.
    fn attribute(&mut self) -> ItemAttribute {
        self.at += if self.text(self.at + 1) == "!" { 2 } else { 1 };
        if self.text(self.at) != "[" {
            return ItemAttribute::Other;
        }
        let start = self.at + 1;
        self.skip_group();
        let words: Vec<&str> = (start..self.at).map(|at| self.text(at)).collect();
        match words[..] {
            ["cfg", .., _] if words.contains(&"test") && !words.contains(&"not") => {
                ItemAttribute::Test
            }
            ["path", "=", path, ..] => ItemAttribute::Path(path.trim_matches('"').to_owned()),
            _ => ItemAttribute::Other,
        }
    }

    /// Moves behind the item that begins here: behind its block, or behind its semicolon.
    fn skip_item(&mut self) {
        while self.text(self.at) == "#" {
            self.attribute();
        }
        let mut has_value = false;
        while let Some(token) = self.token() {
            match token.text {
                ";" => return self.at += 1,
                "}" => return,
                "use" | "=" => (self.at, has_value) = (self.at + 1, true),
                "{" if !has_value => return self.skip_group(),
                "(" | "[" | "{" => self.skip_group(),
                _ => self.at += 1,
            }
        }
    }

    /// Whether a path of the crate begins here, and not in the middle of another.
    fn is_path_start(&self) -> bool {
        let is_inner = self.at > 0 && self.text(self.at - 1) == "::";
        !is_inner && self.text(self.at + 1) == "::"
    }

    /// Reads a path in code and moves behind it.
    fn inline_path(&mut self) -> Named {
        let (line, mut segments) = (self.line(), Vec::new());
        while let Some(token) = self.token().filter(|token| is_name(token.text)) {
            segments.push(token.text.to_owned());
            self.at += 1;
            if self.text(self.at) != "::" {
                break;
            }
            self.at += 1;
        }
        self.named(segments, None, line)
    }

    /// Reads the tree of a `use` behind `prefix` and moves behind it; its leaves are added.
    fn use_tree(&mut self, prefix: &[String], leaves: &mut Vec<Named>) {
        let mut path = prefix.to_vec();
        let mut line = self.line();
        while let Some(token) = self.token() {
            match token.text {
                "::" => self.at += 1,
                "{" => {
                    self.at += 1;
                    while !matches!(self.text(self.at), "}" | "") {
                        self.use_tree(&path, leaves);
                        self.at += usize::from(self.text(self.at) == ",");
                    }
                    self.at += 1;
                    return;
                }
                name if is_name(name) && name != "as" || name == "*" => {
                    line = token.line;
                    // `a::{self}` is `a`.
                    if name != "self" || path.is_empty() {
                        path.push(name.to_owned());
                    }
                    self.at += 1;
                }
                _ => break,
            }
        }
        let mut alias = path.last().cloned();
        if self.text(self.at) == "as" {
            alias = Some(self.text(self.at + 1).to_owned());
            self.at += 2;
        }
        leaves.push(self.named(path, alias, line));
    }

    fn named(&self, segments: Vec<String>, alias: Option<String>, line: usize) -> Named {
        let within = self.within.iter().map(|(name, _)| name.clone()).collect();
        Named { within, segments, alias, line }
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_alphabetic() || first == '_')
}
