//! Text -> fork sets, without recursion, since a file may nest to any depth.

use super::NotationError;
use crate::context::fork::names::{ElementName, SymbolNames};
use crate::context::fork::shape::{ForkShape, Forks, ShapeId, Window};
use crate::context::fork::symbol::NodeSymbol;
use std::iter::Peekable;
use std::str::Chars;

/// Reads a fork set into `forks`; returns its shape. `width` and `depth` are the limits of the rule.
pub(crate) fn read(
    text: &str,
    (width, depth): (usize, usize),
    forks: &mut Forks,
    names: &mut SymbolNames,
) -> Result<ShapeId, NotationError> {
    let mut reader = NotationParser { chars: text.chars().peekable(), width, depth, names };
    let mut open = vec![reader.set_head()?];
    loop {
        match reader.chars.next() {
            Some('(') if open.last().is_some_and(OpenSet::is_new) => reader.descend(&mut open)?,
            None if open.len() == 1 => break,
            Some(sign @ (',' | '|' | ')')) if open.len() > 1 => {
                close(forks, &mut open);
                reader.go_on(sign, &mut open)?;
            }
            other => return unexpected(other, "`(`, `,`, `|`, `)` or the end"),
        }
    }
    let last = open.pop().expect("one set is open");
    if last.marks() != 1 {
        return Err(NotationError::Marks(last.marks()));
    }
    Ok(forks.intern(last.shape))
}

/// A set whose end has not been read.
struct OpenSet {
    shape: ForkShape,
    window: Vec<ShapeId>,
    /// Number of marks in the current window, and that of every window before it.
    window_marks: usize,
    inner_marks: Option<usize>,
    has_window: bool,
}

impl OpenSet {
    fn is_new(&self) -> bool {
        !self.has_window
    }

    fn marks(&self) -> usize {
        usize::from(self.shape.marked) + self.inner_marks.unwrap_or(0)
    }

    /// Ends a window; all windows of a set must have the same number of marks.
    fn end_window(&mut self) -> Result<(), NotationError> {
        let marks = std::mem::take(&mut self.window_marks);
        if self.inner_marks.is_some_and(|others| others != marks) {
            return Err(NotationError::Marks(marks));
        }
        self.inner_marks = Some(marks);
        self.shape.windows.push(std::mem::take(&mut self.window).into());
        Ok(())
    }
}

/// Ends the innermost set: it becomes a child of the one around it.
fn close(forks: &mut Forks, open: &mut Vec<OpenSet>) {
    let child = open.pop().expect("the caller saw two");
    let parent = open.last_mut().expect("the caller saw two");
    parent.window_marks += child.marks();
    parent.window.push(forks.intern(child.shape));
}

struct NotationParser<'t, 'n> {
    chars: Peekable<Chars<'t>>,
    width: usize,
    depth: usize,
    names: &'n mut SymbolNames,
}

impl NotationParser<'_, '_> {
    /// Enters the windows of the innermost set.
    fn descend(&mut self, open: &mut Vec<OpenSet>) -> Result<(), NotationError> {
        if open.len() >= self.depth {
            return Err(NotationError::TooDeep(self.depth));
        }
        let parent = open.last_mut().expect("one set is open");
        parent.has_window = true;
        parent.shape.windows.clear();
        open.push(self.set_head()?);
        Ok(())
    }

    /// Continues behind a child that has just been closed.
    fn go_on(&mut self, sign: char, open: &mut Vec<OpenSet>) -> Result<(), NotationError> {
        let parent = open.last_mut().expect("the child had a parent");
        if parent.window.len() > self.width {
            return Err(NotationError::TooWide(self.width));
        }
        if sign != ',' {
            parent.end_window()?;
        }
        if sign != ')' {
            open.push(self.set_head()?);
        }
        Ok(())
    }

    /// Reads a symbol with or without mark, which is a leaf until children follow.
    fn set_head(&mut self) -> Result<OpenSet, NotationError> {
        let symbol = self.symbol()?;
        let marked = self.chars.next_if_eq(&':').is_some();
        if marked && self.chars.next_if_eq(&'X').is_none() {
            return unexpected(self.chars.next(), "`X` behind `:`");
        }
        let shape = ForkShape { symbol, marked, windows: vec![Window::default()] };
        Ok(OpenSet {
            shape,
            window: Vec::new(),
            window_marks: 0,
            inner_marks: None,
            has_window: false,
        })
    }

    fn symbol(&mut self) -> Result<NodeSymbol, NotationError> {
        if self.chars.next_if_eq(&'@').is_some() {
            return Ok(NodeSymbol::ANY_TEXT);
        }
        if self.chars.next_if_eq(&'\'').is_some() {
            let text = self.literal(|c| c == '\'')?;
            self.expect('\'', "`'` at the end of a text")?;
            return Ok(self.names.text(&text));
        }
        let tag = self.literal(is_sign)?;
        let mut name = ElementName { tag, tokens: Vec::new() };
        while let Some(sign) = self.chars.next_if(|c| matches!(c, '.' | '#' | '[')) {
            name.tokens.push(self.token(sign)?);
        }
        if name.tag.is_empty() {
            return unexpected(self.chars.next(), "a tag, `@` or a text in quotes");
        }
        name.tokens.sort_unstable();
        name.tokens.dedup();
        Ok(self.names.element(name))
    }

    fn token(&mut self, sign: char) -> Result<String, NotationError> {
        let attribute = match sign {
            '.' => "class".to_owned(),
            '#' => "id".to_owned(),
            _ => {
                let attribute = self.literal(is_sign)?;
                self.expect('=', "`=` behind an attribute")?;
                attribute
            }
        };
        let value = self.literal(is_sign)?;
        if sign == '[' {
            self.expect(']', "`]` behind a token")?;
        }
        Ok(format!("{attribute}={value}"))
    }

    fn expect(&mut self, sign: char, expected: &'static str) -> Result<(), NotationError> {
        match self.chars.next_if_eq(&sign) {
            Some(_) => Ok(()),
            None => unexpected(self.chars.next(), expected),
        }
    }

    /// The characters up to one that ends them.
    fn literal(&mut self, ends: impl Fn(char) -> bool) -> Result<String, NotationError> {
        let mut text = String::new();
        while let Some(c) = self.chars.next_if(|&c| !ends(c)) {
            text.push(if c == '\\' { self.escaped()? } else { c });
        }
        Ok(text)
    }

    fn escaped(&mut self) -> Result<char, NotationError> {
        match self.chars.next() {
            Some('u') if self.chars.next_if_eq(&'{').is_some() => {
                let mut digits = String::new();
                while let Some(digit) = self.chars.next_if(char::is_ascii_hexdigit) {
                    digits.push(digit);
                }
                self.expect('}', "`}` behind a character number")?;
                let number = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                number.map_or_else(|| unexpected(None, "a character number"), Ok)
            }
            Some(c) => Ok(c),
            None => unexpected(None, "a character behind `\\`"),
        }
    }
}

/// Signs that end a tag or a token.
fn is_sign(c: char) -> bool {
    matches!(c, '(' | ')' | ',' | '|' | ':' | '.' | '#' | '[' | ']' | '=' | '\'')
}

fn unexpected<T>(found: Option<char>, expected: &'static str) -> Result<T, NotationError> {
    let found = found.map_or_else(|| "the end".to_owned(), |c| format!("`{}`", c.escape_debug()));
    Err(NotationError::Unexpected { found, expected })
}
