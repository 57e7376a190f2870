//! `XPath` text -> [`Path`], by recursive descent; the nesting of brackets is capped.

use super::super::SelectError;
use super::super::cursor::{Cursor, is_name_char};
use super::{Axis, Comparison, Expression, Function, LocationStep, Path, Test};

/// Reads a path, or several with `|` between them.
pub(super) fn paths(xpath: &str) -> Result<Vec<Path>, SelectError> {
    let mut parser = XPathParser { cursor: Cursor::new("xpath", xpath.trim())? };
    let paths = parser.union()?;
    if parser.cursor.is_at_end() {
        Ok(paths)
    } else {
        Err(parser.cursor.expected("`/`, `[`, `|` or the end"))
    }
}

/// Reads an expression of any kind.
pub(super) fn whole_expression(xpath: &str) -> Result<Expression, SelectError> {
    let mut parser = XPathParser { cursor: Cursor::new("xpath", xpath.trim())? };
    let expression = parser.expression()?;
    if parser.cursor.is_at_end() {
        Ok(expression)
    } else {
        Err(parser.cursor.expected("an operator or the end"))
    }
}

const AXES: &[(&str, Axis)] = &[
    ("child", Axis::Child),
    ("descendant", Axis::Descendant),
    ("descendant-or-self", Axis::DescendantOrSelf),
    ("self", Axis::SelfNode),
    ("parent", Axis::Parent),
    ("ancestor", Axis::Ancestor),
    ("ancestor-or-self", Axis::AncestorOrSelf),
    ("following-sibling", Axis::FollowingSibling),
    ("preceding-sibling", Axis::PrecedingSibling),
    ("following", Axis::Following),
    ("preceding", Axis::Preceding),
    ("attribute", Axis::Attribute),
];

/// Name, function, fewest and most arguments.
const FUNCTIONS: &[(&str, Function, usize, usize)] = &[
    ("not", Function::Not, 1, 1),
    ("contains", Function::Contains, 2, 2),
    ("starts-with", Function::StartsWith, 2, 2),
    ("normalize-space", Function::NormalizeSpace, 0, 1),
    ("string", Function::String, 0, 1),
    ("string-length", Function::StringLength, 0, 1),
    ("concat", Function::Concat, 2, usize::MAX),
    ("translate", Function::Translate, 3, 3),
    ("substring-before", Function::SubstringBefore, 2, 2),
    ("substring-after", Function::SubstringAfter, 2, 2),
    ("count", Function::Count, 1, 1),
    ("position", Function::Position, 0, 0),
    ("last", Function::Last, 0, 0),
    ("true", Function::True, 0, 0),
    ("false", Function::False, 0, 0),
];

const COMPARISONS: &[(&str, Comparison)] = &[
    ("=", Comparison::Equal),
    ("!=", Comparison::Unequal),
    ("<=", Comparison::LessOrEqual),
    ("<", Comparison::Less),
    (">=", Comparison::GreaterOrEqual),
    (">", Comparison::Greater),
];

/// The step that `//` abbreviates.
fn any_depth() -> LocationStep {
    LocationStep { axis: Axis::DescendantOrSelf, test: Test::Node, predicates: Vec::new() }
}

struct XPathParser<'s> {
    cursor: Cursor<'s>,
}

impl XPathParser<'_> {
    fn union(&mut self) -> Result<Vec<Path>, SelectError> {
        let mut paths = vec![self.path()?];
        while self.cursor.eat("|") {
            self.cursor.skip_space();
            paths.push(self.path()?);
        }
        Ok(paths)
    }

    fn path(&mut self) -> Result<Path, SelectError> {
        let mut steps = Vec::new();
        let absolute = self.cursor.rest().starts_with('/');
        if self.cursor.eat("//") {
            steps.push(any_depth());
        } else if self.cursor.eat("/") && self.cursor.is_at_end() {
            return Ok(Path { absolute, steps });
        }
        loop {
            steps.push(self.step()?);
            self.cursor.skip_space();
            if self.cursor.eat("//") {
                steps.push(any_depth());
            } else if !self.cursor.eat("/") {
                return Ok(Path { absolute, steps });
            }
        }
    }

    fn step(&mut self) -> Result<LocationStep, SelectError> {
        self.cursor.skip_space();
        let (axis, test) = self.axis_and_test()?;
        let mut predicates = Vec::new();
        loop {
            self.cursor.skip_space();
            if !self.cursor.eat("[") {
                return Ok(LocationStep { axis, test, predicates });
            }
            self.cursor.enter()?;
            predicates.push(self.expression()?);
            self.cursor.require("]")?;
            self.cursor.leave();
        }
    }

    fn axis_and_test(&mut self) -> Result<(Axis, Test), SelectError> {
        if self.cursor.eat("..") {
            return Ok((Axis::Parent, Test::Node));
        }
        if self.cursor.eat(".") {
            return Ok((Axis::SelfNode, Test::Node));
        }
        if self.cursor.eat("@") {
            return Ok((Axis::Attribute, self.test()?));
        }
        let start = self.cursor.position();
        let name = self.cursor.take_while(is_name_char);
        if self.cursor.eat("::") {
            let axis = AXES.iter().find(|(known, _)| *known == name);
            let Some((_, axis)) = axis else {
                self.cursor.back_to(start);
                return Err(self.cursor.unsupported(&format!("the axis `{name}`")));
            };
            return Ok((*axis, self.test()?));
        }
        self.cursor.back_to(start);
        Ok((Axis::Child, self.test()?))
    }

    fn test(&mut self) -> Result<Test, SelectError> {
        self.cursor.skip_space();
        if self.cursor.eat("*") {
            return Ok(Test::Any);
        }
        let start = self.cursor.position();
        let name = self.cursor.take_while(is_name_char);
        if name.is_empty() {
            return Err(self.cursor.expected("the name of a tag, `*`, `text()` or `@`"));
        }
        if self.cursor.eat(":") {
            self.cursor.back_to(start);
            return Err(self.cursor.unsupported("names with a prefix"));
        }
        if !self.cursor.eat("(") {
            return Ok(Test::Name(name.to_owned()));
        }
        self.cursor.skip_space();
        self.cursor.require(")")?;
        match name {
            "text" => Ok(Test::Text),
            "node" => Ok(Test::Node),
            _ => {
                self.cursor.back_to(start);
                Err(self.cursor.unsupported(&format!("`{name}()` as a step")))
            }
        }
    }

    fn expression(&mut self) -> Result<Expression, SelectError> {
        self.cursor.enter()?;
        let mut choices = vec![self.conjunction()?];
        while self.eat_word("or") {
            choices.push(self.conjunction()?);
        }
        self.cursor.leave();
        Ok(one_or(choices, Expression::Or))
    }

    fn conjunction(&mut self) -> Result<Expression, SelectError> {
        let mut parts = vec![self.comparison()?];
        while self.eat_word("and") {
            parts.push(self.comparison()?);
        }
        Ok(one_or(parts, Expression::And))
    }

    fn comparison(&mut self) -> Result<Expression, SelectError> {
        let left = self.sum()?;
        for (token, comparison) in COMPARISONS {
            if self.cursor.eat(token) {
                let right = self.sum()?;
                return Ok(Expression::Compare(Box::new(left), *comparison, Box::new(right)));
            }
        }
        Ok(left)
    }

    fn sum(&mut self) -> Result<Expression, SelectError> {
        let first = self.operand()?;
        let mut others = Vec::new();
        loop {
            let plus = self.cursor.eat("+");
            if !plus && !self.cursor.eat("-") {
                break;
            }
            others.push((plus, self.operand()?));
        }
        if others.is_empty() { Ok(first) } else { Ok(Expression::Sum(Box::new(first), others)) }
    }

    /// A number, a string, a call, brackets or a path; and the white space on both sides.
    fn operand(&mut self) -> Result<Expression, SelectError> {
        self.cursor.skip_space();
        let operand = self.bare_operand()?;
        self.cursor.skip_space();
        match self.cursor.peek() {
            Some('|') => Err(self.cursor.unsupported("`|` behind what is no path")),
            Some('*') => Err(self.cursor.unsupported("`*` as a product")),
            _ => Ok(operand),
        }
    }

    fn bare_operand(&mut self) -> Result<Expression, SelectError> {
        if let Some(literal) = self.cursor.quoted()? {
            return Ok(Expression::Literal(literal.to_owned()));
        }
        match self.cursor.peek() {
            Some('0'..='9') => return self.number(),
            Some('$') => return Err(self.cursor.unsupported("variables")),
            _ => {}
        }
        if self.cursor.eat("(") {
            let inner = self.expression()?;
            self.cursor.require(")")?;
            return Ok(inner);
        }
        let start = self.cursor.position();
        let name = self.cursor.take_while(is_name_char);
        let is_call = self.cursor.rest().starts_with('(') && !matches!(name, "text" | "node" | "");
        if is_call {
            return self.call(name, start);
        }
        self.cursor.back_to(start);
        self.union().map(Expression::Union)
    }

    fn number(&mut self) -> Result<Expression, SelectError> {
        let digits = self.cursor.take_while(|character| matches!(character, '0'..='9' | '.'));
        let number = digits.parse().map_err(|_| self.cursor.error("not a number"))?;
        Ok(Expression::Number(number))
    }

    fn call(&mut self, name: &str, start: usize) -> Result<Expression, SelectError> {
        let known = FUNCTIONS.iter().find(|(known, ..)| *known == name);
        let Some((_, function, fewest, most)) = known else {
            self.cursor.back_to(start);
            return Err(self.cursor.unsupported(&format!("the function `{name}()`")));
        };
        self.cursor.require("(")?;
        let arguments = self.arguments()?;
        if (*fewest..=*most).contains(&arguments.len()) {
            Ok(Expression::Call(*function, arguments))
        } else {
            self.cursor.back_to(start);
            let count = arguments.len();
            Err(self.cursor.error(&format!("`{name}()` cannot take {count} arguments")))
        }
    }

    fn arguments(&mut self) -> Result<Vec<Expression>, SelectError> {
        self.cursor.skip_space();
        let mut arguments = Vec::new();
        if self.cursor.eat(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.expression()?);
            if !self.cursor.eat(",") {
                self.cursor.require(")")?;
                return Ok(arguments);
            }
        }
    }

    /// Takes `and` or `or` as a word of its own.
    fn eat_word(&mut self, word: &str) -> bool {
        let follows = self.cursor.rest().strip_prefix(word);
        let is_word = follows.is_some_and(|rest| !rest.starts_with(is_name_char));
        is_word && self.cursor.eat(word)
    }
}

fn one_or(mut parts: Vec<Expression>, many: fn(Vec<Expression>) -> Expression) -> Expression {
    match parts.len() {
        1 => parts.swap_remove(0),
        _ => many(parts),
    }
}
