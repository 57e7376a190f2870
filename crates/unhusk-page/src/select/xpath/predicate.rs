//! The meaning of predicates: the values of `XPath` 1.0 and how they compare.

use super::super::{SelectError, Selected};
use super::run::XPathRunner;
use super::{Comparison, Expression, Function, strings};

/// The node that a predicate is evaluated at, with its position among the others.
#[derive(Debug, Clone, Copy)]
pub(super) struct PredicateContext {
    pub(super) item: Selected,
    /// From 1.
    pub(super) position: usize,
    pub(super) size: usize,
}

/// A value of `XPath` 1.0.
pub(super) enum PredicateValue {
    Items(Vec<Selected>),
    Text(String),
    Number(f64),
    Truth(bool),
}

/// Whether a predicate holds; a number is compared with the position.
pub(super) fn holds(
    runner: &mut XPathRunner<'_>,
    expression: &Expression,
    context: PredicateContext,
) -> Result<bool, SelectError> {
    if let Expression::Union(paths) = expression {
        return runner.selects_any(paths, context.item);
    }
    Ok(match value(runner, expression, context)? {
        #[expect(clippy::float_cmp, reason = "positions are small whole numbers")]
        PredicateValue::Number(number) => number == as_number(context.position),
        other => is_true(&other),
    })
}

#[expect(clippy::cast_precision_loss, reason = "trees have fewer than 2^52 nodes")]
fn as_number(count: usize) -> f64 {
    count as f64
}

fn is_true(value: &PredicateValue) -> bool {
    match value {
        PredicateValue::Items(items) => !items.is_empty(),
        PredicateValue::Text(text) => !text.is_empty(),
        PredicateValue::Number(number) => *number != 0.0 && !number.is_nan(),
        PredicateValue::Truth(truth) => *truth,
    }
}

fn truth(
    runner: &mut XPathRunner<'_>,
    expression: &Expression,
    context: PredicateContext,
) -> Result<bool, SelectError> {
    match expression {
        Expression::Union(paths) => runner.selects_any(paths, context.item),
        _ => Ok(is_true(&value(runner, expression, context)?)),
    }
}

pub(super) fn value(
    runner: &mut XPathRunner<'_>,
    expression: &Expression,
    context: PredicateContext,
) -> Result<PredicateValue, SelectError> {
    Ok(match expression {
        Expression::Number(number) => PredicateValue::Number(*number),
        Expression::Literal(text) => PredicateValue::Text(text.clone()),
        Expression::Union(paths) => PredicateValue::Items(runner.union(paths, context.item)?),
        Expression::Call(function, arguments) => call(runner, *function, arguments, context)?,
        Expression::Sum(first, others) => {
            let mut sum = number(runner, first, context)?;
            for (plus, other) in others {
                let other = number(runner, other, context)?;
                sum += if *plus { other } else { -other };
            }
            PredicateValue::Number(sum)
        }
        Expression::Compare(left, comparison, right) => {
            let left = value(runner, left, context)?;
            let right = value(runner, right, context)?;
            PredicateValue::Truth(compare(runner, left, *comparison, right)?)
        }
        Expression::Or(choices) => {
            for choice in choices {
                if truth(runner, choice, context)? {
                    return Ok(PredicateValue::Truth(true));
                }
            }
            PredicateValue::Truth(false)
        }
        Expression::And(parts) => {
            for part in parts {
                if !truth(runner, part, context)? {
                    return Ok(PredicateValue::Truth(false));
                }
            }
            PredicateValue::Truth(true)
        }
    })
}

fn call(
    runner: &mut XPathRunner<'_>,
    function: Function,
    arguments: &[Expression],
    context: PredicateContext,
) -> Result<PredicateValue, SelectError> {
    Ok(match function {
        Function::Position => PredicateValue::Number(as_number(context.position)),
        Function::Last => PredicateValue::Number(as_number(context.size)),
        Function::True => PredicateValue::Truth(true),
        Function::False => PredicateValue::Truth(false),
        Function::Not => PredicateValue::Truth(!truth(runner, &arguments[0], context)?),
        Function::Contains => {
            let (text, part) = two_strings(runner, arguments, context)?;
            PredicateValue::Truth(text.contains(&part))
        }
        Function::StartsWith => {
            let (text, part) = two_strings(runner, arguments, context)?;
            PredicateValue::Truth(text.starts_with(&part))
        }
        Function::String => PredicateValue::Text(argument_string(runner, arguments, context)?),
        Function::StringLength => {
            let text = argument_string(runner, arguments, context)?;
            PredicateValue::Number(as_number(text.chars().count()))
        }
        Function::NormalizeSpace => {
            let text = argument_string(runner, arguments, context)?;
            PredicateValue::Text(strings::normalize_space(&text))
        }
        Function::Count => match value(runner, &arguments[0], context)? {
            PredicateValue::Items(items) => PredicateValue::Number(as_number(items.len())),
            // The specification defines no count of anything but a set.
            _ => PredicateValue::Number(f64::NAN),
        },
        Function::SubstringBefore => {
            let (text, part) = two_strings(runner, arguments, context)?;
            PredicateValue::Text(text.split_once(&part).map_or("", |(before, _)| before).to_owned())
        }
        Function::SubstringAfter => {
            let (text, part) = two_strings(runner, arguments, context)?;
            PredicateValue::Text(text.split_once(&part).map_or("", |(_, behind)| behind).to_owned())
        }
        Function::Concat | Function::Translate => {
            let mut texts = Vec::with_capacity(arguments.len());
            for argument in arguments {
                let argument = value(runner, argument, context)?;
                texts.push(string(runner, argument)?);
            }
            runner.visit(texts.iter().map(String::len).sum::<usize>() / 64)?;
            PredicateValue::Text(match (function, &texts[..]) {
                (Function::Translate, [text, from, to]) => strings::translate(text, from, to),
                _ => texts.concat(),
            })
        }
    })
}

fn two_strings(
    runner: &mut XPathRunner<'_>,
    arguments: &[Expression],
    context: PredicateContext,
) -> Result<(String, String), SelectError> {
    let text = value(runner, &arguments[0], context)?;
    let part = value(runner, &arguments[1], context)?;
    Ok((string(runner, text)?, string(runner, part)?))
}

/// The string of the only argument, else of the node itself.
fn argument_string(
    runner: &mut XPathRunner<'_>,
    arguments: &[Expression],
    context: PredicateContext,
) -> Result<String, SelectError> {
    match arguments.first() {
        Some(argument) => {
            let argument = value(runner, argument, context)?;
            string(runner, argument)
        }
        None => runner.string(context.item),
    }
}

pub(super) fn string(
    runner: &mut XPathRunner<'_>,
    value: PredicateValue,
) -> Result<String, SelectError> {
    Ok(match value {
        PredicateValue::Items(items) => match items.first() {
            Some(item) => runner.string(*item)?,
            None => String::new(),
        },
        PredicateValue::Text(text) => text,
        PredicateValue::Number(number) => number.to_string(),
        PredicateValue::Truth(truth) => truth.to_string(),
    })
}

fn number(
    runner: &mut XPathRunner<'_>,
    expression: &Expression,
    context: PredicateContext,
) -> Result<f64, SelectError> {
    Ok(match value(runner, expression, context)? {
        items @ PredicateValue::Items(_) => {
            atom_number(&PredicateValue::Text(string(runner, items)?))
        }
        atom => atom_number(&atom),
    })
}

/// A set of nodes compares as its members do: one that fits is enough.
fn compare(
    runner: &mut XPathRunner<'_>,
    left: PredicateValue,
    comparison: Comparison,
    right: PredicateValue,
) -> Result<bool, SelectError> {
    let lefts = alternatives(runner, left, &right)?;
    let rights = match lefts.first() {
        Some(left) => alternatives(runner, right, left)?,
        None => return Ok(false),
    };
    runner.visit(lefts.len().saturating_mul(rights.len()))?;
    let fits = |left| rights.iter().any(|right| compare_atoms(left, comparison, right));
    Ok(lefts.iter().any(fits))
}

/// The strings of a set of nodes, or the one other value. Against a truth, a set is a truth as well.
fn alternatives(
    runner: &mut XPathRunner<'_>,
    value: PredicateValue,
    other: &PredicateValue,
) -> Result<Vec<PredicateValue>, SelectError> {
    match value {
        PredicateValue::Items(items) if !matches!(other, PredicateValue::Truth(_)) => {
            items.into_iter().map(|item| runner.string(item).map(PredicateValue::Text)).collect()
        }
        value => Ok(vec![value]),
    }
}

#[expect(clippy::float_cmp, reason = "the specification compares numbers exactly")]
fn compare_atoms(left: &PredicateValue, comparison: Comparison, right: &PredicateValue) -> bool {
    let equality = matches!(comparison, Comparison::Equal | Comparison::Unequal);
    let negated = comparison == Comparison::Unequal;
    match (left, right) {
        (PredicateValue::Truth(truth), other) | (other, PredicateValue::Truth(truth))
            if equality =>
        {
            (*truth == is_true(other)) != negated
        }
        (PredicateValue::Text(left), PredicateValue::Text(right)) if equality => {
            (left == right) != negated
        }
        (left, right) => {
            let (left, right) = (atom_number(left), atom_number(right));
            match comparison {
                Comparison::Equal => left == right,
                Comparison::Unequal => left != right,
                Comparison::Less => left < right,
                Comparison::LessOrEqual => left <= right,
                Comparison::Greater => left > right,
                Comparison::GreaterOrEqual => left >= right,
            }
        }
    }
}

/// Returns the number of a single value; NaN if it is not a number.
fn atom_number(value: &PredicateValue) -> f64 {
    match value {
        PredicateValue::Number(number) => *number,
        PredicateValue::Truth(truth) => f64::from(u8::from(*truth)),
        PredicateValue::Text(text) => text.trim().parse().unwrap_or(f64::NAN),
        // A set is compared by its members.
        PredicateValue::Items(_) => f64::NAN,
    }
}
