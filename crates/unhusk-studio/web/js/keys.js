// @ts-check
/** Which key does what: one table. Keys of one letter can be changed, and switched off together. */

import { isTyping } from "./dom.js";
import { readPrefs, writePrefs } from "./prefs.js";

/**
 * @typedef {object} KeyEntry
 * @property {string} key       as shown: "Ctrl+Z", "T", "Alt+↑"
 * @property {string} command   name of a command, or "" if the place that has the focus handles the key
 * @property {string} say
 * @property {string} group
 */

/** @type {KeyEntry[]} */
const TABLE = [
  { group: "On the page", key: "Arrows", command: "", say: "Move: before, after, parent, child" },
  { group: "On the page", key: "Space, Enter", command: "", say: "Click: this, not this, or take back" },
  { group: "On the page", key: "Alt+click", command: "", say: "Click the other way: not this, or keep this" },
  { group: "On the page", key: "Shift+Arrows", command: "", say: "Select a part of the text" },
  { group: "On the page", key: "Tab, Shift+Tab", command: "", say: "Next, previous match" },
  { group: "On the page", key: "P", command: "parent", say: "Widen to the parent" },
  { group: "On the page", key: "C", command: "child", say: "Narrow to the child" },
  { group: "On the page", key: "X", command: "deny", say: "Not this" },
  { group: "On the page", key: "A", command: "attribute", say: "Take an attribute" },
  { group: "On the page", key: ".", command: "menu", say: "Menu of this node; in the table, of this row" },
  { group: "On the page", key: "Esc", command: "", say: "Close, stop a job, then leave the page" },
  { group: "Fields", key: "1…9", command: "", say: "The next click goes to this field" },
  { group: "Fields", key: "F2", command: "rename", say: "Rename the field" },
  { group: "Fields", key: "Delete", command: "delete", say: "Delete the field" },
  { group: "Fields", key: "G", command: "group", say: "Make a sub-record" },
  { group: "Fields", key: "]", command: "looser", say: "Reach further; before the first click: next repeating part" },
  { group: "Fields", key: "[", command: "tighter", say: "Reach less far; before the first click: previous repeating part" },
  { group: "Answers and pages", key: "Y", command: "yes", say: "Answer yes" },
  { group: "Answers and pages", key: "N", command: "no", say: "Answer no; without a question: next page that differs" },
  { group: "Answers and pages", key: "T", command: "test", say: "Test on all pages" },
  { group: "Answers and pages", key: "E", command: "export", say: "Export" },
  { group: "Answers and pages", key: "Ctrl+S", command: "save", say: "Save the wrapper" },
  { group: "Answers and pages", key: "Ctrl+Z", command: "undo", say: "Undo" },
  { group: "Answers and pages", key: "Ctrl+Shift+Z", command: "redo", say: "Redo" },
  { group: "Answers and pages", key: "Ctrl+Y", command: "redo", say: "Redo" },
  { group: "Looking", key: "V", command: "view", say: "Page, tree or source" },
  { group: "Looking", key: "H", command: "bare", say: "Highlights off (hold it on the page)" },
  { group: "Looking", key: "/", command: "find", say: "Find text on the page" },
  { group: "Looking", key: "?", command: "help", say: "All keys" },
];

/** Places where keys of one letter act. */
const KEY_PLACES = "#table, .tree, .source, #guide";

/** @param {import("./frame.js").KeyMessage} event */
function nameOf({ key, ctrl, shift }) {
  const name = key.length === 1 ? key.toUpperCase() : key;
  const withShift = shift && (ctrl || key.length > 1);
  return `${ctrl ? "Ctrl+" : ""}${withShift ? "Shift+" : ""}${name}`;
}

export class Keys {
  /** @type {Map<string, () => void>} */
  #commands = new Map();
  /** @type {(number: number) => void} */
  #pickField = () => {};

  /** @param {import("./store.js").Store} store */
  constructor(store) {
    this.store = store;
    store.set({ letters: readPrefs().letters ?? true });
    document.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /**
   * @param {Record<string, () => void>} commands
   * @param {(number: number) => void} pickField
   */
  provide(commands, pickField) {
    this.#commands = new Map(Object.entries(commands));
    this.#pickField = pickField;
  }

  /** The table with the keys as the user changed them. @returns {KeyEntry[]} */
  table() {
    const changed = readPrefs().keys ?? {};
    return TABLE.map((entry) => (isLetter(entry.key) ? { ...entry, key: changed[entry.command] ?? entry.key } : entry));
  }

  /** @param {string} command @param {string} key one character */
  change(command, key) {
    writePrefs({ keys: { ...readPrefs().keys, [command]: key.toUpperCase() } });
  }

  /** @param {boolean} on */
  setLetters(on) {
    writePrefs({ letters: on });
    this.store.set({ letters: on });
  }

  /** @param {string} command */
  run(command) {
    this.#commands.get(command)?.();
  }

  /**
   * @param {import("./frame.js").KeyMessage} event
   * @returns {boolean} did the key mean something?
   */
  handle(event) {
    if (event.alt) return false;
    const name = nameOf(event);
    const single = isLetter(name);
    if (single && !this.store.state.letters) return false;
    if (/^[1-9]$/.test(name)) {
      this.#pickField(Number(name));
      return true;
    }
    const entry = this.table().find(({ key, command }) => key === name && command);
    if (!entry) return false;
    this.run(entry.command);
    return true;
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const ctrl = event.ctrlKey || event.metaKey;
    const target = event.target instanceof Element ? event.target : document.body;
    const saves = ctrl && event.key.toLowerCase() === "s";
    if (isTyping(target) && !saves) return;
    if (!ctrl && target !== document.body && !target.closest(KEY_PLACES)) return;
    if (this.handle({ key: event.key, ctrl, shift: event.shiftKey, alt: event.altKey })) event.preventDefault();
  }
}

/** @param {string} key */
export function isLetter(key) {
  return key.length === 1;
}
