// @ts-check
/** Marks of one page, turned around: which node is what, which record is it in, which match comes next. */

/** @typedef {"said" | "denied" | "match" | "doubt"} MarkKind */
/** @typedef {{ kind: MarkKind, field: number, record: number, label: number | null }} NodeMark */
/** @typedef {{ place: import("./types.js").Place, field: number, record: number }} Match */

/** @param {import("./types.js").Place} place */
function placeKey({ node, start, to, end, attr }) {
  return [node, start, to, end, attr].join(" ");
}

/** The same for the same value of a field in two readings. @param {number} field @param {{ places: import("./types.js").Place[] }} value */
export function valueKey(field, { places }) {
  return [field, ...places.map(placeKey)].join("|");
}

/**
 * Where a record is: its box, or else its values.
 * @param {import("./types.js").Marks | null} marks
 * @param {number} record
 * @returns {import("./types.js").Place[]}
 */
export function recordPlaces(marks, record) {
  const { box, cells } = marks?.records[record] ?? { box: [], cells: [] };
  if (box.length > 0) return box.map((node) => ({ node }));
  return cells.flatMap(({ values }) => values.flatMap(({ places }) => places));
}

export class MarkIndex {
  /**
   * @param {import("./types.js").Marks} marks
   * @param {import("./page-tree.js").PageTree} tree
   */
  constructor(marks, tree) {
    this.marks = marks;
    this.tree = tree;
    /** @type {Map<number, NodeMark[]>} */
    this.byNode = new Map();
    /** @type {Map<number, number>} */
    this.recordAt = new Map();
    /** @type {Match[]} */
    this.matches = [];
    this.#addRecords();
    this.#addDisputed();
    this.#addLabels();
    this.matches.sort((a, b) => a.place.node - b.place.node || (a.place.start ?? 0) - (b.place.start ?? 0));
  }

  #addRecords() {
    this.marks.records.forEach((record, row) => {
      for (const node of record.box) this.recordAt.set(node, row);
      for (const cell of record.cells) {
        for (const value of cell.values) this.#addValue(value, cell.field, row);
      }
    });
  }

  /**
   * @param {import("./types.js").Value} value
   * @param {number} field
   * @param {number} record
   */
  #addValue(value, field, record) {
    const [first] = value.places;
    if (first) this.matches.push({ place: first, field, record });
    for (const place of value.places) {
      this.#put(place, { kind: value.doubt ? "doubt" : "match", field, record, label: null });
      if (!this.recordAt.has(place.node)) this.recordAt.set(place.node, record);
    }
  }

  #addDisputed() {
    for (const { place, field } of this.marks.disputed) {
      this.#put(place, { kind: "doubt", field, record: -1, label: null });
    }
  }

  #addLabels() {
    for (const { id, place, field, sign } of this.marks.labels) {
      this.#put(place, { kind: sign === "+" ? "said" : "denied", field, record: -1, label: id });
    }
  }

  /**
   * What was said beats what was found for the same field at the same node.
   * @param {import("./types.js").Place} place
   * @param {NodeMark} mark
   */
  #put(place, mark) {
    const others = (this.byNode.get(place.node) ?? []).filter((other) => other.field !== mark.field);
    this.byNode.set(place.node, [...others, mark]);
  }

  /** Marks on a node, or on the only text in it. @param {number} node @returns {NodeMark[]} */
  at(node) {
    return this.byNode.get(node) ?? this.byNode.get(this.tree.loneText(node)) ?? [];
  }

  /** The field that was found or named at a node, if it is only one. @param {number} node */
  fieldAt(node) {
    const marks = this.at(node);
    return marks.length === 1 ? (marks[0]?.field ?? null) : null;
  }

  /** Row of the record that holds a node, or null. @param {number} node */
  recordOf(node) {
    for (const at of this.tree.upwards(node)) {
      const row = this.recordAt.get(at);
      if (row !== undefined) return row;
    }
    return null;
  }

  /**
   * The match after (or before) a node, going around at the ends.
   * @param {number} node
   * @param {1 | -1} way
   * @returns {Match | null}
   */
  nextMatch(node, way) {
    const list = way === 1 ? this.matches : this.matches.toReversed();
    return list.find(({ place }) => (place.node - node) * way > 0) ?? list[0] ?? null;
  }

  /** Records of this page that have a value for a field. @param {number} field */
  countOf(field) {
    return this.marks.records.filter((record) => record.cells.some((cell) => cell.field === field && cell.values.length > 0)).length;
  }

  /** Labels of a field on this page. @param {number} field */
  said(field) {
    const labels = this.marks.labels.filter((label) => label.field === field);
    return {
      plus: labels.filter((label) => label.sign === "+").length,
      minus: labels.filter((label) => label.sign === "-").length,
    };
  }
}
