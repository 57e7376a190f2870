//! Reads the texts of a page at each `#PCDATA` of an expression.

use super::MAX_STEPS_PER_PAGE;
use super::expression::ExpressionItem;
use crate::BaselineColumn;
use crate::tokens::{PageToken, PageTokenKind, TokenCorpus, TokenSymbol};
use rustc_hash::FxHashSet;
use unhusk_page::internal::Budget;

/// Returns a column for each `#PCDATA`, in the order of the expression. Pages that do not match have no values.
pub(super) fn columns(corpus: &TokenCorpus, items: &[ExpressionItem]) -> Vec<BaselineColumn> {
    let mut program = ExpressionProgram::default();
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

/// An expression compiled to instructions.
#[derive(Debug, Default)]
struct ExpressionProgram {
    steps: Vec<Instruction>,
    n_columns: usize,
}

#[derive(Debug, Clone, Copy)]
enum Instruction {
    /// Reads this token.
    Token(TokenSymbol),
    /// Reads a text into a column.
    Data(usize),
    /// Continues with the first of two instructions, else with the second.
    Either(usize, usize),
}

impl ExpressionProgram {
    fn add(&mut self, items: &[ExpressionItem]) {
        for item in items {
            let start = self.steps.len();
            match item {
                ExpressionItem::Tag(_, symbol) | ExpressionItem::Text(symbol) => {
                    self.steps.push(Instruction::Token(*symbol));
                }
                ExpressionItem::Data => {
                    self.steps.push(Instruction::Data(self.n_columns));
                    self.n_columns += 1;
                }
                ExpressionItem::Plus(body) => {
                    self.add(body);
                    self.steps.push(Instruction::Either(start, self.steps.len() + 1));
                }
                ExpressionItem::Optional(body) => {
                    self.steps.push(Instruction::Either(start + 1, start + 1));
                    self.add(body);
                    self.steps[start] = Instruction::Either(start + 1, self.steps.len());
                }
            }
        }
    }

    /// Returns columns and token positions of the texts; `None` if the page does not match.
    fn read(&self, tokens: &[PageToken]) -> Option<Vec<(usize, usize)>> {
        let mut budget = Budget::new(MAX_STEPS_PER_PAGE);
        let mut found: Vec<(usize, usize)> = Vec::new();
        // Backtracking stack: instruction, token, and number of texts found before.
        let mut others = vec![(0, 0, 0)];
        let mut tried: FxHashSet<(usize, usize)> = FxHashSet::default();
        while let Some((mut step, mut at, n_found)) = others.pop() {
            found.truncate(n_found);
            while budget.spend_or_end(1) {
                let token = tokens.get(at);
                match (self.steps.get(step), token) {
                    (None, None) => return Some(found),
                    (Some(&Instruction::Either(first, second)), _) => {
                        // A state that failed before fails again.
                        if !tried.insert((step, at)) {
                            break;
                        }
                        others.push((second, at, found.len()));
                        step = first;
                        continue;
                    }
                    (Some(Instruction::Token(symbol)), Some(token)) if token.symbol == *symbol => {}
                    (Some(Instruction::Data(column)), Some(token))
                        if token.kind == PageTokenKind::Text =>
                    {
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
