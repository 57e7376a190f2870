/** The page frame alone, against a mock of the studio: what it shows, what it says, and what hostile pages cannot do. */
import { after, before, describe, test } from "node:test";
import assert from "node:assert/strict";
import { boxOfText, clickText, frameOf, open, startBrowser, startParser, until } from "./harness.mjs";
import { startMock } from "./mock.mjs";
import { CLOBBER, PAYLOADS, fill, runScript } from "./payloads.mjs";

let browser, mock, parser;
before(async () => {
  [browser, mock] = await Promise.all([startBrowser(), startMock()]);
  parser = await startParser(browser);
});
after(async () => {
  await browser?.close();
  mock?.stop();
});

/** A tab with the mock studio; its frame is ready. */
async function openStudio(guard = "all", options = {}) {
  const opened = await open(browser, `${mock.studio}/?guard=${guard}`, options);
  await until(() => said(opened.tab, "ready"), "the frame to be ready");
  return opened;
}

const send = (tab, message) => tab.evaluate((data) => window.mock.send(data), message);
const said = (tab, type) => tab.evaluate((t) => window.mock.said.findLast((message) => message.t === t), type);
const forget = (tab) => tab.evaluate(() => void window.mock.said.splice(0));

/** The next message of a kind, after `act`. */
async function answer(tab, type, act) {
  await forget(tab);
  await act();
  return until(() => said(tab, type), `a message ${type}`);
}

async function show(tab, tree, css = [], page = 0) {
  return answer(tab, "shown", () => send(tab, { t: "page", page, tree, css, cssOn: true }));
}

const nodesOf = (tree, name) => tree.kind.flatMap((kind, id) => (kind === 1 && tree.names[tree.name[id]] === name ? [id] : []));
const textOf = (tree, text) => Number(Object.keys(tree.text).find((id) => tree.text[id].includes(text)));

const SHOP = `<!doctype html><title>Shop</title><body><h1>Mugs</h1><ul>${[12, 14, 16]
  .map((price, i) => `<li><b>Blue mug ${i}</b> <i>$${price}.50</i><br>sold in Rome<br>since 19${70 + i}</li>`)
  .join("")}</ul><p>The end of it <a href="/next">next page</a></p>`;

function shopMarks(tree, extra = {}) {
  const [items, names, prices] = ["li", "b", "i"].map((name) => nodesOf(tree, name));
  const cell = (field, node, doubt = false) => ({ field, values: [{ text: "", places: [{ node }], sure: 1, doubt }] });
  return {
    page: 0, version: 1, stale: false,
    records: items.map((item, i) => ({ box: [item], cells: [cell(1, names[i]), cell(2, prices[i], i === 2)] })),
    labels: [{ id: 1, field: 1, sign: "+", place: { node: names[0] }, text: "Blue mug 0" }, { id: 2, field: 2, sign: "-", place: { node: nodesOf(tree, "h1")[0] }, text: "Mugs" }],
    disputed: [],
    ...extra,
  };
}

/** Boxes in the frame's closed shadow root, which only a debugger reaches: look and badge of each. */
const boxes = async (tab) => {
  const session = await tab.context().newCDPSession(await frameOf(tab));
  const { root } = await session.send("DOM.getDocument", { depth: -1, pierce: true });
  await session.detach();
  const found = [];
  const visit = (node) => {
    const at = node.attributes ?? [];
    const get = (name) => (at.includes(name) ? at[at.indexOf(name) + 1] : "");
    if (get("class").startsWith("box ")) found.push(`${get("class").slice(4)} ${get("data-badge")}`.trim());
    for (const child of [...(node.children ?? []), ...(node.shadowRoots ?? []), ...(node.contentDocument ? [node.contentDocument] : [])]) visit(child);
  };
  visit(root);
  return found;
};

describe("what the frame shows", () => {
  const PAGES = {
    shop: SHOP,
    "no doctype, comments, text everywhere": "<!-- a --><p>x<!-- b -->y</p>z<!-- c -->",
    "nested links and formatting": "<a href=1>a<table><tr><td><a href=2>b</a></table></a><b><p>c</b>d</p>",
    "svg and math": '<svg viewBox="0 0 1 1"><linearGradient id="g"/><foreignObject><p>x</p></foreignObject></svg><math><mi>y</mi><annotation-xml><q/></annotation-xml></math>',
    "odd names": '<o:p a"b=1 =x 1=2 :is=3>x</o:p><x-y>z</x-y><a<b>w</a<b>',
    "frames, scripts, templates": "<iframe src=x>y</iframe><script>1</script><template><p>in</p></template><noscript><b>off</b></noscript><select><option>1<option>2</select>",
    "names that hide members of forms and of the document": CLOBBER,
    "frameset": "<frameset><frame src=a><noframes>x</noframes></frameset>",
  };
  test("names that hide members do not stop the frame", async () => {
    const { tab, context, faults } = await openStudio();
    const tree = await parser.toTree(CLOBBER);
    await show(tab, tree);
    const click = await answer(tab, "click", () => clickText(tab, "inside"));
    assert.equal(click.node, nodesOf(tree, "p")[0]);
    await show(tab, await parser.toTree(SHOP));
    assert.deepEqual(faults, []);
    await context.close();
  });

  for (const [name, html] of Object.entries(PAGES)) {
    test(`its tree is ours: ${name}`, async () => {
      const { tab, context } = await openStudio();
      const tree = await parser.toTree(html);
      await show(tab, tree);
      const back = await answer(tab, "tree", () => send(tab, { t: "count" }));
      const names = tree.name.map((index) => tree.names[index] ?? "");
      assert.deepEqual(back.kinds, tree.kind.map((kind, id) => (/^(?:svg:)?(?:script|style|link|base)$/.test(names[id]) ? 0 : kind)));
      assert.deepEqual(back.names, names);
      assert.deepEqual(back.parents, tree.parent);
      assert.deepEqual(back.texts, tree.kind.map((kind, id) => (kind === 3 ? tree.text[id] : "")));
      await context.close();
    });
  }

  test("page styles reach the page as they would a page: html, :root, body >, counting, off and on", async () => {
    const { tab, context } = await openStudio();
    const tree = await parser.toTree('<html class="k"><body><p>a</p><script></script><p style="color: rgb(0, 0, 9)">b</p></body></html>');
    await show(tab, tree, ["html.k { background: rgb(1, 2, 3) } :root { --x: 7px } body > p:nth-child(3) { margin-left: var(--x) } script + p { top: 3px }"]);
    const frame = await frameOf(tab);
    const look = () => frame.evaluate(() => {
      const { marginLeft, top, color } = getComputedStyle(document.querySelectorAll("p")[1]);
      return [getComputedStyle(document.documentElement).backgroundColor, marginLeft, top, color].join(" ");
    });
    assert.equal(await look(), "rgb(1, 2, 3) 7px 3px rgb(0, 0, 9)");
    await send(tab, { t: "css", on: false });
    assert.equal(await until(async () => (await look()).startsWith("rgba(0, 0, 0, 0)") && look(), "styles to be off"), "rgba(0, 0, 0, 0) 0px auto rgb(0, 0, 0)");
    await send(tab, { t: "css", on: true });
    assert.equal(await until(async () => (await look()).startsWith("rgb(1") && look(), "styles to be on"), "rgb(1, 2, 3) 7px 3px rgb(0, 0, 9)");
    await context.close();
  });

  test("marks have their look, and no node of the page changes", async () => {
    const { tab, context, faults } = await openStudio();
    const tree = await parser.toTree(SHOP);
    await show(tab, tree);
    const frame = await frameOf(tab);
    const markup = () => frame.evaluate(() => document.body.outerHTML);
    const before = await markup();
    await send(tab, { t: "marks", marks: shopMarks(tree), colors: ["#0072b2", "#d55e00"], fields: [1, 2], current: 1, hideAll: false });
    const drawn = await until(async () => (await boxes(tab)).length === 10 && boxes(tab), "ten boxes");
    assert.deepEqual(drawn.sort(), [
      "doubt 2?", "match 1", "match 1", "match faint 2", "match faint 2", "minus 2−", "plus 1✓", "record 1", "record 2", "record 3",
    ]);
    await send(tab, { t: "ghost", places: [{ node: nodesOf(tree, "p")[0] }], count: 3 });
    await send(tab, { t: "regions", boxes: nodesOf(tree, "li").map((node) => [node]) });
    await send(tab, { t: "flash", places: [{ node: nodesOf(tree, "h1")[0] }] });
    await until(async () => (await boxes(tab)).filter((box) => /region|flash/.test(box)).length === 4, "regions and a flash");
    assert.equal(await markup(), before);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test("text parts are painted without nodes", async () => {
    const { tab, context } = await openStudio();
    const tree = await parser.toTree(SHOP);
    await show(tab, tree);
    const node = textOf(tree, "since 1970");
    const marks = shopMarks(tree, { records: [{ box: [], cells: [{ field: 1, values: [{ text: "1970", places: [{ node, start: 6, end: 10 }], sure: 1, doubt: false }] }] }], labels: [] });
    await send(tab, { t: "marks", marks, colors: ["#0072b2"], current: null });
    const frame = await frameOf(tab);
    const painted = () => frame.evaluate(() => [...CSS.highlights.values()].flatMap((group) => [...group].map((range) => range.startContainer.data.slice(range.startOffset, range.endOffset))));
    assert.deepEqual(await until(async () => (await painted()).length && painted(), "painted text"), ["1970"]);
    await context.close();
  });

  test("zoom, scroll and the size of the page", async () => {
    const { tab, context } = await openStudio();
    const tree = await parser.toTree(`<body>${"<p>line</p>".repeat(300)}<p id=last>last one</p>`);
    await show(tab, tree);
    const whole = await until(() => said(tab, "view"), "a view");
    assert.ok(whole.total > 5000 && whole.top === 0 && whole.height === 720);
    const view = await answer(tab, "view", () => send(tab, { t: "scroll", place: { node: textOf(tree, "last one") } }));
    assert.ok(view.top > 5000, `scrolled to ${view.top}`);
    const zoomed = await answer(tab, "view", () => send(tab, { t: "zoom", z: 2 }));
    assert.ok(zoomed.total > 1.5 * whole.total);
    assert.equal(await tab.evaluate(() => scrollY), 0, "the studio itself does not scroll");
    await context.close();
  });

  test("20,000 nodes and 5,000 boxes (times are printed, not judged)", async (t) => {
    const { tab, context } = await openStudio();
    const tree = await parser.toTree(`<body><ul>${Array.from({ length: 2500 }, (_, i) => `<li><b>name ${i}</b> <i>$${i}</i> <span>more</span></li>`).join("")}</ul>`);
    const { n, ms } = await show(tab, tree);
    const [names, prices] = [nodesOf(tree, "b"), nodesOf(tree, "i")];
    const cell = (field, node) => ({ field, values: [{ text: "", places: [{ node }], sure: 1, doubt: false }] });
    const marks = { page: 0, version: 1, stale: false, records: names.map((name, i) => ({ box: [], cells: [cell(1, name), cell(2, prices[i])] })), labels: [], disputed: [] };
    const frame = await frameOf(tab);
    await tab.evaluate((data) => (window.mock.marks = data), marks);
    await tab.waitForTimeout(500);
    // Messages are read in order: the answer to a key comes after the boxes are drawn.
    const timed = (current) => tab.evaluate(async (field) => {
      window.mock.said.splice(0);
      const start = performance.now();
      window.mock.send({ t: "marks", marks: window.mock.marks, colors: ["#0072b2", "#d55e00"], current: field });
      window.mock.send({ t: "key", key: "ArrowDown" });
      while (!window.mock.said.some(({ t }) => t === "hover")) await new Promise((done) => setTimeout(done, 1));
      return Math.round(performance.now() - start);
    }, current);
    const first = await timed(1);
    const again = await timed(2);
    const steps = await frame.evaluate(async () => {
      let longest = 0;
      for (let i = 0; i < 40; i++) {
        const start = performance.now();
        scrollBy({ top: 700, behavior: "instant" });
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        longest = Math.max(longest, performance.now() - start);
      }
      return Math.round(longest);
    });
    t.diagnostic(`${n} nodes built and laid out in ${ms} ms; 5,000 boxes drawn in ${first} ms, again in ${again} ms; longest of 40 scroll steps (two frames each) ${steps} ms`);
    assert.ok(n >= 20000);
    await context.close();
  });
});

describe("what the frame says", () => {
  let tab, context, tree, faults;
  before(async () => {
    ({ tab, context, faults } = await openStudio());
    tree = await parser.toTree(SHOP);
  });
  after(async () => {
    assert.deepEqual(faults, []);
    await context.close();
  });
  const fresh = async () => {
    await tab.mouse.move(600, 700);
    await show(tab, tree);
  };

  test("hover and click pick the element of a lone text", async () => {
    await fresh();
    const [name] = nodesOf(tree, "b");
    const box = await boxOfText(tab, "Blue mug 0");
    const hover = await answer(tab, "hover", () => tab.mouse.move(box.x + 5, box.y + 5));
    assert.equal(hover.node, name);
    const click = await answer(tab, "click", () => clickText(tab, "Blue mug 0"));
    assert.deepEqual([click.node, click.alt, click.shift], [name, false, false]);
    const alt = await answer(tab, "click", () => clickText(tab, "Blue mug 0", { keys: ["Alt"] }));
    assert.deepEqual([alt.node, alt.alt], [name, true]);
  });

  test("text beside elements is picked as text; with Shift the innermost node", async () => {
    await fresh();
    const click = await answer(tab, "click", () => clickText(tab, "sold in Rome"));
    assert.equal(click.node, textOf(tree, "sold in Rome"));
    const inner = await answer(tab, "click", () => clickText(tab, "Blue mug 0", { keys: ["Shift"] }));
    assert.deepEqual([inner.node, inner.shift], [textOf(tree, "Blue mug 0"), true]);
  });

  test("a drag selects words, with Alt letters, and stays in one text", async () => {
    await fresh();
    const from = await boxOfText(tab, "ld in Ro");
    const drag = async () => {
      await tab.mouse.move(from.x + 1, from.y + 5);
      await tab.mouse.down();
      await tab.mouse.move(from.x + from.width / 2, from.y + 6);
      await tab.mouse.move(from.x + from.width - 1, from.y + 6);
      await tab.mouse.up();
    };
    const node = textOf(tree, "sold in Rome");
    const words = await answer(tab, "span", drag);
    assert.deepEqual([words.node, words.start, words.end], [node, 0, 12]);
    await tab.keyboard.down("Alt");
    const exact = await answer(tab, "span", drag);
    await tab.keyboard.up("Alt");
    assert.deepEqual([exact.start, exact.end, exact.alt], [2, 10, true]);
  });

  test("the menu, and keys that the frame does not use", async () => {
    await fresh();
    const menu = await answer(tab, "menu", () => clickText(tab, "$12.50", { button: "right" }));
    assert.equal(menu.node, nodesOf(tree, "i")[0]);
    const key = await answer(tab, "key", () => tab.keyboard.press("t"));
    assert.deepEqual(key, { t: "key", key: "t", ctrl: false, shift: false, alt: false });
    const undo = await answer(tab, "key", () => tab.keyboard.press("Control+Shift+z"));
    assert.deepEqual([undo.key.toLowerCase(), undo.ctrl, undo.shift], ["z", true, true]);
  });

  test("arrows, P and C walk the tree; Space clicks; Escape leaves", async () => {
    await fresh();
    await clickText(tab, "Blue mug 1");
    const [first, second, third] = nodesOf(tree, "li");
    const at = async (key) => (await answer(tab, "hover", () => tab.keyboard.press(key))).node;
    assert.equal(await at("p"), second);
    assert.equal(await at("ArrowUp"), first);
    assert.equal(await at("ArrowDown"), second);
    assert.equal(await at("c"), nodesOf(tree, "b")[1], "back to the child from which one came");
    assert.equal(await at("ArrowRight").catch(() => -1), -1, "a lone text is no place of its own");
    assert.equal(await at("ArrowDown"), nodesOf(tree, "i")[1]);
    assert.equal(await at("ArrowLeft"), second);
    assert.equal(await at("ArrowDown"), third);
    assert.equal(await at("ArrowDown"), nodesOf(tree, "p")[0], "after the last sibling: what follows the parent");
    const click = await answer(tab, "click", () => tab.keyboard.press("Space"));
    assert.equal(click.node, nodesOf(tree, "p")[0]);
    const enter = await answer(tab, "click", () => tab.keyboard.press("Alt+Enter"));
    assert.equal(enter.alt, true);
    assert.ok(await answer(tab, "leave", () => tab.keyboard.press("Escape")));
  });

  test("Tab goes through the matches of the current field, or leaves when there are none", async () => {
    await fresh();
    await clickText(tab, "Mugs");
    assert.ok(await answer(tab, "leave", () => tab.keyboard.press("Tab")));
    await send(tab, { t: "marks", marks: shopMarks(tree), colors: ["#0072b2", "#d55e00"], current: 2 });
    await until(async () => (await boxes(tab)).length > 3, "boxes");
    const prices = nodesOf(tree, "i");
    const at = async (key) => (await answer(tab, "hover", () => tab.keyboard.press(key))).node;
    assert.deepEqual([await at("Tab"), await at("Tab"), await at("Tab"), await at("Tab"), await at("Shift+Tab")], [prices[0], prices[1], prices[2], prices[0], prices[2]]);
  });

  test("Shift and arrows select words by keys; Enter takes them; Escape drops them first", async () => {
    await fresh();
    await clickText(tab, "sold in Rome");
    await tab.keyboard.press("Shift+ArrowRight");
    await tab.keyboard.press("Shift+ArrowRight");
    await tab.keyboard.press("Shift+ArrowDown");
    const span = await answer(tab, "span", () => tab.keyboard.press("Enter"));
    assert.deepEqual([span.node, span.start, span.end], [textOf(tree, "sold in Rome"), 5, 7]);
    await tab.keyboard.press("Shift+ArrowRight");
    await forget(tab);
    await tab.keyboard.press("Escape");
    await tab.keyboard.press("Escape");
    assert.equal((await tab.evaluate(() => window.mock.said.filter((message) => message.t === "leave"))).length, 1);
  });

  test("the studio moves the hover box without an echo, and lends its keys", async () => {
    await fresh();
    const [first, second] = nodesOf(tree, "li");
    await forget(tab);
    await send(tab, { t: "hover", node: first });
    const hover = await answer(tab, "hover", () => send(tab, { t: "key", key: "ArrowDown" }));
    assert.equal(hover.node, second);
  });

  test("no more than 120 messages in a second", async () => {
    await fresh();
    await clickText(tab, "Mugs");
    await forget(tab);
    const frame = await frameOf(tab);
    await frame.evaluate(() => {
      for (let i = 0; i < 1000; i++) dispatchEvent(new KeyboardEvent("keydown", { key: "t" }));
    });
    await tab.waitForTimeout(300);
    const count = await tab.evaluate(() => window.mock.said.length);
    assert.ok(count > 10 && count <= 120, `${count} messages`);
  });

  test("only the parent's first port is heard", async () => {
    await fresh();
    const second = await tab.evaluate(() => new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve("heard");
      document.getElementById("frame").contentWindow.postMessage({ unhusk: "port" }, "*", [port2]);
      setTimeout(() => resolve("not heard"), 200);
    }));
    assert.equal(second, "not heard");
  });
});

/** A tree of one element in a body, for what no parser makes. */
function treeOfElement([name, attributes, text]) {
  return {
    n: 5, names: ["html", "body", name], kind: [9, 1, 1, 1, 3], parent: [-1, 0, 1, 2, 3], name: [-1, 0, 1, 2, -1],
    text: { 4: text }, attrs: { 3: attributes },
  };
}

/** Shows each payload, touches it in every way, and collects what came of it. */
async function attack(guard, payloads) {
  const { tab, context } = await openStudio(guard);
  let frame = await frameOf(tab);
  const noted = { scripts: [], network: [], navigations: [], popups: [], studio: [] };
  let name = "";
  tab.on("dialog", (dialog) => void (noted.popups.push(`${name}: dialog`), dialog.dismiss().catch(() => {})));
  context.on("page", (popup) => void (noted.popups.push(`${name}: tab`), popup.close().catch(() => {})));
  context.on("console", (message) => message.text() === "ran" && noted.scripts.push(`${name}: console`));
  tab.on("request", (request) => /^(?:data|blob|about):/.test(request.url()) || noted.network.push(`${name}: ${request.url().slice(0, 80)}`));
  tab.on("framenavigated", (gone) => noted.navigations.push(`${name}: ${gone.url().slice(0, 80)}`));
  const unguarded = guard === "policy" || guard === "none";
  let fresh = true;
  for (const payload of payloads) {
    if (!fresh) {
      name = "start";
      await tab.goto(`${mock.studio}/?guard=${guard}`);
      await until(() => said(tab, "ready"), "the frame to be ready");
      frame = await frameOf(tab);
      mock.takeCalls();
    }
    name = payload.name;
    const filled = fill([payload.html, payload.css], { run: runScript(mock.canary), canary: mock.canary, studio: mock.studio });
    const tree = typeof filled[0] === "string" ? await parser.toTree(filled[0]) : treeOfElement(filled[0]);
    await tab.evaluate(() => (document.getElementById("own").focus(), scrollTo(0, 37)));
    await send(tab, { t: "page", page: 0, tree, css: filled[1], cssOn: true });
    await tab.waitForTimeout(25);
    const state = await tab.evaluate(() => `${document.activeElement?.id} ${scrollY}`).catch(() => "gone");
    if (state !== "own 37") noted.studio.push(`${name}: focus and scroll are ${state}`);
    await Promise.race([touch(tab, frame, !unguarded), tooLong()]).catch((error) => unguarded || noted.studio.push(`${name}: ${error.message}`));
    const ran = await tab.evaluate(() => window.mock.ran.splice(0).length).catch(() => 0);
    if (ran) noted.scripts.push(`${name}: message`);
    fresh = !unguarded || (isAlive(tab, frame) && !leavesTraces(payload));
    for (const call of mock.takeCalls()) (call.endsWith("/ran") ? noted.scripts : noted.network).push(`${name}: canary ${call}`);
  }
  await tab.waitForTimeout(300);
  noted.network.push(...mock.takeCalls().map((call) => `late: canary ${call}`));
  await context.close();
  return noted;
}

const tooLong = () => new Promise((_, reject) => setTimeout(() => reject(new Error("touching it took too long")), 4000).unref());

const isAlive = (tab, frame) => tab.url().startsWith(mock.studio) && !frame.isDetached() && frame.url().startsWith(mock.frame);

/** Whether a payload acts on the document for good, so that it would guard against those after it. */
const leavesTraces = ({ html }) => /<meta|<base|^meta/.test(String(html));

/**
 * Moves over the last thing that is shown, clicks it with each button, and presses keys. Only the agent can keep the user's own
 * "open in a new tab" (middle click, Control) from working, so `all` is off where the agent is.
 */
async function touch(tab, frame, all) {
  const at = await frame.evaluate(() => {
    const shown = [...document.querySelectorAll("body *, svg *")].filter((element) => element.getClientRects().length && element.getBoundingClientRect().width);
    const { x, y, width, height } = (shown.at(-1) ?? document.documentElement).getBoundingClientRect();
    return { x: x + Math.min(width / 2, 40), y: Math.max(1, Math.min(y + Math.min(height / 2, 15), 700)) };
  });
  const outer = await (await frame.frameElement()).boundingBox();
  const [x, y] = [outer.x + at.x, outer.y + at.y];
  await tab.mouse.move(x - 3, y);
  await tab.mouse.move(x, y);
  await tab.mouse.click(x, y);
  await tab.mouse.click(x, y, { button: "right" });
  if (all) {
    await tab.mouse.click(x, y, { button: "middle" });
    await tab.keyboard.down("Control");
    await tab.mouse.click(x, y);
    await tab.keyboard.up("Control");
  }
  for (const key of ["Tab", "Enter", "Space", "a"]) await tab.keyboard.press(key);
  await tab.waitForTimeout(15);
}

describe("hostile pages", () => {
  const nothing = { scripts: [], network: [], navigations: [], popups: [], studio: [] };

  test("attacks work where nothing guards (so the other tests would see them)", async (t) => {
    const noted = await attack("none", PAYLOADS.filter((_, i) => i % 5 === 0));
    t.diagnostic(`${new Set(noted.scripts.map((line) => line.split(":")[0])).size} payloads ran scripts, ${noted.network.length} loads`);
    assert.ok(noted.scripts.length >= 8, JSON.stringify(noted.scripts));
    assert.ok(noted.network.length >= 10);
  });

  test(`all layers: nothing comes of ${PAYLOADS.length} payloads`, async () => {
    assert.ok(PAYLOADS.length >= 60);
    assert.deepEqual(await attack("all", PAYLOADS), nothing);
  });

  test("the agent's refusals alone, without policy and sandbox: nothing comes of them", async () => {
    assert.deepEqual(await attack("agent", PAYLOADS), nothing);
  });

  test("the policy alone, without the agent's refusals: no script runs, and no request reaches a server", async () => {
    const noted = await attack("policy", PAYLOADS);
    const requests = noted.network.filter((line) => /canary (?!connection)/.test(line));
    assert.deepEqual([noted.scripts, noted.popups, requests], [[], [], []]);
  });
});
