//! Which fields is a node a value of? Decided once for all nodes that look the same.

use super::fork::{Budget, Exhausted, Node, Outline, Run};
use super::labels::{FineLabels, PageLabels};
use super::paths::MAX_FIELDS;
use super::program::Program;
use super::signature::Signatures;
use rustc_hash::FxHashMap;

/// The decisions for one page.
pub(super) struct Decisions<'a> {
    program: &'a Program,
    signatures: Signatures<'a>,
    /// One for each group.
    runs: Vec<Run<'a, PageLabels<'a>>>,
    /// Fields that take a node, as bits, by the fields that were asked and the node's signature.
    decided: FxHashMap<Box<[u32]>, u64>,
    /// The largest k and l of the fields that were asked together.
    sizes: Vec<((usize, u64), (usize, usize))>,
    key: Vec<u32>,
    budget: Budget,
}

impl<'a> Decisions<'a> {
    /// None yet; `labels` has one labelling per group.
    pub(super) fn new(
        program: &'a Program,
        outline: &'a Outline,
        (fine, labels): (&'a FineLabels<'a>, &'a [PageLabels<'a>]),
        budget: Budget,
    ) -> Self {
        let groups = program.groups.iter().zip(labels);
        Self {
            program,
            signatures: Signatures::new(outline, fine),
            runs: groups
                .map(|(group, labels)| Run::new(&group.index, group.width, outline, labels))
                .collect(),
            decided: FxHashMap::default(),
            sizes: Vec::new(),
            key: Vec::new(),
            budget,
        }
    }

    /// Those of the fields `asked` (as bits, of chunk number `chunk`) that a node is a value of.
    pub(super) fn taken(&mut self, node: Node, chunk: usize, asked: u64) -> Result<u64, Exhausted> {
        let by_path = self.program.chunks[chunk].by_path;
        let open = asked & !by_path;
        if open == 0 {
            return Ok(asked);
        }
        let size = self.size(chunk, open);
        self.key.clear();
        self.key.extend(halves(open));
        self.key.extend(halves(chunk as u64));
        self.signatures.write(node, size, &mut self.key, &mut self.budget)?;
        let taken = match self.decided.get(self.key.as_slice()) {
            Some(&taken) => taken,
            None => self.decide(node, chunk, open)?,
        };
        Ok(asked & by_path | taken)
    }

    fn decide(&mut self, node: Node, chunk: usize, open: u64) -> Result<u64, Exhausted> {
        let mut taken = 0;
        for bit in bits(open) {
            let field = &self.program.fields[chunk * MAX_FIELDS + bit];
            let run = &mut self.runs[field.group];
            taken |= u64::from(run.accepts(node, &field.rule, &mut self.budget)?) << bit;
        }
        self.decided.insert(self.key.as_slice().into(), taken);
        Ok(taken)
    }

    fn size(&mut self, chunk: usize, open: u64) -> (usize, usize) {
        if let Some(known) = self.sizes.iter().find(|known| known.0 == (chunk, open)) {
            return known.1;
        }
        let fields = bits(open).map(|bit| &self.program.fields[chunk * MAX_FIELDS + bit]);
        let size = fields.fold((1, 1), |(width, depth), field| {
            let group = &self.program.groups[field.group];
            (group.width.max(width), field.rule.depth().max(depth))
        });
        self.sizes.push(((chunk, open), size));
        size
    }
}

#[expect(clippy::cast_possible_truncation, reason = "one half is the rest")]
fn halves(bits: u64) -> [u32; 2] {
    [bits as u32, (bits >> 32) as u32]
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
