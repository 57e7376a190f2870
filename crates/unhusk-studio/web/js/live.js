// @ts-check
/** What is spoken (polite live region) and what is shown for a while (toast). */

import { button, byId, count, el, fill } from "./dom.js";
import { icon } from "./icons.js";

/** @param {string} text */
export function say(text) {
  const region = byId("live");
  // A changed text node is announced; the same text twice needs a difference.
  region.textContent = region.textContent === text ? `${text} ` : text;
}

/**
 * Shows a message until it is closed or the next one comes: there is no time limit.
 * @param {string} text
 * @param {{ more?: string, bad?: boolean }} [options]
 */
export function toast(text, { more = "", bad = false } = {}) {
  fill(
    byId("toast"),
    el(
      "div",
      { class: bad ? "toast bad" : "toast" },
      icon(bad ? "warn" : "check"),
      el("div", {}, el("p", {}, text), more && el("p", { class: "quiet" }, more)),
      button("Close this message", clearToast, { icon: "close", bare: true }),
    ),
  );
  say(`${text} ${more}`);
}

/** Copies a text, or says why not. @param {string} text @returns {Promise<boolean>} was it copied? */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    toast("The browser did not let this page copy.", { more: "Allow it to use the clipboard, or save a file instead.", bad: true });
    return false;
  }
}

export function clearToast() {
  fill(byId("toast"));
}

/**
 * "48 matches for name, 3 added, 5 removed"; a problem or a question comes first.
 * @param {import("./types.js").Task} task
 */
export function describeChange(task) {
  if (task.problem) return task.problem.say;
  if (task.question) return `${task.question.say} ${task.question.text}`;
  const field = task.fields.find(({ id }) => id === task.current);
  const found = field ? `${count(field.here, "match", "matches")} for ${field.name}` : count(task.record.here, "record");
  const change = task.change;
  if (!change || change.added + change.removed === 0) return found;
  return `${found}, ${change.added} added, ${change.removed} removed`;
}
