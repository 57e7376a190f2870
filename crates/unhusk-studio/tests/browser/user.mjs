/**
 * A scripted user of the whole studio: sees pages with their truth, acts by mouse and keys alone, counts its acts, reads
 * the table and takes files.
 */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { frameOf, open, startStudio, until } from "./harness.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
export const ROOT = here("../../../../");
export const EXAMPLES = join(ROOT, "examples");
/** Pages that nobody here wrote, with truth; they are not part of the repository. */
export const DATA = process.env.UNHUSK_DATA ?? here("../../../../../shared/data");
/** Why tests on real pages are skipped, or false. In CI they are not. */
export const NO_DATA = !existsSync(DATA) && process.env.CI !== "true" && `no ${DATA}: tests on real pages are skipped`;

/** How long anything may take: machines are busy at times, and no time is a matter of these tests. */
export const PATIENCE = Number(process.env.STUDIO_PATIENCE ?? 30_000);

/** @type {string[]} */
const folders = [];
process.on("exit", () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** @returns {string} a folder that is taken away at the end */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), "unhusk-app-"));
  folders.push(folder);
  return folder;
}

/** White space does not count where texts are compared. @param {string | null | undefined} text */
export const bare = (text) => (text ?? "").replace(/\s+/g, "");

/** What is to be found on the pages of a site. */
export function truthOf(site) {
  const { fields, pages } = JSON.parse(readFileSync(join(DATA, site, "labels.json"), "utf8"));
  return { fields, pages: pages.map(({ path, records }) => ({ file: join(DATA, site, path), records })) };
}

/**
 * Starts a server and opens it in a browser.
 * @param {string[]} pages @param {{ task?: string, options?: object, more?: string[], script?: () => void }} [settings]
 */
export async function startUser(browser, pages, { task = join(scratch(), "task"), options = {}, more = [], script } = {}) {
  const studio = await startStudio([...pages, "--task", task, "--no-open", ...more]);
  const { tab, context, faults } = await open(browser, studio.address, { reducedMotion: "reduce", script, ...options });
  const user = new User(studio, tab, context, faults, task);
  if (pages.length) await user.seesPage();
  return user;
}

export class User {
  acts = { clicks: 0, keys: 0 };
  /** Times from act to table, in milliseconds. @type {number[]} */
  times = [];
  #trees = new Map();

  constructor(studio, tab, context, faults, task) {
    Object.assign(this, { studio, tab, context, faults, folder: task });
    tab.setDefaultTimeout(PATIENCE);
  }

  get count() {
    return this.acts.clicks + this.acts.keys;
  }

  async stop() {
    await this.context.close();
    await this.studio.stop();
    assert.deepEqual(this.faults, [], "scripts of the studio must not fail");
  }

  // ------------------------------------------------------------------------------------------------ looking

  /** Waits until the frame shows the page. */
  async seesPage() {
    this.frame = await frameOf(this.tab);
    await this.tab.locator(".page-tab[aria-current]").waitFor();
    await until(() => this.frame.evaluate(() => document.body && document.createTreeWalker(document.body, 4).nextNode() !== null), "the page", PATIENCE);
  }

  /** Page that is shown. */
  async pageShown() {
    return Number((await this.tab.locator(".page-tab[aria-current]").getAttribute("data-key")).split(" ")[1]);
  }

  async tree() {
    const page = await this.pageShown();
    if (!this.#trees.has(page)) this.#trees.set(page, new PageText((await this.studio.api(`/api/page/${page}`)).body.tree));
    return this.#trees.get(page);
  }

  async marks() {
    return (await this.studio.api(`/api/page/${await this.pageShown()}/marks`)).body;
  }

  task() {
    return this.studio.task();
  }

  /** Records as the server has them: rows of cells, each a list of texts. */
  async records() {
    const [{ fields }, { records }] = [await this.task(), await this.marks()];
    return records.map(({ cells }) => fields.map(({ id }) => (cells.find(({ field }) => field === id)?.values ?? []).map(({ text }) => text)));
  }

  /** The table as it is on the screen, scrolled through: rows of the texts of its cells. */
  async table() {
    await this.tab.mouse.move(2, 2);
    return this.tab.evaluate(async () => {
      const scroller = document.querySelector(".table-scroll");
      const rows = new Map();
      const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      for (let top = 0; ; top += Math.max(scroller.clientHeight - 60, 30)) {
        scroller.scrollTop = top;
        await frames();
        for (const row of scroller.querySelectorAll("tr[data-record]")) {
          const cells = [...row.querySelectorAll("td[data-row]")].map((cell) => {
            if (cell.classList.contains("missing")) return null;
            const copy = cell.cloneNode(true);
            for (const extra of copy.querySelectorAll(".mark-glyph, .more-values")) extra.remove();
            return copy.textContent;
          });
          rows.set(Number(row.dataset.record), cells);
        }
        if (top + scroller.clientHeight >= scroller.scrollHeight) break;
      }
      scroller.scrollTop = 0;
      return [...rows].sort(([a], [b]) => a - b).map(([, cells]) => cells);
    });
  }

  guide() {
    return this.tab.locator("#guide").innerText();
  }

  /** Runs an act and waits until its step is on the screen. */
  async step(act) {
    const steps = this.tab.locator("[data-key=history]");
    const before = await steps.textContent();
    const start = performance.now();
    await act();
    await this.tab.waitForFunction((text) => document.querySelector("[data-key=history]")?.textContent !== text, before, { polling: "raf", timeout: PATIENCE });
    this.times.push(performance.now() - start);
  }

  // ------------------------------------------------------------------------------------------------ acts

  async key(...keys) {
    for (const key of keys) {
      this.acts.keys += 1;
      await this.tab.keyboard.press(key);
    }
  }

  /** Clicks something of the studio. @param {string | import("playwright-core").Locator} control */
  async press(control) {
    this.acts.clicks += 1;
    await (typeof control === "string" ? this.tab.locator(control) : control).first().click();
  }

  /** Clicks a control by its name. */
  async button(name, within = "body") {
    await this.press(this.tab.locator(within).getByRole("button", { name, exact: true }));
  }

  /**
   * Where a node is in the tab, after scrolling to it (which is no act); null if it is not shown.
   * @param {number} text a text node of the tree @param {[number, number]} [part] of its text
   */
  async boxOf(text, part) {
    const tree = await this.tree();
    const inside = await this.frame.evaluate(({ data, nth, part }) => {
      const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
      let left = nth;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.data !== data || left-- > 0) continue;
        const range = document.createRange();
        const [start, end] = part ?? [data.search(/\S/), data.trimEnd().length];
        range.setStart(node, start);
        range.setEnd(node, end);
        const shown = () => [...range.getClientRects()].find(({ width, height }) => width > 1 && height > 1);
        const rect = shown();
        if (!rect) return null;
        if (rect.top < 8 || rect.bottom > innerHeight - 8 || rect.left < 0 || rect.right > innerWidth) {
          node.parentElement.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
          const after = shown();
          if (after.top < 8 || after.bottom > innerHeight - 8) scrollBy({ top: after.top - innerHeight / 2, behavior: "instant" });
        }
        const { x, y, width, height } = shown();
        return { x, y, width, height };
      }
      return null;
    }, { ...tree.nth(text), part });
    if (!inside) return null;
    const outer = await (await this.frame.frameElement()).boundingBox();
    return { ...inside, x: inside.x + outer.x, y: inside.y + outer.y };
  }

  /** Points at a node: the first of its texts that is shown. @returns {Promise<number>} that text */
  async point(node) {
    const tree = await this.tree();
    const look = async () => {
      for (const text of tree.textsIn(node)) {
        const box = await this.boxOf(text);
        if (box) return { text, box };
      }
    };
    const { text, box } = await until(look, `the frame to show ${JSON.stringify(tree.textOf(node))}`, PATIENCE);
    const [x, y] = [box.x + Math.min(box.width / 2, 40), box.y + box.height / 2];
    if (await this.#isCovered(x, y)) await this.key("Escape");
    await this.tab.mouse.move(x, y);
    return text;
  }

  /** Is the chip of the last click in the way? */
  #isCovered(x, y) {
    return this.tab.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest(".chip") != null, [x, y]);
  }

  /** Clicks a node of the page with the mouse; widens to it with P if a click alone does not reach it. */
  async click(node, { alt = false } = {}) {
    const tree = await this.tree();
    const text = await this.point(node);
    const wider = tree.stepsUp(text, node);
    await this.step(async () => {
      if (alt) await this.tab.keyboard.down("Alt");
      if (wider === 0) {
        this.acts.clicks += 1;
        await this.tab.mouse.down();
        await this.tab.mouse.up();
      } else {
        await this.tab.locator("iframe[title=Page]").focus();
        await this.key(...Array(wider).fill("p"), " ");
      }
      if (alt) await this.tab.keyboard.up("Alt");
    });
  }

  /** Drags over a part of a text. */
  async drag(text, start, end) {
    const box = await until(() => this.boxOf(text, [start, end]), "the text", PATIENCE);
    const y = box.y + box.height / 2;
    await this.tab.mouse.move(box.x + 1, y);
    this.acts.clicks += 1;
    await this.step(async () => {
      await this.tab.mouse.down();
      await this.tab.mouse.move(box.x + box.width / 2, y, { steps: 4 });
      await this.tab.mouse.move(box.x + box.width - 1, y, { steps: 4 });
      await this.tab.mouse.up();
    });
  }

  /** Goes to another page. */
  async goTo(i) {
    await this.press(`[data-key="page ${i}"]`);
    await this.tab.locator(`[data-key="page ${i}"][aria-current]`).waitFor();
    await this.seesPage();
  }

  /** @returns {Promise<{ name: string, bytes: Buffer }>} the file as it was downloaded */
  async take(format, pages = "all") {
    await this.closeChip();
    await this.press("[data-key=export]");
    const dialog = this.tab.locator("dialog[open]");
    const radio = dialog.locator(`input[value="${format}"]`);
    if (!(await radio.isChecked())) await this.press(radio);
    if (pages === "this") await this.press('[data-key="Pages:this"]');
    const download = this.tab.waitForEvent("download", { timeout: PATIENCE });
    await this.press(dialog.locator(".dialog-foot button.primary"));
    const file = await download;
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  }

  /** Reads all pages, and waits for it. */
  async test() {
    await this.closeChip();
    await this.press("[data-key=test]");
    await until(async () => (await this.task()).pages.every(({ state }) => state !== "unread"), "all pages to be read", PATIENCE);
  }

  async closeChip() {
    if (await this.tab.locator(".chip:popover-open").count()) await this.key("Escape");
  }

  // ------------------------------------------------------------------------------------------------ teaching

  /**
   * Clicks the values of one record, then corrects one thing after the other until the page is read as the truth says.
   * @param {Record<string, string | null>[]} truth @param {string[]} fields @returns {Promise<string | null>} what is wrong at the end
   */
  async teach(truth, fields, { most = 12, first = 0 } = {}) {
    const tree = await this.tree();
    const places = tree.placesOf(truth, fields);
    for (const field of fields) await this.click(places[first].get(field) ?? fail(`${field} of the first record is not on the page`));
    let wrong = compare(await this.records(), truth, fields);
    for (let left = most; wrong && left > 0; left--) {
      if (!(await this.#correct(truth, fields, places))) break;
      wrong = compare(await this.records(), truth, fields);
    }
    return wrong;
  }

  /** One correction: a click on a value that is none, or on one that is missing. */
  async #correct(truth, fields, places) {
    const task = await this.task();
    const { records } = await this.marks();
    for (const [at, field] of fields.entries()) {
      const id = task.fields[at]?.id;
      const left = bag(truth.map((record) => bare(record[field])));
      const knowsAll = truth.every((record) => record[field] !== undefined);
      const read = records.flatMap(({ cells }) => cells.filter((cell) => cell.field === id).flatMap(({ values }) => values));
      for (const value of read) {
        const text = bare(value.text);
        const n = left.get(text) ?? 0;
        if (n > 0) left.set(text, n - 1);
        else if (knowsAll && value.places.length === 1 && value.places[0].start === undefined) {
          await this.click(value.places[0].node);
          return true;
        }
      }
      const lacks = truth.findIndex((record) => bare(record[field]) && (left.get(bare(record[field])) ?? 0) > 0);
      const node = lacks >= 0 ? places[lacks].get(field) : undefined;
      if (node === undefined) continue;
      if (task.current !== id) await this.press(`[data-key="field ${id}"]`);
      await this.click(node);
      return true;
    }
    return false;
  }
}

function fail(say) {
  throw new Error(say);
}

function bag(values) {
  const found = new Map();
  for (const value of values) if (value) found.set(value, (found.get(value) ?? 0) + 1);
  return found;
}

/**
 * What differs between rows of cells and the truth, or null. What the truth leaves out is not known.
 * @param {(string | string[] | null)[][]} rows
 */
export function compare(rows, truth, fields) {
  if (rows.length !== truth.length) return `${rows.length} records, not ${truth.length}`;
  for (const [at, row] of rows.entries()) {
    for (const [column, field] of fields.entries()) {
      const wanted = truth[at][field];
      if (wanted === undefined) continue;
      const found = [row[column] ?? []].flat().join(" ");
      if (!isSame(found, wanted ?? "")) return `record ${at + 1}, ${field}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`;
    }
  }
  return null;
}

/** Texts of the table may be cut. */
function isSame(found, wanted) {
  if (found.endsWith("…") && !wanted.endsWith("…")) return bare(wanted).startsWith(bare(found).slice(0, -1));
  return bare(found) === bare(wanted);
}

/** Rows of a file of comma-separated values, without its head. @param {string} text */
export function readCsv(text) {
  const rows = [[""]];
  for (const [part] of text.matchAll(/"(?:[^"]|"")*"|,|\r?\n|[^",\r\n]+/g)) {
    if (part === ",") rows.at(-1).push("");
    else if (/^\r?\n$/.test(part)) rows.push([""]);
    else rows.at(-1)[rows.at(-1).length - 1] += part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part;
  }
  return { head: rows[0], rows: rows.slice(1).filter((row) => row.length > 1 || row[0]) };
}

/** A tree of the contract, to look things up. */
export class PageText {
  constructor(tree) {
    this.tree = tree;
    this.children = tree.kind.map(() => []);
    tree.parent.forEach((parent, node) => parent >= 0 && this.children[parent].push(node));
    this.depth = [];
    tree.parent.forEach((parent, node) => (this.depth[node] = parent < 0 ? 0 : this.depth[parent] + 1));
    this.texts = tree.kind.flatMap((kind, node) => (kind === 3 && tree.text[node].trim() ? [node] : []));
  }

  data(text) {
    return this.tree.text[text];
  }

  /** A text, and how many of the same text stand before it. */
  nth(text) {
    const data = this.data(text);
    return { data, nth: this.tree.kind.slice(0, text).filter((kind, node) => kind === 3 && this.data(node) === data).length };
  }

  textsIn(node) {
    const found = [];
    for (const todo = [node]; todo.length; ) {
      const next = todo.pop();
      if (this.tree.kind[next] === 3 && this.data(next).trim()) found.push(next);
      todo.push(...this.children[next].toReversed());
    }
    return found;
  }

  textOf(node) {
    return this.textsIn(node).map((text) => this.data(text)).join(" ");
  }

  name(node) {
    return this.tree.names[this.tree.name[node]] ?? "";
  }

  attribute(node, name) {
    const flat = this.tree.attrs[node] ?? [];
    const at = flat.findIndex((text, i) => i % 2 === 0 && text === name);
    return at < 0 ? null : flat[at + 1];
  }

  /** The smallest nodes whose whole text is this. */
  withText(value) {
    const wanted = bare(value);
    if (!wanted) return [];
    return this.texts.flatMap((text) => {
      if (!wanted.startsWith(bare(this.data(text)))) return [];
      for (let node = text; node > 0; node = this.tree.parent[node]) {
        const whole = bare(this.textOf(node));
        if (whole === wanted) return this.textsIn(node)[0] === text ? [node] : [];
        if (whole.length > wanted.length) break;
      }
      return [];
    });
  }

  /** How often P must be pressed to come from a text under the pointer to a node. */
  stepsUp(text, node) {
    const parent = this.tree.parent[text];
    const alone = this.textsIn(parent).length === 1 && this.children[parent].every((child) => this.tree.kind[child] !== 1);
    const snapped = alone ? parent : text;
    return Math.max(0, this.depth[snapped] - this.depth[node]);
  }

  /** Where the values of records are: those of one record are near each other, and records follow each other. */
  placesOf(truth, fields) {
    const found = (record) => new Map(fields.map((field) => [field, this.withText(record[field])]).filter(([, nodes]) => nodes.length));
    let from = 0;
    return truth.map((record) => {
      const options = found(record);
      const rarest = [...options].sort(([, a], [, b]) => a.length - b.length)[0];
      if (!rarest) return new Map();
      const cost = (anchor) =>
        [...options.values()].reduce((sum, nodes) => sum + Math.min(...nodes.map((node) => Math.abs(node - anchor))), 0) + (anchor < from ? 1e6 : 0);
      const anchor = rarest[1].toSorted((a, b) => cost(a) - cost(b))[0];
      from = anchor;
      return new Map([...options].map(([field, nodes]) => [field, nodes.toSorted((a, b) => Math.abs(a - anchor) - Math.abs(b - anchor))[0]]));
    });
  }
}

/** @param {number[]} numbers */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted.length % 2 ? sorted[(sorted.length - 1) / 2] : (sorted[sorted.length / 2 - 1] + sorted[sorted.length / 2]) / 2;
}
