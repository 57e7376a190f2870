/** States in which a studio can be (A10): each is reached, says what happened and what to do, and loses nothing. */
import { after, before, describe, test } from "node:test";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BINARY, open, startBrowser, startStudio, until } from "./harness.mjs";
import { EXAMPLES, PATIENCE, User, scratch, startUser } from "./user.mjs";

let browser;
before(async () => void (browser = await startBrowser()));
after(() => browser?.close());

const SHOP = join(EXAMPLES, "shop/list/1.html");

/** A page in a folder of its own. */
function page(html, name = "page.html") {
  const file = join(scratch(), name);
  writeFileSync(file, html);
  return file;
}
const clickText = async (user, text, options) => user.click((await user.tree()).withText(text)[0], options);
const list = (names) => `<title>List</title><ul>${names.map((name) => `<li><b>${name}</b> <i>$${name.length}</i></li>`).join("")}</ul>`;
const sees = (user, text) => user.tab.getByText(text).first().waitFor();

/** Runs the program until it ends. */
function run(args) {
  return new Promise((resolve) => {
    const child = spawn(BINARY, args, { stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    child.stdout.on("data", (chunk) => (said += chunk));
    child.stderr.on("data", (chunk) => (said += chunk));
    const timer = setTimeout(() => child.kill(), PATIENCE);
    child.on("exit", (code) => (clearTimeout(timer), resolve({ code, said })));
  });
}

describe("pages", () => {
  test("no page: a way to begin, and the sample works", async () => {
    const user = await startUser(browser, []);
    await sees(user, "Drop a page here");
    await user.button("Try the sample");
    await user.seesPage();
    await clickText(user, "Blue mug");
    assert.equal((await user.table()).length, 5);
    await user.stop();
  });

  test("a page is pasted", async () => {
    const user = await startUser(browser, []);
    await user.button("Paste HTML");
    await user.tab.getByLabel("HTML", { exact: true }).fill(list(["Mug", "Cup", "Pot"]));
    await user.button("Add page");
    await user.seesPage();
    await clickText(user, "Cup");
    assert.deepEqual(await user.table(), [["Mug"], ["Cup"], ["Pot"]]);
    await user.stop();
  });

  test("a page without text says how to get one with text", async () => {
    const studio = await startStudio([page('<div id="app"></div><script>document.write("x")</script>'), "--task", join(scratch(), "t"), "--no-open"]);
    const { tab, context } = await open(browser, studio.address);
    await tab.getByText("This page holds 0 visible words").waitFor({ timeout: PATIENCE });
    assert.match(await tab.locator("#view-note").innerText(), /made by scripts[^]*SingleFile/);
    await context.close();
    await studio.stop();
  });

  test("a page of 3,000 levels is shown", async () => {
    const user = await startUser(browser, [page(`<title>Deep</title><p>top</p>${"<div>".repeat(3000)}bottom`)]);
    await user.point((await user.tree()).withText("bottom")[0]);
    await user.stop();
  });

  test("100,000 nodes are shown, and take a click", async (t) => {
    const rows = Array.from({ length: 20_000 }, (_, i) => `<tr><td>name ${i}</td><td>${i} pieces</td></tr>`).join("");
    const start = performance.now();
    const user = await startUser(browser, [page(`<table>${rows}</table>`)]);
    assert.ok((await user.studio.api("/api/page/0")).body.tree.n > 100_000);
    t.diagnostic(`shown after ${Math.round(performance.now() - start)} ms`);
    await clickText(user, "name 3");
    t.diagnostic(`learnt and drawn after ${Math.round(user.times.at(-1))} ms`);
    assert.equal((await user.marks()).labels.length, 1);
    await user.stop();
  });
});

describe("labels", () => {
  test("labels that contradict each other are told, with a way out", async () => {
    const user = await startUser(browser, [page(list(["Mug", "Cup", "Pot", "Bowl"]))]);
    await clickText(user, "Mug");
    await user.closeChip();
    await clickText(user, "Cup");
    await clickText(user, "Pot");
    const before = await user.task();
    if (!before.problem) await clickText(user, "Bowl");
    const { problem } = await user.task();
    assert.ok(problem, "a problem");
    assert.ok(problem.say.length > 10 && problem.offer.length > 0);
    assert.match(await user.guide(), /Undo the last step/);
    await user.step(() => user.button("Undo the last step"));
    await user.stop();
  });

  test("labels that no longer fit are listed, and the others stay", async () => {
    const folder = scratch();
    const file = join(folder, "page.html");
    writeFileSync(file, list(["Mug", "Cup", "Pot", "Bowl"]));
    const first = await startUser(browser, [file], { task: join(folder, "task") });
    await clickText(first, "Cup");
    await first.closeChip();
    await clickText(first, "Pot", { alt: true });
    await first.stop();
    writeFileSync(file, list(["Mug", "Glass", "Pot", "Bowl"]));
    const user = await startUser(browser, [file], { task: join(folder, "task") });
    const { orphans } = await user.task();
    assert.deepEqual(orphans.map(({ quote }) => quote), ["Cup"]);
    await until(async () => /do not fit their pages any more/.test(await user.guide()), "the message", PATIENCE);
    await user.button("Details");
    await sees(user, /Cup/);
    await user.stop();
  });

  test("nothing looks alike: told, with a way out", async () => {
    const user = await startUser(browser, [page("<h1>One thing</h1><p>and a text</p>")]);
    await clickText(user, "One thing");
    await until(async () => /Only this one/.test(await user.guide()), "the message", PATIENCE);
    await user.stop();
  });
});

describe("folder, port and server", () => {
  test("a task folder that cannot be made: not saved is said, and the steps are there", async () => {
    const file = join(scratch(), "file");
    writeFileSync(file, "not a folder");
    const user = await startUser(browser, [SHOP], { task: join(file, "task") });
    await clickText(user, "Blue mug");
    await user.closeChip();
    await until(async () => /Not saved/.test(await user.guide()), "the message", PATIENCE);
    assert.equal(await user.tab.locator(".saved").innerText().then((text) => /Not saved/.test(text)), true);
    assert.equal((await user.table()).length, 4);
    assert.equal((await user.take("csv")).bytes.length > 20, true);
    await user.stop();
  });

  test("a folder that goes away: not saved, steps stay", async () => {
    const user = await startUser(browser, [SHOP]);
    await clickText(user, "Blue mug");
    await user.closeChip();
    mkdirSync(join(user.folder, "wrapper.json"));
    await user.press("[data-key=save]");
    await user.tab.getByText(/not saved|cannot|could not|directory/i).first().waitFor();
    assert.equal((await user.table()).length, 4);
    await user.stop();
  });

  test("a port in use: exit code 2 and a message", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.on("listening", resolve));
    const { port } = server.address();
    const { code, said } = await run(["studio", SHOP, "--task", join(scratch(), "t"), "--no-open", "--port", String(port)]);
    server.close();
    assert.equal(code, 2, said);
    assert.match(said, new RegExp(String(port)));
  });

  test("the server goes: a banner, and all is there when it comes back", async () => {
    const user = await startUser(browser, [SHOP]);
    await clickText(user, "Blue mug");
    await user.closeChip();
    await user.studio.stop();
    await until(async () => /Your work is safe/.test(await user.guide()), "the banner", PATIENCE);
    assert.equal(await user.tab.getByRole("button", { name: "Try now" }).count(), 1);
    assert.equal((await user.table()).length, 4);
    await user.context.close();
    const again = await startUser(browser, [SHOP], { task: user.folder });
    assert.equal((await again.table()).length, 4);
    await again.stop();
  });

  test("a reload keeps everything", async () => {
    const user = await startUser(browser, [SHOP]);
    for (const text of ["Blue mug", "€12.00"]) await clickText(user, text);
    await user.closeChip();
    await user.step(() => user.press("[data-key=undo]"));
    const before = [await user.table(), await user.tab.locator("[data-key=history]").textContent()];
    await user.tab.reload();
    await user.seesPage();
    await user.tab.locator("td[data-row]").first().waitFor();
    assert.deepEqual([await user.table(), await user.tab.locator("[data-key=history]").textContent()], before);
    await user.step(() => user.press("[data-key=redo]"));
    assert.equal((await user.table())[0].length, 2);
    await user.stop();
  });

  test("without the token the studio says what to do", async () => {
    const user = await startUser(browser, [SHOP]);
    const { tab, context } = await open(browser, user.studio.origin);
    await tab.getByText("Open the studio with the address that the command printed.").waitFor();
    assert.equal((await fetch(`${user.studio.origin}/api/task`)).status, 403);
    await context.close();
    await user.stop();
  });

  test("a second window looks on until it takes over", async () => {
    const first = await startUser(browser, [SHOP]);
    await clickText(first, "Blue mug");
    await first.closeChip();
    const { tab, context, faults } = await open(browser, first.studio.address);
    const second = new User(first.studio, tab, context, faults, first.folder);
    await second.seesPage();
    await until(async () => /open in another window/.test(await second.guide()), "read-only", PATIENCE);
    assert.equal((await second.table()).length, 4);
    await second.button("Take over");
    await until(async () => !/another window/.test(await second.guide()), "the task", PATIENCE);
    await clickText(second, "€12.00");
    assert.equal((await second.table())[0].length, 2);
    await until(async () => /open in another window/.test(await first.guide()), "the first to look on", PATIENCE);
    await until(async () => (await first.table())[0]?.length === 2, "the first to see it", PATIENCE);
    await context.close();
    await first.stop();
  });
});
