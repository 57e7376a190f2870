// @ts-check
/** Small helpers to build elements. Text is always set as text, never as markup. */

import { icon } from "./icons.js";

/**
 * @typedef {string | number | boolean | null | undefined | ((event: any) => void)} Prop
 * @typedef {Node | string | null | undefined | false} Child
 */

/**
 * Builds an element. `on…` props become listeners, `true` an empty attribute, `false`/`null` nothing.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, Prop>} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  element.append(...present(children));
  return element;
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function present(children) {
  return /** @type {(Node | string)[]} */ (children.filter((child) => child != null && child !== false));
}

/**
 * Replaces what an element holds, and keeps the focus on the element with the same `data-key` if it had it.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  const focused = document.activeElement;
  const key = focused instanceof HTMLElement && element.contains(focused) ? focused.dataset.key : undefined;
  element.replaceChildren(...present(children));
  if (key) focusKey(element, key);
}

/**
 * @param {Element} element
 * @param {string} key
 */
function focusKey(element, key) {
  const again = element.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/**
 * The element of index.html with this id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no #${id}`);
  return element;
}

/**
 * Sets an attribute only when it differs, so that nothing is announced or laid out twice.
 * @param {Element} element
 * @param {string} name
 * @param {string | null} value
 */
export function setAttr(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/**
 * A button with an optional icon. `key` keeps the focus over redraws (see `fill`).
 * @param {string} say
 * @param {() => void} run
 * @param {{ icon?: import("./icons.js").IconName, bare?: boolean, class?: string, title?: string, disabled?: boolean, key?: string, pressed?: boolean }} [options]
 */
export function button(say, run, options = {}) {
  return el(
    "button",
    {
      type: "button",
      class: ["button", options.bare && "icon-only", options.class].filter(Boolean).join(" "),
      "aria-label": options.bare ? say : null,
      title: options.title ?? (options.bare ? say : null),
      disabled: options.disabled,
      "data-key": options.key,
      "aria-pressed": options.pressed === undefined ? null : String(options.pressed),
      onclick: run,
    },
    options.icon && icon(options.icon),
    !options.bare && el("span", {}, say),
  );
}

/**
 * A row of buttons of which one is chosen.
 * @template {string} V
 * @param {string} label
 * @param {{ value: V, say: string, title?: string }[]} choices
 * @param {V} chosen
 * @param {(value: V) => void} choose
 */
export function segmented(label, choices, chosen, choose) {
  return el(
    "div",
    { class: "segmented", role: "group", "aria-label": label },
    ...choices.map(({ value, say, title }) =>
      button(say, () => choose(value), { key: `${label}:${value}`, pressed: value === chosen, title }),
    ),
  );
}

/**
 * "1 record", "48 records"
 * @param {number} n
 * @param {string} one
 * @param {string} [many]
 */
export function count(n, one, many = `${one}s`) {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}

/**
 * @param {string} text
 * @param {number} max
 */
export function cut(text, max) {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length > max ? `${flat.slice(0, max - 1)}…` : flat;
}

/**
 * Is the focus in a place where keys are text?
 * @param {EventTarget | null} target
 */
export function isTyping(target) {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button])"))
  );
}
