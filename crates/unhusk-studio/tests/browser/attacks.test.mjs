/** Hostile pages through the real server: nothing of them runs, loads, navigates or opens. */
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startBrowser } from "./harness.mjs";
import { PAYLOADS, fill, runScript } from "./payloads.mjs";
import { scratch, startUser } from "./user.mjs";

let browser, canary;
const calls = [];
before(async () => {
  canary = createServer((request, response) => (calls.push(request.url), response.end("x"))).listen(0, "127.0.0.1");
  await new Promise((resolve) => canary.on("listening", resolve));
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  canary?.closeAllConnections();
  canary?.close();
});

/** HTML of a payload; what no parser makes is written as it would be in a page. */
function htmlOf({ html, css }) {
  const sheet = css.map((text) => `<style>${text}</style>`).join("");
  if (typeof html === "string") return sheet + html;
  const [name, attributes, text] = html;
  const pairs = attributes.flatMap((value, at) => (at % 2 ? [] : [`${value}="${attributes[at + 1].replaceAll('"', "&quot;")}"`]));
  return `${sheet}<${name.replace("svg:", "")} ${pairs.join(" ")}>${text}</${name.replace("svg:", "")}>`;
}

test(`nothing comes of ${PAYLOADS.length} payloads`, async (t) => {
  const folder = scratch();
  const address = `http://127.0.0.1:${canary.address().port}`;
  const files = PAYLOADS.map((payload, at) => {
    const [html] = fill([htmlOf(payload)], { run: runScript(address), canary: address, studio: "http://127.0.0.1:1" });
    const file = join(folder, `${String(at).padStart(3, "0")}.html`);
    writeFileSync(file, `${html}<p>some text at the end of the page</p>`);
    return file;
  });
  const user = await startUser(browser, files);
  const { tab, context, studio } = user;
  const noted = [];
  let name = "";
  const frameOrigin = new URL(user.frame.url()).origin;
  tab.on("dialog", (dialog) => void (noted.push(`${name}: dialog`), dialog.dismiss().catch(() => {})));
  context.on("page", (popup) => void (noted.push(`${name}: tab`), popup.close().catch(() => {})));
  context.on("console", (message) => message.text() === "ran" && noted.push(`${name}: script`));
  tab.on("framenavigated", (frame) => noted.push(`${name}: navigation to ${frame.url()}`));
  tab.on("request", (request) => {
    const url = request.url();
    if (!/^(?:data|blob|about):/.test(url) && !url.startsWith(`${studio.origin}/api/`)) noted.push(`${name}: request ${url.slice(0, 80)}`);
  });
  await tab.evaluate(() => addEventListener("message", ({ data }) => (window.heard ??= []).push(String(data))));
  for (const [at, payload] of PAYLOADS.entries()) {
    name = payload.name;
    await tab.evaluate((i) => document.querySelector(`[data-key="page ${i}"]`)?.click(), at);
    await tab.waitForFunction((i) => document.querySelector(`[data-key="page ${i}"]`)?.hasAttribute("aria-current"), at, { polling: 20 });
    const outer = await tab.locator("iframe[title=Page]").boundingBox();
    const spot = await user.frame.evaluate(() => {
      const shown = [...document.querySelectorAll("body *")].filter((element) => element.getClientRects().length && element.getBoundingClientRect().width);
      const { x, y, width, height } = (shown.at(-2) ?? shown.at(-1) ?? document.documentElement).getBoundingClientRect();
      return { x: x + Math.min(width / 2, 30), y: Math.max(2, Math.min(y + Math.min(height / 2, 12), innerHeight - 5)) };
    });
    const [x, y] = [outer.x + Math.max(spot.x, 2), outer.y + spot.y];
    await tab.mouse.move(x, y);
    await tab.mouse.click(x, y, { button: ["right", "middle"][at % 2] });
    if (/click|submit|form/i.test(String(payload.html))) {
      await tab.mouse.click(x, y);
      await tab.waitForTimeout(60);
      await tab.evaluate(() => document.querySelector("[data-key=undo]:not(:disabled)")?.click());
    }
    const heard = await tab.evaluate(() => (window.heard ?? []).splice(0));
    if (heard.includes("ran")) noted.push(`${name}: message`);
    for (const call of calls.splice(0)) noted.push(`${name}: canary ${call}`);
  }
  await tab.waitForTimeout(300);
  noted.push(...calls.splice(0).map((call) => `late: canary ${call}`));
  assert.deepEqual(noted, []);
  assert.equal(new URL(tab.url()).origin, studio.origin);
  assert.equal(new URL(user.frame.url()).origin, frameOrigin);
  t.diagnostic(`${PAYLOADS.length} pages, each pointed at, those that want a click clicked`);
  await user.stop();
});
