//! Decides which fields a node is a value of, once for all nodes with equal surroundings.

use super::fork::{Budget, Exhausted, ForkMatcher, Node, Outline};
use super::node_symbols::{FineSymbols, GroupSymbols};
use super::paths::MAX_FIELDS;
use super::program::Program;
use super::signature::Signatures;
use rustc_hash::FxHashMap;

/// The decisions for one page.
pub(super) struct Decisions<'a> {
    program: &'a Program,
    signatures: Signatures<'a>,
    /// One for each group.
    runs: Vec<ForkMatcher<'a, GroupSymbols<'a>>>,
    outline: &'a Outline,
    /// Fields that take a node, as bits, by the question and the node's signature.
    decided: FxHashMap<Box<[u32]>, u64>,
    /// Rows of `decided_within`, for small subtrees that contain all that decides: by the query and the subtree.
    rows: FxHashMap<(u32, u32), usize>,
    /// By row and the node's position in the subtree, once it is known.
    decided_within: Vec<Box<[Option<u64>]>>,
    questions: Vec<FieldQuery>,
    key: Vec<u32>,
    budget: Budget,
}

/// Fields that are decided together.
#[derive(Clone, Copy)]
struct FieldQuery {
    number: u32,
    chunk: usize,
    fields: u64,
    /// Their largest k and l.
    size: (usize, usize),
    /// The small subtree of the last node that was queried, and the row of both.
    last: Option<(Node, usize)>,
    /// Number of queried nodes in large subtrees.
    n_asked: u32,
}

/// Largest small subtree, in nodes. Larger ones, such as tables, differ by more than the surroundings of a node;
/// records do not.
const MAX_WHOLE: u32 = 96;

/// Nodes in large subtrees that are decided one by one: a signature costs about as much as a decision. It pays where
/// many nodes have equal surroundings, and avoids repeated tests of wide forks over long tables.
const N_SINGLE: u32 = 64;

impl<'a> Decisions<'a> {
    /// Creates an empty table; `symbols` has one encoding per group.
    pub(super) fn new(
        program: &'a Program,
        outline: &'a Outline,
        (fine, symbols): (&'a FineSymbols<'a>, &'a [GroupSymbols<'a>]),
        budget: Budget,
    ) -> Self {
        let groups = program.groups.iter().zip(symbols);
        Self {
            program,
            signatures: Signatures::new(outline, fine),
            runs: groups
                .map(|(group, symbols)| {
                    ForkMatcher::new(&group.index, group.width, outline, symbols)
                })
                .map(ForkMatcher::without_rows)
                .collect(),
            outline,
            decided: FxHashMap::default(),
            rows: FxHashMap::default(),
            decided_within: Vec::new(),
            questions: Vec::new(),
            key: Vec::new(),
            budget,
        }
    }

    /// Returns the fields among `asked` (as bits, of chunk number `chunk`) that a node is a value of.
    pub(super) fn taken(&mut self, node: Node, chunk: usize, asked: u64) -> Result<u64, Exhausted> {
        if asked == 0 {
            return Ok(0);
        }
        let question = self.question(chunk, asked);
        self.answer(node, question)
    }

    fn answer(&mut self, node: Node, question: FieldQuery) -> Result<u64, Exhausted> {
        // Forks do not reach above this node.
        let top = self.outline.ancestor(node, question.size.1 - 1);
        if self.outline.end(top) - top <= MAX_WHOLE {
            let row = self.row(top, question)?;
            let at = (node - top) as usize;
            if let Some(taken) = self.decided_within[row][at] {
                return Ok(taken);
            }
            let taken = self.decide(node, question)?;
            self.decided_within[row][at] = Some(taken);
            return Ok(taken);
        }
        let n_asked = &mut self.questions[question.number as usize].n_asked;
        if *n_asked < N_SINGLE {
            *n_asked += 1;
            return self.decide(node, question);
        }
        self.key.clear();
        self.key.push(question.number);
        self.signatures.write(node, question.size, &mut self.key, &mut self.budget)?;
        if let Some(&taken) = self.decided.get(self.key.as_slice()) {
            return Ok(taken);
        }
        let taken = self.decide(node, question)?;
        self.decided.insert(self.key.as_slice().into(), taken);
        Ok(taken)
    }

    /// Returns the row of a query and a small subtree; mostly that of the last queried node.
    fn row(&mut self, top: Node, question: FieldQuery) -> Result<usize, Exhausted> {
        let last = &self.questions[question.number as usize].last;
        if let Some((_, row)) = last.filter(|last| last.0 == top) {
            return Ok(row);
        }
        let whole = self.signatures.whole(top, &mut self.budget)?;
        let next = self.decided_within.len();
        let row = *self.rows.entry((question.number, whole)).or_insert(next);
        if row == next {
            let n_nodes = (self.outline.end(top) - top) as usize;
            self.decided_within.push(vec![None; n_nodes].into());
        }
        self.questions[question.number as usize].last = Some((top, row));
        Ok(row)
    }

    fn decide(&mut self, node: Node, question: FieldQuery) -> Result<u64, Exhausted> {
        let mut taken = 0;
        for bit in bits(question.fields) {
            let field = &self.program.fields[question.chunk * MAX_FIELDS + bit];
            let run = &mut self.runs[field.group];
            taken |= u64::from(run.accepts(node, &field.rule, &mut self.budget)?) << bit;
        }
        Ok(taken)
    }

    fn question(&mut self, chunk: usize, fields: u64) -> FieldQuery {
        let same = |known: &&FieldQuery| (known.chunk, known.fields) == (chunk, fields);
        if let Some(known) = self.questions.iter().find(same) {
            return *known;
        }
        let programs = bits(fields).map(|bit| &self.program.fields[chunk * MAX_FIELDS + bit]);
        let size = programs.fold((1, 1), |(width, depth), field| {
            let group = &self.program.groups[field.group];
            (group.width.max(width), field.rule.depth().max(depth))
        });
        let number = u32::try_from(self.questions.len()).expect("fewer than there are nodes");
        let question = FieldQuery { number, chunk, fields, size, last: None, n_asked: 0 };
        self.questions.push(question);
        question
    }
}

/// The positions of the bits that are set.
pub(super) fn bits(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            lowest
        })
    })
}
