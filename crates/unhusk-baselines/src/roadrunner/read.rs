//! Expression x page -> what stands at each `#PCDATA`.

use super::expression::Item;
use super::{Budget, MAX_STEPS_PER_PAGE};
use crate::BaselineColumn;
use crate::tokens::{Corpus, Kind, Symbol, Token};
use rustc_hash::FxHashSet;

/// A column for each `#PCDATA`, in the order of the expression. Pages that it does not fit have no values.
pub(super) fn columns(corpus: &Corpus, items: &[Item]) -> Vec<BaselineColumn> {
    let mut program = Program::default();
    program.add(items);
    let n_pages = corpus.pages.len();
    let mut columns = vec![BaselineColumn::new(n_pages); program.n_columns];
    for (page_idx, tokens) in corpus.pages.iter().enumerate() {
        for (column, at) in program.read(tokens).unwrap_or_default() {
            columns[column].values[page_idx].push(tokens[at].span);
        }
    }
    columns.retain(|column| !column.is_empty());
    columns
}

/// An expression as steps one behind the other.
#[derive(Debug, Default)]
struct Program {
    steps: Vec<Step>,
    n_columns: usize,
}

#[derive(Debug, Clone, Copy)]
enum Step {
    /// Reads this token.
    Token(Symbol),
    /// Reads a text into a column.
    Data(usize),
    /// Goes on with the first of two steps, or else with the second.
    Either(usize, usize),
}

impl Program {
    fn add(&mut self, items: &[Item]) {
        for item in items {
            let start = self.steps.len();
            match item {
                Item::Tag(_, symbol) | Item::Text(symbol) => self.steps.push(Step::Token(*symbol)),
                Item::Data => {
                    self.steps.push(Step::Data(self.n_columns));
                    self.n_columns += 1;
                }
                Item::Plus(body) => {
                    self.add(body);
                    self.steps.push(Step::Either(start, self.steps.len() + 1));
                }
                Item::Optional(body) => {
                    self.steps.push(Step::Either(start + 1, start + 1));
                    self.add(body);
                    self.steps[start] = Step::Either(start + 1, self.steps.len());
                }
            }
        }
    }

    /// The columns of texts, by their positions among the tokens; `None` if the expression does not fit.
    fn read(&self, tokens: &[Token]) -> Option<Vec<(usize, usize)>> {
        let mut budget = Budget::new(MAX_STEPS_PER_PAGE);
        let mut found: Vec<(usize, usize)> = Vec::new();
        // Where else to go on: a step, a token, and how much had been found.
        let mut others = vec![(0, 0, 0)];
        let mut tried: FxHashSet<(usize, usize)> = FxHashSet::default();
        while let Some((mut step, mut at, n_found)) = others.pop() {
            found.truncate(n_found);
            while budget.spend(1) {
                let token = tokens.get(at);
                match (self.steps.get(step), token) {
                    (None, None) => return Some(found),
                    (Some(&Step::Either(first, second)), _) => {
                        // What led nowhere before leads nowhere now.
                        if !tried.insert((step, at)) {
                            break;
                        }
                        others.push((second, at, found.len()));
                        step = first;
                        continue;
                    }
                    (Some(Step::Token(symbol)), Some(token)) if token.symbol == *symbol => {}
                    (Some(Step::Data(column)), Some(token)) if token.kind == Kind::Text => {
                        found.push((*column, at));
                    }
                    _ => break,
                }
                step += 1;
                at += 1;
            }
        }
        None
    }
}
