// @ts-check
/** Right pane: why this rule, and what is under the pointer: its path, its values, its source. */

import { button, byId, count, cut, el, fill } from "./dom.js";
import { MARKS, badge } from "./look.js";

const REST_MS = 120;
/** Rules of so many lines are shown at once. */
const SHORT_RULE = 5;

/** @typedef {import("./types.js").Studio} Studio */
/** @typedef {import("./types.js").NodeInfo} NodeInfo */

/** @param {Studio} studio */
export function mountInspector(studio) {
  const { api, store } = studio;
  const rule = el("section", { class: "card", "aria-label": "Rule" });
  const node = el("section", { class: "card", "aria-label": "Under the pointer" });
  byId("inspector").append(rule, node);

  let timer = 0;
  /** The last answer, with the node it is about. @type {{ of: number, info: NodeInfo } | null} */
  let known = null;

  const draw = () => fill(node, ...nodeView(studio, known?.of === store.state.cursor ? known.info : null));
  const ask = async () => {
    const { cursor, page } = store.state;
    if (cursor === null || known?.of === cursor) return;
    const info = await api.get(`/api/page/${page}/node?node=${cursor}`).catch(() => null);
    if (!info || store.state.cursor !== cursor) return;
    known = { of: cursor, info };
    draw();
  };

  store.watch(["task"], () => fill(rule, ...ruleView(studio)));
  store.watch(["cursor", "index", "tree", "ghost"], () => {
    draw();
    clearTimeout(timer);
    timer = window.setTimeout(ask, REST_MS);
  });
  store.watch(["tree"], () => {
    known = null;
  });
}

/** What the user opened and closed, over redraws. @type {Map<string, boolean>} */
const folds = new Map();

/** @param {string} title @param {boolean} open unless the user chose @param {HTMLElement} content */
function fold(title, open, content) {
  const details = el(
    "details",
    { class: "fold", open: folds.get(title) ?? open },
    el("summary", { "data-key": `fold ${title}`, onclick: () => folds.set(title, !details.open) }, title),
    content,
  );
  return details;
}

/** How sure: readings that still fit. @param {import("./types.js").Rule} rule */
export function sureText(rule) {
  return rule.readings === 1 ? "1 reading fits" : `${rule.readings} readings fit, the best is shown; where they differ is marked ?`;
}

/** @param {Studio} studio */
function ruleView({ store }) {
  const rule = store.rule();
  if (!rule)
    return [el("h2", {}, "Rule"), el("p", { class: "quiet" }, "The rule appears after the first click, in words, with its reasons.")];
  return [
    el("div", { class: "card-head" }, el("h2", {}, "Rule"), el("code", { class: "tag" }, rule.class)),
    el(
      "p",
      { class: "sure" },
      [rule.fits && `Right on ${rule.fits.right} of ${count(rule.fits.of, "labelled page")}`, sureText(rule)].filter(Boolean).join(". "),
    ),
    fold("In words", rule.words.length <= SHORT_RULE, el("ol", { class: "words" }, ...rule.words.map((line) => el("li", {}, line)))),
    rule.why.length > 0 &&
      fold("Why", rule.why.length <= SHORT_RULE, el("ul", { class: "why" }, ...rule.why.map((line) => el("li", {}, line)))),
  ];
}

/** @param {Studio} studio @param {NodeInfo | null} info */
function nodeView(studio, info) {
  const { tree, cursor, ghost } = studio.store.state;
  const head = el("h2", {}, "Under the pointer");
  if (!tree || cursor === null) return [head, el("p", { class: "quiet" }, "Point at something on the page, or move with the arrow keys.")];
  return [
    el("div", { class: "card-head" }, head, ...stateBadges(studio, cursor)),
    pathView(studio, cursor),
    el("p", { class: "ghost-line" }, ghost?.node === cursor ? clickText(ghost.count) : ""),
    valueList(studio, cursor, info),
    info &&
      el(
        "div",
        { class: "source-part" },
        el("div", { class: "quiet" }, `Source, line ${info.line}`),
        el("pre", { tabindex: 0, "aria-label": "Source of this node" }, info.source),
      ),
  ];
}

/** @param {number} count */
function clickText(count) {
  if (count === 0) return "";
  return count > 1 ? `A click takes ${count} similar ones.` : "A click takes this one only.";
}

/** @param {Studio} studio @param {number} node */
function stateBadges({ store }, node) {
  const { task, index } = store.state;
  return (index?.at(node) ?? []).map((mark) =>
    el("span", { class: "node-state", "data-kind": mark.kind }, badge(task, mark.field), ` ${MARKS[mark.kind].say}`),
  );
}

/** From the page down to the node; each step can be pointed at. @param {Studio} studio @param {number} node */
function pathView({ store, frame }, node) {
  const tree = /** @type {import("./page-tree.js").PageTree} */ (store.state.tree);
  const steps = [...tree.upwards(node)].filter((at) => tree.isShown(at)).reverse();
  /** @param {number} at */
  const go = (at) => {
    store.set({ cursor: at });
    frame.hover(at);
  };
  return el(
    "ol",
    { class: "path", "aria-label": "Path to this node" },
    ...steps.map((at) =>
      el(
        "li",
        {},
        el(
          "button",
          { type: "button", "data-key": `path ${at}`, "aria-current": at === node ? "true" : null, onclick: () => go(at) },
          tree.label(at),
        ),
      ),
    ),
  );
}

/** The text and the attributes, each of which can be taken. @param {Studio} studio @param {number} node @param {NodeInfo | null} info */
function valueList({ store, actions }, node, info) {
  const tree = /** @type {import("./page-tree.js").PageTree} */ (store.state.tree);
  /** @type {[string, string, import("./types.js").Place][]} */
  const values = [["text", info?.text ?? tree.allText(node), { node }]];
  for (const [name, value] of info?.attributes ?? tree.attributes(node)) values.push([`@${name}`, value, { node, attr: name }]);
  return el(
    "table",
    { class: "values", "aria-label": "Values of this node" },
    el(
      "tbody",
      {},
      ...values.map(([name, value, place]) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, name),
          el("td", { title: value }, cut(value, 120) || el("span", { class: "quiet" }, "empty")),
          el(
            "td",
            {},
            button(`Take ${name}`, () => actions.click(place), {
              icon: "plus",
              bare: true,
              class: "plain small",
              key: `take ${name}`,
              disabled: store.readonly(),
            }),
          ),
        ),
      ),
    ),
  );
}
