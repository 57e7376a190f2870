// @ts-check
/** What another learner reads beside what is read now: marked on the page, counted, and ended by the next act. */

import { count } from "./dom.js";
import { say } from "./live.js";
import { valueKey } from "./mark-index.js";

/** @typedef {import("./types.js").Marks} Marks */
/** @typedef {import("./types.js").MarkedRecord} MarkedRecord */
/** @typedef {import("./types.js").OtherReading & { step: number }} Shown  `step` of the history at which it was read. */
/** @typedef {{ marks: Marks, both: number, onlyNow: number, onlyOther: number }} Difference */

/** @param {import("./types.js").Studio} studio */
export function mountDifference({ store, frame }) {
  store.watch(["task", "page"], ({ task, page, other }) => {
    if (other && (other.page !== page || other.step !== task?.history.at)) store.set({ other: null });
  });
  store.watch(["other"], ({ other, marks }) => {
    if (!other || !marks) return;
    const difference = compareReadings(marks, other);
    say(describeDifference(difference, other));
    const first = difference.marks.records.flatMap(onlyPlaces)[0];
    if (first) frame.send({ t: "scroll", place: first });
  });
}

/**
 * Marks for the frame, in which each value says who reads it. What the user said is left out: it is no reading.
 * @param {Marks} now
 * @param {Shown} other
 * @returns {Difference}
 */
export function compareReadings(now, other) {
  const present = other.before ?? now.records;
  const [nowKeys, otherKeys] = [keysOf(present), keysOf(other.records)];
  const nowRecords = present.map((record) => markOnly(record, otherKeys, "now"));
  const otherRecords = other.records.map((record) => onlyRead(markOnly(record, nowKeys, "other")));
  const both = [...nowKeys].filter((key) => otherKeys.has(key)).length;
  return {
    marks: { ...now, records: [...nowRecords, ...otherRecords], labels: [], disputed: [] },
    both,
    onlyNow: nowKeys.size - both,
    onlyOther: otherKeys.size - both,
  };
}

/** @param {Difference} difference @param {import("./types.js").OtherReading} other */
export function describeDifference({ both, onlyNow, onlyOther }, { method, before }) {
  if (onlyNow + onlyOther === 0) return `${method} reads the same ${count(both, "value")}.`;
  const [others, common] = [onlyOther, both].map((n) => n.toLocaleString("en"));
  return `${count(onlyNow, "value")} only ${before ? "the saved wrapper" : "now"}, ${others} only ${method}, ${common} read by both.`;
}

/** @param {MarkedRecord[]} records */
function keysOf(records) {
  return new Set(records.flatMap(({ cells }) => cells.flatMap(({ field, values }) => values.map((value) => valueKey(field, value)))));
}

/** @param {MarkedRecord} record @param {Set<string>} others @param {"now" | "other"} only @returns {MarkedRecord} */
function markOnly({ box, cells }, others, only) {
  return {
    box,
    cells: cells.map(({ field, values }) => ({
      field,
      values: values.map((value) => (others.has(valueKey(field, value)) ? { ...value, doubt: false } : { ...value, only })),
    })),
  };
}

/** Without the bracket, and without the values that are there already. @param {MarkedRecord} record @returns {MarkedRecord} */
function onlyRead({ cells }) {
  return { box: [], cells: cells.map(({ field, values }) => ({ field, values: values.filter((value) => value.only) })) };
}

/** @param {MarkedRecord} record */
function onlyPlaces({ cells }) {
  return cells.flatMap(({ values }) => values.filter((value) => value.only).flatMap(({ places }) => places));
}
