// @ts-check
/** A text field that suggests terms while one types. */

import { el, fill, setAttr } from "./dom.js";

const REST_MS = 120;
let made = 0;

/** @typedef {import("./types.js").Term} Term */

/**
 * @param {string} label
 * @param {string} value
 * @param {(text: string) => Promise<Term[]>} search
 * @param {(term: string) => void} choose called with the term, or with "" when it is taken away
 */
export function comboBox(label, value, search, choose) {
  const id = `combo-${++made}`;
  const list = el("ul", { id, role: "listbox", class: "combo-list", "aria-label": label, hidden: true });
  const input = el("input", {
    role: "combobox",
    "aria-label": label,
    "aria-expanded": "false",
    "aria-controls": id,
    "aria-autocomplete": "list",
    autocomplete: "off",
    spellcheck: "false",
    value,
    placeholder: "not set",
  });
  /** @type {Term[]} */
  let terms = [];
  let at = -1;
  let timer = 0;
  let chosen = value;

  const draw = () => {
    const open = terms.length > 0;
    list.hidden = !open;
    setAttr(input, "aria-expanded", String(open));
    setAttr(input, "aria-activedescendant", at >= 0 ? `${id}-${at}` : null);
    fill(
      list,
      ...terms.map((term, i) =>
        el(
          "li",
          {
            id: `${id}-${i}`,
            role: "option",
            "aria-selected": String(i === at),
            onmousedown: (/** @type {MouseEvent} */ event) => event.preventDefault(),
            onclick: () => take(term.term),
          },
          el("b", {}, term.term),
          el("span", { class: "quiet cut" }, term.about),
        ),
      ),
    );
    list.children[at]?.scrollIntoView({ block: "nearest" });
  };
  const close = () => {
    terms = [];
    at = -1;
    draw();
  };
  /** @param {string} term */
  const take = (term) => {
    input.value = term;
    close();
    if (term === chosen) return;
    chosen = term;
    choose(term);
  };
  const suggest = async () => {
    const text = input.value.trim();
    const found = await search(text).catch(() => []);
    if (text !== input.value.trim() || document.activeElement !== input) return;
    terms = found;
    at = -1;
    draw();
  };

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(suggest, REST_MS);
  });
  input.addEventListener("focus", suggest);
  input.addEventListener("blur", () => take(input.value.trim()));
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") at = Math.min(at + 1, terms.length - 1);
    else if (event.key === "ArrowUp") at = Math.max(at - 1, -1);
    else if (event.key === "Enter") return take(terms[at]?.term ?? input.value.trim());
    else if (event.key === "Escape" && terms.length > 0) close();
    else return;
    event.preventDefault();
    draw();
  });
  return el("div", { class: "combo" }, input, list);
}
