// @ts-check
/** The source of the page, with the start tags of what was said and found marked. */

import { el } from "./dom.js";
import { MARKS, fieldNumber, paint } from "./look.js";
import { VirtualRows } from "./virtual.js";

const ROW_HEIGHT = 20;
const LONGEST_ROW = 120;

/** @typedef {{ start: number, end: number, line: number | null }} Row  `line` is null in the rest of a cut line. */

/** Rows of at most one line and LONGEST_ROW characters. @param {string} text @returns {Row[]} */
function cutRows(text) {
  /** @type {Row[]} */
  const rows = [];
  let start = 0;
  text.split("\n").forEach((line, at) => {
    for (let from = 0; from === 0 || from < line.length; from += LONGEST_ROW) {
      rows.push({ start: start + from, end: start + Math.min(from + LONGEST_ROW, line.length), line: from === 0 ? at + 1 : null });
    }
    start += line.length + 1;
  });
  return rows;
}

export class SourceView {
  #page = -1;
  #text = "";
  /** @type {Row[]} */
  #rows = [];
  /** Start tags by their start. @type {[number, number, number][]} */
  #spans = [];

  /**
   * @param {HTMLElement} host
   * @param {import("./types.js").Studio} studio
   */
  constructor(host, studio) {
    this.studio = studio;
    this.content = el("div", { class: "source-content" });
    this.element = el("div", { class: "source", tabindex: 0, role: "region", "aria-label": "Source of the page" }, this.content);
    host.append(this.element);
    this.virtual = new VirtualRows(this.element, { rowHeight: ROW_HEIGHT, draw: (window) => this.#draw(window) });
    studio.store.watch(["view", "page", "tree"], () => this.#load());
    studio.store.watch(["index", "cursor"], () => this.#page >= 0 && this.virtual.refresh());
  }

  async #load() {
    const { api, store, actions } = this.studio;
    const { view, page, tree } = store.state;
    if (view !== "source" || !tree) return;
    if (this.#page !== page) {
      try {
        const source = /** @type {import("./types.js").Source} */ (await api.get(`/api/page/${page}/source`));
        this.#page = page;
        this.#text = source.text;
        this.#spans = source.spans.toSorted((a, b) => a[1] - b[1]);
        this.#rows = cutRows(source.text);
        this.virtual.setCount(this.#rows.length);
      } catch (reason) {
        return actions.fail(reason);
      }
    }
    this.#revealCursor();
  }

  #revealCursor() {
    const { cursor, tree } = this.studio.store.state;
    if (cursor === null || !tree) return;
    const owners = new Set(tree.upwards(cursor));
    const span = this.#spans.findLast(([node]) => owners.has(node));
    const row = span ? this.#rows.findLastIndex(({ start }) => start <= span[1]) : -1;
    if (row >= 0) this.virtual.reveal(Math.max(0, row));
  }

  /** @param {import("./virtual.js").Window} window */
  #draw({ first, last, before, after }) {
    this.content.style.paddingTop = `${before}px`;
    this.content.style.paddingBottom = `${after}px`;
    this.content.replaceChildren(...this.#rows.slice(first, last).map((row) => this.#rowView(row)));
  }

  /** @param {Row} row */
  #rowView(row) {
    return el(
      "div",
      { class: "source-row" },
      el("span", { class: "source-line", "aria-hidden": "true" }, row.line === null ? "" : String(row.line)),
      el("code", {}, ...this.#pieces(row)),
    );
  }

  /** The text of a row, start tags apart. @param {Row} row */
  #pieces(row) {
    /** @type {(Node | string)[]} */
    const pieces = [];
    let at = row.start;
    for (let i = this.#firstSpanAfter(row.start); i < this.#spans.length; i++) {
      const [node, start, end] = /** @type {[number, number, number]} */ (this.#spans[i]);
      if (start >= row.end) break;
      const from = Math.max(start, at);
      const to = Math.min(end, row.end);
      if (to <= from) continue;
      pieces.push(this.#text.slice(at, from), this.#tagView(node, this.#text.slice(from, to)));
      at = to;
    }
    pieces.push(this.#text.slice(at, row.end) || " ");
    return pieces;
  }

  /** First span that ends after an offset; spans of start tags do not overlap. @param {number} offset */
  #firstSpanAfter(offset) {
    let low = 0;
    let high = this.#spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#spans[middle]?.[2] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** @param {number} node @param {string} text */
  #tagView(node, text) {
    const { store, actions } = this.studio;
    const mark = store.state.index?.at(node)[0];
    const tag = el(
      "span",
      {
        class: "source-tag",
        "data-kind": mark?.kind,
        "data-active": node === store.state.cursor,
        title: mark ? MARKS[mark.kind].say : "Click: the same as a click on the page",
        onclick: (/** @type {MouseEvent} */ event) =>
          actions.click({ node }, { alt: event.altKey, at: { x: event.clientX, y: event.clientY } }),
      },
      text,
    );
    if (mark) paint(tag, fieldNumber(store.state.task, mark.field));
    return tag;
  }

  focus() {
    this.element.focus();
  }
}
