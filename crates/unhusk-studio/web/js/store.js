// @ts-check
/** The state of the app. Parts of the screen watch keys and redraw when one of them changed. */

import { MarkIndex } from "./mark-index.js";

/** @typedef {import("./types.js").State} State */

/** @returns {State} */
function emptyState() {
  return {
    hello: null,
    task: null,
    page: 0,
    data: null,
    tree: null,
    marks: null,
    index: null,
    cursor: null,
    linked: null,
    armed: null,
    ghost: null,
    regions: [],
    other: null,
    view: "page",
    css: true,
    zoom: 1,
    bare: false,
    busy: false,
    progress: null,
    line: { up: true, retryIn: 0, say: "" },
    dark: false,
    letters: true,
  };
}

export class Store {
  /** @type {{ keys: (keyof State)[], run: (state: State) => void }[]} */
  #watchers = [];
  /** @type {Set<keyof State>} */
  #dirty = new Set();

  state = emptyState();

  /**
   * Changes the state; watchers run once, after the current piece of work.
   * @param {Partial<State>} patch
   */
  set(patch) {
    const changed = /** @type {(keyof State)[]} */ (Object.keys(patch)).filter((key) => this.state[key] !== patch[key]);
    if (changed.length === 0) return;
    Object.assign(this.state, patch);
    if (this.#dirty.size === 0) queueMicrotask(() => this.#flush());
    for (const key of changed) this.#dirty.add(key);
  }

  #flush() {
    const dirty = this.#dirty;
    this.#dirty = new Set();
    for (const { keys, run } of this.#watchers) {
      if (keys.some((key) => dirty.has(key))) this.#runSafely(run);
    }
  }

  /** One part of the screen that fails must not stop the others. @param {(state: State) => void} run */
  #runSafely(run) {
    try {
      run(this.state);
    } catch (reason) {
      reportError(reason);
    }
  }

  /**
   * Runs now, and again whenever one of the keys changed.
   * @param {(keyof State)[]} keys
   * @param {(state: State) => void} run
   * @returns {() => void} ends it
   */
  watch(keys, run) {
    const watcher = { keys, run };
    this.#watchers.push(watcher);
    run(this.state);
    return () => {
      this.#watchers = this.#watchers.filter((other) => other !== watcher);
    };
  }

  /**
   * Takes a task unless a newer one is known.
   * @param {import("./types.js").Task} task
   * @returns {boolean} was it taken?
   */
  takeTask(task) {
    const known = this.state.task;
    if (known && known.version > task.version) return false;
    this.set({ task });
    return true;
  }

  /**
   * Takes marks if they are of the page shown and not older than those shown.
   * @param {import("./types.js").Marks | null} marks
   */
  takeMarks(marks) {
    const { tree, page, marks: known } = this.state;
    if (!marks || !tree || marks.page !== page) return;
    if (known && known.page === page && known.version > marks.version) return;
    this.set({ marks, index: new MarkIndex(marks, tree) });
  }

  /** After the server was started again its versions begin anew. */
  forgetVersions() {
    this.set({ task: null, marks: null, index: null });
  }

  /** The field with this id. @param {number | null | undefined} id */
  field(id) {
    return this.state.task?.fields.find((field) => field.id === id);
  }

  /** The rule, if one was learnt. */
  rule() {
    const rule = this.state.task?.rule;
    return rule?.class ? rule : null;
  }

  /** Records on the page shown. The task counts them for the page of the last act, which may be another one. */
  recordsHere() {
    return this.state.marks?.records.length ?? this.state.task?.record.here ?? 0;
  }

  /** Records on the page shown that have this field. @param {import("./types.js").Field} field */
  fieldHere(field) {
    return this.state.index?.countOf(field.id) ?? field.here;
  }

  /** The field that a click goes to, as far as it is known. */
  currentField() {
    return this.field(this.state.armed ?? this.state.task?.current);
  }

  readonly() {
    return Boolean(this.state.task?.readonly) || !this.state.line.up;
  }
}
