//! CSS text -> [`ComplexSelector`]s.

use super::super::SelectError;
use super::super::cursor::{Cursor, is_name_char};
use super::{AttributeTest, Combinator, ComplexSelector, Condition, NthFormula, SiblingOrder};

/// Reads a list of selectors.
pub(super) fn selectors(css: &str) -> Result<Vec<ComplexSelector>, SelectError> {
    let mut parser = CssParser { cursor: Cursor::new("css", css.trim())? };
    let mut selectors = vec![parser.selector()?];
    while parser.cursor.eat(",") {
        selectors.push(parser.selector()?);
    }
    if parser.cursor.is_at_end() {
        Ok(selectors)
    } else {
        Err(parser.cursor.expected("a combinator, `,` or the end"))
    }
}

const ATTRIBUTE_TESTS: &[(&str, AttributeTest)] = &[
    ("=", AttributeTest::Equals),
    ("~=", AttributeTest::HasWord),
    ("|=", AttributeTest::HasPrefixWord),
    ("^=", AttributeTest::Begins),
    ("$=", AttributeTest::Ends),
    ("*=", AttributeTest::Contains),
];

const FIRST: NthFormula = NthFormula { a: 0, b: 1 };

struct CssParser<'s> {
    cursor: Cursor<'s>,
}

impl CssParser<'_> {
    fn selector(&mut self) -> Result<ComplexSelector, SelectError> {
        self.cursor.skip_space();
        let mut parts = vec![(Combinator::Descendant, self.compound()?)];
        while let Some(combinator) = self.combinator() {
            parts.push((combinator, self.compound()?));
        }
        Ok(ComplexSelector { parts })
    }

    /// A combinator and the white space around it; `None` at the end of the selector.
    fn combinator(&mut self) -> Option<Combinator> {
        let spaced = self.cursor.skip_space();
        let combinator = match self.cursor.peek()? {
            ',' => return None,
            '>' => Combinator::Child,
            '+' => Combinator::NextSibling,
            '~' => Combinator::LaterSibling,
            _ => return spaced.then_some(Combinator::Descendant),
        };
        self.cursor.take(1);
        self.cursor.skip_space();
        Some(combinator)
    }

    /// The conditions on one element: at least one.
    fn compound(&mut self) -> Result<Vec<Condition>, SelectError> {
        let mut conditions = Vec::new();
        let any = self.cursor.eat("*");
        if !any && self.at_identifier() {
            conditions.push(Condition::Tag(self.identifier()?));
        }
        if self.cursor.peek() == Some('|') {
            return Err(self.cursor.unsupported("namespaces"));
        }
        while let Some(condition) = self.condition()? {
            conditions.push(condition);
        }
        if any || !conditions.is_empty() {
            Ok(conditions)
        } else {
            Err(self.cursor.expected("a tag, `*`, `#id`, `.class`, `[attribute]` or `:`"))
        }
    }

    fn condition(&mut self) -> Result<Option<Condition>, SelectError> {
        Ok(Some(if self.cursor.eat("#") {
            Condition::Id(self.identifier()?)
        } else if self.cursor.eat(".") {
            Condition::Class(self.identifier()?)
        } else if self.cursor.eat("[") {
            self.attribute()?
        } else if self.cursor.rest().starts_with("::") {
            return Err(self.cursor.unsupported("pseudo-elements"));
        } else if self.cursor.eat(":") {
            self.pseudo_class()?
        } else {
            return Ok(None);
        }))
    }

    fn attribute(&mut self) -> Result<Condition, SelectError> {
        self.cursor.skip_space();
        let name = self.identifier()?;
        self.cursor.skip_space();
        if self.cursor.eat("]") {
            let test = AttributeTest::Exists;
            return Ok(Condition::Attribute { name, test, value: String::new() });
        }
        let test = ATTRIBUTE_TESTS.iter().find(|(token, _)| self.cursor.eat(token));
        let Some((_, test)) = test else {
            return Err(self.cursor.expected("`]`, `=`, `~=`, `|=`, `^=`, `$=` or `*=`"));
        };
        self.cursor.skip_space();
        let value = match self.string()? {
            Some(string) => string,
            None => self.identifier()?,
        };
        self.cursor.skip_space();
        if matches!(self.cursor.peek(), Some('i' | 'I' | 's' | 'S')) {
            return Err(self.cursor.unsupported("flags of attribute conditions"));
        }
        self.cursor.require("]")?;
        Ok(Condition::Attribute { name, test: *test, value })
    }

    fn pseudo_class(&mut self) -> Result<Condition, SelectError> {
        let start = self.cursor.position();
        let name = self.identifier()?.to_ascii_lowercase();
        let nth = |formula, from_end, of_type| Condition::Nth {
            formula,
            order: SiblingOrder { from_end, of_type },
        };
        Ok(match name.as_str() {
            "first-child" => nth(FIRST, false, false),
            "last-child" => nth(FIRST, true, false),
            "first-of-type" => nth(FIRST, false, true),
            "last-of-type" => nth(FIRST, true, true),
            "nth-child" => nth(self.formula()?, false, false),
            "nth-last-child" => nth(self.formula()?, true, false),
            "nth-of-type" => nth(self.formula()?, false, true),
            "nth-last-of-type" => nth(self.formula()?, true, true),
            "not" => self.not()?,
            _ => {
                self.cursor.back_to(start);
                return Err(self.cursor.unsupported(&format!("`:{name}`")));
            }
        })
    }

    fn not(&mut self) -> Result<Condition, SelectError> {
        self.cursor.enter()?;
        self.cursor.require("(")?;
        self.cursor.skip_space();
        let conditions = self.compound()?;
        self.cursor.skip_space();
        if self.cursor.peek() != Some(')') {
            return Err(self.cursor.unsupported("combinators and lists in `:not()`"));
        }
        self.cursor.require(")")?;
        self.cursor.leave();
        Ok(Condition::Not(conditions))
    }

    /// `(odd)`, `(even)`, `(3)`, `(2n+1)`, `(-n + 3)`.
    fn formula(&mut self) -> Result<NthFormula, SelectError> {
        self.cursor.require("(")?;
        let start = self.cursor.position();
        let inner = self.cursor.take_while(|character| character != ')');
        let formula = nth(inner);
        let Some(formula) = formula else {
            self.cursor.back_to(start);
            return Err(self.cursor.expected("`odd`, `even`, a number or a formula like `2n+1`"));
        };
        self.cursor.require(")")?;
        Ok(formula)
    }

    fn at_identifier(&self) -> bool {
        self.cursor.peek().is_some_and(|character| is_name_char(character) || character == '\\')
    }

    /// Returns a string in quotes, with escapes, if a quote is next.
    fn string(&mut self) -> Result<Option<String>, SelectError> {
        let Some(quote @ ('"' | '\'')) = self.cursor.peek() else { return Ok(None) };
        let start = self.cursor.position();
        self.cursor.take(1);
        let mut string = String::new();
        loop {
            string.push_str(self.cursor.take_while(|c| c != quote && c != '\\' && c != '\n'));
            if self.cursor.eat("\\") {
                string.push(self.escaped()?);
            } else if self.cursor.peek() == Some(quote) {
                self.cursor.take(1);
                return Ok(Some(string));
            } else {
                self.cursor.back_to(start);
                return Err(self.cursor.error("the string has no end"));
            }
        }
    }

    /// A name, with escapes: `\:` is a colon, `\31 ` is the digit 1.
    fn identifier(&mut self) -> Result<String, SelectError> {
        let mut name = String::new();
        while self.at_identifier() {
            name.push_str(self.cursor.take_while(is_name_char));
            if self.cursor.eat("\\") {
                name.push(self.escaped()?);
            }
        }
        if name.is_empty() { Err(self.cursor.expected("a name")) } else { Ok(name) }
    }

    fn escaped(&mut self) -> Result<char, SelectError> {
        let rest = self.cursor.rest();
        let n_digits = rest.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        if n_digits == 0 {
            let Some(escaped) = self.cursor.peek() else {
                return Err(self.cursor.expected("an escaped character"));
            };
            self.cursor.take(escaped.len_utf8());
            return Ok(escaped);
        }
        let number = u32::from_str_radix(&rest[..n_digits], 16).unwrap_or_default();
        self.cursor.take(n_digits);
        self.cursor.eat(" ");
        Ok(char::from_u32(number).filter(|escaped| *escaped != '\0').unwrap_or('\u{fffd}'))
    }
}

/// Reads `an+b`; the numbers may have at most nine digits.
fn nth(text: &str) -> Option<NthFormula> {
    let compact: String = text.split_whitespace().collect::<String>().to_ascii_lowercase();
    match compact.as_str() {
        "odd" => return Some(NthFormula { a: 2, b: 1 }),
        "even" => return Some(NthFormula { a: 2, b: 0 }),
        _ => {}
    }
    let Some((factor, offset)) = compact.split_once('n') else {
        return Some(NthFormula { a: 0, b: small(&compact)? });
    };
    let a = match factor {
        "" | "+" => 1,
        "-" => -1,
        factor => small(factor)?,
    };
    let b = if offset.is_empty() { 0 } else { small(offset)? };
    // `2n1` is no formula.
    let signed = offset.is_empty() || offset.starts_with(['+', '-']);
    signed.then_some(NthFormula { a, b })
}

fn small(text: &str) -> Option<i64> {
    (text.len() <= 10).then(|| text.parse().ok()).flatten()
}
