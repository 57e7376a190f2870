// @ts-check
/** Menus that open at a point: one at a time, moved through with the arrow keys, closed with Esc. */

import { byId, el } from "./dom.js";

/** @typedef {{ say: string, run: () => void, key?: string, note?: string, checked?: boolean, disabled?: boolean }} MenuItem */
/** @typedef {MenuItem | { heading: string } | "line"} MenuEntry */
/** @typedef {{ x: number, y: number }} Point */

const EDGE = 8;

/** @type {{ menu: HTMLElement, back: HTMLElement | null } | null} */
let open = null;

/**
 * @param {string} label
 * @param {MenuEntry[]} entries
 * @param {Point} at
 * @param {HTMLElement | null} [back] gets the focus when the menu closes
 */
export function showMenu(label, entries, at, back = focused()) {
  hideMenu();
  const menu = el(
    "div",
    { class: "menu", role: "menu", "aria-label": label, popover: "manual", onkeydown: moveFocus },
    ...entries.map(menuEntry),
  );
  byId("floating").append(menu);
  menu.showPopover();
  placeAt(menu, at);
  open = { menu, back };
  items(menu)[0]?.focus();
}

export function hideMenu() {
  if (!open) return;
  const { menu, back } = open;
  const hadFocus = menu.contains(document.activeElement);
  open = null;
  menu.remove();
  if (hadFocus) back?.focus();
}

document.addEventListener("pointerdown", ({ target }) => {
  if (open && target instanceof Node && !open.menu.contains(target)) hideMenu();
});

/** Keeps a floating element inside the window. @param {HTMLElement} element @param {Point} at */
export function placeAt(element, at) {
  const { width, height } = element.getBoundingClientRect();
  const x = Math.max(EDGE, Math.min(at.x, innerWidth - width - EDGE));
  const y = Math.max(EDGE, Math.min(at.y, innerHeight - height - EDGE));
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
}

/** The point below an element. @param {Element} element @returns {Point} */
export function below(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left, y: box.bottom + 4 };
}

function focused() {
  return document.activeElement instanceof HTMLElement ? document.activeElement : null;
}

/** @param {MenuEntry} entry */
function menuEntry(entry) {
  if (entry === "line") return el("hr", {});
  if ("heading" in entry) return el("div", { class: "menu-heading", role: "presentation" }, entry.heading);
  const run = () => {
    hideMenu();
    entry.run();
  };
  return el(
    "button",
    {
      type: "button",
      role: entry.checked === undefined ? "menuitem" : "menuitemradio",
      "aria-checked": entry.checked === undefined ? null : String(entry.checked),
      tabindex: -1,
      disabled: entry.disabled,
      onclick: run,
    },
    entry.checked !== undefined && el("span", { class: "tick", "aria-hidden": "true" }, entry.checked ? "✓" : ""),
    el("span", { class: "grow" }, entry.say),
    entry.note && el("span", { class: "quiet" }, entry.note),
    entry.key && el("kbd", {}, entry.key),
  );
}

/** @param {HTMLElement} menu @returns {HTMLButtonElement[]} */
function items(menu) {
  return [...menu.querySelectorAll("button")].filter((item) => !item.disabled);
}

/** @param {KeyboardEvent} event */
function moveFocus(event) {
  const menu = /** @type {HTMLElement} */ (event.currentTarget);
  const list = items(menu);
  const at = list.findIndex((item) => item === document.activeElement);
  const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: list.length - 1 };
  const to = /** @type {Record<string, number>} */ (steps)[event.key];
  if (event.key === "Escape" || event.key === "Tab") hideMenu();
  else if (to !== undefined) list.at(to % list.length)?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
