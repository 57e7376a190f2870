// @ts-check
/** A page as the server sent it (flat arrays), with the walks that the app needs. */

const ELEMENT = 1;
const TEXT = 3;
const HIDDEN_TAGS = new Set(["head", "script", "style", "template", "meta", "link", "title"]);
/** Elements that are worth a stop although they hold no text. */
const STOPS_WITHOUT_TEXT = new Set(["img", "input", "a", "select", "textarea", "time", "data", "meter"]);

export class PageTree {
  /** @param {import("./types.js").Tree} tree */
  constructor(tree) {
    this.raw = tree;
    this.size = tree.n;
    this.firstChild = new Int32Array(tree.n).fill(-1);
    this.nextSibling = new Int32Array(tree.n).fill(-1);
    /** Stops of the keyboard: nodes below which (or in which) there is something to take. */
    this.stop = new Uint8Array(tree.n);
    this.#linkSiblings();
    this.#findStops();
  }

  #linkSiblings() {
    const lastChild = new Int32Array(this.size).fill(-1);
    for (let node = 1; node < this.size; node++) {
      const parent = this.raw.parent[node] ?? -1;
      if (parent < 0) continue;
      const previous = lastChild[parent] ?? -1;
      if (previous < 0) this.firstChild[parent] = node;
      else this.nextSibling[previous] = node;
      lastChild[parent] = node;
    }
  }

  /** From the last node to the first, so that children are known before their parents. */
  #findStops() {
    const full = new Uint8Array(this.size);
    for (let node = this.size - 1; node >= 0; node--) {
      const tag = this.tag(node);
      const own = this.isText(node) ? this.text(node).trim() !== "" : STOPS_WITHOUT_TEXT.has(tag);
      if (own && !HIDDEN_TAGS.has(tag)) full[node] = 1;
      const parent = this.parent(node);
      if (full[node] && parent >= 0 && !HIDDEN_TAGS.has(tag)) full[parent] = 1;
    }
    for (let node = 0; node < this.size; node++) {
      const onlyText = this.isText(node) && this.loneText(this.parent(node)) === node;
      this.stop[node] = full[node] && !onlyText && this.isShown(node) ? 1 : 0;
    }
  }

  /** @param {number} node */
  has(node) {
    return Number.isInteger(node) && node >= 0 && node < this.size;
  }

  /** Can this node be pointed at? @param {number} node */
  isShown(node) {
    return this.has(node) && (this.isElement(node) || this.isText(node)) && !HIDDEN_TAGS.has(this.tag(node));
  }

  /** @param {number} node */
  isElement(node) {
    return this.raw.kind[node] === ELEMENT;
  }

  /** @param {number} node */
  isText(node) {
    return this.raw.kind[node] === TEXT;
  }

  /** @param {number} node */
  parent(node) {
    return this.raw.parent[node] ?? -1;
  }

  /** Name of the tag, empty for text. @param {number} node */
  tag(node) {
    return this.raw.names[this.raw.name[node] ?? -1] ?? "";
  }

  /** Text of a text node. @param {number} node */
  text(node) {
    return this.raw.text[node] ?? "";
  }

  /** @param {number} node @returns {[string, string][]} */
  attributes(node) {
    const flat = this.raw.attrs[node] ?? [];
    /** @type {[string, string][]} */
    const pairs = [];
    for (let i = 0; i + 1 < flat.length; i += 2) pairs.push([flat[i] ?? "", flat[i + 1] ?? ""]);
    return pairs;
  }

  /** @param {number} node */
  *children(node) {
    for (let child = this.firstChild[node] ?? -1; child >= 0; child = this.nextSibling[child] ?? -1) yield child;
  }

  /** The node and what it is in, innermost first. @param {number} node */
  *upwards(node) {
    for (let at = node; at >= 0; at = this.parent(at)) yield at;
  }

  /** The only text below an element without element children, else -1. @param {number} node */
  loneText(node) {
    let found = -1;
    for (const child of this.children(node)) {
      if (this.isElement(child)) return -1;
      if (!this.isText(child) || this.text(child).trim() === "") continue;
      if (found >= 0) return -1;
      found = child;
    }
    return found;
  }

  /** All text below a node, cut at `max` characters. @param {number} node @param {number} [max] */
  allText(node, max = 400) {
    let text = "";
    const end = this.endOf(node);
    for (let at = node; at < end && text.length < max; at++) {
      if (this.isText(at)) text += this.text(at);
    }
    return text.replace(/\s+/g, " ").trim().slice(0, max);
  }

  /** First node after the subtree of `node` in document order. @param {number} node */
  endOf(node) {
    for (const at of this.upwards(node)) {
      const next = this.nextSibling[at] ?? -1;
      if (next >= 0) return next;
    }
    return this.size;
  }

  /** Short name: `li.product`, `#text`. @param {number} node */
  label(node) {
    if (this.isText(node)) return "text";
    const attributes = new Map(this.attributes(node));
    const id = attributes.get("id");
    const classes = (attributes.get("class") ?? "").split(/\s+/).filter(Boolean).slice(0, 2);
    return this.tag(node) + (id ? `#${id}` : classes.map((name) => `.${name}`).join(""));
  }

  /** The stop for a node: itself, or what it is in. @param {number} node */
  nearestStop(node) {
    for (const at of this.upwards(node)) if (this.stop[at]) return at;
    return this.firstStop();
  }

  /** First place of the page to start with: below `body`. */
  firstStop() {
    for (let node = 0; node < this.size; node++) if (this.stop[node] && this.tag(node) === "body") return this.childStop(node) ?? node;
    return this.stop.indexOf(1);
  }

  /** @param {number} node @returns {number | null} */
  parentStop(node) {
    const parent = this.parent(node);
    return parent >= 0 && this.stop[parent] ? parent : null;
  }

  /** @param {number} node @returns {number | null} */
  childStop(node) {
    for (const child of this.children(node)) if (this.stop[child]) return child;
    return null;
  }
}
