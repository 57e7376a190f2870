// @ts-check
/**
 * The line that says what to do next. It has one height, so nothing jumps: a lost server comes first,
 * then "another window", a problem, a question, and else the next best act.
 */

import { button, byId, el, fill, setAttr } from "./dom.js";
import { icon } from "./icons.js";
import { below, placeAt } from "./popup.js";
import { copyBox } from "./dialog.js";
import { regionChips } from "./regions.js";
import { compareReadings, describeDifference } from "./difference.js";

/** @typedef {import("./types.js").Studio} Studio */
/** @typedef {{ tone: "calm" | "ask" | "warn" | "bad", icon: import("./icons.js").IconName, say: string, more?: string, controls: import("./dom.js").Child[] }} Guide */

/**
 * @param {Studio} studio
 * @param {() => void} retryNow
 */
export function mountGuide(studio, retryNow) {
  const root = byId("guide");
  studio.store.watch(["task", "line", "regions", "page", "armed", "other", "marks"], () => {
    const guide = choose(studio, retryNow);
    setAttr(root, "data-tone", guide.tone);
    fill(
      root,
      icon(guide.icon),
      el(
        "div",
        { class: "guide-text" },
        el("p", { class: "guide-say", title: guide.say }, guide.say),
        guide.more && el("p", { class: "quiet" }, guide.more),
      ),
      el("div", { class: "guide-controls" }, ...guide.controls),
    );
  });
}

/** @param {Studio} studio @param {() => void} retryNow @returns {Guide} */
function choose(studio, retryNow) {
  const { line, task, other, marks } = studio.store.state;
  if (!line.up) return lostServer(line, retryNow);
  if (other && marks) return otherLearner(studio, other, marks);
  if (task?.readonly) return otherWindow(studio);
  if (task?.problem) return problem(studio, task.problem, task.orphans);
  if (task?.question) return question(studio, task.question);
  return nextAct(studio);
}

/** @param {import("./types.js").Line} line @param {() => void} retryNow @returns {Guide} */
function lostServer({ say, retryIn }, retryNow) {
  return {
    tone: "bad",
    icon: "plug",
    say,
    more: `Your work is safe in the task folder. Trying again in ${retryIn} s.`,
    controls: [button("Try now", retryNow, { key: "retry" })],
  };
}

/**
 * @param {Studio} studio
 * @param {import("./difference.js").Shown} other
 * @param {import("./types.js").Marks} marks
 * @returns {Guide}
 */
function otherLearner({ actions, store }, other, marks) {
  const { method, before } = other;
  const use = button("Use this learner", () => actions.act({ act: "method", method }), { key: "use-other", disabled: store.readonly() });
  return {
    tone: "ask",
    icon: "compare",
    say: describeDifference(compareReadings(marks, other), other),
    more: `Struck, with −: only ${before ? "the saved wrapper" : "now"}. Dotted, with +: only ${method}. Dashed: read by both.`,
    controls: [
      ...(before ? [] : [use]),
      button("Back (Esc)", () => store.set({ other: null }), { class: "plain", key: "back" }),
    ],
  };
}

/** @param {Studio} studio @returns {Guide} */
function otherWindow({ actions }) {
  return {
    tone: "warn",
    icon: "lock",
    say: "This task is open in another window.",
    more: "Here you can look and export, but not change anything.",
    controls: [
      button("Take over", () => actions.act({ act: "take-over" }), {
        key: "take-over",
        title: "Work here; the other window becomes read-only",
      }),
    ],
  };
}

/**
 * @param {Studio} studio
 * @param {import("./types.js").Problem} problem
 * @param {import("./types.js").Orphan[]} orphans
 * @returns {Guide}
 */
function problem({ actions }, { say, details, offer }, orphans) {
  const lines = [...details, ...orphans.map((orphan) => `${orphan.page}: ${orphan.field} “${orphan.quote}”: ${orphan.why}`)];
  const more = button("Details", () => showDetails(more, say, lines), { class: "plain", key: "details" });
  return {
    tone: "warn",
    icon: "warn",
    say,
    more: lines[0],
    controls: [...offer.map(({ do: act, say: text }) => button(text, () => actions.act(act), { key: text })), lines.length > 0 && more],
  };
}

/** @param {HTMLElement} control @param {string} say @param {string[]} lines */
function showDetails(control, say, lines) {
  const card = el(
    "div",
    { class: "details-card", popover: "auto", role: "group", "aria-label": "Details" },
    el("ul", {}, ...lines.map((line) => el("li", {}, line))),
    copyBox("To copy", [say, ...lines].join("\n")),
  );
  card.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === "closed") card.remove();
  });
  byId("floating").append(card);
  card.showPopover();
  placeAt(card, below(control));
}

/** @param {Studio} studio @param {import("./types.js").Question} question @returns {Guide} */
function question({ actions, store, frame }, { say, text, page, place }) {
  const show = async () => {
    if (store.state.page !== page) await actions.openPage(page);
    frame.reveal([place]);
  };
  /** @param {boolean} yes */
  const answer = (yes) => actions.act({ act: "answer", yes });
  return {
    tone: "ask",
    icon: "ask",
    say,
    more: `“${text}”${page === store.state.page ? "" : ` on page ${page + 1}`}`,
    controls: [
      button("Yes (Y)", () => answer(true), { key: "yes" }),
      button("No (N)", () => answer(false), { key: "no" }),
      button("Show it", show, { class: "plain", key: "show" }),
    ],
  };
}

/** @param {Studio} studio @returns {Guide} */
function nextAct(studio) {
  const { task, regions, armed } = studio.store.state;
  const field = studio.store.field(armed);
  const say = field ? `Click a ${field.name}. The next click goes to this field.` : (task?.next ?? "Opening the task…");
  const chips = regions.length > 0 ? regionChips(studio, regions) : [];
  return {
    tone: "calm",
    icon: "point",
    say,
    more: chips.length > 0 ? "Or take one of the repeating parts found here:" : undefined,
    controls: chips,
  };
}
