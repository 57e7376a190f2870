//! What can be said of a node: the clues of each kind.

use super::clue::{Expected, Ink, Kind, What};
use super::landmarks::Landmarks;
use super::rule::NodeTarget;
use super::view::{Scope, View};
use crate::page::fold;
use crate::wrapper::context::fork::Node;

/// A scope of a page, as clues look at it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sight<'a, 'p> {
    /// The page.
    pub(crate) view: &'a View<'p>,
    /// Where fields are looked for.
    pub(crate) scope: Scope,
    /// Texts that belong to the template.
    pub(crate) landmarks: &'a Landmarks,
}

/// How many texts a landmark may be away.
pub(super) const FAR: usize = 60;

/// How many levels up classes anywhere around count.
pub(super) const AROUND: usize = 12;

/// How many levels up whole paths, ids and tables are looked for; pages of real sites have about forty.
const MAX_LEVELS: usize = 100;

/// Most cells of a row that have a column.
const MAX_COLUMNS: usize = 500;

/// Most tokens of an attribute that are looked at.
const MAX_TOKENS: usize = 12;

impl Sight<'_, '_> {
    /// Calls `seen` with all that can be said of `node` by clues of one kind.
    pub(crate) fn each<W: Ink + Default>(self, kind: Kind, node: Node, seen: impl FnMut(W)) {
        self.write(kind, node, W::default(), seen);
    }

    /// Whether a clue of one kind says of `node` just what is expected.
    pub(super) fn says(self, kind: Kind, node: Node, expected: &str) -> bool {
        let mut is_said = false;
        let blank = Expected(Some(expected.as_bytes()));
        self.write(kind, node, blank, |said: Expected<'_>| is_said |= said.is_met());
        is_said
    }

    /// The same with the ink that clues are written with.
    fn write<W: Ink>(self, (what, at): Kind, node: Node, blank: W, mut seen: impl FnMut(W)) {
        let one = match what {
            What::Class | What::Token | What::ClassAround => {
                return self.tokens((what, at), node, &blank, &mut seen);
            }
            What::Path => self.path(node, usize::from(at), Step::Name, blank),
            What::WholePath => self.whole_path(node, Step::Name, blank),
            What::Positions => self.path(node, usize::from(at), Step::Position, blank),
            What::WholePositions => self.whole_path(node, Step::Position, blank),
            What::PositionsFromEnd => {
                self.path(node, usize::from(at), Step::PositionFromEnd, blank)
            }
            What::Id => self.id(node, Step::Name, blank),
            What::IdPositions => self.id(node, Step::Position, blank),
            What::Siblings => self.siblings(node, usize::from(at), blank),
            What::TextBefore => self.said(self.leaf_before(node, usize::from(at)), blank),
            What::TextAfter => self.said(self.leaf_after(node, usize::from(at)), blank),
            What::FirstText => self.said(self.first_text(node, usize::from(at)), blank),
            What::ColumnHead => self.said(self.column_head(node), blank),
            What::Heading => self.said(self.heading(node), blank),
            What::LandmarkBefore | What::LandmarkBeforeAt | What::LandmarkAfter | What::Between => {
                self.landmark(what, node, blank)
            }
            What::NoLandmark => self.is_no_landmark(node).then_some(blank),
            What::Place => self.place(node, blank),
            What::Title => self.begins_title(node).then_some(blank),
            What::Shape => self.shape(node, blank),
            What::Contents => self.contents(node, blank),
        };
        one.into_iter().for_each(seen);
    }

    /// The element around a text; an element itself.
    fn holder(self, node: Node) -> Option<Node> {
        if !self.view.is_text(node) {
            return Some(node);
        }
        self.view.parent(node).filter(|parent| self.scope.first <= *parent)
    }

    /// The holder and the elements around it.
    fn around(self, node: Node) -> impl Iterator<Item = Node> {
        let holder = self.holder(node);
        let Self { view, scope, .. } = self;
        let within = move |node: &Node| scope.first <= *node;
        std::iter::successors(holder, move |&above| view.parent(above).filter(within))
    }

    fn path<W: Ink>(self, node: Node, n_steps: usize, step: Step, mut said: W) -> Option<W> {
        let mut n_said = 0;
        if step != Step::Name && !self.put_text_position(&mut said, node, step) {
            return None;
        }
        for above in self.around(node).take(n_steps) {
            if n_said > 0 {
                said.put("<");
            }
            if !self.put_step(&mut said, above, step) {
                return None;
            }
            n_said += 1;
        }
        (n_said == n_steps).then_some(said)
    }

    fn whole_path<W: Ink>(self, node: Node, step: Step, mut said: W) -> Option<W> {
        if step != Step::Name && !self.put_text_position(&mut said, node, step) {
            return None;
        }
        let mut around = self.around(node);
        for above in around.by_ref().take(MAX_LEVELS) {
            if !self.put_step(&mut said, above, step) {
                return None;
            }
            said.put("<");
        }
        around.next().is_none().then_some(said)
    }

    fn put_text_position<W: Ink>(self, said: &mut W, node: Node, step: Step) -> bool {
        !self.view.is_text(node) || self.put_step(said, node, step)
    }

    /// Writes an element, unless that makes no difference any more.
    fn put_step<W: Ink>(self, said: &mut W, node: Node, step: Step) -> bool {
        said.put(self.view.tag(node));
        if said.is_lost() {
            return false;
        }
        let position = match step {
            Step::Name => return true,
            Step::Position => Some(self.view.nth(self.scope, node)),
            Step::PositionFromEnd => self.view.nth_back(self.scope, node),
        };
        let Some(position) = position else { return false };
        said.put_position(if step == Step::Position { "[" } else { "[-" }, position);
        !said.is_lost()
    }

    /// The names from the holder up to `top`, which comes last without its own.
    fn put_names_below<W: Ink>(self, said: &mut W, node: Node, top: Node, step: Step) -> bool {
        for above in self.around(node).take_while(|&above| above != top) {
            if !self.put_step(said, above, step) {
                return false;
            }
            said.put("<");
        }
        true
    }

    fn id<W: Ink>(self, node: Node, step: Step, mut said: W) -> Option<W> {
        if step != Step::Name && !self.put_text_position(&mut said, node, step) {
            return None;
        }
        for above in self.around(node).take(MAX_LEVELS) {
            if let Some(id) = self.view.html_id(above) {
                said.put("#");
                said.put(id);
                return is_stable(id).then_some(said);
            }
            if !self.put_step(&mut said, above, step) {
                return None;
            }
            said.put("<");
        }
        None
    }

    fn tokens<W: Ink>(self, (what, at): Kind, node: Node, blank: &W, seen: &mut impl FnMut(W)) {
        if what == What::ClassAround {
            let around = self.around(node).take(AROUND);
            around.for_each(|top| self.tokens_of(what, top, blank, seen));
            return;
        }
        let Some(top) = self.around(node).nth(at.into()) else { return };
        let mut said = blank.clone();
        if self.put_names_below(&mut said, node, top, Step::Name)
            && self.put_step(&mut said, top, Step::Name)
        {
            self.tokens_of(what, top, &said, seen);
        }
    }

    /// The tokens of one element, each behind what is said already.
    fn tokens_of<W: Ink>(self, what: What, top: Node, begun: &W, seen: &mut impl FnMut(W)) {
        let mut n_tokens = 0;
        self.view.naming_attributes(top, |attribute, value| {
            let is_class = attribute == "class";
            let is_asked = attribute != "id" && is_class != (what == What::Token);
            for token in value.split_ascii_whitespace() {
                n_tokens += 1;
                if !is_asked || n_tokens > MAX_TOKENS || !is_stable(token) {
                    continue;
                }
                let mut said = begun.clone();
                if is_class {
                    said.put(".");
                } else {
                    said.put("@");
                    said.put(attribute);
                    said.put("=");
                }
                said.put(token);
                seen(said);
            }
        });
    }

    /// Whether an element has a class, told as of a node below it.
    pub(super) fn has_class(self, node: Node, expected: &str) -> bool {
        let mut is_said = false;
        let blank = Expected(Some(expected.as_bytes()));
        let mut seen = |said: Expected<'_>| is_said |= said.is_met();
        self.tokens_of(What::ClassAround, node, &blank, &mut seen);
        is_said
    }

    fn siblings<W: Ink>(self, node: Node, at: usize, mut said: W) -> Option<W> {
        let node = match at {
            0 => node,
            _ => self.view.ancestors(self.scope, node).nth(at - 1)?,
        };
        let within = |other: &Node| self.scope.holds(*other);
        for sibling in [self.view.prev_sibling(node), self.view.next_sibling(node)] {
            said.put(match sibling.filter(within) {
                None => "|",
                Some(sibling) if self.view.is_text(sibling) => "text",
                Some(sibling) => self.view.tag(sibling),
            });
            said.put(" ");
        }
        Some(said)
    }

    fn said<W: Ink>(self, leaf: Option<usize>, mut said: W) -> Option<W> {
        said.put_leaf(self.view, leaf?).then_some(said)
    }

    fn leaf_before(self, node: Node, at: usize) -> Option<usize> {
        let leaf = self.view.leaves_before(node).checked_sub(at)?;
        (self.view.leaf(leaf) >= self.scope.first).then_some(leaf)
    }

    fn leaf_after(self, node: Node, at: usize) -> Option<usize> {
        let leaf = self.view.leaves_before(self.view.end(node)) + at - 1;
        (leaf < self.view.leaves_of(self.scope).end).then_some(leaf)
    }

    fn first_text(self, node: Node, at: usize) -> Option<usize> {
        let top = self.around(node).nth(at)?;
        let leaf = self.view.leaves_before(top);
        (leaf < self.view.leaves_before(node)).then_some(leaf)
    }

    /// The first text of the column of a table.
    fn column_head(self, node: Node) -> Option<usize> {
        let view = self.view;
        let is_cell = |node: &Node| matches!(view.tag(*node), "td" | "th");
        let whole = view.whole();
        let above = |node| view.ancestors(whole, node).take(MAX_LEVELS);
        let cell = std::iter::once(node).chain(above(node)).find(is_cell)?;
        let row = view.parent(cell)?;
        let position = view.children(row).take(MAX_COLUMNS).position(|child| child == cell)?;
        let table = above(row).find(|&above| view.tag(above) == "table")?;
        let first_row = (table..view.end(table)).find(|&below| view.tag(below) == "tr")?;
        let head = view.children(first_row).nth(position).filter(|&head| head != cell)?;
        let leaf = view.leaves_before(head);
        let is_inside = leaf < view.leaves_before(view.end(head));
        is_inside.then_some(leaf)
    }

    fn heading(self, node: Node) -> Option<usize> {
        self.view.heading(self.view.leaves_before(node))
    }

    fn landmark<W: Ink>(self, what: What, node: Node, said: W) -> Option<W> {
        if self.landmarks.is_empty() {
            return None;
        }
        let leaves = self.view.leaves_of(self.scope);
        let at = self.view.leaves_before(node);
        let behind = self.view.leaves_before(self.view.end(node));
        let before = || {
            let found = self.landmarks.before(self.view, at);
            found.filter(|&leaf| leaf >= leaves.start && at - leaf <= FAR)
        };
        let after = || {
            let found = self.landmarks.from(self.view, behind);
            found.filter(|&leaf| leaf < leaves.end && leaf - behind < FAR)
        };
        if what == What::LandmarkAfter {
            return self.said(after(), said);
        }
        let leaf = before()?;
        let mut said = self.said(Some(leaf), said)?;
        match what {
            What::LandmarkBefore => {}
            What::Between => {
                said.put(" ... ");
                said.put(&self.view.said(after()?).text);
            }
            _ => {
                said.put(" +");
                said.put_number(u32::try_from(at - leaf).unwrap_or(u32::MAX));
            }
        }
        Some(said)
    }

    fn is_no_landmark(self, node: Node) -> bool {
        let is_itself =
            self.view.is_text(node) && self.landmarks.has(self.view, self.view.leaves_before(node));
        !self.landmarks.is_empty() && !is_itself
    }

    fn place<W: Ink>(self, node: Node, mut said: W) -> Option<W> {
        if !self.view.is_text(node) {
            return None;
        }
        let holder = self.holder(node)?;
        let only = self.view.end(holder) == node + 1 && holder + 1 == node;
        if only {
            said.put("only");
        } else {
            said.put_number(self.view.nth(self.scope, node));
        }
        Some(said)
    }

    fn begins_title(self, node: Node) -> bool {
        if !self.view.is_text(node) {
            return false;
        }
        let text = self.view.tree().text(self.view.id(node)).trim();
        let title = self.view.title();
        let is_inside = self.around(node).take(1).any(|above| self.view.tag(above) == "title");
        !is_inside
            && text.len() >= 3
            && title.as_bytes().first() == text.as_bytes().first()
            && title.starts_with(&*fold(text))
    }

    fn shape<W: Ink>(self, node: Node, mut said: W) -> Option<W> {
        if !self.view.is_text(node) {
            return None;
        }
        let mut last = '\0';
        let mut n_said = 0;
        for c in self.view.tree().text(self.view.id(node)).trim().chars() {
            let class = match c {
                _ if c.is_ascii_digit() => '9',
                _ if c.is_uppercase() => 'A',
                _ if c.is_alphabetic() => 'a',
                _ if c.is_whitespace() => ' ',
                _ => c,
            };
            if class == last {
                continue;
            }
            last = class;
            n_said += 1;
            if n_said > MAX_SHAPE {
                return None;
            }
            said.put(class.encode_utf8(&mut [0; 4]));
        }
        Some(said)
    }

    fn contents<W: Ink>(self, node: Node, mut said: W) -> Option<W> {
        if self.view.is_text(node) {
            return None;
        }
        let has_elements = self.view.children(node).any(|child| !self.view.is_text(child));
        said.put(if has_elements { "elements" } else { "text" });
        Some(said)
    }

    /// Whether `target` is something that `node` has.
    pub(crate) fn is_target(self, node: Node, target: &NodeTarget) -> bool {
        match target {
            NodeTarget::Text => self.view.is_text(node),
            NodeTarget::Element => !self.view.is_text(node),
            NodeTarget::Attribute(name) => {
                !self.view.is_text(node)
                    && self.view.tree().attribute(self.view.id(node), name).is_some()
            }
        }
    }
}

/// Longer shapes say too much.
const MAX_SHAPE: usize = 9;

/// How a step of a path is told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Name,
    Position,
    PositionFromEnd,
}

/// Whether a token may be part of a rule: words that someone chose, not counters or keys.
pub(super) fn is_stable(token: &str) -> bool {
    !token.is_empty() && token.len() <= 40 && !has_long_number(token)
}

fn has_long_number(token: &str) -> bool {
    let mut run = 0;
    token.bytes().any(|byte| {
        run = if byte.is_ascii_digit() { run + 1 } else { 0 };
        run >= 3
    })
}
