// @ts-check
/** Page strip: every page with its count and state; adding pages. */

import { button, byId, count, el, fill } from "./dom.js";
import { PAGE_STATES } from "./look.js";
import { askForPages } from "./empty.js";

/** @type {Record<string, string>} */
const JOBS = { test: "Testing", compare: "Comparing" };

/** @param {import("./types.js").Studio} studio */
export function mountPages(studio) {
  const { store } = studio;
  const list = el("ol", { class: "page-list" });
  const sum = el("div", { class: "page-sum" });
  const add = el("div", { class: "page-add" });
  byId("strip").append(list, add, sum);

  store.watch(["task", "page", "progress", "line"], ({ task, page }) => {
    const pages = task?.pages ?? [];
    fill(list, ...pages.map((info) => pageTab(studio, info, info.i === page)));
    fill(add, addButton(studio));
    fill(sum, ...(store.state.progress ? [jobView(studio, store.state.progress)] : [el("span", { class: "quiet" }, summary(pages))]));
  });
  store.watch(["page"], () => list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" }));
}

/**
 * @param {import("./types.js").Studio} studio
 * @param {import("./types.js").PageInfo} info
 * @param {boolean} shown
 */
function pageTab({ actions }, info, shown) {
  const { glyph, say } = PAGE_STATES[info.state];
  const found = info.records === null ? "" : String(info.records);
  const labels = info.plus + info.minus;
  return el(
    "li",
    {},
    el(
      "button",
      {
        type: "button",
        class: "page-tab",
        "data-state": info.state,
        "data-key": `page ${info.i}`,
        "aria-current": shown ? "page" : null,
        title: [info.url ?? info.name, info.note].filter(Boolean).join("\n"),
        onclick: () => actions.openPage(info.i),
      },
      el("span", { class: "page-name" }, info.name),
      labels > 0 && el("span", { class: "page-labels", title: `You said: ${info.plus} × this, ${info.minus} × not this` }, saidText(info)),
      el("span", { class: "page-count" }, found, " ", el("span", { class: "glyph", "aria-hidden": "true" }, glyph), ` ${say}`),
    ),
  );
}

/** @param {import("./types.js").PageInfo} info */
function saidText({ plus, minus }) {
  return [plus && `✓${plus}`, minus && `−${minus}`].filter(Boolean).join(" ");
}

/** @param {import("./types.js").Studio} studio */
function addButton(studio) {
  return button("Add pages", () => askForPages(studio), {
    icon: "plus",
    class: "plain small",
    disabled: studio.store.readonly(),
    key: "add-pages",
  });
}

/** "3 ok · 1 fewer · 1 none" @param {import("./types.js").PageInfo[]} pages */
function summary(pages) {
  const states = /** @type {import("./types.js").PageState[]} */ (Object.keys(PAGE_STATES));
  const parts = states.map((state) => [pages.filter((page) => page.state === state).length, PAGE_STATES[state].say]);
  return parts
    .filter(([n]) => n)
    .map(([n, say]) => `${n} ${say}`)
    .join(" · ");
}

/**
 * A long job with its rate and the time left.
 * @param {import("./types.js").Studio} studio
 * @param {import("./types.js").Progress} progress
 */
function jobView({ actions }, { job, done, of, rate }) {
  const left = rate ? `, ${count(Math.ceil((of - done) / rate), "second")} left` : "";
  return el(
    "div",
    { class: "job" },
    el("progress", { max: of, value: done, "aria-label": job }),
    el("span", {}, `${JOBS[job] ?? job}: ${done} of ${of}${left}`),
    button("Stop", () => actions.cancel(), { class: "small plain", key: "stop", title: "Stop (Esc)" }),
  );
}
