// @ts-check
/** The table of records: a grid that is moved through with the arrow keys, linked with the boxes on the page. */

import { button, byId, count, cut, el, fill, segmented, setAttr } from "./dom.js";
import { badge, fieldNumber, paint } from "./look.js";
import { below, showMenu } from "./popup.js";
import { recordPlaces } from "./mark-index.js";
import { openRecordMenu } from "./record-menu.js";
import { oddSummary, tableRows } from "./rows.js";
import { VirtualRows } from "./virtual.js";

const ROW_HEIGHT = 30;
const HEAD_HEIGHT = 34;
const NUMBER_WIDTH = 10;
const NARROWEST = 10;
const WIDEST = 38;
const SAMPLE_ROWS = 200;
const PAGE_OF_ROWS = 10;

/** @typedef {import("./rows.js").Row} Row */
/** @typedef {import("./types.js").Field} Field */

/** @param {import("./types.js").Studio} studio */
export function mountTable(studio) {
  new RecordTable(studio);
}

class RecordTable {
  /** @type {Row[]} */
  #all = [];
  /** @type {Row[]} */
  #rows = [];
  /** @type {Field[]} */
  #fields = [];
  #oddOnly = false;
  /** Cell with the tab stop. */
  #active = { row: 0, column: 0 };
  /** Cell whose node is shown: a second click toggles it. */
  #opened = "";

  /** @param {import("./types.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.head = el("div", { class: "table-head" });
    this.scroller = el("div", { class: "table-scroll" });
    this.columns = el("colgroup", {});
    this.headRow = el("tr", { "aria-rowindex": 1 });
    this.body = el("tbody", {});
    this.grid = el("table", { role: "grid", "aria-label": "Records of this page" }, this.columns, el("thead", {}, this.headRow), this.body);
    this.empty = el("p", { class: "table-empty quiet" });
    this.scroller.append(this.grid, this.empty);
    byId("table").append(this.head, this.scroller);
    this.virtual = new VirtualRows(this.scroller, { rowHeight: ROW_HEIGHT, headHeight: HEAD_HEIGHT, draw: (window) => this.#draw(window) });
    this.grid.addEventListener("keydown", (event) => this.#key(event));
    this.grid.addEventListener("focusin", ({ target }) => this.#takeFocus(target));
    this.grid.addEventListener("contextmenu", (event) => this.#menu(event));
    this.scroller.addEventListener("mouseleave", () => this.#pointAt(null));
    studio.store.watch(["task", "marks", "line"], () => this.#update());
    studio.store.watch(["linked"], ({ linked }) => this.#link(linked));
  }

  #update() {
    const { task, marks } = this.studio.store.state;
    this.#fields = task?.fields ?? [];
    this.#all = marks ? tableRows(marks, this.#fields) : [];
    this.#rows = this.#oddOnly ? this.#all.filter(({ odd }) => odd) : this.#all;
    this.#active.row = Math.min(this.#active.row, Math.max(0, this.#rows.length - 1));
    this.#active.column = Math.min(this.#active.column, Math.max(0, this.#fields.length - 1));
    setAttr(this.scroller, "data-stale", marks?.stale ? "true" : null);
    this.#drawHead();
    this.#drawColumns();
    this.virtual.setCount(this.#rows.length);
  }

  #drawHead() {
    const { task, marks } = this.studio.store.state;
    const odd = this.#all.filter((row) => row.odd).length;
    const change = task?.change;
    fill(
      this.head,
      el("h2", {}, "Table"),
      el("span", { class: "quiet" }, count(this.#all.length, "record")),
      change &&
        change.added + change.removed > 0 &&
        el(
          "span",
          { class: "change", title: "Since the last act" },
          el("b", {}, `+${change.added}`),
          " ",
          el("b", {}, `−${change.removed}`),
        ),
      marks?.stale && el("span", { class: "stale-note" }, "Last good reading"),
      el("span", { class: "grow" }),
      el("span", { class: "quiet" }, oddSummary(this.#all, this.#fields)),
      segmented(
        "Rows",
        [
          { value: "all", say: `All ${this.#all.length}` },
          { value: "odd", say: `Odd ${odd}`, title: "Rows where something is missing, double or not sure" },
        ],
        this.#oddOnly ? "odd" : "all",
        (value) => {
          this.#oddOnly = value === "odd";
          this.#update();
        },
      ),
    );
  }

  #drawColumns() {
    const { task } = this.studio.store.state;
    const none = this.#fields.length === 0;
    this.grid.hidden = none;
    this.empty.textContent = none
      ? "Records appear here after the first click on the page."
      : this.#rows.length === 0
        ? this.#noRowsText()
        : "";
    setAttr(this.grid, "aria-rowcount", String(this.#rows.length + 1));
    setAttr(this.grid, "aria-colcount", String(this.#fields.length + 1));
    fill(this.columns, column(NUMBER_WIDTH), ...this.#fields.map((field) => column(this.#widthOf(field))), el("col", {}));
    fill(
      this.headRow,
      el("th", { scope: "col", class: "number" }, "#"),
      ...this.#fields.map((field) => {
        const head = el(
          "th",
          { scope: "col" },
          el(
            "div",
            { class: "column-head" },
            badge(task, field.id),
            el("span", { class: "cut" }, field.parent ? `${field.parent} › ${field.name}` : field.name),
            el("span", { class: "quiet" }, `${this.studio.store.fieldHere(field)}/${this.#all.length}`),
          ),
        );
        paint(head, fieldNumber(task, field.id));
        return head;
      }),
      el("td", { class: "filler", "aria-hidden": "true" }),
    );
  }

  #noRowsText() {
    return this.#oddOnly && this.#all.length > 0
      ? "No odd rows: nothing is missing, double or in doubt."
      : "No record was found on this page.";
  }

  /** Width in characters, from the first rows, so that columns stay when rows scroll. @param {Field} field */
  #widthOf(field) {
    const lengths = this.#all.slice(0, SAMPLE_ROWS).map((row) => valueText(row.values.get(field.id) ?? []).length);
    return Math.min(WIDEST, Math.max(NARROWEST, field.name.length + 10, ...lengths) + 3);
  }

  /** @param {import("./virtual.js").Window} window */
  #draw({ first, last, before, after }) {
    const hadFocus = this.body.contains(document.activeElement);
    const rows = this.#rows.slice(first, last).map((row, offset) => this.#rowView(row, first + offset));
    this.body.replaceChildren(spacer(before), ...rows, spacer(after));
    this.#link(this.studio.store.state.linked);
    if (hadFocus) this.#activeCell()?.focus({ preventScroll: true });
  }

  /** @param {Row} row @param {number} at */
  #rowView(row, at) {
    const number = el("th", { scope: "row", class: "number" }, String(row.record + 1));
    if (row.twin !== null) {
      number.append(
        el(
          "span",
          { class: "twin", title: `Same values as row ${row.twin + 1}` },
          " ⧉",
          el("span", { class: "visually-hidden" }, `same as row ${row.twin + 1}`),
        ),
      );
    }
    number.append(this.#menuButton(row.record));
    return el(
      "tr",
      { "data-record": row.record, "data-twin": row.twin !== null, "aria-rowindex": at + 2, onmouseenter: () => this.#pointAt(row) },
      number,
      ...this.#fields.map((field, columnAt) => this.#cellView(row, at, field, columnAt)),
      el("td", { class: "filler", "aria-hidden": "true" }),
    );
  }

  /** @param {number} record */
  #menuButton(record) {
    const control = button(`Menu of record ${record + 1}`, () => openRecordMenu(this.studio, record, below(control)), {
      icon: "more",
      bare: true,
      class: "plain small",
    });
    control.tabIndex = -1;
    return control;
  }

  /** The menu of a row: by the right button of the mouse, or by the key Menu. @param {MouseEvent} event */
  #menu(event) {
    const target = event.target instanceof Element ? event.target : null;
    const row = target?.closest("tr[data-record]");
    if (!target || !(row instanceof HTMLElement)) return;
    event.preventDefault();
    const at = event.button === 2 ? { x: event.clientX, y: event.clientY } : below(target);
    openRecordMenu(this.studio, Number(row.dataset.record), at);
  }

  /** @param {Row} row @param {number} at @param {Field} field @param {number} columnAt */
  #cellView(row, at, field, columnAt) {
    const values = row.values.get(field.id) ?? [];
    const missing = values.length === 0;
    const said = this.#saidAt(values, field.id);
    const doubt = !said && values.some((value) => value.doubt);
    const cell = el(
      "td",
      {
        tabindex: this.#active.row === at && this.#active.column === columnAt ? 0 : -1,
        class: missing ? "missing" : doubt ? "doubtful" : null,
        "data-row": at,
        "data-column": columnAt,
        title: missing ? "Missing. Click, then click the value on the page." : valueText(values),
        onclick: () => this.#open(row, field, values),
      },
      said && el("span", { class: "mark-glyph", "aria-label": "you said this" }, "✓"),
      doubt && el("span", { class: "mark-glyph", "aria-label": "not sure" }, "?"),
      missing ? "missing" : cut(values[0]?.text ?? "", 200) || el("span", { class: "quiet" }, "empty"),
      values.length > 1 && this.#moreValues(values, field),
    );
    return cell;
  }

  /** The other values of a cell. @param {import("./types.js").Value[]} values @param {Field} field */
  #moreValues(values, field) {
    const more = button(`+${values.length - 1}`, () => this.#showValues(values, field, more), {
      class: "plain small more-values",
      title: "All values of this cell",
    });
    more.tabIndex = -1;
    more.addEventListener("click", (event) => event.stopPropagation());
    return more;
  }

  /** @param {import("./types.js").Value[]} values @param {Field} field @param {HTMLElement} control */
  #showValues(values, field, control) {
    showMenu(
      `${field.name}: ${count(values.length, "value")}`,
      values.map((value) => ({ say: cut(value.text, 80), run: () => this.studio.frame.reveal(value.places) })),
      below(control),
    );
  }

  /** @param {import("./types.js").Value[]} values @param {number} field */
  #saidAt(values, field) {
    const index = this.studio.store.state.index;
    return values.some(({ places }) =>
      places.some(({ node }) => index?.at(node).some((mark) => mark.field === field && mark.kind === "said")),
    );
  }

  /**
   * First click: show the node. Second click on the same cell: the same toggle as on the page.
   * @param {Row} row
   * @param {Field} field
   * @param {import("./types.js").Value[]} values
   */
  #open(row, field, values) {
    const { actions, frame, store } = this.studio;
    const key = `${row.record} ${field.id}`;
    const place = values[0]?.places[0];
    if (!place) {
      store.set({ armed: field.id });
      frame.reveal(recordPlaces(store.state.marks, row.record));
    } else if (this.#opened === key) {
      this.#opened = "";
      void actions.click(place, { field: field.id });
    } else {
      this.#opened = key;
      store.set({ cursor: place.node, linked: row.record });
      frame.reveal(values.flatMap(({ places }) => places));
      frame.hover(place.node);
    }
  }

  /** Links a row with the box of its record on the page. @param {Row | null} row */
  #pointAt(row) {
    const { store, frame } = this.studio;
    store.set({ linked: row?.record ?? null });
    frame.hover((row && store.state.marks?.records[row.record]?.box[0]) ?? null);
  }

  /** Marks the row of the record that is pointed at. @param {number | null} record */
  #link(record) {
    for (const row of this.body.querySelectorAll("tr[data-record]")) {
      row.classList.toggle("linked", record !== null && row.getAttribute("data-record") === String(record));
    }
  }

  #activeCell() {
    const { row, column: at } = this.#active;
    const cell = this.body.querySelector(`[data-row="${row}"][data-column="${at}"]`);
    return cell instanceof HTMLElement ? cell : null;
  }

  /** @param {EventTarget | null} target */
  #takeFocus(target) {
    const cell = target instanceof HTMLElement ? target.closest("td[data-row]") : null;
    if (!(cell instanceof HTMLElement)) return;
    this.#activeCell()?.setAttribute("tabindex", "-1");
    this.#active = { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
    cell.tabIndex = 0;
    this.#pointAtActive();
  }

  /** The keys that act on "the node here" (X, A, the menu) mean the node of this cell. */
  #pointAtActive() {
    const row = this.#rows[this.#active.row];
    const field = this.#fields[this.#active.column];
    const node = row && field ? row.values.get(field.id)?.[0]?.places[0]?.node : undefined;
    if (!row) return;
    this.#pointAt(row);
    if (node === undefined) return;
    this.studio.store.set({ cursor: node });
    this.studio.frame.hover(node);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { row, column: at } = this.#active;
    /** @type {Record<string, [number, number]>} */
    const moves = {
      ArrowDown: [row + 1, at],
      ArrowUp: [row - 1, at],
      ArrowRight: [row, at + 1],
      ArrowLeft: [row, at - 1],
      PageDown: [row + PAGE_OF_ROWS, at],
      PageUp: [row - PAGE_OF_ROWS, at],
      Home: [row, 0],
      End: [row, this.#fields.length - 1],
    };
    const move = moves[event.key];
    if (move) this.#moveTo(...move);
    else if (event.key === "Enter" || event.key === " ") this.#activeCell()?.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} row @param {number} at */
  #moveTo(row, at) {
    this.#active = { row: clamp(row, this.#rows.length), column: clamp(at, this.#fields.length) };
    this.virtual.reveal(this.#active.row);
    this.#activeCell()?.focus({ preventScroll: true });
  }
}

/** @param {number} value @param {number} length */
function clamp(value, length) {
  return Math.max(0, Math.min(value, length - 1));
}

/** @param {import("./types.js").Value[]} values */
function valueText(values) {
  return values.map(({ text }) => cut(text, 200)).join(" · ");
}

/** @param {number} characters */
function column(characters) {
  const col = el("col", {});
  col.style.width = `${characters}ch`;
  return col;
}

/** @param {number} height */
function spacer(height) {
  const row = el("tr", { class: "spacer", "aria-hidden": "true" });
  row.style.height = `${height}px`;
  return row;
}
