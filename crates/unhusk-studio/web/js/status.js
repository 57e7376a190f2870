// @ts-check
/** Status line: learner, time, counts, pages that differ, and what keeps the user safe. */

import { byId, count, el, fill, setAttr } from "./dom.js";
import { icon } from "./icons.js";

/** @param {import("./types.js").Studio} studio */
export function mountStatus({ store }) {
  const bar = el("div", { class: "busy-bar", "aria-hidden": "true" });
  const text = el("div", { class: "status-text" });
  const safety = el(
    "div",
    { class: "safety", title: "The page is shown as a frozen copy in a sandbox: its scripts never run and it loads nothing." },
    icon("shield"),
    "no scripts, no network",
  );
  byId("status").append(bar, text, safety);
  store.watch(["task", "marks"], ({ task }) => fill(text, ...facts(task, store.recordsHere()).map((fact) => el("span", {}, fact))));
  store.watch(["busy", "progress"], ({ busy, progress }) => {
    setAttr(bar, "data-busy", busy || progress ? "true" : null);
  });
}

/** @param {import("./types.js").Task | null} task @param {number} here @returns {string[]} */
function facts(task, here) {
  if (!task) return ["Loading…"];
  const { learnt, record, pages, rule } = task;
  const differing = pages.filter(({ state }) => state !== "ok" && state !== "unread").length;
  const unread = pages.filter(({ state }) => state === "unread").length;
  return [
    task.method === "auto" && rule?.class ? `auto: ${rule.class}` : task.method,
    learnt ? `learnt in ${Math.round(learnt.ms)} ms from ${count(learnt.labels, "label")}` : "nothing learnt yet",
    `${here} here, ${record.all} on ${count(pages.length, "page")}`,
    differing === 0 ? "no page differs" : `${count(differing, "page")} ${differing === 1 ? "differs" : "differ"}`,
    ...(unread > 0 ? [`${unread} not tested`] : []),
  ];
}
