// @ts-check
/** How fields and states look everywhere: a colour, and always a number, glyph or word beside it. */

import { el } from "./dom.js";

/** Okabe and Ito's colours, the darker ones first; `ink` is readable on top. */
const COLOURS = [
  { fill: "#0072b2", ink: "#ffffff" },
  { fill: "#d55e00", ink: "#000000" },
  { fill: "#009e73", ink: "#000000" },
  { fill: "#cc79a7", ink: "#000000" },
  { fill: "#e69f00", ink: "#000000" },
  { fill: "#56b4e9", ink: "#000000" },
  { fill: "#f0e442", ink: "#000000" },
];

/** Number of a field on screen, from 1. @param {import("./types.js").Task | null} task @param {number} id */
export function fieldNumber(task, id) {
  return (task?.fields.findIndex((field) => field.id === id) ?? -1) + 1;
}

/** @param {number} number from 1 */
function colourOf(number) {
  return /** @type {{ fill: string, ink: string }} */ (COLOURS[(Math.max(number, 1) - 1) % COLOURS.length]);
}

/** Colour by field id, as the page frame wants it. @param {import("./types.js").Task} task */
export function frameColours(task) {
  return task.fields.map((_, at) => colourOf(at + 1).fill);
}

/**
 * The numbered square of a field.
 * @param {import("./types.js").Task | null} task
 * @param {number} id
 */
export function badge(task, id) {
  const number = fieldNumber(task, id);
  const square = el("span", { class: "badge" }, String(number));
  paint(square, number);
  return square;
}

/**
 * Gives an element the colour of a field, as `--field` and `--field-ink`.
 * @param {HTMLElement} element
 * @param {number} number
 */
export function paint(element, number) {
  const { fill, ink } = colourOf(number);
  element.style.setProperty("--field", fill);
  element.style.setProperty("--field-ink", ink);
}

/** @type {Record<import("./mark-index.js").MarkKind, { glyph: string, say: string }>} */
export const MARKS = {
  said: { glyph: "✓", say: "you said: this" },
  denied: { glyph: "−", say: "you said: not this" },
  match: { glyph: "▫", say: "found" },
  doubt: { glyph: "?", say: "not sure" },
};

/** @type {Record<import("./types.js").PageState, { glyph: string, say: string }>} */
export const PAGE_STATES = {
  ok: { glyph: "✓", say: "ok" },
  fewer: { glyph: "▾", say: "fewer" },
  more: { glyph: "▴", say: "more" },
  none: { glyph: "∅", say: "none" },
  error: { glyph: "✕", say: "error" },
  unread: { glyph: "○", say: "not tested" },
};

/** @type {Record<import("./types.js").Health, { glyph: string, say: string }>} */
export const HEALTH = {
  healthy: { glyph: "✓", say: "Healthy" },
  drift: { glyph: "✕", say: "The site changed" },
  unsure: { glyph: "?", say: "Not sure" },
};
