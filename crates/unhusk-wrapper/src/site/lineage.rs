//! What clues say of the elements around a node: how they are called, and a word that one of them was given.

use super::clue::{ClueKind, Kind};
use super::sight::{AROUND, EvalContext, MAX_LEVELS, is_stable};
use super::view::{PageIndex, Word};
use crate::context::fork::Node;
use crate::context::reading::is_naming;
use unhusk_page::Tree;

/// A clue that is told by the elements around a node.
#[derive(Debug, Clone)]
pub(super) struct AncestorPath {
    kind: Kind,
    says: Box<str>,
    /// What it begins with: how the elements are called, nearest first.
    names: Box<[Name]>,
    rest: Rest,
}

/// What a clue says behind the names.
#[derive(Debug, Clone)]
enum Rest {
    Nothing,
    /// There is no element around the last.
    Top,
    /// The last element has a word in an attribute.
    Word(Name, Box<str>),
    /// The element around the last has this id, and none below it has any.
    Id(Box<str>),
    /// Some element has a word in an attribute, not too far up.
    ClassAround(Name, Box<str>),
    /// Something that must be told as a whole.
    More,
}

impl AncestorPath {
    pub(super) fn new(kind: Kind, says: &str) -> Self {
        let (path, word) = names_and_word(kind.0, says);
        let names: Box<[Name]> =
            path.split('<').filter(|name| !name.is_empty()).map(Name::new).collect();
        // `a<td`, or `a<td<` before what is around; else names are empty.
        let ends_open = names.is_empty() || path.ends_with('<');
        let is_path = path.split('<').count() == names.len() + usize::from(ends_open);
        let rest = match word {
            _ if !is_path || names.len() > MAX_LEVELS => Rest::More,
            None => without_word(kind, names.len(), ends_open),
            Some((attribute, word)) => with_word(kind, (names.len(), ends_open), (attribute, word)),
        };
        Self { kind, says: says.into(), names, rest }
    }

    /// Whether it tells nothing of how elements are called: all words of a page are looked at for it.
    pub(super) fn is_anywhere_around(&self) -> bool {
        matches!(self.rest, Rest::ClassAround(..))
    }

    /// The same in the words of a page.
    pub(super) fn on<'l>(&'l self, context: EvalContext<'_, '_>) -> Sought<'l> {
        let EvalContext { index, scope, .. } = context;
        let is_page = scope == index.whole();
        let word = match &self.rest {
            // Few elements of a page have the names around them, and those of a record are spelt already.
            Rest::Word(attribute, word) if is_page => {
                attribute.number(index.tree()).map(|number| Word::Written(number, word))
            }
            Rest::Word(attribute, word) | Rest::ClassAround(attribute, word) => {
                index.word(attribute, word)
            }
            Rest::Id(id) if is_page => index.id_word(id),
            Rest::Id(id) => Some(Word::Id(id)),
            _ => None,
        };
        Sought { path: self, word, is_odd: index.is_odd(&self.says) }
    }
}

/// A lineage that is looked for on a page.
#[derive(Clone, Copy)]
pub(super) struct Sought<'l> {
    path: &'l AncestorPath,
    /// Its word, if elements of the page may have it.
    word: Option<Word<'l>>,
    /// Whether it is not plain which part of it is a name.
    is_odd: bool,
}

impl Sought<'_> {
    /// Calls `seen` with the elements of a scope of which it holds, or with the texts.
    pub(super) fn each(self, context: EvalContext<'_, '_>, of_texts: bool, seen: impl FnMut(Node)) {
        let EvalContext { index, scope, .. } = context;
        if self.is_odd || scope != index.whole() {
            return self.each_by_one(context, of_texts, seen);
        }
        if self.needs_word() && self.word.is_none() {
            return;
        }
        match (&self.path.rest, self.word) {
            (Rest::ClassAround(attribute, class), _) => {
                let holders = index.holders(attribute, class);
                each_around(index, &holders, of_texts, seen);
            }
            _ if !self.path.names.is_empty() => self.each_by_path(context, of_texts, seen),
            (Rest::Id(_), Some(Word::OnlyId(list))) => {
                each_in(index, &index.with_lists(&[list]), of_texts, seen);
            }
            _ => self.each_by_one(context, of_texts, seen),
        }
    }

    fn needs_word(self) -> bool {
        matches!(self.path.rest, Rest::Word(..) | Rest::ClassAround(..) | Rest::Id(_))
    }

    /// The same where all nodes of the scope are asked.
    fn each_by_one(self, context: EvalContext<'_, '_>, of_texts: bool, seen: impl FnMut(Node)) {
        let EvalContext { index, scope, .. } = context;
        let holds = |node: &Node| self.holds(context, *node);
        if of_texts {
            let texts = index.leaves_of(scope).map(|leaf| index.leaf(leaf));
            return texts.filter(holds).for_each(seen);
        }
        let elements = (scope.first..scope.end).filter(|&node| !index.is_text(node));
        elements.filter(holds).for_each(seen);
    }

    /// The same where the nodes of a page that have the names around them are asked.
    fn each_by_path(
        self,
        context: EvalContext<'_, '_>,
        of_texts: bool,
        mut seen: impl FnMut(Node),
    ) {
        let index = context.index;
        let numbers = self.path.names.iter().map(|name| name.number(index.tree()));
        let Some(numbers) = numbers.collect::<Option<Vec<u32>>>() else { return };
        // Neighbours have the same elements around them.
        let mut last: Option<(Option<Node>, bool)> = None;
        index.by_path().each(index, &numbers, of_texts, |node| {
            let nearest = if of_texts { index.parent(node).unwrap_or(node) } else { node };
            let parent = index.parent(nearest);
            let holds_around = match last {
                Some((around, holds)) if around == parent => holds,
                _ => self.holds_around(context, nearest),
            };
            last = Some((parent, holds_around));
            if holds_around && self.holds_of(context, nearest) {
                seen(node);
            }
        });
    }

    /// Whether it holds of a node.
    pub(super) fn holds(self, context: EvalContext<'_, '_>, node: Node) -> bool {
        let index = context.index;
        if self.is_odd {
            return self.is_said(context, node);
        }
        let mut around = context.around(node);
        let mut is_called =
            |name: &Name| around.next().is_some_and(|element| name.is_of(index, element));
        self.path.names.iter().all(&mut is_called) && self.rest_holds(context, node)
    }

    /// Whether what it says behind the names holds of a node of which these do.
    fn rest_holds(self, context: EvalContext<'_, '_>, node: Node) -> bool {
        match context.level(node, 0) {
            Some(nearest) => self.holds_around(context, nearest) && self.holds_of(context, nearest),
            None => self.is_said(context, node),
        }
    }

    /// The same as far as the elements around the nearest one tell it, whatever that is.
    fn holds_around(self, context: EvalContext<'_, '_>, nearest: Node) -> bool {
        let (index, n_names) = (context.index, self.path.names.len());
        let level = |n_levels| context.level(nearest, n_levels);
        match &self.path.rest {
            Rest::Top => level(n_names).is_none(),
            Rest::Word(..) if n_names > 1 => {
                level(n_names - 1).is_some_and(|top| self.has_word(index, top))
            }
            Rest::Id(_) if n_names > 0 => {
                let has_id = |element| index.html_id(element).is_some();
                level(n_names).is_some_and(|top| self.has_word(index, top))
                    && !context.around(nearest).take(n_names).skip(1).any(has_id)
            }
            _ => true,
        }
    }

    /// The same as far as the nearest element tells it, or all of them together.
    fn holds_of(self, context: EvalContext<'_, '_>, nearest: Node) -> bool {
        let (index, n_names) = (context.index, self.path.names.len());
        match &self.path.rest {
            Rest::Word(..) if n_names == 1 => self.has_word(index, nearest),
            Rest::Id(_) if n_names == 0 => self.has_word(index, nearest),
            Rest::Id(_) => index.html_id(nearest).is_none(),
            Rest::ClassAround(..) => {
                context.around(nearest).take(AROUND).any(|around| self.has_word(index, around))
            }
            Rest::More => self.is_said(context, nearest),
            Rest::Nothing | Rest::Top | Rest::Word(..) => true,
        }
    }

    fn has_word(self, index: &PageIndex<'_>, element: Node) -> bool {
        self.word.is_some_and(|word| index.has_word(element, word))
    }

    fn is_said(self, context: EvalContext<'_, '_>, node: Node) -> bool {
        context.says(self.path.kind, node, &self.path.says)
    }
}

/// Calls `seen` with some elements, or with the texts in these.
fn each_in(index: &PageIndex<'_>, elements: &[Node], of_texts: bool, mut seen: impl FnMut(Node)) {
    if !of_texts {
        return elements.iter().copied().for_each(seen);
    }
    for &element in elements {
        index.children(element).filter(|&child| index.is_text(child)).for_each(&mut seen);
    }
}

/// Calls `seen` with the elements that have a word, and with those not far below; or with the texts in these.
fn each_around(
    index: &PageIndex<'_>,
    holders: &[Node],
    of_texts: bool,
    mut seen: impl FnMut(Node),
) {
    // Where the elements around a node end, with how many levels up the word is from them.
    let mut open: Vec<(Node, usize)> = Vec::new();
    let mut holders = holders.iter().copied().peekable();
    let mut node = 0;
    while let Some(&holder) = holders.peek() {
        // Nothing is told between the holders.
        node = node.max(holder);
        let end = index.end(node);
        while node < end {
            let is_text = index.is_text(node);
            while open.pop_if(|(end, _)| *end <= node).is_some() {}
            let n_levels = match open.last() {
                _ if holders.next_if_eq(&node).is_some() => 0,
                Some((_, n_levels)) => n_levels + usize::from(!is_text),
                None => 0,
            };
            if n_levels < AROUND && is_text == of_texts {
                seen(node);
            }
            if !is_text {
                open.push((index.end(node), n_levels));
            }
            node += 1;
        }
    }
}

fn without_word((what, at): Kind, n_names: usize, ends_open: bool) -> Rest {
    match what {
        ClueKind::Path if !ends_open && n_names == usize::from(at) => Rest::Nothing,
        ClueKind::WholePath if ends_open => Rest::Top,
        _ => Rest::More,
    }
}

fn with_word(
    (what, at): Kind,
    (n_names, ends_open): (usize, bool),
    (attribute, word): (&str, &str),
) -> Rest {
    let is_class = attribute == "class";
    match what {
        // Ids may have white space in them, which ends other words.
        ClueKind::Class | ClueKind::Token | ClueKind::ClassAround
            if word.contains(char::is_whitespace) =>
        {
            Rest::More
        }
        _ if !is_stable(word) => Rest::More,
        ClueKind::Id if ends_open && n_names < MAX_LEVELS => Rest::Id(word.into()),
        ClueKind::ClassAround if n_names == 0 => {
            Rest::ClassAround(Name::new(attribute), word.into())
        }
        ClueKind::Class | ClueKind::Token
            if !ends_open
                && n_names == usize::from(at) + 1
                && is_class == (what == ClueKind::Class)
                && attribute != "id"
                && is_naming(attribute) =>
        {
            Rest::Word(Name::new(attribute), word.into())
        }
        _ => Rest::More,
    }
}

/// `a<td`, `class` and `price` of `a<td.price`, unless names have such signs in them; ids come behind all names.
pub(super) fn names_and_word(what: ClueKind, says: &str) -> (&str, Option<(&str, &str)>) {
    let sign = match what {
        ClueKind::Class | ClueKind::ClassAround => '.',
        ClueKind::Token => '@',
        ClueKind::Id | ClueKind::IdPositions => '#',
        _ => return (says, None),
    };
    let Some((names, word)) = says.split_once(sign) else { return (says, None) };
    let word = match what {
        ClueKind::Token => word.split_once('='),
        ClueKind::Id | ClueKind::IdPositions => Some(("id", word)),
        _ => Some(("class", word)),
    };
    (names, word)
}

/// A name of elements or attributes.
#[derive(Debug, Clone)]
pub(super) struct Name {
    text: Box<str>,
    /// Its number, if that is the same on all pages.
    known: Option<u32>,
}

impl Name {
    fn new(text: &str) -> Self {
        Self { text: text.into(), known: Tree::known_number(text) }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Its number on a page, if the page has such a name.
    pub(super) fn number(&self, tree: &Tree) -> Option<u32> {
        self.known.or_else(|| tree.name_number(&self.text))
    }

    fn is_of(&self, index: &PageIndex<'_>, element: Node) -> bool {
        match self.known {
            Some(number) => index.name_number(element) == number,
            None => index.tag(element) == &*self.text,
        }
    }
}
