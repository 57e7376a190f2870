// @ts-check
/** The one frame that all dialogs share: title, body, closing. */

import { button, byId, el } from "./dom.js";
import { ApiError } from "./api.js";
import { copy } from "./live.js";

/**
 * Opens a dialog; it is taken away when it closes.
 * @param {string} title
 * @param {{ wide?: boolean, intro?: string }} [options]
 * @returns {{ dialog: HTMLDialogElement, body: HTMLElement, foot: HTMLElement, close: () => void }}
 */
export function openDialog(title, { wide = false, intro = "" } = {}) {
  const close = () => dialog.close();
  const body = el("div", { class: "dialog-body" });
  const foot = el("div", { class: "dialog-foot" });
  const dialog = el(
    "dialog",
    { class: wide ? "dialog wide" : "dialog", "aria-labelledby": "dialog-title", onclose: () => dialog.remove() },
    el(
      "div",
      { class: "dialog-head" },
      el("div", {}, el("h2", { id: "dialog-title" }, title), intro && el("p", { class: "quiet" }, intro)),
      button("Close", close, { icon: "close", bare: true }),
    ),
    body,
    foot,
  );
  byId("dialogs").replaceChildren(dialog);
  dialog.showModal();
  return { dialog, body, foot, close };
}

/** Shown while the answer is not there yet. @param {string} text */
export function waiting(text) {
  return el("p", { class: "waiting", role: "status" }, el("span", { class: "spinner", "aria-hidden": "true" }), text);
}

/** What failed and what to do, inside a dialog. @param {unknown} reason */
export function failure(reason) {
  const offer = reason instanceof ApiError ? reason.offer : "Close this and try again.";
  return el(
    "div",
    { class: "notice bad" },
    el("p", {}, reason instanceof Error ? reason.message : String(reason)),
    el("p", { class: "quiet" }, offer),
  );
}

/** A text with a button that copies it. @param {string} label @param {string} text */
export function copyBox(label, text) {
  const copy = button("Copy", () => copyText(text, copy), { icon: "copy", class: "small" });
  return el(
    "div",
    { class: "copy-box" },
    el("div", { class: "copy-head" }, el("span", {}, label), copy),
    el("pre", { tabindex: 0, "aria-label": label }, text),
  );
}

/** @param {string} text @param {HTMLElement} control says "Copied" */
async function copyText(text, control) {
  const label = control.querySelector("span");
  if ((await copy(text)) && label) label.textContent = "Copied";
}
