// @ts-check
/** Line icons on a 16 × 16 grid, drawn as SVG paths. */

const PATHS = {
  husk: "M8 1.5c3 2 4.5 4.2 4.5 6.7S11 13 8 14.5C5 13 3.5 10.7 3.5 8.2S5 3.5 8 1.5ZM8 4.5v10M8 8.5l2.5-2M8 11.5 5.5 9.5",
  undo: "M6 3 2.5 6.5 6 10M3 6.5h6a4 4 0 0 1 0 8H7",
  redo: "m10 3 3.5 3.5L10 10m3-3.5H7a4 4 0 0 0 0 8h2",
  history: "M2.5 8a5.5 5.5 0 1 0 1.8-4.1M2.5 2.5v3h3M8 5v3.3l2.2 1.3",
  save: "M3 2.5h8L13.5 5v8.5h-11v-11ZM5 2.5v3.5h5V2.5M5 13.5V9.5h6v4",
  export: "M8 10V2m0 0L5 5m3-3 3 3M2.5 9.5v4h11v-4",
  test: "M4.5 3v10l8-5-8-5Z",
  compare: "M5.5 2.5v11M2.5 5.5l3-3 3 3M10.5 13.5v-11M7.5 10.5l3 3 3-3",
  more: "M3 8h.01M8 8h.01M13 8h.01",
  help: "M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM6.2 6.3a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.8.6-.8 1.2M8 11.3h.01",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  close: "m3.5 3.5 9 9m0-9-9 9",
  check: "m3 8.5 3.5 3.5L13 4.5",
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10Zm3.6-1.4L14 14",
  up: "m3.5 10 4.5-4.5L12.5 10",
  down: "m3.5 6 4.5 4.5L12.5 6",
  left: "M10 3.5 5.5 8l4.5 4.5",
  right: "M6 3.5 10.5 8 6 12.5",
  shield: "M8 1.8 13 3.5v4c0 3-2 5.5-5 6.7-3-1.2-5-3.7-5-6.7v-4l5-1.7ZM5.8 8l1.6 1.6L10.4 6.5",
  warn: "M8 2 1.5 13.5h13L8 2ZM8 6.5v3.2M8 11.7h.01",
  ask: "M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM6.2 6.3a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.8.6-.8 1.2M8 11.3h.01",
  point: "m3 2.5 4.2 11 1.7-4.6 4.6-1.7L3 2.5Z",
  lock: "M3.5 7h9v6.5h-9V7ZM5.5 7V5a2.5 2.5 0 0 1 5 0v2",
  plug: "M5.5 2v3.5M10.5 2v3.5M3.5 5.5h9V8a4.5 4.5 0 0 1-9 0V5.5ZM8 12.5V15",
  file: "M4 1.8h5.5L12.5 5v9.2H4V1.8ZM9 2v3.5h3.5",
  copy: "M5.5 5.5h8v8h-8v-8ZM10.5 5.5v-3h-8v8h3",
  theme: "M8 2a6 6 0 1 0 0 12V2Z",
  paste: "M5.5 3.5h-2v10h9v-10h-2M5.5 2.5h5v2.5h-5V2.5Z",
  grid: "M2.5 3.5h11v9h-11v-9ZM2.5 6.5h11M7 6.5v6",
};

/** @typedef {keyof typeof PATHS} IconName */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {IconName} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
