// @ts-check
/** The menu of a node: its attributes, its neighbours, its record, its value, its source. */

import { cut } from "./dom.js";
import { copy, say } from "./live.js";
import { showMenu } from "./popup.js";
import { openRecordMenu } from "./record-menu.js";

/** @typedef {import("./types.js").Studio} Studio */
/** @typedef {import("./popup.js").MenuEntry} MenuEntry */

/** Attributes that hold values, most wanted first; others follow. */
const WANTED = ["href", "src", "alt", "title", "datetime", "content", "value"];
const LONGEST_VALUE = 40;

/**
 * @param {Studio} studio
 * @param {number} node
 * @param {{ x: number, y: number }} at
 */
export async function openNodeMenu(studio, node, at) {
  const entries = [...(await attributeEntries(studio, node)), "line", ...nodeEntries(studio, node, at)];
  showMenu(`Menu of ${studio.store.state.tree?.label(node) ?? "node"}`, /** @type {MenuEntry[]} */ (entries), at, studio.frame.iframe);
}

/**
 * Only the attributes: the key A.
 * @param {Studio} studio
 * @param {number} node
 * @param {{ x: number, y: number }} at
 */
export async function openAttributePicker(studio, node, at) {
  showMenu("Take an attribute", await attributeEntries(studio, node), at, studio.frame.iframe);
}

/** @param {Studio} studio @param {number} node @returns {Promise<MenuEntry[]>} */
async function attributeEntries({ api, store, actions }, node) {
  const info = await api.get(`/api/page/${store.state.page}/node?node=${node}`).catch(() => null);
  /** @type {[string, string][]} */
  const attributes = info?.attributes ?? store.state.tree?.attributes(node) ?? [];
  const sorted = attributes.toSorted(([a], [b]) => rank(a) - rank(b));
  const frozen = store.readonly();
  return [
    { heading: "Take" },
    { say: "Text", note: cut(info?.text ?? "", LONGEST_VALUE), run: () => actions.click({ node }), disabled: frozen },
    ...sorted.map(([name, value]) => ({
      say: `@${name}`,
      note: cut(value, LONGEST_VALUE),
      run: () => actions.click({ node, attr: name }),
      disabled: frozen,
    })),
  ];
}

/** @param {string} name */
function rank(name) {
  const at = WANTED.indexOf(name);
  return at < 0 ? WANTED.length : at;
}

/** @param {Studio} studio @param {number} node @param {{ x: number, y: number }} at @returns {MenuEntry[]} */
function nodeEntries(studio, node, at) {
  const { store, actions, frame, keys } = studio;
  const { tree, index, marks } = store.state;
  const row = index?.recordOf(node) ?? null;
  const box = row === null ? undefined : marks?.records[row]?.box[0];
  const frozen = store.readonly();
  /** @param {number | null | undefined} to */
  const go = (to) => {
    if (to == null) return;
    store.set({ cursor: to });
    frame.hover(to);
  };
  const parent = tree?.parentStop(node) ?? null;
  const child = tree?.childStop(node) ?? null;
  return [
    { say: "Widen to the parent", key: "P", run: () => go(parent), disabled: parent === null },
    { say: "Narrow to the child", key: "C", run: () => go(child), disabled: child === null },
    { say: "Take the whole record", run: () => box !== undefined && actions.click({ node: box }), disabled: frozen || box === undefined },
    { say: "All but this", key: "X", run: () => actions.deny({ node }), disabled: frozen },
    "line",
    ...(row === null ? [] : [{ say: `Record ${row + 1}…`, run: () => openRecordMenu(studio, row, at) }]),
    { say: "Copy the value", run: () => copyValue(tree?.allText(node, 10_000) ?? "") },
    { say: "Show in the source", run: () => keys.run("source") },
  ];
}

/** @param {string} text */
async function copyValue(text) {
  if (await copy(text)) say("Copied.");
}
