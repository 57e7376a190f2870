// @ts-check
/** Keeps the stream of events open: connects again with growing pauses and tells how long the next one is. */

import { ApiError } from "./api.js";

const FIRST_PAUSE = 1;
const LONGEST_PAUSE = 15;

/**
 * @typedef {object} Listener
 * @property {(event: string, data: any) => void} event
 * @property {(again: boolean) => void} up      connected; `again` after a loss
 * @property {(retryIn: number, why: string) => void} down  called each second while waiting
 */

/** @param {unknown} reason */
function explain(reason) {
  return reason instanceof ApiError ? `${reason.message} ${reason.offer}` : "The studio's server does not answer.";
}

export class EventLine {
  /** @type {(() => void) | null} */
  #skipPause = null;

  /**
   * @param {import("./api.js").Api} api
   * @param {Listener} listener
   */
  constructor(api, listener) {
    this.api = api;
    this.listener = listener;
  }

  /** Runs as long as the page lives. */
  async run() {
    let pause = FIRST_PAUSE;
    let lost = false;
    const opened = () => {
      pause = FIRST_PAUSE;
      this.listener.up(lost);
    };
    for (;;) {
      const why = await this.#readOnce(opened);
      lost = true;
      await this.#countDown(pause, why);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    }
  }

  /** @param {() => void} opened @returns {Promise<string>} why the stream ended */
  async #readOnce(opened) {
    try {
      for await (const { event, data } of this.api.events(opened)) {
        if (event === "bye") return "The studio was closed.";
        if (data) this.listener.event(event, JSON.parse(data));
      }
      return explain(null);
    } catch (reason) {
      return explain(reason);
    }
  }

  /** @param {number} seconds @param {string} why */
  async #countDown(seconds, why) {
    let skipped = false;
    const skip = new Promise((resolve) => {
      this.#skipPause = () => {
        skipped = true;
        resolve(null);
      };
    });
    for (let left = seconds; left > 0 && !skipped; left--) {
      this.listener.down(left, why);
      await Promise.race([skip, new Promise((resolve) => setTimeout(resolve, 1000))]);
    }
    this.#skipPause = null;
  }

  /** Ends the pause. */
  retryNow() {
    this.#skipPause?.();
  }
}
