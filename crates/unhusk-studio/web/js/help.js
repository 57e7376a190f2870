// @ts-check
/** All keys. Keys of one letter can be changed here, and switched off together. */

import { el, fill } from "./dom.js";
import { openDialog } from "./dialog.js";
import { isLetter } from "./keys.js";

/** @typedef {import("./keys.js").KeyEntry} KeyEntry */

/** @param {import("./types.js").Studio} studio */
export function openHelp({ keys, store }) {
  const { body, foot } = openDialog("Keys", {
    wide: true,
    intro: "They act while the page, the tree or the table has the focus, never while you type.",
  });
  const grid = el("div", { class: "key-groups" });
  const draw = () => fill(grid, ...groups(keys.table()).map(([name, entries]) => groupView(name, entries, change)));
  /** @param {string} command @param {string} key */
  const change = (command, key) => {
    keys.change(command, key);
    draw();
  };
  const letters = el("input", { type: "checkbox", checked: store.state.letters });
  letters.addEventListener("change", () => keys.setLetters(letters.checked));
  body.append(grid);
  foot.append(
    el("label", { class: "check" }, letters, "Keys of one letter"),
    el("span", { class: "quiet grow" }, "Click such a key to change it."),
    el("span", { class: "quiet" }, `unhusk ${store.state.hello?.version ?? ""}`),
  );
  draw();
}

/** @param {KeyEntry[]} table @returns {[string, KeyEntry[]][]} */
function groups(table) {
  const names = [...new Set(table.map(({ group }) => group))];
  return names.map((name) => [name, table.filter(({ group }) => group === name)]);
}

/**
 * @param {string} name
 * @param {KeyEntry[]} entries
 * @param {(command: string, key: string) => void} change
 */
function groupView(name, entries, change) {
  const list = entries.flatMap((entry) => [el("dt", {}, keyView(entry, change)), el("dd", {}, entry.say)]);
  return el("section", {}, el("h3", {}, name), el("dl", { class: "key-list" }, ...list));
}

/** @param {KeyEntry} entry @param {(command: string, key: string) => void} change */
function keyView(entry, change) {
  if (!entry.command || !isLetter(entry.key)) return el("kbd", {}, entry.key);
  const control = el(
    "button",
    { type: "button", class: "key-button", "data-key": entry.command, "aria-label": `${entry.key}: ${entry.say}. Change this key` },
    el("kbd", {}, entry.key),
  );
  control.addEventListener("click", () => {
    fill(control, el("kbd", {}, "press…"));
    control.addEventListener(
      "keydown",
      (event) => {
        event.preventDefault();
        event.stopPropagation();
        change(entry.command, isLetter(event.key) ? event.key : entry.key);
      },
      { once: true },
    );
  });
  return control;
}
