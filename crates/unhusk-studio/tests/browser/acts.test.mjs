/** Each thing that one can do in the studio, as a whole task: by mouse, by keys alone, in the tree alone. */
import { after, before, describe, test } from "node:test";
import assert from "node:assert/strict";
import { cpSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { BINARY, startBrowser, until } from "./harness.mjs";
import { EXAMPLES, NO_DATA, PATIENCE, compare, readCsv, scratch, startUser, truthOf } from "./user.mjs";

let browser;
before(async () => void (browser = await startBrowser()));
after(() => browser?.close());

const SHOP = [1, 2].map((n) => join(EXAMPLES, `shop/list/${n}.html`));
const NAMES = ["Blue mug", "Red cup", "Tea pot", "Soup bowl"];
const TAGS = [["stoneware", "dishwasher"], ["porcelain"], ["stoneware", "handmade", "gift"], ["dishwasher"]];
const PRICES = ["€12.00", "€7.50", "€34.00", "€9.00"];

const startShop = (options) => startUser(browser, SHOP, options);

/** The node with a text: the first one, or the last. */
const find = async (user, text, at = 0) => (await user.tree()).withText(text).at(at) ?? assert.fail(`no ${text}`);
const clickText = async (user, text, options) => user.click(await find(user, text, options?.at), options);
const column = async (user, at) => (await user.table()).map((row) => row[at]);
const json = (file) => JSON.parse(file.bytes.toString("utf8"));

/** Characters for the names that examples have. */
const decode = (html) => html.replace(/&(\w+);/g, (_, name) => ({ amp: "&", ocirc: "ô", atilde: "ã", eacute: "é", iacute: "í" })[name] ?? assert.fail(name));

/** Types into what has the focus. */
async function type(user, text) {
  user.acts.keys += text.length;
  await user.tab.keyboard.type(text);
}

const menuItem = (user, say) => user.press(user.tab.locator('#floating [role^="menuitem"]', { hasText: say }));

describe("one thing each", () => {
  test("an attribute by the menu", async () => {
    const user = await startShop();
    await clickText(user, "Blue mug");
    await user.point(await find(user, "Blue mug"));
    user.acts.clicks += 1;
    await user.tab.keyboard.press("Escape");
    await user.point(await find(user, "Blue mug"));
    await user.tab.mouse.down({ button: "right" });
    await user.tab.mouse.up({ button: "right" });
    await user.step(() => menuItem(user, "@href"));
    assert.deepEqual(await user.table(), ["blue-mug", "red-cup", "tea-pot", "soup-bowl"].map((name, at) => [NAMES[at], `../items/${name}.html`]));
    const { rows } = readCsv((await user.take("csv", "this")).bytes.toString());
    assert.equal(rows[1].includes("../items/red-cup.html"), true);
    await user.stop();
  });

  test("an attribute by the key A", async () => {
    const user = await startShop();
    await user.point(await find(user, "Blue mug"));
    await user.tab.locator("iframe[title=Page]").focus();
    await user.point(await find(user, "Blue mug"));
    await user.key("a");
    await user.step(() => menuItem(user, "@href"));
    assert.deepEqual(await column(user, 0), ["blue-mug", "red-cup", "tea-pot", "soup-bowl"].map((name) => `../items/${name}.html`));
    assert.equal((await user.task()).fields[0].attribute, "href");
    await user.stop();
  });

  test("a part of a text by dragging", async () => {
    const user = await startShop();
    await clickText(user, "Blue mug");
    await user.closeChip();
    const [text] = (await user.tree()).textsIn(await find(user, "€12.00"));
    await user.drag(text, 1, 6);
    assert.deepEqual(await user.table(), NAMES.map((name, at) => [name, PRICES[at].slice(1)]));
    assert.deepEqual(json(await user.take("json", "this")).length ?? 4, 4);
    await user.stop();
  });

  test("several values per record", async () => {
    const user = await startShop();
    await clickText(user, "Tea pot");
    await clickText(user, "handmade");
    await user.closeChip();
    const [, tag] = (await user.task()).fields;
    await user.press(`[data-key="more ${tag.id}"]`);
    await user.step(() => menuItem(user, "Several values per record"));
    await user.press(`[data-key="field ${tag.id}"]`);
    await clickText(user, "stoneware");
    assert.deepEqual((await user.records()).map(([, tags]) => tags), TAGS);
    assert.equal(await user.tab.locator(".more-values").first().innerText(), "+1");
    assert.deepEqual(json(await user.take("json", "this")).map((record) => [record[tag.name] ?? []].flat()), TAGS);
    await user.stop();
  });

  test("a sub-record, and its end", async () => {
    const user = await startShop();
    await clickText(user, "Tea pot");
    await clickText(user, "handmade");
    await user.closeChip();
    const [, tag] = (await user.task()).fields;
    await user.press(`[data-key="more ${tag.id}"]`);
    await user.step(() => menuItem(user, "Several values per record"));
    await user.press(`[data-key="field ${tag.id}"]`);
    await clickText(user, "gift");
    await user.tab.locator("iframe[title=Page]").focus();
    await user.key("g");
    const dialog = user.tab.locator("dialog[open]");
    await dialog.waitFor();
    await type(user, "labels");
    await user.step(() => user.press(dialog.getByRole("button", { name: "Make it" })));
    assert.deepEqual(json(await user.take("json", "this")).map(({ labels }) => labels.map((label) => label[tag.name])), TAGS);
    await user.step(() => user.button("Dissolve labels"));
    assert.equal((await user.task()).fields[1].parent, null);
    await user.stop();
  });

  test("not this: a wrong match is clicked; the click is taken back by another one", async () => {
    const folder = scratch();
    const item = (name, kind = "item") => `<li class="${kind}"><b>${name}</b> <i>$1</i></li>`;
    writeFileSync(join(folder, "ads.html"), `<ul>${item("Mug")}${item("Cup")}${item("Buy now", "item ad")}${item("Pot")}${item("Bowl")}</ul>`);
    const user = await startUser(browser, [join(folder, "ads.html")]);
    await clickText(user, "Mug");
    assert.deepEqual(await column(user, 0), ["Mug", "Cup", "Buy now", "Pot", "Bowl"]);
    await clickText(user, "Buy now");
    assert.deepEqual(await column(user, 0), ["Mug", "Cup", "Pot", "Bowl"]);
    assert.match(await user.tab.locator("#table").innerText(), /−1/);
    assert.equal(readCsv((await user.take("csv")).bytes.toString()).rows.length, 4);
    await clickText(user, "Buy now");
    assert.equal((await column(user, 0)).length, 5);
    await user.stop();
  });

  test("several pages: taught on one, tested on six, an odd one is looked at", async () => {
    const folder = join(EXAMPLES, "countries");
    const pages = readdirSync(join(folder, "pages")).sort().map((name) => join(folder, "pages", name));
    const user = await startUser(browser, pages);
    await clickText(user, "Congo");
    await clickText(user, "242");
    await user.key("Escape");
    await user.tab.locator("iframe[title=Page]").focus();
    await user.key("t");
    await until(async () => (await user.task()).pages.every(({ state }) => state !== "unread"), "all pages to be read", PATIENCE);
    const source = pages.map((page) => [...decode(readFileSync(page, "utf8")).matchAll(/<B>(.*?)<\/B> <I>(.*?)<\/I>/g)].map(([, country, code]) => [country, code]));
    await user.tab.waitForFunction((n) => document.querySelector("#fields")?.textContent.includes(`${n} on all`), source.flat().length);
    await user.goTo(3);
    assert.deepEqual(await user.table(), source[3]);
    const csv = readCsv((await user.take("csv")).bytes.toString());
    assert.deepEqual(csv.rows.map((row) => row.slice(-2)), source.flat());
    await user.stop();
  });

  test("undo and redo by keys, and by the history", async () => {
    const user = await startShop();
    for (const text of ["Blue mug", "€12.00", "€15.00"]) await clickText(user, text);
    await user.closeChip();
    const table = await user.table();
    const log = await user.task();
    await user.tab.locator("iframe[title=Page]").focus();
    for (let left = 3; left > 0; left--) await user.step(() => user.key("Control+z"));
    assert.match(await user.tab.locator("#table").innerText(), /Records appear here/);
    for (let left = 3; left > 0; left--) await user.step(() => user.key(left > 1 ? "Control+Shift+z" : "Control+y"));
    assert.deepEqual(await user.table(), table);
    assert.deepEqual((await user.task()).fields, log.fields);
    await user.press("[data-key=history]");
    await user.step(() => user.press('[data-key="step 1"]'));
    await user.tab.keyboard.press("Escape");
    assert.deepEqual(await user.table(), NAMES.map((name) => [name]));
    await user.stop();
  });

  test("names and types, in the chip and later; the file has them", async () => {
    const user = await startShop();
    await clickText(user, "Blue mug");
    await user.tab.locator(".chip input").waitFor();
    await type(user, "product");
    await user.key("Enter");
    await until(async () => (await user.task()).fields[0].name === "product", "the name", PATIENCE);
    await clickText(user, "€12.00");
    await user.closeChip();
    const [, price] = (await user.task()).fields;
    await user.press(`[data-key="field ${price.id}"]`);
    await user.key("F2");
    await type(user, "cost");
    await user.step(() => user.key("Enter"));
    await user.press(`[data-key="more ${price.id}"]`);
    await user.step(() => menuItem(user, /^[✓ ]*price/));
    const [, cost] = (await user.task()).fields;
    assert.deepEqual([cost.name, cost.type], ["cost", "price"]);
    const csv = readCsv((await user.take("csv", "this")).bytes.toString());
    assert.deepEqual(csv.head.slice(-2), ["product", "cost"]);
    await user.stop();
  });

  test("a repeating part is taken without a click on the page", async () => {
    const user = await startShop();
    await user.step(() => user.press(".region-chip"));
    const { fields } = await user.task();
    const rows = await user.table();
    const names = rows[0].indexOf("Blue mug");
    assert.deepEqual(rows.map((row) => row[names]), NAMES);
    const csv = readCsv((await user.take("csv", "this")).bytes.toString());
    assert.deepEqual(csv.rows.map((row) => row[csv.head.indexOf(fields[names].name)]), NAMES);
    assert.equal(user.count <= 5, true);
    await user.stop();
  });

  test("drift is seen and repaired", async () => {
    const folder = scratch();
    const pages = join(folder, "pages");
    cpSync(join(EXAMPLES, "shop/list"), pages, { recursive: true });
    const first = await startUser(browser, [pages], { task: join(folder, "task") });
    for (const text of ["Blue mug", "€12.00"]) await clickText(first, text);
    await first.key("Escape");
    await first.press("[data-key=save]");
    await first.tab.locator("#toast", { hasText: "Saved" }).waitFor();
    await first.stop();
    for (const name of readdirSync(pages)) {
      const file = join(pages, name);
      const redesigned = readFileSync(file, "utf8")
        .replaceAll("<h2>", '<div class="card"><h3 class="caption">').replaceAll("</h2>", "</h3></div>")
        .replaceAll('<b class="price">', '<span class="amount">').replaceAll("</b>", "</span>")
        .replaceAll("<ul", "<section").replaceAll("</ul>", "</section>").replaceAll("<li", "<article").replaceAll("</li>", "</article>");
      writeFileSync(file, redesigned);
    }
    const user = await startUser(browser, [pages], { task: join(folder, "task") });
    await user.press("[data-key=more]");
    await menuItem(user, "Check for drift");
    const dialog = user.tab.locator("dialog[open]");
    await dialog.locator(".health").first().waitFor();
    assert.match(await dialog.innerText(), /The site changed[^]*the rules of price read next to nothing on 2 of 2 pages/);
    await user.press(dialog.getByRole("button", { name: "Show on the page" }));
    await dialog.waitFor({ state: "detached" });
    await until(async () => /the repair reads the same 8 values/.test(await user.tab.locator("#live").innerText()), "what the repair reads", PATIENCE);
    await user.press("[data-key=more]");
    await menuItem(user, "Check for drift");
    await dialog.locator(".health").first().waitFor();
    await user.press(dialog.locator(".dialog-foot button.primary"));
    await user.tab.locator("#toast", { hasText: "Repaired" }).waitFor();
    const kept = JSON.parse(readFileSync(join(user.folder, "wrapper.before-repair.json"), "utf8"));
    assert.ok(kept, "the wrapper before it is kept");
    const { stdout } = spawnSync(BINARY, ["extract", join(user.folder, "wrapper.json"), pages], { encoding: "utf8" });
    for (const value of [...NAMES, ...PRICES]) assert.ok(stdout.includes(value), `${value} in ${stdout}`);
    await user.press("[data-key=more]");
    await menuItem(user, "Check for drift");
    await dialog.locator(".health").first().waitFor();
    assert.match(await dialog.innerText(), /Healthy/);
    await user.stop();
  });
});

/** Goes to a text by the keys of the studio alone. */
async function findByKeys(user, text) {
  await user.key("/");
  await user.tab.waitForFunction(() => document.activeElement?.id === "find");
  await user.key("Control+a");
  await type(user, text);
  await user.key("Enter");
  await user.tab.locator(".find-state", { hasText: /of/ }).waitFor();
  await user.key("Escape");
}

/** Takes the file by keys alone. */
async function takeByKeys(user, format) {
  await user.key("e");
  await user.tab.locator("dialog[open]").waitFor();
  await until(async () => {
    const at = await user.tab.evaluate(() => document.activeElement?.getAttribute("value") ?? "");
    if (at === format) return true;
    await user.key((await user.tab.evaluate(() => document.activeElement?.matches("[name=format]"))) ? "ArrowDown" : "Tab");
    return false;
  }, "the format", PATIENCE);
  const download = user.tab.waitForEvent("download");
  await until(async () => {
    await user.key("Tab");
    return user.tab.evaluate(() => document.activeElement?.matches(".dialog-foot .primary"));
  }, "the button", PATIENCE);
  await user.key("Enter");
  return readFileSync(await (await download).path(), "utf8");
}

describe("without a mouse", { skip: NO_DATA }, () => {
  const fields = ["c1", "c2", "c3"];

  for (const view of ["page", "tree"]) {
    test(`a list of three fields by keys alone, in the view “${view}”`, async (t) => {
      const [page] = truthOf("estuka/sports-eurosport.com").pages;
      const user = await startUser(browser, [page.file]);
      if (view === "tree") {
        await user.tab.evaluate(() => document.querySelector("iframe")?.focus());
        await user.key("v");
        await user.tab.locator(".tree").waitFor();
      }
      for (const field of fields) {
        await findByKeys(user, page.records[0][field]);
        await user.step(() => user.key(view === "tree" ? "Enter" : " "));
        await user.tab.locator(".chip:popover-open").waitFor();
        await user.key("Escape");
      }
      assert.equal(compare(await user.table(), page.records, fields), null);
      const csv = readCsv(await takeByKeys(user, "csv"));
      assert.equal(compare(csv.rows.map((row) => row.slice(-3)), page.records, fields), null);
      assert.equal(user.acts.clicks, 0);
      t.diagnostic(`${user.count} keys, typed text included`);
      await user.stop();
    });
  }

  test("a list by clicks in the tree alone", async () => {
    const user = await startShop();
    await user.press('[data-key="View:tree"]');
    for (const text of ["Blue mug", "€12.00"]) {
      await user.closeChip();
      await user.step(() => user.press(user.tab.locator(".tree-line", { has: user.tab.locator(".tree-text", { hasText: text }) })));
    }
    assert.deepEqual(await user.table(), NAMES.map((name, at) => [name, PRICES[at]]));
    assert.equal(readCsv((await user.take("csv", "this")).bytes.toString()).rows.length, 4);
    await user.stop();
  });
});

describe("files", () => {
  /** What each format must hold. */
  const FORMATS = {
    jsonl: (text) => text.trim().split("\n").map((line) => JSON.parse(line)).some(({ title }) => title === "Red cup"),
    json: (text) => JSON.parse(text).length === 4,
    csv: (text) => readCsv(text).rows.length === 4,
    tsv: (text) => text.trim().split("\n").length === 5 && text.includes("Red cup\t"),
    xlsx: (text, bytes) => bytes.subarray(0, 2).toString() === "PK" && bytes.length > 1000,
    table: (text) => NAMES.every((name) => text.includes(name)),
    turtle: (text) => text.includes("Product") && text.includes('"Red cup"'),
    ntriples: (text) => text.includes("schema.org/Product") && text.includes('"Red cup"'),
    nquads: (text) => text.includes("schema.org/Product"),
    jsonld: (text) => JSON.stringify(JSON.parse(text)).includes('"Red cup"'),
    rss: (text) => text.includes("<rss") && text.includes("Red cup"),
    atom: (text) => text.includes("<feed") && text.includes("Red cup"),
    vcf: (text) => text.includes("BEGIN:VCARD"),
    ics: null, // products are no events: see below
  };

  /** Gives the record a class, in the dialog. */
  async function bindClass(user, name, close = true) {
    await user.press("[data-key=class]");
    await user.press(user.tab.getByRole("combobox", { name: "Class of the record" }));
    await user.key("Control+a");
    await type(user, name);
    await user.step(() => user.press(user.tab.locator("[role=option]", { has: user.tab.getByText(`schema:${name}`, { exact: true }) })));
    if (!close) return;
    await user.tab.keyboard.press("Escape");
    await user.tab.locator("dialog").waitFor({ state: "detached" });
  }

  /** A format that cannot hold these records says so before anything is written. */
  async function saysWhyNot(user, format, why) {
    await user.press("[data-key=export]");
    await user.press(`dialog[open] input[value="${format}"]`);
    await user.tab.locator("dialog[open] .notice.bad", { hasText: why }).waitFor();
    await user.tab.keyboard.press("Escape");
    await user.tab.locator("dialog").waitFor({ state: "detached" });
  }

  test("a class is bound, then every format is taken once", async () => {
    const user = await startShop();
    for (const text of ["Blue mug", "€12.00"]) await clickText(user, text);
    await user.closeChip();
    await bindClass(user, "Product", false);
    const name = user.tab.getByRole("combobox", { name: "Property of title" });
    await name.click();
    await type(user, "name");
    await user.step(() => user.press(user.tab.locator("[role=option]", { has: user.tab.getByText("schema:name", { exact: true }) })));
    const preview = user.tab.locator("dialog[open] pre", { hasText: "Blue mug" });
    await preview.first().waitFor();
    assert.match((await preview.allInnerTexts()).join("\n"), /"Product"|schema.org\/Product|schema:Product/);
    await user.tab.keyboard.press("Escape");
    await user.tab.locator("dialog").waitFor({ state: "detached" });
    const formats = (await user.studio.api("/api/hello")).body.formats.map((format) => format.name);
    assert.deepEqual(formats.toSorted(), Object.keys(FORMATS).sort());
    for (const format of formats) {
      if (format === "ics") {
        await saysWhyNot(user, format, /schema:Event/);
        continue;
      }
      if (format === "vcf") await bindClass(user, "Person");
      if (format === "rss") await bindClass(user, "Product");
      const { name, bytes } = await user.take(format, "this");
      assert.ok(FORMATS[format](bytes.toString("utf8"), bytes), `${format}: ${bytes.toString("utf8").slice(0, 300)}`);
      assert.deepEqual(readFileSync(join(user.folder, name)), bytes, `${name} is in the task folder, too`);
    }
    await user.stop();
  });
});
