// @ts-check
/** Fields with their counts, and what was said on this page: what the user told apart from what was found. */

import { button, byId, count, cut, el, fill, setAttr } from "./dom.js";
import { icon } from "./icons.js";
import { MARKS, badge, fieldNumber, paint } from "./look.js";
import { below, showMenu } from "./popup.js";

/** @typedef {import("./types.js").Studio} Studio */
/** @typedef {import("./types.js").Field} Field */

/** @param {Studio} studio */
export function mountFields(studio) {
  const head = el("div", { class: "record-head" });
  const list = el("ul", { class: "field-list" });
  const said = el("div", { class: "said" });
  byId("fields").append(head, list, said);

  studio.store.watch(["task", "armed", "index", "line"], () => {
    fill(head, ...recordHead(studio));
    fill(list, ...fieldRows(studio), newFieldRow(studio));
    fill(said, ...labelList(studio));
  });
}

/** @param {Studio} studio */
function recordHead({ store, keys }) {
  const { task } = store.state;
  const record = task?.record ?? { class: null, here: 0, all: 0 };
  const name = record.class ? record.class.replace(/^.*[:/#]/, "") : "Records";
  return [
    el(
      "div",
      { class: "record-title" },
      el("h2", {}, name),
      el("span", { class: "record-count" }, String(store.recordsHere())),
      el("span", { class: "quiet" }, "here"),
    ),
    el(
      "div",
      { class: "record-sub" },
      el("span", { class: "quiet" }, `${record.all} on all ${count(task?.pages.length ?? 0, "page")}`),
      button(record.class ?? "Add a meaning", () => keys.run("meaning"), {
        class: "plain small",
        key: "class",
        disabled: !task?.fields.length,
      }),
    ),
  ];
}

/** Fields in order; the fields of a sub-record stand below its name. @param {Studio} studio */
function fieldRows(studio) {
  const fields = studio.store.state.task?.fields ?? [];
  return fields.flatMap((field, at) => {
    const row = fieldRow(studio, field);
    const startsGroup = field.parent !== null && fields[at - 1]?.parent !== field.parent;
    return startsGroup ? [groupRow(studio, /** @type {string} */ (field.parent)), row] : [row];
  });
}

/** @param {Studio} studio @param {string} name */
function groupRow({ actions, store }, name) {
  return el(
    "li",
    { class: "group-row" },
    icon("grid"),
    el("span", { class: "grow" }, name),
    el("span", { class: "quiet" }, "sub-record"),
    button(`Dissolve ${name}`, () => actions.act({ act: "ungroup", name }), {
      icon: "close",
      bare: true,
      class: "plain small",
      disabled: store.readonly(),
    }),
  );
}

/** @param {Studio} studio @param {Field} field */
function fieldRow(studio, field) {
  const { store } = studio;
  const { task, armed, index } = store.state;
  const said = index?.said(field.id) ?? { plus: 0, minus: 0 };
  const here = store.fieldHere(field);
  const records = store.recordsHere();
  const row = el("li", { class: field.parent ? "field nested" : "field", draggable: String(!store.readonly()), "data-field": field.id });
  paint(row, fieldNumber(task, field.id));
  setAttr(row, "data-current", (armed ?? task?.current) === field.id ? "true" : null);
  const more = button(`More for ${field.name}`, () => showFieldMenu(studio, field, more), {
    icon: "more",
    bare: true,
    class: "plain small",
    key: `more ${field.id}`,
  });
  row.append(
    el(
      "button",
      {
        type: "button",
        class: "field-main",
        "data-key": `field ${field.id}`,
        "aria-pressed": String(armed === field.id),
        title: "The next click goes to this field. F2 renames, Del deletes, Alt+Up and Alt+Down move.",
        onclick: () => store.set({ armed: armed === field.id ? null : field.id }),
        ondblclick: () => renameInPlace(studio, field.id),
        onkeydown: (/** @type {KeyboardEvent} */ event) => fieldKey(studio, field, event),
      },
      badge(task, field.id),
      el("span", { class: "field-name" }, field.name),
      el(
        "span",
        { class: "field-type" },
        field.type ?? (field.guess ? `${field.guess}?` : "text"),
        field.attribute && ` @${field.attribute}`,
      ),
      el("span", { class: "field-count", title: `${here} of ${records} records on this page` }, `${here}/${records}`),
      el("span", { class: "field-all", title: `${field.all} on all pages` }, `${field.all} in all`),
      el(
        "span",
        { class: "field-said" },
        saidText(said),
        field.doubtful > 0 && el("span", { class: "doubt" }, ` ? ${field.doubtful} unsure`),
      ),
    ),
    more,
  );
  acceptDrops(studio, row, field);
  return row;
}

/** @param {{ plus: number, minus: number }} said */
function saidText({ plus, minus }) {
  const parts = [plus && `✓${plus}`, minus && `−${minus}`].filter(Boolean);
  return parts.length > 0 ? `said ${parts.join(" ")}` : "nothing said";
}

/** @param {Studio} studio @param {HTMLElement} row @param {Field} field */
function acceptDrops({ actions, store }, row, field) {
  row.addEventListener("dragstart", (event) => event.dataTransfer?.setData("text/unhusk-field", String(field.id)));
  row.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("text/unhusk-field")) event.preventDefault();
  });
  row.addEventListener("drop", (event) => {
    const moved = Number(event.dataTransfer?.getData("text/unhusk-field"));
    if (!store.field(moved) || moved === field.id) return;
    event.preventDefault();
    void actions.act({ act: "field-move", field: moved, to: fieldNumber(store.state.task, field.id) - 1 });
  });
}

/** @param {Studio} studio @param {Field} field @param {KeyboardEvent} event */
function fieldKey(studio, field, event) {
  const { actions, store } = studio;
  const at = fieldNumber(store.state.task, field.id) - 1;
  if (event.key === "F2") renameInPlace(studio, field.id);
  else if (event.key === "Delete") void actions.act({ act: "field-delete", field: field.id });
  else if (event.altKey && event.key === "ArrowUp" && at > 0) void actions.act({ act: "field-move", field: field.id, to: at - 1 });
  else if (event.altKey && event.key === "ArrowDown") void actions.act({ act: "field-move", field: field.id, to: at + 1 });
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Turns the name of a field into an input. @param {Studio} studio @param {number} id */
export function renameInPlace({ actions, store }, id) {
  const field = store.field(id);
  const name = document.querySelector(`[data-field="${id}"] .field-name`);
  const main = name?.closest(".field-main");
  if (!field || !main || store.readonly()) return;
  const input = el("input", { class: "field-rename", "aria-label": `New name for ${field.name}`, value: field.name, spellcheck: "false" });
  let done = false;
  /** @param {boolean} keep */
  const finish = (keep) => {
    if (done) return;
    done = true;
    input.replaceWith(main);
    if (main instanceof HTMLElement) main.focus();
    const wanted = input.value.trim();
    if (keep && wanted && wanted !== field.name) void actions.act({ act: "field-rename", field: id, name: wanted });
  };
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === "Escape") finish(event.key === "Enter");
    event.stopPropagation();
  });
  input.addEventListener("blur", () => finish(true));
  main.replaceWith(input);
  input.focus();
  input.select();
}

/** @param {Studio} studio @param {Field} field @param {HTMLElement} control */
function showFieldMenu(studio, field, control) {
  const { actions, store, keys } = studio;
  const { hello, task } = store.state;
  const at = fieldNumber(task, field.id) - 1;
  const last = (task?.fields.length ?? 0) - 1;
  const frozen = store.readonly();
  const types = [null, ...(hello?.types ?? [])];
  showMenu(
    `Field ${field.name}`,
    [
      { say: "Rename", key: "F2", run: () => renameInPlace(studio, field.id), disabled: frozen },
      { say: "Meaning…", note: field.property ?? "", run: () => keys.run("meaning") },
      {
        say: field.list ? "One value per record" : "Several values per record",
        run: () => actions.act({ act: "field-list", field: field.id, list: !field.list }),
        disabled: frozen,
      },
      { say: "Make a sub-record…", key: "G", run: () => keys.run("group"), disabled: frozen },
      {
        say: "Move up",
        key: "Alt+↑",
        run: () => actions.act({ act: "field-move", field: field.id, to: at - 1 }),
        disabled: frozen || at === 0,
      },
      {
        say: "Move down",
        key: "Alt+↓",
        run: () => actions.act({ act: "field-move", field: field.id, to: at + 1 }),
        disabled: frozen || at === last,
      },
      { say: "Delete", key: "Del", run: () => actions.act({ act: "field-delete", field: field.id }), disabled: frozen },
      "line",
      { heading: "Type" },
      ...types.map((type) => ({
        say: type ?? `not set${field.guess ? ` (looks like ${field.guess})` : ""}`,
        checked: field.type === type,
        disabled: frozen,
        run: () => actions.act({ act: "field-type", field: field.id, type }),
      })),
    ],
    below(control),
    control,
  );
}

/** @param {Studio} studio */
function newFieldRow({ store }) {
  const { task, armed } = store.state;
  const first = !task?.fields.length;
  const text = first ? "Click one thing you want on the page" : armed === null ? "Click another part to add a field" : "New field instead";
  return el(
    "li",
    { class: "field-new" },
    el(
      "button",
      { type: "button", "data-key": "new-field", disabled: first, onclick: () => store.set({ armed: null }) },
      el("span", { class: "badge blank" }, "+"),
      text,
    ),
  );
}

/** The labels of this page, each with a way to take it back. @param {Studio} studio */
function labelList({ store, actions, frame }) {
  const { marks, task } = store.state;
  const labels = marks?.labels ?? [];
  if (labels.length === 0) return [el("h3", {}, "You said"), el("p", { class: "quiet" }, "Nothing on this page yet.")];
  return [
    el("h3", {}, "You said, on this page"),
    el(
      "ul",
      { class: "label-list" },
      ...labels.map((label) => {
        const kind = label.sign === "+" ? "said" : "denied";
        return el(
          "li",
          { "data-kind": kind },
          el("span", { class: "mark-glyph", "aria-hidden": "true" }, MARKS[kind].glyph),
          el(
            "button",
            { type: "button", class: "label-text", "data-key": `label ${label.id}`, onclick: () => frame.reveal([label.place]) },
            badge(task, label.field),
            el("span", { class: "visually-hidden" }, `${MARKS[kind].say}: `),
            el("span", { class: "cut" }, cut(label.text, 80) || "(empty)"),
          ),
          button(`Take back “${cut(label.text, 30)}”`, () => actions.act({ act: "unlabel", label: label.id }), {
            icon: "close",
            bare: true,
            class: "plain small",
            disabled: store.readonly(),
          }),
        );
      }),
    ),
  ];
}
