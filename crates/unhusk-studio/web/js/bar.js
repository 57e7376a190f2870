// @ts-check
/** Top bar: task, saved or not, steps, learner, and the acts on the whole task. */

import { button, byId, el, fill, setAttr } from "./dom.js";
import { icon } from "./icons.js";
import { below, showMenu } from "./popup.js";
import { toggleTheme } from "./theme.js";

/** @param {import("./types.js").Studio} studio */
export function mountBar(studio) {
  const { store } = studio;
  const left = el("div", { class: "bar-group" });
  const steps = el("div", { class: "bar-group", role: "group", "aria-label": "Steps" });
  const learner = el("div", { class: "bar-group" });
  const right = el("div", { class: "bar-group end" });
  byId("bar").append(left, steps, learner, right);

  const task = taskName(studio);
  const saved = el("span", { class: "saved" });
  left.append(
    el("h1", { class: "brand" }, icon("husk"), "unhusk", el("span", { class: "visually-hidden" }, " studio")),
    task.element,
    saved,
  );

  store.watch(["task", "line"], (state) => {
    task.show(state.task?.name ?? "");
    showSaved(saved, state.task);
    fill(steps, ...stepButtons(studio));
    fill(learner, ...learnerChoice(studio));
    fill(right, ...mainButtons(studio));
  });
}

/** The task's name; a field that is renamed in place. @param {import("./types.js").Studio} studio */
function taskName({ store, actions }) {
  const input = el("input", { class: "task-name", "aria-label": "Task name", spellcheck: "false", autocomplete: "off" });
  input.addEventListener("change", () => actions.renameTask(input.value.trim()));
  input.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") input.value = store.state.task?.name ?? "";
    if (key === "Escape" || key === "Enter") input.blur();
  });
  /** @param {string} name */
  const show = (name) => {
    if (document.activeElement !== input) input.value = name;
    input.style.width = `${Math.min(Math.max(name.length, 6), 28) + 3}ch`;
    input.readOnly = store.readonly();
  };
  return { element: input, show };
}

/**
 * @param {HTMLElement} element
 * @param {import("./types.js").Task | null} task
 */
function showSaved(element, task) {
  const saved = task?.saved;
  const state = !saved ? "wait" : saved.error || !saved.ok ? "bad" : saved.unsaved_changes ? "open" : "ok";
  const text = {
    wait: "Loading",
    bad: "Not saved",
    open: "Steps kept, wrapper not saved",
    ok: saved?.wrapper ? "Saved" : "Nothing to save yet",
  }[state];
  setAttr(element, "data-state", state);
  setAttr(element, "title", saved?.error ?? saved?.wrapper ?? task?.folder ?? null);
  fill(
    element,
    el("span", { class: "dot", "aria-hidden": "true" }, { wait: "…", bad: "✕", open: "○", ok: "✓" }[state]),
    el("span", {}, text),
  );
}

/** @param {import("./types.js").Studio} studio */
function stepButtons({ store, actions, keys }) {
  const history = store.state.task?.history ?? { at: 0, steps: [] };
  const frozen = store.readonly();
  return [
    button("Undo", () => actions.act({ act: "undo" }), {
      icon: "undo",
      bare: true,
      title: "Undo (Ctrl+Z)",
      disabled: frozen || history.at === 0,
      key: "undo",
    }),
    button(`Step ${history.at} of ${history.steps.length}`, () => keys.run("history"), {
      class: "plain",
      title: "All steps",
      key: "history",
    }),
    button("Redo", () => actions.act({ act: "redo" }), {
      icon: "redo",
      bare: true,
      title: "Redo (Ctrl+Shift+Z)",
      disabled: frozen || history.at >= history.steps.length,
      key: "redo",
    }),
  ];
}

/** @param {import("./types.js").Studio} studio */
function learnerChoice({ store, actions, keys }) {
  const { hello, task } = store.state;
  const select = el("select", {
    "aria-label": "Learner",
    "data-key": "learner",
    disabled: store.readonly(),
    title: "How the rule is learnt",
  });
  for (const { name, about } of hello?.method ?? []) {
    const option = el("option", { value: name, title: about }, name);
    option.selected = name === task?.method;
    select.append(option);
  }
  select.addEventListener("change", () => actions.act({ act: "method", method: select.value }));
  return [
    el("label", { class: "inline" }, el("span", { class: "quiet" }, "Learner"), select),
    button("Compare", () => keys.run("compare"), {
      icon: "compare",
      class: "plain",
      key: "compare",
      title: "All learners on the same labels",
      disabled: !task?.fields.length,
    }),
  ];
}

/** @param {import("./types.js").Studio} studio */
function mainButtons(studio) {
  const { store, keys } = studio;
  const { task } = store.state;
  const empty = !task?.fields.length;
  const frozen = store.readonly();
  const more = button("More", () => showMore(studio, more), { icon: "more", bare: true, key: "more" });
  more.setAttribute("aria-haspopup", "menu");
  return [
    button("Test", () => keys.run("test"), { icon: "test", title: "Read all pages (T)", disabled: empty || frozen, key: "test" }),
    button("Save", () => keys.run("save"), {
      icon: "save",
      title: "Write the wrapper file (Ctrl+S)",
      disabled: empty || frozen,
      key: "save",
    }),
    button("Export", () => keys.run("export"), {
      icon: "export",
      class: "primary",
      title: "Take the records with you (E)",
      disabled: empty,
      key: "export",
    }),
    more,
    button("Help", () => keys.run("help"), { icon: "help", bare: true, title: "All keys (?)", key: "help" }),
  ];
}

/** @param {import("./types.js").Studio} studio @param {HTMLElement} control */
function showMore({ store, keys }, control) {
  const empty = !store.state.task?.fields.length;
  showMenu(
    "More",
    [
      { say: "Meaning of record and fields", run: () => keys.run("meaning"), disabled: empty },
      { say: "Make a sub-record", key: "G", run: () => keys.run("group"), disabled: empty },
      { say: "Check for drift", run: () => keys.run("drift"), disabled: empty },
      "line",
      { say: store.state.dark ? "Light colours" : "Dark colours", run: () => toggleTheme(store) },
      { say: "All keys", key: "?", run: () => keys.run("help") },
    ],
    below(control),
    control,
  );
}
