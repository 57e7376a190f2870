// @ts-check
/** Draws only the rows that are in view. All rows have one height. */

const OVERSCAN = 8;

/** @typedef {{ first: number, last: number, before: number, after: number }} Window  Rows first..last (exclusive), and the pixels around them. */

export class VirtualRows {
  #count = 0;
  #planned = false;

  /**
   * @param {HTMLElement} scroller
   * @param {{ rowHeight: number, headHeight?: number, draw: (window: Window) => void }} options
   */
  constructor(scroller, { rowHeight, headHeight = 0, draw }) {
    this.scroller = scroller;
    this.rowHeight = rowHeight;
    this.headHeight = headHeight;
    this.draw = draw;
    scroller.addEventListener("scroll", () => this.#plan(), { passive: true });
    new ResizeObserver(() => this.#plan()).observe(scroller);
  }

  #plan() {
    if (this.#planned) return;
    this.#planned = true;
    requestAnimationFrame(() => {
      this.#planned = false;
      this.refresh();
    });
  }

  /** @param {number} count */
  setCount(count) {
    this.#count = count;
    this.refresh();
  }

  refresh() {
    const { scrollTop, clientHeight } = this.scroller;
    const first = Math.max(0, Math.min(Math.floor(scrollTop / this.rowHeight) - OVERSCAN, this.#count - 1));
    const last = Math.min(this.#count, Math.ceil((scrollTop + clientHeight) / this.rowHeight) + OVERSCAN);
    this.draw({
      first,
      last: Math.max(first, last),
      before: first * this.rowHeight,
      after: Math.max(0, this.#count - last) * this.rowHeight,
    });
  }

  /** Scrolls as little as needed to show a row. @param {number} row */
  reveal(row) {
    const { scrollTop, clientHeight } = this.scroller;
    const top = row * this.rowHeight;
    const bottom = top + this.rowHeight + this.headHeight;
    if (top < scrollTop) this.scroller.scrollTop = top;
    else if (bottom > scrollTop + clientHeight) this.scroller.scrollTop = bottom - clientHeight;
    this.refresh();
  }
}
