// @ts-check
/** Handles between the panes: dragged, or moved with the arrow keys. */

import { byId } from "./dom.js";
import { readPrefs, writePrefs } from "./prefs.js";

const STEP = 24;

/** @typedef {{ id: string, property: string, axis: "x" | "y", way: 1 | -1, min: number, max: number, start: number }} Split */

/** `way` is 1 if moving right (or down) makes the pane larger. @type {Split[]} */
const SPLITS = [
  { id: "split-fields", property: "--fields-width", axis: "x", way: 1, min: 220, max: 480, start: 300 },
  { id: "split-inspector", property: "--inspector-width", axis: "x", way: -1, min: 240, max: 520, start: 320 },
  { id: "split-table", property: "--table-height", axis: "y", way: -1, min: 96, max: 640, start: 240 },
];

export function mountSplits() {
  SPLITS.forEach(mountSplit);
}

/** @param {Split} split */
function mountSplit(split) {
  const handle = byId(split.id);
  let size = readPrefs().sizes?.[split.property] ?? split.start;

  /** @param {number} wanted */
  const resize = (wanted) => {
    size = Math.round(Math.min(Math.max(wanted, split.min), split.max));
    document.documentElement.style.setProperty(split.property, `${size}px`);
    handle.setAttribute("aria-valuenow", String(size));
  };
  const remember = () => writePrefs({ sizes: { ...readPrefs().sizes, [split.property]: size } });

  handle.setAttribute("aria-valuemin", String(split.min));
  handle.setAttribute("aria-valuemax", String(split.max));
  resize(size);

  handle.addEventListener("keydown", ({ key }) => {
    const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const step = /** @type {Record<string, number>} */ (steps)[key];
    if (!step) return;
    resize(size + step * split.way * STEP);
    remember();
  });
  handle.addEventListener("pointerdown", (down) => {
    const from = split.axis === "x" ? down.clientX : down.clientY;
    const before = size;
    handle.setPointerCapture(down.pointerId);
    document.body.classList.add("resizing");
    /** @param {PointerEvent} move */
    const drag = (move) => resize(before + ((split.axis === "x" ? move.clientX : move.clientY) - from) * split.way);
    handle.addEventListener("pointermove", drag);
    handle.addEventListener(
      "lostpointercapture",
      () => {
        handle.removeEventListener("pointermove", drag);
        document.body.classList.remove("resizing");
        remember();
      },
      { once: true },
    );
  });
}
