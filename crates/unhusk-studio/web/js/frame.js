// @ts-check
/**
 * The sandboxed frame that shows the page. All that comes out of it is data from a hostile place:
 * it is checked against a fixed shape and against the tree, and it is counted.
 */

import { el } from "./dom.js";

const MOST_PER_SECOND = 120;
const LONGEST_KEY = 20;

/** @typedef {{ node: number, shift: boolean, x: number, y: number }} HoverMessage */
/** @typedef {{ node: number, alt: boolean, shift: boolean, x: number, y: number }} ClickMessage */
/** @typedef {{ node: number, start: number, to: number, end: number, alt: boolean, x: number, y: number }} SpanMessage */
/** @typedef {{ node: number, x: number, y: number }} MenuMessage */
/** @typedef {{ record: number, x: number, y: number }} RecordMessage  The menu of a record's bracket. */
/** @typedef {{ key: string, ctrl: boolean, shift: boolean, alt: boolean }} KeyMessage */

/**
 * @typedef {object} FrameListener
 * @property {() => void} ready
 * @property {(message: { n: number, ms: number }) => void} shown
 * @property {(message: HoverMessage) => void} hover
 * @property {(message: ClickMessage) => void} click
 * @property {(message: SpanMessage) => void} span
 * @property {(message: MenuMessage) => void} menu
 * @property {(message: RecordMessage) => void} record
 * @property {(message: KeyMessage) => void} key
 * @property {() => void} leave
 */

/** What each message must hold. @type {Record<string, Record<string, "node" | "flag" | "number" | "offset" | "key">>} */
const SHAPES = {
  ready: {},
  shown: { n: "offset", ms: "number" },
  hover: { node: "node", shift: "flag", x: "number", y: "number" },
  click: { node: "node", alt: "flag", shift: "flag", x: "number", y: "number" },
  span: { node: "node", start: "offset", to: "node", end: "offset", alt: "flag", x: "number", y: "number" },
  menu: { node: "node", x: "number", y: "number" },
  record: { record: "offset", x: "number", y: "number" },
  key: { key: "key", ctrl: "flag", shift: "flag", alt: "flag" },
  leave: {},
};

/**
 * @param {unknown} value
 * @param {string} kind
 * @param {import("./page-tree.js").PageTree | null} tree
 */
function fits(value, kind, tree) {
  switch (kind) {
    case "node":
      return tree !== null && tree.isShown(/** @type {number} */ (value));
    case "flag":
      return typeof value === "boolean";
    case "number":
      return typeof value === "number" && Number.isFinite(value) && Math.abs(value) < 1e7;
    case "offset":
      return Number.isInteger(value) && Number(value) >= 0;
    default:
      return typeof value === "string" && value.length > 0 && value.length <= LONGEST_KEY;
  }
}

/**
 * The message with only the members of its shape, or null.
 * @param {unknown} raw
 * @param {import("./page-tree.js").PageTree | null} tree
 * @returns {{ t: string, [member: string]: any } | null}
 */
function checked(raw, tree) {
  if (typeof raw !== "object" || raw === null) return null;
  const message = /** @type {Record<string, unknown>} */ (raw);
  const type = message.t;
  if (typeof type !== "string" || !Object.hasOwn(SHAPES, type)) return null;
  /** @type {{ t: string, [member: string]: any }} */
  const clean = { t: type };
  for (const [member, kind] of Object.entries(SHAPES[type] ?? {})) {
    if (!fits(message[member], kind, tree)) return null;
    clean[member] = message[member];
  }
  return type !== "span" || spanFits(clean, tree) ? clean : null;
}

/**
 * From an offset of a text to one of the same or a later text.
 * @param {{ [member: string]: any }} span
 * @param {import("./page-tree.js").PageTree | null} tree
 */
function spanFits({ node, start, to, end }, tree) {
  if (tree === null || !tree.isText(node) || !tree.isText(to)) return false;
  const inOrder = node === to ? start < end : node < to;
  return inOrder && start < tree.text(node).length && end > 0 && end <= tree.text(to).length;
}

export class Frame {
  /** @type {MessagePort | null} */
  #port = null;
  #ready = false;
  /** @type {object[]} */
  #waiting = [];
  /** @type {import("./page-tree.js").PageTree | null} */
  #tree = null;
  #second = 0;
  #seen = 0;

  /**
   * @param {HTMLElement} host
   * @param {FrameListener} listener
   */
  constructor(host, listener) {
    this.listener = listener;
    this.iframe = el("iframe", { sandbox: "allow-scripts", title: "Page", class: "frame" });
    this.iframe.addEventListener("load", () => this.#connect());
    host.append(this.iframe);
  }

  /** @param {string} address */
  open(address) {
    if (this.iframe.src === address) return;
    this.#ready = false;
    this.iframe.src = address;
  }

  #connect() {
    if (!this.iframe.getAttribute("src")) return;
    const { port1, port2 } = new MessageChannel();
    this.#port?.close();
    this.#port = port1;
    this.#ready = false;
    port1.onmessage = ({ data }) => this.#receive(data);
    this.iframe.contentWindow?.postMessage({ unhusk: "port" }, "*", [port2]);
  }

  /** @param {unknown} raw */
  #receive(raw) {
    if (this.#tooMany()) return;
    const message = checked(raw, this.#tree);
    if (!message) return;
    if (message.t === "ready") this.#start();
    const handle = /** @type {Record<string, (message: any) => void>} */ (/** @type {unknown} */ (this.listener))[message.t];
    handle?.(message);
  }

  #tooMany() {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#seen = 0;
    }
    this.#seen += 1;
    return this.#seen > MOST_PER_SECOND;
  }

  #start() {
    this.#ready = true;
    for (const message of this.#waiting.splice(0)) this.#port?.postMessage(message);
  }

  /** @param {{ t: string, [member: string]: unknown }} message */
  send(message) {
    if (this.#ready) this.#port?.postMessage(message);
    else this.#waiting.push(message);
  }

  /**
   * @param {import("./types.js").PageData} page
   * @param {import("./page-tree.js").PageTree} tree
   * @param {boolean} cssOn
   */
  show(page, tree, cssOn) {
    this.#tree = tree;
    this.send({ t: "page", page: page.i, tree: page.tree, css: page.css, cssOn });
  }

  /** Moves the hover box. @param {number | null} node */
  hover(node) {
    this.send({ t: "hover", node });
  }

  /** Scrolls to a place and flashes it. @param {import("./types.js").Place[]} places */
  reveal(places) {
    const [first] = places;
    if (!first) return;
    this.send({ t: "scroll", place: first });
    this.send({ t: "flash", places });
  }

  focus() {
    this.iframe.focus();
  }

  /** From the frame's coordinates to those of the window. @param {{ x: number, y: number }} point */
  toWindow({ x, y }) {
    const box = this.iframe.getBoundingClientRect();
    return {
      x: Math.min(Math.max(box.left + x, box.left), box.right),
      y: Math.min(Math.max(box.top + y, box.top), box.bottom),
    };
  }
}
