// @ts-check
/** Records of a page as rows of the table, with what is odd about each. */

/** @typedef {import("./types.js").Value} Value */

/**
 * @typedef {object} Row
 * @property {number} record        index of the record on the page
 * @property {number | null} twin   record with the same values, if there is an earlier one
 * @property {boolean} odd          something is missing, doubtful or double
 * @property {Map<number, Value[]>} values  by field id
 */

/**
 * @param {import("./types.js").Marks} marks
 * @param {import("./types.js").Field[]} fields
 * @returns {Row[]}
 */
export function tableRows(marks, fields) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return marks.records.map((record, at) => {
    const values = new Map(record.cells.map((cell) => [cell.field, cell.values]));
    const key = JSON.stringify(fields.map(({ id }) => (values.get(id) ?? []).map(({ text }) => text)));
    const twin = seen.get(key) ?? null;
    if (twin === null) seen.set(key, at);
    const missing = fields.some(({ id }) => !values.get(id)?.length);
    const doubtful = record.cells.some((cell) => cell.values.some(({ doubt }) => doubt));
    return { record: at, twin, odd: missing || doubtful || twin !== null, values };
  });
}

/**
 * "3 missing · 1 double · 2 not sure"
 * @param {Row[]} rows
 * @param {import("./types.js").Field[]} fields
 */
export function oddSummary(rows, fields) {
  const missing = rows.reduce((sum, row) => sum + fields.filter(({ id }) => !row.values.get(id)?.length).length, 0);
  const double = rows.filter(({ twin }) => twin !== null).length;
  const doubtful = rows.reduce((sum, row) => sum + [...row.values.values()].flat().filter(({ doubt }) => doubt).length, 0);
  const parts = [missing && `${missing} missing`, double && `${double} double`, doubtful && `${doubtful} not sure`];
  return parts.filter(Boolean).join(" · ");
}
