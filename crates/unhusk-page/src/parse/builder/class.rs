//! Properties of an element that the rules depend on, as bits: special, scope marker, closed by implication, ...

use crate::tree::known_names::*;
use crate::tree::{NameId, Namespace};

/// A set of properties of an element.
pub(super) type ElementClass = u32;

/// The barriers: categories of elements that a search down the stack of open elements stops at. The number
/// of each is its bit and its place in [`super::stack::Open::barriers`].
pub(super) mod barrier {
    /// The particular scope.
    pub(in super::super) const SCOPE: usize = 0;
    /// List item scope.
    pub(in super::super) const LIST_ITEM: usize = 1;
    /// Button scope.
    pub(in super::super) const BUTTON: usize = 2;
    /// Table scope.
    pub(in super::super) const TABLE: usize = 3;
    /// The special category.
    pub(in super::super) const SPECIAL: usize = 4;
    /// Special, except `address`, `div` and `p`: ends the search for an open `li`.
    pub(in super::super) const ITEM: usize = 5;
    /// Elements that decide how the insertion mode is reset.
    pub(in super::super) const MODE: usize = 6;
    /// Elements of HTML: end the search of an end tag in foreign content.
    pub(in super::super) const HTML: usize = 7;
    /// Number of barriers.
    pub(in super::super) const N: usize = 8;
}

/// Closed when end tags are implied.
pub(super) const IMPLIED_END: ElementClass = 1 << 8;
/// Closed when end tags are implied thoroughly; the plain ones are, too.
pub(super) const THOROUGHLY_IMPLIED_END: ElementClass = 1 << 9;
/// MathML text integration point.
pub(super) const MATHML_TEXT: ElementClass = 1 << 10;
/// HTML integration point.
pub(super) const HTML_INTEGRATION: ElementClass = 1 << 11;
/// Text in it is foster parented: `table`, `tbody`, `tfoot`, `thead`, `tr`.
pub(super) const FOSTERS: ElementClass = 1 << 12;

const HTML: ElementClass = 1 << barrier::HTML;
const SPECIAL: ElementClass = 1 << barrier::SPECIAL | 1 << barrier::ITEM;
const ALL_SCOPES: ElementClass =
    1 << barrier::SCOPE | 1 << barrier::LIST_ITEM | 1 << barrier::BUTTON;

/// The class of an element.
pub(super) fn of(name: NameId, namespace: Namespace) -> ElementClass {
    match namespace {
        Namespace::Html => HTML_CLASSES.get(name.0 as usize).copied().unwrap_or(HTML),
        Namespace::MathMl => match name {
            MI | MO | MN | MS | MTEXT => MATHML_TEXT | SPECIAL | ALL_SCOPES,
            ANNOTATION_XML => SPECIAL | ALL_SCOPES,
            _ => 0,
        },
        Namespace::Svg => match name {
            FOREIGNOBJECT_MIXED | DESC | TITLE => HTML_INTEGRATION | SPECIAL | ALL_SCOPES,
            _ => 0,
        },
    }
}

const N_CLASSES: usize = 256;

/// Class of each HTML name, by its number; names beyond the array have none of these properties.
static HTML_CLASSES: [ElementClass; N_CLASSES] = {
    let mut classes = [HTML; N_CLASSES];
    add(&mut classes, &SPECIAL_NAMES, SPECIAL);
    remove(&mut classes, &[ADDRESS, DIV, P], 1 << barrier::ITEM);
    add(
        &mut classes,
        &[APPLET, CAPTION, html(), TABLE, TD, TH, MARQUEE, OBJECT, SELECT, TEMPLATE],
        ALL_SCOPES,
    );
    add(&mut classes, &[OL, UL], 1 << barrier::LIST_ITEM);
    add(&mut classes, &[BUTTON], 1 << barrier::BUTTON);
    add(&mut classes, &[html(), TABLE, TEMPLATE], 1 << barrier::TABLE);
    add(
        &mut classes,
        &[
            TD,
            TH,
            TR,
            TBODY,
            THEAD,
            TFOOT,
            CAPTION,
            COLGROUP,
            TABLE,
            TEMPLATE,
            HEAD,
            BODY,
            FRAMESET,
            html(),
        ],
        1 << barrier::MODE,
    );
    let implied = [DD, DT, LI, OPTGROUP, OPTION, P, RB, RP, RT, RTC];
    add(&mut classes, &implied, IMPLIED_END | THOROUGHLY_IMPLIED_END);
    let thorough = [CAPTION, COLGROUP, TBODY, TD, TFOOT, TH, THEAD, TR];
    add(&mut classes, &thorough, THOROUGHLY_IMPLIED_END);
    add(&mut classes, &[TABLE, TBODY, TFOOT, THEAD, TR], FOSTERS);
    classes
};

/// The special category (HTML, 13.2.4.2), its elements of HTML.
const SPECIAL_NAMES: [NameId; 83] = [
    ADDRESS,
    APPLET,
    AREA,
    ARTICLE,
    ASIDE,
    BASE,
    BASEFONT,
    BGSOUND,
    BLOCKQUOTE,
    BODY,
    BR,
    BUTTON,
    CAPTION,
    CENTER,
    COL,
    COLGROUP,
    DD,
    DETAILS,
    DIR,
    DIV,
    DL,
    DT,
    EMBED,
    FIELDSET,
    FIGCAPTION,
    FIGURE,
    FOOTER,
    FORM,
    FRAME,
    FRAMESET,
    H1,
    H2,
    H3,
    H4,
    H5,
    H6,
    HEAD,
    HEADER,
    HGROUP,
    HR,
    html(),
    IFRAME,
    IMG,
    INPUT,
    KEYGEN,
    LI,
    LINK,
    LISTING,
    MAIN,
    MARQUEE,
    MENU,
    META,
    NAV,
    NOEMBED,
    NOFRAMES,
    NOSCRIPT,
    OBJECT,
    OL,
    P,
    PARAM,
    PLAINTEXT,
    PRE,
    SCRIPT,
    SEARCH,
    SECTION,
    SELECT,
    SOURCE,
    STYLE,
    SUMMARY,
    TABLE,
    TBODY,
    TD,
    TEMPLATE,
    TEXTAREA,
    TFOOT,
    TH,
    THEAD,
    TITLE,
    TR,
    TRACK,
    UL,
    WBR,
    XMP,
];

const fn html() -> NameId {
    crate::tree::known_names::HTML
}

const fn add(classes: &mut [ElementClass; N_CLASSES], names: &[NameId], class: ElementClass) {
    let mut at = 0;
    while at < names.len() {
        classes[names[at].0 as usize] |= class;
        at += 1;
    }
}

const fn remove(classes: &mut [ElementClass; N_CLASSES], names: &[NameId], class: ElementClass) {
    let mut at = 0;
    while at < names.len() {
        classes[names[at].0 as usize] &= !class;
        at += 1;
    }
}
