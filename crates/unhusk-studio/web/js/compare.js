// @ts-check
/** All learners on the same labels, side by side. */

import { button, el, fill } from "./dom.js";
import { failure, openDialog, waiting } from "./dialog.js";

/** @typedef {import("./types.js").CompareRow} CompareRow */
/** @typedef {{ use: (method: string) => void, show: (method: string) => void }} Doing */

/** @type {{ say: string, about: string, show: (row: CompareRow) => string }[]} */
const COLUMNS = [
  { say: "Fits", about: "Labels that it gets right", show: (row) => row.fits ?? "no" },
  { say: "Here", about: "Records on this page", show: (row) => String(row.here) },
  { say: "All", about: "Records on all pages", show: (row) => String(row.all) },
  { say: "Agrees", about: "Same values as the chosen learner", show: (row) => percent(row.agrees) },
  { say: "Learn", about: "Time to learn", show: (row) => millis(row.learn_ms) },
  { say: "Read", about: "Time to read one page", show: (row) => millis(row.read_ms) },
  { say: "Size", about: "Bytes of the rule", show: (row) => row.size?.toLocaleString("en") ?? "–" },
  { say: "Survives", about: "Share of simulated page changes after which it still reads the same", show: (row) => percent(row.survives) },
];

/** @param {import("./types.js").Studio} studio */
export async function openCompare(studio) {
  const { store, actions } = studio;
  const { body, dialog, close } = openDialog("Compare learners", {
    wide: true,
    intro: "The same labels, every learner that can use them. The best one that fits is chosen unless you say otherwise.",
  });
  const wait = waiting("Learning with each of them…");
  const done = el("span", {});
  wait.append(done);
  body.append(wait);
  const stop = store.watch(["progress"], ({ progress }) => {
    done.textContent = progress?.job === "compare" ? `${progress.done} of ${progress.of}` : "";
  });
  /** @param {string} method */
  const use = async (method) => {
    close();
    await actions.act({ act: "method", method });
  };
  /** @param {string} method */
  const show = async (method) => {
    close();
    await actions.showOther(method);
  };
  let answered = false;
  dialog.addEventListener("close", () => {
    stop();
    if (!answered) void actions.cancel();
  });
  try {
    const rows = await loadRows(studio);
    answered = true;
    fill(body, compareTable(rows, store.state.task?.method ?? "", store.readonly(), { use, show }));
  } catch (reason) {
    answered = true;
    fill(body, failure(reason));
  }
}

/** The last answer: one looks at several learners in turn. @type {{ of: string, rows: CompareRow[] }} */
let known = { of: "", rows: [] };

/** @param {import("./types.js").Studio} studio */
async function loadRows({ api, store }) {
  const { page, task } = store.state;
  const of = `${page} ${task?.version}`;
  if (known.of !== of) known = { of, rows: (await api.get(`/api/compare?page=${page}`)).rows };
  return known.rows;
}

/**
 * @param {CompareRow[]} rows
 * @param {string} chosen
 * @param {boolean} frozen
 * @param {Doing} doing
 */
function compareTable(rows, chosen, frozen, doing) {
  return el(
    "div",
    { class: "scroll-x", tabindex: 0, role: "region", "aria-label": "Learners" },
    el(
      "table",
      { class: "compare" },
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col" }, "Learner"),
          ...COLUMNS.map(({ say, about }) => el("th", { scope: "col", class: "num", title: about }, say)),
          el("th", {}, el("span", { class: "visually-hidden" }, "Choose")),
        ),
      ),
      el("tbody", {}, ...rows.map((row) => compareRow(row, row.method === chosen, frozen, doing))),
    ),
  );
}

/**
 * @param {CompareRow} row
 * @param {boolean} chosen
 * @param {boolean} frozen
 * @param {Doing} doing
 */
function compareRow(row, chosen, frozen, { use, show }) {
  const name = el(
    "th",
    { scope: "row" },
    el("div", {}, row.method, row.class !== null && row.class !== row.method && el("code", { class: "tag" }, row.class)),
    el("div", { class: "quiet" }, row.error ?? row.say),
  );
  return el(
    "tr",
    { "data-chosen": chosen, "data-failed": row.error !== null },
    name,
    ...COLUMNS.map(({ show }) => el("td", { class: "num" }, row.error === null ? show(row) : "–")),
    el(
      "td",
      { class: "compare-acts" },
      chosen
        ? el("span", { class: "chosen" }, "✓ chosen")
        : button("Use", () => use(row.method), { class: "small", disabled: frozen || row.error !== null }),
      !chosen &&
        button("Show on the page", () => show(row.method), {
          class: "plain small",
          disabled: row.error !== null,
          title: `What ${row.method} reads and the present rule does not, and the other way round`,
        }),
    ),
  );
}

/** @param {number | null} share */
function percent(share) {
  return share === null ? "–" : `${Math.round(share * 100)} %`;
}

/** @param {number | null} ms */
function millis(ms) {
  return ms === null ? "–" : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
