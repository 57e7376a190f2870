// @ts-check
/** The page as a tree of text: a full alternative to the picture of the page, with the same toggles. */

import { cut, el, setAttr } from "./dom.js";
import { MARKS, fieldNumber, paint } from "./look.js";
import { VirtualRows } from "./virtual.js";

const ROW_HEIGHT = 26;
const DEEPEST_INDENT = 24;
const PAGE_OF_ROWS = 12;

/** @typedef {{ node: number, level: number, open: boolean | null }} Line  `open` is null for a leaf. */

export class TreeView {
  /** @type {Line[]} */
  #lines = [];
  /** @type {Set<number>} */
  #closed = new Set();
  #at = 0;

  /**
   * @param {HTMLElement} host
   * @param {import("./types.js").Studio} studio
   */
  constructor(host, studio) {
    this.studio = studio;
    this.content = el("div", { class: "tree-content", role: "presentation" });
    this.element = el("div", { class: "tree", role: "tree", tabindex: 0, "aria-label": "Page as a tree" }, this.content);
    host.append(this.element);
    this.virtual = new VirtualRows(this.element, { rowHeight: ROW_HEIGHT, draw: (window) => this.#draw(window) });
    this.element.addEventListener("keydown", (event) => this.#key(event));
    studio.store.watch(["tree"], () => this.#reset());
    studio.store.watch(["view", "cursor", "index", "task"], () => this.#update());
  }

  #reset() {
    this.#closed.clear();
    this.#layOut();
  }

  #update() {
    if (this.studio.store.state.view !== "tree") return;
    const { cursor } = this.studio.store.state;
    if (cursor !== null && this.#lines[this.#at]?.node !== cursor) this.#goTo(cursor);
    this.virtual.refresh();
  }

  /** The lines that are open, in document order. */
  #layOut() {
    const { tree } = this.studio.store.state;
    this.#lines = [];
    if (tree) this.#addLines(tree, 0, 1);
    this.virtual.setCount(this.#lines.length);
  }

  /**
   * Adds the stops below a node; walks without recursion, because pages can be very deep.
   * @param {import("./page-tree.js").PageTree} tree
   * @param {number} root
   * @param {number} rootLevel
   */
  #addLines(tree, root, rootLevel) {
    /** @type {{ node: number, level: number }[]} */
    const todo = [...tree.children(root)].reverse().map((node) => ({ node, level: rootLevel }));
    for (let next = todo.pop(); next; next = todo.pop()) {
      const { node, level } = next;
      if (!tree.stop[node]) continue;
      const leaf = tree.childStop(node) === null;
      const open = leaf ? null : !this.#closed.has(node);
      this.#lines.push({ node, level, open });
      if (!open) continue;
      for (const child of [...tree.children(node)].reverse()) todo.push({ node: child, level: level + 1 });
    }
  }

  /** @param {import("./virtual.js").Window} window */
  #draw({ first, last, before, after }) {
    this.content.style.paddingTop = `${before}px`;
    this.content.style.paddingBottom = `${after}px`;
    this.content.replaceChildren(...this.#lines.slice(first, last).map((line, offset) => this.#lineView(line, first + offset)));
    const isDrawn = first <= this.#at && this.#at < last;
    setAttr(this.element, "aria-activedescendant", isDrawn ? `tree-${this.#at}` : null);
  }

  /** @param {Line} line @param {number} at */
  #lineView({ node, level, open }, at) {
    const { tree, index, task } = this.studio.store.state;
    if (!tree) return "";
    const marks = index?.at(node) ?? [];
    const text = open === null ? tree.allText(node, 160) : "";
    const row = el(
      "div",
      {
        id: `tree-${at}`,
        role: "treeitem",
        class: "tree-line",
        "aria-level": level,
        "aria-expanded": open === null ? null : String(open),
        "aria-selected": String(marks.some(({ kind }) => kind === "said" || kind === "match")),
        "data-active": at === this.#at,
        "data-kind": marks[0]?.kind,
        onclick: (/** @type {MouseEvent} */ event) => this.#clickLine(at, event),
      },
      el(
        "span",
        { class: "twist", "aria-hidden": "true", onclick: (/** @type {MouseEvent} */ event) => this.#twist(at, event) },
        open === null ? "" : open ? "▾" : "▸",
      ),
      el("code", {}, tree.label(node)),
      text && el("span", { class: "tree-text" }, cut(text, 160)),
      ...marks.map((mark) => {
        const { glyph, say } = MARKS[mark.kind];
        const name = `${fieldNumber(task, mark.field)} ${this.studio.store.field(mark.field)?.name ?? ""}`;
        const tag = el(
          "span",
          { class: "tree-mark", "data-kind": mark.kind },
          el("span", { "aria-hidden": "true" }, glyph),
          ` ${name} `,
          el("span", { class: "visually-hidden" }, say),
        );
        paint(tag, fieldNumber(task, mark.field));
        return tag;
      }),
    );
    row.style.paddingInlineStart = `${Math.min(level, DEEPEST_INDENT) * 16}px`;
    return row;
  }

  /** @param {number} at @param {MouseEvent} event */
  #clickLine(at, event) {
    this.#moveTo(at);
    this.#toggle(event.altKey);
  }

  /** @param {number} at @param {MouseEvent} event */
  #twist(at, event) {
    event.stopPropagation();
    const line = this.#lines[at];
    if (line && line.open !== null) this.#setOpen(line.node, !line.open);
  }

  /** @param {boolean} alt */
  #toggle(alt) {
    const line = this.#lines[this.#at];
    const row = document.getElementById(`tree-${this.#at}`);
    const box = row?.getBoundingClientRect();
    if (line) void this.studio.actions.click({ node: line.node }, { alt, at: box ? { x: box.left + 80, y: box.bottom - 12 } : null });
  }

  /** @param {number} node @param {boolean} open */
  #setOpen(node, open) {
    if (open) this.#closed.delete(node);
    else this.#closed.add(node);
    this.#layOut();
    this.#goTo(node);
  }

  /** Moves to a node, opening what hides it. @param {number} node */
  #goTo(node) {
    const { tree } = this.studio.store.state;
    if (!tree) return;
    const target = tree.nearestStop(node);
    const hiding = [...tree.upwards(target)].slice(1).filter((at) => this.#closed.delete(at));
    if (hiding.length > 0) this.#layOut();
    const at = this.#lines.findIndex((line) => line.node === target);
    if (at >= 0) this.#moveTo(at);
  }

  /** @param {number} at */
  #moveTo(at) {
    this.#at = Math.max(0, Math.min(at, this.#lines.length - 1));
    const line = this.#lines[this.#at];
    this.virtual.reveal(this.#at);
    if (line) this.studio.store.set({ cursor: line.node, linked: this.studio.store.state.index?.recordOf(line.node) ?? null });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const line = this.#lines[this.#at];
    if (!line || event.ctrlKey || event.metaKey) return;
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowDown: () => this.#moveTo(this.#at + 1),
      ArrowUp: () => this.#moveTo(this.#at - 1),
      PageDown: () => this.#moveTo(this.#at + PAGE_OF_ROWS),
      PageUp: () => this.#moveTo(this.#at - PAGE_OF_ROWS),
      Home: () => this.#moveTo(0),
      End: () => this.#moveTo(this.#lines.length - 1),
      ArrowRight: () => (line.open === false ? this.#setOpen(line.node, true) : line.open && this.#moveTo(this.#at + 1)),
      ArrowLeft: () =>
        line.open ? this.#setOpen(line.node, false) : this.#goTo(this.studio.store.state.tree?.parentStop(line.node) ?? line.node),
      Enter: () => this.#toggle(event.altKey),
      " ": () => this.#toggle(event.altKey),
    };
    const act = acts[event.key];
    if (!act) return;
    act();
    event.preventDefault();
    event.stopPropagation();
  }

  focus() {
    this.element.focus();
    this.#moveTo(this.#at);
  }
}
