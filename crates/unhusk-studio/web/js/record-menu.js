// @ts-check
/** The menu of one record: take it as what it is, without an export of the whole page. */

import { saveFile } from "./export.js";
import { copy, toast } from "./live.js";
import { recordPlaces } from "./mark-index.js";
import { showMenu } from "./popup.js";

/** @typedef {import("./types.js").Studio} Studio */
/** @typedef {import("./popup.js").MenuEntry} MenuEntry */
/** @typedef {{ format: string, page: number, record: number }} Wanted */

/** @type {{ format: string, say: string, take: (studio: Studio, wanted: Wanted) => void }[]} */
const WAYS = [
  { format: "json", say: "Copy as JSON", take: (studio, wanted) => copyRecord(studio, wanted, "JSON") },
  { format: "jsonld", say: "Copy as JSON-LD", take: (studio, wanted) => copyRecord(studio, wanted, "JSON-LD") },
  { format: "ics", say: "Save as calendar entry (.ics)", take: saveFile },
  { format: "vcf", say: "Save as card (.vcf)", take: saveFile },
  { format: "csv", say: "Save as CSV row", take: saveFile },
];

/**
 * @param {Studio} studio
 * @param {number} record
 * @param {{ x: number, y: number }} at
 * @param {MenuEntry[]} [more] entries for the place where the menu was asked for
 */
export function openRecordMenu(studio, record, at, more = []) {
  if (!studio.store.state.marks?.records[record]) return;
  const name = `Record ${record + 1}`;
  /** @type {MenuEntry[]} */
  const entries = [
    { heading: name },
    ...exportEntries(studio, record),
    "line",
    { say: "Show on the page", run: () => showRecord(studio, record) },
    ...more,
  ];
  showMenu(name, entries, at);
}

/** What the formats of this build allow. @param {Studio} studio @param {number} record @returns {MenuEntry[]} */
function exportEntries(studio, record) {
  const { hello, task, page } = studio.store.state;
  return WAYS.flatMap(({ format, say, take }) => {
    const known = hello?.formats.find(({ name }) => name === format);
    const blocked = known?.needs_class === true && !task?.record.class;
    const note = blocked ? "needs a class" : undefined;
    return known ? [{ say, note, disabled: blocked, run: () => take(studio, { format, page, record }) }] : [];
  });
}

/** @param {Studio} studio @param {Wanted} wanted @param {string} name of the format */
async function copyRecord({ api, actions }, wanted, name) {
  try {
    const { blob } = await api.file("/api/export", wanted);
    if (await copy(await blob.text())) toast(`Copied record ${wanted.record + 1} as ${name}.`);
  } catch (reason) {
    actions.fail(reason);
  }
}

/** @param {Studio} studio @param {number} record */
function showRecord({ store, frame }, record) {
  const places = recordPlaces(store.state.marks, record);
  store.set({ view: "page", linked: record, cursor: places[0]?.node ?? null });
  frame.reveal(places);
}
