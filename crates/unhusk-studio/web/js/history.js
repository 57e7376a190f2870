// @ts-check
/** All steps as sentences; each can be gone back to. */

import { count, el, fill } from "./dom.js";
import { openDialog } from "./dialog.js";

/** @param {import("./types.js").Studio} studio */
export function openHistory({ store, actions }) {
  const { body } = openDialog("History", {
    intro: "Every step is kept. Go back to any of them; later steps stay until you do something new.",
  });
  const list = el("ol", { class: "history" });
  body.append(list);

  /** @param {number} step */
  const go = async (step) => {
    await actions.act({ act: "goto", step });
    draw();
  };
  const draw = () => {
    const { at, steps } = store.state.task?.history ?? { at: 0, steps: [] };
    const start = stepView({ n: 0, say: "Start: nothing said", effect: "" }, at === 0, false, store.readonly(), () => go(0));
    fill(list, start, ...steps.map((step) => stepView(step, step.n === at, step.n > at, store.readonly(), () => go(step.n))));
    const note = steps.length > at ? `${count(steps.length - at, "step")} can be redone.` : "This is the newest step.";
    list.append(el("li", { class: "quiet history-note" }, note));
  };
  draw();
  list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

/**
 * @param {import("./types.js").Step} step
 * @param {boolean} current
 * @param {boolean} undone
 * @param {boolean} frozen
 * @param {() => void} go
 */
function stepView(step, current, undone, frozen, go) {
  return el(
    "li",
    { "data-undone": undone },
    el(
      "button",
      { type: "button", "data-key": `step ${step.n}`, "aria-current": current ? "step" : null, disabled: frozen, onclick: go },
      el("span", { class: "step-number" }, String(step.n)),
      el("span", { class: "grow" }, step.say),
      el("span", { class: "quiet" }, step.effect),
      el("span", { class: "step-state" }, current ? "● now" : undone ? "undone" : ""),
    ),
  );
}
