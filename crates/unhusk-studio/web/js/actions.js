// @ts-check
/** What the user can do: each act goes to the server, and what comes back becomes the state. */

import { PageTree } from "./page-tree.js";
import { ApiError } from "./api.js";
import { clearToast, describeChange, say, toast } from "./live.js";

/** @typedef {import("./types.js").Act} Act */
/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").Task} Task */
/** @typedef {import("./types.js").Marks} Marks */

/** The bar of the status line appears after this time only. */
const SHOW_BUSY_AFTER_MS = 100;

export class Actions {
  #running = 0;
  #refreshing = false;
  #staleAgain = false;
  #pageAsked = 0;

  /**
   * @param {import("./api.js").Api} api
   * @param {import("./store.js").Store} store
   */
  constructor(api, store) {
    this.api = api;
    this.store = store;
    /** Called with the new field and the place of the click that made it. @type {(field: number, at: { x: number, y: number } | null) => void} */
    this.onNewField = () => {};
  }

  get #state() {
    return this.store.state;
  }

  /** Reads everything anew: at the start, and after the server was away. */
  async load() {
    await this.#guard(async () => {
      const [hello, task] = await Promise.all([this.api.get("/api/hello"), this.api.get(`/api/task?page=${this.#state.page}`)]);
      this.store.forgetVersions();
      this.store.set({ hello, task });
      if (task.pages.length > 0) await this.openPage(Math.min(this.#state.page, task.pages.length - 1));
    });
  }

  /** @param {number} i */
  async openPage(i) {
    const asked = ++this.#pageAsked;
    await this.#guard(async () => {
      const [data, marks] = await Promise.all([this.api.get(`/api/page/${i}`), this.api.get(`/api/page/${i}/marks`)]);
      if (asked !== this.#pageAsked) return;
      this.store.set({
        page: i,
        data,
        tree: new PageTree(data.tree),
        marks: null,
        index: null,
        cursor: null,
        linked: null,
        ghost: null,
        regions: [],
        other: null,
      });
      this.store.takeMarks(marks);
      say(`Page ${i + 1}, ${data.name}. ${data.words} words.`);
      await this.#askRegions(i);
    });
  }

  /** Repeating parts are of use only as long as nothing was said. @param {number} i */
  async #askRegions(i) {
    if (this.#state.task?.fields.length) return;
    const { regions } = await this.api.get(`/api/page/${i}/regions`);
    if (this.#state.page === i && !this.#state.task?.fields.length) this.store.set({ regions });
  }

  /** Reads the task again: another window acted, a question came up. News that come meanwhile make one more round. */
  async refresh() {
    this.#staleAgain = this.#refreshing;
    if (this.#refreshing) return;
    this.#refreshing = true;
    await this.#guard(async () => {
      const { page } = this.#state;
      this.store.takeTask(await this.api.get(`/api/task?page=${page}`));
      const { marks, task } = this.#state;
      const behind = task && (!marks || marks.version < task.version || task.question);
      if (behind && task.pages.length > 0) this.store.takeMarks(await this.api.get(`/api/page/${page}/marks`));
    });
    this.#refreshing = false;
    if (this.#staleAgain) await this.refresh();
  }

  /**
   * @param {Act} act
   * @returns {Promise<Task | null>} the task after it, or null if it was refused
   */
  async act(act) {
    if (this.store.readonly() && act.act !== "take-over") {
      say("This window can only look. Take over to change things.");
      return null;
    }
    clearToast();
    return this.#guard(async () => {
      const answer = /** @type {{ task: Task, marks: Marks | null }} */ (
        await this.api.post("/api/act", { page: this.#state.page, ...act })
      );
      this.#accept(answer.task, answer.marks);
      return answer.task;
    });
  }

  /**
   * @param {Task} task
   * @param {Marks | null} marks
   */
  #accept(task, marks) {
    if (!this.store.takeTask(task)) return;
    this.store.takeMarks(marks);
    this.store.set({ ghost: null });
    if (task.fields.length > 0) this.store.set({ regions: [] });
    else if (this.#state.regions.length === 0) void this.#guard(() => this.#askRegions(this.#state.page));
    say(describeChange(task));
  }

  /**
   * The one gesture. Its meaning depends on what is at the place; the server decides.
   * @param {Place} place
   * @param {{ alt?: boolean, field?: number | null, at?: { x: number, y: number } | null }} [options]
   */
  async click(place, { alt = false, field = this.#state.armed, at = null } = {}) {
    const before = new Set(this.#state.task?.fields.map(({ id }) => id));
    this.store.set({ armed: null });
    const task = await this.act({ act: "click", place, field, alt });
    const added = task?.fields.find(({ id }) => !before.has(id));
    if (added) this.onNewField(added.id, at);
  }

  /** Shows what another learner reads beside what is read now. @param {string} method */
  async showOther(method) {
    await this.#guard(async () => {
      const { page, task } = this.#state;
      const reading = await this.api.get(`/api/page/${page}/other?method=${encodeURIComponent(method)}`);
      if (task && this.#state.page === page) this.store.set({ other: { ...reading, step: task.history.at }, view: "page" });
    });
  }

  /** Shows what the repaired wrapper reads on a page, beside what the saved one reads. @param {number} page */
  async showRepair(page) {
    if (this.#state.page !== page) await this.openPage(page);
    await this.#guard(async () => {
      const reading = await this.api.get(`/api/page/${page}/repaired`);
      const { task } = this.#state;
      if (task && this.#state.page === page) this.store.set({ other: { ...reading, step: task.history.at }, view: "page" });
    });
  }

  /** "Not this". @param {Place} place */
  async deny(place) {
    const field = this.#state.armed ?? this.#state.index?.fieldAt(place.node) ?? null;
    await this.act({ act: "label", place, field, sign: "-" });
  }

  async save() {
    const task = await this.act({ act: "save" });
    if (task?.saved.wrapper && !task.saved.error) toast(`Saved ${task.saved.wrapper}`);
  }

  /** @param {string} name */
  async renameTask(name) {
    if (name && name !== this.#state.task?.name) await this.act({ act: "task-rename", name });
  }

  async test() {
    await this.#guard(() => this.api.post("/api/test"));
  }

  async cancel() {
    await this.#guard(() => this.api.post("/api/cancel"));
    this.store.set({ progress: null });
    say("Stopped.");
  }

  /** Opens the next page whose state is not "ok". */
  async nextOddPage() {
    const pages = this.#state.task?.pages ?? [];
    const odd = ["fewer", "more", "none", "error"];
    const after = [...pages.slice(this.#state.page + 1), ...pages.slice(0, this.#state.page)];
    const next = after.find(({ state }) => odd.includes(state));
    if (next) await this.openPage(next.i);
    else say("No other page differs.");
  }

  /**
   * Adds pages that were dropped, chosen or pasted, and shows the last one.
   * @param {{ name: string, html: string }[]} pages
   */
  async addPages(pages) {
    await this.#guard(async () => {
      for (const page of pages) this.store.takeTask(await this.api.post("/api/pages", page));
      const task = this.#state.task;
      if (task) await this.openPage(task.pages.length - 1);
    });
  }

  /** @param {import("./types.js").PagesEvent} event */
  takePages(event) {
    const task = this.#state.task;
    if (!task || event.version < task.version) return;
    const news = new Map(event.pages.map((page) => [page.i, page]));
    const pages = task.pages.map((page) => {
      const { fields: _fields, ...fresh } = news.get(page.i) ?? { fields: {} };
      return { ...page, ...fresh };
    });
    const fields = task.fields.map((field) => ({ ...field, all: event.fields_all[field.id] ?? field.all }));
    this.store.set({ task: { ...task, pages, fields, record: { ...task.record, all: event.record_all } } });
  }

  /** @param {import("./types.js").Progress} progress */
  takeProgress(progress) {
    const ended = progress.done >= progress.of;
    this.store.set({ progress: ended ? null : progress });
    if (ended && progress.job === "test") say(this.#describePages());
  }

  #describePages() {
    const pages = this.#state.task?.pages ?? [];
    const odd = pages.filter(({ state }) => state !== "ok" && state !== "unread").length;
    return `All pages tested. ${odd === 0 ? "None differs." : `${odd} of ${pages.length} differ.`}`;
  }

  /**
   * Runs a request; a failure becomes a message, and the old state stays on screen.
   * @template T
   * @param {() => Promise<T>} run
   * @returns {Promise<T | null>}
   */
  async #guard(run) {
    this.#count(1);
    try {
      return await run();
    } catch (reason) {
      this.fail(reason);
      return null;
    } finally {
      this.#count(-1);
    }
  }

  /** @param {unknown} reason */
  fail(reason) {
    if (reason instanceof ApiError && reason.kind === "gone") say(`Not done. ${reason.message}`);
    else if (reason instanceof ApiError) toast(reason.message, { more: reason.offer, bad: true });
    else toast("Something went wrong in this window.", { more: `${reason}. Reload it: your steps are safe.`, bad: true });
  }

  /** @param {1 | -1} by */
  #count(by) {
    this.#running += by;
    if (this.#running === 0) this.store.set({ busy: false });
    else setTimeout(() => this.store.set({ busy: this.#running > 0 }), SHOW_BUSY_AFTER_MS);
  }
}
