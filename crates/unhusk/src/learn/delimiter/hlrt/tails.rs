//! All the tails that end the labelled pages and spare the rest of them.
//!
//! A tail begins somewhere in the shortest rest of a page. From there on, a longer one occurs in fewer places:
//! it must be short enough to begin in every other rest before a left delimiter does, and long enough to begin
//! nowhere where it would end the reading too early. Both bounds are longest matches of the shortest rest, read
//! from each of its places on, with certain places of the pages.

use super::super::automaton::Automaton;
use super::super::border::ends_token;
use super::super::seen::Seen;
use super::frame::Frame;

/// The shortest rest, and where its pieces begin on all pages.
pub(super) struct Tails<'p> {
    /// The shortest rest of a page.
    text: &'p str,
    /// Which of the tails that is.
    shortest: usize,
    automaton: Automaton,
    order: Vec<u32>,
    /// For each byte of each page, what is found there when the page is read backwards.
    walks: Vec<Vec<(u32, u32)>>,
    /// Where each letter of `text` begins, and where it ends.
    borders: Vec<usize>,
}

impl<'p> Tails<'p> {
    /// `None` if no page has a rest.
    pub(super) fn new(frame: &Frame<'_, 'p>) -> Option<Self> {
        let tails = &frame.fragments.tails;
        let rest =
            |tail: usize| &frame.fragments.pages[tails[tail].page].source[tails[tail].from..];
        let shortest = (0..tails.len()).min_by_key(|&tail| rest(tail).len())?;
        let text = rest(shortest);
        let automaton = Automaton::of(text.chars().rev());
        let walk = |source: &str| {
            let mut places = vec![(0, 0); source.len()];
            let starts = source.char_indices().rev().map(|(at, _)| at);
            for (at, place) in starts.zip(automaton.walk(source.chars().rev())) {
                places[at] = place;
            }
            places
        };
        Some(Self {
            text,
            shortest,
            order: automaton.by_length(),
            walks: frame.fragments.pages.iter().map(|page| walk(page.source)).collect(),
            borders: text.char_indices().map(|(at, _)| at).chain([text.len()]).collect(),
            automaton,
        })
    }

    /// Letters that one search looks at.
    pub(super) fn cost(&self) -> usize {
        self.walks.iter().map(Vec::len).sum::<usize>() + 4 * self.order.len()
    }

    /// What begins in every rest before the first left delimiter of a length does.
    pub(super) fn ending(&self, frame: &Frame<'_, 'p>, length: usize) -> Seen {
        let tails = frame.fragments.tails.iter().enumerate();
        let mut seen = tails.map(|(number, rest)| {
            let last = frame.left_in_tail(number, length).map_or(usize::MAX, |left| left + 1);
            self.seen(rest.page, rest.from, last)
        });
        let mut all = seen.next().unwrap_or_else(|| Seen::nothing(&self.automaton));
        for seen in seen {
            all.meet(&seen);
        }
        all
    }

    /// What begins between two records where a tail must not, given the length of the first left delimiter.
    pub(super) fn forbidden(&self, frame: &Frame<'_, 'p>, length: usize) -> Seen {
        let mut seen = Seen::nothing(&self.automaton);
        for gap in &frame.fragments.between {
            let from = if gap.exact { gap.from } else { gap.to - length };
            self.mark(&mut seen, gap.page, from, gap.to - length + 1);
        }
        seen
    }

    /// Adds what begins in the heads, from the starts on, where a tail must not.
    pub(super) fn forbid_heads(
        &self,
        seen: &mut Seen,
        frame: &Frame<'_, 'p>,
        length: usize,
        starts: &[usize],
    ) {
        for (gap, &start) in frame.fragments.heads.iter().zip(starts) {
            let from = if gap.exact { start } else { gap.to - length };
            self.mark(seen, gap.page, from, gap.to - length + 1);
        }
    }

    /// What begins on a page without records, from `start` on and not behind the first left delimiter.
    pub(super) fn ending_empty(&self, page: usize, start: usize, left: Option<usize>) -> Seen {
        self.seen(page, start, left.map_or(usize::MAX, |left| left + 1))
    }

    /// A tail that begins where it must and nowhere where it must not; `ending` must have been spread.
    pub(super) fn find(
        &self,
        frame: &Frame<'_, 'p>,
        length: usize,
        ending: &Seen,
        mut forbidden: Seen,
    ) -> Option<&'p str> {
        forbidden.spread(&self.automaton, &self.order);
        let longest = ending.longest(&self.automaton, &self.order);
        let forbidden = forbidden.longest(&self.automaton, &self.order);
        let from = frame.fragments.tails[self.shortest].from;
        let last = frame.left_in_tail(self.shortest, length).map_or(usize::MAX, |left| left - from);
        let n = self.borders.len() - 1;
        (0..n).take_while(|&letter| self.borders[letter] <= last).find_map(|letter| {
            let state = self.automaton.prefixes()[n - letter];
            let (shortest, longest) = (forbidden.suffix(state).1 + 1, longest.suffix(state).1);
            (shortest <= longest).then(|| self.cut(letter, shortest as usize, longest as usize))
        })
    }

    /// The shortest tail from a letter on that ends with a token, or simply the shortest.
    fn cut(&self, letter: usize, shortest: usize, longest: usize) -> &'p str {
        let text = &self.text[self.borders[letter]..];
        let end = |letters: usize| self.borders[letter + letters] - self.borders[letter];
        let token = (shortest..=longest).map(end).find(|&end| ends_token(text, end));
        &text[..token.unwrap_or_else(|| end(shortest))]
    }

    fn seen(&self, page: usize, from: usize, to: usize) -> Seen {
        let mut seen = Seen::nothing(&self.automaton);
        self.mark(&mut seen, page, from, to);
        seen.spread(&self.automaton, &self.order);
        seen
    }

    /// Marks what begins at the places from `from` up to but not at `to`.
    fn mark(&self, seen: &mut Seen, page: usize, from: usize, to: usize) {
        let walk = &self.walks[page];
        for &place in &walk[from..to.min(walk.len())] {
            seen.mark(place);
        }
    }
}
