/**
 * What browser tests share: Debian's Chromium, the real server (`UNHUSK_BIN`), pages of HTML as trees, the frame, screenshots.
 * Packages come from `STUDIO_NODE` (target/studio-node), not from the source tree: see check.sh.
 * With `STUDIO_LIVE` the app's modules are those of the source tree, not those that were built into the program.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { existsSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const packages = createRequire(`${process.env.STUDIO_NODE ?? `${root}target/studio-node`}/package.json`);
const { chromium } = packages("playwright-core");

const FLAGS = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync".split(" ");

/** The program under test. */
export const BINARY = process.env.UNHUSK_BIN ?? [`${root}target/release/unhusk`, `${root}target/debug/unhusk`].find(existsSync) ?? "unhusk";

export const startBrowser = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: FLAGS });

process.setMaxListeners(0);

/**
 * Starts `unhusk studio` with these arguments and waits for the address that it prints.
 * @param {string[]} args @param {{ cwd?: string }} [options]
 */
export async function startStudio(args, options = {}) {
  const child = spawn(BINARY, ["studio", ...args], { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  const address = await new Promise((resolve, reject) => {
    const hear = (chunk) => {
      printed += chunk;
      const found = printed.match(/http:\/\/127\.0\.0\.1:\d+\/#token=[0-9a-f]+/i);
      if (found) resolve(found[0]);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`unhusk studio ended with ${code} before it printed its address:\n${printed}`)));
  });
  // A test that fails leaves its server to the end of the process, and does not keep the process.
  for (const handle of [child, child.stdout, child.stderr]) handle.unref();
  process.on("exit", () => child.kill());
  const { origin, hash } = new URL(address);
  const token = hash.slice("#token=".length);
  return {
    address,
    origin,
    token,
    printed: () => printed,
    /** The server's own answer, past the app. @param {string} path */
    async api(path, body) {
      const response = await fetch(origin + path, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${token}`, "x-unhusk-window": "test", "content-type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() };
    },
    task: async function () {
      return (await this.api("/api/task")).body;
    },
    /** Ends it, and waits for that: the folder of its task is free then. */
    stop: () => new Promise((resolve) => (child.exitCode ?? child.signalCode) !== null ? resolve() : (child.ref(), child.on("exit", resolve), child.kill())),
  };
}

/** Opens an address in a new tab; `script` runs before all others, `faults` collects errors of scripts. @param {string} address */
export async function open(browser, address, { script, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const tab = await context.newPage();
  if (script) await tab.addInitScript(script);
  if (process.env.STUDIO_LIVE) await tab.route("**/js/*.js", (route) => route.fulfill({ path: `${root}crates/unhusk-studio/web${new URL(route.request().url()).pathname}` }));
  const faults = [];
  tab.on("pageerror", (error) => faults.push(error.message));
  await tab.goto(address);
  return { context, tab, faults };
}

/** The page frame of a tab. */
export async function frameOf(tab, title = "Page") {
  const element = await tab.waitForSelector(`iframe[title="${title}"]`);
  return element.contentFrame();
}

/** Clicks the first text in the frame that contains `text`, with the mouse. */
export async function clickText(tab, text, options = {}) {
  const box = await boxOfText(tab, text);
  await tab.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (const key of options.keys ?? []) await tab.keyboard.down(key);
  await tab.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { button: options.button ?? "left" });
  for (const key of options.keys ?? []) await tab.keyboard.up(key);
}

/** Where a text (or a part of it) is in the tab. */
export async function boxOfText(tab, text) {
  const frame = await frameOf(tab);
  const inside = await frame.evaluate((wanted) => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.data.indexOf(wanted);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const { x, y, width, height } = range.getBoundingClientRect();
      if (width) return { x, y, width, height };
    }
    return null;
  }, text);
  if (!inside) throw new Error(`no text ${JSON.stringify(text)} in the frame`);
  const outer = await (await frame.frameElement()).boundingBox();
  return { ...inside, x: inside.x + outer.x, y: inside.y + outer.y };
}

/** Turns HTML into trees of the contract, with the browser's parser, as they are: nothing is made safe. */
export async function startParser(browser) {
  const { context, tab } = await open(browser, "about:blank");
  return { toTree: (html) => tab.evaluate(treeOfHtml, html), stop: () => context.close() };
}

/** Runs in the browser. Members are read past names of the page that hide them. */
function treeOfHtml(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const tree = { n: 0, names: [], kind: [], parent: [], name: [], text: {}, attrs: {} };
  const prefixes = { "http://www.w3.org/2000/svg": "svg:", "http://www.w3.org/1998/Math/MathML": "math:" };
  const reader = (prototype, name) => (node) => Object.getOwnPropertyDescriptor(prototype, name).get.call(node);
  const kindOf = reader(Node.prototype, "nodeType");
  const childrenOf = reader(Node.prototype, "childNodes");
  const [spaceOf, localOf, attributesOf] = ["namespaceURI", "localName", "attributes"].map((name) => reader(Element.prototype, name));
  const todo = [[parsed, -1]];
  while (todo.length) {
    const [node, parent] = todo.pop();
    const id = tree.n++;
    const kind = kindOf(node);
    tree.kind.push(kind);
    tree.parent.push(parent);
    tree.name.push(kind === 1 ? nameIndex((prefixes[spaceOf(node)] ?? "") + localOf(node)) : -1);
    if (kind === 3) tree.text[id] = node.data;
    if (kind === 1 && attributesOf(node).length) tree.attrs[id] = [...attributesOf(node)].flatMap(({ name, value }) => [name, value]);
    for (const child of [...childrenOf(node instanceof HTMLTemplateElement ? node.content : node)].reverse()) todo.push([child, id]);
  }
  return tree;

  function nameIndex(name) {
    if (!tree.names.includes(name)) tree.names.push(name);
    return tree.names.indexOf(name);
  }
}

/** A picture of the tab, in target/studio-shots. */
export async function shoot(tab, name, options = {}) {
  mkdirSync(`${root}target/studio-shots`, { recursive: true });
  const path = `${root}target/studio-shots/${name}.png`;
  await tab.screenshot({ path, ...options });
  return path;
}

/** Findings of axe-core that are serious or critical. */
export async function seriousFindings(tab) {
  await tab.evaluate(packages("axe-core").source);
  const { violations } = await tab.evaluate(() => window.axe.run(document, { iframes: false }));
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, impact, nodes }) => ({ id, impact, at: nodes.map((node) => node.target.join(" ")) }));
}

/** Waits until `check` gives something, or fails with the last state. */
export async function until(check, what, ms = 3000) {
  const end = Date.now() + ms;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited ${ms} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}
