// @ts-check
/** The chip at the click that made a field: its name, its type, and how far the click reaches. */

import { button, byId, el, fill, segmented } from "./dom.js";
import { badge } from "./look.js";
import { placeAt } from "./popup.js";

/** @typedef {import("./types.js").Scope} Scope */

/** @type {Scope[]} */
const SCOPES = ["only", "similar", "looser"];
const BELOW_POINTER = 18;

export class Chip {
  /** @type {{ field: number, name: HTMLInputElement, type: HTMLSelectElement, scope: HTMLElement, touched: boolean } | null} */
  #open = null;

  /**
   * @param {import("./store.js").Store} store
   * @param {import("./actions.js").Actions} actions
   * @param {() => void} focusBack where the keyboard goes on
   */
  constructor(store, actions, focusBack) {
    this.store = store;
    this.actions = actions;
    this.focusBack = focusBack;
    this.element = el("div", { class: "chip", popover: "manual", role: "dialog", "aria-label": "New field" });
    byId("floating").append(this.element);
    store.watch(["task", "index"], () => this.#refresh());
    document.addEventListener("pointerdown", ({ target }) => {
      if (this.#open && target instanceof Node && !this.element.contains(target)) this.leave();
    });
  }

  get isOpen() {
    return this.#open !== null;
  }

  /**
   * @param {number} id
   * @param {{ x: number, y: number }} at
   */
  open(id, at) {
    const field = this.store.field(id);
    if (!field) return;
    const name = el("input", { "aria-label": "Field name", value: field.name, spellcheck: "false", autocomplete: "off" });
    const type = this.#typeChoice(field);
    const scope = el("div", { class: "chip-scope" });
    fill(
      this.element,
      el(
        "div",
        { class: "chip-row" },
        badge(this.store.state.task, id),
        name,
        type,
        button("Done", () => this.accept(), { class: "primary small" }),
      ),
      scope,
    );
    this.#open = { field: id, name, type, scope, touched: false };
    this.#refresh();
    name.addEventListener("input", () => this.#touch());
    this.element.onkeydown = (event) => this.#key(event);
    this.element.showPopover();
    placeAt(this.element, { x: at.x, y: at.y + BELOW_POINTER });
    name.focus();
    name.select();
  }

  /** @param {import("./types.js").Field} field */
  #typeChoice(field) {
    const select = el("select", { "aria-label": "Type" });
    const chosen = field.type ?? field.guess ?? "";
    const types = new Set(["", ...(this.store.state.hello?.types ?? []), chosen]);
    for (const type of types) {
      const option = el(
        "option",
        { value: type },
        type === "" ? "no type" : type === field.guess && !field.type ? `${type} (guess)` : type,
      );
      option.selected = type === chosen;
      select.append(option);
    }
    return select;
  }

  #touch() {
    if (this.#open) this.#open.touched = true;
  }

  /** Redraws the reach and its count after each answer of the server. */
  #refresh() {
    const open = this.#open;
    const task = this.store.state.task;
    if (!open || !task) return;
    const field = this.store.field(open.field);
    if (!field) return this.#hide();
    /** @type {Record<Scope, string>} */
    const says = { only: "Only this", similar: "Similar", looser: "Looser" };
    const choices = SCOPES.map((value, at) => ({
      value,
      say: `${says[value]}${value === task.scope && value !== "only" ? ` · ${this.store.fieldHere(field)}` : ""}`,
      title: `Key ${at + 1}`,
    }));
    fill(
      open.scope,
      segmented("How far the click reaches", choices, task.scope, (value) => this.#reach(value)),
    );
  }

  /** @param {Scope} scope */
  #reach(scope) {
    void this.actions.act({ act: "scope", scope });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    event.stopPropagation();
    const scope = SCOPES[Number(event.key) - 1];
    if (event.key === "Enter" && !(event.target instanceof HTMLButtonElement)) void this.accept();
    else if (event.key === "Escape") this.#back();
    else if (scope && !this.#open?.touched) this.#reach(scope);
    else return;
    event.preventDefault();
  }

  /** Enter or Done: name and type as shown. */
  async accept() {
    const open = this.#open;
    if (!open) return;
    const type = open.type.value || null;
    this.#back();
    await this.#rename(open.field, open.name.value.trim());
    if (type !== (this.store.field(open.field)?.type ?? null)) await this.actions.act({ act: "field-type", field: open.field, type });
  }

  /** The user went on elsewhere: a name that was typed is kept. */
  leave() {
    const open = this.#open;
    this.#hide();
    if (open?.touched) void this.#rename(open.field, open.name.value.trim());
  }

  /** @param {number} field @param {string} name */
  async #rename(field, name) {
    if (name && name !== this.store.field(field)?.name) await this.actions.act({ act: "field-rename", field, name });
  }

  #back() {
    this.#hide();
    this.focusBack();
  }

  #hide() {
    this.#open = null;
    this.element.hidePopover();
  }
}
